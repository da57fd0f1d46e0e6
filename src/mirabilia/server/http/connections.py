"""Limits on connections, applied before anything expensive is parsed: the only place where bytes come in.

uvicorn takes whatever comes. Here each of its protocols stands behind a `LimitedConnection`, which sees the bytes first
and gives the protocol a transport of its own. It uses asyncio's protocols and transports, httptools' parser and the
`http` option of uvicorn; nothing private. Per connection it limits the size, lines and time of a request's head, the
time of its body, the requests that wait for their answer, and WebSocket frames of every kind.

Everything an address (a /64 in IPv6) makes the server do has a price in bytes and goes on one account: connections,
requests, pieces of bodies, frames, reads, and what is written back. Who owes more than the account allows is not
refused but not read either, on any connection, until it is paid. A proxy's connections are not counted together; a
WebSocket behind one goes on the account of whoever the proxy names. A client that does not read or does not end is cut
by `watch`. So one client, however slow, large or busy, takes a bounded part of memory, time and files; some connections
are kept back for health checks.
"""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, cast

import httptools
import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from mirabilia.json_types import JsonObject
from mirabilia.server import metrics
from mirabilia.server.http.limits import WIDE, Crowd, Debts, Ledger, network_of, wider_network_of
from mirabilia.server.settings import Settings

if TYPE_CHECKING:
    from uvicorn.config import Config
    from uvicorn.server import ServerState

try:
    import resource
except ImportError:  # Windows, where nothing limits open files this way
    resource = None  # type: ignore[assignment]

log = structlog.get_logger()

CONNECTION = "mirabilia.connection"  # key of a scope's `state`: the `LimitedConnection` it came by
HEAD_BYTES = 32 * 1024
HEAD_LINES = 100
READ_BYTES = 256 * 1024  # the most that asyncio reads at once
MAX_PIECES, LEAST_PIECE = 1000, 64  # of a body: beyond this many, pieces must average this many bytes
MAX_REQUESTS = 4  # pending requests of one connection
RARE_FRAMES, RARE_PER_SECOND = 60, 5.0  # control frames and pieces of messages; browsers send one in 20 s
MESSAGES, MESSAGES_PER_SECOND = 200, 100.0  # whole messages; what comes faster waits
# Prices in bytes, by the processor time they take beside the bytes themselves.
ARRIVAL, REQUEST, FRAME, READ, PIECE, WRITE = 20_000, 20_000, 1000, 500, 100, 500
LEAST_BYTES = 500_000  # a second, a quarter of what any account allows
WRITTEN_SHARE = 10  # this many written bytes count as one byte read
NOTICED_WAIT = 1.0  # seconds; longer waits are counted and logged
MOST_OWED = 10.0  # seconds; an address that must wait longer gets no new connection
UNREAD_OF_ADDRESS, UNREAD_IN_ALL = 32_000_000, 128_000_000  # bytes written that clients have not read
HEAD_SECONDS = 15.0  # from the first byte (or the connection) to the end of the head, or of a WebSocket's handshake
KEPT_SECONDS = 2.0  # the same once only health checks are accepted
BODY_SECONDS = 60.0
CLOSING_SECONDS = 10.0  # after which a closing connection is cut
UNREAD_SECONDS = 30.0  # after which a client that reads nothing is cut
LOOK_SECONDS = 1.0
LOOKED_AT = 50  # connections checked in one go
CUT_SECONDS = 0.0002  # twice what cutting one takes: half of the time is for others
KEPT_FILES = 128  # reserved for the database, logs and files of the page
KEPT_CONNECTIONS = 32  # reserved for health checks
HEALTH = (b"/healthz", b"/readyz", b"/metrics")
LOG_AGAIN = 60.0  # seconds between two lines of the log about one address
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
FULL = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def raise_file_limit(settings: Settings) -> int:
    """Raises the limit of open files as far as allowed; returns how many connections that permits."""
    if resource is None:
        return settings.max_sockets
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.max_sockets + KEPT_FILES + KEPT_CONNECTIONS
    if soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    room = soft - KEPT_FILES - KEPT_CONNECTIONS
    if room < settings.max_sockets:
        log.warning("few_files", limit=soft, connections=room, wanted=settings.max_sockets)
    return max(KEPT_CONNECTIONS, min(room, settings.max_sockets))


