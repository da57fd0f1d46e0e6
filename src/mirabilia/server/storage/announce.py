"""Announcements between processes: which tables changed, and who is connected where.

With SQLite there is one process and nothing to announce. With PostgreSQL the writer's transaction carries a NOTIFY,
so other processes hear of a change exactly when it is committed. Each table has one of a few channels, and a process
listens to those of the tables it has in memory. Whoever begins to listen, or lost the connection, may have missed
something: the tables of those channels are then compared with the database once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol

import msgspec
import structlog

from mirabilia.server.settings import Settings
from mirabilia.server.storage.postgres import ALIVE_LOCK, CHANNEL, LINE, channel_of, notify
from mirabilia.server.storage.writing import NotStored, Writer

if TYPE_CHECKING:
    from psycopg import AsyncConnection

log = structlog.get_logger()


class Listener(Protocol):
    """Who wants to hear."""

    def on_news(self, news: dict[str, object], is_own: bool) -> None: ...

    async def on_gap(self, channels: Collection[str]) -> None: ...


class Announcer:
    """One process alone: says nothing, hears nothing."""

    async def start(self, listener: Listener) -> None:
        """Begins to listen."""

    def attend(self, table: str) -> None:
        """The process has this table from now on and wants to hear of it."""

    def leave(self, table: str) -> None:
        """The process has let go of the table."""

    def announce(self, table: str, news: dict[str, object]) -> None:
        """Tells the other processes that have the table something that is not stored."""

    async def stop(self) -> None:
        """Ends listening."""


class PostgresAnnouncer(Announcer):
    """Several processes: LISTEN on a connection of its own, NOTIFY through the writer."""

    def __init__(self, settings: Settings, writer: Writer) -> None:
        self._url = settings.postgres_url
        self._writer = writer
        self._task: asyncio.Task[None] | None = None
        self._waiting: list[tuple[str, str]] = []
        self._tables: Counter[str] = Counter()  # by channel: how many of its tables are here
        self._heard: set[str] = set()  # channels that the connection listens to
        self._changed = asyncio.Event()
        self._sending: asyncio.Future[object] | None = None

    async def start(self, listener: Listener) -> None:
        ready = asyncio.Event()
        self._task = asyncio.create_task(self._listen(listener, ready))
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(ready.wait(), 10)

    async def _listen(self, listener: Listener, ready: asyncio.Event) -> None:
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, application_name="mirabilia listen", **LINE
                ) as connection:
                    connection.add_notify_handler(lambda notice: self._hear(listener, notice.payload, notice.pid))
                    await connection.execute("SELECT pg_advisory_lock_shared(%s)", [ALIVE_LOCK])
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._heard = set()
                    self._changed.set()
                    ready.set()
                    while True:
                        await self._listen_as_wanted(connection, listener)
                        await self._hear_until_changed(connection, listener)
            except (psycopg.Error, OSError) as error:
                log.warning("listening_lost", error=str(error)[:200])
            await asyncio.sleep(0.5)

    async def _listen_as_wanted(self, connection: AsyncConnection, listener: Listener) -> None:
        """Listens to the channels of the tables that are here, and to no others."""
        self._changed.clear()
        wanted = set(self._tables)
        new = wanted - self._heard
        orders = [*(f"LISTEN {channel}" for channel in new), *(f"UNLISTEN {each}" for each in self._heard - wanted)]
        if orders:
            await connection.execute("; ".join(orders).encode())
            self._heard = wanted
        if new:
            await listener.on_gap(new)

    async def _hear_until_changed(self, connection: AsyncConnection, listener: Listener) -> None:
        """Hears whatever comes on the line, until other channels are wanted; raises when the line is lost.

        Straight from libpq, whenever there is something to read: psycopg's own generator costs more for each
        announcement than all that is done about it.
        """
        loop, line = asyncio.get_running_loop(), connection.pgconn
        lost: asyncio.Future[object] = loop.create_future()

        def read() -> None:
            try:
                line.consume_input()
                while (notice := line.notifies()) is not None:
                    self._hear(listener, notice.extra.decode(errors="replace"), notice.be_pid)
            except Exception as error:
                if not lost.done():
                    lost.set_exception(error)

        socket = line.socket
        loop.add_reader(socket, read)
        try:
            read()  # what came with the answer to LISTEN
            changed: asyncio.Task[object] = asyncio.ensure_future(self._changed.wait())
            waiting: set[asyncio.Future[object]] = {lost, changed}
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
            if lost.done():
                lost.result()
        finally:
            loop.remove_reader(socket)

    def _hear(self, listener: Listener, payload: str, session: int) -> None:
        try:
            news = msgspec.json.decode(payload)
        except msgspec.DecodeError:
            log.warning("strange_announcement", payload=payload[:100])
            return
        try:
            listener.on_news(news, session == self._writer.session)
        except Exception as error:  # whatever someone announced: this process must go on listening
            log.error("strange_announcement", payload=payload[:100], error=repr(error)[:200])

    def attend(self, table: str) -> None:
        channel = channel_of(table)
        self._tables[channel] += 1
        if channel not in self._heard:
            self._changed.set()

    def leave(self, table: str) -> None:
        channel = channel_of(table)
        self._tables[channel] -= 1
        if not self._tables[channel]:
            del self._tables[channel]
            self._changed.set()

    def announce(self, table: str, news: dict[str, object]) -> None:
        self._waiting.append((channel_of(table), msgspec.json.encode(news).decode()))
        if self._sending is None:
            self._send()

    def _send(self) -> None:
        """Sends all that waits, in one statement; what is announced meanwhile goes together afterwards."""
        payloads, self._waiting = self._waiting, []
        self._sending = self._writer.call(lambda connection: notify(connection, payloads))
        self._sending.add_done_callback(self._sent)

    def _sent(self, future: asyncio.Future[object]) -> None:
        self._sending = None
        if not future.cancelled() and (error := future.exception()) is not None and not isinstance(error, NotStored):
            log.error("announcing_failed", error=str(error)[:200])
        if self._waiting:
            self._send()

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
