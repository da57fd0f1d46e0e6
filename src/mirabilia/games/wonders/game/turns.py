"""Where hands go in an age."""

from __future__ import annotations

from typing import Literal

from mirabilia.games.wonders.rules.tables import CONSTANTS

Passing = Literal["left", "right", "exchange"]


def passing(players: int, age: int) -> Passing:
    """How hands go round in an age (0 to 2): with two players they are exchanged (ruling 58)."""
    if players == 2:
        return "exchange"
    return "left" if CONSTANTS.passing[age] == "left" else "right"