class Client:
    """One connection at TCP level, as `Connections.watch` sees it."""

    __slots__ = ("body_at", "closing_at", "head_at", "is_kept", "network", "transport", "unread", "unread_at", "wait")

    def __init__(self, transport: asyncio.Transport, network: str, is_kept: bool, wait: float = 0.0) -> None:
        self.transport = transport
        self.network = network  # the key it is limited by; empty for a proxy, which stands for many clients
        self.wait = wait  # seconds before anything is read
        self.is_kept = is_kept  # beyond the limit, for health checks only
        self.head_at: float | None = time.monotonic() + wait
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


class Connections:
    """All connections of the process."""

    def __init__(self, settings: Settings, room: int, ledger: Ledger | None = None) -> None:
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.trusted_proxies]
        self._room = room
        half = max(1, room // 2)
        most = min(settings.sockets_per_address or room, half)
        self._by_network = Crowd("connections of an address", most, ledger)
        self._by_wider = Crowd("connections of a network", min(WIDE * most, half), ledger)
        self._clients: dict[asyncio.Transport, Client] = {}
        self._logged: OrderedDict[tuple[str, str], float] = OrderedDict()
        rate = 4.0 * max(settings.bytes_per_second, LEAST_BYTES) if settings.bytes_per_second else 0.0
        self._accounts = Debts("account", rate, 10 * rate, ledger)
        self.on_closed: Callable[[], None] = lambda: None  # called for every connection that has ended

    def __len__(self) -> int:
        return len(self._clients)

    def charge(self, network: str, price: float) -> float:
        """Charges an address; returns the seconds before it is read from again."""
        if not network:
            return 0.0
        wait, wider = self._accounts.charge(network, price), wider_network_of(network)
        return wait if wider is None else max(wait, self._accounts.charge(wider, price / WIDE))

    def admit(self, transport: asyncio.Transport) -> Client | None:
        """Admits a new connection; None if it is refused."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        network = "" if self._is_proxy(address) else network_of(address)
        is_kept = len(self._clients) >= self._room
        if len(self._clients) >= self._room + KEPT_CONNECTIONS:
            self.refused(network, "full")
            return None
        wait = self._enter(network)
        if wait is None:
            return None
        client = self._clients[transport] = Client(transport, network, is_kept, wait)
        metrics.CONNECTIONS.set(len(self._clients))
        return client

    def adopt(self, client: Client, network: str) -> bool:
        """Assigns a proxy's connection to one client; False if that client has too many."""
        if client.network or self._is_proxy(network):
            return True
        if self._enter(network) is None:
            return False
        client.network = network
        return True

    def _enter(self, network: str) -> float | None:
        """Counts a connection of an address: the seconds until it is read from, or None if there are too many."""
        if not network:
            return 0.0
        wait, wider = self.charge(network, ARRIVAL), wider_network_of(network)
        if wait <= MOST_OWED and self._by_network.try_to_enter(network):
            if wider is None or self._by_wider.try_to_enter(wider):
                return wait
            self._by_network.leave(network)
        self.refused(network, "connections")
        return None

    def leave(self, transport: asyncio.Transport) -> None:
        """Forgets a connection that has ended."""
        client = self._clients.pop(transport, None)
        if client is not None:
            if client.network:
                self._by_network.leave(client.network)
                if (wider := wider_network_of(client.network)) is not None:
                    self._by_wider.leave(wider)
            metrics.CONNECTIONS.set(len(self._clients))
            self.on_closed()

    def _is_proxy(self, address: str) -> bool:
        try:
            return any(ipaddress.ip_address(address) in network for network in self._proxies)
        except ValueError:
            return False

    def refused(self, network: str, why: str) -> None:
        """Counts a refusal, and logs it once a minute for each address and reason."""
        metrics.REFUSED_CONNECTIONS.labels(why).inc()
        now = time.monotonic()
        if now - self._logged.get((network, why), -LOG_AGAIN) >= LOG_AGAIN:
            self._logged[network, why] = now
            self._logged.move_to_end((network, why))
            if len(self._logged) > 1000:
                self._logged.popitem(last=False)
            log.warning("connection_refused", why=why, address=network)

    def look_at(self, clients: Iterable[Client], now: float) -> int:
        """Cuts those of these connections that take too long; returns how many."""
        cut = 0
        for client in clients:
            why = client.fault(now)
            if why is not None and client.transport in self._clients:
                self.refused(client.network, why)
                client.transport.abort()
                cut += 1
        return cut

    async def watch(self) -> None:
        """Checks connections forever, a few at a time, so that moves get through however many have to be cut."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            clients = list(self._clients.values())
            for first in range(0, len(clients), LOOKED_AT):
                cut = self.look_at(clients[first : first + LOOKED_AT], time.monotonic())
                await asyncio.sleep(cut * CUT_SECONDS)
            self.relieve()

    def relieve(self) -> None:
        """Cuts the clients with most unread bytes when an address, or all together, exceed their limit."""
        unread = [(each.transport.get_write_buffer_size(), each) for each in self._clients.values() if each.unread]
        in_all, of_address = sum(size for size, _ in unread), Counter[str]()
        for size, client in unread:
            of_address[client.network] += size
        for size, client in sorted(unread, key=lambda each: -each[0]):
            if in_all > UNREAD_IN_ALL or (client.network and of_address[client.network] > UNREAD_OF_ADDRESS):
                in_all -= size
                of_address[client.network] -= size
                self.refused(client.network, "unread")
                client.transport.abort()


class Refused(Exception):
    """The connection exceeds a limit; the argument names it."""


class Allowance:
    """So much at once, and so much a second; one connection's, as `Debts` is an address's."""

    __slots__ = ("_at", "_burst", "_owed", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._owed, self._at = 0.0, 0.0

    def take(self) -> float:
        """Counts one more and returns 0; beyond the burst nothing is counted: the seconds until it would fit."""
        now = time.monotonic()
        owed = max(0.0, self._owed - (now - self._at) * self._rate) + 1
        if owed > self._burst:
            return (owed - self._burst) / self._rate
        self._owed, self._at = owed, now
        return 0.0


class Frames:
    """Counts the WebSocket frames of a client as their bytes pass."""

    __slots__ = ("_begun", "_left", "_messages", "_rare", "seen")

    def __init__(self) -> None:
        self.seen = 0  # frames
        self._left = 0  # bytes of the present frame that are still to come
        self._begun = b""  # of a head that is not whole yet
        self._rare = Allowance(RARE_PER_SECOND, RARE_FRAMES)
        self._messages = Allowance(MESSAGES_PER_SECOND, MESSAGES)

    def pass_on(self, data: bytes) -> tuple[bytes, bytes, float]:
        """The bytes for the parser, the bytes that must wait, and for how many seconds. Raises `Refused`."""
        data, self._begun = self._begun + data, b""
        place, size = 0, len(data)
        while True:
            step = min(self._left, size - place)
            place, self._left = place + step, self._left - step
            if place == size:
                return data, b"", 0.0
            head = data[place : place + 14]
            length = head[1] & 127 if len(head) > 1 else 0
            wide = 2 if length == 126 else 8 if length == 127 else 0
            whole = 2 + wide + (4 if len(head) > 1 and head[1] & 128 else 0)
            if len(head) < whole:
                self._begun = data[place:]
                return data[:place], b"", 0.0
            if head[0] & 0xBF in (0x81, 0x82):  # a whole message, compressed or not
                wait = self._messages.take()
                if wait:
                    return data[:place], data[place:], wait
            elif self._rare.take():
                raise Refused("frames")
            self._left = int.from_bytes(head[2 : 2 + wide], "big") if wide else length
            place += whole
            self.seen += 1


class LimitedTransport(asyncio.Transport):
    """The transport that uvicorn's protocols get, so that a protocol that replaces another stays behind the limits."""

    def __init__(self, connection: LimitedConnection, real: asyncio.Transport) -> None:
        super().__init__()
        self._connection = connection
        self._real = real
        self._written: list[bytes] = []  # by a WebSocket in this turn of the event loop: an ack and its update

    def get_extra_info(self, name: str, default: object = None) -> object:
        return self._real.get_extra_info(name, default)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self._connection.upgrade(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self._connection.inner

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if self._real.is_closing():
            return
        if not self._connection.is_websocket:
            self._connection.charge(WRITE + len(data) / WRITTEN_SHARE)
            self._real.write(data)
            return
        if not self._written:
            self._connection.loop.call_soon(self.flush)
        self._written.append(bytes(data))

    def flush(self) -> None:
        """Writes everything collected in one call."""
        if self._written:
            data, self._written = b"".join(self._written), []
            self._connection.greeted()
            if not self._real.is_closing():
                self._connection.charge(WRITE + len(data) / WRITTEN_SHARE)
                self._real.write(data)

    def is_closing(self) -> bool:
        return self._real.is_closing()

    def close(self) -> None:
        self.flush()
        self._real.close()

    def abort(self) -> None:
        self._real.abort()

    def pause_reading(self) -> None:
        self._connection.pause(by_protocol=True)

    def resume_reading(self) -> None:
        self._connection.resume(by_protocol=True)

    def is_reading(self) -> bool:
        return self._real.is_reading()

    def get_write_buffer_size(self) -> int:
        return self._real.get_write_buffer_size() + sum(map(len, self._written))

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self._real.set_write_buffer_limits(high, low)

    def can_write_eof(self) -> bool:
        return self._real.can_write_eof()

    def write_eof(self) -> None:
        self.flush()
        self._real.write_eof()


class LimitedConnection(asyncio.Protocol):
    """One connection: limits incoming bytes and passes them to uvicorn. `protocol_for` binds `connections`."""

    connections: Connections

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: JsonObject,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.loop = _loop or asyncio.get_running_loop()
        self._given = config, server_state, {**app_state, CONNECTION: self}, _loop
        self.inner: asyncio.Protocol  # once the connection is let in
        self._real: asyncio.Transport | None = None
        self._transport: LimitedTransport | None = None
        self._client: Client | None = None
        self._parser = self._new_parser()
        self._frames: Frames | None = None
        self._waiting = 0  # pending requests
        self._price = 0.0  # of what is being read
        self._pieces, self._body = 0, 0  # of the present request's body: how many, and bytes
        self._url, self._size, self._lines, self._raw = b"", 0, 0, 0
        self._fault: str | None = None
        self._held = b""  # bytes that came too fast
        self._pauses: set[bool] = set()  # who has paused reading: the protocol (True), the limits (False)

    @property
    def is_websocket(self) -> bool:
        """Whether the connection has become a WebSocket."""
        return self._frames is not None

    # ---- asyncio calls ----

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        real = cast(asyncio.Transport, transport)  # uvloop's transports are of another class
        self._real = real
        self._client = self.connections.admit(real)
        if self._client is None:
            real.abort()
            return
        self._transport = LimitedTransport(self, real)
        self.inner = HttpToolsProtocol(*self._given)
        self.inner.connection_made(self._transport)
        self._wait(self._client.wait)

    def connection_lost(self, exc: Exception | None) -> None:
        assert self._real is not None
        self._fault = self._fault or "closed"
        del self._parser  # it refers back: without it all of this is gone at once, and waits for no collection
        if self._client is not None:
            self.connections.leave(self._real)
            self.inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        return None if self._client is None else self.inner.eof_received()

    def pause_writing(self) -> None:
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.inner.resume_writing()

    def data_received(self, data: bytes) -> None:
        if self._client is None or self._fault is not None:
            return
        price = READ + len(data)
        if False in self._pauses:  # uvloop begins to read after `connection_made`, paused or not
            assert self._real is not None
            self._real.pause_reading()
            self._held += data
            self.charge(price)
        else:
            self._wait(self._take(data, price))

    def _take(self, data: bytes, price: float) -> float:
        """Passes on incoming bytes; returns the seconds to wait before reading more."""
        self._price, wait = price, 0.0
        try:
            if self._frames is not None:
                wait = self._take_frames(data)
            else:
                self._take_requests(data)
        except Refused as refused:
            self._refuse(str(refused))
        return max(wait, self.charge(self._price)) if self._price else wait

    def charge(self, price: float) -> float:
        """Charges the client; returns the seconds before it is read from again."""
        return 0.0 if self._client is None else self.connections.charge(self._client.network, price)

    def belongs_to(self, network: str) -> bool:
        """Notes the client that a proxy names; False if that client has too many connections."""
        return self._client is not None and self.connections.adopt(self._client, network)

    def _wait(self, seconds: float) -> None:
        """Stops reading for this many seconds."""
        if seconds and self._fault is None and self._client is not None:
            if seconds > NOTICED_WAIT:
                self.connections.refused(self._client.network, "account")
            self.pause(by_protocol=False)
            self.loop.call_later(seconds, self._go_on)

    # ---- requests ----

    def _new_parser(self) -> httptools.HttpRequestParser:
        parser = httptools.HttpRequestParser(self)
        parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn reads them
        return parser

    def _take_requests(self, data: bytes) -> None:
        assert self._client is not None
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self.inner.data_received(data)
            if self._frames is None:  # an upgrade that uvicorn does not support: it continues with HTTP
                self._parser = self._new_parser()
            return
        except httptools.HttpParserError:
            if self._fault is not None:
                raise Refused(self._fault) from None
            self._fault = "bad_request"  # uvicorn answers it and closes; nothing more is read
        if self._client.head_at is not None:  # still in the head: an endless line is not a header yet
            self._raw += len(data)
            if self._raw > HEAD_BYTES + READ_BYTES:
                raise Refused("large_head")
        self.inner.data_received(data)

    def _is_refused(self, why: str) -> None:
        """Stops the parser, which calls the methods below."""
        self._fault = why
        raise Refused(why)

    def on_message_begin(self) -> None:
        """The parser has found the beginning of a request."""
        assert self._client is not None
        self._url, self._size, self._lines, self._raw = b"", 0, 0, 0
        self._price += REQUEST
        self._pieces, self._body = 0, 0
        self._client.head_at = self._client.head_at or time.monotonic()
        if self._waiting >= MAX_REQUESTS:
            self._is_refused("pipelined")

    def on_url(self, url: bytes) -> None:
        """A piece of the request's address."""
        self._url += url
        self._count(len(url), 0)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header line."""
        self._count(len(name) + len(value) + 4, 1)

    def _count(self, size: int, lines: int) -> None:
        self._size, self._lines = self._size + size, self._lines + lines
        if self._size > HEAD_BYTES or self._lines > HEAD_LINES:
            self._is_refused("large_head")

    def on_headers_complete(self) -> None:
        """The head is whole."""
        assert self._client is not None
        self._client.head_at, self._client.body_at = None, time.monotonic()
        if self._client.is_kept and not self._url.partition(b"?")[0].endswith(HEALTH):
            self._is_refused("full")

    def on_body(self, body: bytes) -> None:
        """A piece of the body, at least one for each chunk."""
        self._price += PIECE
        self._pieces, self._body = self._pieces + 1, self._body + len(body)
        if self._pieces > MAX_PIECES and self._body < LEAST_PIECE * self._pieces:
            self._is_refused("pieces")

    def on_message_complete(self) -> None:
        """The request is whole."""
        assert self._client is not None
        self._client.body_at = None
        self._waiting += 1

    def answered(self) -> None:
        """The application has answered a request (`security.Shell`)."""
        self._waiting = max(0, self._waiting - 1)

    # ---- WebSocket ----

    def upgrade(self, protocol: asyncio.BaseProtocol) -> None:
        """uvicorn puts its WebSocket in the place of its HTTP."""
        assert isinstance(protocol, asyncio.Protocol) and self._client is not None
        self.inner, self._frames = protocol, Frames()
        self._client.head_at, self._client.body_at = time.monotonic(), None  # until the handshake is answered

    def greeted(self) -> None:
        """The WebSocket has written something: its handshake was one."""
        if self._client is not None:
            self._client.head_at = None

    def _take_frames(self, data: bytes) -> float:
        assert self._frames is not None
        seen = self._frames.seen
        ready, self._held, wait = self._frames.pass_on(data)
        self._price += FRAME * (self._frames.seen - seen)
        if ready:
            self.inner.data_received(ready)
        return wait

    def _go_on(self) -> None:
        """Passes on the bytes that were held back."""
        if self._fault is not None:
            return
        held, self._held = self._held, b""
        wait = self._take(held, 0.0) if held else 0.0
        if wait:
            self.loop.call_later(wait, self._go_on)
        else:
            self.resume(by_protocol=False)

    # ---- reading ----

    def pause(self, by_protocol: bool) -> None:
        """Stops reading until whoever paused it resumes."""
        assert self._real is not None
        if not self._pauses and not self._real.is_closing():
            self._real.pause_reading()
        self._pauses.add(by_protocol)

    def resume(self, by_protocol: bool) -> None:
        """Resumes reading unless the other side has paused it, too."""
        assert self._real is not None
        self._pauses.discard(by_protocol)
        if not self._pauses and not self._real.is_closing():
            self._real.resume_reading()

    def _refuse(self, why: str) -> None:
        assert self._real is not None and self._client is not None
        self._fault, self._held = why, b""
        self.connections.refused(self._client.network, why)
        if why in ("large_head", "full"):
            self._real.write(TOO_LARGE if why == "large_head" else FULL)
            self._real.close()
        else:
            self._real.abort()


def protocol_for(connections: Connections) -> type[LimitedConnection]:
    """The class for uvicorn's `http` option: connections under these limits."""
    return type("Limited", (LimitedConnection,), {"connections": connections})
