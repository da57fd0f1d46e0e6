"""The study of Duel."""

from __future__ import annotations

from pathlib import Path

from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.game.options import AnyDuelOption as AnyOption
from mirabilia.games.duel.study.position import position_of
from mirabilia.games.duel.study.puzzles import (
    PUZZLE_BUDGETS,
    PUZZLE_LEVELS,
    PUZZLE_THEMES,
    may_be,
    table_for_puzzles,
    theme_of,
)
from mirabilia.games.duel.study.reasons import FINDERS
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
QUICK, DEEP, HINT = 4000, 40_000, 4000
LESSON = read_lesson(Path(__file__).with_name("lesson.json"))
NO_REASONS = ("bid",)
NO_WARNINGS = ("draft",)


def place_of(view: JsonFields) -> tuple[int, int]:
    """Age and card of the age; in the draft, and the bidding before it, age 0 and the pick."""
    setup = duel_catalog().setup
    if view["phase"] in ("bid", "draft"):
        return 0, sum(len(city["wonders"]) for city in view["cities"]) + 1
    taken = setup.cards_per_age - len(view["layout"])
    # a choice that belongs to a play is made at the card of that play
    return int(view["age"]), max(1, taken) if view["phase"] not in ("turn", "starter") else taken + 1
