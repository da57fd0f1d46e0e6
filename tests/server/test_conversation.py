"""The short way for whole messages: the same messages in the same order as the general way, however the bytes come."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Generator, Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from mirabilia.server.http.websocket import MOST_WAITING, WRITE_NOW, Conversation, Inbox

MOST = 16 * 1024
HEAD = (
    b"GET /x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Wire(asyncio.Transport):
    """A connection that only remembers what was done with it."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closed = self.paused = False
        self.pauses = 0

    def write(self, data: Any) -> None:
        self.sent += bytes(data)

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None:
        self.paused = True
        self.pauses += 1

    def resume_reading(self) -> None:
        self.paused = False


class Talk:
    """One conversation with an application that keeps what it receives."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol], is_reading: bool = True) -> None:
        self.got: list[Any] = []
        self.reading = asyncio.Event()
        if is_reading:
            self.reading.set()

        async def application(scope: Any, receive: Any, send: Any) -> None:
            self.scope = scope
            await receive()
            await send({"type": "websocket.accept"})
            while True:
                await self.reading.wait()
                message = await receive()
                self.got.append(message.get("text", message.get("bytes", message.get("code"))))
                if message["type"] == "websocket.disconnect":
                    return

        config = uvicorn.Config(application, ws_max_size=MOST, ws_per_message_deflate=False, log_config=None)
        config.load()
        self.wire = Wire()
        self.talk = kind(config, ServerState(), {})
        self.talk.connection_made(self.wire)

    async def hear(self, pieces: list[bytes]) -> list[Any]:
        """Gives it the pieces; what its application has received then."""
        for piece in pieces:
            if not self.wire.closed:
                self.talk.data_received(piece)
            await asyncio.sleep(0)
        await settle()
        return self.got


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def frame(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def frames_for(rng: random.Random) -> tuple[list[bytes], list[object]]:
    """Frames of some messages, and the messages."""
    frames: list[bytes] = []
    messages: list[object] = []
    for _ in range(rng.randrange(1, 12)):
        size = rng.choice([0, 1, 5, 100, 125, 126, 127, 300, 4000, MOST])
        text = "".join(rng.choice('aé漢🂡{}"') for _ in range(size))
        data = text.encode()[:MOST].decode(errors="ignore").encode()
        kind = rng.randrange(6)
        if kind < 3:
            frames.append(frame(Opcode.TEXT, data))
            messages.append(data.decode())
        elif kind == 3:
            frames.append(frame(Opcode.BINARY, data))
            messages.append(data)
        elif kind == 4:  # in pieces, with a ping between them
            cut = rng.randrange(len(data) + 1)
            frames += [
                frame(Opcode.TEXT, data[:cut], fin=False),
                frame(Opcode.PING, b"p"),
                frame(Opcode.CONT, data[cut:]),
            ]
            messages.append(data.decode())
        else:
            frames.append(frame(Opcode.PONG, b"?"))
    return frames, messages


def cut_up(rng: random.Random, frames: list[bytes]) -> list[bytes]:
    """The same bytes as the network might bring them: frame by frame, several at once, or anyhow."""
    way = rng.randrange(3)
    if way == 0:
        return frames
    whole, pieces = b"".join(frames), []
    while whole:
        size = rng.randrange(1, 9) if way == 1 and len(whole) < 3000 else rng.randrange(1, 6000)
        pieces.append(whole[:size])
        whole = whole[size:]
    return pieces


def test_all_messages_arrive_in_order_however_they_are_cut() -> None:
    async def run() -> int:
        short = 0
        for seed in range(120):
            rng = random.Random(seed)
            frames, messages = frames_for(rng)
            mixed = [piece for part in (frames[:3], frames[3:]) for piece in cut_up(rng, part)]
            talk = Talk(Conversation)
            found = talk.talk._whole_text  # type: ignore[attr-defined]

            def counted(data: bytes, found: Any = found) -> bytes | None:
                nonlocal short
                text: bytes | None = found(data)
                short += text is not None
                return text

            talk.talk._whole_text = counted  # type: ignore[attr-defined]
            assert await talk.hear([HEAD, *mixed]) == messages, seed
            pings = sum(each[0] == 0x80 + Opcode.PING for each in frames)
            assert talk.wire.sent.count(b"\x8a\x01p") == pings
            await talk.hear([frame(Opcode.CLOSE, b"\x03\xe8")])
            assert talk.got[-1] == 1000 and talk.wire.closed
        return short

    assert asyncio.run(run()) > 100


BAD = {
    "not masked": Frame(Opcode.TEXT, b"hello").serialize(mask=False),
    "not UTF-8": frame(Opcode.TEXT, b"\xff\xfe"),
    "a length written too long": b"\x81\xfe\x00\x05\x00\x00\x00\x00hello",
    "a length written much too long": b"\x81\xff\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\x00hello",
    "too large": frame(Opcode.TEXT, b"a" * (MOST + 1)),
    "a continuation of nothing": frame(Opcode.CONT, b"a"),
    "reserved bits": b"\xc1\x85\x00\x00\x00\x00hello",
    "an unknown kind": b"\x83\x85\x00\x00\x00\x00hello",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_frames_are_taken_as_in_the_general_way(name: str) -> None:
    async def run(kind: type[WebSocketsSansIOProtocol]) -> Any:
        talk = Talk(kind)
        return await talk.hear([HEAD, frame(Opcode.TEXT, b"first"), BAD[name], frame(Opcode.TEXT, b"after")])

    ours, theirs = asyncio.run(run(Conversation)), asyncio.run(run(WebSocketsSansIOProtocol))
    assert ours == theirs and ours[0] == "first" and "after" not in ours[1:2]


def test_a_text_within_an_unfinished_message_is_a_fault() -> None:
    async def run(kind: type[WebSocketsSansIOProtocol]) -> Any:
        talk = Talk(kind)
        return await talk.hear([HEAD, frame(Opcode.TEXT, b"half", fin=False), frame(Opcode.TEXT, b"other")])

    assert asyncio.run(run(Conversation)) == asyncio.run(run(WebSocketsSansIOProtocol)) == [1002]


def test_a_client_is_not_read_while_its_messages_wait() -> None:
    async def run() -> None:
        talk = Talk(Conversation, is_reading=False)
        await talk.hear([HEAD])
        for number in range(MOST_WAITING):
            assert not talk.wire.paused
            await talk.hear([frame(Opcode.TEXT, b"%d" % number)])
        assert talk.wire.paused and talk.wire.pauses == 1
        talk.reading.set()
        await settle()
        assert talk.got == [str(number) for number in range(MOST_WAITING)] and not talk.wire.paused

    asyncio.run(run())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 200_000])
def test_what_is_written_is_what_a_client_reads(size: int) -> None:
    async def run() -> bytes:
        talk = Talk(Conversation)
        await talk.hear([HEAD])
        write = talk.scope["extensions"][WRITE_NOW]["write"]
        already = len(talk.wire.sent)
        assert write(b"a" * size) and write(b"next")
        assert len(talk.wire.sent) == already  # both leave together
        await settle()
        talk.wire.closed = True
        assert not write(b"late")
        return talk.wire.sent[already:]

    written = StreamReader()
    written.feed_data(asyncio.run(run()))

    def read() -> Iterator[Frame]:
        while written.buffer:
            (frame,) = _returned(Frame.parse(written.read_exact, mask=False))
            yield frame

    assert [(each.opcode, bytes(each.data), each.fin) for each in read()] == [
        (Opcode.TEXT, b"a" * size, True),
        (Opcode.TEXT, b"next", True),
    ]


def _returned(parser: Generator[None, None, Frame]) -> list[Frame]:
    """What a parser returns that has all it needs."""
    try:
        next(parser)
    except StopIteration as end:
        return [end.value]
    return []


def test_the_inbox_survives_a_reader_that_gives_up() -> None:
    async def run() -> None:
        inbox = Inbox(asyncio.get_running_loop())
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await inbox.get()
        inbox.put_nowait("one")
        inbox.put_nowait("two")
        assert [await inbox.get(), await inbox.get()] == ["one", "two"] and inbox.empty()

    asyncio.run(run())
