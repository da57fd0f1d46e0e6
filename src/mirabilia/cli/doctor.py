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
from mirabilia.cli.language import figure, speak_english, t, trouble
from mirabilia.cli.look import NO, YES, make_console

OK, WARNING, FAILED = "ok", "warning", "failed"
MARKS = {OK: ("✓", YES), WARNING: ("!", "yellow"), FAILED: ("✗", NO)}
NEEDED = ("numpy", "msgspec", "platformdirs", "typer", "rich", "babel")
LEAST_PYTHON = (3, 11)
COLUMNS = 100
MARK, WHAT = 11, 27  # columns of the state and of what was looked at


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    what: str
    state: str
    detail: str
    advice: str = ""


def run(as_json: bool = False) -> None:
    """Prints all findings; exit code 1 if something is broken."""
    if as_json:
        speak_english()
    console = make_console(COLUMNS)
    states = []
    found: list[dict[str, str]] = []
    for key, check in CHECKS.items():
        try:
            findings = list(check())
        except Exception as error:
            if debugging():
                raise
            detail = " ".join(f"{type(error).__name__}: {error}".split())
            findings = [Finding(t(key), FAILED, detail[:300], t("doctor.check_broke"))]
        for finding in findings:
            if not as_json:
                _print(console, finding)
            found.append(asdict(finding))
            states.append(finding.state)
    if as_json:
        typer.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        counts = {"n": states.count(OK), "warnings": states.count(WARNING), "failed": states.count(FAILED)}
        console.print(Text(t("doctor.summary", **counts), style="bold"))
    if FAILED in states:
        raise typer.Exit(EXIT_FAILED)


def _print(console: Console, finding: Finding) -> None:
    mark, style = MARKS[finding.state]
    state = f"{mark} {t(f'doctor.{finding.state}')}".ljust(MARK)
    console.print(Text.assemble((state, style), finding.what.ljust(WHAT), finding.detail), soft_wrap=True)
    if finding.advice:
        console.print(Text(f"{'':{MARK + WHAT}}→ {finding.advice}"), soft_wrap=True)


def python() -> Iterator[Finding]:
    """The interpreter and the packages."""
    right = sys.version_info[:2] >= LEAST_PYTHON
    detail = f"{platform.python_version()} ({platform.python_implementation()}, {platform.machine()})"
    yield Finding(t("doctor.python"), OK if right else FAILED, detail, "" if right else t("doctor.old_python"))
    for name in NEEDED:
        try:
            yield Finding(name, OK, metadata.version(name))
        except metadata.PackageNotFoundError:
            yield Finding(name, FAILED, t("doctor.not_installed"), f"pip install {name}")
    from mirabilia import __version__

    yield Finding("mirabilia", OK, __version__)


def server() -> Iterator[Finding]:
    """What `mirabilia serve` needs: its packages and the built page."""
    what = t("doctor.server")
    missing = [name for name in EXTRAS["server"] if find_spec(name) is None and name != "dotenv"]
    if missing:
        detail = t("doctor.packages_missing", names=", ".join(missing))
        yield Finding(what, WARNING, detail, "pip install 'mirabilia[server]'")
    else:
        yield Finding(what, OK, t("doctor.packages_there"))
    page = Path(mirabilia.__file__).parent / "server" / "static" / "index.html"
    if page.is_file():
        yield Finding(t("doctor.page"), OK, str(page.parent))
    else:
        yield Finding(t("doctor.page"), WARNING, t("doctor.no_page"), t("doctor.build_page", command="make page"))


def compiled_rules() -> Iterator[Finding]:
    """What runs the rules, why, and where cores are kept."""
    from mirabilia.engine.running import CORE, NUMBA, cache_root, running

    what, now = t("doctor.engines"), running()
    if now.way == CORE:
        yield Finding(what, OK, t(f"doctor.core_{now.why}", file=now.core))
    elif now.way == NUMBA:
        yield Finding(what, OK, t("doctor.numba"))
    elif now.why == "asked":
        yield Finding(what, WARNING, t("doctor.plain"), t("doctor.unset_plain"))
    else:
        yield Finding(what, WARNING, t(f"doctor.core_{now.why}"), "mirabilia build-core")
    yield _folder(t("doctor.cache"), cache_root(), t("doctor.set_folder", name="MIRABILIA_CACHE_DIR"))


def own_files() -> Iterator[Finding]:
    """The folder for saved games."""
    yield _folder(t("doctor.data"), data_folder(), t("doctor.set_folder", name="MIRABILIA_DATA_DIR"))


def _folder(what: str, folder: Path, advice: str) -> Finding:
    """Whether files can be written in a folder, or in the nearest one above it if it is not there yet."""
    above = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.NamedTemporaryFile(dir=above):
            pass
    except OSError as error:
        return Finding(what, FAILED, f"{folder}: {trouble(error)}", advice)
    free = shutil.disk_usage(above).free / 1e9
    room = t("doctor.gigabytes", size=figure(free, 2 if free < 1 else 0))
    detail = t("doctor.folder" if folder.exists() else "doctor.folder_later", file=folder, size=room)
    return Finding(what, WARNING, detail, t("doctor.make_room")) if free < 0.1 else Finding(what, OK, detail)


def terminal() -> Iterator[Finding]:
    """What the tables can look like here."""
    out = sys.stdout
    encoding = getattr(out, "encoding", None) or "-"
    if "utf" in encoding.lower():
        yield Finding(t("doctor.letters"), OK, encoding)
    else:
        yield Finding(t("doctor.letters"), WARNING, t("doctor.ascii", encoding=encoding), t("doctor.use_utf8"))
    what = t("doctor.terminal")
    if not out.isatty():
        yield Finding(what, OK, t("doctor.piped"))
        return
    size = shutil.get_terminal_size()
    detail = t("doctor.size", columns=size.columns, rows=size.lines)
    narrow = t("doctor.narrow") if size.columns < COLUMNS else ""
    yield Finding(what, WARNING if narrow else OK, detail, narrow)
    what, colors = t("doctor.colours"), Console().color_system
    if os.environ.get("NO_COLOR"):
        yield Finding(what, OK, t("doctor.no_color"))
    elif colors is None:
        yield Finding(what, WARNING, t("doctor.none"), t("doctor.set_term"))
    else:
        yield Finding(what, OK, colors)


def games() -> Iterator[Finding]:
    """A whole game of each kind, played at random, written down, read and verified."""
    from mirabilia.games import KINDS

    for kind in KINDS.values():
        for players in kind.warm_up:
            yield _self_test(kind.name, players)


def _self_test(name: str, players: int) -> Finding:
    import mirabilia

    title = t("doctor.game", game=t(f"game.{name}"), players=players)
    try:
        game = mirabilia.new_game(name, players=players, seed=1)
    except ModuleNotFoundError as error:
        return Finding(title, WARNING, t("doctor.no_game", name=error.name))
    started, chance = time.perf_counter(), random.Random(1)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.options(seat)))
    again = mirabilia.read_record(game.record().dumps()).verify()
    seconds = time.perf_counter() - started
    if again.result != game.result:
        return Finding(title, FAILED, t("doctor.differs"), t("doctor.report"))
    return Finding(title, OK, t("doctor.played", n=len(game.moves), seconds=figure(seconds, 2)))


# What each check is called where it broke itself.
CHECKS: dict[str, Callable[[], Iterator[Finding]]] = {
    "doctor.python": python,
    "doctor.server": server,
    "doctor.engines": compiled_rules,
    "doctor.data": own_files,
    "doctor.terminal": terminal,
    "doctor.games": games,
}
