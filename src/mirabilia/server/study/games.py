"""What a person's games tell (`mirabilia.study.statistics`), read from the database with the analyses there are.

Whole records are needed for boards and wonders, so the last games alone are looked at; the counts over all games are
those of `server/people/statistics.py`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, func, select

from mirabilia.json_types import JsonObject
from mirabilia.record import Record
from mirabilia.server.people.tally import NOT_PLAYED
from mirabilia.server.storage.schema import analyses, deals, holders, moves, tables
from mirabilia.server.study.played import played_game
from mirabilia.server.tables.facts import Seat
from mirabilia.study.model import Analysis
from mirabilia.study.statistics import PlayedGame
from mirabilia.wanted import check_wanted

LAST_GAMES = 200
_seats = msgspec.json.Decoder(list[Seat])
_analysis = msgspec.json.Decoder(Analysis)


def last_games(
    connection: Connection, person: str, rules: str, ids_of: Callable[[Record], list[str]]
) -> list[PlayedGame]:
    """The last finished games of a person. `ids_of` names the analyses a record may have, the better ones first."""
    rows = connection.execute(
        select(
            tables.c.id, tables.c.seats, tables.c.result, tables.c.changed_at, deals.c.deal, func.min(holders.c.seat)
        )
        .join(holders, holders.c.table_id == tables.c.id)
        .join(deals, deals.c.table_id == tables.c.id)
        .where(
            holders.c.person_id == person,
            tables.c.status == "over",
            tables.c.origin.not_in(NOT_PLAYED),
            deals.c.rules == rules,
        )
        .group_by(tables.c.id, tables.c.seats, tables.c.result, tables.c.changed_at, deals.c.deal)
        .order_by(tables.c.changed_at.desc())
        .limit(LAST_GAMES)
    ).all()
    found = []
    for table, seats_text, _, changed_at, deal, seat in rows:
        check_wanted()
        seats = _seats.decode(seats_text)
        if seats[seat].driver != "person" or seats[seat].bot_moves:
            continue  # a game a bot played in is not one's own
        made = connection.execute(
            select(moves.c.seat, moves.c.move).where(moves.c.table_id == table).order_by(moves.c.number)
        )
        game = played_game(msgspec.json.decode(deal), ((who, move) for who, move in made), seats, seat, changed_at)
        found.append(dataclasses.replace(game, analysis=best_analysis(connection, ids_of(game.record))))
    return found


def best_analysis(connection: Connection, ids: list[str]) -> Analysis | None:
    """The first of these analyses that is done."""
    rows: JsonObject = {
        identity: result
        for identity, result in connection.execute(
            select(analyses.c.id, analyses.c.result).where(analyses.c.id.in_(ids), analyses.c.state == "done")
        )
    }
    best = next((rows[identity] for identity in ids if identity in rows), None)
    return None if best is None else _analysis.decode(best)
