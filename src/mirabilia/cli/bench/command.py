"""`mirabilia bench`: measures, prints a table or JSON, and appends to the history."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from mirabilia.cli.bench import history as histories
from mirabilia.cli.bench import measure
from mirabilia.cli.bench.starts import starts as measure_starts
from mirabilia.cli.bench.subjects import Duel, Subject, Wonders
from mirabilia.errors import MirabiliaError
from mirabilia.rules.compiling import PLAIN

RUN_SECONDS = 0.5

# key, what it is called, its unit and digits
ROWS: tuple[tuple[str, str, str], ...] = (
    ("games_per_cpu_second", "random games, one core (1)", "{:,.0f} /CPU s"),
    ("run_cpu_s", "length of such a run (1)", "{:.2f} CPU s"),
    ("games_per_second_all_cores", "random games, all cores (2)", "{:,.0f} /s"),
    ("threads_ratio", "all cores against one thread (2)", "{:.2f} x"),
    ("threads_ratio_quiet", "the same, quietest runs (2)", "{:.2f} x"),
    ("threads_ratio_of_two", "two threads against one (2)", "{:.2f} x"),
    ("threads_ratio_of_two_quiet", "the same, quietest runs (2)", "{:.2f} x"),
    ("state_bytes", "state of one game", "{:,.0f} bytes"),
    ("copy_ns", "copy of a state (3)", "{:.1f} ns"),
    ("step_us", "step from Python, compiled rules (4)", "{:.2f} us"),
    ("game_step_us", "step from Python, public game (4)", "{:.1f} us"),
    ("options_mean_us", "options, mean (5)", "{:.3f} us"),
    ("options_worst_us", "options, worst position (5)", "{:.3f} us"),
    ("quote_mean_us", "quote, mean (6)", "{:.3f} us"),
    ("quote_worst_us", "quote, worst (6)", "{:.3f} us"),
    ("cold_start_s", "cold start, wall (7)", "{:.1f} s"),
    ("cold_start_cpu_s", "cold start, CPU (7)", "{:.1f} s"),
    ("warm_start_s", "warm start, wall (7)", "{:.2f} s"),
    ("warm_start_cpu_s", "warm start, CPU (7)", "{:.2f} s"),
    ("warm_peak_mib", "memory of a warm process (7)", "{:.0f} MiB"),
)
HOW = """\
(1) whole uniformly random games with set-up and scoring, in CPU time of one
    thread; median of {runs} runs
(2) wall time, one and more threads in turn; median, ratios taken run by run;
    the quietest runs are the fastest of each kind
(3) compiled loop over 1024 states
(4) apply a decision and list the options after it, called from Python
(5) compiled, at every position of random games; at each the best of 5 tries,
    so that interruptions do not count
(6) all ways to pay one cost that needs goods, for every card in hand; as (5)
(7) a fresh process that plays one game, with an empty and with a filled cache;
    warm is the median of 3
Other programs share the machine: compare numbers within one table, and tables
of a quiet machine.{load}\
"""
# wall times mean nothing while other programs hold the cores; they are shown with a question mark then
BY_WALL_TIME = {key for key, _, _ in ROWS if key.startswith(("threads", "games_per_second"))} | {
    "cold_start_s",
    "warm_start_s",
}
SMALLER_IS_BETTER = {"state_bytes", "options_worst_us"}


def run(
    name: str | None,
    *,
    players: list[int] | None,
    games: int | None,
    runs: int,
    starts: bool,
    as_json: bool,
    history: Path | None,
    keep_history: bool,
) -> None:
    """Measures the subjects asked for, one after the other."""
    if PLAIN:
        raise MirabiliaError("MIRABILIA_PLAIN is set: there is nothing compiled to measure", code="plain")
    if name == "duel" and players:
        raise MirabiliaError("--players belongs to wonders", code="bad_option", option="players")
    console, results = Console(highlight=False), []
    for subject in _subjects(name, players):
        if not as_json:
            console.print(f"Measuring {subject.title} ...", style="dim")
        result = measure_all(subject, games, runs, starts)
        results.append(result)
        if not as_json:
            console.print(_table(subject, result))
    kept = histories.entry(results)
    if as_json:
        typer.echo(json.dumps(kept, indent=2))
    else:
        _explain(console, kept["machine"], runs)
    file = (history or histories.default_file()) if keep_history else None
    if file is not None:
        histories.append(file, kept)
        if not as_json:
            console.print(f"Appended to {file}", style="dim", soft_wrap=True)


def _subjects(name: str | None, players: list[int] | None) -> list[Subject]:
    subjects: list[Subject] = [] if name == "wonders" else [Duel()]
    if name != "duel":
        subjects += [Wonders(number) for number in players or (3, 7)]
    return subjects


def measure_all(subject: Subject, games: int | None, runs: int, starts: bool) -> dict[str, Any]:
    """Every number of one subject."""
    count = games or measure.games_for(subject, RUN_SECONDS)
    result: dict[str, Any] = {"game": subject.name, "players": subject.players, "games": count, "runs": runs}
    result["busy"] = hasattr(os, "getloadavg") and os.getloadavg()[0] > measure.cores() / 2
    result |= measure.one_core(subject, count, runs)
    result |= measure.all_cores(subject, count, runs)
    result |= measure.memory(subject, runs)
    result |= measure.from_python(subject, runs)
    result |= measure.single_calls(subject, 1 if games else 10)
    if starts:
        result |= measure_starts(subject.name, subject.players)
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in result.items()}


def _table(subject: Subject, result: dict[str, Any]) -> Table:
    table = Table(title=f"mirabilia bench: {subject.title}", title_justify="left", title_style="bold")
    table.add_column("what")
    table.add_column("measured", justify="right")
    table.add_column("aim", justify="right")
    for key, what, form in ROWS:
        if result.get(key) is None:
            continue
        if key in ("threads_ratio", "threads_ratio_quiet") and result["threads"] == 2:
            continue  # said by the rows for two threads
        value, aim = result[key], subject.aims.get(key)
        met = aim is None or (value <= aim if key in SMALLER_IS_BETTER else value >= aim)
        unsure = result["busy"] and key in BY_WALL_TIME
        mark = "? " if unsure else "" if met else "! "
        table.add_row(what, mark + form.format(value), "" if aim is None else _aim(key, aim))
    return table


def _aim(key: str, aim: float) -> str:
    number = f"{aim:,.0f}" if aim >= 10 else f"{aim:g}"
    return f"under {number}" if key in SMALLER_IS_BETTER else f"{number} or more"


def _explain(console: Console, machine: dict[str, Any], runs: int) -> None:
    console.print(
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, Python {machine['python']}, "
        f"Numba {machine['numba']}, NumPy {machine['numpy']}.  “!” marks what misses its aim, “?” wall "
        "times taken while other programs held the cores: they say nothing.",
        style="dim",
    )
    load = f" Load average now: {os.getloadavg()[0]:.1f}." if hasattr(os, "getloadavg") else ""
    console.print(HOW.format(runs=runs, load=load), style="dim")
