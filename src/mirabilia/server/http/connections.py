"""The door: what a connection may do before, beside and after its requests.

uvicorn takes whatever comes. Here every connection is counted by address, a request's head is limited in size, lines
and time, its body in time, and connections that do not read or do not end are cut at the level of TCP. So one client,
however slow or large, takes a bounded part of memory and of the files this process may open; some of those are kept
back for health checks.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter
from collections.abc import Iterable

import structlog
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from mirabilia.server import metrics
from mirabilia.server.http.websocket import Conversation
from mirabilia.server.settings import Settings

log = structlog.get_logger()

HEAD_BYTES = 32 * 1024
HEAD_LINES = 100
READ_BYTES = 256 * 1024  # the most that comes at once
HEAD_SECONDS = 15.0  # from the first byte (or the connection) to the end of the head
KEPT_SECONDS = 2.0  # the same where only health checks are let in any more
BODY_SECONDS = 60.0
CLOSING_SECONDS = 10.0  # after this a closing connection is cut
UNREAD_SECONDS = 30.0  # a client that takes nothing for so long is cut
LOOK_SECONDS = 1.0
LOOKED_AT = 50  # connections in one go
CUT_SECONDS = 0.0002  # twice what cutting one takes: half of the time is for others
KEPT_FILES = 128  # for the database, logs and files of the page
KEPT_CONNECTIONS = 32  # for health checks
HEALTH = (b"/healthz", b"/readyz", b"/metrics")
SAID_AGAIN = 60.0  # seconds between two lines of the log about one address


def raise_file_limit(settings: Settings) -> int:
    """Raises the limit of open files as far as it may be and returns how many connections that allows."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.max_sockets + KEPT_FILES + KEPT_CONNECTIONS
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    room = soft - KEPT_FILES - KEPT_CONNECTIONS
    if room < settings.max_sockets:
        log.warning("few_files", limit=soft, connections=room, wanted=settings.max_sockets)
    return max(KEPT_CONNECTIONS, min(room, settings.max_sockets))


class Guest:
    """One connection at TCP level."""

    __slots__ = ("address", "body_at", "closing_at", "head_at", "is_kept", "transport", "unread", "unread_at")

    def __init__(self, transport: asyncio.Transport, address: str, is_kept: bool) -> None:
        self.transport = transport
        self.address = address
        self.is_kept = is_kept  # beyond the limit: for health checks alone
        self.head_at: float | None = time.monotonic()
        self.body_at: float | None = None
        self.closing_at: float | None = None
        self.unread, self.unread_at = 0, 0.0

    def fault(self, now: float) -> str | None:
        """Why the connection must be cut now, if it must."""
        if self.transport.is_closing():
            self.closing_at = self.closing_at or now
            return "closing" if now - self.closing_at > CLOSING_SECONDS else None
        waiting = self.transport.get_write_buffer_size()
        if waiting == 0 or self.unread == 0 or waiting < self.unread:
            self.unread, self.unread_at = waiting, now
        elif now - self.unread_at > UNREAD_SECONDS:
            return "unread"
        if self.head_at is not None and now - self.head_at > (KEPT_SECONDS if self.is_kept else HEAD_SECONDS):
            return "slow_head"
        return "slow_body" if self.body_at is not None and now - self.body_at > BODY_SECONDS else None


