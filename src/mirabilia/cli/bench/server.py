"""`mirabilia bench server`: clients over real sockets against a real server process, on this machine alone.

Every table is a Duel with two sockets; a client that has the move plays a random option at the table's next moment, so
that all tables together make the wanted number of moves per second. Measured is the time from sending the command
until both sockets of the table have the new state. First the steady load, then steps up to saturation.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
from rich.console import Console
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from mirabilia.cli.language import complain, figure, t
from mirabilia.game import new_game
from mirabilia.json_types import Json, JsonObject

STEPS = (200, 300, 400, 500, 600, 800, 1000)
BOT_STEPS = (4, 8, 16, 32)  # turns per second with bots
SATURATED = 0.85  # a step that makes less of its rate has met the end
MARGIN = 3.0  # seconds to get going before anything counts, at least


class _Table(msgspec.Struct):
    moves: int
    status: str


class _Option(msgspec.Struct):
    text: str


class _State(msgspec.Struct):
    table: _Table
    options: list[_Option]


class _Message(msgspec.Struct):
    """The parts of any message that a client of the measurement reads."""

    type: str
    id: str | None = None
    code: str | None = None
    state: _State | None = None


_decode = msgspec.json.Decoder(_Message).decode


@dataclass
class Load:
    """What the clients share: the wanted rate, and what they saw."""

    tables: int
    rate: float = 0.0
    counting: bool = False
    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    refusals: dict[str, int] = field(default_factory=dict)
    ended: int = 0
    lost: int = 0

    def pause(self, rng: random.Random) -> float:
        """How long a table waits before its next move, so that all together make the rate."""
        return rng.uniform(0.5, 1.5) * self.tables / max(self.rate, 0.001)


@dataclass
class TableLoad:
    """One table: when each move was sent, and by how many sockets it was seen."""

    id: str
    sent: dict[int, float] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)
    ready_at: float = 0.0


async def client(url: str, table: TableLoad, seat: int, cookie: str, load: Load, rng: random.Random) -> None:
    """One socket of one table."""
    headers = {"Cookie": f"mirabilia_device={cookie}"}
    address = f"{url}/ws/v1/tables/{table.id}"
    with contextlib.suppress(OSError, WebSocketException):
        async with connect(address, additional_headers=headers, compression=None, max_size=None, open_timeout=60) as ws:
            await ws.send(msgspec.json.encode({"type": "hello", "v": 1, "seat": seat}).decode())
            async for text in ws:
                message = _decode(text)
                if message.type == "refuse":
                    load.refusals[message.code or ""] = load.refusals.get(message.code or "", 0) + 1
                state = message.state
                if state is None:
                    continue
                _seen(table, state.table.moves, load)
                if state.table.status != "playing":
                    load.ended += seat == 0
                    return
                if state.options and message.type != "refuse":
                    at = state.table.moves
                    now = time.perf_counter()
                    table.ready_at = max(table.ready_at, now - 1.0) + load.pause(rng)
                    await asyncio.sleep(max(0.0, table.ready_at - now))
                    move = rng.choice(state.options).text
                    command = {"type": "play", "id": f"{seat}.{at}", "at": at, "move": move}
                    table.sent[at + 1] = time.perf_counter()
                    await ws.send(msgspec.json.encode(command).decode())
    load.lost += not load.ended


def _seen(table: TableLoad, moves: int, load: Load) -> None:
    """Notes that a socket has the state after this many moves; the second socket completes the measurement."""
    sent = table.sent.get(moves)
    if sent is None:
        return
    table.seen[moves] = table.seen.get(moves, 0) + 1
    if table.seen[moves] == 2:
        if load.counting:
            load.moves += 1
            load.latencies.append(time.perf_counter() - sent)
        del table.sent[moves], table.seen[moves]


@contextlib.contextmanager
def running_server(database_url: str | None, processes: int, bot_workers: int = 0) -> Iterator[tuple[str, int]]:
    """A server process of its own, in a temporary folder; gives its address and process id."""
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="mirabilia-bench-") as folder:
        settings = {
            "PORT": port, "HOST": "127.0.0.1", "DATA_DIR": folder, "CREATE_PER_HOUR": 0, "REQUESTS_PER_MINUTE": 0,
            "COMMANDS_PER_SECOND": 0, "SOCKETS_PER_ADDRESS": 0, "ANALYSES_PER_HOUR": 0,
            "SOCKETS_PER_DEVICE": 0, "BYTES_PER_SECOND": 0,
            "BOT_WORKERS": bot_workers, "BOT_PACE_MS": 0, "THINK_TABLE_SECONDS": 0, "THINK_PERSON_SECONDS": 0,
            "THINK_ADDRESS_SECONDS": 0, "LOG_LEVEL": "warning", "MAX_SOCKETS": 50_000, "PROCESSES": processes,
        }  # fmt: skip
        env = {**os.environ, **{f"MIRABILIA_{key}": str(value) for key, value in settings.items()}}
        if database_url:
            env["MIRABILIA_DATABASE_URL"] = database_url
        else:
            env.pop("MIRABILIA_DATABASE_URL", None)
        log = Path(folder) / "log"
        with log.open("wb") as out:
            command = [sys.executable, "-m", "mirabilia", "serve", "--quiet"]
            process = subprocess.Popen(command, env=env, stdout=out, stderr=out)
        try:
            _wait_until_ready(f"http://127.0.0.1:{port}", process, log)
            yield f"127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    limit = time.monotonic() + 180
    while time.monotonic() < limit:
        if process.poll() is not None:
            raise complain("bench.server.ended", "failed", fault=log.read_text()[-1000:])
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(url + "/readyz", timeout=2).status_code == 200:
                return
        time.sleep(0.1)
    raise complain("bench.server.not_ready", "failed")


def memory_kb(pid: int) -> int:
    """Resident memory of a process and its children, in kilobytes (Linux)."""
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
                if int(folder.name) == pid or int(parent) == pid:
                    status = (folder / "status").read_text()
                    total += int(status.split("VmRSS:")[1].split()[0])
    return total


def cpu_seconds(pid: int) -> float:
    """Processor time a process and its children have used (Linux)."""
    ticks = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
                if int(folder.name) == pid or int(fields[1]) == pid:
                    ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def _make_tables(address: str, count: int, bots: str | None = None) -> tuple[list[TableLoad], str]:
    """Begun tables; one person sits on both sides of each, or with `bots` at a 7 Wonders table with four such bots."""
    seats: list[Json] = ["me", "me"] if bots is None else ["me", *[{"kind": "bot", "level": bots}] * 4]
    body = {"game": "duel" if bots is None else "wonders", "seats": seats, "start": True}
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=60) as http:
        await http.post("/me", json={"name": "Load"})
        made = []
        gate = asyncio.Semaphore(8)

        async def make() -> None:
            async with gate:
                answer = await http.post("/tables", json=body)
                answer.raise_for_status()
                made.append(TableLoad(answer.json()["table"]["id"]))

        await asyncio.gather(*(make() for _ in range(count)))
        return made, str(http.cookies["mirabilia_device"])


def quantile(values: list[float], share: float) -> float:
    """A quantile of measurements, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def _measure(load: Load, rate: float, seconds: float, pid: int) -> JsonObject:
    load.rate = rate
    await asyncio.sleep(max(MARGIN, 1.5 * load.tables / rate))  # every table has moved once
    load.moves, load.latencies, load.counting = 0, [], True
    started, used, own = time.perf_counter(), cpu_seconds(pid), time.process_time()
    await asyncio.sleep(seconds)
    took, used, own = time.perf_counter() - started, cpu_seconds(pid) - used, time.process_time() - own
    load.counting = False
    return {
        "wanted": rate,
        "made": round(load.moves / took, 1),
        "p50_ms": round(quantile(load.latencies, 0.5), 1),
        "p95_ms": round(quantile(load.latencies, 0.95), 1),
        "p99_ms": round(quantile(load.latencies, 0.99), 1),
        "server_cpu_ms": round(1000 * used / max(1, load.moves), 2),  # per move
        "clients_cpu_ms": round(1000 * own / max(1, load.moves), 2),
    }


