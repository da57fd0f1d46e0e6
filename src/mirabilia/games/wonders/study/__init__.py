"""The study of 7 Wonders."""

from __future__ import annotations

from mirabilia.game.wonders.options import AnyWondersOption as AnyOption
from mirabilia.json_types import JsonFields
from mirabilia.study.wonders.position import position_of
from mirabilia.study.wonders.puzzles import (
    PUZZLE_BUDGETS,
    PUZZLE_LEVELS,
    PUZZLE_THEMES,
    may_be,
    table_for_puzzles,
    theme_of,
)
from mirabilia.study.wonders.reasons import FINDERS

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

QUICK, DEEP, HINT = 2000, 10_000, 2000


def place_of(view: JsonFields) -> tuple[int, int]:
    """Age and turn; the step after the sixth turn is the seventh."""
    return int(view["age"]), int(view["turn"]) + (view["phase"] == "seventh")
