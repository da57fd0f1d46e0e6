"""Runs the benchmark: a match of the arena for every task, kept in a folder beside the file until all are done."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from mirabilia.arena.match import Match, run_match
from mirabilia.arena.pools import HerePool, Pool
from mirabilia.arena.settings import Entrant
from mirabilia.benchmark.results import Result, TaskResult, Training, made_here, outcome_of, summary, write
from mirabilia.benchmark.tasks import BenchmarkError, Task

Listener = Callable[[Task, Match], None]


def parts_of(file: Path) -> Path:
    """Where the games are kept while the benchmark runs."""
    return file.with_name(file.name + ".parts")


def run(
    candidate: Entrant,
    tasks: Sequence[Task],
    file: str | Path,
    *,
    suite: str = "full",
    pool: Pool | None = None,
    training: Training | None = None,
    listen: Listener | None = None,
) -> Result:
    """Plays the tasks and writes the result file. The same call continues a run that was stopped.

    >>> from mirabilia.arena import parse_entrant
    >>> from mirabilia.benchmark import run, tasks_named
    >>> run(parse_entrant("greedy"), tasks_named(["duel"]), Path("greedy.json"), suite="quick")  # doctest: +SKIP
    """
    file = Path(file)
    if file.exists():
        raise BenchmarkError(f"{file} exists already; name another file", code="file_exists")
    began, parts = time.monotonic(), parts_of(file)
    try:
        parts.mkdir(exist_ok=True)
    except OSError as error:
        raise BenchmarkError(f"{parts}: {error.strerror}", code="file_unusable") from error
    results: list[TaskResult] = []
    speeds: dict[str, float] = {}
    for task in tasks:
        match = _played(task, candidate, parts, suite, pool, listen)
        chances = task.measures == "calibration"
        results.append(summary(task, candidate, [outcome_of(game, chances) for game in match.results]))
        speeds[task.id] = _mean_ms(match)
    result = write(
        Result(
            suite=suite,
            name=candidate.name,
            candidate=candidate,
            training=training or Training(),
            results=results,
            made=made_here(time.monotonic() - began, speeds),
        ),
        file,
    )
    shutil.rmtree(parts)
    return result


def _played(
    task: Task, candidate: Entrant, parts: Path, suite: str, pool: Pool | None, listen: Listener | None
) -> Match:
    """The match of a task, continued where it stopped."""

    def heard(match: Match) -> None:
        if listen is not None:
            listen(task, match)

    return run_match(
        task.settings(candidate),
        task.games_of(suite),
        pool=pool or HerePool(),
        out=parts / f"{task.id.replace('/', '-')}.jsonl",
        resume=True,
        listen=heard,
    )


def _mean_ms(match: Match) -> float:
    """Milliseconds of the candidate's decisions on average."""
    asked, took = 0, 0.0
    for result in match.results:
        if result.mean_ms:
            seat = result.seats.index(0)
            asked += result.decisions[seat]
            took += result.mean_ms[seat] * result.decisions[seat]
    return round(took / asked, 3) if asked else 0.0
