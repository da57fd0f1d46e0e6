"""Directs the build of a core: the parts in processes of their own, then the link, with progress.

Two parts at once take 700 MB, one after the other 400; a machine with little memory or one processor does the latter.
A core is there whole or not at all, and whoever builds it while another does waits for that one.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from queue import SimpleQueue

from mirabilia.engine.build import BuildFailed
from mirabilia.engine.build.linking import link
from mirabilia.engine.build.targets import Target
from mirabilia.engine.file_locks import lock
from mirabilia.engine.processors import cores
from mirabilia.engine.running import (
    core_folder,
    core_key,
    core_sources,
    file_name,
    hash_of,
    is_whole,
    loaded,
    targets_here,
)
from mirabilia.engine.sources import PARTS

ROOM_FOR_TWO = 1_500 << 20  # bytes of free memory
ASSEMBLING = 80  # functions whose lowering takes as long as LLVM does for one part and target
LONG_AGO = 24 * 3600.0  # seconds: no build takes so long
NUMBA = "0.68.1"  # the one version whose inside `lowering.py` knows
CHANGED = "the sources changed while the core was built from them"
KEPT = 20  # cores for one target in the cache, for as many states of the sources; older ones are removed


@dataclass
class Progress:
    """How far a build is."""

    done: int = 0
    total: int = 0
    doing: str = ""


Listener = Callable[[Progress], None]


def build(targets: list[Target], folder: Path | None = None, listener: Listener | None = None) -> list[Path]:
    """Builds the cores of these targets into a folder (the cache, if none is given); the files."""
    _need_compiler()
    into = folder or core_folder()
    make_folder(into)
    with _one_at_a_time(into):
        wanted = [target for target in targets if not is_there(target, into)]
        for left in into.glob(f"{_scratch()}*"):  # by a build that was killed: we hold its lock
            shutil.rmtree(left, ignore_errors=True)
        if wanted:
            _make(wanted, into, listener or (lambda progress: None))
        _remove_old(into, targets)
    return [into / file_name(target) for target in targets]


def make_folder(folder: Path) -> None:
    """Makes the folder of cores; `BuildFailed` if nothing can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock_file(folder).open("ab").close()
    except OSError as error:
        advice = "; MIRABILIA_CACHE_DIR chooses another folder" if folder == core_folder() else ""
        raise BuildFailed(f"{folder} cannot be written ({error.strerror}){advice}") from error


def is_there(target: Target, folder: Path) -> bool:
    """Whether the core is in the folder, in one piece and made from these sources as far as that can be seen here."""
    path = folder / file_name(target)
    if target in targets_here():
        return path.is_file() and loaded(path) is not None
    return path.is_file() and (target.suffix != ".so" or is_whole(path.read_bytes()))


def _need_compiler() -> None:
    """`BuildFailed` unless Numba is here in the version that the build knows; llvmlite comes with it."""
    for package, version in (("numba", NUMBA), ("llvmlite", "")):
        found = metadata.version(package) if find_spec(package) else ""
        if not found or (version and found != version):
            wanted, here = f"{package} {version}".rstrip(), f"is {found}" if found else "is not installed"
            advice = "pip install 'mirabilia[build]' brings what a build needs"
            raise BuildFailed(f"a build needs {wanted}, and {package} {here} here; {advice}")


def _seen(files: list[Path]) -> list[tuple[str, int, int]]:
    """What changes when a file is written."""
    return [(str(path), (now := path.stat()).st_mtime_ns, now.st_size) for path in files]


def _make(targets: list[Target], into: Path, listener: Listener) -> None:
    before = _seen(core_sources())
    if hash_of(core_sources()) != core_key():
        raise BuildFailed(CHANGED)
    progress = Progress(total=len(PARTS) * len(targets) * ASSEMBLING)
    lock = threading.Lock()

    def hear(line: str) -> None:
        word, _, rest = line.partition(" ")
        with lock:
            if word == "all":
                progress.total += int(rest)
            elif word == "did":
                progress.done += 1
                progress.doing = ".".join(rest.rsplit(".", 2)[-2:])
            elif word == "made":
                progress.done += ASSEMBLING
                progress.doing = rest
            progress.done = min(progress.done, progress.total)
            listener(progress)

    with tempfile.TemporaryDirectory(prefix=_scratch(), dir=into) as scratch:
        waiting: SimpleQueue[str] = SimpleQueue()
        for part in PARTS:
            waiting.put(part)
        faults: list[str] = []

        def work() -> None:
            while not waiting.empty() and not faults:
                fault = _run_part(waiting.get(), scratch, targets, hear)
                if fault:
                    faults.append(fault)

        threads = [threading.Thread(target=work) for _ in range(_processes())]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if _seen(core_sources()) != before:  # also if they are as before again: a part may have read them meanwhile
            raise BuildFailed(CHANGED)
        if faults:
            raise BuildFailed(faults[0])
        for target in targets:
            aside = Path(scratch) / file_name(target)
            objects = [Path(scratch) / f"{part}-{target.name}.o" for part in PARTS]
            public = sorted({name for part in PARTS for name in (Path(scratch) / f"{part}.names").read_text().split()})
            link(target, objects, public, aside)
            if target.suffix == ".so":
                content = aside.read_bytes()
                aside.write_bytes(content + hashlib.sha256(content).digest())
            os.replace(aside, into / file_name(target))


