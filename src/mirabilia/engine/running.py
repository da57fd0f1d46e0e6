"""Decides how the compiled functions run: in the core, in plain Python or by Numba.

- The **core** is a library built ahead of time from exactly these sources. It comes with a wheel, or was built on this
  machine and is in the cache folder under its hash.
- **Plain** Python runs them until a core exists. The program switches to the core as soon as it is built
  (`warming.py`). MIRABILIA_PLAIN=1 asks for plain Python, with full tracebacks.
- **Numba** runs them with MIRABILIA_NUMBA=1: for training, and for programs whose own compiled functions call ours.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import sys
import threading
import weakref
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from mirabilia.engine import native
from mirabilia.engine.build.targets import TARGETS, Target
from mirabilia.engine.sources import BUILDS_IT, ENGINES, IN_CORE, PACKAGE, PARTS

if TYPE_CHECKING:
    from mirabilia.engine.functions import Function

SHIPPED = PACKAGE / "engine" / "cores"  # cores that came with a wheel
KEY = SHIPPED / "key"  # what their sources come to, where these are left out: in a browser
CORE, PLAIN, NUMBA = "core", "plain", "numba"


def is_wanted(name: str) -> bool:
    """Whether an environment variable is set, to anything but an empty text or 0."""
    return os.environ.get(name, "") not in ("", "0")


BY_NUMBA = is_wanted("MIRABILIA_NUMBA")
ONLY_PLAIN = is_wanted("MIRABILIA_PLAIN")
_functions: weakref.WeakSet[Function] = weakref.WeakSet()
_lock = threading.Lock()
if hasattr(os, "register_at_fork"):  # a forked process must not wait for a thread that only its parent has
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


class Running(NamedTuple):
    """How the compiled functions run now."""

    way: str  # CORE, PLAIN or NUMBA
    why: (
        str  # "asked" for by the environment; the core was "shipped" or "built" here; there is "none" or a "broken" one
    )
    core: Path | None = None


class _Now:
    """What this process has decided."""

    library: ctypes.CDLL | None = None
    running: Running | None = None


def running() -> Running:
    """How the compiled functions run now, and why."""
    core()
    assert _Now.running is not None
    return _Now.running


def core() -> ctypes.CDLL | None:
    """The core in use; None in plain mode and with Numba."""
    if _Now.running is None:
        with _lock:
            if _Now.running is None:
                _Now.library, _Now.running = _decision()
    return _Now.library


def _decision() -> tuple[ctypes.CDLL | None, Running]:
    """The core to use, if it exists, and the way to run the functions."""
    if BY_NUMBA or ONLY_PLAIN:
        return None, Running(NUMBA if BY_NUMBA else PLAIN, "asked")
    why = "none"
    for path in candidates():
        if path.is_file():
            library = loaded(path)
            if library is not None:
                return library, Running(CORE, "shipped" if path.parent == SHIPPED else "built", path)
            why = "broken"
    return None, Running(PLAIN, why)


def adopt() -> bool:
    """Looks for a core again and switches every function to it from its next call; returns whether it was found."""
    if core() is not None or BY_NUMBA or ONLY_PLAIN:
        return core() is not None
    with _lock:
        _Now.library, found = _decision()
        known = list(_functions)
    if _Now.library is not None:
        for function in known:
            function.choose()
    _Now.running = found  # only now: threads that find a core go to work together, which plain Python cannot do
    return _Now.library is not None


def register(function: Function) -> None:
    """Registers a function that switches to the core when one is found."""
    with _lock:
        _functions.add(function)


def loaded(path: Path) -> ctypes.CDLL | None:
    """The library in a file; None if it cannot be loaded or was made from other sources."""
    try:
        if path.suffix == ".so" and not is_whole(path.read_bytes()):
            return None
        library = ctypes.CDLL(str(path))
        for part in PARTS:
            if native.key_of(library, part) != int(core_key()[:15], 16):
                return None
            native.attach(library, part)
    except (OSError, AttributeError):
        return None
    return library


def is_whole(content: bytes) -> bool:
    """Whether a library for Linux ends with its own hash: loading an incomplete one would crash the process."""
    return hashlib.sha256(content[:-32]).digest() == content[-32:]


def candidates() -> list[Path]:
    """Where a core for this machine and these sources may be, best first."""
    return [folder / file_name(target) for folder in (SHIPPED, core_folder()) for target in targets_here()]


def core_folder() -> Path:
    """Where cores that were built here are kept."""
    return cache_root() / "cores"


def file_name(target: Target) -> str:
    """The file name of the core for the present sources."""
    return f"core-{target.name}-{core_key()}{target.suffix}"


@cache
def targets_here() -> list[Target]:
    """The targets this machine can run, best first."""
    system = {"linux": "linux", "darwin": "macos", "win32": "windows", "emscripten": "wasm32"}.get(sys.platform, "")
    machine = platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "arm64" if system == "macos" else "aarch64"}.get(machine, machine)
    if system == "wasm32":
        return [TARGETS["wasm32"]]
    names = [f"{system}-{machine}"]
    if names == ["linux-x86_64"] and _has_avx2():
        names.insert(0, "linux-x86_64-v3")
    return [TARGETS[name] for name in names if name in TARGETS]


def _has_avx2() -> bool:
    """Whether the processor supports x86-64-v3."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("flags"):
                return {"avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "abm"} <= set(line.split())
    return False


def sources(engine: str) -> list[Path]:
    """All files that decide how an engine behaves."""
    return sorted({path for pattern in ENGINES[engine] for path in PACKAGE.glob(pattern)})


def hash_of(files: list[Path], switch: str = "") -> str:
    """A hash over names and contents of files, and over a switch that changes what is built from them."""
    digest = hashlib.sha256()
    for path in files:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    digest.update(switch.encode())
    return digest.hexdigest()[:20]


@cache
def core_key() -> str:
    """The hash of everything a core is made from, as this process first saw it."""
    return KEY.read_text(encoding="ascii") if KEY.is_file() else hash_of(core_sources())


def core_sources() -> list[Path]:
    """Everything a core is made from."""
    return sorted({path for engine in IN_CORE for path in sources(engine)} | {PACKAGE / name for name in BUILDS_IT})


def cache_root() -> Path:
    """Where compiled rules are kept: MIRABILIA_CACHE_DIR, or the user's cache folder."""
    chosen = os.environ.get("MIRABILIA_CACHE_DIR")
    return Path(chosen) if chosen else _user_caches() / "mirabilia" / "engine"


def _user_caches() -> Path:
    """Where this system's programs keep their caches."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    return Path(chosen) if os.path.isabs(chosen) else Path.home() / ".cache"
