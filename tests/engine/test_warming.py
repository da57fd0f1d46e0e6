"""Behind the scenes: a core that another process builds is taken over, and a build that fails is said and survived.

The tests are that other process: they hold the lock of a build and say how far it is.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import httpx
import pytest

from mirabilia.engine import running, warming
from mirabilia.engine.build import BuildFailed, core

fcntl = pytest.importorskip("fcntl")
pytestmark = pytest.mark.skipif(
    running.ONLY_PLAIN or running.BY_NUMBA or running.running().way != running.CORE, reason="there is no core here"
)
PATIENCE = 300.0  # seconds until a test gives up, on however busy a machine
SESSION = """
import sys, time
from mirabilia.bots import make_bot
from mirabilia.engine import running, warming
import mirabilia
game, bot = mirabilia.new_game("duel", seed=1), make_bot("hard", seed=1)
print(running.running().way, flush=True)
while warming.now().state not in ("done", "failed"):
    seat = game.to_act[0]
    bot.choose(game.view(seat), game.options(seat), {"simulations": 2})
    time.sleep(0.01)
seat = game.to_act[0]
game.play(seat, bot.choose(game.view(seat), game.options(seat)))
print(running.running().way, warming.now().fault, flush=True)
"""

BATCH = """
import hashlib, sys
from mirabilia import batch
from mirabilia.engine import running, warming
games = batch.make("duel", 128, seeds=1, threads=2)
digest = hashlib.sha256()
def steps(count):
    for number in range(count):
        games.step(games.sample(seed=number))
        digest.update(games.observe().tobytes())
steps(3)
print(running.running().way, flush=True)
sys.stdin.readline()
while warming.now().state == "building":
    warming._Now.thread.join(0.01)
steps(40)
print(running.running().way, digest.hexdigest(), flush=True)
"""


FORKED = """
import os, sys, threading
import mirabilia
from mirabilia.bots import make_bot
from mirabilia.engine import running, warming
game, bot = mirabilia.new_game("duel", seed=1), make_bot("hard", seed=1)
seat = game.to_act[0]
bot.choose(game.view(seat), game.options(seat), {"simulations": 2})
child = os.fork()
if not child:
    print(running.running().way, flush=True)
    while warming.now().state not in ("done", "failed"):
        warming._Now.thread.join(0.01)
    print(running.running().way, bot.choose(game.view(seat), game.options(seat)).text, flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""


class OtherBuild:
    """A build by another process, as far as a program can see one."""

    def __init__(self, cache: Path) -> None:
        self.cache, self.cores = cache, cache / "cores"
        self.cores.mkdir(parents=True)
        self._lock: BinaryIO = core.lock_file(self.cores).open("a+b")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.say(done=100, total=300, since=time.time() - 50)

    def say(self, **told: object) -> None:
        (self.cores / warming.progress_file().name).write_text(json.dumps(told))

    def finish(self) -> None:
        path = running.running().core
        assert path is not None
        shutil.copy(path, self.cores / "aside")
        os.replace(self.cores / "aside", self.cores / path.name)
        self.end()

    def fail(self, fault: str) -> None:
        self.say(fault=fault)
        self.end()

    def end(self) -> None:
        self._lock.close()


@pytest.fixture
def build(tmp_path: Path) -> Iterator[OtherBuild]:
    other = OtherBuild(tmp_path / "cache")
    yield other
    other.end()


def environment(cache: Path) -> dict[str, str]:
    wanted = {"MIRABILIA_CACHE_DIR": str(cache), "MIRABILIA_BUILD": "1", "LC_ALL": "C"}
    return {**os.environ, **wanted}


@contextmanager
def program(cache: Path, *command: str) -> Iterator[subprocess.Popen[str]]:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, *command], env=environment(cache), stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(happened: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < limit
        time.sleep(0.05)


def runs_core(pid: int) -> bool:
    """Whether a process has a core in its memory."""
    return "core-linux" in Path(f"/proc/{pid}/maps").read_text()


def children(pid: int) -> list[int]:
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for text in lists for child in text.split()]


