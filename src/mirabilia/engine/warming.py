"""Getting fast behind the scenes: builds the core in the background and takes it over while the program runs.

A program without a core starts in plain mode at once and calls `start`. A process of lowest priority builds the core;
it goes on when the program ends, so that the next start has it. As soon as the core is there, every compiled function
runs in it from its next call on, on the same memory: nothing changes but speed. MIRABILIA_BUILD=0 keeps programs from
building.
"""

from __future__ import annotations

import importlib
import json
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
COMPILER_COMES = 900.0  # seconds for which a compiler is waited for that is being installed
NO, BUILDING, DONE, FAILED = "no", "building", "done", "failed"


class Warming(NamedTuple):
    """How far the build behind the scenes is."""

    state: str = NO
    seconds: int | None = None  # that it will still take, as far as one can say
    fault: str = ""


class _Now:
    warming = Warming()
    thread: threading.Thread | None = None


_lock = threading.Lock()


def now() -> Warming:
    """What is happening behind the scenes."""
    return _Now.warming


def start(listener: Callable[[Warming], None] | None = None) -> None:
    """Begins to build the core if this program has none; `listener` hears of every change of state."""
    with _lock:
        if _Now.thread is not None or os.environ.get("MIRABILIA_BUILD", "1") == "0":
            return
        if running().way != PLAIN or running().why == "asked" or not targets_here():
            return
        _Now.thread = threading.Thread(target=_watch, args=(listener,), name="mirabilia-warming", daemon=True)
        _Now.thread.start()


def progress_file() -> Path:
    """Where the build of these sources says how far it is."""
    return core_folder() / f"building-{core_key()}.json"


def _watch(listener: Callable[[Warming], None] | None) -> None:
    def tell(state: str, seconds: int | None = None, fault: str = "") -> None:
        changed = state != _Now.warming.state
        _Now.warming = Warming(state, seconds, fault)
        if changed and listener is not None:
            listener(_Now.warming)

    process, waiting_since = None, time.monotonic()
    while not adopt():
        if process is None:
            if _has_compiler():
                try:
                    process = _begin()
                except OSError as error:
                    return tell(FAILED, fault=str(error))
            elif time.monotonic() - waiting_since > COMPILER_COMES:
                return tell(FAILED, fault="numba is not installed")
        elif process.poll() is not None and not adopt():
            return tell(FAILED, fault=str(_progress().get("fault") or f"the build ended with {process.returncode}"))
        if process is not None:
            tell(BUILDING, _seconds_left())
        time.sleep(LOOK_AGAIN)
    tell(DONE)


def _has_compiler() -> bool:
    importlib.invalidate_caches()
    return find_spec("numba") is not None and find_spec("llvmlite") is not None


def _begin() -> subprocess.Popen[bytes]:
    core_folder().mkdir(parents=True, exist_ok=True)
    home = str(Path(__file__).resolve().parents[2])
    paths = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-m", "mirabilia.engine.build"],
        env={**os.environ, "PYTHONPATH": paths},
        stdin=quiet,
        stdout=quiet,
        stderr=quiet,
        start_new_session=True,  # Ctrl+C is meant for the program
    )


def _progress() -> dict[str, object]:
    with suppress(OSError, ValueError):
        told: dict[str, object] = json.loads(progress_file().read_bytes())
        return told
    return {}


def _seconds_left() -> int | None:
    told = _progress()
    try:
        done, total, since = float(str(told["done"])), float(str(told["total"])), float(str(told["since"]))
    except (KeyError, ValueError):
        return None
    if done < total / 20:
        return None
    return max(1, round((time.time() - since) * (total - done) / done))
