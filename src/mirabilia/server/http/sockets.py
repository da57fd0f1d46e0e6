"""A WebSocket with an outbox: sending to a connection never waits, and one that does not read is closed.

Messages wait in the outbox while the network takes the ones before; too many waiting, or one message that the network
does not take for too long, means a client that is gone or too slow. It can come back and resume from its number.
"""

from __future__ import annotations

import asyncio
import contextlib
import types
from collections import deque
from collections.abc import Coroutine, Generator

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from mirabilia.server import metrics
from mirabilia.server.tables.messages import Bye, encoder

log = structlog.get_logger()

MAX_WAITING = 100
MAX_WAITING_BYTES = 2_000_000
SEND_SECONDS = 15.0

CLOSE_CODES = {
    "restarting": 1012,
    "bad_message": 4400,
    "hello_first": 4400,
    "illegal_move": 4400,
    "no_access": 4403,
    "wrong_origin": 4403,
    "no_such_table": 4404,
    "too_slow": 4408,
    "other_game": 4409,
    "too_many": 4429,
}


@types.coroutine
def _rest_of(sending: Coroutine[object, None, None], waits_for: object) -> Generator[object, None, None]:
    """A send that began outside any task and now waits for the network; a task finishes it."""
    try:
        yield waits_for
        yield from sending
    finally:
        sending.close()


class Outbox:
    """Sends messages in order: at once if the network takes them, otherwise from a task of its own."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self._is_sending = False  # a message waits for the network, and later ones queue behind it
        self._begun: tuple[Coroutine[object, None, None], object] | None = None  # the message it waits for
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._news = asyncio.Event()
        self._closing: tuple[int, str] | None = None
        self.gave_up = False  # the client reads nothing, not even the close frame
        self._handler = asyncio.current_task()
        self._task = asyncio.create_task(self._send_all())

    def put(self, text: bytes) -> None:
        """Sends a message, or queues it while the network takes earlier ones; never waits."""
        if self._closing is not None or (not self._is_sending and self._send_now(text)):
            return
        self._waiting.append(text)
        self._bytes += len(text)
        self._news.set()
        if len(self._waiting) > MAX_WAITING or self._bytes > MAX_WAITING_BYTES:
            self._too_slow()

    def _send_now(self, text: bytes) -> bool:
        """Sends a message without yielding to the event loop; False if the network does not take all of it."""
        if self.socket.application_state is not WebSocketState.CONNECTED:
            return False
        sending = self.socket.send({"type": "websocket.send", "text": text.decode()})
        try:
            waits_for = sending.send(None)
        except StopIteration:
            return True
        except (WebSocketDisconnect, RuntimeError, OSError):
            return True  # the client has gone, which the receiver notices
        self._is_sending, self._begun = True, (sending, waits_for)
        self._news.set()
        return True

    def message(self, message: object) -> None:
        """Queues a message of the protocol."""
        self.put(encoder.encode(message))

    def bye(self, reason: str, retry_ms: int | None = None) -> None:
        """Sends the reason, then closes."""
        if self._closing is None:
            self.message(Bye(reason, retry_ms))
            self.close_for(reason)

    def close_for(self, reason: str) -> None:
        """Closes when everything is sent, with the code of the reason."""
        self.close(CLOSE_CODES.get(reason, 1000), reason)

    def close(self, code: int, reason: str) -> None:
        """Closes when everything is sent."""
        if self._closing is None:
            self._closing = (code, reason)
            self._news.set()

    def _too_slow(self) -> None:
        metrics.SLOW_CLIENTS.inc()
        self._waiting.clear()
        self._bytes = 0
        self._closing = (CLOSE_CODES["too_slow"], "too_slow")
        self._news.set()

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                while self._begun is not None or self._waiting:
                    try:
                        async with asyncio.timeout(SEND_SECONDS):
                            await self._next_sending()
                    except TimeoutError:
                        self._too_slow()
                if self._closing is not None:
                    await self._close(*self._closing)
                    return
                self._is_sending = False
                self._news.clear()
                await self._news.wait()

    async def _next_sending(self) -> None:
        if self._begun is not None:
            begun, self._begun = self._begun, None
            await _rest_of(*begun)
        else:
            self._is_sending = True
            text = self._waiting.popleft()
            self._bytes -= len(text)
            await self.socket.send({"type": "websocket.send", "text": text.decode()})

    async def _close(self, code: int, reason: str) -> None:
        """Closes the socket. If the client does not take even that, cancels the handler, which would wait forever."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.close(code, reason)
        except TimeoutError:
            self.gave_up = True
            if self._handler is not None:
                self._handler.cancel()

    async def finish(self) -> None:
        """Called when the connection's handler is done: sends what is queued, if possible, and closes."""
        if self._closing is None:
            self._closing = (1000, "")
        self._news.set()
        self._handler = None
        if not self.gave_up:
            with contextlib.suppress(asyncio.TimeoutError, Exception):
                await asyncio.wait_for(self._task, 5)
        self._task.cancel()

    @property
    def is_open(self) -> bool:
        """Whether the connection may receive more."""
        return self._closing is None and self.socket.client_state == WebSocketState.CONNECTED
