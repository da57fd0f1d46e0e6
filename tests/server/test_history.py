"""Whatever happens to server, database, disk, clock and network: the history of all clients holds (history.py)."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from server import faults
from server.faults import Fault, Wire, inject
from server.harness import OuterServer, Person
from server.history import Checker, History, by_table, check_history
from server.players import Player
from server.test_kill import check, make_players


async def play(players: list[Player], injected: list[Fault], rng: random.Random, between: float) -> int:
    """Plays to the end while the faults happen. Nobody finishes before the last fault."""
    going = True
    for player in players:
        player.must_wait = lambda player=player: going and len(player.acked) > 12
    games = [asyncio.create_task(player.run()) for player in players]
    done = await inject(injected, rng, lambda: all(player.over for player in players), between)
    going = False
    async with asyncio.timeout(300):
        await asyncio.gather(*games)
    return done


def events_of(players: list[Player], server: OuterServer) -> dict[str, dict[int | None, list[dict[str, Any]]]]:
    """What each seat of each table reads in the end."""
    found: dict[str, dict[int | None, list[dict[str, Any]]]] = {}
    for player in players:
        person = Person(server)
        person.http.cookies.set("mirabilia_device", player.cookie)
        events = person.get(f"/tables/{player.table}/events", params={"limit": 1000})["events"]
        found.setdefault(player.table, {})[player.seat] = events
        person.http.close()
    return found


def run(
    servers: list[OuterServer], tables: int, make_faults: Any, seed: int, pause: float = 0.05, between: float = 0.5
) -> dict[str, int]:
    rng = random.Random(seed)
    try:
        for server in servers:
            server.start()
        players = make_players(servers[0], [server.ws_url for server in servers], tables, rng, pause)
        injected = make_faults(players)
        done = asyncio.run(play(players, injected, rng, between))
        assert done == len(injected)
        numbers = check_history(by_table(players), events_of(players, servers[0]))
        return {"faults": done, **numbers, **{k: int(v) for k, v in check(players, servers[0]).items()}}
    finally:
        for server in servers:
            server.stop()


def sqlite_faults(server: OuterServer, times: int = 1) -> Any:
    held: list[Any] = []

    def make(players: list[Player]) -> list[Fault]:
        one = players[0]
        return times * [
            faults.half_open(server, one.table, one.cookie, held),
            faults.kill(server),
            faults.full_disk(server, 1.0),
            faults.pause(server, 0.7),
            faults.skew(server, 3_600_000),
            faults.half_open(server, one.table, one.cookie, held),
            faults.skew(server, -3_600_000),
        ]

    return make


def test_a_history_on_sqlite_through_kills_pauses_a_full_disk_and_wrong_clocks(tmp_path: Path) -> None:
    server = OuterServer(tmp_path)
    numbers = run([server], 4, sqlite_faults(server), seed=11)
    assert numbers["acks"] > 100 and numbers["views"] > 300


def postgres_faults(servers: list[OuterServer], url: str, wire: Wire, times: int = 1) -> Any:
    def make(players: list[Player]) -> list[Fault]:
        return times * [
            faults.cut_connections(url, 1.5),
            faults.pause(servers[0], 3.0),
            faults.kill(servers[1]),
            wire.frozen(2.0),
            faults.skew(servers[0], 30_000),
        ]

    return make


def test_a_history_of_two_processes_through_cut_and_frozen_connections(cluster: Any, tmp_path: Path) -> None:
    url, wire = cluster.new_database(), Wire(cluster)
    servers = [OuterServer(tmp_path, wire.url(url), lease_seconds=2) for _ in range(2)]
    try:
        numbers = run(servers, 4, postgres_faults(servers, url, wire), seed=12)
    finally:
        wire.close()
    assert numbers["acks"] > 100


@pytest.mark.slow
def test_a_long_history_on_sqlite(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = OuterServer(tmp_path)
    numbers = run([server], 20, sqlite_faults(server, 4), seed=13, pause=0.3, between=1.0)
    with capsys.disabled():
        print("\nhistory, sqlite:", faults.words(numbers))


@pytest.mark.slow
def test_a_long_history_of_two_processes(cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url, wire = cluster.new_database(), Wire(cluster)
    servers = [OuterServer(tmp_path, wire.url(url), lease_seconds=2) for _ in range(2)]
    try:
        numbers = run(servers, 20, postgres_faults(servers, url, wire, 5), seed=14, pause=0.3, between=1.0)
    finally:
        wire.close()
    with capsys.disabled():
        print("\nhistory, two processes on postgresql:", faults.words(numbers))


# ---- the checker itself finds what it is for ----

EVENTS = [
    {"seq": 1, "at": 1, "kind": "created"},
    {"seq": 2, "at": 2, "kind": "move", "seat": 0, "data": {"number": 0, "move": "a"}},
    {"seq": 3, "at": 3, "kind": "move", "seat": 1, "data": {"number": 1, "move": "b"}},
]
PLAY = {"type": "play", "id": "x", "at": 0, "move": "a"}


def faults_of(*entries: tuple[str, dict[str, Any]]) -> list[str]:
    checker, history = Checker("t", EVENTS), History()
    history.entries = list(entries)
    checker.check(0, history)
    return checker.faults


def test_the_checker_accepts_what_is_right() -> None:
    ack = {"type": "ack", "id": "x", "seq": 2}
    assert faults_of(("sent", PLAY), ("received", ack), ("received", {**ack, "again": True})) == []


@pytest.mark.parametrize(
    "entries",
    [
        [("sent", PLAY), ("received", {"type": "ack", "id": "x", "seq": 3})],  # a number too high
        [("sent", PLAY), ("received", {"type": "ack", "id": "x", "seq": 9})],  # lost
        [("received", {"type": "ack", "id": "y", "seq": 2})],  # never sent
        [("sent", {**PLAY, "move": "c"}), ("received", {"type": "ack", "id": "x", "seq": 2})],  # another move
        [
            ("sent", PLAY),
            ("received", {"type": "ack", "id": "x", "seq": 2}),
            ("received", {"type": "welcome", "seq": 1, "events": []}),
        ],  # back in time
        [
            ("sent", PLAY),
            ("received", {"type": "refuse", "id": "x", "code": "illegal_move"}),
            ("received", {"type": "ack", "id": "x", "seq": 2}),
        ],  # refused and done
        [("received", {"type": "update", "seq": 2, "events": [{**EVENTS[1], "seat": 1}]})],  # changed afterwards
        [
            ("received", {"type": "update", "seq": 2, "events": [], "view": "one"}),
            ("received", {"type": "update", "seq": 2, "events": [], "view": "two"}),
        ],  # two views of one number
    ],
)
def test_the_checker_finds_what_is_wrong(entries: list[tuple[str, dict[str, Any]]]) -> None:
    assert faults_of(*entries)
