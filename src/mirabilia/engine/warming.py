"""Builds the core in the background and switches to it while the program runs.

A program without a core starts in plain mode at once and calls `start`. A process of lowest priority builds the core;
it goes on when the program ends, so that the next start has it. As soon as the core is there, every compiled function
runs in it from its next call on, on the same memory: nothing changes but speed. MIRABILIA_BUILD=0 keeps programs from
building.

Whoever starts a program learns what happens: a line at a terminal, or a message of `logging` by the name of this
module; commands and the server say it in their own way (`listener`).
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from mirabilia.engine.running import PLAIN, adopt, core_folder, core_key, running, targets_here

LOOK_AGAIN = 0.5  # seconds
COMPILER_COMES = 900.0  # seconds to wait for a compiler that is being installed
NO, WAITING, BUILDING, DONE, FAILED = "no", "waiting", "building", "done", "failed"
COMPILER = ("llvmlite", "numba")
NO_COMPILER = "numba is not installed"
log = logging.getLogger(__name__)


class Warming(NamedTuple):
    """The progress of the background build."""

    state: str = NO  # WAITING: for a compiler, which may be being installed
    seconds: int | None = None  # until it is done, estimated
    fault: str = ""


Listener = Callable[[Warming], None]


class _Now:
    warming = Warming()
    thread: threading.Thread | None = None


_lock = threading.Lock()


def now() -> Warming:
    """The progress of the background build, now."""
    return _Now.warming


def start(listener: Listener | None = None) -> None:
    """Starts building the core if this program has none; `listener` is called at every change of state."""
    with _lock:
        if _Now.thread is not None or os.environ.get("MIRABILIA_BUILD", "1") == "0":
            return
        if running().way != PLAIN or running().why == "asked" or not targets_here():
            return
        _Now.thread = threading.Thread(target=_watch, args=(listener or say,), name="mirabilia-warming", daemon=True)
        _Now.thread.start()


def _watch_again() -> None:
    """Starts the watching thread again in a forked process, which has not inherited it."""
    global _lock
    _lock = threading.Lock()
    if _Now.thread is not None and _Now.warming.state in (NO, WAITING, BUILDING):
        _Now.thread = None
        start(silently)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watch_again)


def silently(warming: Warming) -> None:
    """The listener of a process whose parent reports progress."""


def say(warming: Warming) -> None:
    """Reports progress in one line: to `logging`, or at a terminal if no handler is set up."""
    line = {
        WAITING: "plain Python runs the rules: there is no core for these sources, and no numba to build one",
        BUILDING: "plain Python runs the rules until the core is built, in a minute or two",
        DONE: "the core runs the rules now",
        FAILED: f"plain Python keeps running the rules, slowly: the core could not be built ({warming.fault})",
    }[warming.state]
    log.log(logging.WARNING if warming.state == FAILED else logging.INFO, line, extra={"warming": warming})
    if warming.state != FAILED and not log.hasHandlers() and sys.stderr is not None and sys.stderr.isatty():
        print(f"mirabilia: {line}", file=sys.stderr)  # logging prints warnings there itself


def progress_file() -> Path:
    """The file in which the build of these sources writes its progress."""
    return core_folder() / f"building-{core_key()}.json"


def _watch(listener: Listener) -> None:
    try:
        _follow(listener)
    except Exception as error:  # for example a cache folder that cannot be made
        _tell(listener, FAILED, fault=str(error))


def _tell(listener: Listener, state: str, seconds: int | None = None, fault: str = "") -> None:
    changed = state != _Now.warming.state
    _Now.warming = Warming(state, seconds, fault)
    if changed:
        listener(_Now.warming)


def _follow(listener: Listener) -> None:
    """Builds the core, or watches another program build it, until it is there or has failed."""
    process, since = None, time.time()
    while not adopt():
        if process is None:
            if _is_being_built():
                _tell(listener, BUILDING, _seconds_left())
            elif adopt():  # a build may have ended since we looked
                break
            elif fault := _fault(since):
                return _tell(listener, FAILED, fault=fault)
            elif _has_compiler():
                process = _begin()
                _tell(listener, BUILDING)
            elif time.time() - since > COMPILER_COMES:
                return _tell(listener, FAILED, fault=NO_COMPILER)
            else:
                _tell(listener, WAITING)
        elif process.poll() is not None and not adopt():
            assert process.stderr is not None  # where it writes the reason if the disk is full
            fault = _fault(since) or process.stderr.read().decode(errors="replace").strip()
            return _tell(listener, FAILED, fault=fault or _ending(process.returncode))
        else:
            _tell(listener, BUILDING, _seconds_left())
        time.sleep(LOOK_AGAIN)
    _tell(listener, DONE)


def _has_compiler() -> bool:
    """Whether the compiler is here with all its files: it may be being installed right now."""
    importlib.invalidate_caches()
    return all(find_spec(name) is not None and _is_whole(name) for name in COMPILER)


def _is_whole(name: str) -> bool:
    """Whether every file of an installed package is there, by its own list; it has none if no installer made it."""
    from importlib import metadata  # no part of Python in a browser

    try:
        files = metadata.files(name)
    except metadata.PackageNotFoundError:
        return False
    return all(Path(str(file.locate())).exists() for file in files or () if file.suffix != ".pyc")


def _is_being_built() -> bool:
    """Whether another program is building the core of these sources: waiting for it needs no process."""
    from mirabilia.engine.build.core import is_being_built

    return is_being_built(core_folder())


def _begin() -> subprocess.Popen[bytes]:
    from mirabilia.engine.build.core import make_folder

    make_folder(core_folder())
    home = str(Path(__file__).resolve().parents[2])
    paths = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-m", "mirabilia.engine.build"],
        env={**os.environ, "PYTHONPATH": paths},
        stdin=quiet,
        stdout=quiet,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl+C is meant for the program
    )


def _progress() -> dict[str, object]:
    with suppress(OSError, ValueError):
        progress: dict[str, object] = json.loads(progress_file().read_bytes())
        return progress
    return {}


def _fault(since: float) -> str:
    """Why a build that ended after that moment failed; empty if none did."""
    progress = _progress()
    with suppress(OSError):
        if "fault" in progress and progress_file().stat().st_mtime >= since:
            return str(progress["fault"])
    return ""


def _ending(code: int) -> str:
    """How a build ended that gave no reason."""
    if code == 0:
        return "the sources have changed since this program started"
    return f"the build was killed by signal {-code}" if code < 0 else f"the build ended with {code}"


def _seconds_left() -> int | None:
    progress = _progress()
    try:
        done, total, since = float(str(progress["done"])), float(str(progress["total"])), float(str(progress["since"]))
    except (KeyError, ValueError):
        return None
    if done < total / 20:
        return None
    return max(1, round((time.time() - since) * (total - done) / done))
