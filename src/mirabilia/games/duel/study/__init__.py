"""The study of Duel."""

from __future__ import annotations

from mirabilia.catalog.duel import duel_catalog
from mirabilia.game.duel.options import AnyDuelOption as AnyOption
from mirabilia.json_types import JsonFields
from mirabilia.study.duel.position import position_of
from mirabilia.study.duel.puzzles import (
    PUZZLE_BUDGETS,
    PUZZLE_LEVELS,
    PUZZLE_THEMES,
    may_be,
    table_for_puzzles,
    theme_of,
)
from mirabilia.study.duel.reasons import FINDERS

__all__ = [
    "AnyOption",
    "DEEP",
    "FINDERS",
    "HINT",
    "PUZZLE_BUDGETS",
    "PUZZLE_LEVELS",
    "PUZZLE_THEMES",
    "QUICK",
    "may_be",
    "place_of",
    "position_of",
    "table_for_puzzles",
    "theme_of",
]

QUICK, DEEP, HINT = 4000, 40_000, 4000


def place_of(view: JsonFields) -> tuple[int, int]:
    """Age and card of the age; in the draft age 0 and the pick."""
    setup = duel_catalog().setup
    if view["phase"] == "draft":
        return 0, sum(len(city["wonders"]) for city in view["cities"]) + 1
    taken = setup.cards_per_age - len(view["layout"])
    # a choice that belongs to a play is made at the card of that play
    return int(view["age"]), max(1, taken) if view["phase"] not in ("turn", "starter") else taken + 1
