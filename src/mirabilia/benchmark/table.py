"""Results side by side, as Markdown: what docs and papers cite."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mirabilia.benchmark.results import Result, TaskResult
from mirabilia.benchmark.tasks import TASKS


def markdown(results: Sequence[Result]) -> str:
    """A table of win shares, one of calibration, and one of what it took to reach each opponent."""
    lines: list[str] = []
    for title, rows in (
        ("share of wins, %", _rows(results, "strength", _share)),
        ("calibration: error, Brier score, skill", _rows(results, "calibration", _calibration)),
    ):
        if rows:
            lines += [*([""] if lines else []), *_header(title, results), *rows]
    taught = [result for result in results if result.training.samples is not None]
    if taught:
        lines += ["", "| to reach | candidate | samples | CPU seconds |", "|---|---|---|---|", *_reached(taught)]
    return "\n".join(lines) + "\n"


def _header(what: str, results: Sequence[Result]) -> list[str]:
    return [f"| {what} | {' | '.join(result.name for result in results)} |", "|---" * (len(results) + 1) + "|"]


def _rows(results: Sequence[Result], measures: str, cell: Callable[[TaskResult], str]) -> list[str]:
    rows = []
    for task in TASKS:
        found = [next((part for part in result.results if part.task == task.id), None) for result in results]
        if task.measures == measures and any(found):
            cells = [" " if part is None else cell(part) for part in found]
            rows.append(f"| `{task.id}` | {' | '.join(cells)} |")
    return rows


def _share(part: TaskResult) -> str:
    low, high = (f"{100 * end:.1f}" for end in (part.low, part.high))
    return f"{100 * part.share:.1f} ({low} to {high})"


def _calibration(part: TaskResult) -> str:
    said = part.calibration
    return "–" if said is None else f"{said.error:.3f}, {said.brier:.3f}, {said.skill:.2f}"


def _reached(results: Sequence[Result]) -> list[str]:
    """For each task the candidate with the fewest samples that wins at least its fair share."""
    rows = []
    for task in TASKS:
        fair = 1 / task.players
        able = [
            (result.training.samples or 0, result)
            for result in results
            for part in result.results
            if part.task == task.id and task.measures == "strength" and part.share >= fair
        ]
        if able:
            samples, result = min(able, key=lambda entry: entry[0])
            seconds = result.training.cpu_seconds
            took = "" if seconds is None else f"{seconds:,.0f}"
            rows.append(f"| `{task.id}` | {result.name} | {samples:,} | {took} |")
    return rows
