"""`mirabilia doctor`: looks at this installation and says, line by line, what is well and what to do about the rest."""

from __future__ import annotations

import json
import os
import platform
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

import mirabilia
from mirabilia.cli import EXIT_FAILED, EXTRAS, debugging
from mirabilia.cli.files import data_folder
from mirabilia.cli.look import NO, YES, make_console

OK, WARNING, FAILED = "ok", "warning", "failed"
MARKS = {OK: ("✓ ok     ", YES), WARNING: ("! warning", "yellow"), FAILED: ("✗ failed ", NO)}
NEEDED = ("numba", "numpy", "msgspec", "platformdirs", "typer", "rich", "babel")
LEAST_PYTHON = (3, 11)
COLUMNS = 100


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    what: str
    state: str
    detail: str
    advice: str = ""


def run(as_json: bool = False) -> None:
    """Prints all findings; exit code 1 if something is broken."""
    console = make_console(COLUMNS)
    states = []
    found: list[dict[str, str]] = []
    for check in CHECKS:
        try:
            findings = list(check())
        except Exception as error:
            if debugging():
                raise
            what = check.__name__.strip("_").replace("_", " ")
            detail = " ".join(f"{type(error).__name__}: {error}".split())
            findings = [Finding(what, FAILED, detail[:300], "MIRABILIA_DEBUG=1 mirabilia doctor shows where")]
        for finding in findings:
            if not as_json:
                _print(console, finding)
            found.append(asdict(finding))
            states.append(finding.state)
    if as_json:
        typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
        if FAILED in states:
            raise typer.Exit(EXIT_FAILED)
        return
    summary = f"{states.count(OK)} ok, {states.count(WARNING)} warnings, {states.count(FAILED)} failed"
    console.print(Text(summary, style="bold"))
    if FAILED in states:
        raise typer.Exit(EXIT_FAILED)


def _print(console: Console, finding: Finding) -> None:
    mark, style = MARKS[finding.state]
    console.print(Text.assemble((mark, style), f"  {finding.what:17}", finding.detail), soft_wrap=True)
    if finding.advice:
        console.print(Text(f"{'':11}{'':17}→ {finding.advice}"), soft_wrap=True)


def python() -> Iterator[Finding]:
    """The interpreter and the packages."""
    right = sys.version_info[:2] >= LEAST_PYTHON
    detail = f"{platform.python_version()} ({platform.python_implementation()}, {platform.machine()})"
    yield Finding("Python", OK if right else FAILED, detail, "" if right else "install Python 3.11 or newer")
    for name in NEEDED:
        try:
            yield Finding(name, OK, metadata.version(name))
        except metadata.PackageNotFoundError:
            yield Finding(name, FAILED, "not installed", f"pip install {name}")
    from mirabilia import __version__

    yield Finding("mirabilia", OK, __version__)


def server() -> Iterator[Finding]:
    """What `mirabilia serve` needs: its packages and the built page."""
    missing = [name for name in EXTRAS["server"] if find_spec(name) is None and name != "dotenv"]
    if missing:
        yield Finding("server", WARNING, f"not installed: {', '.join(missing)}", "pip install 'mirabilia[server]'")
    else:
        yield Finding("server", OK, "all packages are there")
    page = Path(mirabilia.__file__).parent / "server" / "static" / "index.html"
    if page.is_file():
        yield Finding("page", OK, str(page.parent))
    else:
        yield Finding("page", WARNING, "the web page has not been built", "from a checkout: make page")


def compiled_rules() -> Iterator[Finding]:
    """The cache of machine code."""
    from mirabilia.cli.engines import engines
    from mirabilia.rules import compiling

    root = compiling.cache_root()
    if compiling.PLAIN:
        yield Finding("engines", WARNING, "MIRABILIA_PLAIN is set: rules run uncompiled, slowly", "unset it to play")
        return
    yield _folder("cache folder", root, "set MIRABILIA_CACHE_DIR to a folder you can write to")
    for engine in engines():
        cached, wanted = engine.cached, engine.functions
        size = f"{engine.cached_bytes / 1e6:.1f} MB"
        if engine.is_complete or cached >= wanted:
            yield Finding(engine.title, OK, f"warm, {wanted} functions, {size}")
        else:
            yield Finding(engine.title, WARNING, f"cold, {cached} of {wanted} functions, {size}", "mirabilia warmup")


def own_files() -> Iterator[Finding]:
    """The folder for saved games."""
    yield _folder("data folder", data_folder(), "set MIRABILIA_DATA_DIR to a folder you can write to")


def _folder(what: str, folder: Path, advice: str) -> Finding:
    """Whether files can be written in a folder, or in the nearest one above it if it is not there yet."""
    above = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=above):
            pass
    except OSError as error:
        return Finding(what, FAILED, f"{folder}: {error.strerror or error}", advice)
    free = shutil.disk_usage(above).free / 1e9
    there = "" if folder.exists() else "made when first needed, "
    if free < 0.1:
        return Finding(what, WARNING, f"{folder} ({there}{free:.2f} GB free)", "make room on that disk")
    return Finding(what, OK, f"{folder} ({there}{free:.0f} GB free)")


def terminal() -> Iterator[Finding]:
    """What the tables can look like here."""
    out = sys.stdout
    encoding = getattr(out, "encoding", None) or "unknown"
    if "utf" in encoding.lower():
        yield Finding("letters", OK, encoding)
    else:
        yield Finding("letters", WARNING, f"{encoding}: tables are drawn in ASCII", "use a UTF-8 locale")
    if not out.isatty():
        yield Finding("terminal", OK, "output goes to a file or pipe; nothing to check")
        return
    size = shutil.get_terminal_size()
    detail = f"{size.columns} columns, {size.lines} rows"
    narrow = "Duel wants 80 columns, 7 Wonders 100" if size.columns < COLUMNS else ""
    yield Finding("terminal", WARNING if narrow else OK, detail, narrow)
    colors = Console().color_system
    if os.environ.get("NO_COLOR"):
        yield Finding("colours", OK, "off by NO_COLOR")
    elif colors is None:
        yield Finding("colours", WARNING, "none", "set TERM, for example to xterm-256color")
    else:
        yield Finding("colours", OK, colors)


def games() -> Iterator[Finding]:
    """A whole game of each kind, played at random, written down, read and verified."""
    for name, players in (("duel", None), ("wonders", 2), ("wonders", 4)):
        yield _self_test(name, players)


def _self_test(name: str, players: int | None) -> Finding:
    import mirabilia

    title = "game of duel" if players is None else f"{name}, {players} seats"
    try:
        game = mirabilia.new_game(name, players=players, seed=1)
    except ModuleNotFoundError as error:
        return Finding(title, WARNING, f"not part of this installation ({error.name} is missing)")
    started, chance = time.perf_counter(), random.Random(1)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.options(seat)))
    again = mirabilia.read_record(game.record().dumps()).verify()
    seconds = time.perf_counter() - started
    if again.result != game.result:
        return Finding(title, FAILED, "a game replayed from its record ends otherwise", "report this, with the version")
    return Finding(title, OK, f"{len(game.moves)} moves, replayed and verified, {seconds:.2f} s")


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (python, server, compiled_rules, own_files, terminal, games)
