"""What an operator may do, from the command line alone: look at tables and people, free seats, close, renew links, ban.

Works beside a running server: a change is stored like any other (only if the table is still where it was) and the
processes look every second for a note about such changes. Nothing is reachable over the network.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

import msgspec
from sqlalchemy import Connection, RowMapping, or_, select

from mirabilia.errors import MirabiliaError
from mirabilia.server.people.bans import add_ban, drop_ban
from mirabilia.server.people.data import begin_erasing, exported, go_on_erasing
from mirabilia.server.people.tokens import Links, load_key
from mirabilia.server.settings import Settings
from mirabilia.server.storage.changes import Change
from mirabilia.server.storage.schema import bans, holders, persons, tables
from mirabilia.server.storage.store import announce_outside_change, load_table, now_ms, open_engine
from mirabilia.server.storage.writing import store_now
from mirabilia.server.tables.commands import SERVER, Abandon, Actor, Free, Internal, Now, decide
from mirabilia.server.tables.facts import TableFacts, Texts, bot_plays, changing_row, facts_of
from mirabilia.server.tables.messages import Event, NewLinks
from mirabilia.server.tables.state import DamagedTable, TableState, event_row

TRIES = 5
BOT_IS_STUCK_MS = 5 * 60 * 1000  # a bot that has owed a decision for this long will not make it


class AdminError(MirabiliaError, ValueError):
    """An order that cannot be carried out; nothing was changed."""

    code = "admin_failed"


@dataclass(frozen=True)
class TableLine:
    """A table in the operator's list."""

    facts: TableFacts
    waiting_for: list[int]
    idle_ms: int
    trouble: str | None  # why nothing may happen there any more


