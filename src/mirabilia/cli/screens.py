"""The screen of each game, by its name. Loading one loads the rules of its game."""

from __future__ import annotations

from mirabilia.cli.table import Screen


def screen_of(name: str) -> Screen:
    """How the game of that name is shown."""
    if name == "duel":
        from mirabilia.cli.duel.screen import SCREEN as duel

        return duel
    from mirabilia.cli.wonders.screen import SCREEN as wonders

    return wonders
