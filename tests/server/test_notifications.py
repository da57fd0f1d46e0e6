"""People who are away are told: by web push to a receiver on this machine, and by the host's webhook."""

from __future__ import annotations

import contextlib
import ipaddress
import json
import stat
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, Queue
from typing import Any, cast

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from mirabilia.locales import text
from mirabilia.server.notifications import push
from mirabilia.server.notifications.notifier import Notifier, words
from mirabilia.server.settings import BadSettings, Settings
from mirabilia.server.tables.facts import Seat, TableFacts
from server.harness import InnerServer, Person, inner_server

FAR = "https://push.example.org/send/1"


class Browser:
    """A browser's half of a subscription: its keys, and what it makes of a message."""

    def __init__(self, endpoint: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = push.Subscription(endpoint, push.encoded(self.point), push.encoded(self.auth))

    def body(self, lang: str = "en") -> dict[str, str]:
        wanted = self.subscription
        return {"endpoint": wanted.endpoint, "p256dh": wanted.p256dh, "auth": wanted.auth, "lang": lang}

    def read(self, sealed: bytes) -> dict[str, Any]:
        """Opens a message as RFC 8291 says, from the receiver's side."""
        salt, size, length = sealed[:16], int.from_bytes(sealed[16:20], "big"), sealed[20]
        theirs, cipher = sealed[21 : 21 + length], sealed[21 + length :]
        assert len(cipher) <= size
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        shared = self.key.exchange(ec.ECDH(), other)

        def derive(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
            return HKDF(SHA256(), length, salt, info).derive(secret)

        secret = derive(self.auth, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, cipher, None)
        assert plain.endswith(b"\x02")
        message: dict[str, Any] = json.loads(plain[:-1])
        return message


class Receiver:
    """A push service and webhook on this machine: keeps what comes, answers with `status`."""

    def __init__(self) -> None:
        self.came: Queue[tuple[str, dict[str, str], bytes]] = Queue()
        self.status = 201
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.came.put((self.path, dict(self.headers.items()), body))
                self.send_response(receiver.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def next(self, path: str, seconds: float = 20) -> tuple[dict[str, str], bytes]:
        """What comes next at a path."""
        while True:
            came, headers, body = self.came.get(timeout=seconds)
            if came == path:
                return headers, body

    def paths(self, quiet: float = 0.4) -> list[str]:
        """Where messages came in, until nothing more comes for a moment."""
        found = []
        with contextlib.suppress(Empty):
            while True:
                found.append(self.came.get(timeout=quiet)[0])
        return found


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    running = Receiver()
    yield running
    running.http.shutdown()


@pytest.fixture
def telling(tmp_path: Path, receiver: Receiver) -> Iterator[InnerServer]:
    """A server that may push to this machine, at once, and calls a webhook."""
    given: dict[str, Any] = {"push_local": True, "push_delay_seconds": 0.0, "notify_webhook": receiver.url + "/hook"}
    given["cookie_secure"] = False
    with inner_server(data_dir=tmp_path, public_url="https://play.example.org/games", **given) as running:
        yield running


def two_at_a_table(server: InnerServer) -> tuple[str, list[Person]]:
    """A table of Duel with Ann and Bo; nobody is connected."""
    ann, bo = server.person("Ann"), server.person("Bo")
    made = ann.table("duel", seats=["me", "open"], seed=5)
    table = made["table"]["id"]
    bo.post("/join", {"secret": made["links"]["invite"]})
    ann.command(table, "start")
    return table, [ann, bo]


def move(table: str, people: list[Person]) -> int:
    """One decision of whoever owes it; returns who owes the next."""
    for person in people:
        state = person.get(f"/tables/{table}/state")["state"]
        if state["options"]:
            person.command(table, "play", at=state["table"]["moves"], move=state["options"][0]["text"])
            break
    return next(n for n, person in enumerate(people) if person.get(f"/tables/{table}/state")["state"]["options"])


def test_whoever_is_away_is_told_once_in_their_language(telling: InnerServer, receiver: Receiver) -> None:
    table, people = two_at_a_table(telling)
    browsers = [Browser(f"{receiver.url}/push/{seat}") for seat in (0, 1)]
    langs = ("et", "ru")
    for person, browser, lang in zip(people, browsers, langs, strict=True):
        assert person.put(f"/tables/{table}/push", browser.body(lang)) == {"on": True}
    seat = move(table, people)
    headers, sealed = receiver.next(f"/push/{seat}")
    message = browsers[seat].read(sealed)
    lang = langs[seat]
    other = ("Ann", "Bo")[1 - seat]
    assert (
        message["title"] == text(lang, "notification.turn.title")
        and message["lang"] == lang
        and message["table"] == table
    )
    assert message["body"] == text(lang, "notification.turn.text", game=text(lang, "game.duel"), players=other)
    assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
    check_signature(headers["Authorization"], people[0].get("/push")["key"], receiver.url)
    # A word in the chat changes the table but not whose turn it is: nobody is told a second time.
    people[1 - seat].command(table, "chat", phrase="hello")
    hook = json.loads(receiver.next("/hook")[1])
    assert hook["event"] == "turn" and hook["link"] == f"https://play.example.org/games/#/table/{table}"
    assert hook["texts"]["nb"]["title"] == text("nb", "notification.turn.title")
    with pytest.raises(Empty):
        receiver.next(f"/push/{seat}", seconds=0.5)


def check_signature(header: str, key: str, audience: str) -> None:
    """The header is signed by the server's key, for this push service."""
    assert header.startswith("vapid ")
    parts = dict(part.strip().split("=", 1) for part in header.removeprefix("vapid ").split(","))
    assert parts["k"] == key
    head, claims, signature = parts["t"].split(".")
    raw = push.decoded(signature)
    public = push.browser_key(key)
    encoded = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(encoded, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    assert json.loads(push.decoded(claims))["aud"] == audience


def test_whoever_is_connected_is_not_told(telling: InnerServer, receiver: Receiver) -> None:
    table, people = two_at_a_table(telling)
    for seat, person in enumerate(people):
        person.put(f"/tables/{table}/push", Browser(f"{receiver.url}/here/{seat}").body())
    with people[0].socket(table) as first, people[1].socket(table) as second:
        first.settle()
        second.settle()
        move(table, people)
        move(table, people)
        assert not [path for path in receiver.paths() if path.startswith("/here")]


def test_whoever_was_to_be_told_when_the_server_stopped_is_told_after_its_start(
    tmp_path: Path, receiver: Receiver
) -> None:
    given: dict[str, Any] = {"push_local": True, "notify_webhook": receiver.url + "/hook", "data_dir": tmp_path}
    browsers = [Browser(receiver.url + f"/{name}") for name in ("ann", "bo")]
    with inner_server(push_delay_seconds=600.0, **given) as before:
        table, people = two_at_a_table(before)
        for person, browser in zip(people, browsers, strict=True):
            person.put(f"/tables/{table}/push", browser.body())
        waited = move(table, people)
    assert receiver.paths() == []
    name = ("ann", "bo")[waited]
    with inner_server(push_delay_seconds=0.0, **given):
        message = browsers[waited].read(receiver.next(f"/{name}")[1])
        assert message["table"] == table
        assert receiver.paths() == [], "the other one has nothing to do, and the webhook is not asked to repeat itself"
    with inner_server(push_delay_seconds=0.0, **given):
        assert receiver.paths() == [], "one moment is told once"


def test_a_browser_that_is_gone_is_forgotten_and_one_may_ask_no_longer(
    telling: InnerServer, receiver: Receiver
) -> None:
    table, people = two_at_a_table(telling)
    receiver.status = 410
    for seat, person in enumerate(people):
        person.put(f"/tables/{table}/push", Browser(f"{receiver.url}/gone/{seat}").body())
    message = set()
    for _ in range(8):  # in the draft somebody takes two wonders in a row
        move(table, people)
        message |= {path for path in receiver.paths() if path.startswith("/gone")}
    assert message == {"/gone/0", "/gone/1"}
    move(table, people)
    assert not [path for path in receiver.paths() if path.startswith("/gone")]
    receiver.status = 201
    for seat, person in enumerate(people):
        browser = Browser(f"{receiver.url}/off/{seat}")
        person.put(f"/tables/{table}/push", browser.body())
        answer = person.http.delete(f"/tables/{table}/push", params={"endpoint": browser.subscription.endpoint})
        assert answer.json() == {"on": False}
    move(table, people)
    assert not [path for path in receiver.paths() if path.startswith("/off")]


def test_who_may_ask(server: InnerServer) -> None:
    table, people = two_at_a_table(server)
    browser = Browser(FAR)
    stranger = server.person("Eve")
    assert stranger.put(f"/tables/{table}/push", browser.body(), status=403)["code"] == "not_seated"
    assert people[0].put(f"/tables/{table}/push", browser.body())["on"]
    wrong = {**browser.body(), "p256dh": push.encoded(b"\x04" + b"\x01" * 64)}
    assert people[0].put(f"/tables/{table}/push", wrong, status=400)["args"]["where"] == "keys"
    short = {**browser.body(), "auth": push.encoded(b"x" * 15)}
    assert people[0].put(f"/tables/{table}/push", short, status=400)["args"]["where"] == "keys"


HOSTILE = (
    "http://push.example.org/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://10.0.0.5/1",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/1",
    "https://intranet/1",
    "https://user:word@push.example.org/1",
    "https://push.example.org:22/1",
    "https://push.example.org:99999/1",
    "https://push.example.org/a b",
    "https://[::1",
    "https://[push.example.org]/1",
    "ftp://push.example.org/1",
    "file:///etc/passwd",
)


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_hostile_addresses_are_refused(server: InnerServer, endpoint: str) -> None:
    with pytest.raises(push.BadAddress):
        push.checked_address(endpoint)
    table, people = two_at_a_table(server)
    body = {**Browser(FAR).body(), "endpoint": endpoint}
    assert people[0].put(f"/tables/{table}/push", body, status=400)["code"] == "bad_request"


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "::1", "fe80::1", "0.0.0.0", "100.64.0.1"])
def test_a_name_that_leads_inside_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    found = [(0, 0, 0, "", ("93.184.216.34", 443)), (0, 0, 0, "", (address, 443))]
    monkeypatch.setattr(push.socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(push.BadAddress):
        push.post("https://push.example.org/1", b"", {})


def test_the_key_is_made_once_and_is_its_owner_s_alone(tmp_path: Path) -> None:
    first, second = push.ServerKey.load(tmp_path), push.ServerKey.load(tmp_path)
    assert first.public == second.public and len(push.decoded(first.public)) == 65
    assert stat.S_IMODE((tmp_path / push.KEY_FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [push.KEY_FILE]
    given = push.ServerKey.load(tmp_path / "none", (tmp_path / push.KEY_FILE).read_text())
    assert given.public == first.public and not (tmp_path / "none").exists()


def test_a_server_that_cannot_keep_a_key_still_runs_and_a_wrong_key_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    notifier = Notifier(Settings(_env_file=None, data_dir=tmp_path / "file" / "inside"), cast(Any, None))
    notifier.start()
    assert notifier.public_key is None
    wrong = Settings(_env_file=None, data_dir=tmp_path, push_key="not a key at all")
    with pytest.raises(BadSettings, match="MIRABILIA_PUSH_KEY"):
        Notifier(wrong, cast(Any, None)).start()


def test_messages_are_sealed_as_the_standard_s_example() -> None:
    """RFC 8291, section 5 and appendix A."""
    private = ec.derive_private_key(
        int.from_bytes(push.decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    subscription = push.Subscription(
        FAR,
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    made = push.sealed(
        subscription,
        b"When I grow up, I want to be a watermelon",
        salt=push.decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        private=private,
    )
    assert push.encoded(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
        "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_words_name_the_others_and_bots_in_the_language() -> None:
    seats = (Seat("person", "person", "Ann", "p"), Seat("bot", "bot"), Seat("person", "person", "Bo", "q"))
    facts = TableFacts("t" * 12, "wonders", 3, "made", 0, 0, seats=seats, status="playing")
    assert words("en", facts, 0, "turn 3") == {
        "title": "Your turn",
        "body": f"7\u00a0Wonders with {text('en', 'bot.1')} and Bo",
    }
    assert words("ru", facts, 0, "over")["title"] == "Партия окончена"


@pytest.mark.parametrize(
    "address",
    ["64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1", "fec0::1", "::ffff:10.0.0.1", "2001::1", "fe80::1", "ff0e::1",
     "192.0.0.8", "192.0.0.9", "192.88.99.1", "100.64.0.1", "224.0.0.1", "240.0.0.1", "0.0.0.0"],
)  # fmt: skip
def test_addresses_that_lead_inside_again_are_not_public(address: str) -> None:
    assert not push.is_public(ipaddress.ip_address(address))


def test_ordinary_addresses_are_public() -> None:
    assert all(push.is_public(ipaddress.ip_address(each)) for each in ("8.8.8.8", "2a00:1450:4001::1"))
