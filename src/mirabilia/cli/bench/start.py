"""`mirabilia bench start`: how soon one can play, what that takes, and how fast the core is.

Every figure comes from processes of their own. Beside it is the same work done by Numba, which compiles when a function
is needed, or by another version of the package (`--against`): first decisions with an empty cache, rates with a filled
one. Rates are measured in turn, so that both sides share whatever else the machine does.
"""

from __future__ import annotations

import json
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.cookiejar import CookieJar
from importlib import metadata
from pathlib import Path
from typing import NamedTuple, TypeVar

import typer
from rich.console import Console
from rich.table import Table
from websockets.sync.client import connect

from mirabilia.cli.bench.history import default_file
from mirabilia.cli.language import complain, figure, t
from mirabilia.engine.running import CORE
from mirabilia.engine.warming import FAILED
from mirabilia.json_types import Json

FIRST = """
import mirabilia
from mirabilia.bots import make_bot
for name in ("duel", "wonders"):
    game = mirabilia.new_game(name, players=2, seed=1)
    seat = game.to_act[0]
    make_bot("hard", seed=1).choose(game.view(seat), game.options(seat))
"""
# Answers each line, the name of a rate, with units of work per CPU second. Other versions run this, too.
RATES = """
import sys
from mirabilia.bots import Limits, make_bot
from mirabilia.cli.bench import bots, measure
from mirabilia.cli.bench.subjects import Duel, Wonders
works = {"random_games": lambda: measure.one_core(Duel(), 50_000, 1)["games_per_cpu_second"]}
def search(subject, name, simulations):
    questions, bot = bots.questions_of(subject, 1)[::4], make_bot(name, 1)
    def work():
        spent, made = bots.thinking(bot, questions, Limits(simulations=simulations))
        return made / spent
    return work
works["search_duel"] = search(Duel(), "search", 2000)
works["search_played"] = search(Wonders(3), "search", 200)
works["search_judged"] = search(Wonders(3), "network", 400)
for work in works.values():
    work()
print(flush=True)
for line in sys.stdin:
    print(works[line.strip()](), flush=True)
"""
AIMS = {  # None: no aim is set
    "clone_s": 60.0,
    "clone_core_s": None,
    "play_cpu_s": 2.0,
    "first_cpu_s": 3.0,
    "first_core_s": 0.6,
    "server_mb": 200.0,
    "playing_mb": 300.0,
    "engine_mb": 120.0,
    "random_games": 1.25,
    "search_duel": 1.45,
    "search_played": 1.6,
    "search_judged": 1.45,
}
RATIOS = ("random_games", "search_duel", "search_played", "search_judged")
UNITS = {"clone_s": "s", "clone_core_s": "s", "play_cpu_s": "CPU s", "first_cpu_s": "CPU s", "first_core_s": "CPU s"}
CHECKOUT = file.parents[1] if (file := default_file()) else None
READY = re.compile(r"http://127\.0\.0\.1:\d+")
Value = TypeVar("Value")


class Spent(NamedTuple):
    """What a process and its children took."""

    wall: float
    cpu: float


def run(runs: int, compare: bool, against: Path | None, clone: bool, as_json: bool) -> None:
    """Measures everything that can be measured here, one after the other."""
    console, found = Console(highlight=False), {}
    before = _other(against) if against or compare else None
    for measure in (*MEASURES, *([from_clone] if clone else [])):
        if not as_json:
            console.print(t("bench.start.measuring", what=t(f"bench.start.{measure.__name__}")), style="dim")
        found.update(measure(runs, before))
    if as_json:
        typer.echo(json.dumps({key: [now, old] for key, (now, old) in found.items()}, indent=2))
        return
    table = Table(title="mirabilia bench start", title_justify="left", title_style="bold")
    table.add_column(t("bench.what"))
    for head in ("against" if against else "numba", "measured", "aim"):
        table.add_column(t(f"bench.{head}"), justify="right")
    for key, aim in AIMS.items():
        if key in found:
            now, old = found[key]
            table.add_row(t(f"bench.start.{key}"), _shown(key, old), _shown(key, now), _aim(key, aim))
    console.print(table)
    load = t("bench.load", value=figure(os.getloadavg()[0], 1)) if hasattr(os, "getloadavg") else ""
    console.print(f"{t('bench.quiet')} {load}".rstrip(), style="dim")


Found = dict[str, tuple[float, float | None]]  # what is measured here, and on the other side
Environment = dict[str, str]


def _shown(key: str, value: float | None) -> str:
    if value is None:
        return ""
    unit = "x" if key in RATIOS else UNITS.get(key, "MB")
    return f"{figure(value, 0 if value >= 100 else 2)} {unit}"


