"""`mirabilia warmup`: compiles every engine now, so that no later start has to.

At a terminal a bar shows each function; elsewhere (a container build, CI) there is one plain line per engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer
from rich.console import Console

from mirabilia.cli import EXIT_FAILED, debugging
from mirabilia.cli.engines import Engine, engines
from mirabilia.cli.language import figure, t
from mirabilia.engine import compiling

Advance = Callable[[str], None]


def run() -> None:
    """Loads or compiles all engines and says what happened."""
    if compiling.PLAIN:
        typer.echo(t("warmup.plain"))
        return
    console = Console(highlight=False)
    started = time.perf_counter()
    compiled = failed = 0
    found = engines()
    with _progress(console, found) as advance:
        for engine in found:
            made, fault = warm(engine, advance, console)
            compiled += made
            failed += fault is not None
    seconds = figure(time.perf_counter() - started, 1)
    if failed:
        console.print(t("warmup.not_ready"))
        raise typer.Exit(EXIT_FAILED)
    console.print(
        t("warmup.ready", n=compiled, seconds=seconds) if compiled else t("warmup.ready_already", seconds=seconds)
    )


def warm(engine: Engine, advance: Advance, console: Console) -> tuple[int, str | None]:
    """Loads one engine; returns how many functions had to be compiled, and what went wrong if anything did."""
    if engine.is_complete:
        console.print(f"{engine.title:14} {t('warmup.all_there', n=engine.functions)}")
        return 0, None
    before, started = engine.cached, time.perf_counter()

    def listen(function: str, seconds: float) -> None:
        advance(function)

    compiling.listeners.append(listen)
    fault = None
    try:
        engine.load()
    except Exception as error:
        if debugging():
            raise
        fault = " ".join(f"{type(error).__name__}: {error}".split())
    finally:
        compiling.listeners.remove(listen)
    made, seconds = engine.cached - before, figure(time.perf_counter() - started, 1)
    if fault is not None:
        console.print(f"{engine.title:14} {t('warmup.failed', fault=fault)}"[:200], markup=False, soft_wrap=True)
    elif made:
        console.print(f"{engine.title:14} {t('warmup.compiled_in', n=made, seconds=seconds)}")
    else:
        console.print(f"{engine.title:14} {t('warmup.loaded_in', n=engine.functions, seconds=seconds)}")
    return made, fault


@contextmanager
def _progress(console: Console, found: list[Engine]) -> Iterator[Advance]:
    """What to call after each function: it moves a bar at a terminal and does nothing elsewhere."""
    if not console.is_terminal:
        yield lambda function: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(t("warmup.starting"), total=sum(engine.functions for engine in found))

        def advance(function: str) -> None:
            name = ".".join(function.rsplit(".", 2)[-2:])
            progress.update(task, advance=1, description=name)

        yield advance
