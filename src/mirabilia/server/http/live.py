"""The socket of a table: `hello`, `welcome`, then commands in and updates out. docs/live-protocol.md."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import structlog
from starlette.websockets import WebSocket

from mirabilia import __version__
from mirabilia.server import metrics
from mirabilia.server.context import Context, address_of, network_at
from mirabilia.server.http import audit
from mirabilia.server.http.sockets import Outbox
from mirabilia.server.people.identity import COOKIE
from mirabilia.server.people.person import Person
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.store import now_ms
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.access import actor_now
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.making import rematch
from mirabilia.server.tables.table import MAX_VIEWERS, Table
from mirabilia.server.tables.views import Renderer, shown_events

log = structlog.get_logger()

HELLO_SECONDS = 10.0
MAX_BAD = 10  # consecutive messages that are not of the protocol


class Connection:
    """One client at one table (`table.Viewer`)."""

    def __init__(self, outbox: Outbox, actor: Actor, name: str = "") -> None:
        self.outbox = outbox
        self.name = name
        self.actor = actor
        self.seat = actor.seat
        self.sent = 0

    def tell(self, table: Table, events: list[m.Event], renderer: Renderer) -> None:
        if not self.actor.may_still(table.state):
            self.outbox.bye("no_access")
            return
        if not events or events[0].seq != self.sent + 1:
            self._begin_anew(table, renderer)
        else:
            self.outbox.put(renderer.update_for(self.seat, events))
        self.sent = table.state.facts.seq

    def _begin_anew(self, table: Table, renderer: Renderer) -> None:
        """Sends the state alone, because the events in between are not in memory."""
        self.outbox.message(
            m.Welcome(m.VERSION, table.state.facts.seq, self.seat, __version__, [], True, renderer.state_for(self.seat))
        )

    def welcome(self, table: Table, last_seq: int | None, renderer: Renderer) -> None:
        """Sends the first message: the missed events and the state."""
        state = table.state
        first = state.recent[0].seq if state.recent else state.facts.seq + 1
        reset = last_seq is None or last_seq > state.facts.seq or last_seq + 1 < first
        events = [] if reset else [event for event in state.recent if event.seq > (last_seq or 0)]
        if not reset:
            metrics.RECONNECTS.inc()
        shown = shown_events(events, self.seat)
        body = renderer.state_for(self.seat)
        self.outbox.message(m.Welcome(m.VERSION, state.facts.seq, self.seat, __version__, shown, reset, body))
        self.sent = state.facts.seq

    def tell_presence(self, presence: m.Presence) -> None:
        self.outbox.message(presence)

    def say_bye(self, reason: str, retry_ms: int | None = None) -> None:
        self.outbox.bye(reason, retry_ms)


async def table_socket(socket: WebSocket) -> None:
    """`/ws/v1/tables/{table}`."""
    context: Context = socket.app.state.context
    if not context.is_own_origin(socket):
        audit.refused("wrong_origin", address_of(socket))
        await socket.close(4403)  # before accepting: the handshake is answered 403
        return
    if context.hub.bans.holds(address_of(socket)):
        audit.refused("banned", address_of(socket))
        await socket.close(4403)
        return
    if context.hub.is_stopping or context.hub.sockets >= context.settings.max_sockets:
        await socket.close(1013)
        return
    await socket.accept()
    outbox = Outbox(socket)
    context.hub.socket_opened()
    metrics.SOCKETS.labels("table").inc()
    try:
        await _converse(context, socket, outbox)
    except Refusal as refusal:
        audit.refused(refusal.code, address_of(socket), table=socket.path_params["table"][:12])
        outbox.message(m.Refuse(None, refusal.code, refusal.details, refusal.message))
        outbox.bye(refusal.code)
    except asyncio.CancelledError:
        if not outbox.gave_up:
            raise
    except Exception as error:
        log.error("socket_failed", error=repr(error)[:500], exc_info=error)
        outbox.bye("server_error")
    finally:
        context.hub.socket_closed()
        metrics.SOCKETS.labels("table").dec()
        await outbox.finish()


async def receive(socket: WebSocket) -> str | None:
    """The next frame as text; None when the client has gone."""
    frame = await socket.receive()
    if frame["type"] != "websocket.receive":
        return None
    text = frame.get("text")
    if text is None:
        raise Refusal("bad_message", fault="a binary frame")
    return str(text)


async def _converse(context: Context, socket: WebSocket, outbox: Outbox) -> None:
    hub = context.hub
    table = hub.table(socket.path_params["table"])
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await receive(socket)
    except TimeoutError:
        raise Refusal("hello_first") from None
    if text is None:
        return
    hello = decoded(text)
    if not isinstance(hello, m.Hello):
        raise Refusal("hello_first")
    if hello.v != m.VERSION:
        raise Refusal("wrong_version", version=hello.v, supported=[m.VERSION])
    person: Person | None = await context.identities.find(socket.cookies.get(COOKIE))
    context.hub.bans.check(address_of(socket), person.id if person is not None else None)
    async with table.lock:
        state = await table.loaded()
        if hello.last_seq is not None and hello.last_seq > state.facts.seq:
            await table.catch_up()  # another process has sent this client events that this one does not know
        actor = await actor_now(hub.links, table, person, hello.token, hello.seat)
    connection = Connection(outbox, actor, person.name if person is not None else "")
    with context.socket_of(network_at(socket), table.id, actor):
        await _attend(context, socket, connection, table, hello.last_seq)


async def _attend(
    context: Context, socket: WebSocket, connection: Connection, table: Table, last_seq: int | None
) -> None:
    """Shows the table and serves the connection until it ends."""
    async with table.lock:
        if not connection.actor.may_still(await table.loaded()):
            raise Refusal("no_access")
        if connection.seat is None and len(table.viewers) >= MAX_VIEWERS:
            raise Refusal("too_many", what="viewers", retry_ms=10_000)
        connection.welcome(table, last_seq, table.renderer())
        before = table.presence()
        table.add(connection)
        if table.presence() == before:
            connection.tell_presence(before)
    try:
        await _serve(context, socket, connection.outbox, table, connection)
    finally:
        table.remove(connection)


async def _serve(context: Context, socket: WebSocket, outbox: Outbox, table: Table, connection: Connection) -> None:
    address, bad = address_of(socket), 0
    while outbox.is_open:
        identity: str | None = None
        try:
            text = await receive(socket)
            if text is None:
                return
            over = _over_limit(context, network_at(socket), table, connection, text)
            message = decoded(text)  # malformed messages were counted, too
            identity = getattr(message, "id", None)
            if over is not None:
                raise over
            await _handle(context, table, connection, message, network_at(socket))
            bad = 0
        except Refusal as refusal:
            actor = connection.actor
            audit.refused(refusal.code, address, actor.person, table=table.id, seat=actor.seat)
            bad = bad + 1 if refusal.code in ("bad_message", "too_many") else 0
            if bad > MAX_BAD:
                outbox.bye(refusal.code)
                return
            await _refuse(table, connection, identity, refusal)


def _over_limit(context: Context, address: str, table: Table, connection: Connection, text: str) -> Refusal | None:
    """Counts a message; returns a refusal if there are too many."""
    try:
        context.take_command(address, table.id, connection.actor, len(text))
    except Refusal as refusal:
        return refusal
    return None


def decoded(text: str) -> m.ClientMessage:
    """Decodes a client's message; raises `bad_message`."""
    try:
        return m.client_decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", fault=str(error)[:200]) from None