def _aim(key: str, aim: float | None) -> str:
    if aim is None:
        return ""
    value = figure(aim, 2 if key in RATIOS else 0 if aim >= 1 else 1)
    return t("bench.at_least" if key in RATIOS else "bench.under", value=value)


def _other(against: Path | None) -> dict[str, str]:
    """The environment in which the other side runs: another checkout's package, or this one with Numba."""
    if against is None:
        return {"MIRABILIA_NUMBA": "1"}
    sources = against.resolve() / "src"
    if not (sources / "mirabilia" / "cli" / "bench").is_dir():
        raise complain("bench.no_checkout", "bad_option", folder=against)
    return {"PYTHONPATH": str(sources)}


def first_decisions(runs: int, before: Environment | None) -> Found:
    """The first game and a decision of `hard` in both games: without a core, with one, and on the other side."""

    def first(**environment: str) -> Spent:
        with tempfile.TemporaryDirectory(prefix="mirabilia-bench-") as cache:
            given = {"MIRABILIA_CACHE_DIR": cache, "MIRABILIA_BUILD": "0", **environment}
            return _spent([sys.executable, "-c", FIRST], given)

    plain = statistics.median(first().cpu for _ in range(runs))
    own = {"MIRABILIA_CACHE_DIR": os.environ.get("MIRABILIA_CACHE_DIR", "")}
    core = statistics.median(first(**own).cpu for _ in range(runs))
    other = first(**before).cpu if before else None
    return {"first_cpu_s": (plain, other), "first_core_s": (core, None)}


def rates(runs: int, before: Environment | None) -> Found:
    """How many times as fast the core is: the median of measurements of both sides in turn."""
    if before is None:
        return {}
    with _rating({}) as now, _rating(before) as old:
        ratios = {key: [now(key) / old(key) for _ in range(runs)] for key in RATIOS}
    return {key: (statistics.median(found), 1.0) for key, found in ratios.items()}


