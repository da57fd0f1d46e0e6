"""Limits on connections: heads, bodies, pipelines, frames, unread connections; numbers per address, device and seat."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed

from mirabilia.server.http import connections as limits
from mirabilia.server.http.frames import SMALL
from mirabilia.server.http.limits import network_of
from mirabilia.server.settings import Settings
from server.harness import InnerServer, Seat, inner_server
from server.test_hub import wait_until
from server.test_play import duel_of_two


def raw(server: InnerServer, data: bytes = b"") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    with contextlib.suppress(OSError):
        client.sendall(data)
    return client


def answer(client: socket.socket) -> bytes:
    """Everything the server says until it closes."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := client.recv(65536):
            said += piece
    return said


def is_closed(client: socket.socket, seconds: float = 15) -> bool:
    client.settimeout(seconds)
    try:
        return client.recv(65536) == b""
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False


@pytest.fixture(scope="module", params=[False, True], ids=["usual loop", "asyncio"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[InnerServer]:
    """A server on either event loop: they differ in when they read and write."""
    with inner_server(request.param, data_dir=tmp_path_factory.mktemp("data")) as running:
        yield running


# ---- heads and bodies (H4) ----


def test_one_endless_header_is_cut_off(server: InnerServer) -> None:
    client = raw(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ")
    sent = 0
    with contextlib.suppress(OSError):
        while sent < 20_000_000:
            client.sendall(b"a" * 65536)
            sent += 65536
    assert sent < 20_000_000, "the server stopped listening long before"
    client.close()


def test_a_large_head_is_refused(server: InnerServer) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: " + b"a" * 40_000 + b"\r\n\r\n"
    assert answer(raw(server, head)).startswith(b"HTTP/1.1 431")
    path = b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert answer(raw(server, path)).startswith(b"HTTP/1.1 431")


def test_many_header_lines_are_refused(server: InnerServer) -> None:
    lines = b"".join(b"X-%d: a\r\n" % number for number in range(300))
    said = answer(raw(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + lines + b"\r\n"))
    assert said.startswith(b"HTTP/1.1 431") and said.count(b"HTTP/1.1") == 1


def test_ordinary_heads_pass(server: InnerServer) -> None:
    headers = {f"X-{number}": "a" * 200 for number in range(60)}
    assert httpx.get(server.url + "/healthz", headers=headers).status_code == 200


@pytest.mark.parametrize("begun", [b"", b"GET /healthz HTTP/1.1\r\n", b"GET /healthz HTTP/1.1\r\nHost: local"])
def test_a_head_that_does_not_come_to_its_end_is_cut(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.3)
    assert is_closed(raw(server, begun))


@pytest.mark.parametrize(
    "odd", ["Sec-WebSocket-Extensions: " + "permessage-deflate, " * 1000 + "x", "Content-Length: 100000"]
)
def test_a_handshake_that_leads_to_nothing_is_cut(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 1.0)
    anna = server.person("Anna")
    table = anna.table("duel")["table"]["id"]
    with anna.socket(table) as seat:
        with raw(server, _handshake(table, anna.cookie)[:-2] + f"{odd}\r\n\r\n".encode()) as client:
            assert is_closed(client)
        seat.settle()


def test_a_body_that_does_not_come_is_cut(server: InnerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.3)
    head = (
        b"POST /api/v1/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    )
    assert is_closed(raw(server, head))


def test_large_chunked_bodies_and_bad_frames_leave_no_traceback(
    server: InnerServer, capfd: pytest.CaptureFixture[str]
) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(20):
            yield b"x" * 16_384

    assert httpx.post(server.url + "/api/v1/me", content=pieces()).status_code in (400, 413)
    _, first, second = duel_of_two(server)
    first.ws.socket.sendall(bytes([0x81, 0x82, 0, 0, 0, 0, 0xFF, 0xFE]))  # a masked text frame that is not UTF-8
    with pytest.raises(ConnectionClosed):
        while True:
            first.receive()
    second.close()
    assert "Traceback" not in capfd.readouterr().err


def test_a_message_in_endless_pieces_is_cut(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    plain = first.ws.socket
    with contextlib.suppress(OSError):
        plain.sendall(bytes([0x01, 0x80, 0, 0, 0, 0]))
        for _ in range(5000):
            plain.sendall(bytes([0x00, 0x80, 0, 0, 0, 0]))
    with pytest.raises(ConnectionClosed):
        while True:
            first.receive()
    second.close()


# ---- requests and frames in bulk ----


def test_requests_that_nobody_waits_for_end_the_connection(server: InnerServer) -> None:
    """Many requests at once, and none of their answers read."""
    client = raw(server)
    with contextlib.suppress(OSError):
        for _ in range(200):
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 1000)
    assert is_closed(client)
    assert httpx.get(server.url + "/healthz").status_code == 200


def test_requests_one_after_the_other_and_a_few_at_once_pass(server: InnerServer) -> None:
    with httpx.Client(base_url=server.url) as client:
        assert {client.get("/healthz").status_code for _ in range(30)} == {200}
    both = raw(server, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)
    said = b""
    while said.count(b"HTTP/1.1 200") < 2:
        said += both.recv(65536)
    both.close()


@pytest.mark.parametrize("first", [0x89, 0x8A, 0x00], ids=["ping", "pong", "piece"])
def test_a_flood_of_small_frames_ends_the_connection(server: InnerServer, first: int) -> None:
    _, one, two = duel_of_two(server)
    if first == 0x00:
        one.ws.socket.sendall(bytes([0x01, 0x80, 0, 0, 0, 0]))
    with contextlib.suppress(OSError):
        for _ in range(100):
            one.ws.socket.sendall(bytes([first, 0x80, 0, 0, 0, 0]) * 1000)
    with pytest.raises(ConnectionClosed):
        while True:
            one.receive()
    two.settle()
    two.close()


def test_frames_are_counted_however_their_bytes_are_cut() -> None:
    sizes = (0, 5, 125, 126, 4000, 70_000)
    heads = []
    for size in sizes:
        length = (
            bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
            if size < 1 << 16 else bytes([0xFF]) + size.to_bytes(8, "big")
        )  # fmt: skip
        heads.append(bytes([0x81]) + length + b"mask" + b"x" * size)
    whole = b"".join(heads) * 3
    for step in (1, 2, 3, 7, 1000, len(whole)):
        frames, passed = limits.Frames(), b""
        for place in range(0, len(whole), step):
            ready, held, wait = frames.pass_on(whole[place : place + step])
            assert not held and not wait
            passed += ready
        assert passed == whole, step


def test_messages_that_come_too_fast_wait_and_none_is_lost(server: InnerServer) -> None:
    _, one, two = duel_of_two(server)
    count = limits.MESSAGES + 50
    one.ws.socket.sendall(b"".join(_frame({"type": "ping", "n": number}) for number in range(count)))
    answered = [one.until("pong")["n"] for _ in range(count)]
    assert answered == list(range(count))
    one.close()
    two.close()


def test_one_customer_in_ipv6_is_one_account() -> None:
    assert {network_of(f"2001:db8:1:2:{number:x}::7") for number in range(200)} == {"2001:db8:1:2::/64"}
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.7") == network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::/64" and network_of("unknown") == "unknown"


@pytest.mark.parametrize("offer", ["permessage-deflate", "permessage-deflate; server_no_context_takeover"])
def test_large_messages_are_deflated_and_small_ones_are_not(server: InnerServer, offer: str) -> None:
    anna = server.person("Anna")
    table = anna.table("duel", seats=["me", {"kind": "bot", "level": "random"}], start=True)["table"]["id"]
    head = _handshake(table, anna.cookie)[:-2] + f"Sec-WebSocket-Extensions: {offer}\r\n\r\n".encode()
    with raw(server, head) as client, client.makefile("rb") as stream:
        said = list(iter(stream.readline, b"\r\n"))
        assert any(line.lower().startswith(b"sec-websocket-extensions: permessage-deflate") for line in said)
        client.sendall(_frame({"type": "hello", "v": 1}) + _frame({"type": "ping", "n": 5}))
        unpacker, seen = zlib.decompressobj(wbits=-15), dict[str, bool]()
        while {"welcome", "pong"} - set(seen):
            first, size = stream.read(2)
            length = int.from_bytes(stream.read({126: 2, 127: 8}[size]), "big") if size > 125 else size
            data, is_deflated = stream.read(length), bool(first & 0x40)
            if "no_context" in offer:
                unpacker = zlib.decompressobj(wbits=-15)
            text = unpacker.decompress(data + b"\0\0\xff\xff") if is_deflated else data
            message = json.loads(text)
            assert is_deflated == (len(text) >= SMALL)
            seen[message["type"]] = is_deflated
        assert seen["welcome"] and not seen["pong"]


# ---- connections that do not read or do not end (M2) ----


@pytest.mark.parametrize("plain", [False, True], ids=["usual loop", "asyncio"])
def test_clients_that_never_read_lose_their_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain: bool
) -> None:
    monkeypatch.setattr(limits, "UNREAD_SECONDS", 1.0)
    monkeypatch.setattr(limits, "CLOSING_SECONDS", 1.0)
    with inner_server(plain, data_dir=tmp_path) as server:
        anna = server.person("Anna")
        table = anna.table("wonders", players=7)["table"]["id"]
        anna.command(table, "start")
        anna.http.close()
        wait_until(lambda: len(server.app.state.connections) == 0, 10)
        # A socket that asks again and again for the whole state and reads nothing.
        plain = raw(server, _handshake(table, anna.cookie))
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with contextlib.suppress(OSError):
            plain.sendall(_frame({"type": "hello", "v": 1}))
            plain.settimeout(2)
            for _ in range(3000):
                plain.sendall(_frame({"type": "resync"}))
        wait_until(lambda: len(server.app.state.connections) == 0, 40)


def _handshake(table: str, cookie: str) -> bytes:
    return (
        f"GET /ws/v1/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: mirabilia_device={cookie}\r\n\r\n"
    ).encode()


def _frame(message: dict[str, Any]) -> bytes:
    text = json.dumps(message).encode()
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


# ---- how many (M1, M3) ----


def test_one_address_cannot_take_all_connections_and_health_checks_always_pass(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, max_sockets=40, sockets_per_address=0) as server:
        assert len(server.app.state.connections) == 0
        held = [raw(server) for _ in range(60)]
        assert is_closed(held[-1])
        assert len(server.app.state.connections) == 20, "half of all"
        server.app.state.connections._by_network._most = 1000  # as if they came from many addresses
        held += [raw(server) for _ in range(25)]
        wait_until(lambda: len(server.app.state.connections) > 40, 10)
        assert httpx.get(server.url + "/healthz", timeout=20).status_code == 200
        assert httpx.get(server.url + "/readyz", timeout=20).status_code == 200
        assert httpx.get(server.url + "/api/v1/choices", timeout=20).status_code == 503
        for client in held:
            client.close()
        wait_until(lambda: len(server.app.state.connections) == 0, 10)
        assert httpx.get(server.url + "/api/v1/choices", timeout=20).status_code == 200


def test_cutting_thousands_of_connections_leaves_time_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOOK_SECONDS", 0.0)
    turns, cuts = 0, Counter[int]()  # turns of the event loop, and how many were cut in each

    class Silent(asyncio.Transport):
        def get_extra_info(self, name: str, default: Any = None) -> Any:
            return ("192.0.2.1", 1) if name == "peername" else default

        def get_write_buffer_size(self) -> int:
            return 0

        def is_closing(self) -> bool:
            return False

        def abort(self) -> None:
            cuts[turns] += 1
            everyone.leave(self)

    everyone = limits.Connections(Settings(_env_file=None), 5000)
    clients = [everyone.admit(Silent()) for _ in range(1000)]
    for client in clients:
        assert client is not None and client.head_at is not None
        client.head_at -= limits.HEAD_SECONDS + 1

    async def run() -> None:
        nonlocal turns
        watching = asyncio.create_task(everyone.watch())
        while len(everyone):
            turns += 1
            await asyncio.sleep(0)
        watching.cancel()

    asyncio.run(run())
    assert cuts.total() == 1000 and max(cuts.values()) <= limits.LOOKED_AT


def test_the_limit_of_files_is_raised_or_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    now = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda kind: now[0])
    monkeypatch.setattr(resource, "setrlimit", lambda kind, pair: now.__setitem__(0, pair))
    settings = Settings(_env_file=None, max_sockets=2000)
    assert limits.raise_file_limit(settings) == 2000 and now[0][0] > 2100
    now[0] = (1024, 1024)
    assert limits.raise_file_limit(settings) == 1024 - limits.KEPT_FILES - limits.KEPT_CONNECTIONS


def test_tables_are_limited_by_address_also_for_many_devices(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, create_per_hour=10) as server:
        made, refused = 0, 0
        for _ in range(12):
            with contextlib.suppress(AssertionError):
                person = server.person("Eve")
                answer = person.http.post("/tables", json={"game": "duel"})
                made, refused = made + (answer.status_code == 201), refused + (answer.status_code == 429)
        assert made <= 10 and server.person().http.post("/tables", json={"game": "duel"}).status_code == 429


def test_commands_are_limited_by_seat_over_all_its_sockets(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, commands_per_second=2) as server:
        anna = server.person("Anna")
        table = anna.table("duel", chat="free")["table"]["id"]
        sockets = [anna.socket(table) for _ in range(6)]
        answers = [seat.command("chat", text="hello")["type"] for seat in sockets for _ in range(4)]
        assert answers.count("ack") <= 12, answers
        assert anna.http.post(f"/tables/{table}/commands", json={"type": "start", "id": "s"}).status_code == 429
        for seat in sockets:
            seat.close()


def test_sockets_are_limited_by_seat_and_by_device(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, sockets_per_seat=3, sockets_per_device=5) as server:
        anna = server.person("Anna")
        tables = [anna.table("duel")["table"]["id"] for _ in range(2)]
        seats = [anna.socket(tables[0]) for _ in range(3)]
        for table in (tables[0], tables[1], tables[1], tables[1]):
            with contextlib.suppress(ConnectionClosed):
                seats.append(anna.socket(table))
        assert len(seats) == 5, "three at one seat, five in all"
        for seat in seats:
            seat.close()
        wait_until(lambda: server.hub.sockets == 0)
        anna.socket(tables[0]).close()


def test_bytes_on_sockets_are_limited_by_address(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, bytes_per_second=1000) as server:
        anna = server.person("Anna")
        table = anna.table("duel", chat="free")["table"]["id"]
        with anna.socket(table) as seat:
            codes = {seat.command("chat", text="x" * 2000, id=f"c{n}").get("code") for n in range(8)}
        assert "too_many" in codes


def test_pages_beside_the_api_are_within_the_limit_of_requests(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, requests_per_minute=20) as server:
        statuses = [httpx.get(server.url + path).status_code for path in ("/version", "/", "/api/v1/openapi.json") * 10]
        assert statuses[:3] == [200, 200, 200] and 429 in statuses
        assert httpx.get(server.url + "/healthz").status_code == 200


# ---- host names ----


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "xn--a.example"])
def test_a_foreign_name_for_this_machine_opens_nothing(server: InnerServer, host: str) -> None:
    answer = httpx.post(server.url + "/api/v1/me", json={"name": "Anna"}, headers={"Host": host})
    assert answer.status_code == 421 and answer.json()["code"] == "wrong_host"
    assert "set-cookie" not in answer.headers
    assert httpx.get(server.url + "/healthz", headers={"Host": host}).status_code == 200
    with pytest.raises(Exception, match="403"):
        Seat(server, "k" * 12, headers={"Host": host})


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "192.168.1.7:8000", "[::1]:8000", socket.gethostname()])
def test_names_of_this_machine_are_known(server: InnerServer, host: str) -> None:
    assert httpx.get(server.url + "/api/v1/me", headers={"Host": host}).status_code == 200


