"""Threads that share out the rows of a batch.

The loops of a batch release the GIL, so plain threads use all cores. A crew of one is the calling thread itself; the
others wait on queues of their own, which costs some microseconds a call and no processor time between calls.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeVar, cast

Answer = TypeVar("Answer")

SMALLEST_SHARE = 32  # rows: for less it does not pay to wake a thread

_Job = tuple[Callable[[int, int, int], object], int, int, int] | None


class Crew:
    """A fixed number of threads. `share` may be called by one thread at a time."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._answers: SimpleQueue[tuple[int, object, BaseException | None]] = SimpleQueue()
        self._jobs: list[SimpleQueue[_Job]] = [SimpleQueue() for _ in range(threads - 1)]
        for number, jobs in enumerate(self._jobs, 1):
            name = f"mirabilia-batch-{number}"
            threading.Thread(target=_serve, args=(jobs, self._answers), name=name, daemon=True).start()
        self._finalizer = weakref.finalize(self, _dismiss, self._jobs)

    def share(self, size: int, job: Callable[[int, int, int], Answer]) -> list[Answer]:
        """Calls `job(first, last, thread)` for ranges that make up 0 to `size`; the answers in order of the rows."""
        helpers = min(self.threads, max(1, size // SMALLEST_SHARE)) - 1
        bounds = [size * part // (helpers + 1) for part in range(helpers + 2)]
        for number in range(1, helpers + 1):
            self._jobs[number - 1].put((job, bounds[number], bounds[number + 1], number))
        answers: list[object] = [None] * (helpers + 1)
        failure: BaseException | None = None
        try:
            answers[0] = job(0, bounds[1], 0)
        except BaseException as error:
            failure = error
        for _ in range(helpers):
            number, answers[number], error_there = self._answers.get()
            failure = failure or error_there
        if failure is not None:
            raise failure
        return cast("list[Answer]", answers)

    def close(self) -> None:
        """Lets the threads end."""
        self._finalizer()


def _serve(jobs: SimpleQueue[_Job], answers: SimpleQueue[tuple[int, object, BaseException | None]]) -> None:
    while (job := jobs.get()) is not None:
        work, first, last, number = job
        try:
            answers.put((number, work(first, last, number), None))
        except BaseException as error:
            answers.put((number, None, error))
        del job, work  # nothing of a batch is held while waiting


def _dismiss(jobs: list[SimpleQueue[_Job]]) -> None:
    for queue in jobs:
        queue.put(None)
