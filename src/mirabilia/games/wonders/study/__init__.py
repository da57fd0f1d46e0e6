"""The study of 7 Wonders."""

from __future__ import annotations

from pathlib import Path

from mirabilia.games.wonders.game.options import AnyWondersOption as AnyOption
from mirabilia.games.wonders.study.position import position_of
from mirabilia.games.wonders.study.puzzles import (
    PUZZLE_BUDGETS,
    PUZZLE_LEVELS,
    PUZZLE_THEMES,
    may_be,
    table_for_puzzles,
    theme_of,
)
from mirabilia.games.wonders.study.reasons import FINDERS
from mirabilia.json_types import JsonFields
from mirabilia.study.lessons import read_lesson

__all__ = [
    "AnyOption",
    "DEEP",
    "FINDERS",
    "HINT",
    "LESSON",
    "NO_REASONS",
    "NO_WARNINGS",
    "PUZZLES",
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

PUZZLES = Path(__file__).with_name("puzzles.jsonl.gz")
QUICK, DEEP, HINT = 2000, 10_000, 2000
LESSON = read_lesson(Path(__file__).with_name("lesson.json"))
NO_REASONS = ("board",)
NO_WARNINGS: tuple[str, ...] = ()


def place_of(view: JsonFields) -> tuple[int, int]:
    """Age and turn; the step after the sixth turn is the seventh, and boards are chosen in age 0."""
    if view["phase"] == "board":
        return 0, len(view["draft"]["chosen"]) + 1
    return int(view["age"]), int(view["turn"]) + (view["phase"] == "seventh")
