"""`mirabilia bench`: measures, prints a table or JSON, and appends to the history."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from mirabilia.cli.bench import batch, bots, measure
from mirabilia.cli.bench import history as histories
from mirabilia.cli.bench.starts import starts as measure_starts
from mirabilia.cli.bench.subjects import Duel, Subject, Wonders
from mirabilia.errors import MirabiliaError
from mirabilia.rules.compiling import PLAIN

RUN_SECONDS = 0.5
Rows = tuple[tuple[str, str, str], ...]

# key, what it is called, its unit and digits
ROWS: Rows = (
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


class Report:
    """What is said about a kind of measurement: its rows, its aims and how it was done."""

    def __init__(self, title: str, rows: Rows, how: str, smaller: set[str], by_wall_time: set[str]) -> None:
        self.title, self.rows, self.how = title, rows, how
        self.smaller, self.by_wall_time = smaller, by_wall_time

    def table(self, subject: Subject, result: dict[str, Any], aims: Mapping[str, float]) -> Table:
        """The numbers of one subject beside their aims."""
        table = Table(title=f"{self.title}: {subject.title}", title_justify="left", title_style="bold")
        table.add_column("what")
        table.add_column("measured", justify="right")
        table.add_column("aim", justify="right")
        for key, what, form in self.rows:
            if result.get(key) is None:
                continue
            if key in ("threads_ratio", "threads_ratio_quiet") and result["threads"] == 2:
                continue  # said by the rows for two threads
            value, aim = result[key], aims.get(key)
            met = aim is None or (value <= aim if key in self.smaller else value >= aim)
            unsure = result["busy"] and key in self.by_wall_time
            mark = "? " if unsure else "" if met else "! "
            table.add_row(what, mark + form.format(value), "" if aim is None else self._aim(key, aim))
        return table

    def _aim(self, key: str, aim: float) -> str:
        number = f"{aim:,.0f}" if aim >= 10 else f"{aim:g}"
        return f"under {number}" if key in self.smaller else f"{number} or more"


RULES = Report("mirabilia bench", ROWS, HOW, SMALLER_IS_BETTER, BY_WALL_TIME)
BATCH = Report("mirabilia bench batch", batch.ROWS, batch.HOW, batch.SMALLER_IS_BETTER, batch.BY_WALL_TIME)
BOTS = Report("mirabilia bench bots", bots.ROWS, bots.HOW, bots.SMALLER_IS_BETTER, bots.BY_WALL_TIME)


def run(
    name: str | None,
    *,
    players: list[int] | None,
    games: int | None,
    runs: int,
    starts: bool,
    seconds: float,
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
    report = {"bots": BOTS, "batch": BATCH}.get(name or "", RULES)
    for subject in _subjects(name, players):
        if not as_json:
            console.print(f"Measuring {subject.title} ...", style="dim")
        if report is BOTS:
            result, aims = measure_thinking(subject, runs, seconds), bots.AIMS[subject.name]
        elif report is BATCH:
            result, aims = measure_batches(subject, runs), batch.AIMS.get((subject.name, subject.players), {})
        else:
            result, aims = measure_all(subject, games, runs, starts), subject.aims
        results.append(result)
        if not as_json:
            console.print(report.table(subject, result, aims))
    kept = histories.entry(results)
    if as_json:
        typer.echo(json.dumps(kept, indent=2))
    else:
        _explain(console, report.how, kept["machine"], runs, seconds)
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
    """Every number of one subject's rules."""
    count = games or measure.games_for(subject, RUN_SECONDS)
    result = {**_about(subject, runs), "games": count}
    result |= measure.one_core(subject, count, runs)
    result |= measure.all_cores(subject, count, runs)
    result |= measure.memory(subject, runs)
    result |= measure.from_python(subject, runs)
    result |= measure.single_calls(subject, 1 if games else 10)
    if starts:
        result |= measure_starts(subject.name, subject.players)
    return _rounded(result)


def measure_thinking(subject: Subject, runs: int, seconds: float) -> dict[str, Any]:
    """Every number of one subject's bots."""
    return _rounded({**_about(subject, runs), "bots": True, **bots.measure_bots(subject, runs, seconds)})


def measure_batches(subject: Subject, runs: int) -> dict[str, Any]:
    """Every number of batches of one subject's games."""
    return _rounded({**_about(subject, runs), "batch": True, **batch.measure_batch(subject, runs)})


def _about(subject: Subject, runs: int) -> dict[str, Any]:
    busy = hasattr(os, "getloadavg") and os.getloadavg()[0] > measure.cores() / 2
    return {"game": subject.name, "players": subject.players, "runs": runs, "busy": busy}


def _rounded(result: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in result.items()}


def _explain(console: Console, how: str, machine: dict[str, Any], runs: int, seconds: float) -> None:
    console.print(
        f"{machine['processor']}, {machine['cores']} cores, {machine['system']}, Python {machine['python']}, "
        f"Numba {machine['numba']}, NumPy {machine['numpy']}.  “!” marks what misses its aim, “?” wall "
        "times taken while other programs held the cores: they say nothing.",
        style="dim",
    )
    load = f" Load average now: {os.getloadavg()[0]:.1f}." if hasattr(os, "getloadavg") else ""
    console.print(how.format(runs=runs, seconds=seconds, load=load), style="dim")
