"""Outside bots: the bot protocol (docs/bot-protocol.md) over `/ws/v1/bots`, one socket per seat, one message per frame.

The handshake carries the seat's token as `Authorization: Bearer TOKEN`. The server is the host: it says hello, the
bot answers with its own, and then gets a request whenever its seat owes a decision. Requests are stateless, so a bot
may be restarted at any time and gets the open question again. A bot that answers wrongly three times is let go; the
people at the table may then give its seat to a bot of the server.
"""

from __future__ import annotations

import asyncio
import hashlib

import structlog
from starlette.websockets import WebSocket

from mirabilia.protocol import messages as p
from mirabilia.server import metrics
from mirabilia.server.context import Context, address_of, network_at
from mirabilia.server.http import audit
from mirabilia.server.http.live import receive
from mirabilia.server.http.sockets import Outbox
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.access import link_now
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.messages import Presence
from mirabilia.server.tables.state import TableState
from mirabilia.server.tables.table import Table
from mirabilia.server.tables.views import Renderer

log = structlog.get_logger()
HANDSHAKE_SECONDS = 15.0
THINK_MS = 10_000.0
MAX_WRONG = 3  # answers to one question


class BotConnection:
    """An outside bot at its seat (`table.Viewer`)."""

    def __init__(self, outbox: Outbox, seat: int, generation: int) -> None:
        self.outbox = outbox
        self.seat: int | None = seat
        self.name = ""
        self.actor = Actor(None, seat, is_bot=True, generation=generation)
        self.asked: str | None = None  # the id of the request that waits for its answer
        self.at = 0
        self.texts: list[str] = []
        self.fields: list[dict[str, object]] = []
        self.wrong = 0

    def tell(self, table: Table, events: list[m.Event], renderer: Renderer) -> None:
        self.look(table.state)

    def look(self, state: TableState, again: bool = False) -> None:
        """Asks for a decision if the seat owes one and has not been asked. Hold the table's lock."""
        seat = self.actor.seat
        assert seat is not None
        if not self.actor.may_still(state):
            self.say_bye("no_access")
            return
        if state.facts.status in ("over", "closed"):
            self.outbox.put(p.encode(p.Quit()))
            self.outbox.close(1000, state.facts.status)
            return
        if seat not in state.to_act or state.game is None or state.facts.seats[seat].driver != "outside":
            self.asked = None
            return
        options = state.game.options(seat)
        texts = [option.text for option in options]
        is_same = self.at == state.facts.moves and self.texts == texts
        if self.asked is not None and is_same and not again:
            return
        self.wrong = self.wrong + 1 if is_same and again else 0
        self.asked, self.at, self.texts = f"{state.facts.seq}.{self.wrong}", state.facts.moves, texts
        self.fields = [option.as_dict() for option in options]
        request = p.Request(
            id=self.asked,
            seat=seat,
            view=state.game.view(seat),
            options=self.fields,
            limits=p.ThinkingLimits(milliseconds=THINK_MS),
            seed=_seed(state.facts.id, seat, state.facts.moves),
        )
        self.outbox.put(p.encode(request))

    def tell_presence(self, presence: Presence) -> None:
        """Bots need not know."""

    def say_bye(self, reason: str, retry_ms: int | None = None) -> None:
        self.outbox.put(p.encode(p.Quit()))
        self.outbox.close_for(reason)


def _seed(table: str, seat: int, moves: int) -> int:
    """A seed for a question: the same each time it is asked, and no clue to the deal."""
    return int.from_bytes(hashlib.blake2b(f"{table} {seat} {moves}".encode(), digest_size=6).digest(), "big")


async def bot_socket(socket: WebSocket) -> None:
    """`/ws/v1/bots`."""
    context: Context = socket.app.state.context
    hub = context.hub
    if not context.is_own_origin(socket):
        await socket.close(4403)  # before accepting: the handshake is answered 403
        return
    if hub.is_stopping or hub.sockets >= context.settings.max_sockets:
        await socket.close(1013)
        return
    try:
        hub.bans.check(address_of(socket), None)
        table, seat, generation = await _seat_of(context, socket)
    except Refusal as refusal:
        audit.refused(refusal.code, address_of(socket))
        await socket.close(4403)
        return
    try:
        with context.socket_of(network_at(socket), table.id, Actor(None, seat, is_bot=True, generation=generation)):
            await _accepted(context, socket, table, seat, generation)
    except Refusal as refusal:
        audit.refused(refusal.code, address_of(socket))
        await socket.close(1013)