def test_further_names_come_from_the_settings(tmp_path: Path) -> None:
    given: dict[str, Any] = {"public_url": "https://play.example.org/games", "allowed_hosts": ["other.example"]}
    with inner_server(data_dir=tmp_path, **given) as server:
        for host, status in (("play.example.org", 200), ("other.example", 200), ("third.example", 421)):
            assert httpx.get(server.url + "/api/v1/me", headers={"Host": host}).status_code == status


# ---- the account of an address ----


class Peer(asyncio.Transport):
    """A connection from an address that leaves so many bytes unread."""

    def __init__(self, address: str, unread: int = 0) -> None:
        super().__init__()
        self.address, self.unread, self.is_cut = address, unread, False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 1) if name == "peername" else default

    def get_write_buffer_size(self) -> int:
        return self.unread

    def is_closing(self) -> bool:
        return self.is_cut

    def abort(self) -> None:
        self.is_cut = True


def test_many_connections_of_an_address_have_one_account() -> None:
    everyone = limits.Connections(Settings(_env_file=None), 5000)
    rate = 4 * 500_000
    waits = [everyone.charge("192.0.2.1", limits.READ_BYTES) for _ in range(200)]
    assert waits[0] == 0 and waits == sorted(waits)
    assert waits[-1] == pytest.approx(200 * limits.READ_BYTES / rate - 10, abs=1), (
        "as if one connection had sent it all"
    )
    assert everyone.charge("192.0.2.2", limits.READ_BYTES) == 0
    assert everyone.charge("", 1e12) == 0, "a proxy stands for many"


