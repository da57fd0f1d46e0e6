"""Every route there is: an id that nobody has is 404, and a database that cannot be reached is 503, never a 500.

The routes come from the server's own description, so a new one must be entered here, with a body that it accepts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

import mirabilia
from mirabilia.server.app import create_app
from mirabilia.server.settings import Settings
from server.harness import inner_server
from server.postgres import Cluster, programs

UNKNOWN = "k" * 12
RECORD = mirabilia.new_game("duel", seed=1).record().dumps()
WELL_FORMED = {"table": UNKNOWN, "analysis": "a" * 24, "puzzle": "nosuchpuzzle", "game": "duel"}

# Bodies that are well formed; {} where none is sent.
BODIES: dict[str, dict[str, Any]] = {
    "POST /me": {"name": "Anna"},
    "POST /recover": {"secret": "x" * 24},
    "POST /tables": {"game": "duel"},
    "POST /links": {"secret": f"ix{UNKNOWN}{'A' * 24}"},
    "POST /join": {"secret": f"ix{UNKNOWN}{'A' * 24}"},
    "POST /tables/{table}/commands": {"type": "close", "id": "x"},
    "POST /records": {"record": RECORD},
    "POST /tables/{table}/analyse": {},
    "POST /analyses": {"record": RECORD},
    "POST /tables/{table}/hint": {},
    "POST /tables/{table}/check": {"move": "draft Piraeus"},
    "POST /tables/{table}/what-if": {"at": 0},
    "POST /puzzles/{puzzle}/answer": {"move": "draft Piraeus"},
}
NOT_STORED = {  # what is answered without the database
    "GET /catalog/{game}", "GET /choices", "GET /live-schema", "GET /puzzles", "GET /puzzles/{puzzle}",
    "POST /puzzles/{puzzle}/answer",
    "POST /links", "POST /join",  # a forged link is refused before anybody is looked up
    "POST /analyses",  # a record that is not finished is refused at once
    "POST /me/forget",  # a device that is already forgotten
}  # fmt: skip


ELSEWHERE = ("/push",)  # these need a browser's keys and have tests of their own


def routes() -> list[str]:
    paths = create_app(Settings(_env_file=None)).openapi()["paths"]
    return [
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, by in paths.items()
        if not path.endswith(ELSEWHERE)
        for method in by
    ]


def ask(http: httpx.Client, route: str) -> httpx.Response:
    method, path = route.split(" ")
    body = BODIES.get(route, {}) if method == "POST" else None
    params = {"game": "duel"} if path == "/puzzles" else None
    return http.request(method, path.format(**WELL_FORMED), json=body, params=params, timeout=60)


def test_an_id_that_nobody_has_is_404_on_every_route(database: tuple[Path, str | None]) -> None:
    data, url = database
    with inner_server(data_dir=data, database_url=url) as server:
        anna = server.person("Anna")
        asked = [route for route in routes() if any(f"{{{kind}}}" in route for kind in ("table", "analysis", "puzzle"))]
        answers = {route: ask(anna.http, route) for route in asked}
        wrong = {
            route: (answer.status_code, answer.text[:200])
            for route, answer in answers.items()
            if answer.status_code != 404 or not answer.json()["code"].startswith(("no_such_", "not_analysed"))
        }
        assert not wrong and len(asked) >= 14, wrong


GARBAGE: dict[str, bytes] = {
    "nothing": b"",
    "not JSON": b"{",
    "not UTF-8": b'{"name": "\xff\xfe", "record": "\xc3(", "secret": "\xed\xa0\x80"}',
    "half a character": b'{"name": "\\ud800", "move": "\\ud800", "record": "\\ud800", "secret": "aaaaaaaa\\udfff"}',
    "zero bytes": b'{"name": "a\\u0000b", "move": "\\u0000", "record": "\\u0000", "game": "duel", "id": "\\u0000"}',
    "deep": b"[" * 30_000,
    "deep object": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "huge number": b'{"at": ' + b"9" * 5000 + b', "seat": 1e400, "seed": -' + b"9" * 300 + b', "players": 3.5}',
    "no number": b'{"at": NaN, "seed": Infinity, "seat": -0}',
    "other types": b'{"name": [], "record": {}, "game": 1, "seats": "me", "secret": null, "move": true, "type": []}',
    "a list": b"[1, 2, 3]",
    "a text": b'"x"',
    "long text": b'{"record": "' + b"x" * 60_000 + b'"}',
    "same key twice": b'{"game": "duel", "game": "wonders", "depth": "quick", "depth": "deep"}',
}
STRANGE_IDS = ("%00", "%ff%fe", "..%2f..", "k" * 4000, "kkkkkkkkkkk%0a", "\u2029" * 4, "0", "-1", "kkkkkkkkkkkK", "'--")
QUERIES = (
    "at=%ff", "after=" + "9" * 400, "since=0000-00-00&until=9999-99-99", "limit=-1&seat=x", "day=10000-01-01&game=duel",
    "game=%00&lang=xx", "depth=&before=1e9", "a=" * 500,
)  # fmt: skip
VERBS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "BREW")


def test_garbage_of_every_kind_is_refused_on_every_route_with_every_verb(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """No 500, nothing in the log that an operator would have to look at."""
    wrong: dict[str, Any] = {}
    made = 0
    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        mine = anna.table("duel", seats=["me", "open"])["table"]["id"]

        def probe(name: str, method: str, path: str, **given: Any) -> None:
            nonlocal made
            made += 1
            answer = anna.http.request(method, path, timeout=60, **given)
            if answer.status_code >= 500:
                wrong[f"{method} {path[:80]}: {name}"] = (answer.status_code, answer.text[:200])

        types = {"Content-Type": "application/json"}
        for route in routes():
            method, path = route.split(" ")
            filled = path.format(**{**WELL_FORMED, "table": mine})
            for verb in VERBS:
                if f"{verb} {path}" not in ("POST /me/forget", "DELETE /me"):
                    probe("verb", verb, filled)
            if method == "POST" and path != "/me/forget":
                for name, body in GARBAGE.items():
                    probe(name, method, filled, content=body, headers=types)
                probe("a form", method, filled, data={"name": "x"})
                probe("gzip", method, filled, content=b"\x1f\x8b" * 20, headers={**types, "Content-Encoding": "gzip"})
            for strange in STRANGE_IDS if "{" in path else ():
                probe("strange id", method, path.format(**dict.fromkeys(WELL_FORMED, strange)))
            if method == "GET":
                for query in QUERIES:
                    probe("query", method, f"{filled}?{query}")
        for header in ("Cookie", "X-Mirabilia-Link", "Accept-Language", "If-None-Match", "Range", "X-Forwarded-For"):
            for value in (
                b"\xff\xfe",
                b"a" * 8000,
                b"mirabilia_device=;;;=;",
                b"*;q=nan, xx;q=" + b"9" * 400,
                b"bytes=9-1",
            ):
                for path in ("/choices", f"/tables/{mine}/state", "/me"):
                    probe(f"{header} {value[:10]!r}", "GET", path, headers=[(header.encode(), value)])
    assert not wrong and made > 700, wrong
    said = capfd.readouterr()
    assert "Traceback" not in said.out + said.err
    assert '"level": "error"' not in said.err


def test_a_database_that_cannot_be_reached_is_503_on_every_route(tmp_path: Path) -> None:
    folder = programs()
    cluster = Cluster(folder)
    try:
        with inner_server(data_dir=tmp_path, database_url=cluster.new_database()) as server:
            anna = server.person("Anna")
            cluster.halt()
            wrong = {}
            for route in routes():
                with httpx.Client(base_url=server.url + "/api/v1", cookies={"mirabilia_device": "x" * 30}) as unknown:
                    stranger, known = ask(unknown, route), ask(anna.http, route)  # the known one may be in memory
                for answer, may in ((stranger, route in NOT_STORED), (known, True)):
                    is_said = answer.status_code == 503 and answer.json()["code"] in ("unavailable", "not_stored")
                    if not is_said and not (may and answer.status_code < 500):
                        wrong[route] = (answer.status_code, answer.text[:200])
            assert not wrong, wrong
            assert httpx.get(server.url + "/readyz").status_code == 503
            assert httpx.get(server.url + "/healthz").status_code == 200
            cluster.start()
    finally:
        if not cluster.is_running:
            cluster.start()
        cluster.stop()