def _run_part(part: str, scratch: str, targets: list[Target], hear: Callable[[str], None]) -> str | None:
    """Runs the process of a part to its end; what went wrong, if anything did."""
    package_home = str(Path(__file__).resolve().parents[3])
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("MIRABILIA_PLAIN", "NUMBA_BOUNDSCHECK")},
        "MIRABILIA_NUMBA": "1",
        "MIRABILIA_CACHE_DIR": scratch,
        "PYTHONHASHSEED": "0",  # same sources, same bytes
        "PYTHONPATH": os.pathsep.join((package_home, *os.environ.get("PYTHONPATH", "").split(os.pathsep))),
    }
    command = [sys.executable, "-m", "mirabilia.engine.build.part", part, scratch, *(target.name for target in targets)]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        assert process.stdout is not None and process.stdin is not None
        with process.stdin, process.stdout:
            for line in process.stdout:
                hear(line.rstrip("\n"))
            code = process.wait()
        if code:
            errors.seek(0)
            last = [line.strip() for line in errors.read().splitlines() if line.strip()][-1:]
            return (
                last[0]
                if last
                else f"the build of {part} ended with {code}" + (" (too little memory?)" if code == -9 else "")
            )
    return None


def _processes() -> int:
    """How many parts are made at once."""
    return min(cores(), len(PARTS)) if free_memory() >= ROOM_FOR_TWO else 1


def free_memory() -> int:
    """Bytes that a new process may take: what the machine has left, within what this process and its group may have."""
    free = 1 << 62
    with suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text(encoding="utf-8").splitlines()
        free = int(next(line for line in lines if line.startswith("MemAvailable")).split()[1]) << 10
    for folder, limit, used in _memory_groups():
        with suppress(OSError, ValueError):
            free = min(free, int((folder / limit).read_text()) - int((folder / used).read_text()))
    with suppress(ImportError):
        import resource

        addresses = resource.getrlimit(resource.RLIMIT_AS)[0]
        if addresses != resource.RLIM_INFINITY:
            free = min(free, addresses)
    return free


def _memory_groups() -> Iterator[tuple[Path, str, str]]:
    """The control groups that this process belongs to, each with the files of its limit and of what is used."""
    root = Path("/sys/fs/cgroup")
    yield root / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
    with suppress(OSError):
        for line in Path("/proc/self/cgroup").read_text(encoding="utf-8").splitlines():
            _, kind, path = line.split(":", 2)
            for place in (path, *map(str, Path(path).parents)):
                if kind == "memory":
                    yield root / "memory" / place[1:], "memory.limit_in_bytes", "memory.usage_in_bytes"
                elif not kind:
                    yield root / place[1:], "memory.max", "memory.current"


def _scratch() -> str:
    """How the folders begin in which these sources are built."""
    return f"building-{core_key()}-"


def lock_file(folder: Path) -> Path:
    """The file that whoever builds from these sources holds a lock on."""
    return folder / f"building-{core_key()}.lock"


def is_being_built(folder: Path) -> bool:
    """Whether some process builds from these sources now."""
    with suppress(OSError), lock_file(folder).open("rb") as file:
        return not lock(file.fileno())
    return False


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Lets one process at a time build from these sources; the lock goes with the process that holds it."""
    with lock_file(folder).open("a+b") as file:
        lock(file.fileno(), wait=True)
        yield


def _remove_old(folder: Path, targets: list[Target]) -> None:
    """Removes cores of sources of long ago, and what their builds left behind."""
    for path in folder.glob("building-*"):
        if core_key() not in path.name and time.time() - path.stat().st_mtime > LONG_AGO:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
    for target in targets:
        found = [path for path in folder.glob(f"core-{target.name}-*{target.suffix}") if core_key() not in path.name]
        exact = [path for path in found if path.name.removeprefix(f"core-{target.name}-").count("-") == 0]
        for path in sorted(exact, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT - 1 :]:
            with suppress(OSError):
                path.unlink()
