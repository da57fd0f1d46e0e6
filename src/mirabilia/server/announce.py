"""Announcements between processes: which tables changed, and who is connected where.

With SQLite there is one process and nothing to announce. With PostgreSQL the writer's transaction carries a NOTIFY,
so other processes hear of a change exactly when it is committed. A lost connection loses announcements; after
reconnecting every table in memory is compared with the database once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
import structlog

from mirabilia.server.postgres import ALIVE_LOCK, CHANNEL, LINE, notify
from mirabilia.server.settings import Settings
from mirabilia.server.writing import NotStored, Writer

log = structlog.get_logger()


class Listener(Protocol):
    """Who wants to hear."""

    async def on_news(self, news: dict[str, object]) -> None: ...

    async def on_gap(self) -> None: ...


class Announcer:
    """One process alone: says nothing, hears nothing."""

    async def start(self, listener: Listener) -> None:
        """Begins to listen."""

    def announce(self, news: dict[str, object]) -> None:
        """Tells the other processes something that is not stored."""

    async def stop(self) -> None:
        """Ends listening."""


class PostgresAnnouncer(Announcer):
    """Several processes: LISTEN on a connection of its own, NOTIFY through the writer."""

    def __init__(self, settings: Settings, writer: Writer) -> None:
        self._url = settings.postgres_url
        self._writer = writer
        self._task: asyncio.Task[None] | None = None
        self._waiting: list[str] = []
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
                    await connection.execute("SELECT pg_advisory_lock_shared(%s)", [ALIVE_LOCK])
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if ready.is_set():
                        await listener.on_gap()
                    ready.set()
                    async for notice in connection.notifies():
                        await self._hear(listener.on_news, notice.payload)
            except (psycopg.Error, OSError) as error:
                log.warning("listening_lost", error=str(error)[:200])
            await asyncio.sleep(0.5)

    async def _hear(self, hear: Callable[[dict[str, object]], Awaitable[None]], payload: str) -> None:
        try:
            news = msgspec.json.decode(payload)
        except msgspec.DecodeError:
            log.warning("strange_announcement", payload=payload[:100])
            return
        try:
            await hear(news)
        except Exception as error:  # whatever somebody announced: this process must go on listening
            log.error("strange_announcement", payload=payload[:100], error=repr(error)[:200])

    def announce(self, news: dict[str, object]) -> None:
        self._waiting.append(msgspec.json.encode(news).decode())
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
