"""The network between two servers and PostgreSQL is cut for real (cables.py), one side, the other, both.

Frozen lines inside the test process (`faults.Wire`) still answer at the level of TCP; a cut cable does not. So this is
where it shows whether a server finds out by itself, and how soon.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from server import faults
from server.cables import Cables, why_not
from server.faults import Fault
from server.harness import OuterServer, Person
from server.players import Player
from server.postgres import Cluster, programs
from server.test_history import run

pytestmark = pytest.mark.slow

FOUND_OUT = 20.0  # seconds: the line is given up after ten, and there may be a try before and one after


class Apart:
    """Two cables and a PostgreSQL behind them."""

    def __init__(self, cables: Cables, cluster: Cluster) -> None:
        self.cables, self.cluster = cables, cluster

    def servers(self, data: Path) -> list[OuterServer]:
        """Two servers on one new database, each over its own cable."""
        name = urlsplit(self.cluster.new_database()).path
        urls = [f"postgresql://postgres@{self.cables.address(number)}{name}" for number in range(2)]
        return [OuterServer(data, url, lease_seconds=2) for url in urls]


@pytest.fixture(scope="module")
def apart() -> Iterator[Apart]:
    if (reason := why_not()) is not None:
        pytest.skip(reason)
    folder = programs()
    cables = Cables(2)
    try:
        cluster = Cluster(folder, cables.within, cables.network)
        try:
            yield Apart(cables, cluster)
        finally:
            cluster.stop()
    finally:
        cables.close()


def test_a_history_through_cut_cables(apart: Apart, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    servers = apart.servers(tmp_path)

    def make(players: list[Player]) -> list[Fault]:
        cables = apart.cables
        return [
            cables.cut_for(3.0, 0),
            cables.cut_for(3.0, 1),
            cables.cut_for(2.0, 0, 1),
            cables.cut_for(14.0, 0),  # longer than a line is kept: the other server takes the tables over
            faults.kill(servers[1]),
            cables.cut_for(14.0, 0, 1),  # nobody can store anything
            cables.cut_for(0.3, 1),
            cables.cut_for(0.3, 0),
        ]

    numbers = run(servers, 8, make, seed=21, pause=0.1)
    with capsys.disabled():
        print("\nhistory, cut cables:", faults.words(numbers))
    assert numbers["acks"] > 200


def test_a_server_that_is_cut_off_says_so_soon_and_comes_back(apart: Apart, tmp_path: Path) -> None:
    servers = apart.servers(tmp_path)
    try:
        for server in servers:
            server.start()
        person = Person(servers[0], "Ada")
        table = person.table("duel", seats=["me", "me"], start=True, chat="free")["table"]["id"]
        with person.socket(table, seat=0) as seat:
            apart.cables.cut(0)
            began = time.monotonic()
            seat.send(type="chat", id="cut", text="is anybody there?")
            answer = seat.until("ack", "refuse", id="cut", timeout=FOUND_OUT + 10)
            assert answer["type"] == "refuse" and answer["code"] in ("not_stored", "unavailable"), answer
            assert time.monotonic() - began < FOUND_OUT
            assert httpx.get(servers[0].url + "/readyz", timeout=10).status_code == 503
            assert httpx.get(servers[0].url + "/healthz", timeout=10).status_code == 200
            # The other one has its own cable and serves the table meanwhile.
            other = Person(servers[1])
            other.http.cookies.set("mirabilia_device", person.cookie)
            assert other.command(table, "chat", text="here")["seq"]
            apart.cables.mend(0)
            limit = time.monotonic() + FOUND_OUT
            while httpx.get(servers[0].url + "/readyz", timeout=10).status_code != 200:
                assert time.monotonic() < limit, "the server did not come back"
                time.sleep(0.2)
            again = seat.command("chat", id="cut", text="is anybody there?")
            assert again["type"] == "ack", again
            texts = [e["data"]["text"] for e in person.get(f"/tables/{table}/events")["events"] if e["kind"] == "chat"]
            assert texts == ["here", "is anybody there?"]
    finally:
        apart.cables.mend(0, 1)
        for server in servers:
            server.stop()
