"""uvicorn's WebSocket, with a short way for what nearly every message is: one whole frame of text.

A move is a hundred bytes in one frame, and an update leaves in one. For those the general way (a parser that may stop
at any byte, an object per frame, a queue that pauses the socket after each message) costs more than deciding the
move. Everything else goes that general way: fragments, control frames, several frames at once, a frame in two parts.
"""

from __future__ import annotations

import asyncio
from collections import deque

from uvicorn._types import ASGIReceiveEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

from mirabilia.json_types import JsonObject

MOST_PIECES = 1000  # of one message
MOST_WAITING = 4  # messages of one client that may wait to be read; then its socket is not read any more
WRITE_NOW = "mirabilia.write_now"  # extension of a WebSocket's scope: its `write` sends a message without waiting

_TEXT = 0x81  # first byte of a frame: a whole message of text
_MASKED = 0x80  # second byte: what a client sends is masked
_SHORT, _LONG = 126, 127  # lengths that say how the length is written


class Inbox:
    """Messages for one reader, in order: the part of `asyncio.Queue` that uvicorn uses."""

    __slots__ = ("_loop", "_messages", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: deque[ASGIReceiveEvent] = deque()
        self._reader: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._messages)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._messages

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """Adds a message and wakes the reader."""
        self._messages.append(message)
        reader = self._reader
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """The next message; waits for it."""
        while not self._messages:
            self._reader = self._loop.create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._messages.popleft()


class Conversation(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: JsonObject,
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.queue = Inbox(self.loop)  # type: ignore[assignment]

    async def run_asgi(self) -> None:
        self.scope.setdefault("extensions", {})[WRITE_NOW] = {"write": self._write_now}
        await super().run_asgi()

    # ---- what comes ----

    def data_received(self, data: bytes) -> None:
        text = self._whole_text(data)
        if text is None:
            super().data_received(data)
        else:
            self._take(text)

    def _whole_text(self, data: bytes) -> bytes | None:
        """What a client sent, if it is exactly one whole message of text and nothing before it is unfinished."""
        size = len(data) - 6
        if size < 0 or data[0] != _TEXT:
            return None
        head, length = 2, data[1] - _MASKED
        if length == _SHORT:
            head, length = 4, int.from_bytes(data[2:4], "big")
            size -= 2
            if length < _SHORT:
                return None  # badly written: the parser says so
        if length != size or data[1] == _MASKED + _LONG:
            return None
        conn = self.conn
        most = conn.max_message_size
        if conn.state is not State.OPEN or conn.current_size is not None or (most is not None and size > most):
            return None
        if conn.reader.buffer or not self._is_between_frames():
            return None
        return apply_mask(data[head + 4 :], data[head : head + 4])

    def _is_between_frames(self) -> bool:
        """Whether the parser waits for the beginning of a frame."""
        waits_in: object = self.conn.parser
        while (inner := getattr(waits_in, "gi_yieldfrom", None)) is not None:
            waits_in = inner
        return getattr(waits_in, "__name__", "") == "at_eof"  # within a frame it waits in `read_exact`

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_PIECES:
            self.conn.fail(1009, "too many pieces")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        data = b"".join(self.frames)
        self.frames = []
        if self.curr_msg_data_type == "text":
            self._take(data)
        elif not self.close_sent:
            self._hand_over({"type": "websocket.receive", "bytes": data})

    def _take(self, data: bytes) -> None:
        """A message of text has come."""
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.fail(1007, "not UTF-8")
            self.handle_parser_exception()
            return
        if not self.close_sent:  # what comes after our closing is not read any more
            self._hand_over({"type": "websocket.receive", "text": text})

    def _hand_over(self, message: ASGIReceiveEvent) -> None:
        self.queue.put_nowait(message)
        if len(self.queue) >= MOST_WAITING and not self.read_paused:  # type: ignore[arg-type]
            self.read_paused = True
            self.transport.pause_reading()

    # ---- what goes ----

    def _write_now(self, text: bytes) -> bool:
        """Sends a message without waiting if the client takes what it was sent before; False: it must wait.

        What is sent in one go (an ack and the update after it) leaves in one write, which is what costs most. Until
        then it stays with uvicorn's own output, so that whatever else is written keeps its place.
        """
        if self.close_sent or not self.handshake_complete or not self.writable.is_set():
            return False
        conn = self.conn
        if self.transport.is_closing() or conn.state is not State.OPEN:
            return False
        if not conn.writes:
            self.loop.call_soon(self._flush)
        size = len(text)
        if size < _SHORT:
            conn.writes.append(bytes((_TEXT, size)))
        elif size < 1 << 16:
            conn.writes.append(bytes((_TEXT, _SHORT, size >> 8, size & 255)))
        else:
            conn.writes.append(bytes((_TEXT, _LONG)) + size.to_bytes(8, "big"))
        conn.writes.append(text)
        return True

    def _flush(self) -> None:
        output = self.conn.data_to_send()
        if output and not self.transport.is_closing():
            self.transport.write(b"".join(output))
