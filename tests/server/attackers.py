"""Attacks on a server, each as fast as the server lets it; run in a process of their own, so that only it is slowed.

    python -m server.attackers PREY SECONDS ADDRESSES NAME...

`PREY` is what the attackers know, as JSON (`Prey`); they come from so many addresses, 127.0.0.2 and following.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

import httpx

from mirabilia.game import new_game

HEAD = b"GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"
CLIENTS = 4  # who repeat an attack at the same time
_numbers = itertools.count(random.getrandbits(40))


@dataclass
class Prey:
    """What the attackers know: the server, a table of others, a game of their own that is over and one that goes on."""

    port: int
    strange: str
    finished: str = ""
    own: str = ""
    cookie: str = ""

    def dumps(self) -> str:
        return json.dumps(asdict(self))


class Attacker:
    """One of them, with an address of its own or shared."""

    def __init__(self, prey: Prey, address: str) -> None:
        self.prey, self.address = prey, address

    async def opened(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.prey.port, local_addr=(self.address, 0))

    async def upgraded(
        self, table: str, cookie: str = "", more: str = ""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await self.opened()
        cookie = f"Cookie: mirabilia_device={cookie}\r\n" if cookie else ""
        writer.write(
            f"GET /ws/v1/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{cookie}{more}\r\n".encode()
        )
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        return reader, writer

    @contextlib.asynccontextmanager
    async def http(self):  # type: ignore[no-untyped-def]
        transport = httpx.AsyncHTTPTransport(local_address=self.address)
        cookies = {"mirabilia_device": self.prey.cookie} if self.prey.cookie else {}
        base = f"http://127.0.0.1:{self.prey.port}/api/v1"
        async with httpx.AsyncClient(transport=transport, base_url=base, cookies=cookies, timeout=10) as client:
            yield client


async def sent(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Writes, and gives up when the server takes nothing."""
    writer.write(data)
    await asyncio.wait_for(writer.drain(), 2)


def frame(text: bytes, first: int = 0x81) -> bytes:
    """A masked frame of a client, with a mask that changes nothing."""
    size = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + len(text).to_bytes(2, "big")
    return bytes([first]) + size + bytes(4) + text


def played_out() -> str:
    """The record of a game by chance, another one each time."""
    rng = random.Random(next(_numbers))
    game = new_game("duel", seed=rng.getrandbits(40))
    while not game.over:
        game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
    return game.record().dumps()


# ---- connections and requests ----


async def pipelining(one: Attacker) -> None:
    _, writer = await one.opened()
    for _ in range(100):
        await sent(writer, HEAD * 2000)
    writer.close()


async def connecting(one: Attacker) -> None:
    """Comes and goes again."""
    for _ in range(200):
        _, writer = await one.opened()
        writer.close()


async def holding(one: Attacker) -> None:
    """Many connections that begin a request, or a message, and never end it."""
    begun = [await one.opened() for _ in range(100)]
    for number in range(40):
        for _, writer in begun:
            writer.write(b"GET / HTTP/1.1\r\nX-A: "[number : number + 1] or b"a")
        await asyncio.sleep(0.05)
    for _, writer in begun:
        writer.close()


async def requesting(one: Attacker) -> None:
    """The cheapest request again and again, over many connections; every answer is read."""

    async def ask() -> None:
        reader, writer = await one.opened()
        for _ in range(50):
            await sent(writer, HEAD)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await reader.readexactly(length)
        writer.close()

    await asyncio.gather(*(ask() for _ in range(25)), return_exceptions=True)


