"""Where a match is played does not matter: here, on worker processes, after being killed in the middle, or on Ray."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot_scripts import command
from mirabilia.arena import pools
from mirabilia.arena.journal import read_games
from mirabilia.arena.match import Match, run_match
from mirabilia.arena.pools import GameProcess, HerePool, LocalPool
from mirabilia.arena.results import GameResult
from mirabilia.arena.settings import ArenaError, Budget, Entrant, Settings
from mirabilia.arena.sprt import Sprt

MIRABILIA = [sys.executable, "-c", "from mirabilia.cli import main; raise SystemExit(main())"]
LINUX = sys.platform == "linux"


def settings(*others: Entrant) -> Settings:
    return Settings(game="duel", players=2, entrants=[Entrant("a", "random"), *(others or (Entrant("b", "random"),))])


def untimed(match: Match) -> list[GameResult]:
    return [result.untimed() for result in match.results]


@pytest.fixture(scope="module")
def expected() -> list[GameResult]:
    return untimed(run_match(settings(), 8))


@pytest.mark.parametrize("jobs", [1, 2])
def test_worker_processes_give_the_same_games(jobs: int, expected: list[GameResult]) -> None:
    assert untimed(run_match(settings(), 8, pool=LocalPool(jobs))) == expected


def test_the_order_in_which_games_end_does_not_matter(expected: list[GameResult]) -> None:
    class Backwards(HerePool):
        def play(self, settings, games):  # type: ignore[no-untyped-def]
            yield from super().play(settings, list(reversed(list(games))))

    assert untimed(run_match(settings(), 8, pool=Backwards())) == expected


def test_a_test_looks_only_at_whole_groups_in_order() -> None:
    """A verdict comes at the same deal, and counts the same games, in whatever order games end."""

    class Shuffled(HerePool):
        def play(self, settings, games):  # type: ignore[no-untyped-def]
            in_order = list(games)
            mixed = [in_order[(7 * n) % len(in_order)] for n in range(len(in_order))]
            yield from super().play(settings, mixed)

    bots = settings(Entrant("b", f"cmd:{command('illegal', 3)}"))
    sprt = Sprt(0, 300)
    straight = run_match(bots, 40, sprt=sprt)
    mixed = run_match(bots, 40, sprt=sprt, pool=Shuffled())
    assert straight.verdict == mixed.verdict == "accepted"
    assert straight.judged == mixed.judged < 20
    assert untimed(straight) == untimed(mixed)
    assert len(straight.results) == 2 * straight.judged


def test_a_test_needs_two_sides() -> None:
    three = settings(Entrant("b", "random"), Entrant("c", "random"))
    with pytest.raises(ArenaError, match="two sides"):
        run_match(three, 2, sprt=Sprt(0, 30))


PLANT = """
import sys
if "mirabilia.arena.worker" in " ".join(sys.orig_argv):
    import os, signal
    import mirabilia.bots as bots
    from mirabilia.bots.random_bot import RandomBot

    class Bomb(RandomBot):
        def decide(self, view, options, limits):
            if view["age"] == 2 and not os.path.exists({calm!r}):
                {deed}
            return super().decide(view, options, limits)

    real = bots.make_bot
    bots.make_bot = lambda name, seed=0: Bomb(seed) if name == "bomb" else real(name, seed)
"""


def plant(deed: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot of ours that does this in Age II, put into the workers by a module Python loads at its start.

    As long as there is a file at the path this gives, it does not do it.
    """
    calm = folder / "calm"
    (folder / "sitecustomize.py").write_text(PLANT.format(deed=deed, calm=str(calm)))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return calm


def test_a_worker_that_dies_is_the_loss_of_the_bot_that_was_deciding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant("os._exit(9)", tmp_path, monkeypatch)
    worker = GameProcess(settings(Entrant("bomb", "bomb")))
    try:
        result = worker.result(0)  # the bomb also goes off while warming up: then the worker starts cold
    finally:
        worker.close()
    assert result is not None and result.forfeit is not None
    assert result.forfeit.reason == "crash"
    assert "exit code 9" in result.forfeit.message
    assert result.seats[result.forfeit.seat] == 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_bot_that_stops_its_whole_process_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even the clock inside the worker runs any more: the arena's own has to."""
    calm = plant("os.kill(os.getpid(), signal.SIGSTOP)", tmp_path, monkeypatch)
    monkeypatch.setattr(pools, "SILENCE_SECONDS", 0.5)
    bots = Settings(
        game="duel", players=2, entrants=[Entrant("a", "random"), Entrant("bomb", "bomb")], patience=5.0, handshake=5.0
    )
    worker = GameProcess(bots)
    try:
        calm.touch()
        worker._ready()  # warmed up, so that no other decision waits for compiled rules to be loaded
        calm.unlink()
        result = worker.result(0)
    finally:
        worker.close()
    assert result is not None and result.forfeit is not None
    assert result.forfeit.reason == "late"
    assert result.seats[result.forfeit.seat] == 1


def test_commands_play_in_worker_processes_too() -> None:
    bots = settings(Entrant("good", f"cmd:{command()}"), Entrant("bad", f"cmd:{command('hang', 2)}"))
    bots = Settings(game="duel", players=2, entrants=bots.entrants, budget=Budget(milliseconds=20.0), grace=0.5)
    match = run_match(bots, 2, pool=LocalPool(2))
    assert len(match.results) == 6
    reasons = {result.forfeit.reason for result in match.results if result.forfeit}
    assert reasons == {"late"}


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not LINUX, reason="looks into /proc")
def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path, expected: list[GameResult]) -> None:
    file = tmp_path / "match.jsonl"
    line = [*MIRABILIA, "arena", "--bots", "a=random,b=random", "--jobs", "1", "--out", str(file)]
    arena = subprocess.Popen([*line, "--games", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    workers: list[int] = []
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            assert arena.poll() is None, arena.communicate()
            if file.exists() and file.read_bytes().count(b"\n") >= 4:
                break
            time.sleep(0.02)
        # the threads that start workers are not the main one: look at all of them
        for task in Path(f"/proc/{arena.pid}/task").iterdir():
            workers += [int(word) for word in (task / "children").read_text().split()]
        assert workers
    finally:
        arena.send_signal(signal.SIGKILL)
        arena.communicate()
    deadline = time.monotonic() + 20
    while any(map(running, workers)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(running, workers)), "a worker outlived its match"
    kept, _ = read_games(file)
    assert len(kept) >= 3
    for index in range(min(len(kept), 8)):
        assert kept[index].untimed() == expected[index]

    target = (len(kept) + 5) // 2 * 2  # a few games more
    done = subprocess.run([*line, "--games", str(target), "--resume"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    again, _ = read_games(file)
    assert sorted(again) == list(range(target))
    assert all(again[index] == kept[index] for index in kept)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_polite_end_shows_what_is_finished(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    line = [*MIRABILIA, "arena", "--bots", "random,random", "--jobs", "1", "--games", "100000", "--out", str(file)]
    arena = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (file.exists() and file.read_bytes().count(b"\n") >= 3) and time.monotonic() < deadline:
        time.sleep(0.05)
    arena.send_signal(signal.SIGTERM)
    out, errors = arena.communicate(timeout=60)
    assert arena.returncode == 130, errors
    assert "not finished" in out
    assert "--resume" in errors
