"""Puzzles of Duel: who plays the games they come from, how much is searched, what they are about."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mirabilia.game import Option
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.study.position import position_of
from mirabilia.games.duel.study.reasons import winning_card
from mirabilia.json_types import JsonFields, JsonObject
from mirabilia.study.games import Budgets, Level
from mirabilia.study.model import Judged, Theme

CATALOG = duel_catalog()
PUZZLE_THEMES: tuple[Theme, ...] = ("win_now", "stop_loss", "extra_turn", "deny", "last_cards", "which_wonder", "best")
PLAYERS = ("normal", "easy", "hard")
CARELESS = ("beginner", "novice", "easy", "beginner")  # who let it come to a threat to lose at once
PUZZLE_BUDGETS = Budgets(pick=250, compare=1000, solve=8000)
# Ratings as measured (docs/bots.md); the last two lie between `hard` and `master` by what doubling the budget brings.
# Whoever changes the search measures again and lets `mirabilia puzzles refresh` rate all puzzles again.
PUZZLE_LEVELS = (
    Level("novice", 615, tries=2),
    Level("beginner", 786, tries=2),
    Level("easy", 1000, tries=2),
    Level("normal", 1196, tries=2),
    Level("search", 1414, 24),
    Level("search", 1503, 150),
    Level("search", 1575, 600),
)
# A theme for the first of these reasons that tells against the next best option.
_BY_REASON: tuple[tuple[str, Theme], ...] = (
    ("wins_now", "win_now"),
    ("loses_now", "stop_loss"),
    ("extra_turn", "extra_turn"),
    ("leaves_symbol", "deny"),
    ("denies", "deny"),
)


# A seat so near to winning by arms (fields to the other's capital) or science may win with its next card.
NEAR_CAPITAL = 5
NEAR_SCIENCE = CATALOG.constants.symbols_to_win - 1
FEW_CARDS = 8


def table_for_puzzles(seed: int, themes: Collection[Theme]) -> tuple[JsonObject, Sequence[str]]:
    """The options of the game with this number, and the bots that play it."""
    bots = CARELESS if "stop_loss" in themes else PLAYERS
    return {}, bots[seed % len(bots) :] + bots[: seed % len(bots)]


def may_be(theme: Theme, view: JsonFields, options: Sequence[Option], answer: Option) -> bool:
    """Whether a puzzle with this answer could be of that theme: a look without a search."""
    if theme == "stop_loss":
        return _threatened(view) and view["phase"] == "turn" and not _loses_at_once(view, answer)
    if theme == "last_cards":
        return view["age"] == 3 and view["phase"] == "turn" and len(view["layout"]) <= FEW_CARDS
    if theme == "which_wonder":
        return answer.wonder is not None
    return True


def _threatened(view: JsonFields) -> bool:
    """Whether the opponent is near to a victory."""
    opponent = 1 - int(view["you"])
    towards = int(view["pawn"]) if opponent == 0 else -int(view["pawn"])
    near = towards >= CATALOG.military.capital - NEAR_CAPITAL
    return near or view["cities"][opponent]["distinct_symbols"] >= NEAR_SCIENCE


def _loses_at_once(view: JsonFields, option: Option) -> bool:
    after = position_of(view).after(option)[0]
    return winning_card(after, 1 - int(view["you"])) is not None


def theme_of(view: JsonFields, options: Sequence[Option], shown: Sequence[Judged]) -> Theme:
    """What a puzzle is about."""
    kinds = {reason.kind.partition(".")[0] for reason in (*shown[0].reasons, *shown[1].reasons)}
    if "wins_now" not in kinds and _threatened(view) and view["phase"] == "turn":
        losing = sum(_loses_at_once(view, option) for option in options)
        moves = {option.text: option for option in options}
        if losing > len(options) / 2 and not _loses_at_once(view, moves[shown[0].move]):
            return "stop_loss"
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
