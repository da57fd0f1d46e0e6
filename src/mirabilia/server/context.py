"""What requests and sockets share: settings, store, hub, identities, limits; and what a request says of itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request

from mirabilia.server.http.limits import Buckets, Crowd, Ledger, network_of
from mirabilia.server.http.turns import Turns
from mirabilia.server.people.identity import Identities
from mirabilia.server.people.person import Person
from mirabilia.server.settings import Settings
from mirabilia.server.storage.store import Store, counts
from mirabilia.server.study.queue import Analyses
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.hub import Hub

Answer = TypeVar("Answer")
READY_SECONDS = 1.0  # for which an answer about the database is valid
COUNTS_SECONDS = 60.0
QUESTIONS_AT_ONCE = 10  # hints, warnings and answers to puzzles that one address may wait for
TURNS_AT_ONCE = 2  # replays, exports, imports and the like that run at the same time
TURNS_WAITING = 30  # those that one address may wait for
MANY_VIEWERS = 50  # sending a command to this many costs as much as another command
TABLES_OF_ADDRESS = 20  # one address may store the events of this many tables


@dataclass
class Context:
    """One per process, made at start-up; `app.state.context`."""

    settings: Settings
    store: Store
    hub: Hub
    identities: Identities
    analyses: Analyses
    ledger: Ledger = field(default_factory=Ledger)
    request_limit: Buckets = field(init=False)
    create_limit: Buckets = field(init=False)
    chat_limit: Buckets = field(init=False)
    analysis_limit: Buckets = field(init=False)
    command_limit: Buckets = field(init=False)
    address_limit: Buckets = field(init=False)
    byte_limit: Buckets = field(init=False)
    device_sockets: Crowd = field(init=False)
    seat_sockets: Crowd = field(init=False)
    event_limit: Buckets = field(init=False)
    events_of_address: Buckets = field(init=False)
    questions: Crowd = field(init=False)
    turns: Turns = field(init=False)

    def __post_init__(self) -> None:
        settings, ledger = self.settings, self.ledger
        self.hub.on_outside_change = self.identities.forget_all
        per_minute, tables, analyses = (
            settings.requests_per_minute,
            settings.create_per_hour,
            settings.analyses_per_hour,
        )
        self.request_limit = Buckets("requests", per_minute / 60, max(20, per_minute), ledger)
        self.create_limit = Buckets("tables", tables / 3600, max(1, tables), ledger)
        self.analysis_limit = Buckets("analyses", analyses / 3600, max(1, analyses), ledger)
        lines = settings.chat_per_minute
        self.chat_limit = Buckets("chat", lines / 60, max(3, lines / 4), ledger)
        rate, size, stored = settings.commands_per_second, settings.bytes_per_second, settings.events_per_hour
        self.command_limit = Buckets("commands", rate, 4 * rate, ledger)
        self.address_limit = Buckets("commands of an address", 20 * rate, 80 * rate, ledger)
        self.byte_limit = Buckets("bytes", size, 10 * size, ledger)
        self.event_limit = Buckets("events", stored / 3600, stored, ledger)
        all_of = TABLES_OF_ADDRESS * stored
        self.events_of_address = Buckets("events of an address", all_of / 3600, all_of, ledger)
        self.device_sockets = Crowd("sockets of a device", settings.sockets_per_device, ledger)
        self.seat_sockets = Crowd("sockets of a seat", settings.sockets_per_seat, ledger)
        self.questions = Crowd("questions", QUESTIONS_AT_ONCE, ledger)
        self.turns = Turns(TURNS_AT_ONCE, TURNS_WAITING)
        self._counting = asyncio.Lock()
        self._counted_at = 0.0
        self._counts: dict[str, object] | None = None
        self._asking = asyncio.Lock()
        self._asked_at = -1e9
        self._faults: list[str] = []

    def take_command(self, address: str, table: str, actor: Actor, size: int) -> None:
        """Counts a message against its seat and its address together; raises `too_many`."""
        self.byte_limit.need(address, size)
        self.address_limit.need(address)
        self.command_limit.need(f"{table}:{who(actor, address)}")

    def take_event(self, address: str, table: str, actor: Actor, viewers: int) -> None:
        """Counts what a command stores against its table and its address, and against its seat what it costs to tell
        many viewers; raises `too_many`."""
        if viewers >= MANY_VIEWERS:
            self.command_limit.need(f"{table}:{who(actor, address)}", viewers / MANY_VIEWERS)
        self.event_limit.need(table)
        self.events_of_address.need(address)

    async def counted(self) -> dict[str, object]:
        """Numbers over all tables. They take longer the more tables there are, so they are counted once a minute."""
        async with self._counting:
            now = time.monotonic()
            if self._counts is None or now - self._counted_at > COUNTS_SECONDS:
                self._counts, self._counted_at = await self.store.read(counts), now
            return self._counts

    async def in_turn(
        self, request: Request, person: Person | None, work: Callable[[], Coroutine[object, object, Answer]]
    ) -> Answer:
        """Work that takes a while, in fair order, as long as the client waits; see `Turns`."""
        address = network_at(request)
        return await self.turns.run(request, address, person.id if person is not None else address, work)

    def take_creation(self, address: str, person: Person | None) -> None:
        """Counts a new table against its device and its address together; raises `too_many`."""
        self.create_limit.need("address " + address)
        if person is not None:
            self.create_limit.need(person.id)

    async def storage_faults(self) -> list[str]:
        """What is wrong with the database: asked by reading and writing, at most once a second."""
        async with self._asking:
            if time.monotonic() - self._asked_at > READY_SECONDS:
                self._faults = await self._ask_storage()
                self._asked_at = time.monotonic()
            return self._faults

    async def _ask_storage(self) -> list[str]:
        try:
            async with asyncio.timeout(3):
                if not await asyncio.to_thread(self.store.is_migrated):
                    return ["migrations"]
                await self.store.try_write()
        except Exception:
            return ["database"]
        return []

    @contextmanager
    def socket_of(self, address: str, table: str, actor: Actor) -> Iterator[None]:
        """Counts a socket of a device and of a seat while it lasts; raises `too_many`."""
        device, seat = actor.person or address, f"{table}:{who(actor, address)}"
        self.device_sockets.enter(device)
        try:
            self.seat_sockets.enter(seat)
            try:
                yield
            finally:
                self.seat_sockets.leave(seat)
        finally:
            self.device_sockets.leave(device)

    def base_url(self, connection: HTTPConnection) -> str:
        """The address people use, without a slash at the end."""
        if self.settings.public_url:
            return self.settings.public_url.rstrip("/")
        scheme = {"ws": "http", "wss": "https"}.get(connection.url.scheme, connection.url.scheme)
        return f"{scheme}://{connection.headers.get('host', 'localhost')}{self.settings.path_prefix}"

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Whether a browser's request comes from a page of this server. Other clients send no Origin."""
        origin = connection.headers.get("origin")
        if origin is None:
            site = connection.headers.get("sec-fetch-site")
            return site in (None, "same-origin", "none")
        if origin in self.settings.allowed_origins:
            return True
        try:
            own, other = urlsplit(self.base_url(connection)), urlsplit(origin)
        except ValueError:  # no address at all
            return False
        if self.settings.public_url is None:
            # The host decides; a proxy may end https before us and not say so.
            return other.netloc == own.netloc and origin != "null"
        return origin == f"{own.scheme}://{own.netloc}"


def who(actor: Actor, address: str) -> str:
    """On whose account someone at a table acts: a seat's, or, without one, the person's or the address's."""
    return str(actor.seat) if actor.seat is not None else actor.person or address


def address_of(connection: HTTPConnection) -> str:
    """The client's address, for limits and logs."""
    return connection.client.host if connection.client else "unknown"


def network_at(connection: HTTPConnection) -> str:
    """On whose account a client's requests are limited: its address, in IPv6 its /64."""
    return network_of(address_of(connection))
