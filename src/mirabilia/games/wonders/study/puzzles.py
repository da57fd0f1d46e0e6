"""Puzzles of 7 Wonders: who plays the games they come from, how much is searched, what they are about."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mirabilia.game import Option
from mirabilia.games.wonders.catalog import wonders_catalog
from mirabilia.games.wonders.study.position import position_of
from mirabilia.games.wonders.study.reasons import WORTH_NAMING, board_of, built_by, effect_of
from mirabilia.json_types import JsonFields, JsonObject
from mirabilia.study.games import Budgets, Level
from mirabilia.study.model import Judged, Theme

PUZZLE_THEMES: tuple[Theme, ...] = (
    "deny",
    "pay",
    "last_cards",
    "copy_guild",
    "war",
    "science",
    "stage",
    "goods",
    "best",
)
PLAYERS = ("easy", "normal", "easy", "beginner")
PUZZLE_BUDGETS = Budgets(pick=150, compare=1000, solve=4000)
# Ratings as measured on tables of three, with `easy` at 1000 as in Duel (docs/bots.md). Whoever changes the search
# measures again and lets `mirabilia puzzles refresh` rate all puzzles again.
PUZZLE_LEVELS = (
    Level("novice", 704, tries=3),
    Level("beginner", 870, tries=3),
    Level("easy", 1000, tries=3),
    Level("normal", 1116, tries=3),
    Level("search", 1266, 16, tries=2),
    Level("search", 1404, 160, tries=2),
    Level("search", 1440, 600),
)
SMALL = (3, 2, 3, 4, 2)
SIZES = (3, 4, 3, 5, 2, 3, 4, 3, 6, 3, 4, 3, 7)
COPY = "copy_neighbour_guild"
CATALOG = wonders_catalog()
LAST_TURN = CATALOG.constants.turns_per_age


def table_for_puzzles(seed: int, themes: Collection[Theme]) -> tuple[JsonObject, Sequence[str]]:
    """The options of the game with this number, and the bots that play it.

    All sizes; in every third game someone may copy a guild. Where some themes are wanted, small tables: with many
    players a single coin or card hardly ever decides.
    """
    bots = PLAYERS[seed % len(PLAYERS) :] + PLAYERS[: seed % len(PLAYERS)]
    players = SMALL[seed % len(SMALL)] if themes else SIZES[seed % len(SIZES)]
    if "copy_guild" not in themes and (seed % 3 or players == 2):
        return {"players": players}, bots
    players = max(3, players)
    catalog = wonders_catalog().edition(1)
    copying = [board.city for board in catalog.boards if any(stage.effect.special == COPY for stage in board.B)]
    others = [board.city for board in catalog.boards if board.city not in copying]
    cities = [copying[0], *(others[(seed + k) % len(others)] for k in range(players - 1))]
    boards = [[city, "AB"[(seed + k) % 2] if k else "B"] for k, city in enumerate(cities)]
    return {"players": players, "boards": boards}, bots


def may_be(theme: Theme, view: JsonFields, options: Sequence[Option], answer: Option) -> bool:
    """Whether a puzzle with this answer could be of that theme: a look without a search."""
    own_stage = answer.action == "stage" and answer.city is None
    match theme:
        case "pay":
            return any(_same_but_for_payment(answer, option) for option in options)
        case "copy_guild":
            return own_stage and _next_stage_copies(view)
        case "last_cards":
            return _is_last_turn(view)
        case "deny":
            if answer.action not in ("stage", "discard") or answer.city or not answer.card or view["phase"] != "choose":
                return False
            position = position_of(view)
            receiver = position.receiver
            return receiver is not None and position.worth(receiver, answer.card) >= WORTH_NAMING
        case "science":
            return effect_of(view, built_by(answer)).science is not None
        case "stage":
            return own_stage
        case "war":
            return own_stage or effect_of(view, built_by(answer)).shields > 0
        case _:
            return True


def _same_but_for_payment(one: Option, other: Option) -> bool:
    same = (one.action, one.card, one.city) == (other.action, other.card, other.city)
    return same and one.pay != other.pay


def _is_last_turn(view: JsonFields) -> bool:
    return bool(view["age"] == len(CATALOG.constants.victory_tokens) and view["turn"] == LAST_TURN)


def theme_of(view: JsonFields, options: Sequence[Option], shown: Sequence[Judged]) -> Theme:
    """What a puzzle is about."""
    moves = {option.text: option for option in options}
    first = moves[shown[0].move]
    if any(_same_but_for_payment(first, moves[judged.move]) for judged in shown[1:]):
        return "pay"
    if first.action == "stage" and first.city is None and _next_stage_copies(view):
        return "copy_guild"
    if _is_last_turn(view):
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


def _next_stage_copies(view: JsonFields) -> bool:
    city = view["cities"][view["you"]]
    board = board_of(view, city)
    stages = board.stages(str(city["side"]))
    return stages[int(city["stages"])].effect.special == COPY