async def _accepted(context: Context, socket: WebSocket, table: Table, seat: int, generation: int) -> None:
    hub = context.hub
    await socket.accept()
    outbox = Outbox(socket)
    hub.socket_opened()
    metrics.SOCKETS.labels("bot").inc()
    try:
        await _converse(context, socket, BotConnection(outbox, seat, generation), table)
    except Refusal as refusal:
        audit.refused(refusal.code, address_of(socket))
        outbox.close_for(refusal.code)
    except p.BadMessage as error:
        outbox.close(4400, error.code)
    except asyncio.CancelledError:
        if not outbox.gave_up:
            raise
    except Exception as error:
        log.error("bot_socket_failed", error=repr(error)[:500], exc_info=error)
        outbox.close_for("server_error")
    finally:
        hub.socket_closed()
        metrics.SOCKETS.labels("bot").dec()
        await outbox.finish()


async def _seat_of(context: Context, socket: WebSocket) -> tuple[Table, int, int]:
    """The seat that the token in the handshake opens."""
    kind, _, token = socket.headers.get("authorization", "").partition(" ")
    links = context.hub.links
    parts = links.parts(token) if kind.lower() == "bearer" and len(token) <= 80 else None
    if parts is None or parts.kind != "bot" or parts.seat is None:
        raise Refusal("bad_link")
    table = context.hub.table(parts.table)
    async with table.lock:
        await link_now(links, token, table)
        state = table.state
        if state.facts.seats[parts.seat].kind != "outside":
            raise Refusal("bad_link")
        return table, parts.seat, state.seat_generation(parts.seat)


async def _converse(context: Context, socket: WebSocket, connection: BotConnection, table: Table) -> None:
    async with table.lock:
        facts = (await table.loaded()).facts
    connection.outbox.put(p.encode(p.host_hello(facts.game, facts.players)))
    try:
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            text = await receive(socket)
    except TimeoutError:
        raise Refusal("hello_first") from None
    if text is None:
        return
    hello = p.read_bot_message(text)
    if not isinstance(hello, p.BotHello) or hello.protocol != p.VERSION:
        raise Refusal("hello_first")
    if facts.players not in hello.games.get(facts.game, ()):
        connection.say_bye("other_game")
        return
    async with table.lock:
        state = await table.loaded()
        away = state.facts.seats[connection.actor.seat or 0].driver != "outside" and state.facts.status == "playing"
        table.add(connection)
        if not away:
            connection.look(state)
    try:
        if away:
            back = m.Return(f"back.{state.facts.seq}")
            await context.hub.execute(table, connection.actor, back)
        await _serve(context, socket, table, connection)
    finally:
        table.remove(connection)


async def _serve(context: Context, socket: WebSocket, table: Table, connection: BotConnection) -> None:
    address = address_of(socket)
    while connection.outbox.is_open:
        text = await receive(socket)
        if text is None:
            return
        context.take_command(network_at(socket), table.id, connection.actor, len(text))
        try:
            message = p.read_bot_message(text)
            if isinstance(message, p.Pong):
                continue
            if not isinstance(message, p.Answer):
                raise Refusal("bad_message", fault="an answer was expected")
            await _answer(context, table, connection, message)
        except (Refusal, p.BadMessage) as error:
            audit.refused(error.code, address, table=table.id, seat=connection.seat)
            if connection.wrong + 1 >= MAX_WRONG:
                raise
            async with table.lock:
                connection.look(await table.loaded(), again=True)


async def _answer(context: Context, table: Table, connection: BotConnection, answer: p.Answer) -> None:
    if connection.asked is None or answer.id != connection.asked:
        return  # an answer to an older question
    place = answer.choice
    if isinstance(place, dict):
        if place not in connection.fields:
            raise Refusal("illegal_move", move=str(place)[:200], seat=connection.seat)
        place = connection.fields.index(place)
    if not 0 <= place < len(connection.texts):
        raise Refusal("illegal_move", move=str(place), seat=connection.seat)
    if context.hub.is_stopping:
        return
    asked, connection.asked = connection.asked, None
    command = m.Play(f"o{asked}", connection.at, connection.texts[place])
    await context.hub.execute(table, connection.actor, command)
