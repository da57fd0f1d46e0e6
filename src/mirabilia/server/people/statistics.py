"""A person's finished games, read from the database to be counted (`tally.py`)."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, func, select

from mirabilia.json_types import JsonObject
from mirabilia.server.people.tally import NOT_PLAYED, tallied
from mirabilia.server.storage.schema import holders, tables
from mirabilia.server.tables.facts import Seat

_seats = msgspec.json.Decoder(list[Seat])
MAX_GAMES = 5000


def statistics_of(connection: Connection, person: str) -> JsonObject:
    """Statistics over the last games of a person, by game."""
    rows = connection.execute(
        select(
            tables.c.game, tables.c.seats, tables.c.result, tables.c.assisted, func.min(holders.c.seat)
        )  # where several play on one device, the first seat is its owner's
        .join(holders, holders.c.table_id == tables.c.id)
        .where(holders.c.person_id == person, tables.c.status == "over", tables.c.origin.not_in(NOT_PLAYED))
        .group_by(tables.c.id, tables.c.game, tables.c.seats, tables.c.result, tables.c.assisted, tables.c.changed_at)
        .order_by(tables.c.changed_at.desc())
        .limit(MAX_GAMES)
    ).all()
    return tallied(
        (game, _seats.decode(text), msgspec.json.decode(result), bool(assisted), seat)
        for game, text, result, assisted, seat in rows
    )
