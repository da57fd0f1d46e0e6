"""Nobody does or sees what is not theirs: forged cookies, foreign tables, other seats, bad frames, floods, origins."""

from __future__ import annotations

import contextlib
import json
import socket as plain_socket
import time
import typing
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from mirabilia.server.http.live import decoded
from mirabilia.server.http.security import CSP
from mirabilia.server.people.tokens import Links
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables.messages import ClientMessage
from server.harness import InnerServer, Seat, inner_server
from server.test_play import duel_of_two


def fingerprint(server: InnerServer, table: str) -> tuple:
    """Everything about a table that a refused request must leave alone."""
    state = server.hub.table(table).state
    facts = state.facts
    return facts.seq, facts.moves, facts.status, [seat.person for seat in facts.seats], facts.host


def test_forged_and_foreign_cookies_open_nothing(server: InnerServer) -> None:
    anna, eve = server.person("Anna"), server.person("Eve")
    table = anna.table("duel", seats=["me", {"kind": "bot"}])["table"]["id"]
    before = fingerprint(server, table)
    for cookie in (
        "",
        "x",
        "A" * 32,
        anna.cookie[:-1] + ("A" if anna.cookie[-1] != "A" else "B"),
        eve.cookie,
        "é" * 20,
    ):
        client = httpx.Client(base_url=server.url + "/api/v1")
        headers = {"Cookie": f"mirabilia_device={cookie}".encode()}
        for path in ("", "/state", "/links", "/events", "/record", "/replay", "/report"):
            answer = client.get(f"/tables/{table}{path}", headers=headers)
            assert answer.status_code == 403 and answer.json()["code"] == "no_access", (path, answer.text)
        answer = client.post(f"/tables/{table}/commands", json={"type": "close", "id": "x"}, headers=headers)
        assert answer.status_code == 403
        assert client.get("/me/tables", headers=headers).json()["tables"] == []
    seat = Seat(server, table, eve.cookie, hello=False)
    seat.send(type="hello", v=1)
    assert seat.until("refuse")["code"] == "no_access"
    assert fingerprint(server, table) == before


def test_commands_for_other_seats_and_of_guests_are_refused(server: InnerServer) -> None:
    table, first, second = duel_of_two(server)
    before = fingerprint(server, table)
    move = first.state["options"][0]["text"]
    assert second.play(move)["code"] == "not_your_turn", "the seat comes from the session, not from the message"
    second.send(type="play", id="a", at=0, move=move, seat=first.you)
    assert second.until("refuse")["code"] == "bad_message"
    host, guest = (first, second) if first.you == 0 else (second, first)
    for command in (
        {"type": "close"},
        {"type": "new_links"},
        {"type": "hand_over", "seat": guest.you},
        {"type": "offer_seat", "seat": host.you},
        {"type": "set_seat", "seat": host.you, "kind": "open"},
        {"type": "start"},
    ):
        answer = guest.command(command.pop("type"), **command)
        assert answer["code"] == "not_host"
    wrong = Seat(server, table, guest.ws.request.headers["Cookie"].split("=", 1)[1], hello=False)
    wrong.send(type="hello", v=1, seat=host.you)
    assert wrong.until("refuse")["code"] == "no_access"
    assert fingerprint(server, table) == before
    first.close()
    second.close()


def test_a_link_of_one_kind_is_no_link_of_another(server: InnerServer) -> None:
    anna = server.person("Anna")
    made = anna.table("duel", seats=["me", {"kind": "outside"}])
    other = anna.table("duel")["links"]
    table, links = made["table"]["id"], {**made["links"], "bot": made["links"]["bots"]["1"]}
    good = {kind: links[kind] for kind in ("invite", "seat", "watch", "bot")}
    letters = {"invite": "ix", "seat": "s0", "watch": "wx", "bot": "b1"}
    forged = [letters[b] + good[a][2:] for a in good for b in good if a != b]
    forged += ["s1" + good["seat"][2:], good["watch"][:-1], good["watch"] + "A", other["seat"], other["watch"]]
    stranger = server.person()
    before = fingerprint(server, table)
    for secret in forged:
        if table in secret:
            assert stranger.post("/join", {"secret": secret}, 403)["code"] == "bad_link"
        header = {"X-Mirabilia-Link": secret}
        assert stranger.http.get(f"/tables/{table}/state", headers=header).status_code in (400, 403)
        seat = Seat(server, table, hello=False)
        seat.send(type="hello", v=1, token=secret)
        assert seat.until("refuse")["code"] == "bad_link"
        seat.close()
    assert fingerprint(server, table) == before
    assert not Links(b"another key").is_valid(good["watch"], 1)


def test_replayed_and_reordered_commands_change_nothing(server: InnerServer) -> None:
    table, first, second = duel_of_two(server)
    sent = []
    for _ in range(4):
        for seat in (first, second):
            seat.settle()
        mover = first if first.state["options"] else second
        message = {"type": "play", "id": f"m{len(sent)}", "at": mover.state["table"]["moves"]}
        message["move"] = mover.state["options"][0]["text"]
        mover.ws.send(json.dumps(message))
        assert mover.until("ack")["again"] is False
        sent.append((mover, message))
    before = fingerprint(server, table)
    for mover, message in [*reversed(sent), *sent]:
        mover.ws.send(json.dumps(message))
        assert mover.until("ack", "refuse", id=message["id"])["again"] is True
        mover.ws.send(json.dumps({**message, "id": message["id"] + "x"}))
        assert mover.until("ack", "refuse", id=message["id"] + "x")["code"] == "stale"
    assert fingerprint(server, table) == before
    first.close()
    second.close()