@contextmanager
def _rating(environment: Environment) -> Iterator[Callable[[str], float]]:
    """A process that measures one rate after the other, once everything it needs is compiled and loaded."""
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(
            [sys.executable, "-c", RATES],
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        given, found = process.stdin, process.stdout
        assert given is not None and found is not None

        def answer() -> str:
            line = found.readline()
            if not line:
                errors.seek(0)
                raise complain("bench.start_failed", "failed", fault=" ".join(errors.read().strip().splitlines()[-1:]))
            return line

        def measure(key: str) -> float:
            given.write(f"{key}\n")
            given.flush()
            return float(answer())

        answer()
        yield measure


def sizes(runs: int, before: Environment | None) -> Found:
    """What the packages take on disk that are needed to play, to use the engine alone, and to develop."""
    develop = _size("dev") if before else None
    return {"playing_mb": (_size("server"), develop), "engine_mb": (_size(""), develop)}


def _size(extra: str) -> float:
    """Megabytes of the package with an extra and of all that it requires, as far as it is installed."""
    seen: set[tuple[str, str]] = set()
    waiting = [("mirabilia", ""), ("mirabilia", extra)]
    packages: set[str] = set()
    while waiting:
        name, with_extra = waiting.pop()
        if (name, with_extra) in seen:
            continue
        seen.add((name, with_extra))
        with suppress(metadata.PackageNotFoundError):
            packages.add(name)
            for line in metadata.distribution(name).requires or []:
                wanted = re.match(r"([\w.-]+)(?:\[([\w,]+)\])?", line)
                marker = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", line)
                if wanted and (marker is None or marker[1] == with_extra):
                    extras = wanted[2].split(",") if wanted[2] else []
                    waiting += [(wanted[1].lower(), each) for each in ("", *extras)]
    total = 0
    for name in packages:
        with suppress(metadata.PackageNotFoundError):
            files = metadata.distribution(name).files or []
            total += sum(path.stat().st_size for file in files if (path := Path(str(file.locate()))).is_file())
    source = Path(__file__).parents[2]
    if not any(path.name == "__init__.py" for path in metadata.distribution("mirabilia").files or []):
        total += sum(path.stat().st_size for path in source.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return total / 1e6


def server_memory(runs: int, before: Environment | None) -> Found:
    """What a server holds that nobody plays on, ten seconds after it is ready."""
    if not Path("/proc/self/status").exists():
        return {}

    def memory(process: subprocess.Popen[str], address: str) -> float:
        time.sleep(10)
        text = Path(f"/proc/{process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", text)[0]) / 1000

    def served(environment: Environment) -> float:
        command = [sys.executable, "-m", "mirabilia", "serve"]
        return _while_serving(command, None, memory, environment)[0]

    return {"server_mb": (served({}), served(before) if before else None)}


def warm_play(runs: int, before: Environment | None) -> Found:
    """`make play` in a checkout where everything is there already, until the page can be asked for."""
    if CHECKOUT is None:
        return {}

    def once() -> float:
        return _while_serving(["make", "play", "LAN=no"], CHECKOUT, lambda process, address: 0.0)[1].cpu

    once()
    return {"play_cpu_s": (statistics.median(once() for _ in range(runs)), None)}


def from_clone(runs: int, before: Environment | None) -> Found:
    """From `git clone` to a hand that the server has dealt, and until the core runs, with empty caches of our own."""
    if CHECKOUT is None:
        return {}
    found = [_clone_and_play(CHECKOUT) for _ in range(runs)]
    return {
        "clone_s": (statistics.median(dealt for dealt, _ in found), None),
        "clone_core_s": (statistics.median(core for _, core in found), None),
    }


def _clone_and_play(checkout: Path) -> tuple[float, float]:
    """Seconds until a hand is dealt, and until the core that is built behind the scenes runs."""
    with tempfile.TemporaryDirectory(prefix="mirabilia-bench-") as folder:
        names = ("MIRABILIA_CACHE_DIR", "PIP_CACHE_DIR", "npm_config_cache")
        empty = {"MIRABILIA_BUILD": "1", **{name: f"{folder}/{name}" for name in names}}
        started = time.perf_counter()
        subprocess.run(["git", "clone", "-q", str(checkout), f"{folder}/clone"], check=True)

        def play(process: subprocess.Popen[str], address: str) -> tuple[float, float]:
            _deal(address)
            dealt = time.perf_counter() - started
            while (engine := _asked(f"{address}/readyz")["engine"])["way"] != CORE:
                if engine["state"] == FAILED:
                    raise complain("bench.start_failed", "failed", fault="mirabilia build-core")
                time.sleep(1.0)
            return dealt, time.perf_counter() - started

        return _while_serving(["make", "play", "LAN=no"], Path(folder, "clone"), play, empty)[0]


def _deal(address: str) -> None:
    """Loads the page, opens a table of 7 Wonders with two bots and waits for the first hand."""
    with urllib.request.urlopen(address):
        pass
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies := CookieJar()))
    _asked(f"{address}/api/v1/me", {"name": "Bench"}, browser)
    seats = ["me", {"kind": "bot", "level": "normal"}, {"kind": "bot", "level": "normal"}]
    made = _asked(f"{address}/api/v1/tables", {"game": "wonders", "seats": seats, "start": True}, browser)
    given = {"Cookie": "; ".join(f"{cookie.name}={cookie.value}" for cookie in cookies)}
    socket = address.replace("http", "ws", 1) + f"/ws/v1/tables/{made['table']['id']}"
    with connect(socket, additional_headers=given) as live:
        live.send(json.dumps({"type": "hello", "v": 1, "seat": made["seat"]}))
        while not (json.loads(live.recv()).get("state") or {}).get("options"):
            pass


def _asked(url: str, body: object = None, browser: urllib.request.OpenerDirector | None = None) -> Json:
    """What the server answers to a request, in JSON."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with (browser.open if browser else urllib.request.urlopen)(request) as answer:
        return json.load(answer)


def _spent(command: list[str], environment: dict[str, str]) -> Spent:
    started, before = time.perf_counter(), os.times()
    given = {name: value for name, value in {**os.environ, **environment}.items() if value}
    done = subprocess.run(command, env=given, capture_output=True, text=True)
    if done.returncode:
        raise complain("bench.start_failed", "failed", fault=" ".join(done.stderr.strip().splitlines()[-1:]))
    return Spent(time.perf_counter() - started, _children(os.times()) - _children(before))


def _children(times: os.times_result) -> float:
    return times.children_user + times.children_system


def _while_serving(
    command: list[str],
    folder: Path | None,
    look: Callable[[subprocess.Popen[str], str], Value],
    environment: Environment | None = None,
) -> tuple[Value, Spent]:
    """Starts a server, looks at it as soon as it prints its address, and stops it; also returns what that took."""
    started, before = time.perf_counter(), os.times()
    with tempfile.TemporaryDirectory(prefix="mirabilia-bench-") as data:
        given = {"MIRABILIA_DATA_DIR": data, "MIRABILIA_PORT": "0", "MIRABILIA_LOG_LEVEL": "error"}
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, **given, **(environment or {})},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            assert process.stdout is not None
            address = next((found[0] for line in process.stdout if (found := READY.search(line))), None)
            if address is None:
                raise complain("bench.server.not_ready", "failed")
            wall, value = time.perf_counter() - started, look(process, address)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGINT)
            process.wait()
    return value, Spent(wall, _children(os.times()) - _children(before))


MEASURES = (sizes, first_decisions, server_memory, warm_play, rates)
