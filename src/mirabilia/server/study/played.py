"""A finished game of a table as its player's statistics (`mirabilia.study.statistics`) take it."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from mirabilia.json_types import JsonObject
from mirabilia.record import Record
from mirabilia.server.tables.facts import Seat
from mirabilia.study.statistics import PlayedGame


def played_game(
    deal: JsonObject, moves: Iterable[tuple[int, str]], seats: Sequence[Seat], seat: int, changed_at: int
) -> PlayedGame:
    """The game as the person in that seat played it."""
    unfinished = Record(deal, tuple((who, move) for who, move in moves))
    record = Record(unfinished.deal, unfinished.moves, unfinished.replay().result)
    day = datetime.datetime.fromtimestamp(changed_at / 1000, datetime.UTC).date().isoformat()
    levels = tuple(each.level or "bot" if each.kind == "bot" else "" for each in seats)
    return PlayedGame(record, seat, day, _against(levels, seat), None, levels)


def _against(levels: tuple[str, ...], own: int) -> str:
    """Who sat at the other seats: bots of one level by its name, else people, or both."""
    others = {level or "people" for seat, level in enumerate(levels) if seat != own}
    return others.pop() if len(others) == 1 else "mixed"