BAD_FRAMES = [
    "", "null", "[]", "{}", "{", '"hello"', "1e999", "\u0000", '{"type":"play"}', '{"type":"nothing"}',
    '{"type":"play","id":"","at":0,"move":"x"}', '{"type":"play","id":"a b","at":0,"move":"x"}',
    '{"type":"play","id":"a","at":-1,"move":"x"}', '{"type":"play","id":"a","at":1e30,"move":"x"}',
    '{"type":"play","id":"a","at":0,"move":"' + "x" * 201 + '"}',
    '{"type":"play","id":"' + "a" * 41 + '","at":0,"move":"x"}',
    '{"type":"play","id":"a","at":true,"move":"x"}', '{"type":"chat","id":"a","text":{"a":1}}', "[" * 5000,
    '{"type":"late","id":"a","seat":64,"choice":"wait"}', '{"type":"late","id":"a","seat":0,"choice":"kick"}',
    '{"type":"ping","n":1,"n":2,"x":3}',
]  # fmt: skip


def test_malformed_frames_are_refused_and_then_the_socket_is_closed(server: InnerServer) -> None:
    table, first, second = duel_of_two(server)
    before = fingerprint(server, table)
    for frame in BAD_FRAMES:
        first.ws.send(frame)
        assert first.until("refuse")["code"] == "bad_message", frame[:60]
        first.settle()  # a good message in between
    first.ws.send(b"\xff\xfe")
    assert first.until("refuse")["code"] == "bad_message"
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(50):
            first.ws.send("rubbish")
            first.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4400
    assert fingerprint(server, table) == before
    second.close()


JUNK: list[Any] = [
    None, True, -1, 7, 1.5, 10**9 + 1, 2**63, -(2**63), 2**200, "", " ", "a b", "x" * 41, "x" * 2001, "\u0000",
    "\ud7ff", [], {}, [0], {"a": 1}, [[]] * 50,
]  # fmt: skip


@pytest.mark.parametrize("kind", typing.get_args(ClientMessage), ids=lambda kind: kind.__name__)
def test_wrong_values_in_every_field_are_refused(kind: type[msgspec.Struct]) -> None:
    """Whatever stands in a field: it is refused, or it is of the field's own kind and within its bounds."""
    tag = kind.__struct_config__.tag
    good = {
        "type": tag,
        "v": 1,
        "id": "a",
        "at": 0,
        "move": "x",
        "allow": True,
        "seat": 0,
        "kind": "open",
        "choice": "wait",
    }
    names = [field.name for field in msgspec.structs.fields(kind)]
    for name in (*names, "type", "unknown"):
        for value in JUNK:
            fields = {key: good[key] for key in ("type", *names) if key in good}
            try:
                message = decoded(json.dumps({**fields, name: value}))
            except Refusal as refusal:
                assert refusal.code == "bad_message"
                continue
            assert name in names and isinstance(message, kind) and getattr(message, name) == value
            if isinstance(value, str):
                assert 0 < len(value) <= 2000 or name == "phrase"
            elif isinstance(value, int) and name != "v":
                assert type(value) is bool or 0 <= value <= 10**9
            else:
                assert value is None or name == "v"
        with pytest.raises(Refusal):
            decoded(json.dumps({**fields, name: float("nan")}))


def test_a_small_message_that_unpacks_into_a_large_one_is_refused(server: InnerServer) -> None:
    """The limit of a message holds for what it unpacks to."""
    table = server.person("Anna").table("duel")["table"]["id"]
    with connect(f"{server.ws_url}/ws/v1/tables/{table}", compression="deflate") as client:
        client.send("x" * 1_000_000)  # about a thousand bytes on the wire
        with pytest.raises(ConnectionClosed):
            while True:
                client.recv(timeout=30)


