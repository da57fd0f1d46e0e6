"""The compiled rules of both games: `duel/` and `wonders/`, with the same file names. Start with `duel/__init__.py`."""