class Admin:
    """The operator at one database."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._engine = open_engine(settings, writing=True)

    def close(self) -> None:
        """Closes the database."""
        self._engine.dispose()

    # ---- looking ----

    def tables(self, status: str | None = None, stuck_hours: float | None = None, limit: int = 200) -> list[TableLine]:
        """Tables, last changed first; with `stuck_hours` only stuck ones and those that have waited this long."""
        statement = select(tables).order_by(tables.c.changed_at.desc()).limit(limit)
        if stuck_hours is not None:
            statement = statement.where(tables.c.status == "playing")
        elif status is not None:
            statement = statement.where(tables.c.status == status)
        now = now_ms()
        with self._engine.begin() as connection:
            lines = [self._line(connection, row, now, stuck_hours) for row in connection.execute(statement).mappings()]
        return [line for line in lines if line.trouble is not None or stuck_hours is None]

    def _line(self, connection: Connection, row: RowMapping, now: int, stuck_hours: float | None) -> TableLine:
        facts, idle = facts_of(row), now - row["changed_at"]
        waiting: list[int] = msgspec.json.decode(row["to_act"])
        trouble = None
        if facts.status == "playing" and stuck_hours is not None:
            if any(bot_plays(facts.seats[seat]) for seat in waiting) and idle > BOT_IS_STUCK_MS:
                trouble = "a bot owes a decision, or waits because nobody is watching"
            elif waiting and idle > stuck_hours * 3_600_000:
                trouble = f"waits for seat {', '.join(map(str, waiting))}"
            rows = load_table(connection, facts.id)
            try:
                TableState(rows) if rows is not None else None
            except DamagedTable as error:
                trouble = f"damaged: {error}"
        return TableLine(facts, waiting, idle, trouble)

    def people(self, table: str | None = None, name: str | None = None, limit: int = 200) -> list[tuple[str, str, int]]:
        """People as (id, name, tables): those at a table, or with this in their name."""
        with self._engine.begin() as connection:
            wanted = select(persons.c.id, persons.c.name).order_by(persons.c.created_at.desc()).limit(limit)
            if table is not None:
                at = select(holders.c.person_id).where(holders.c.table_id == table)
                host = select(tables.c.host).where(tables.c.id == table)
                wanted = wanted.where(or_(persons.c.id.in_(at), persons.c.id.in_(host)))
            if name is not None:
                wanted = wanted.where(persons.c.name.contains(name, autoescape=True))
            found = []
            for person, called in connection.execute(wanted).all():
                held = select(holders.c.table_id).where(holders.c.person_id == person).distinct()
                found.append((person, called, len(connection.execute(held).all())))
            return found

    def links(self, table: str) -> dict[str, str]:
        """The links of a table, for an operator who helps someone back in."""
        given = self._settings.secret_key.get_secret_value() if self._settings.secret_key else None
        links = Links(load_key(self._settings.data_dir, given))
        with self._engine.begin() as connection:
            state = _loaded(connection, table)
        found = {
            "invite": links.make("invite", table, state.facts.invite_generation),
            "watch": links.make("watch", table, state.facts.link_generation),
        }
        for number, seat in enumerate(state.facts.seats):
            if seat.kind == "person":
                found[f"seat {number}"] = links.make("seat", table, state.seat_generation(number), number)
        return found

    # ---- changing ----

    def free(self, table: str, seat: int | None = None) -> list[int]:
        """Lets a bot play a seat, or all seats the table waits for; their owners may return. Returns the seats."""
        freed = []
        with self._engine.begin() as connection:
            state = _loaded(connection, table)
            seats = list(state.to_act) if seat is None else [seat]
        for number in seats:
            if self._carry_out(table, Free(number)):
                freed.append(number)
        return freed

    def close_table(self, table: str) -> None:
        """Closes a table for good, also a damaged one; what was played stays."""
        try:
            self._carry_out(table, Abandon())
        except DamagedTable:
            with self._engine.begin() as connection:
                _close_damaged(connection, table)
                announce_outside_change([table])(connection)

    def new_links(self, table: str) -> None:
        """Makes all links of a table worthless."""
        with self._engine.begin() as connection:
            host = _loaded(connection, table).facts.host
        self._carry_out(table, NewLinks(f"admin.{now_ms()}"), Actor(host))

    def _carry_out(self, table: str, command: Internal | NewLinks, actor: Actor = SERVER) -> bool:
        for _ in range(TRIES):
            with self._engine.begin() as connection:
                state, now = _loaded(connection, table), now_ms()
                draft = decide(state, actor, command, Now(now, now))
                if draft is None:
                    return False
                if store_now(connection, draft.change()):
                    announce_outside_change([table])(connection)
                    return True
        raise AdminError(f"table {table} changes faster than it can be changed; try again")

    def ban(self, who: str, hours: float | None, reason: str) -> str:
        """Keeps an address, a network or a person (by id) out; returns which of these it was."""
        try:
            kind, who = "address", str(ipaddress.ip_network(who, strict=False))
        except ValueError:
            kind = "person"
        with self._engine.begin() as connection:
            if kind == "person" and connection.execute(select(persons.c.id).where(persons.c.id == who)).first() is None:
                raise AdminError(f"{who!r} is not an address, a network or a person's id (`mirabilia admin people`)")
            add_ban(kind, who, None if hours is None else now_ms() + int(hours * 3_600_000), reason)(connection)
            announce_outside_change([])(connection)
        return kind

    def unban(self, who: str) -> int:
        """Lets someone in again; returns how many bans that were."""
        names = {who}
        with suppress(ValueError):
            names.add(str(ipaddress.ip_network(who, strict=False)))
        with self._engine.begin() as connection:
            dropped = sum(drop_ban(name)(connection) for name in names)
            announce_outside_change([])(connection)
        return dropped

    def exported(self, person: str) -> str:
        """Everything the server knows of a person, as lines of JSON."""
        with self._engine.begin() as connection:
            self._need_person(connection, person)
            return exported(connection, person)

    def erase(self, person: str) -> None:
        """Erases what the server knows of a person; games stay, without the name."""
        with self._engine.begin() as connection:
            self._need_person(connection, person)
            begin_erasing(person)(connection)
        more = True
        while more:
            with self._engine.begin() as connection:
                more = go_on_erasing(person)(connection)

    @staticmethod
    def _need_person(connection: Connection, person: str) -> None:
        if connection.execute(select(persons.c.id).where(persons.c.id == person)).first() is None:
            raise AdminError(f"{person!r} is not a person's id (`mirabilia admin people`)")

    def bans(self) -> list[tuple[str, str, int | None, str]]:
        """All bans as (kind, who, until, reason)."""
        with self._engine.begin() as connection:
            rows = connection.execute(select(bans.c.kind, bans.c.who, bans.c.until, bans.c.reason)).all()
            return [(kind, who, until, reason) for kind, who, until, reason in rows]


@contextmanager
def admin_of(settings: Settings) -> Iterator[Admin]:
    """The operator, for one order."""
    admin = Admin(settings)
    try:
        yield admin
    finally:
        admin.close()


def _loaded(connection: Connection, table: str) -> TableState:
    rows = load_table(connection, table)
    if rows is None:
        raise AdminError(f"there is no table {table!r}")
    return TableState(rows)


def _close_damaged(connection: Connection, table: str) -> None:
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one()
    facts, now = facts_of(row), now_ms()
    closed = msgspec.structs.replace(facts, status="closed", seq=facts.seq + 1, changed_at=now)
    event = event_row(table, Event(closed.seq, now, "closed", None, {"abandoned": True}))
    values = changing_row(closed, (), Texts())
    if not store_now(connection, Change(table, facts.seq, values, events=[event])):
        raise AdminError(f"table {table} has just changed; try again")
