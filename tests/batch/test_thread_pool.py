"""Threads of a batch: equal results with more of them than cores, refusals and failures; and that nothing is ever
waited for in vain: after closing, forking, forgetting a batch, or ending the program while they wait for work."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from mirabilia import batch
from mirabilia.batch import work_queue
from mirabilia.batch.thread_pool import ThreadPool
from mirabilia.engine.running import ONLY_PLAIN as PLAIN
from mirabilia.errors import IllegalMove

compiled_only = pytest.mark.skipif(PLAIN, reason="plain mode works without threads")
WAIT = 60.0  # seconds; far more than anything here takes


def many(monkeypatch: pytest.MonkeyPatch, name: str, n: int, threads: int, **options) -> batch.Batch:
    """A batch whose threads all help, however few the cores are."""
    monkeypatch.setattr("mirabilia.batch.batch.cores", lambda: threads)
    games = batch.make(name, n, threads=threads, **options)
    assert games._shares == min(threads, n // 32)
    return games


def wait_until(condition) -> None:
    deadline = time.monotonic() + WAIT
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def helpers() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("mirabilia-batch")]


@pytest.mark.parametrize(("name", "options"), [("duel", {}), ("wonders", {"players": 3}), ("wonders", {"players": 2})])
def test_more_threads_than_cores(monkeypatch: pytest.MonkeyPatch, name: str, options: dict) -> None:
    told = []
    for threads in (1, 2, 3, 8):
        games = many(monkeypatch, name, 290, threads, seeds=9, **options)
        masks = np.zeros((games.n, games.num_actions), np.uint8)
        seen = np.zeros((games.n, games.observation_size), np.uint8)
        rows = []
        for step in range(12 if PLAIN else 40):
            done = games.step(games.sample(seed=step), legal=masks, observe=seen)
            rows.append([masks.copy(), seen.copy(), *(array.copy() for array in done)])
        told.append(rows)
        games.close()
    for rows in told[1:]:
        for mine, theirs in zip(told[0], rows, strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True))


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 2), ("wonders", 4)])
@pytest.mark.parametrize("kind", [np.uint8, np.float32])
@pytest.mark.parametrize("illegal", ["error", "lose"])
def test_one_call_tells_what_three_do(name: str, players: int, kind: type, illegal: str) -> None:
    one, three = (
        batch.make(name, 40, seeds=5, illegal=illegal, **({"players": players} if name == "wonders" else {}))
        for _ in range(2)
    )
    masks = np.full((40, one.num_actions), 7, np.uint8)
    seen = np.full((40, one.observation_size), 7, kind)
    dice = np.random.default_rng(1)
    for step in range(40):
        named = three.actors().argmax(axis=1) if step % 3 else None
        actions = one.sample(seats=named, seed=step)
        if illegal == "lose" and step % 10 == 9:
            actions[dice.integers(40)] = -1
        one.step(actions, named, legal=masks, observe=seen)
        three.step(actions, named)
        assert np.array_equal(masks, three.legal()) and np.array_equal(seen, three.observe(np.zeros_like(seen)))
    assert all(np.array_equal(a, b) for a, b in zip(one.last, three.last, strict=True))


def test_random_actions_are_legal_and_even() -> None:
    games = batch.make("duel", 400, seeds=[3] * 400)  # the same position in every row
    legal = np.flatnonzero(games.legal()[0])
    counts = sum(np.bincount(games.sample(seed=seed), minlength=games.num_actions) for seed in range(20))
    assert counts[legal].sum() == 8000 and (abs(counts[legal] / (8000 / len(legal)) - 1) < 0.15).all()
    assert np.array_equal(games.sample(seed=4), games.sample(seed=4))
    assert not np.array_equal(games.sample(seed=4)[1:], games.sample(seed=5)[:-1])
    assert not np.array_equal(games.sample(), games.sample())
    over = batch.make("duel", 3, seeds=1, auto_reset=False)
    over.play_out(seeds=1)
    assert over.sample().tolist() == [-1] * 3


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_illegal_actions_with_threads(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    games = many(monkeypatch, "duel", 300, threads, seeds=2)
    games.step(games.sample(seed=1))
    before, actions = games.observe(), games.sample(seed=2)
    masks, seen = games.legal(), np.full((300, games.observation_size), 9, np.uint8)
    actions[[299, 207, 250]] = -1
    with pytest.raises(IllegalMove, match="row 207"):
        games.step(actions, legal=np.zeros_like(masks), observe=seen)
    assert np.array_equal(games.observe(), before) and np.array_equal(games.legal(), masks) and (seen == 9).all()
    games.step(games.sample(seed=2))
    losing = many(monkeypatch, "duel", 300, threads, seeds=2, illegal="lose")
    actions = losing.sample(seed=2)
    actions[[7, 299]] = -1
    assert np.flatnonzero(losing.step(actions).kind == batch.KINDS.index("illegal")).tolist() == [7, 299]
    for one in (games, losing):
        one.close()


@compiled_only
def test_who_waits_in_vain_goes_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    games = many(monkeypatch, "duel", 128, 3, seeds=2)
    inside = [work_queue.lines_of(number) + work_queue.INSIDE for number in (1, 2)]
    for _ in range(3):
        games.step(games.sample())
        wait_until(lambda: not games._pool.queue[inside].any())  # no processor time is spent on a batch that rests
    games.reset(seeds=3)  # a job of the other kind, while nobody is inside
    games.step(games.sample())
    games.reset(seeds=3)  # and while somebody is
    games.close()
    assert not helpers()
    games.step(games.sample())  # alone
    games.reset(seeds=4)


@compiled_only
def test_threads_of_a_forgotten_batch_end() -> None:
    games = batch.make("duel", 128, threads=3, seeds=2)
    games.step(games.sample())
    assert len(helpers()) == 2
    del games
    gc.collect()
    wait_until(lambda: not helpers())


@compiled_only
def test_a_failure_of_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    games = many(monkeypatch, "duel", 128, 2, seeds=2)
    games.sample()
    part = games._part

    def fail(thread: int) -> int:
        if thread:
            raise MemoryError("out of luck")
        return part(thread)

    wait_until(lambda: not games._pool.queue[work_queue.lines_of(1) + work_queue.INSIDE])
    games._part = fail  # type: ignore[assignment]

    def failed() -> bool:
        try:
            games.sample()
        except (MemoryError, RuntimeError):
            return True
        return False

    wait_until(failed)
    with pytest.raises(RuntimeError, match="failed before"):
        games.sample()


def test_errors_of_shared_jobs_are_raised() -> None:
    pool = ThreadPool(3)
    with pytest.raises(ZeroDivisionError):
        pool.share(300, lambda first, last, thread: 1 // (thread - 2))
    assert pool.share(300, lambda first, last, thread: (first, last)) == [(0, 100), (100, 200), (200, 300)]
    pool.close()
    assert pool.share(300, lambda first, last, thread: (first, last)) == [(0, 300)]


END = """
import os
import numpy as np
from mirabilia import batch
batch.batch.cores = lambda: 3
games = batch.make("duel", 256, threads=3, seeds=1)
for seed in range(5):
    games.step(games.sample(seed=seed))
child = os.fork() if hasattr(os, "fork") else 0
for seed in range(5):  # both go on, each with threads of its own
    games.step(games.sample(seed=seed))
games.reset(seeds=2)
if child:
    assert os.waitpid(child, 0)[1] == 0
games.step(games.sample(seed=1))
print("done", flush=True)
"""


@compiled_only
def test_a_program_ends_while_threads_wait_for_work() -> None:
    for _ in range(2):
        ended = subprocess.run(
            [sys.executable, "-W", "ignore::DeprecationWarning", "-c", END],
            capture_output=True,
            text=True,
            timeout=2 * WAIT,
        )
        assert ended.returncode == 0 and not ended.stderr and "done" in ended.stdout, ended.stderr
