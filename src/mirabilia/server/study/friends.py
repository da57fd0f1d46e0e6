"""The ladder of people who play again and again: all games of a chain of rematches, from the first to the last."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, RowMapping, select

from mirabilia.game import Result
from mirabilia.json_types import JsonObject
from mirabilia.server.storage.schema import events, tables
from mirabilia.server.tables.facts import Seat
from mirabilia.wanted import check_wanted

MAX_GAMES = 500
_seats = msgspec.json.Decoder(list[Seat])


def chain_of(connection: Connection, table: str) -> list[tuple[list[str], Result]]:
    """The finished games of a table and its rematches, the first one first: names by seat (bots have none), result."""
    columns = (tables.c.id, tables.c.seats, tables.c.result, tables.c.status, tables.c.next_table)
    first = table
    for _ in range(MAX_GAMES):
        check_wanted()
        created = select(events.c.data).where(events.c.table_id == first, events.c.seq == 1)
        data = msgspec.json.decode(connection.execute(created).scalar_one_or_none() or "{}")
        if "rematch_of" not in data:
            break
        first = data["rematch_of"]
    games: list[tuple[list[str], Result]] = []
    following: str | None = first
    while following is not None and len(games) < MAX_GAMES:
        row = connection.execute(select(*columns).where(tables.c.id == following)).mappings().one_or_none()
        if row is None:
            break
        if row["status"] == "over" and row["result"]:
            games.append((_names(row), _result(msgspec.json.decode(row["result"]))))
        following = row["next_table"]
    return games


def _names(row: RowMapping) -> list[str]:
    """Who played each seat from beginning to end; a seat where a bot made a decision has no name."""
    seats = _seats.decode(row["seats"])
    return [seat.name if seat.kind == "person" and not seat.bot_moves else "" for seat in seats]


def _result(data: JsonObject) -> Result:
    return Result(data["winners"], data["kind"], data["scores"])
