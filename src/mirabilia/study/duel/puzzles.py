"""Puzzles of Duel: who plays the games they come from, how much is searched, what they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mirabilia.game import Option
from mirabilia.study.games import Budgets, Level
from mirabilia.study.model import Judged, Theme

PUZZLE_PLAYERS = ("normal", "easy", "hard")
PUZZLE_BUDGETS = Budgets(pick=250, compare=1000, solve=8000)
# Ratings as measured (docs/bots.md); the last two are a guess from what doubling the budget brings.
PUZZLE_LEVELS = (
    Level("novice", 585, tries=2),
    Level("beginner", 800, tries=2),
    Level("easy", 1000, tries=2),
    Level("normal", 1258, tries=2),
    Level("search", 1488, 24),
    Level("search", 1650, 150),
    Level("search", 1800, 600),
)
# A theme for the first of these reasons that tells against the next best option.
_BY_REASON: tuple[tuple[str, Theme], ...] = (
    ("wins_now", "win_now"),
    ("loses_now", "stop_loss"),
    ("extra_turn", "extra_turn"),
    ("leaves_symbol", "deny"),
    ("denies", "deny"),
)


def table_for_puzzles(seed: int) -> dict[str, Any]:
    """The options of the game with this number."""
    return {}


def theme_of(view: Mapping[str, Any], options: Sequence[Option], shown: Sequence[Judged]) -> Theme:
    """What a puzzle is about."""
    kinds = {reason.kind.partition(".")[0] for reason in (*shown[0].reasons, *shown[1].reasons)}
    for kind, theme in _BY_REASON[:2]:
        if kind in kinds:
            return theme
    if view["age"] == 3 and view["phase"] == "turn" and all(judged.chance in (0, 0.5, 1) for judged in shown):
        return "last_cards"
    for kind, theme in _BY_REASON[2:]:
        if kind in kinds:
            return theme
    moves = {option.text: option for option in options}
    first, second = (moves[judged.move] for judged in shown[:2])
    if first.wonder is not None and second.wonder is not None and first.wonder != second.wonder:
        return "which_wonder"
    return "best"
