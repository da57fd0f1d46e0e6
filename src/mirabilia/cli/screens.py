"""The screen of each game, by its name. Loading one loads the rules of its game."""

from __future__ import annotations

from importlib import import_module

from mirabilia.cli.language import complain
from mirabilia.cli.table import Screen
from mirabilia.game import kind_of


def screen_of(name: str) -> Screen:
    """How the game of that name is shown."""
    module = kind_of(name).screen
    if module is None:
        raise complain("files.no_screen", "no_screen", game=name)
    screen: Screen = import_module(module).SCREEN
    return screen
