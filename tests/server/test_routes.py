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


def test_a_database_that_cannot_be_reached_is_503_on_every_route(tmp_path: Path) -> None:
    folder = programs()
    if folder is None:
        pytest.fail("PostgreSQL's server programs are missing: run scripts/need-postgres")
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
