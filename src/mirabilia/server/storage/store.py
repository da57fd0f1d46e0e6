"""The store: opens the database, reads tables and people, and hands changes to the writer.

Reads run in a few threads of their own, each in one consistent snapshot; writes go through `writing.Writer`. SQLite
runs in WAL mode, PostgreSQL with psycopg. Nothing here knows the rules; nothing is ever deleted but taken-back moves,
resolved hidden choices and given-up seats.
"""

from __future__ import annotations

import asyncio
import contextvars
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import structlog
from sqlalchemy import (
    Connection,
    Engine,
    RowMapping,
    bindparam,
    create_engine,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from mirabilia.server.refusals import Refusal
from mirabilia.server.settings import Settings
from mirabilia.server.storage import migrations, postgres
from mirabilia.server.storage.changes import RECENT_EVENTS, LoadedTable
from mirabilia.server.storage.schema import (
    deals,
    devices,
    events,
    holders,
    meta,
    moves,
    pending,
    persons,
    processes,
    tables,
)
from mirabilia.server.storage.sqlite import SqliteWay
from mirabilia.server.storage.writing import Writer
from mirabilia.server.tables.facts import CHANGING

if TYPE_CHECKING:
    import psycopg  # comes with the extra `postgres`; with SQLite nothing needs it
    from psycopg.rows import TupleRow

log = structlog.get_logger()
Answer = TypeVar("Answer")
READERS = 4
RETRY_MS = 1000


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def open_engine(settings: Settings, *, writing: bool) -> Engine:
    """An engine for the writer or for readers."""
    if not settings.is_sqlite:
        isolation = "READ COMMITTED" if writing else "REPEATABLE READ"
        size = 2 if writing else READERS
        engine = create_engine(
            settings.sqlalchemy_url, pool_size=size, max_overflow=2, pool_pre_ping=True, isolation_level=isolation,
            connect_args={"application_name": "mirabilia", **postgres.LINE},
        )  # fmt: skip
        if writing:
            event.listen(engine, "connect", _end_when_cut_off)
        return engine
    settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(settings.sqlalchemy_url, pool_size=READERS, connect_args={"timeout": 30})

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves, below
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute(f"PRAGMA synchronous={settings.sqlite_sync.upper()}")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _end_when_cut_off(connection: psycopg.Connection[TupleRow], _record: object) -> None:
    """A process that is cut off in the middle of a transaction must not keep its rows from the others."""
    connection.autocommit = True
    connection.execute(f"SET idle_in_transaction_session_timeout = '{postgres.IDLE_IN_TRANSACTION}'")
    connection.autocommit = False


class Store:
    """The database of one process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._write_engine = open_engine(settings, writing=True)
        self._read_engine = open_engine(settings, writing=False)
        self.writer = Writer(
            self._write_engine,
            SqliteWay(self._write_engine, CHANGING)
            if settings.is_sqlite
            else postgres.PostgresWay(settings.postgres_url, CHANGING),
        )
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="mirabilia-reader")

    @property
    def engine(self) -> Engine:
        """The engine that may write; for migrations, backups and tools."""
        return self._write_engine

    async def read(self, function: Callable[..., Answer], *arguments: object) -> Answer:
        """Runs `function(connection, ...)` in a reader's thread, in one snapshot."""
        context = contextvars.copy_context()  # of `wanted_while`
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._readers, context.run, self._read_now, function, arguments)

    def _read_now(self, function: Callable[..., Answer], arguments: tuple[object, ...]) -> Answer:
        try:
            with self._read_engine.connect() as connection:
                return function(connection, *arguments)
        except (OperationalError, InterfaceError, PoolTimeout) as error:
            log.warning("not_read", error=str(error)[:300])
            raise Refusal("unavailable", retry_ms=RETRY_MS) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection for command-line tools."""
        with self._read_engine.connect() as connection:
            yield connection

    def close(self) -> None:
        """Writes what is waiting and closes all connections."""
        self.writer.close()
        self._readers.shutdown(wait=True)
        self._read_engine.dispose()
        self._write_engine.dispose()

    async def try_write(self) -> None:
        """Writes something and waits for the disk; raises what the database says."""
        await self.writer.call(lambda connection: _set_meta(connection, "tried", str(now_ms())))

    def is_migrated(self) -> bool:
        """Whether the database has the form this version needs."""
        return migrations.current(self._read_engine) == migrations.newest()


# ---- reading (each runs in one snapshot) ----


def load_table(
    connection: Connection, table: str, after_seq: int | None = None, after_moves: int = 0
) -> LoadedTable | None:
    """A table with everything in it, or only what came after a sequence number and a number of moves."""
    if after_seq is not None and connection.dialect.name == "postgresql":
        return _load_news(connection, table, after_seq, after_moves)
    return load_rows(connection, table, after_seq, after_moves)


def _load_news(connection: Connection, table: str, after_seq: int, after_moves: int) -> LoadedTable | None:
    """`load_rows` in one statement: other processes read every change so, and seven of them take thrice the time."""
    given = {"table": table, "after_seq": after_seq, "after_moves": after_moves, "recent": RECENT_EVENTS}
    found = connection.execute(postgres.NEWS, given).scalar_one_or_none()
    if found is None:
        return None
    news = postgres.news_decoder.decode(found)
    commands = {
        happened["command"]: (happened["seq"], happened["digest"])
        for happened in news.events
        if happened["command"] is not None
    }
    return LoadedTable(news.row, news.deal, news.moves, news.pending, news.events, commands, news.holders)


def load_rows(
    connection: Connection, table: str, after_seq: int | None = None, after_moves: int = 0
) -> LoadedTable | None:
    """`load_table`, row by row, as every database can."""
    row = connection.execute(select(tables).where(tables.c.id == table)).mappings().one_or_none()
    if row is None:
        return None
    fresh = after_seq is None
    deal = connection.execute(select(deals.c.deal).where(deals.c.table_id == table)).scalar_one_or_none()
    made = connection.execute(
        select(moves.c.seat, moves.c.move)
        .where(moves.c.table_id == table, moves.c.number >= after_moves)
        .order_by(moves.c.number)
    ).all()
    waiting = connection.execute(
        select(pending.c.seat, pending.c.move).where(pending.c.table_id == table).order_by(pending.c.number)
    ).all()
    first = row["seq"] - RECENT_EVENTS if fresh else max(after_seq or 0, row["seq"] - RECENT_EVENTS)
    happened = connection.execute(
        select(events).where(events.c.table_id == table, events.c.seq > first).order_by(events.c.seq)
    ).mappings().all()  # fmt: skip
    known = connection.execute(
        select(events.c.command, events.c.seq, events.c.digest).where(
            events.c.table_id == table, events.c.command.is_not(None), events.c.seq > (after_seq or 0)
        )
    ).all()
    held = connection.execute(select(holders.c.seat, holders.c.person_id).where(holders.c.table_id == table)).all()
    return LoadedTable(
        row,
        deal,
        [(seat, move) for seat, move in made],
        [(seat, move) for seat, move in waiting],
        list(happened),
        {command: (seq, digest) for command, seq, digest in known},
        [(seat, person) for seat, person in held],
    )


def load_events(connection: Connection, table: str, after: int, limit: int) -> list[RowMapping]:
    """Events after a number, oldest first."""
    return list(
        connection.execute(
            select(events).where(events.c.table_id == table, events.c.seq > after).order_by(events.c.seq).limit(limit)
        ).mappings()
    )


def find_person(connection: Connection, token_hash: str) -> tuple[str, str] | None:
    """The (id, name) behind a device's token."""
    row = connection.execute(
        select(persons.c.id, persons.c.name)
        .join(devices, devices.c.person_id == persons.c.id)
        .where(devices.c.token_hash == token_hash)
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def tables_of(connection: Connection, person: str, before: int, limit: int) -> list[RowMapping]:
    """Rows of the tables a person sits at or made, last changed first."""
    mine = select(holders.c.table_id).where(holders.c.person_id == person)
    statement = (
        select(tables)
        .where(or_(tables.c.id.in_(mine), tables.c.host == person), tables.c.changed_at < before)
        .order_by(tables.c.changed_at.desc(), tables.c.id)
        .limit(limit)
    )
    return list(connection.execute(statement).mappings())


def listed_tables(connection: Connection, limit: int) -> list[RowMapping]:
    """Rows of the public tables with a free seat, last changed first."""
    # The number stands in the statement, as the index of these rows alone has it.
    statement = select(tables).where(text("listed = 1")).order_by(tables.c.changed_at.desc(), tables.c.id).limit(limit)
    return list(connection.execute(statement).mappings())


def seats_of(connection: Connection, person: str, ids: list[str]) -> dict[str, list[int]]:
    """Which seats a person holds at those tables."""
    rows = connection.execute(
        select(holders.c.table_id, holders.c.seat).where(holders.c.person_id == person, holders.c.table_id.in_(ids))
    )
    seats: dict[str, list[int]] = {}
    for table, seat in rows:
        seats.setdefault(table, []).append(seat)
    return {table: sorted(found) for table, found in seats.items()}


def counts(connection: Connection) -> dict[str, object]:
    """Server-wide numbers."""
    rows = connection.execute(
        select(tables.c.game, tables.c.status, func.count()).group_by(tables.c.game, tables.c.status)
    )
    by_game: dict[str, dict[str, int]] = {}
    for game, status, count in rows:
        by_game.setdefault(game, {})[status] = count
    return {
        "tables": by_game,
        "moves": connection.execute(select(func.coalesce(func.sum(tables.c.moves), 0))).scalar_one(),
        "people": connection.execute(select(func.count()).select_from(persons)).scalar_one(),
    }


# ---- writing that is not a change of a table (jobs for the writer) ----


def add_person(person: str, name: str, token_hash: str, now: int) -> Callable[[Connection], None]:
    """A new identity with its first device."""

    def job(connection: Connection) -> None:
        connection.execute(insert(persons).values(id=person, name=name, created_at=now))
        connection.execute(insert(devices).values(token_hash=token_hash, person_id=person, created_at=now))

    return job


def rename_person(person: str, name: str) -> Callable[[Connection], object]:
    """A new nickname."""
    return lambda connection: connection.execute(update(persons).where(persons.c.id == person).values(name=name))


def set_recovery(person: str, recovery_hash: str) -> Callable[[Connection], object]:
    """A new recovery code; the one before stops working."""
    return lambda connection: connection.execute(
        update(persons).where(persons.c.id == person).values(recovery_hash=recovery_hash)
    )


def recover(recovery_hash: str, token_hash: str, now: int) -> Callable[[Connection], tuple[str, str] | None]:
    """Uses up a recovery code: a new device for its person. None: no such code."""

    def job(connection: Connection) -> tuple[str, str] | None:
        row = connection.execute(
            update(persons)
            .where(persons.c.recovery_hash == recovery_hash)
            .values(recovery_hash=None)
            .returning(persons.c.id, persons.c.name)
        ).one_or_none()
        if row is None:
            return None
        connection.execute(insert(devices).values(token_hash=token_hash, person_id=row[0], created_at=now))
        return row[0], row[1]

    return job


def forget_device(token_hash: str) -> Callable[[Connection], None]:
    """The device no longer stands for its person."""

    def job(connection: Connection) -> None:
        connection.execute(devices.delete().where(devices.c.token_hash == token_hash))
        announce_outside_change([])(connection)

    return job


def add_table(
    row: dict[str, object],
    happened: list[dict[str, object]],
    held: list[dict[str, object]],
    deal: dict[str, object] | None = None,
    made: list[dict[str, object]] | None = None,
) -> Callable[[Connection], None]:
    """A new table with its first events, its seats' holders and, when imported or begun, its game."""

    def job(connection: Connection) -> None:
        connection.execute(insert(tables).values(**row))
        if held:
            connection.execute(insert(holders), held)
        connection.execute(insert(events), happened)
        if deal is not None:
            connection.execute(insert(deals).values(**deal))
        if made:
            connection.execute(insert(moves), made)

    return job


# ---- processes and their leases ----


def beat(process: str, now: int) -> Callable[[Connection], None]:
    """Says that this process is alive."""

    def job(connection: Connection) -> None:
        if not connection.execute(update(processes).where(processes.c.id == process).values(beat_at=now)).rowcount:
            connection.execute(insert(processes).values(id=process, started_at=now, beat_at=now))

    return job


def begin_process(
    process: str, now: int, alive_after: int, key_print: str, alone: bool
) -> Callable[[Connection], tuple[int, bool]]:
    """Enters a process and counts the time during which none ran (`clocks.py`). Returns (lost time, key changed)."""

    def job(connection: Connection) -> tuple[int, bool]:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("LOCK TABLE processes IN EXCLUSIVE MODE")
        if alone:
            last = connection.execute(select(func.max(processes.c.beat_at))).scalar_one_or_none()
            connection.execute(processes.delete())
            others = 0
        else:
            last = connection.execute(select(func.max(processes.c.beat_at))).scalar_one_or_none()
            others = connection.execute(
                select(func.count()).select_from(processes).where(processes.c.beat_at >= alive_after)
            ).scalar_one()
        known = dict(connection.execute(select(meta.c.key, meta.c.value)).all())
        lost = int(known.get("lost_time", "0"))
        last = max(last or 0, int(known.get("last_beat", "0")))
        if not others and last:
            lost += max(0, now - last)
        changed = known.get("key_print", key_print) != key_print
        if changed and others:
            raise RuntimeError("another process of this server runs with a different MIRABILIA_SECRET_KEY")
        for key, value in (("lost_time", str(lost)), ("key_print", key_print)):
            _set_meta(connection, key, value)
        connection.execute(insert(processes).values(id=process, started_at=now, beat_at=now))
        return lost, changed

    return job


def end_process(process: str, now: int) -> Callable[[Connection], None]:
    """Leaves: tables of this process may be taken over at once."""

    def job(connection: Connection) -> None:
        connection.execute(update(tables).where(tables.c.owner == process).values(owner=None))
        connection.execute(processes.delete().where(processes.c.id == process))
        _set_meta(connection, "last_beat", str(now))

    return job


def _set_meta(connection: Connection, key: str, value: str) -> None:
    if not connection.execute(update(meta).where(meta.c.key == key).values(value=value)).rowcount:
        connection.execute(insert(meta).values(key=key, value=value))


MAX_CHANGED = 500  # tables that are kept in mind for processes that look every second
OUTSIDE_CHANGE = "outside_change"  # what the operator changed beside the running server: a number and the tables
_OUTSIDE_CHANGE = select(meta.c.value).where(meta.c.key == OUTSIDE_CHANGE)


def announce_outside_change(tables_changed: list[str]) -> Callable[[Connection], None]:
    """Tells the running processes that tables, bans or people were changed beside them; they look every second."""

    def job(connection: Connection) -> None:
        number, before = read_outside_change(connection)  # those before may not have been seen yet
        known = [*tables_changed, *(table for table in before if table not in tables_changed)]
        _set_meta(connection, OUTSIDE_CHANGE, " ".join([str(number + 1), *known[:MAX_CHANGED]]))

    return job


def read_outside_change(connection: Connection) -> tuple[int, list[str]]:
    """The number of the last change from outside, and its tables."""
    value = connection.execute(_OUTSIDE_CHANGE).scalar_one_or_none()
    number, *changed = (value or "0").split()
    return int(number), changed


def forgotten(connection: Connection, open_before: int, playing_before: int, limit: int) -> list[str]:
    """Tables idle for so long that nobody will come back."""
    statement = (
        select(tables.c.id)
        .where(
            or_(
                (tables.c.status == "open") & (tables.c.changed_at < open_before),
                (tables.c.status == "playing") & (tables.c.changed_at < playing_before),
            )
        )
        .limit(limit)
    )
    return list(connection.execute(statement).scalars())


_LIVING = select(processes.c.id).where(processes.c.beat_at >= bindparam("alive_after"))
_ABANDONED = (
    select(tables.c.id)
    .where(
        tables.c.status == "playing",
        or_(tables.c.duty == 1, tables.c.due_at.is_not(None)),
        or_(tables.c.owner.is_(None), tables.c.owner.not_in(_LIVING)),
    )
    .limit(bindparam("most"))
)
_DUE = (
    select(tables.c.id)
    .where(
        tables.c.due_at <= bindparam("game_time"),
        tables.c.status == "playing",
        tables.c.owner == bindparam("process"),
    )
    .limit(bindparam("most"))
)


class Surroundings(NamedTuple):
    """What a process looks for every second."""

    abandoned: list[str]  # tables that need a process (a bot owes a decision, a clock runs) and whose owner is gone
    due: list[str]  # tables of this process in which a clock has run out
    living: list[str]  # processes
    outside_change: tuple[int, list[str]]  # the last one of the operator (`read_outside_change`)


def look_around(connection: Connection, process: str, alive_after: int, game_time: int, most: int) -> Surroundings:
    """All of it from one snapshot; the statements are made once, since making them takes longer than answering."""
    given = {"process": process, "alive_after": alive_after, "game_time": game_time, "most": most}
    lost, due, living = (list(connection.execute(which, given).scalars()) for which in (_ABANDONED, _DUE, _LIVING))
    return Surroundings(lost, due, living, read_outside_change(connection))


def take_over(process: str, ids: list[str], alive_after: int) -> Callable[[Connection], list[str]]:
    """Makes this process the owner of those tables that are still without a living one."""

    def job(connection: Connection) -> list[str]:
        living = select(processes.c.id).where(processes.c.beat_at >= alive_after)
        taken = []
        for table in sorted(ids):
            won = connection.execute(
                update(tables)
                .where(tables.c.id == table, or_(tables.c.owner.is_(None), tables.c.owner.not_in(living)))
                .values(owner=process)
            ).rowcount
            if won:
                taken.append(table)
        return taken

    return job
