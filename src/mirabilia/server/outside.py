"""Outside bots: `/ws/v1/bots`, one socket per seat, opened with the seat's token. docs/live-protocol.md.

Requests are stateless: each carries the view, the options and the limits, so a bot may be restarted at any time and
gets the open question again.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
import structlog
from starlette.websockets import WebSocket

from mirabilia import __version__
from mirabilia.record import RULES_VERSION
from mirabilia.server import messages as m
from mirabilia.server import metrics
from mirabilia.server.access import checked_link
from mirabilia.server.commands import Actor
from mirabilia.server.context import Context
from mirabilia.server.limits import Bucket
from mirabilia.server.live import HELLO_SECONDS, MOST_BAD, receive
from mirabilia.server.refusals import Refusal
from mirabilia.server.sockets import Outbox
from mirabilia.server.store import now_ms
from mirabilia.server.table import Table
from mirabilia.server.views import Renderer, option_facts

log = structlog.get_logger()
THINK_MS = 10_000


class BotHello(msgspec.Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """A bot opens its seat."""

    v: int
    token: m.Secret
    name: Annotated[str, msgspec.Meta(max_length=40)] | None = None


class BotAnswer(msgspec.Struct, tag="answer", tag_field="type", forbid_unknown_fields=True):
    """A bot's choice: the text of an option or its place in the list."""

    id: Annotated[str, msgspec.Meta(max_length=40)]
    choice: Annotated[str, msgspec.Meta(max_length=200)] | Annotated[int, msgspec.Meta(ge=0, le=100_000)]
    analysis: dict[str, Any] | None = None