async def says_yes(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_a_new_connection_of_a_busy_address_is_answered_later_not_cut(loop: Any) -> None:
    everyone = limits.Connections(Settings(_env_file=None), 100)
    protocol = limits.protocol_for(everyone)
    server = uvicorn.Server(uvicorn.Config(says_yes, http=protocol, loop=loop, lifespan="off", log_level="error"))
    rate = 4 * 500_000
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        wait_until(lambda: server.started)
        begun = time.monotonic()
        everyone.charge("127.0.0.1", 10 * rate)  # all that is allowed at once
        for owed in (1, 2):  # seconds
            everyone.charge("127.0.0.1", rate)
            with socket.create_connection(listening.getsockname(), timeout=20) as client:
                client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert answer(client).startswith(b"HTTP/1.1 200")
            assert time.monotonic() - begun > owed
        server.should_exit = True
        thread.join(20)


@pytest.mark.parametrize("numbers", ["2001:db8:1:{:x}::1", "2001:db8:1:2::{:x}"], ids=["many /64", "one /64"])
def test_taking_turns_with_addresses_of_one_network_does_not_help(numbers: str) -> None:
    settings = Settings(_env_file=None, max_sockets=5000, sockets_per_address=100)
    everyone = limits.Connections(settings, 5000)
    let_in = [everyone.admit(Peer(numbers.format(number))) for number in range(4000)]
    count = sum(each is not None for each in let_in)
    assert count == (100 if "{:x}::1" not in numbers else 800)
    assert everyone.admit(Peer("2001:db8:2::1")) is not None, "others come in"


def test_half_of_all_is_the_most_for_a_whole_network() -> None:
    everyone = limits.Connections(Settings(_env_file=None, bytes_per_second=0), 400)
    let_in = [everyone.admit(Peer(f"2001:db8:1:{number:x}::1")) for number in range(400)]
    assert sum(each is not None for each in let_in) == 200


def test_what_a_proxy_passes_on_is_on_the_account_of_whom_it_names() -> None:
    settings = Settings(_env_file=None, trusted_proxies=["10.0.0.1"], sockets_per_address=3)
    everyone = limits.Connections(settings, 5000)
    clients = [everyone.admit(Peer("10.0.0.1")) for _ in range(10)]
    assert all(client is not None and not client.network for client in clients)
    adopted = [everyone.adopt(client, "198.51.100.7") for client in clients if client is not None]
    assert adopted.count(True) == 3
    for client in clients:
        assert client is not None
        everyone.leave(client.transport)
    again = everyone.admit(Peer("10.0.0.1"))
    assert again is not None and everyone.adopt(again, "198.51.100.7")


def test_who_leaves_most_unread_is_cut_first() -> None:
    everyone = limits.Connections(Settings(_env_file=None, bytes_per_second=0), 5000)
    greedy = [Peer("192.0.2.1", 1_500_000) for _ in range(40)]
    modest = [Peer("192.0.2.1", 100) for _ in range(5)] + [Peer(f"192.0.2.{n + 2}", 2_000_000) for n in range(5)]
    clients = [everyone.admit(peer) for peer in greedy + modest]
    everyone.look_at([client for client in clients if client is not None], time.monotonic())
    everyone.relieve()
    assert not any(peer.is_cut for peer in modest)
    left = sum(peer.unread for peer in greedy if not peer.is_cut)
    assert limits.UNREAD_OF_ADDRESS - 1_500_000 < left <= limits.UNREAD_OF_ADDRESS


def test_every_piece_of_a_body_has_its_price(server: InnerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    prices: list[float] = []
    monkeypatch.setattr(limits.Connections, "charge", lambda self, network, price: prices.append(price) or 0.0)
    body = b'{"name": "' + b"a" * 900 + b'"}'
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
    head = (
        b"POST /api/v1/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )
    client = raw(server, head + chunks)
    assert b"400" in client.recv(65536).split(b"\r\n")[0], "it came whole, and the name is too long"
    client.close()
    assert sum(prices) > limits.ARRIVAL + limits.REQUEST + limits.PIECE * len(body)
    client = raw(server, head)
    with contextlib.suppress(OSError):
        for _ in range(50):
            client.sendall(b"1\r\nx\r\n" * 1000)
    assert is_closed(client), "nobody sends thousands of single bytes"


def test_many_pieces_of_a_file_are_one_answer(server: InnerServer) -> None:
    pieces = ",".join(f"{2 * number}-{2 * number}" for number in range(3000))
    answer = httpx.get(server.url + "/icon.svg", headers={"Range": f"bytes={pieces}"})
    assert answer.status_code in (200, 404) and "multipart" not in answer.headers["content-type"]
