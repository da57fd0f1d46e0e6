"""The writer: the one thread of a process that changes the database, many changes per transaction.

Everything a table decides becomes a `Change`: it names the sequence number it was decided at, and is stored only if
the table is still there (`UPDATE ... WHERE id = :id AND seq = :expected`). So whichever process decides, and however
often, exactly one change follows each number; the unique keys of `events` and `moves` say the same a second time.
Changes that arrive while a transaction is being written wait and share the next one, which is what makes one disk
sync per batch enough. A future is answered only after the commit.

Most changes take the short way of their database (`sqlite.py`, `postgres.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import structlog
from sqlalchemy import Connection, Delete, Engine, Insert, bindparam, delete, insert, update
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from mirabilia.json_types import JsonObject
from mirabilia.server import metrics
from mirabilia.server.storage.changes import Change, ShortWay, Undone, is_plain
from mirabilia.server.storage.postgres import announcements, is_undone, notify
from mirabilia.server.storage.schema import deals, events, holders, moves, pending, tables
from mirabilia.server.tables.facts import CHANGING

log = structlog.get_logger()
Outcome = TypeVar("Outcome")
Items = TypeVar("Items", bound="_Item")

MAX_BATCH = 200


class NotStored(Exception):
    """The database refused or was not reached; the change must be taken as not made until the table is read again."""


_UPDATE = (
    update(tables)
    .where(tables.c.id == bindparam("table_id"), tables.c.seq == bindparam("expected"))
    .values({column: bindparam(f"new_{column}") for column in CHANGING})
)
_DROP_MOVES = delete(moves).where(moves.c.table_id == bindparam("the_table"), moves.c.number >= bindparam("first"))
_CLEAR_PENDING = delete(pending).where(pending.c.table_id == bindparam("the_table"))
_DROP_HOLDER = delete(holders).where(
    holders.c.table_id == bindparam("the_table"),
    holders.c.seat == bindparam("the_seat"),
    holders.c.person_id == bindparam("the_person"),
)


def store_now(connection: Connection, change: Change) -> bool:
    """Stores one change within a transaction of someone else's: for tools beside the server."""
    if connection.execute(_UPDATE, _parameters(change)).rowcount != 1:
        return False
    _add_rows(connection, [change])
    if connection.dialect.name == "postgresql":
        notify(connection, announcements([change]))
    return True