async def _handle(
    context: Context, table: Table, connection: Connection, message: m.ClientMessage, address: str
) -> None:
    outbox = connection.outbox
    if isinstance(message, m.Ping):
        outbox.message(m.Pong(message.n, now_ms()))
    elif isinstance(message, m.Hello):
        raise Refusal("hello_twice")
    elif isinstance(message, m.Resync):
        async with table.lock:
            state = await table.loaded()
            if not connection.actor.may_still(state):
                raise Refusal("no_access")
            outbox.message(m.Update(state.facts.seq, [], table.renderer().state_for(connection.seat)))
            connection.sent = state.facts.seq
    else:
        await carry_out(context, table, connection.actor, message, address, outbox.message)


async def carry_out(
    context: Context, table: Table, actor: Actor, command: m.Command, address: str, tell_ack: Callable[[m.Ack], None]
) -> m.Ack:
    """Carries out a command of the protocol, from a socket or from REST."""
    if context.hub.is_stopping:
        raise Refusal("restarting", retry_ms=500)
    if isinstance(command, m.Chat | m.Nudge):
        context.chat_limit.need(f"{table.id}:{actor.seat}")
    context.take_event(address, table.id, actor, len(table.viewers))
    if isinstance(command, m.Rematch):
        return await rematch(context.hub, table, actor, command, tell_ack)
    return await context.hub.execute(table, actor, command, tell_ack)


async def _refuse(table: Table, connection: Connection, identity: str | None, refusal: Refusal) -> None:
    """Sends a refusal with the current state, except to someone who lost the seat or floods the server."""
    seq, body = None, None
    if refusal.code not in ("too_many", "bad_message"):
        async with table.lock:
            try:
                state = await table.loaded()
            except Refusal:
                state = None  # without the state, because the database cannot be reached
            if state is not None:
                if not connection.actor.may_still(state):
                    connection.outbox.bye("no_access")
                    return
                seq, body = state.facts.seq, table.renderer().state_for(connection.seat)
    connection.outbox.message(m.Refuse(identity, refusal.code, refusal.details, refusal.message, seq, body))
