"""What the server knows of a person: to hand it over, and to erase it.

Games belong to everyone who played them, so an erased person's moves stay, without a name: seats of finished games keep
their moves, in games that go on a bot plays and the host may offer the seat, and at tables that wait the seat is free.
Names, chat texts, devices, addresses for notifications and the person's id are gone for good. An erasure that was cut
short is continued at the next start: the person is no longer reachable from its first step on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, or_, select, update

from mirabilia.json_types import JsonObject
from mirabilia.server.storage.changes import Change
from mirabilia.server.storage.schema import bans, deals, devices, events, holders, moves, persons, pushes, tables
from mirabilia.server.storage.store import announce_outside_change, now_ms
from mirabilia.server.storage.writing import store_now
from mirabilia.server.tables.facts import Seat, TableFacts, Texts, changing_row, facts_of, shown
from mirabilia.server.tables.messages import Event
from mirabilia.server.tables.state import event_row
from mirabilia.wanted import check_wanted

AT_ONCE = 20  # tables of one transaction
ERASED_TEXT = "…"  # what stands in place of a chat line
_ERASING = ""  # the name of whoever is being erased; nobody else has it


def exported(connection: Connection, person: str) -> str:
    """All of it as lines of JSON: first the person, then a line for each table."""
    about = connection.execute(select(persons).where(persons.c.id == person)).mappings().one()
    lines: list[JsonObject] = [
        {
            "person": person,
            "name": about["name"],
            "created": about["created_at"],
            "recovery_link": about["recovery_hash"] is not None,
            "devices": [
                {"created": at}
                for at in connection.execute(
                    select(devices.c.created_at).where(devices.c.person_id == person)
                ).scalars()
            ],
            "bans": _rows(connection, select(bans.c.until, bans.c.reason).where(bans.c.who == person)),
            "notifications": _rows(
                connection,
                select(pushes.c.table_id, pushes.c.address, pushes.c.lang, pushes.c.created_at).where(
                    pushes.c.person_id == person
                ),
            ),
        }
    ]
    held = connection.execute(
        select(holders.c.table_id, holders.c.seat, holders.c.since).where(holders.c.person_id == person)
    ).all()
    seats: dict[str, dict[int, int]] = {}
    for table, seat, since in held:
        seats.setdefault(table, {})[seat] = since
    for row in connection.execute(_tables_of(person).order_by(tables.c.created_at)).mappings():
        check_wanted()
        lines.append(_table_exported(connection, facts_of(row), person, seats.get(row["id"], {})))
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in lines)


def _rows(connection: Connection, statement: Select[Any]) -> list[JsonObject]:
    return [dict(row) for row in connection.execute(statement).mappings()]


def _tables_of(person: str) -> Select[Any]:
    mine = select(holders.c.table_id).where(holders.c.person_id == person)
    return select(tables).where(or_(tables.c.id.in_(mine), tables.c.host == person))


def _table_exported(connection: Connection, facts: TableFacts, person: str, seats: dict[int, int]) -> JsonObject:
    """What the person did there; the deal and the others' moves only when everything lies open."""
    made = select(moves.c.seat, moves.c.move, moves.c.at).where(moves.c.table_id == facts.id).order_by(moves.c.number)
    own_events = (
        select(events.c.at, events.c.kind, events.c.seat, events.c.data)
        .where(events.c.table_id == facts.id, events.c.seat.in_(list(seats)))
        .order_by(events.c.seq)
    )
    if not facts.is_ended:
        made = made.where(moves.c.seat.in_(list(seats)))
    deal = connection.execute(select(deals.c.deal).where(deals.c.table_id == facts.id)).scalar_one_or_none()
    return {
        "table": shown(facts),
        "host": facts.host == person,
        "seats": [{"seat": seat, "since": since} for seat, since in sorted(seats.items())],
        "events": [
            {"at": at, "kind": kind, "seat": seat, "data": msgspec.Raw(data.encode()) if data else None}
            for at, kind, seat, data in connection.execute(own_events)
            if kind not in ("move", "turn")
        ],
        "moves": [{"seat": seat, "move": move, "at": at} for seat, move, at in connection.execute(made)],
        "deal": msgspec.Raw(deal.encode()) if deal is not None and facts.is_ended else None,
    }


# ---- erasing ----