def test_oversize_frames_and_bodies_are_refused(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel")["table"]["id"]
    seat = anna.socket(table)
    with pytest.raises(ConnectionClosed):
        seat.ws.send('{"type":"chat","id":"a","text":"' + "x" * 20_000 + '"}')
        while True:
            seat.receive()
    answer = anna.http.post("/me", content=b"x" * 70_000, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    def endless():
        for _ in range(100):
            yield b" " * 1024

    answer = anna.http.post("/me", content=endless(), headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = anna.http.post("/records", json={"record": "x" * 1_400_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_a_client_that_does_not_read_is_dropped_and_nobody_waits_for_it(tmp_path, monkeypatch) -> None:
    from mirabilia.server.http import sockets

    monkeypatch.setattr(sockets, "SEND_SECONDS", 3.0)
    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        table = anna.table("duel", seats=["me", {"kind": "outside"}], chat="free", start=True)["table"]["id"]
        lazy = plain_socket.create_connection(("127.0.0.1", server.port))
        lazy.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 2048)
        lazy.send(
            f"GET /ws/v1/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: mirabilia_device={anna.cookie}\r\n\r\n".encode()
        )
        time.sleep(0.3)
        hello = b'{"type":"hello","v":1}'
        lazy.send(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)  # masked with zeros; it never reads again
        with anna.socket(table) as seat:
            slowest = 0.0
            limit = time.monotonic() + 60
            while len(server.hub.table(table).viewers) > 1 and time.monotonic() < limit:
                started = time.monotonic()
                assert seat.command("chat", text="x" * 250)["type"] == "ack"
                slowest = max(slowest, time.monotonic() - started)
            assert len(server.hub.table(table).viewers) == 1, "the lazy socket is gone"
            assert slowest < 3, "no message waited for the lazy socket's time to be over"
        lazy.close()


def test_sockets_and_changes_from_other_sites_are_refused(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel")["table"]["id"]
    own = f"http://127.0.0.1:{server.port}"
    with Seat(server, table, anna.cookie, headers={"Origin": own}) as seat:
        assert seat.you == 0
    for origin in (
        "https://evil.example",
        "null",
        own + ".evil.example",
        "http://127.0.0.1:1",
        f"http://localhost:{server.port}",
        "http://[::1",
        "http://[evil]",
    ):
        with pytest.raises(InvalidStatus) as refused:
            Seat(server, table, anna.cookie, headers={"Origin": origin})
        assert refused.value.response.status_code == 403
        answer = anna.http.post("/me", json={"name": "Eve"}, headers={"Origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    answer = anna.http.post("/me", json={"name": "Eve"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.json()["code"] == "wrong_origin"
    form = anna.http.post("/tables", content='{"game":"duel"}', headers={"content-type": "text/plain"})
    assert form.status_code == 400, "a form of another site cannot send what we take"
    assert anna.get("/me")["name"] == "Anna"


def test_every_answer_carries_the_security_headers(server: InnerServer) -> None:
    for path in ("/", "/api/v1/me", "/healthz", "/version", "/nothing", "/api/v1/nothing", "/metrics"):
        answer = httpx.get(server.url + path)
        assert answer.headers["content-security-policy"] == CSP
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers
    # the table without a server compiles WebAssembly, and nothing else that is called unsafe is allowed
    assert "unsafe" not in CSP.replace("'wasm-unsafe-eval'", "") and "http" not in CSP
    assert httpx.get(server.url + "/api/v1/me").headers["cache-control"] == "no-store"


def test_no_path_leads_out_of_the_static_files(server: InnerServer) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/static/../../settings.py", "//etc/passwd", "/%00"):
        with contextlib.suppress(httpx.InvalidURL):
            raw = httpx.Client().build_request("GET", server.url)
            raw.url = raw.url.copy_with(raw_path=path.encode())
            answer = httpx.Client().send(raw)
            assert answer.status_code in (400, 404), (path, answer.status_code)
            assert "import" not in answer.text and "root:" not in answer.text


def test_metrics_need_their_token(tmp_path) -> None:
    with inner_server(data_dir=tmp_path, metrics_token="a long token") as server:
        url = server.url + "/metrics"
        assert httpx.get(url).status_code == 401
        assert httpx.get(url, headers={"Authorization": "Bearer wrong"}).status_code == 401
        text = httpx.get(url, headers={"Authorization": "Bearer a long token"}).text
        assert "mirabilia_live_tables" in text and "mirabilia_commands" in text


def test_only_trusted_proxies_are_believed_and_a_prefix_works(tmp_path) -> None:
    given = {"path_prefix": "/games", "trusted_proxies": ["127.0.0.1"], "requests_per_minute": 20}
    with inner_server(data_dir=tmp_path / "a", **given) as server:
        headers = {
            "X-Forwarded-For": "6.6.6.6, 1.2.3.4",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "play.example",
        }
        answer = httpx.post(
            server.url + "/games/api/v1/me",
            json={"name": "Anna"},
            headers={**headers, "Origin": "https://play.example"},
        )
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert "Path=/games" in cookie and "secure" in cookie.lower()
        token = cookie.split("=", 1)[1].split(";")[0]
        link = httpx.post(
            server.url + "/api/v1/me/recovery", headers={**headers, "Cookie": f"mirabilia_device={token}"}
        ).json()["link"]
        assert link.startswith("https://play.example/games/#/recover/")
        codes = [httpx.get(server.url + "/games/api/v1/me", headers=headers).status_code for _ in range(25)]
        assert 429 in codes, "the limit counts the client behind the proxy"
        assert httpx.get(server.url + "/games/api/v1/me", headers={"X-Forwarded-For": "1.2.3.5"}).status_code == 200
    with inner_server(data_dir=tmp_path / "b", requests_per_minute=20) as server:
        codes = [
            httpx.get(server.url + "/api/v1/me", headers={"X-Forwarded-For": f"1.1.1.{n}"}).status_code
            for n in range(25)
        ]
        assert 429 in codes, "without a trusted proxy the header means nothing"
