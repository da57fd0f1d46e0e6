"""`mirabilia benchmark`: plays the fixed tasks, verifies result files, and shows some side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import msgspec
import typer
from rich.console import Console

from mirabilia import benchmark
from mirabilia.arena.match import Listener, Match
from mirabilia.arena.settings import parse_entrant, parse_limits
from mirabilia.benchmark import BenchmarkError, Task, Training
from mirabilia.benchmark.running import parts_of
from mirabilia.cli import EXIT_FAILED, EXIT_INTERRUPTED
from mirabilia.cli.arena import _pool, _terminable, check_bots, progress
from mirabilia.cli.files import write_text
from mirabilia.cli.language import complain, complaint, speak_english, t


def run(
    bot: str,
    out: Path,
    *,
    names: Sequence[str],
    quick: bool,
    name: str | None,
    limits: str | None,
    jobs: int | None,
    training: Training,
) -> None:
    """Checks everything first, then plays task by task and shows what came of it."""
    candidate = parse_entrant(bot)
    if limits is not None:
        candidate = msgspec.structs.replace(candidate, budget=parse_limits(limits))
    if name is not None:
        candidate = msgspec.structs.replace(candidate, name=name)
    tasks = benchmark.tasks_named(names)
    if not out.parent.is_dir():
        raise complain("files.no_folder", "file_unusable", file=out.parent)
    for task in tasks:
        check_bots(task.settings(candidate))
    console = Console(stderr=True, highlight=False)
    suite = "quick" if quick else "full"
    try:
        with _terminable(), ExitStack() as shown:
            hear = _progress(console, tasks, shown)
            result = benchmark.run(
                candidate, tasks, out, suite=suite, pool=_pool(None, jobs), training=training, listen=hear
            )
    except KeyboardInterrupt:
        console.print(t("benchmark.stopped", file=parts_of(out)), soft_wrap=True)
        raise typer.Exit(EXIT_INTERRUPTED) from None
    typer.echo(benchmark.markdown([result]), nl=False)
    console.print(t("benchmark.written", file=out, code=result.hash[:16]), soft_wrap=True)


def _progress(console: Console, tasks: Sequence[Task], shown: ExitStack) -> Callable[[Task, Match], None]:
    """What to call after each game: a line when a task begins, and the arena's own progress below it."""
    begun: dict[str, Listener] = {}

    def hear(task: Task, match: Match) -> None:
        if task.id not in begun:
            shown.close()  # the bar of the task before
            console.print(t("benchmark.task", task=task.id, n=len(begun) + 1, all=len(tasks)))
            begun[task.id] = shown.enter_context(progress(console))
        begun[task.id](match)

    return hear


def verify(files: Sequence[Path], *, sample: int, every: bool, bot: str | None, jobs: int, as_json: bool) -> None:
    """One line per file; exit code 1 unless every one is right."""
    if as_json:
        speak_english()
    judged = []
    for file in files:
        right, line = _judged(file, None if every else sample, bot, jobs)
        judged.append({"file": str(file), "right": right, "says": line})
        if not as_json:
            typer.echo(f"{t('verify.right') if right else t('verify.wrong')} {file}: {line}", err=not right)
    if as_json:
        typer.echo(json.dumps(judged, indent=2, ensure_ascii=False))
    if not all(entry["right"] for entry in judged):
        raise typer.Exit(EXIT_FAILED)


def _judged(file: Path, sample: int | None, bot: str | None, jobs: int) -> tuple[bool, str]:
    """Whether a file is right, and a line that says so or what is wrong."""
    try:
        checked = benchmark.verify(benchmark.read(file), sample=sample, candidate=bot, jobs=jobs)
    except BenchmarkError as error:
        return False, complaint(error)
    counts = {
        "tasks": checked.tasks,
        "games": checked.games,
        "replayed": checked.replayed,
        "asked": checked.asked_again,
    }
    return True, t("benchmark.verified_candidate" if checked.candidate_too else "benchmark.verified", **counts)


def table(files: Sequence[Path], out: Path | None) -> None:
    """Results side by side, as Markdown."""
    text = benchmark.markdown([benchmark.read(file) for file in files])
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_text(out, text)


def tasks(as_json: bool) -> None:
    """The list of tasks, with the hash that result files carry."""
    if as_json:
        listed = msgspec.to_builtins(benchmark.TASKS)
        typer.echo(json.dumps({"hash": benchmark.tasks_hash(), "tasks": listed}, indent=2))
        return
    for task in benchmark.TASKS:
        opponent = task.opponent or t("benchmark.itself")
        players = t("count.players", n=task.players)
        typer.echo(t("benchmark.listed", task=task.id, players=players, n=task.games, opponent=opponent))