def test_two_python_sessions_take_over_the_core_that_one_process_builds(build: OtherBuild) -> None:
    with program(build.cache, "-c", SESSION) as one, program(build.cache, "-c", SESSION) as other:
        for session in (one, other):
            assert session.stdout is not None and session.stdout.readline() == "plain\n"
            if sys.platform == "linux":
                assert not children(session.pid), "another build was begun"
        build.finish()
        assert [session.communicate()[0] for session in (one, other)] == ["core \n"] * 2


def test_a_batch_goes_on_in_the_core_with_all_its_threads(build: OtherBuild) -> None:
    with program(build.cache, "-c", BATCH) as session:
        assert session.stdout is not None and session.stdout.readline() == "plain\n"
        build.finish()
        changed = session.communicate("\n")[0].split()
    with program(running.cache_root(), "-c", BATCH) as session:
        steady = session.communicate("\n")[0].split()
    assert changed[0] == "core" and changed == steady[1:]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_a_process_that_was_forked_off_takes_the_core_over_by_itself(build: OtherBuild) -> None:
    with program(build.cache, "-c", FORKED) as session:
        assert session.stdout is not None and session.stdout.readline() == "plain\n"
        build.finish()
        out, err = session.communicate()
        assert out.startswith("core ") and not err


def test_threads_that_work_together_all_find_the_core_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks which way runs hears `core` only when every function runs in it."""
    heard = []

    class Late:
        def choose(self) -> None:
            heard.append(running.running().way)

    late = Late()
    monkeypatch.setattr(running, "_functions", {late})
    monkeypatch.setattr(running._Now, "library", None)
    monkeypatch.setattr(running._Now, "running", running.Running(running.PLAIN, "none"))
    assert running.adopt() and heard == [running.PLAIN] and running.running().way == running.CORE


def test_everything_goes_on_when_the_build_fails_and_one_line_says_why(build: OtherBuild) -> None:
    with program(build.cache, "-c", SESSION) as session:
        assert session.stdout is not None and session.stdout.readline() == "plain\n"
        build.fail("there is no room on the disk")
        out, err = session.communicate()
        assert out == "plain there is no room on the disk\n"
        assert len(err.splitlines()) == 1 and "there is no room on the disk" in err


def test_a_cache_that_cannot_be_written_is_named_with_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with program(tmp_path / "file", "-c", SESSION) as session:
        out, err = session.communicate()
        assert out.startswith("plain\nplain ") and "MIRABILIA_CACHE_DIR" in err and str(tmp_path / "file") in err
        assert session.returncode == 0


def test_a_terminal_game_says_that_the_core_is_being_built_and_goes_on_in_it(build: OtherBuild, tmp_path: Path) -> None:
    command = ("-m", "mirabilia", "play", "duel", "--seed", "1", "--bot", "hard", "--record", str(tmp_path / "game"))
    with program(build.cache, *command) as playing:
        assert playing.stdin is not None and playing.stderr is not None
        assert "compiled behind the scenes" in playing.stderr.readline()
        playing.stdin.write("1\n1\n")
        playing.stdin.flush()
        build.finish()
        if sys.platform == "linux":
            wait_until(lambda: runs_core(playing.pid))
        out, err = playing.communicate("1\n" * 400)
        assert playing.returncode == 0 and not err, out[-2000:]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into the memory of workers")
def test_a_server_and_its_bot_workers_take_the_core_over(build: OtherBuild, tmp_path: Path) -> None:
    data = ("--data-dir", str(tmp_path / "data"), "--port", "0", "--bot-workers", "1")
    with program(build.cache, "-m", "mirabilia", "serve", *data) as server:
        assert server.stdout is not None and server.stderr is not None
        address = next(line.split()[-1] for line in server.stdout if "http://127.0.0.1" in line)
        with httpx.Client(base_url=address, timeout=60) as client:
            build.say(done=100, total=300, since=time.time() - 50)
            wait_until(lambda: client.get("/readyz").json()["engine"]["seconds"] is not None)
            engine = client.get("/api/v1/choices").json()["engine"]
            assert engine["way"] == "plain" and engine["state"] == "building" and engine["seconds"] >= 50
            workers = children(server.pid)
            assert workers and not any(map(runs_core, [server.pid, *workers]))
            build.finish()
            wait_until(lambda: client.get("/readyz").json()["engine"]["way"] == "core")
            wait_until(lambda: all(map(runs_core, [server.pid, *workers])))
            assert client.get("/api/v1/choices").json()["engine"]["way"] == "core"
        server.terminate()
        log = [line for line in server.communicate()[1].splitlines() if '"core"' in line and '"state"' in line]
        assert [json.loads(line)["state"] for line in log] == ["building", "done"]


def test_the_lock_of_a_build_goes_with_its_process(tmp_path: Path) -> None:
    holds = "import sys, time; from mirabilia.engine.build import core; from pathlib import Path\n"
    holds += "with core._one_at_a_time(Path(sys.argv[1])): print('held', flush=True); time.sleep(1000)"
    with program(tmp_path, "-c", holds, str(tmp_path)) as process:
        assert process.stdout is not None and process.stdout.readline() == "held\n"
        assert core.is_being_built(tmp_path)
        process.kill()
        process.wait()
        assert not core.is_being_built(tmp_path)


def test_what_a_killed_build_left_is_removed_by_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = tmp_path / f"{core._scratch()}abc"
    left.mkdir()
    (left / "duel.o").touch()
    monkeypatch.setattr(core, "_make", lambda targets, into, listener: None)
    core.build(running.targets_here()[:1], tmp_path)
    assert not left.exists()


def test_a_broken_core_in_the_cache_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good, target = running.running().core, running.targets_here()[:1]
    assert good is not None
    there = tmp_path / running.file_name(target[0])
    there.write_bytes(good.read_bytes()[:300_000])
    monkeypatch.setattr(core, "_make", lambda targets, into, listener: shutil.copy(good, into / there.name))
    assert core.build(target, tmp_path) == [there] and running.loaded(there) is not None
    monkeypatch.setattr(core, "_make", None)  # and what is whole is left alone
    assert core.build(target, tmp_path) == [there]


def test_only_the_version_of_numba_that_the_build_knows_will_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(__file__).parents[2]
    assert f'build = ["numba=={core.NUMBA}"]' in (root / "pyproject.toml").read_text()
    assert f"\nnumba=={core.NUMBA}\n" in (root / "constraints.txt").read_text()
    monkeypatch.setattr(core.metadata, "version", lambda package: "0.1.2")
    with pytest.raises(BuildFailed, match=f"needs numba {core.NUMBA}, and numba is 0.1.2 here"):
        core.build(running.targets_here()[:1], tmp_path)
    monkeypatch.setattr(core, "find_spec", lambda package: None)
    with pytest.raises(BuildFailed, match=r"not installed here; pip install 'mirabilia\[build\]'"):
        core.build(running.targets_here()[:1], tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("change", ["another", "the same again"])
def test_a_core_is_not_made_of_sources_that_change_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    source = tmp_path / "source"
    source.write_text("one")
    monkeypatch.setattr(core, "core_sources", lambda: [source])
    monkeypatch.setattr(core, "hash_of", lambda files: core.core_key())

    def part(*given: object) -> None:
        source.write_text("one" if change == "the same again" else "other")
        os.utime(source, ns=(1, 1))

    monkeypatch.setattr(core, "_run_part", part)
    with pytest.raises(BuildFailed, match="sources changed"):
        core.build(running.targets_here()[:1], tmp_path / "cores")
    monkeypatch.setattr(core, "hash_of", lambda files: "of a change before")
    with pytest.raises(BuildFailed, match="sources changed"):
        core.build(running.targets_here()[:1], tmp_path / "cores")


def test_a_compiler_that_is_being_installed_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "COMPILER", ("compiler_of_tests",))
    monkeypatch.syspath_prepend(str(tmp_path))
    package, about = tmp_path / "compiler_of_tests", tmp_path / "compiler_of_tests-1.dist-info"
    found = [warming._has_compiler()]
    package.mkdir()
    (package / "__init__.py").touch()
    found.append(warming._has_compiler())
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: compiler_of_tests\nVersion: 1\n")
    files = ["__init__.py", "later.py", "__pycache__/later.cpython-311.pyc"]
    (about / "RECORD").write_text("".join(f"compiler_of_tests/{file},,\n" for file in files))
    found.append(warming._has_compiler())
    (package / "later.py").touch()
    assert [*found, warming._has_compiler()] == [False, False, False, True]
