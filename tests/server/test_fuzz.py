"""Thousands of made-up requests and frames: no 500, no state change, no secret in any answer.

schemathesis makes REST requests from the OpenAPI description, hypothesis makes frames for the socket. The normal run
is small; `-m slow` makes more than 10,000 of them.
"""

from __future__ import annotations

import contextlib
import json
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from mirabilia.server.tables.messages import client_decoder
from server.harness import InnerServer, Person, Seat, inner_server

MANY = 16_000  # some operations have only a few possible requests
FEW = 300
IGNORED = [
    HealthCheck.too_slow,
    HealthCheck.filter_too_much,
    HealthCheck.data_too_large,
    HealthCheck.function_scoped_fixture,
]


class Watched:
    """A table in play, with everything secret about it, that strangers must not touch."""

    def __init__(self, server: InnerServer) -> None:
        self.server = server
        self.owner = Person(server, "Owner")
        made = self.owner.table("duel", seed=11, seats=["me", {"kind": "outside"}], start=True)
        self.table = made["table"]["id"]
        links = made["links"]
        self.secrets = [links["invite"], links["seat"], links["watch"], links["bots"]["1"], self.owner.cookie]
        state = server.hub.table(self.table).state
        hidden = [name for age in state.game.deal["ages"][1:] for name in age if " " in name]
        self.secrets += [state.facts.host, *hidden]
        self.before = self.picture()

    def picture(self) -> Any:
        state = self.server.hub.table(self.table).state
        facts = state.facts
        return facts.seq, facts.moves, facts.status, json.dumps(state.game.snapshot()), dict(state.holders)

    def check(self, text: str) -> None:
        found = [secret for secret in self.secrets if secret in text]
        assert not found, f"a secret in an answer: {found}"


def make_requests(server: InnerServer, count: int) -> int:
    watched = Watched(server)
    stranger = Person(server, "Stranger")
    schema = schemathesis.openapi.from_dict(stranger.get("/openapi.json"))
    operations = [result.ok() for result in schema.get_all_operations()]
    each = max(5, count // len(operations) + 1)
    made = sum(_probe(operation, server, watched, stranger, each) for operation in operations)
    assert watched.picture() == watched.before, "a stranger's request changed the table"
    return made


def _probe(operation: Any, server: InnerServer, watched: Watched, stranger: Person, count: int) -> int:
    """Requests for one operation, half of them about the watched table."""
    made = 0

    @given(case=operation.as_strategy())
    @settings(max_examples=count, deadline=None, suppress_health_check=IGNORED, database=None, derandomize=True)
    def probe(case: Any) -> None:
        nonlocal made
        if "table" in (case.path_parameters or {}) and made % 2:
            case.path_parameters["table"] = watched.table
        answer = case.call(base_url=server.url, cookies={"mirabilia_device": stranger.cookie}, timeout=30)
        made += 1
        assert answer.status_code < 500, (operation.label, answer.status_code, answer.text[:500])
        watched.check(answer.text)
        if answer.status_code >= 400:
            assert set(json.loads(answer.text)) == {"code", "args", "message"}
        if operation.path.endswith("/forget"):
            stranger.http.cookies.clear()
            stranger.post("/me", {"name": "Stranger"})

    probe()
    return made


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
TYPES = [
    "play", "take_back", "ask_take_back", "answer_take_back", "start", "set_seat", "late", "leave", "return",
    "offer_seat", "pace", "publish", "hand_over", "close", "new_links", "rematch", "nudge", "chat", "ping", "resync",
    "hello", "nothing",
]  # fmt: skip
FRAMES = st.one_of(
    st.text(max_size=60),
    JSON.map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.sampled_from(TYPES)},
        optional={
            "id": st.text(alphabet="abc.-_é ", max_size=8) | JSON,
            "at": st.integers(-2, 5) | JSON,
            "move": st.sampled_from(["build Baths", "draft Piraeus", "discard X", ""]) | st.text(max_size=30),
            "seat": st.integers(-1, 8) | JSON,
            "kind": st.sampled_from(["open", "bot", "outside", "x"]),
            "level": st.text(max_size=8),
            "choice": st.sampled_from(["wait", "bot_moves", "replace", "x"]),
            "phrase": st.sampled_from(["hello", "x"]),
            "text": st.text(max_size=30),
            "allow": st.booleans(),
            "n": st.integers(),
        },
    ).map(json.dumps),
)


def send_frames(server: InnerServer, count: int) -> int:
    """A watcher sends all sorts of frames; it may ask and be refused, but change nothing."""
    watched = Watched(server)
    watch = watched.secrets[2]
    box: dict[str, Any] = {"socket": None, "sent": 0}

    def socket() -> Seat:
        if box["socket"] is None:
            box["socket"] = Seat(server, watched.table, token=watch)
        return box["socket"]

    @given(frame=FRAMES)
    @settings(max_examples=count, deadline=None, suppress_health_check=IGNORED, database=None, derandomize=True)
    def probe(frame: str) -> None:
        seat = socket()
        try:
            seat.ws.send(frame)
            box["sent"] += 1
            seat.send(type="ping", n=1234)
            while True:
                text = seat.ws.recv(10)
                message = json.loads(text)
                assert message.get("code") != "server_error"
                assert message["type"] != "ack", f"a watcher's command was carried out: {frame}"
                if message["type"] == "refuse":
                    watched.check(json.dumps({k: v for k, v in message.items() if k != "state"}))
                if message["type"] == "pong" and message["n"] == 1234:
                    break
        except ConnectionClosed:
            box["socket"] = None

    probe()
    assert watched.picture() == watched.before, "a watcher's frame changed the table"
    if box["socket"] is not None:
        box["socket"].close()
    return box["sent"]


@given(st.binary(max_size=200) | FRAMES.map(str.encode))
def test_decoding_a_frame_raises_only_what_is_expected(frame: bytes) -> None:
    with contextlib.suppress(msgspec.DecodeError, UnicodeError, RecursionError):
        client_decoder.decode(frame)


def test_made_up_requests_and_frames(server: InnerServer) -> None:
    assert make_requests(server, FEW) >= 100
    assert send_frames(server, FEW) >= 100


@pytest.mark.slow
def test_ten_thousand_made_up_requests_and_frames(tmp_path, capsys: pytest.CaptureFixture) -> None:
    with inner_server(data_dir=tmp_path) as server:
        requests, frames = make_requests(server, MANY), send_frames(server, MANY // 6)
    with capsys.disabled():
        print(f"\nfuzz: {requests} requests, {frames} frames")
    assert requests >= 10_000
