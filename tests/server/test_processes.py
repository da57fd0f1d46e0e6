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

from server.harness import OuterServer, Person
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


def test_a_worker_ends_with_its_parent() -> None:
    program = "import time; from mirabilia.server.run import end_with_parent; end_with_parent(); time.sleep(300)"
    worker = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE)
    assert worker.stdin is not None and worker.poll() is None
    worker.stdin.close()
    assert worker.wait(PATIENCE) == -signal.SIGTERM
