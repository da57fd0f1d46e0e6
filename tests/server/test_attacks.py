"""Attacks (`attackers.py`), each alone and all at once, while people at a hundred tables play on.

Slow: `pytest -m slow tests/server/test_attacks.py -s` prints what it measured (docs/performance.md keeps it). The
attackers have addresses from 127.0.0.2 on; everyone else comes through a trusted proxy, each with an address of their
own.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from mirabilia.cli.bench.server import cpu_seconds
from server.attackers import ATTACKS, Prey, played_out
from server.harness import OuterServer, Person

SECONDS = float(os.environ.get("ATTACK_SECONDS", "60"))
TABLES = int(os.environ.get("ATTACK_TABLES", "100"))
ALONE_SECONDS, ALONE_TABLES = 10.0, 20  # of one attack by itself
SETTINGS = {
    "trusted_proxies": "127.0.0.1", "create_per_hour": 60, "requests_per_minute": 600, "commands_per_second": 10,
    "sockets_per_device": 200, "sockets_per_seat": 20, "bytes_per_second": 500_000, "changes_per_minute": 60,
    "analyses_per_hour": 60, "chat_per_minute": 20, "events_per_hour": 2000,
}  # fmt: skip


def memory_mb(pid: int) -> float:
    """What the process holds of the machine's memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Victim:
    """Someone who plays against a bot and measures how long each move takes to be acknowledged."""

    def __init__(self, server: OuterServer, number: int) -> None:
        self.server = server
        self.headers = {"X-Forwarded-For": f"10.1.{number // 200}.{number % 200 + 1}"}
        self.waited: list[float] = []

    async def sit_down(self, client: httpx.AsyncClient) -> None:
        seats = ["me", {"kind": "bot", "level": "random"}]
        body = {"game": "duel", "seats": seats, "start": True, "bot_pace_ms": 0, "name": "Anna"}
        answer = await client.post("/api/v1/tables", json=body, headers=self.headers, timeout=60)
        assert answer.status_code == 201, answer.text
        self.table = answer.json()["table"]["id"]
        self.cookie = answer.headers["set-cookie"].split(";")[0]

    async def play(self, until: Callable[[], bool]) -> None:
        headers = {**self.headers, "Cookie": self.cookie}
        address = f"{self.server.ws_url}/ws/v1/tables/{self.table}"
        async with connect(address, additional_headers=headers, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "v": 1}))
            sent_at, count, state = 0.0, 0, None
            while not until():
                with contextlib.suppress(TimeoutError):
                    message = json.loads(await asyncio.wait_for(socket.recv(), 0.5))
                    state = message.get("state") or state
                    if message["type"] in ("ack", "refuse") and sent_at:
                        self.waited.append(time.monotonic() - sent_at)
                        sent_at = 0.0
                if state is None or sent_at or not state["options"]:
                    continue
                if state["table"]["status"] == "over":
                    return
                await asyncio.sleep(random.uniform(0.5, 1.5))
                count += 1
                sent_at = time.monotonic()
                move = random.choice(state["options"])["text"]
                play = {"type": "play", "id": f"m{count}", "at": state["table"]["moves"], "move": move}
                state = {**state, "options": []}
                await socket.send(json.dumps(play))


def prepared(server: OuterServer, strange: str) -> Prey:
    """What the attackers have of their own: a game that is over, and one that goes on."""
    eve = Person(server, "Eve")
    finished = eve.post("/records", {"record": played_out()})["table"]["id"]
    seats = ["me", {"kind": "bot", "level": "random"}]
    own = eve.table("wonders", players=7, seats=[*seats, *seats[1:] * 5], start=True)["table"]["id"]
    # What a server loads when it is first asked for it is there before memory is measured.
    for path in (f"/tables/{finished}/replay?to=100000", "/catalog/wonders", "/openapi.json", "/puzzles?game=wonders"):
        eve.get(path)
    for path in ("/statistics", "/me/export", "/me/study", "/me/games.csv"):
        eve.http.get(path)
    eve.http.post(f"/tables/{own}/hint", json={"kind": "explain"})
    return Prey(server.port, strange, finished, own, eve.cookie)


async def measured(
    server: OuterServer, names: list[str], seconds: float, tables: int, addresses: int
) -> dict[str, float]:
    """Lets these attacks run while the victims play; what the victims and the server felt."""
    victims = [Victim(server, number) for number in range(tables)]
    async with httpx.AsyncClient(base_url=server.url) as client:
        for victim in victims:
            await victim.sit_down(client)
            client.cookies.clear()
    prey = await asyncio.to_thread(prepared, server, victims[0].table)
    begun = asyncio.Event()  # of the attack, or of what would be one
    end = 0.0
    playing = [
        asyncio.create_task(victim.play(lambda: begun.is_set() and time.monotonic() > end)) for victim in victims
    ]
    while not all(victim.waited for victim in victims):
        await asyncio.sleep(0.1)
    for victim in victims:
        victim.waited.clear()
    start, most, used = memory_mb(server.pid), 0.0, cpu_seconds(server.pid)
    end = time.monotonic() + seconds
    begun.set()
    attacking = None
    if names:
        command = [sys.executable, "-m", "server.attackers", prey.dumps(), str(seconds), str(addresses), *names]
        folders = [str(Path(__file__).parents[1]), *sys.path]
        attacking = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)})
    while time.monotonic() < end:
        await asyncio.sleep(0.5)
        most = max(most, memory_mb(server.pid))
    used = cpu_seconds(server.pid) - used
    await asyncio.gather(*playing)
    if attacking is not None:
        await asyncio.to_thread(attacking.wait, 30)
    waited = sorted(1000 * wait for victim in victims for wait in victim.waited)
    assert len(waited) > tables, "the victims play on"
    return {
        "moves": len(waited), "p50": waited[len(waited) // 2], "p99": waited[int(0.99 * (len(waited) - 1))],
        "longest": waited[-1], "cpu": 100 * used / seconds, "start_mb": start, "most_mb": most,
    }  # fmt: skip


def check(names: list[str], seconds: float, tables: int, folder: Path, addresses: int = 1) -> dict[str, float]:
    server = OuterServer(folder, **SETTINGS).start()
    try:
        found = asyncio.run(measured(server, names, seconds, tables, addresses))
        limit = time.monotonic() + 150  # a minute until tables are let go, and then the next collection
        while memory_mb(server.pid) > 1.2 * found["start_mb"] and time.monotonic() < limit:
            time.sleep(1)
        found["after_mb"] = memory_mb(server.pid)
        found["after_s"] = 150 - (limit - time.monotonic())
        print(
            json.dumps({"attack": names, "load": round(os.getloadavg()[0]), **{k: round(v) for k, v in found.items()}})
        )
        return found
    finally:
        server.stop()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["", *ATTACKS])
def test_others_play_on_during_an_attack(name: str, tmp_path: Path) -> None:
    found = check([name] if name else [], ALONE_SECONDS, ALONE_TABLES, tmp_path)
    assert found["most_mb"] < 700


@pytest.mark.slow
@pytest.mark.parametrize("addresses", [0, 1, 4])
def test_others_play_on_during_all_attacks_at_once(addresses: int, tmp_path: Path) -> None:
    found = check(list(ATTACKS) if addresses else [], SECONDS, TABLES, tmp_path, addresses)
    assert found["most_mb"] < 700
    assert found["after_mb"] <= 1.2 * found["start_mb"], "when all tables have been let go"
    quiet = 2 * (os.cpu_count() or 1) > os.getloadavg()[0]  # on a machine busy with other work times say nothing
    assert found["p99"] < 250 or not quiet
