"""No acknowledged move is lost and none is doubled, whenever the server dies.

Clients play over real sockets while the server process is killed again and again (SIGKILL). The normal run is small;
`-m slow` kills 30 times under 40 tables, on both databases.
"""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from mirabilia import read_record
from server.harness import OuterServer, Person
from server.players import Player

MOVES = 25  # that a seat makes at least, in nearly every game


def make_players(server: OuterServer, urls: list[str], tables: int, rng: random.Random, pause: float) -> list[Player]:
    """Tables of Duel, every fourth one of 7 Wonders, with a client in every seat."""
    players = []
    for number in range(tables):
        game, seats = ("wonders", 3) if number % 4 == 3 else ("duel", 2)
        people = [Person(server, f"Person {number}.{seat}") for seat in range(seats)]
        made = people[0].table(game, seed=number, players=seats)
        for person in people[1:]:
            person.post("/join", {"secret": made["links"]["invite"]})
        people[0].command(made["table"]["id"], "start")
        for person in people:
            players.append(Player(urls, made["table"]["id"], person.cookie, random.Random(rng.random()), pause=pause))
            person.http.close()
    return players


def check(players: list[Player], server: OuterServer) -> dict[str, float]:
    """Every acknowledged move is in the record of its table, at its place, once; every table is finished."""
    by_table: dict[str, list[Player]] = {}
    for player in players:
        assert player.over, f"table {player.table} did not finish"
        assert not player.faults, player.faults
        by_table.setdefault(player.table, []).append(player)
    acked = 0
    for table, seats in by_table.items():
        person = Person(server)
        person.http.cookies.set("mirabilia_device", seats[0].cookie)
        record = read_record(person.http.get(f"/tables/{table}/record").text)
        game = record.verify()  # plays every move again: a doubled or missing one would be illegal
        assert all(player.result == game.result.as_dict() for player in seats)
        for player in seats:
            own = [(number, text) for number, (seat, text) in enumerate(record.moves) if seat == player.seat]
            assert len({command.id for command in player.acked}) == len(player.acked)
            told = [(command.at, command.move) for command in player.acked]
            if player.open is not None and len(own) == len(told) + 1:
                told.append((player.open["at"], player.open["move"]))  # the last one: stored, but its ack was lost
            if record.game == "duel":
                assert told == own
            else:
                # one decision per turn: the turn that began at `at` moves holds it
                assert [move for _, move in told] == [text for _, text in own]
                assert all(at <= number < at + len(seats) for (at, _), (number, _) in zip(told, own, strict=True))
            acked += len(player.acked)
        events = person.get(f"/tables/{table}/events", params={"limit": 1000})
        assert [event["seq"] for event in events["events"]] == list(range(1, events["seq"] + 1))
        person.http.close()
    return {
        "tables": len(by_table),
        "acked": acked,
        "reconnects": sum(player.reconnects for player in players),
        "same_views": sum(player.same_views for player in players),
    }


async def killing(players: list[Player], servers: list[OuterServer], kills: int, rng: random.Random) -> int:
    """Plays to the end while killing; returns how often the server was killed while games were on."""
    done, killing_on = 0, True

    def is_ahead() -> bool:
        """Whether the games would be over before the last kill: on a slow machine a restart takes many moves."""
        return killing_on and sum(len(p.acked) for p in players) * kills > (done + 1) * MOVES * len(players)

    for player in players:
        player.must_wait = is_ahead
    games = [asyncio.create_task(player.run()) for player in players]
    for number in range(kills):
        victim = servers[number % len(servers)]
        await asyncio.sleep(0.2 + rng.random() * 0.8)
        if all(player.over for player in players):
            break
        await asyncio.to_thread(victim.kill)
        done += 1
        await asyncio.to_thread(victim.start)
    killing_on = False
    async with asyncio.timeout(300):
        await asyncio.gather(*games)
    return done


def play_and_kill(
    data: Path, url: str | None, tables: int, kills: int, pause: float, seed: int, processes: int = 1
) -> dict:
    rng = random.Random(seed)
    servers = [OuterServer(data, url, lease_seconds=2).start() for _ in range(processes)]
    try:
        players = make_players(servers[0], [server.ws_url for server in servers], tables, rng, pause)
        done = asyncio.run(killing(players, servers, kills, rng))
        numbers = check(players, servers[0])
        assert numbers["reconnects"] >= len(players) and numbers["same_views"] > 0
        for server in servers:
            assert '"level": "error"' not in server.log.read_text(), server.log.read_text()[-3000:]
        return {"kills": done, **numbers}
    finally:
        for server in servers:
            server.stop()


def test_a_killed_server_loses_nothing(database: tuple[Path, str | None]) -> None:
    numbers = play_and_kill(*database, tables=6, kills=3, pause=0.05, seed=1)
    assert numbers["kills"] == 3


def test_one_of_two_processes_is_killed_and_the_other_goes_on(cluster, tmp_path: Path) -> None:
    numbers = play_and_kill(tmp_path, cluster.new_database(), tables=6, kills=3, pause=0.05, seed=2, processes=2)
    assert numbers["kills"] == 3


@pytest.mark.slow
def test_forty_tables_survive_thirty_kills(database: tuple[Path, str | None], capsys: pytest.CaptureFixture) -> None:
    numbers = play_and_kill(*database, tables=40, kills=30, pause=0.35, seed=3)
    with capsys.disabled():
        print("\nkill test", "postgresql" if database[1] else "sqlite", numbers)
    assert numbers["kills"] == 30


@pytest.mark.slow
def test_forty_tables_survive_kills_of_two_processes(cluster, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    numbers = play_and_kill(tmp_path, cluster.new_database(), tables=40, kills=30, pause=0.35, seed=4, processes=2)
    with capsys.disabled():
        print("\nkill test of two processes", numbers)
    assert numbers["kills"] == 30
