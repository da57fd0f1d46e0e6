"""Puzzles as they are asked and answered: the list, a position to decide in, and the rating after an answer."""

from __future__ import annotations

import datetime

import msgspec

from mirabilia.errors import IllegalMove
from mirabilia.game import KINDS
from mirabilia.json_types import JsonObject
from mirabilia.record import read_record
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables.records import positions
from mirabilia.study.model import Puzzle
from mirabilia.study.puzzles import NoPuzzle, Rating, all_puzzles, find_puzzle, of_the_day, position, rated


def listed(game: str, day: datetime.date | None) -> JsonObject:
    """All puzzles of a game and that of the day; without a day it is today by UTC."""
    if game not in KINDS:
        raise Refusal("unknown_game", game=game)
    found = all_puzzles(game)
    today = of_the_day(day or datetime.datetime.now(datetime.UTC).date(), game).name if found else None
    lines = [{"name": each.name, "theme": each.theme, "rating": each.rating} for each in found]
    return {"today": today, "puzzles": lines}


def found(name: str) -> Puzzle:
    """The puzzle of that name."""
    try:
        return find_puzzle(name)
    except NoPuzzle:
        raise Refusal("no_such_puzzle", puzzle=name) from None


def shown(puzzle: Puzzle) -> JsonObject:
    """A puzzle with its position as the deciding seat sees it, and what every seat would pay."""
    record = read_record(puzzle.record)
    last = len(record.moves)
    players = len(record.start().seats)
    seen = [positions(puzzle.record, last, last, seat)[0] for seat in range(players)]
    # Other seats add only their prices, where those are open: their views are not the solver's.
    for seat, each in enumerate(seen):
        if seat != puzzle.seat:
            each["view"] = None
            each["options"] = {}
            if not KINDS[puzzle.game].open_prices:
                each["quotes"] = {}
    return {"puzzle": {**msgspec.to_builtins(puzzle), "record": ""}, "players": players, "positions": seen}


def check_try(puzzle: Puzzle, move: str) -> None:
    """Refuses an answer that is not possible in the position."""
    try:
        position(puzzle).find_option(puzzle.seat, move)
    except IllegalMove as error:
        raise Refusal("illegal_move", error.message, move=move, seat=puzzle.seat) from None


def with_rating(worth: JsonObject, puzzle: Puzzle, rating: float | None, spread: float | None) -> JsonObject:
    """What an answer is worth, with the rating after it; a try without a rating is not rated."""
    after = None
    if rating is not None and spread is not None:
        after = rated(Rating(rating, spread), puzzle, worth["right"])
    return worth | {"rating": after and after.rating, "spread": after and after.spread}