def begin_erasing(person: str) -> Callable[[Connection], None]:
    """The first step: from now on nobody is this person."""

    def job(connection: Connection) -> None:
        connection.execute(delete(devices).where(devices.c.person_id == person))
        connection.execute(delete(pushes).where(pushes.c.person_id == person))
        connection.execute(delete(bans).where(bans.c.kind == "person", bans.c.who == person))
        connection.execute(update(persons).where(persons.c.id == person).values(name=_ERASING, recovery_hash=None))
        announce_outside_change([])(connection)

    return job


def go_on_erasing(person: str) -> Callable[[Connection], bool]:
    """The next step, of some tables; True: there may be more to do. The last one forgets the person."""

    def job(connection: Connection) -> bool:
        rows = connection.execute(_tables_of(person).limit(AT_ONCE)).mappings().all()
        changed = [row["id"] for row in rows if _erased_at(connection, facts_of(row), row["to_act"], person)]
        if changed:
            announce_outside_change(changed)(connection)
        if not rows:
            connection.execute(delete(persons).where(persons.c.id == person))
        return bool(rows)

    return job


def being_erased(connection: Connection) -> list[str]:
    """People whose erasure was cut short."""
    return list(connection.execute(select(persons.c.id).where(persons.c.name == _ERASING)).scalars())


def _erased_at(connection: Connection, facts: TableFacts, to_act: str, person: str) -> bool:
    """Takes the person out of a table; False: it has just changed and comes again."""
    table, now = facts.id, now_ms()
    at_table = connection.execute(select(holders.c.seat, holders.c.person_id).where(holders.c.table_id == table)).all()
    held = [seat for seat, who in at_table if who == person]
    others = {seat: who for seat, who in at_table if who != person}
    happened: list[Event] = []
    seats, clock = list(facts.seats), facts.clock.copy()
    for number, seat in enumerate(seats):
        if seat.person != person and not (facts.origin == "imported" and facts.host == person):
            continue
        happened.append(Event(facts.seq + 1 + len(happened), now, "erased", number, {}))
        seats[number] = without_person(seat, facts, others.get(number))
        if seats[number].driver == "bot" and clock.due:
            clock.due[number] = None
    people = [seat.person for seat in seats if seat.person is not None]
    is_host = facts.host == person
    options = msgspec.structs.replace(facts.options, maker=None) if is_host else facts.options
    status = "closed" if facts.status == "open" and is_host and not people else facts.status
    if not happened:
        happened.append(Event(facts.seq + 1, now, "erased", None, {}))
    erased = msgspec.structs.replace(
        facts, seats=tuple(seats), clock=clock, options=options, status=status, seq=happened[-1].seq,
        host=next(iter(people), None) if is_host else facts.host,
        asked=None if facts.asked in held else facts.asked,
    )  # fmt: skip
    waiting = tuple(msgspec.json.decode(to_act))
    change = Change(
        table, facts.seq, changing_row(erased, waiting, Texts()), events=[event_row(table, each) for each in happened],
        drop_holders=[{"the_table": table, "the_seat": seat, "the_person": person} for seat in held],
    )  # fmt: skip
    if not store_now(connection, change):
        return False
    for seat in held:
        _erase_words(connection, table, seat)
    return True


def without_person(seat: Seat, facts: TableFacts, other: str | None) -> Seat:
    """The seat when its owner is erased; `other` plays it on another device under another identity."""
    nameless = msgspec.structs.replace(seat, name="", person=other, link_generation=seat.link_generation + 1)
    if other is not None or facts.is_ended:
        return nameless
    if facts.status == "open":
        return Seat(link_generation=seat.link_generation + 1)
    return msgspec.structs.replace(
        nameless, driver="bot", level=facts.options.takeover, style=None, late=False, once=False, given_up=True
    )


def _erase_words(connection: Connection, table: str, seat: int) -> None:
    """The name and the chat lines of whoever had the seat last."""
    said = (
        select(events.c.seq, events.c.kind, events.c.data)
        .where(events.c.table_id == table, events.c.seat == seat, events.c.kind.in_(("joined", "chat")))
        .order_by(events.c.seq.desc())
    )
    for seq, kind, text in connection.execute(said).all():
        data = msgspec.json.decode(text) if text else {}
        if "name" in data or "text" in data:
            data.pop("name", None)
            if "text" in data:
                data["text"] = ERASED_TEXT
            where = (events.c.table_id == table) & (events.c.seq == seq)
            connection.execute(update(events).where(where).values(data=msgspec.json.encode(data).decode()))
        if kind == "joined":
            return
