"""`mirabilia serve --processes N`: several workers on one port, one PostgreSQL database, and one of them killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.harness import OuterServer, Person, Seat
from server.players import Player
from server.test_kill import check, make_players

PATIENCE = 120.0


def wait_for(what: str, found: Callable[[], Any], patience: float = PATIENCE) -> Any:
    limit = time.monotonic() + patience
    while time.monotonic() < limit:
        with contextlib.suppress(httpx.HTTPError):
            if outcome := found():
                return outcome
        time.sleep(0.1)
    raise AssertionError(f"in vain: {what}")


def is_alive(pid: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


class SeveralProcesses(OuterServer):
    """`mirabilia serve --processes 2` as anybody would start it."""

    def start(self) -> SeveralProcesses:
        command = [sys.executable, "-m", "mirabilia", "serve", "--quiet", "--processes", "2"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=self.env, stdout=log, stderr=log)
        self.pid = self.process.pid
        wait_for("two workers that answer", lambda: self.failed() or len(self.answering()) == 2)
        return self

    def failed(self) -> bool:
        assert self.process.poll() is None, self.log.read_text()[-3000:]
        return False

    def workers(self) -> list[int]:
        """The workers' process ids, in the order they were started."""
        lines = [json.loads(line) for line in self.log.read_text().splitlines() if '"worker_started"' in line]
        return [line["pid"] for line in lines]

    def answering(self, table: str | None = None, cookie: str = "") -> dict[str, Any]:
        """Which workers answer, each with what it says of a table: many connections at once, so that all get some."""
        clients = [httpx.Client(base_url=self.url, timeout=20) for _ in range(16)]
        found = {}
        try:
            names = [client.get("/readyz").json()["process"] for client in clients]
            for client, name in zip(clients, names, strict=True):
                if name not in found:  # the same connection is served by the same worker
                    client.cookies.set("mirabilia_device", cookie)
                    found[name] = client.get(f"/api/v1/tables/{table}").json() if table else None
        finally:
            for client in clients:
                client.close()
        return found


@pytest.fixture
def several(cluster: Any, tmp_path: Path) -> Iterator[SeveralProcesses]:
    server = SeveralProcesses(tmp_path, cluster.new_database(), lease_seconds=2)
    try:
        yield server.start()
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait(30)
        wait_for("no worker outlives its parent", lambda: not any(map(is_alive, server.workers())))


async def kill_a_worker(server: SeveralProcesses, players: list[Player]) -> int:
    """Plays all games to their end; the worker with more connections is killed on the way, and named."""
    games = [asyncio.create_task(player.run()) for player in players]
    async with asyncio.timeout(300):
        while sum(len(player.acked) for player in players) < 5 * len(players):
            await asyncio.sleep(0.05)
        assert not all(player.over for player in players)
        victim = max(server.workers(), key=lambda pid: len(os.listdir(f"/proc/{pid}/fd")))
        os.kill(victim, signal.SIGKILL)
        await asyncio.gather(*games)
    return victim


def test_a_killed_worker_is_replaced_and_loses_nothing(several: SeveralProcesses) -> None:
    before = several.workers()
    assert len(before) == 2 and all(map(is_alive, before))

    person = Person(several, "Anna")
    table = person.table("duel", seats=["me", {"kind": "bot", "level": "random"}], start=True)["table"]["id"]
    told = wait_for(
        "both workers know the table",
        lambda: len(found := several.answering(table, person.cookie)) == 2 and found,
    )
    assert all(answer["table"]["id"] == table and answer["you"] == 0 for answer in told.values())

    players = make_players(several, [several.ws_url], 6, random.Random(5), pause=0.1)
    victim = asyncio.run(kill_a_worker(several, players))
    numbers = check(players, several)
    assert numbers["reconnects"] > 0, "somebody was connected to the killed worker"

    wait_for("a new worker in the place of the killed one", lambda: len(set(several.answering()) - set(told)) == 1)
    assert len(several.workers()) == 3 and [pid for pid in before if not is_alive(pid)] == [victim]
    faults = [line for line in several.log.read_text().splitlines() if '"level": "error"' in line]
    assert len(faults) == 1 and "worker_ended" in faults[0], "the killed worker, and nothing else"

    several.process.terminate()
    assert several.process.wait(60) == 0
    assert not any(map(is_alive, several.workers()))


def figures(server: SeveralProcesses) -> dict[str, float]:
    """The metrics, each from a connection of its own."""
    headers = {"Authorization": "Bearer a long token"}
    text = httpx.get(f"{server.url}/metrics", headers=headers, timeout=20).text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_metrics_and_limits_hold_across_processes_and_a_rolling_restart(cluster: Any, tmp_path: Path) -> None:
    url = cluster.new_database()
    given = {"metrics_token": "a long token", "sockets_per_device": 3, "requests_per_minute": 0, "lease_seconds": 2}
    server = SeveralProcesses(tmp_path, url, **given)
    try:
        server.start()
        before = set(server.answering())
        anna = Person(server, "Anna")
        table = anna.table("duel")["table"]["id"]
        sockets = []
        for _ in range(8):  # each a connection of its own, to whichever process
            sockets.append(Seat(server, table, anna.cookie, hello=False))
            sockets[-1].send(type="hello", v=1)
        answers = [socket.until("welcome", "refuse")["type"] for socket in sockets]
        assert answers.count("welcome") == 3, "a device has as many sockets as at one process"

        def is_together() -> bool:
            return all(
                each.get("mirabilia_processes") == 2
                and each['mirabilia_sockets{kind="table"}'] == 3
                and each['mirabilia_limited_total{what="sockets of a device"}'] == 5
                for each in [figures(server) for _ in range(8)]
            )

        wait_for("every process answers for both", is_together)
        cpu = figures(server)["process_cpu_seconds_total"]
        for socket in sockets:
            socket.close()

        first = server.workers()

        async def play_through() -> list[Player]:
            players = make_players(server, [server.ws_url], 4, random.Random(3), pause=0.2)
            games = [asyncio.create_task(player.run()) for player in players]
            async with asyncio.timeout(300):
                while sum(len(player.acked) for player in players) < 8:
                    await asyncio.sleep(0.05)
                server.process.send_signal(signal.SIGHUP)
                await asyncio.gather(*games)
            return players

        check(asyncio.run(play_through()), server)
        wait_for("both are new", lambda: len(now := server.answering()) == 2 and not set(now) & before)
        assert len(server.workers()) == 4 and not any(map(is_alive, first))
        wait_for("gauges of processes that ended are gone", lambda: figures(server)["mirabilia_processes"] == 2)
        after = figures(server)
        assert after["process_cpu_seconds_total"] >= cpu
        assert after['mirabilia_limited_total{what="sockets of a device"}'] == 5
        text = server.log.read_text()
        assert "rolling_restart" in text and '"level": "error"' not in text
        server.process.terminate()
        assert server.process.wait(60) == 0
    finally:
        if server.process.poll() is None:
            server.process.kill()
        server.process.wait(30)


def test_a_worker_ends_with_its_parent() -> None:
    program = "import time; from mirabilia.server.run import end_with_parent; end_with_parent(); time.sleep(300)"
    worker = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE)
    assert worker.stdin is not None and worker.poll() is None
    worker.stdin.close()
    assert worker.wait(PATIENCE) == -signal.SIGTERM