class Door:
    """All connections of the process."""

    def __init__(self, settings: Settings, room: int) -> None:
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.trusted_proxies]
        self._room = room
        self._per_address = min(settings.sockets_per_address or room, max(1, room // 2))
        self._by_address: Counter[str] = Counter()
        self._guests: dict[asyncio.Transport, Guest] = {}
        self._said: dict[tuple[str, str], float] = {}

    def __len__(self) -> int:
        return len(self._guests)

    def admit(self, transport: asyncio.Transport) -> Guest | None:
        """A connection comes; None: it is not let in."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        is_kept = len(self._guests) >= self._room
        if len(self._guests) >= self._room + KEPT_CONNECTIONS:
            self.refused(address, "full")
            return None
        if address and self._by_address[address] >= self._per_address and not self._is_proxy(address):
            self.refused(address, "connections")
            return None
        guest = self._guests[transport] = Guest(transport, address, is_kept)
        self._by_address[address] += 1
        metrics.CONNECTIONS.set(len(self._guests))
        return guest

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection has ended."""
        guest = self._guests.pop(transport, None)
        if guest is not None:
            self._by_address[guest.address] -= 1
            if not self._by_address[guest.address]:
                del self._by_address[guest.address]
            metrics.CONNECTIONS.set(len(self._guests))

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ipaddress.ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    def refused(self, address: str, why: str) -> None:
        """Counts, and says so in the log, though not for every single connection of a flood."""
        metrics.DOOR.labels(why).inc()
        now = time.monotonic()
        if now - self._said.get((address, why), -SAID_AGAIN) >= SAID_AGAIN:
            if len(self._said) > 1000:
                self._said.clear()
            self._said[address, why] = now
            log.warning("refused_at_door", why=why, address=address)

    def look_at(self, guests: Iterable[Guest], now: float) -> int:
        """Cuts those of these connections that take too long for something; how many."""
        cut = 0
        for guest in guests:
            why = guest.fault(now)
            if why is not None and guest.transport in self._guests:
                self.refused(guest.address, why)
                guest.transport.abort()
                cut += 1
        return cut

    async def watch(self) -> None:
        """Looks around for ever; at a few at a time, so that moves pass between them however many are to be cut."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            guests = list(self._guests.values())
            for first in range(0, len(guests), LOOKED_AT):
                cut = self.look_at(guests[first : first + LOOKED_AT], time.monotonic())
                await asyncio.sleep(cut * CUT_SECONDS)


def protocols(door: Door) -> tuple[type[HttpToolsProtocol], type[Conversation]]:
    """uvicorn's protocols with this door before them."""

    class Http(HttpToolsProtocol):
        """HTTP, with a limited head."""

        guest: Guest | None = None
        _size = _lines = _raw = 0
        _is_too_large = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.guest = door.admit(transport)
            if self.guest is None:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            door.leave(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self.guest is None or self._is_too_large:
                return
            super().data_received(data)
            if self.guest.head_at is not None:  # still in the head: one endless line is nobody's header yet
                self._raw += len(data)
                self._is_too_large |= self._raw > HEAD_BYTES + READ_BYTES
            if self._is_too_large:
                door.refused(self.guest.address, "large_head")
                self.transport.write(b"".join((STATUS_LINE[431], b"content-length: 0\r\nconnection: close\r\n\r\n")))
                self.transport.close()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self._size = self._lines = self._raw = 0
            assert self.guest is not None
            self.guest.head_at = self.guest.head_at or time.monotonic()

        def _count(self, size: int, lines: int) -> bool:
            self._size, self._lines = self._size + size, self._lines + lines
            self._is_too_large |= self._size > HEAD_BYTES or self._lines > HEAD_LINES
            return not self._is_too_large

        def on_url(self, url: bytes) -> None:
            if self._count(len(url), 0):
                super().on_url(url)

        def on_header(self, name: bytes, value: bytes) -> None:
            if self._count(len(name) + len(value) + 4, 1):
                super().on_header(name, value)

        def on_headers_complete(self) -> None:
            assert self.guest is not None
            if self._is_too_large:
                return
            self.guest.head_at, self.guest.body_at = None, time.monotonic()
            is_health = self.url.partition(b"?")[0].endswith(HEALTH)
            self.limit_concurrency = 0 if self.guest.is_kept and not is_health else None
            super().on_headers_complete()

        def _should_upgrade(self) -> bool:
            return not (self.guest is not None and self.guest.is_kept) and super()._should_upgrade()

        def on_body(self, body: bytes) -> None:
            if not self._is_too_large:
                super().on_body(body)

        def on_message_complete(self) -> None:
            if not self._is_too_large:
                assert self.guest is not None
                self.guest.body_at = None
                super().on_message_complete()

        def handle_websocket_upgrade(self) -> None:
            assert self.guest is not None
            self.guest.head_at = self.guest.body_at = None
            super().handle_websocket_upgrade()

    class WebSocket(Conversation):
        """WebSockets, which leave by the same door."""

        def connection_lost(self, exc: Exception | None) -> None:
            door.leave(self.transport)
            super().connection_lost(exc)

    return Http, WebSocket