async def _ask_for_analyses(address: str, count: int) -> list[str]:
    """Asks for quick analyses of so many different games of Duel at once; gives their ids."""
    records = []
    for seed in range(count):
        game, rng = new_game("duel", seed=seed), random.Random(seed)
        while not game.over:
            game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
        records.append(game.record().dumps())
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=60) as http:
        await http.post("/me", json={"name": "Load"})
        answers = await asyncio.gather(*(http.post("/analyses", json={"record": record}) for record in records))
        return [answer.raise_for_status().json()["id"] for answer in answers]


async def _states_of(address: str, ids: list[str]) -> dict[str, int]:
    """How many of these analyses wait, run, or are done."""
    async with httpx.AsyncClient(base_url=f"http://{address}/api/v1", timeout=60) as http:
        states = [(await http.get(f"/analyses/{identity}")).json()["state"] for identity in ids]
    return {state: states.count(state) for state in ("waiting", "running", "done", "failed")}


async def _with_clients(
    address: str,
    pid: int,
    tables: int,
    plan: list[tuple[float, float]],
    stop_when_saturated: bool,
    analyses: int = 0,
) -> JsonObject:
    """Measures by plan; with `analyses` the last step once more while so many are waited for."""
    idle = memory_kb(pid)
    made, cookie = await _make_tables(address, tables)
    load = Load(tables, rate=plan[0][0])
    rng = random.Random(1)
    tasks = []
    for table in made:
        table.ready_at = time.perf_counter() + rng.random() * tables / max(load.rate, 1)
        for seat in (0, 1):
            tasks.append(
                asyncio.create_task(client(f"ws://{address}", table, seat, cookie, load, random.Random(rng.random())))
            )
        await asyncio.sleep(0.002)
    gc.collect()
    gc.freeze()  # the clients' own garbage collection would be measured as the server's slowness
    gc.disable()
    results = []
    busy = idle
    for rate, seconds in plan:
        results.append(await _measure(load, rate, seconds, pid))
        busy = max(busy, memory_kb(pid))
        if stop_when_saturated and results[-1]["made"] < SATURATED * rate:
            break
    analysed: dict[str, int] = {}
    if analyses:
        asked = await _ask_for_analyses(address, analyses)
        results.append(await _measure(load, *plan[-1], pid))
        analysed = await _states_of(address, asked)
    gc.enable()
    gc.unfreeze()
    open_sockets = sum(not task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {
        "results": results,
        "sockets": 2 * tables,
        "sockets_open_at_end": open_sockets,
        "kb_per_table": round((busy - idle) / tables, 1),
        "server_mb": round(busy / 1024),
        "refusals": load.refusals,
        "games_ended": load.ended,
        "analyses": analysed,
    }


async def _player_with_bots(url: str, table: TableLoad, cookie: str, load: Load, rng: random.Random) -> None:
    """A person at a table with bots: plays at its next moment; measured is how long the bots take to answer."""
    headers = {"Cookie": f"mirabilia_device={cookie}"}
    with contextlib.suppress(OSError, WebSocketException):
        async with connect(
            f"{url}/ws/v1/tables/{table.id}",
            additional_headers=headers,
            compression=None,
            max_size=None,
            open_timeout=60,
        ) as ws:
            await ws.send(b'{"type":"hello","v":1}'.decode())
            sent, number = 0.0, 0
            async for text in ws:
                state = _decode(text).state
                if state is None:
                    continue
                if state.table.status != "playing":
                    load.ended += 1
                    return
                if state.options and state.table.moves != number - 1:
                    if sent and load.counting:
                        load.moves += 1
                        load.latencies.append(time.perf_counter() - sent)
                    now = time.perf_counter()
                    table.ready_at = max(table.ready_at, now - 1.0) + load.pause(rng)
                    await asyncio.sleep(max(0.0, table.ready_at - now))
                    at, sent = state.table.moves, time.perf_counter()
                    number = at + 1
                    move = rng.choice(state.options).text
                    await ws.send(
                        msgspec.json.encode({"type": "play", "id": f"b{at}", "at": at, "move": move}).decode()
                    )
    load.lost += 1


async def _with_bots(
    address: str, pid: int, tables: int, plan: list[tuple[float, float]], stop_when_saturated: bool, level: str
) -> JsonObject:
    idle = memory_kb(pid)
    made, cookie = await _make_tables(address, tables, level)
    load, rng = Load(tables, rate=plan[0][0]), random.Random(1)
    tasks = []
    for table in made:
        table.ready_at = time.perf_counter() + rng.random() * tables / max(load.rate, 1)
        seed = random.Random(rng.random())
        tasks.append(asyncio.create_task(_player_with_bots(f"ws://{address}", table, cookie, load, seed)))
    results, busy = [], idle
    for rate, seconds in plan:
        results.append(await _measure(load, rate, seconds, pid))
        busy = max(busy, memory_kb(pid))
        if stop_when_saturated and results[-1]["made"] < SATURATED * rate:
            break
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return {"results": results, "server_mb": round(busy / 1024), "kb_per_table": round((busy - idle) / tables, 1)}


def run_with_bots(
    level: str,
    tables: int = 100,
    rate: float = 10.0,
    seconds: float = 30.0,
    database_url: str | None = None,
    processes: int = 1,
    bot_workers: int = 0,
    curve: bool = False,
    step_seconds: float = 6.0,
) -> JsonObject:
    """Measures tables of 7 Wonders with a person and four bots each: turns per second, and how long a turn takes."""
    console = Console(highlight=False)
    kind = "PostgreSQL" if database_url else "SQLite"
    console.print(t("bench.server.with_bots", kind=kind, n=tables, level=level, workers=bot_workers))
    with running_server(database_url, processes, bot_workers) as (address, pid):
        numbers = asyncio.run(_with_bots(address, pid, tables, [(rate, seconds)], False, level))
    _print(console, t("bench.server.turns", seconds=figure(seconds)), numbers["results"])
    if curve:
        with running_server(database_url, processes, bot_workers) as (address, pid):
            plan = [(float(step), step_seconds) for step in BOT_STEPS]
            numbers["curve"] = asyncio.run(_with_bots(address, pid, tables, plan, True, level))
        _print(console, t("bench.server.saturation"), numbers["curve"]["results"])
    console.print(t("bench.server.memory_with_bots", size=numbers["server_mb"], each=numbers["kb_per_table"]))
    return numbers


def run(
    tables: int = 500,
    rate: float = 300.0,
    seconds: float = 60.0,
    database_url: str | None = None,
    processes: int = 1,
    curve: bool = True,
    step_seconds: float = 6.0,
    analyses: int = 0,
) -> JsonObject:
    """Measures and prints; returns the numbers. With `analyses` the steady load, then the same beside so many."""
    console = Console(highlight=False)
    kind = "PostgreSQL" if database_url else "SQLite"
    console.print(t("bench.server.tables", kind=kind, processes=processes, n=tables, sockets=2 * tables))
    with running_server(database_url, processes) as (address, pid):
        steady = asyncio.run(_with_clients(address, pid, tables, [(rate, seconds)], False, analyses))
    _print(console, t("bench.server.steady", seconds=figure(seconds)), steady["results"])
    if analyses:
        console.print(t("bench.server.analyses", n=analyses, **steady["analyses"]))
    refusals = ", ".join(f"{code} {count}" for code, count in steady["refusals"].items()) or "0"
    memory = {"each": steady["kb_per_table"], "size": steady["server_mb"]}
    console.print(t("bench.server.memory", refusals=refusals, **memory))
    numbers: JsonObject = {"database": kind, "steady": steady}
    if curve:
        with running_server(database_url, processes) as (address, pid):
            plan = [(float(step), step_seconds) for step in STEPS]
            numbers["curve"] = asyncio.run(_with_clients(address, pid, tables, plan, True))
        _print(console, t("bench.server.saturation"), numbers["curve"]["results"])
    return numbers


def _print(console: Console, title: str, results: list[JsonObject]) -> None:
    console.print(f"\n{title}")
    heads = [t("bench.server.made"), "p50", "p95", "p99", t("bench.server.server"), t("bench.server.clients")]
    row = [t("bench.server.wanted").rjust(15), *(head.rjust(8) for head in heads)]
    console.print(" ".join(row), soft_wrap=True)
    for line in results:
        console.print(
            f"{line['wanted']:>15.0f} {line['made']:>8.1f} {line['p50_ms']:>8.1f} {line['p95_ms']:>8.1f} "
            f"{line['p99_ms']:>8.1f} {line['server_cpu_ms']:>8.2f} {line['clients_cpu_ms']:>8.2f}",
            soft_wrap=True,
        )
