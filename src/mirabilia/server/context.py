"""What requests and sockets share: settings, store, hub, identities, limits; and what a request says of itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from mirabilia.server.http.limits import Buckets, Crowd, network_of
from mirabilia.server.people.identity import Identities
from mirabilia.server.people.person import Person
from mirabilia.server.settings import Settings
from mirabilia.server.storage.store import Store
from mirabilia.server.study.queue import Analyses
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.hub import Hub

READY_SECONDS = 1.0  # so long an answer about the database holds
QUESTIONS_AT_ONCE = 10  # hints, warnings and answers to puzzles that one address may wait for
STUDIES_AT_ONCE = 2  # statistics over whole games, which one address may ask for at the same time


@dataclass
class Context:
    """One per process, made at start-up; `app.state.context`."""

    settings: Settings
    store: Store
    hub: Hub
    identities: Identities
    analyses: Analyses
    request_limit: Buckets = field(init=False)
    create_limit: Buckets = field(init=False)
    chat_limit: Buckets = field(init=False)
    analysis_limit: Buckets = field(init=False)
    command_limit: Buckets = field(init=False)
    address_limit: Buckets = field(init=False)
    byte_limit: Buckets = field(init=False)
    device_sockets: Crowd = field(init=False)
    seat_sockets: Crowd = field(init=False)
    questions: Crowd = field(init=False)
    studies: Crowd = field(init=False)

    def __post_init__(self) -> None:
        settings = self.settings
        self.request_limit = Buckets(
            "requests", settings.requests_per_minute / 60, max(20, settings.requests_per_minute)
        )
        self.create_limit = Buckets("tables", settings.create_per_hour / 3600, max(1, settings.create_per_hour))
        self.analysis_limit = Buckets("analyses", settings.analyses_per_hour / 3600, max(1, settings.analyses_per_hour))
        self.chat_limit = Buckets("chat", settings.chat_per_minute / 60, max(3, settings.chat_per_minute / 4))

        self._asking = asyncio.Lock()
        self._asked_at = -1e9
        self._faults: list[str] = []
        rate = settings.commands_per_second
        self.command_limit = Buckets("commands", rate, 4 * rate)
        self.address_limit = Buckets("commands of an address", 20 * rate, 80 * rate)
        self.byte_limit = Buckets("bytes", settings.bytes_per_second, 10 * settings.bytes_per_second)
        self.device_sockets = Crowd("sockets of a device", settings.sockets_per_device)
        self.seat_sockets = Crowd("sockets of a seat", settings.sockets_per_seat)
        self.questions = Crowd("questions", QUESTIONS_AT_ONCE)
        self.studies = Crowd("studies", STUDIES_AT_ONCE)

    def take_command(self, address: str, table: str, actor: Actor, size: int) -> None:
        """Counts a message against its seat and its address together; raises `too_many`."""
        self.byte_limit.take(address, size)
        self.address_limit.take(address)
        self.command_limit.take(f"{table}:{who(actor, address)}")

    def take_creation(self, address: str, person: Person | None) -> None:
        """Counts a new table against its device and its address together; raises `too_many`."""
        self.create_limit.take("address " + address)
        if person is not None:
            self.create_limit.take(person.id)

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
        own = urlsplit(self.base_url(connection))
        if self.settings.public_url is None:
            # The host decides; a proxy may end https before us and not say so.
            return urlsplit(origin).netloc == own.netloc and origin != "null"
        return origin == f"{own.scheme}://{own.netloc}"


def who(actor: Actor, address: str) -> str:
    """On whose account somebody at a table acts: a seat's, or, without one, the person's or the address's."""
    return str(actor.seat) if actor.seat is not None else actor.person or address


def address_of(connection: HTTPConnection) -> str:
    """The client's address, for limits and logs."""
    return connection.client.host if connection.client else "unknown"


def network_at(connection: HTTPConnection) -> str:
    """On whose account a client's requests are limited: its address, in IPv6 its /64."""
    return network_of(address_of(connection))
