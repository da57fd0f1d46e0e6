"""A bot of your own: a subclass of `mirabilia.bots.Bot` with one method. One line enters it in the arena:

    mirabilia arena duel --bots easy,py:examples/bots/own_bot.py:Builder --games 100

It works wherever a bot is named: `mirabilia play duel --bot py:...`, `mirabilia dataset`, `make_bot("py:...")`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mirabilia.bots import Answer, Bot, Limits


class Builder(Bot):
    """Builds the dearest thing it can, and discards only when it must."""

    name = "builder"

    def decide(self, view: Mapping, options: Sequence, limits: Limits) -> Answer:
        """The answer to a question with at least two options: `view` is what the seat knows (docs/view.md)."""
        return Answer(max(options, key=lambda option: (option.get("action") != "discard", option.get("price") or 0)))