class Writer:
    """Owns the thread. `store(change)` and `call(job)` may be awaited from the event loop."""

    def __init__(self, engine: Engine, short_way: ShortWay | None = None) -> None:
        self._engine = engine
        self._short_way = short_way
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="mirabilia-writer", daemon=True)
        self._thread.start()

    @property
    def session(self) -> int | None:
        """The database's number of the connection that stores most changes."""
        return self._short_way.session if self._short_way is not None else None

    def store(self, change: Change) -> asyncio.Future[bool]:
        """True: stored. False: the table had moved on, nothing was stored. `NotStored`: nobody knows."""
        item = _Storing(change)
        self._queue.put(item)
        return item.future

    def call(self, job: Callable[[Connection], Outcome]) -> asyncio.Future[Outcome]:
        """Runs a job in the next transaction; what it raises is raised here, and only its own work is undone."""
        item = _Job(job)
        self._queue.put(item)
        return item.future

    def close(self) -> None:
        """Writes what is waiting and ends the thread."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        stop = False
        while not stop:
            item = self._queue.get()
            batch: list[_Item] = []
            while item is not None:
                batch.append(item)
                if len(batch) == MAX_BATCH:
                    break
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
            stop = item is None
            if batch:
                self._write(batch)
        if self._short_way is not None:
            self._short_way.close()

    def _write(self, batch: list[_Item]) -> None:
        """Stores a batch: plain changes by the short way, the rest in one transaction."""
        plain: list[_Storing] = []
        general: list[_Item] = []
        seen: set[str] = set()  # a table's second change goes after its first and must see what became of it
        for item in batch:
            if isinstance(item, _Storing):
                short = self._short_way is not None and is_plain(item.change) and item.change.table not in seen
                (plain if short else general).append(item)
                seen.add(item.change.table)
            else:
                general.append(item)
        if plain:
            self._attempt(plain, self._by_short_way)
        if general:
            self._attempt(general, self._in_transaction)

    def _attempt(self, batch: list[Items], store: Callable[[list[Items]], None]) -> None:
        """Stores and answers. Where the database undid all because of one of them, each is tried alone."""
        try:
            with metrics.COMMIT_SECONDS.time():
                store(batch)
        except Exception as error:
            undone = isinstance(error, Undone | IntegrityError | DataError) or (
                isinstance(error, DBAPIError) and is_undone(error.orig)
            )
            if undone and len(batch) > 1:
                log.warning("one_by_one", error=str(error)[:500], changes=len(batch))
                for item in batch:
                    self._attempt([item], self._in_transaction)
            else:
                _fail(batch, error)
            return
        metrics.COMMITS.inc()
        metrics.COMMITTED_CHANGES.inc(sum(isinstance(item, _Storing) and item.outcome for item in batch))
        _answer(batch)

    def _by_short_way(self, batch: list[_Storing]) -> None:
        assert self._short_way is not None
        for item, stored in zip(batch, self._short_way.store([item.change for item in batch]), strict=True):
            item.outcome = stored

    def _in_transaction(self, batch: Sequence[_Item]) -> None:
        items = [item for item in batch if isinstance(item, _Storing)]
        jobs = [item for item in batch if isinstance(item, _Job)]
        # Rows are locked in one order everywhere, so that two processes cannot wait for each other.
        items.sort(key=lambda item: item.change.table)
        changes = [item.change for item in items]
        try:
            stored = self._transaction(changes, jobs, together=True)
        except _SomeMovedOn:
            stored = self._transaction(changes, jobs, together=False)
        for item, ok in zip(items, stored, strict=True):
            item.outcome = ok

    def _transaction(self, changes: list[Change], jobs: list[_Job[object]], together: bool) -> list[bool]:
        with self._engine.begin() as connection:
            stored = self._store_together(connection, changes) if together else self._store_each(connection, changes)
            for item in jobs:
                item.run(connection)
            done = [change for change, ok in zip(changes, stored, strict=True) if ok]
            _add_rows(connection, done)
            if connection.dialect.name == "postgresql":
                notify(connection, announcements(done))
        return stored

    def _store_together(self, connection: Connection, changes: list[Change]) -> list[bool]:
        """The usual case: every table is where the change expects it. Otherwise all is undone and done one by one."""
        if not changes:
            return []
        if len({change.table for change in changes}) != len(changes):
            raise _SomeMovedOn
        result = connection.execute(_UPDATE, [_parameters(change) for change in changes])
        if result.rowcount != len(changes):
            raise _SomeMovedOn
        return [True] * len(changes)

    def _store_each(self, connection: Connection, changes: list[Change]) -> list[bool]:
        return [connection.execute(_UPDATE, _parameters(change)).rowcount == 1 for change in changes]


class _SomeMovedOn(Exception):
    pass


def _parameters(change: Change) -> dict[str, object]:
    parameters = {f"new_{column}": change.row[column] for column in CHANGING}
    return {**parameters, "table_id": change.table, "expected": change.expected}


def _add_rows(connection: Connection, changes: Sequence[Change]) -> None:
    """All rows of the batch, kind by kind. Taken-back moves go before new ones come."""

    def many(statement: Insert | Delete, rows: list[JsonObject]) -> None:
        if rows:
            connection.execute(statement, rows)

    many(insert(deals), [change.deal for change in changes if change.deal is not None])
    many(_DROP_MOVES, [{"the_table": c.table, "first": c.drop_moves} for c in changes if c.drop_moves is not None])
    many(_CLEAR_PENDING, [{"the_table": c.table} for c in changes if c.clear_pending])
    many(insert(moves), [row for change in changes for row in change.moves])
    many(insert(pending), [row for change in changes for row in change.pending])
    many(_DROP_HOLDER, [row for change in changes for row in change.drop_holders])
    many(insert(holders), [row for change in changes for row in change.holders])
    many(insert(events), [row for change in changes for row in change.events])


class _Item(ABC):
    """Work with the future that waits for it."""

    __slots__ = ("error", "loop")

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.error: Exception | None = None

    @abstractmethod
    def resolve(self) -> None:
        """Answers the future, in its event loop."""


class _Awaited(_Item, Generic[Outcome]):
    """The future knows what kind of outcome it waits for."""

    __slots__ = ("future", "outcome")
    outcome: Outcome  # once the work is done

    def __init__(self) -> None:
        super().__init__()
        self.future: asyncio.Future[Outcome] = self.loop.create_future()

    def resolve(self) -> None:
        if self.future.done():
            return
        if self.error is None:
            self.future.set_result(self.outcome)
        else:
            self.future.set_exception(self.error)


class _Storing(_Awaited[bool]):
    """A change to store; the outcome is whether it was."""

    __slots__ = ("change",)

    def __init__(self, change: Change) -> None:
        super().__init__()
        self.change = change


class _Job(_Awaited[Outcome]):
    """A job of someone else's."""

    __slots__ = ("work",)

    def __init__(self, work: Callable[[Connection], Outcome]) -> None:
        super().__init__()
        self.work = work

    def run(self, connection: Connection) -> None:
        """Runs it inside a savepoint, so that its failure undoes nothing else."""
        self.error = None
        try:
            with connection.begin_nested():
                self.outcome = self.work(connection)
        except Exception as error:
            if isinstance(error, DBAPIError) and error.connection_invalidated:
                raise
            self.error = error


def _fail(batch: Sequence[_Item], error: Exception) -> None:
    known = isinstance(error, DBAPIError | sqlite3.Error | Undone) or hasattr(error, "sqlstate")
    log.error("not_stored", error=str(error)[:500], changes=len(batch), exc_info=not known)
    for item in batch:
        item.error = NotStored(str(error))
    _answer(batch)


def _answer(batch: Sequence[_Item]) -> None:
    """Resolves the futures of a batch, with one call per event loop."""
    for loop in {item.loop for item in batch}:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits any more
            loop.call_soon_threadsafe(_resolve, [item for item in batch if item.loop is loop])


def _resolve(batch: Sequence[_Item]) -> None:
    for item in batch:
        item.resolve()