async def dribbling(one: Attacker) -> None:
    """Bodies in chunks of one byte."""
    _, writer = await one.opened()
    writer.write(b"POST /api/v1/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(50):
        await sent(writer, b"1\r\nx\r\n" * 10_000)
    writer.close()


async def large_answers(one: Attacker) -> None:
    """Asks for all there is to ask for, as fast as it comes."""
    paths = ("catalog/wonders", "openapi.json", "live-schema", "choices", "puzzles?game=wonders", "catalog/duel")
    async with one.http() as http:
        await asyncio.gather(*(http.get("/" + path) for path in paths * 5), return_exceptions=True)


async def unread_replays(one: Attacker) -> None:
    """Replays, over many connections that read nothing."""
    writers = []
    path = f"/api/v1/tables/{one.prey.finished}/replay?to=100000"
    head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: mirabilia_device={one.prey.cookie}\r\n\r\n"
    for _ in range(40):
        _, writer = await one.opened()
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(head.encode())
        writers.append(writer)
    await asyncio.sleep(3)
    for writer in writers:
        writer.close()


async def ranges(one: Attacker) -> None:
    """Thousands of pieces of one file."""
    _, writer = await one.opened()
    pieces = ",".join(f"{2 * number}-{2 * number}" for number in range(4000)).encode()
    head = b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + pieces[:30_000] + b"\r\n\r\n"
    for _ in range(20):
        await sent(writer, head)
        await asyncio.sleep(0.01)
    writer.close()


# ---- sockets ----


async def control_frames(one: Attacker) -> None:
    _, writer = await one.upgraded(one.prey.strange)
    for _ in range(100):
        await sent(writer, frame(b"x" * 100, 0x8A) * 1000)
    writer.close()


async def pieces(one: Attacker) -> None:
    """A message that never ends, in empty pieces."""
    _, writer = await one.upgraded(one.prey.strange)
    await sent(writer, frame(b"", 0x01))
    for _ in range(100):
        await sent(writer, frame(b"", 0x00) * 10_000)
    writer.close()


async def bombs(one: Attacker) -> None:
    """Small frames that unpack to much."""
    extension = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=12\r\n"
    _, writer = await one.upgraded(one.prey.strange, more=extension)
    packer = zlib.compressobj(9, zlib.DEFLATED, -12)
    packed = (packer.compress(b" " * 10_000_000) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
    for _ in range(20):
        await sent(writer, frame(packed[:16_000], 0xC1))
    writer.close()


async def junk(one: Attacker) -> None:
    """What is no message, nested as deep as a frame allows."""
    _, writer = await one.upgraded(one.prey.strange)
    for _ in range(200):
        await sent(writer, frame(b'{"type":' * 12) + frame(b"[" * 10_000))
    writer.close()


async def again_and_again(one: Attacker, connections: int, messages: bytes, *, reads: bool = True) -> None:
    """The same messages at the own table thirty times, from many connections."""
    sockets = [await one.upgraded(one.prey.own, one.prey.cookie) for _ in range(connections)]
    for _, writer in sockets:
        if not reads:
            writer.transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(frame(b'{"type":"hello","v":1}'))
    for _ in range(30):
        for _, writer in sockets:
            await sent(writer, messages)
        await asyncio.sleep(0.1)
    for _, writer in sockets:
        writer.close()


async def under_the_limit(one: Attacker) -> None:
    """Many sockets, each a little under what one may send."""
    await again_and_again(one, 40, frame(b'{"type":"ping","n":1}') * 9)


async def unread_states(one: Attacker) -> None:
    """Asks for the whole state again and again and reads nothing."""
    await again_and_again(one, 10, frame(b'{"type":"resync"}') * 3, reads=False)


async def watching(one: Attacker) -> None:
    """A crowd comes to the own table, something happens there all the time, and the crowd leaves."""
    sockets = []
    with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        for _ in range(150):
            sockets.append(await one.upgraded(one.prey.own, one.prey.cookie))
            sockets[-1][1].write(frame(b'{"type":"hello","v":1}'))
        for number in range(50):
            milliseconds = 500 + number % 2
            command = {"type": "pace", "id": f"w{next(_numbers)}", "milliseconds": milliseconds}
            await sent(sockets[0][1], frame(json.dumps(command).encode()))
            await asyncio.sleep(0.05)
    for _, writer in sockets:
        writer.close()


async def talking(one: Attacker) -> None:
    """Chat, another pace, a look at the state, a nudge, all the time."""
    _, writer = await one.upgraded(one.prey.own, one.prey.cookie)
    await sent(writer, frame(b'{"type":"hello","v":1}'))
    for number in range(100):
        said = [
            {"type": "chat", "id": f"a{next(_numbers)}", "phrase": "hello"},
            {"type": "pace", "id": f"b{next(_numbers)}", "milliseconds": 500 + number},
            {"type": "nudge", "id": f"c{next(_numbers)}", "seat": 1},
            {"type": "resync"},
        ]
        await sent(writer, b"".join(frame(json.dumps(each).encode()) for each in said))
        await asyncio.sleep(0.01)
    writer.close()


async def hellos(one: Attacker) -> None:
    """Greets at tables that are not there or not open to it."""
    for number in range(50):
        table = one.prey.strange if number % 2 else "".join(random.choices("abcdefghkmnp", k=12))
        _, writer = await one.upgraded(table)
        await sent(writer, frame(b'{"type":"hello","v":1}'))
        writer.close()


async def handshakes(one: Attacker) -> None:
    """Begins WebSockets that never come to be."""
    head = f"GET /ws/v1/tables/{one.prey.strange} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n".encode()
    odd = b"Sec-WebSocket-Extensions: " + b"permessage-deflate, " * 1000 + b"x\r\n"
    begun = [await one.opened() for _ in range(50)]
    for _, writer in begun:
        writer.write(head + b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" + odd + b"\r\n")
    await asyncio.sleep(2)
    for _, writer in begun:
        writer.close()


# ---- REST ----


async def _asked(one: Attacker, method: str, path: str, body: object = None) -> None:
    async with one.http() as http:
        await http.request(method, path, json=body)


async def tables(one: Attacker) -> None:
    await _asked(one, "POST", "/tables", {"game": "wonders", "players": 7, "start": True})


async def analyses(one: Attacker) -> None:
    await _asked(one, "POST", "/analyses", {"record": played_out(), "depth": "deep"})


async def imports(one: Attacker) -> None:
    await _asked(one, "POST", "/records", {"record": "mirabilia 1\n" + "x" * 1_200_000})


async def hints(one: Attacker) -> None:
    await _asked(one, "POST", f"/tables/{one.prey.own}/hint", {"kind": "explain"})


async def variations(one: Attacker) -> None:
    """A record in which every move of a variation has to be tried, as many as there may be, and with many notes."""
    text = played_out()
    moves = text.index("\nmoves\n") + len("\nmoves\n")
    first = text[moves : text.index("\n", moves)].strip()
    noted = text[:moves] + f"  > {first}\n" * 4900 + "# a note\n" * 9000 + text[moves:]
    await _asked(one, "POST", "/records", {"record": noted})


async def hanging_up(one: Attacker) -> None:
    """Asks for what takes long, and goes at once."""
    for path in (f"tables/{one.prey.finished}/replay?to=100000", "me/export", "me/study", "statistics"):
        _, writer = await one.opened()
        cookie = f"Cookie: mirabilia_device={one.prey.cookie}\r\n"
        writer.write(f"GET /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode())
        await asyncio.sleep(0.01)
        writer.close()


async def renaming(one: Attacker) -> None:
    await _asked(one, "POST", "/me", {"name": f"Eve {next(_numbers)}"})


async def joining(one: Attacker) -> None:
    await _asked(one, "POST", "/join", {"secret": "i" + one.prey.strange + "a" * 20, "name": "Eve"})


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    each.__name__.replace("_", " "): each
    for each in (
        pipelining, connecting, holding, requesting, dribbling, large_answers, unread_replays, ranges, control_frames,
        pieces, bombs, junk, under_the_limit, unread_states, watching, talking, hellos, tables, analyses, imports,
        hints, renaming, joining, handshakes, variations, hanging_up,
    )
}  # fmt: skip


async def attack_of(name: str, one: Attacker, end: float) -> None:
    """Repeats an attack as fast as the server lets it."""
    while time.monotonic() < end:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError, httpx.HTTPError, IndexError):
            await asyncio.wait_for(ATTACKS[name](one), max(0.1, end - time.monotonic()))
        await asyncio.sleep(0.01)


async def attack(prey: Prey, seconds: float, addresses: int, names: list[str]) -> None:
    end = time.monotonic() + seconds
    everyone = [
        (name, Attacker(prey, f"127.0.0.{2 + number % addresses}")) for name in names for number in range(CLIENTS)
    ]
    await asyncio.gather(*(attack_of(name, one, end) for name, one in everyone))


if __name__ == "__main__":
    asyncio.run(attack(Prey(**json.loads(sys.argv[1])), float(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