class BotPing(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Asks for a pong."""

    n: m.Count = 0


_decoder = msgspec.json.Decoder(BotHello | BotAnswer | BotPing)


class BotConnection:
    """An outside bot at its seat (`table.Viewer`)."""

    def __init__(self, outbox: Outbox, seat: int, generation: int) -> None:
        self.outbox = outbox
        self.seat: int | None = seat
        self.actor = Actor(None, seat, is_bot=True, generation=generation)
        self.asked: str | None = None  # the request that waits for its answer
        self.at = 0
        self.texts: list[str] = []
        self._told_over = False

    def tell(self, table: Table, events: list[m.Event], renderer: Renderer) -> None:
        self.look(table)

    def look(self, table: Table, again: bool = False) -> None:
        """Asks for a decision if the seat owes one. Hold the table's lock."""
        state, seat = table.state, self.actor.seat
        if not self.actor.may_still(state):
            self.outbox.bye("no_access")
            return
        if state.status in ("over", "closed") and not self._told_over:
            self._told_over = True
            self.outbox.message({"type": "over", "result": state.result})
        if seat not in state.to_act or state.game is None or state.seats[seat].driver != "outside":
            self.asked = None
            return
        options = state.game.options(seat)
        texts = [option.text for option in options]
        request = f"{state.move_count}.{sum(who == seat for who, _ in state.pending)}.{state.seq if again else ''}"
        if self.asked is not None and not again and self.at == state.move_count and self.texts == texts:
            return
        self.asked, self.at, self.texts = request.rstrip("."), state.move_count, texts
        self.outbox.message(
            {
                "type": "request",
                "id": self.asked,
                "view": state.game.view(seat),
                "options": [option_facts(option) for option in options],
                "limits": {"milliseconds": THINK_MS},
            }
        )

    def tell_presence(self, here: list[int], watching: int) -> None:
        """Bots need not know."""

    def say_bye(self, reason: str, retry_ms: int | None = None) -> None:
        self.outbox.bye(reason, retry_ms)


async def bot_socket(socket: WebSocket) -> None:
    """`/ws/v1/bots`."""
    context: Context = socket.app.state.context
    if not context.is_own_origin(socket):
        await socket.close(4403)
        return
    if context.hub.is_stopping or context.hub.sockets >= context.settings.max_sockets:
        await socket.close(1013)
        return
    await socket.accept()
    outbox = Outbox(socket)
    context.hub.sockets += 1
    metrics.SOCKETS.labels("bot").inc()
    try:
        await _converse(context, socket, outbox)
    except Refusal as refusal:
        metrics.REFUSALS.labels(refusal.code).inc()
        outbox.message(_refusal(None, refusal))
        outbox.bye(refusal.code)
    except Exception as error:
        log.error("bot_socket_failed", error=repr(error)[:500], exc_info=error)
        outbox.bye("server_error")
    finally:
        context.hub.sockets -= 1
        metrics.SOCKETS.labels("bot").dec()
        await outbox.finish()


def _refusal(identity: str | None, refusal: Refusal) -> dict[str, Any]:
    return {"type": "refuse", "id": identity, **refusal.as_dict()}


def _decoded(text: str) -> Any:
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_message", fault=str(error)[:200]) from None


async def _converse(context: Context, socket: WebSocket, outbox: Outbox) -> None:
    hub = context.hub
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            text = await receive(socket)
    except TimeoutError:
        raise Refusal("hello_first") from None
    if text is None:
        return
    hello = _decoded(text)
    if not isinstance(hello, BotHello):
        raise Refusal("hello_first")
    if hello.v != m.VERSION:
        raise Refusal("wrong_version", version=hello.v, supported=[m.VERSION])
    parts = hub.links.parts(hello.token)
    if parts is None or parts.kind != "bot" or parts.seat is None:
        raise Refusal("bad_link")
    table = hub.table(parts.table)
    async with table.lock:
        try:
            state = await table.loaded()
        except Refusal:
            raise Refusal("bad_link") from None
        checked_link(hub.links, hello.token, state)
        if state.seats[parts.seat].kind != "outside":
            raise Refusal("bad_link")
        connection = BotConnection(outbox, parts.seat, state.seat_generation(parts.seat))
        outbox.message(
            {
                "type": "welcome", "v": m.VERSION, "table": table.id, "seat": parts.seat, "game": state.game_name,
                "rules": RULES_VERSION, "server": __version__,
            }
        )  # fmt: skip
        table.add(connection)
        connection.look(table)
    try:
        await _serve(context, socket, outbox, table, connection)
    finally:
        table.remove(connection)


async def _serve(context: Context, socket: WebSocket, outbox: Outbox, table: Table, connection: BotConnection) -> None:
    rate = context.settings.commands_per_second
    bucket, bad = Bucket(rate, 4 * rate), 0
    while outbox.is_open:
        identity: str | None = None
        try:
            text = await receive(socket)
            if text is None:
                return
            bucket.take("commands")
            message = _decoded(text)
            if isinstance(message, BotPing):
                outbox.message(m.Pong(message.n, now_ms()))
            elif isinstance(message, BotHello):
                raise Refusal("hello_twice")
            else:
                identity = message.id
                await _answer(context, table, connection, message)
            bad = 0
        except Refusal as refusal:
            metrics.REFUSALS.labels(refusal.code).inc()
            bad += 1
            if bad > MOST_BAD:
                outbox.bye(refusal.code)
                return
            outbox.message(_refusal(identity, refusal))
            if refusal.code != "too_many":
                async with table.lock:
                    await table.loaded()
                    connection.look(table, again=True)


async def _answer(context: Context, table: Table, connection: BotConnection, answer: BotAnswer) -> None:
    if connection.asked is None or answer.id != connection.asked:
        raise Refusal("stale", at=0, now=connection.at)
    if isinstance(answer.choice, int):
        if answer.choice >= len(connection.texts):
            raise Refusal("illegal_move", move=str(answer.choice), seat=connection.seat)
        move = connection.texts[answer.choice]
    else:
        move = answer.choice
        if not move:
            raise Refusal("not_a_move")
    if context.hub.is_stopping:
        raise Refusal("restarting", retry_ms=500)
    asked, connection.asked = connection.asked, None
    command = m.Play(f"o{asked}", connection.at, move)

    def tell_ack(ack: m.Ack) -> None:
        connection.outbox.message({"type": "ack", "id": answer.id})

    await context.hub.execute(table, connection.actor, command, tell_ack)
