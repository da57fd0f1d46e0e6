"""`mirabilia bench`: measures, prints a table or JSON, and appends to the history."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from mirabilia.cli.bench import batch, bots, measure
from mirabilia.cli.bench import history as histories
from mirabilia.cli.bench.starts import starts as measure_starts
from mirabilia.cli.bench.subjects import Duel, Subject, Wonders
from mirabilia.cli.build_core import run as build_core
from mirabilia.cli.language import complain, figure, speak_english, t
from mirabilia.engine.processors import cores
from mirabilia.engine.running import PLAIN, adopt, running
from mirabilia.game import KINDS
from mirabilia.json_types import JsonObject

RUN_SECONDS = 0.5
Rows = tuple[tuple[str, str, int], ...]

# key, its unit and digits; what it is called says the text bench.rules.KEY
ROWS: Rows = (
    ("games_per_cpu_second", "/CPU s", 0),
    ("run_cpu_s", "CPU s", 2),
    ("games_per_second_all_cores", "/s", 0),
    ("threads_ratio", "x", 2),
    ("threads_ratio_quiet", "x", 2),
    ("threads_ratio_of_two", "x", 2),
    ("threads_ratio_of_two_quiet", "x", 2),
    ("state_bytes", "B", 0),
    ("copy_ns", "ns", 1),
    ("step_us", "µs", 2),
    ("game_step_us", "µs", 1),
    ("options_mean_us", "µs", 3),
    ("options_worst_us", "µs", 3),
    ("quote_mean_us", "µs", 3),
    ("quote_worst_us", "µs", 3),
    ("cold_start_s", "s", 1),
    ("cold_start_cpu_s", "s", 1),
    ("warm_start_s", "s", 2),
    ("warm_start_cpu_s", "s", 2),
    ("warm_peak_mib", "MiB", 0),
)
NOTES = 7  # below the table: bench.rules.how.1 and so on
# wall times mean nothing while other programs hold the cores; they are shown with a question mark then
BY_WALL_TIME = {key for key, _, _ in ROWS if key.startswith(("threads", "games_per_second"))} | {
    "cold_start_s",
    "warm_start_s",
}
SMALLER_IS_BETTER = {"state_bytes", "options_worst_us"}


class Report:
    """What is said about a kind of measurement: its rows, its aims and how it was done.

    `kind` is the part of its texts' keys: bench.batch.legal_ns, bench.batch.how.1.
    """

    def __init__(self, kind: str, rows: Rows, notes: int, smaller: set[str], by_wall_time: set[str]) -> None:
        self.kind, self.rows, self.notes = kind, rows, notes
        self.smaller, self.by_wall_time = smaller, by_wall_time

    def table(self, subject: Subject, result: JsonObject, aims: Mapping[str, float]) -> Table:
        """The numbers of one subject beside their aims."""
        command = "mirabilia bench" if self.kind == "rules" else f"mirabilia bench {self.kind}"
        table = Table(title=f"{command}: {subject.title}", title_justify="left", title_style="bold")
        table.add_column(t("bench.what"))
        table.add_column(t("bench.measured"), justify="right")
        table.add_column(t("bench.aim"), justify="right")
        for key, unit, digits in self.rows:
            if result.get(key) is None:
                continue
            if key in ("threads_ratio", "threads_ratio_quiet") and result["threads"] == 2:
                continue  # said by the rows for two threads
            value, aim = result[key], aims.get(key)
            met = aim is None or (value <= aim if key in self.smaller else value >= aim)
            unsure = result["busy"] and key in self.by_wall_time
            mark = "? " if unsure else "" if met else "! "
            what = t(f"bench.{self.kind}.{key}")
            shown = f"{mark}{figure(value, digits)} {unit}".rstrip()
            table.add_row(what, shown, "" if aim is None else self._aim(key, aim))
        return table

    def how(self, runs: int, seconds: float) -> list[str]:
        """The notes to the numbers in brackets."""
        given = {"n": runs, "seconds": figure(seconds)}
        return [t(f"bench.{self.kind}.how.{number}", **given) for number in range(1, self.notes + 1)]

    def _aim(self, key: str, aim: float) -> str:
        value = figure(aim, 0 if aim >= 10 else 1)
        return t("bench.under", value=value) if key in self.smaller else t("bench.at_least", value=value)


RULES = Report("rules", ROWS, NOTES, SMALLER_IS_BETTER, BY_WALL_TIME)
BATCH = Report("batch", batch.ROWS, batch.NOTES, batch.SMALLER_IS_BETTER, batch.BY_WALL_TIME)
BOTS = Report("bots", bots.ROWS, bots.NOTES, bots.SMALLER_IS_BETTER, bots.BY_WALL_TIME)


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
    if running().way == PLAIN and running().why != "asked":
        build_core([], None)
        adopt()
    if running().way == PLAIN:
        raise complain("bench.plain", "plain")
    if name in KINDS and players and len(KINDS[name].players) == 1:
        raise complain("bench.players_wonders", "bad_option")
    if as_json:
        speak_english()
    console, results = Console(highlight=False), []
    report = {"bots": BOTS, "batch": BATCH}.get(name or "", RULES)
    for subject in _subjects(name, players):
        if not as_json:
            console.print(t("bench.measuring", game=subject.title), style="dim")
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
        _explain(console, report.how(runs, seconds), kept["machine"])
    file = (history or histories.default_file()) if keep_history else None
    if file is not None:
        histories.append(file, kept)
        if not as_json:
            console.print(t("bench.appended", file=file), style="dim", soft_wrap=True)


def _subjects(name: str | None, players: list[int] | None) -> list[Subject]:
    subjects: list[Subject] = [] if name == "wonders" else [Duel()]
    if name != "duel":
        subjects += [Wonders(number) for number in players or (3, 7)]
    return subjects


def measure_all(subject: Subject, games: int | None, runs: int, starts: bool) -> dict[str, object]:
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


def measure_thinking(subject: Subject, runs: int, seconds: float) -> dict[str, object]:
    """Every number of one subject's bots."""
    return _rounded({**_about(subject, runs), "bots": True, **bots.measure_bots(subject, runs, seconds)})


def measure_batches(subject: Subject, runs: int) -> dict[str, object]:
    """Every number of batches of one subject's games."""
    return _rounded({**_about(subject, runs), "batch": True, **batch.measure_batch(subject, runs)})


def _about(subject: Subject, runs: int) -> dict[str, object]:
    busy = hasattr(os, "getloadavg") and os.getloadavg()[0] > cores() / 2
    return {"game": subject.name, "players": subject.players, "runs": runs, "busy": busy}


def _rounded(result: dict[str, object]) -> dict[str, object]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in result.items()}


def _explain(console: Console, how: list[str], machine: dict[str, object]) -> None:
    about = {key: value for key, value in machine.items() if key != "cores"}
    console.print(t("bench.machine", n=machine["cores"], **about), t("bench.signs"), style="dim")
    load = t("bench.load", value=figure(os.getloadavg()[0], 1)) if hasattr(os, "getloadavg") else ""
    for line in (*how, f"{t('bench.quiet')} {load}".rstrip()):
        console.print(line, style="dim")
