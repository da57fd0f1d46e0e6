"""Puzzles of 7 Wonders: who plays the games they come from, how much is searched, what they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mirabilia.catalog.wonders import wonders_catalog
from mirabilia.game import Option
from mirabilia.study.games import Budgets, Level
from mirabilia.study.model import Judged, Theme

PUZZLE_PLAYERS = ("easy", "normal", "easy", "beginner")
PUZZLE_BUDGETS = Budgets(pick=150, compare=1000, solve=4000)
# Their order was measured (docs/bots.md); the numbers are on the scale of Duel's levels.
PUZZLE_LEVELS = (
    Level("novice", 600, tries=2),
    Level("beginner", 800, tries=2),
    Level("easy", 1000, tries=2),
    Level("search", 1250, 30),
    Level("search", 1400, 100),
    Level("search", 1550, 400),
)
SIZES = (3, 4, 3, 5, 2, 3, 4, 3, 6, 3, 4, 3, 7)
COPY = "copy_neighbour_guild"
CATALOG = wonders_catalog()
LAST_TURN = CATALOG.constants.turns_per_age


def table_for_puzzles(seed: int) -> dict[str, Any]:
    """The options of the game with this number: all sizes; in every third game somebody may copy a guild."""
    players = SIZES[seed % len(SIZES)]
    if seed % 3 or players == 2:
        return {"players": players}
    copying = [board.city for board in CATALOG.boards if any(stage.effect.special == COPY for stage in board.B)]
    others = [board.city for board in CATALOG.boards if board.city not in copying]
    cities = [copying[0], *(others[(seed + k) % len(others)] for k in range(players - 1))]
    return {"players": players, "boards": [[city, "AB"[(seed + k) % 2] if k else "B"] for k, city in enumerate(cities)]}


def theme_of(view: Mapping[str, Any], options: Sequence[Option], shown: Sequence[Judged]) -> Theme:
    """What a puzzle is about."""
    moves = {option.text: option for option in options}
    first, second = (moves[judged.move] for judged in shown[:2])
    if (first.action, first.card, first.city) == (second.action, second.card, second.city):
        return "pay"
    if first.action == "stage" and first.city is None and _next_stage_copies(view):
        return "copy_guild"
    if view["age"] == len(CATALOG.constants.victory_tokens) and view["turn"] == LAST_TURN:
        return "last_cards"
    kinds = {reason.kind for reason in (*shown[0].reasons, *shown[1].reasons)}
    if kinds & {"keeps_from"}:
        return "deny"
    if "conflict" in kinds:
        return "war"
    if "science_set" in kinds:
        return "science"
    if first.action == "stage" and first.city is None:
        return "stage"
    return "goods" if "goods" in kinds else "best"


def _next_stage_copies(view: Mapping[str, Any]) -> bool:
    city = view["cities"][view["you"]]
    board = CATALOG.boards[CATALOG.board_id[city["board"]]]
    stages = board.stages(str(city["side"]))
    return stages[int(city["stages"])].effect.special == COPY
