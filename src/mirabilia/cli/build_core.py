"""`mirabilia build-core`: builds the core for this machine, or for others.

At a terminal a bar shows how far it is; elsewhere (a container build, CI) there is a line every ten seconds.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer
from rich.console import Console

from mirabilia.cli import EXIT_FAILED
from mirabilia.cli.language import complain, figure, share, t
from mirabilia.engine.build import BuildFailed
from mirabilia.engine.build.targets import TARGETS
from mirabilia.engine.running import core_folder, targets_here

BETWEEN_LINES = 10.0  # seconds


def run(names: list[str], out: Path | None) -> None:
    """Builds what is not there yet, and says where it is."""
    from mirabilia.engine.build.core import Listener, Progress, build, is_there

    unknown = [name for name in names if name not in (*TARGETS, "all")]
    if unknown:
        raise complain("core.no_target", "bad_option", name=unknown[0], targets=", ".join(TARGETS))
    targets = list(TARGETS.values()) if "all" in names else [TARGETS[name] for name in names] or targets_here()[:1]
    console = Console(highlight=False)
    if not targets:
        console.print(t("core.no_machine"))
        raise typer.Exit(EXIT_FAILED)
    folder = out or core_folder()
    there = {target.name for target in targets if is_there(target, folder)}
    started = time.perf_counter()

    @contextmanager
    def shown() -> Iterator[Listener]:
        if len(there) == len(targets):
            yield lambda progress: None
        elif console.is_terminal:
            from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn(t("core.building")), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
            with Bar(*columns, TextColumn("{task.description}"), console=console, transient=True) as bar:
                task = bar.add_task("", total=None)
                yield lambda progress: bar.update(
                    task, completed=progress.done, total=progress.total, description=progress.doing
                )
        else:
            last = [0.0]

            def line(progress: Progress) -> None:
                if time.perf_counter() - last[0] >= BETWEEN_LINES:
                    last[0] = time.perf_counter()
                    percent = share(progress.done / max(1, progress.total))
                    console.print(t("core.so_far", percent=percent))

            yield line

    try:
        with shown() as listener:
            files = build(targets, out, listener)
    except (BuildFailed, OSError) as fault:
        console.print(t("core.failed", fault=str(fault)), markup=False, soft_wrap=True)
        raise typer.Exit(EXIT_FAILED) from None
    seconds = figure(time.perf_counter() - started, 1)
    for target, file in zip(targets, files, strict=True):
        said = t("core.there", file=file) if target.name in there else t("core.built", file=file, seconds=seconds)
        console.print(said, markup=False, soft_wrap=True)
