"""Threads that share out the rows of a batch.

Compiled loops release the GIL, so plain threads use all cores. A pool of one is the calling thread itself. The others
wait on queues of their own, which takes no processor time, and do one of two things: a part of a job (`share`), after
which they wait again; or they help for a while (`call_in`). Helpers wait in compiled code; a job reaches them in a
microsecond, while waking a thread may take hundreds (`work_queue.py`). They return to Python when nothing has come for
some milliseconds, or when something is to be shared.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from mirabilia.batch.work_queue import BROKEN, DONE, INSIDE, LEAVE, lines_of, size_of

Answer = TypeVar("Answer")

SMALLEST_SHARE = 32  # rows: for less it does not pay to wake a thread
PATIENCE = 20_000  # how often who is inside looks for a job in vain before it goes: some milliseconds on a free core
ENDING = 2.0  # seconds that a thread is waited for when its pool is dismissed

_Job = Callable[[], object]
_Answer = tuple[int, object, BaseException | None]  # of which thread, what it answered, or why it could not


class ThreadPool:
    """A fixed number of threads. One thread at a time may use it."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.queue: NDArray[np.int64] = np.zeros(size_of(threads), np.int64)
        self.failures: list[BaseException] = []  # of threads that came in
        self._begin()

    def _begin(self) -> None:
        """Starts the threads. A process that was forked off has none and starts its own."""
        self._process = os.getpid()
        self._answers: SimpleQueue[_Answer] = SimpleQueue()
        self._jobs: list[SimpleQueue[_Job | None]] = [SimpleQueue() for _ in range(self.threads - 1)]
        members = [
            threading.Thread(target=_serve, args=(jobs,), name=f"mirabilia-batch-{number}", daemon=True)
            for number, jobs in enumerate(self._jobs, 1)
        ]
        for member in members:
            member.start()
        self._finalizer = weakref.finalize(self, _dismiss, self.queue, self._jobs, members)

    def _check_process(self) -> None:
        if self._jobs and os.getpid() != self._process:
            self._finalizer.detach()
            self.queue[DONE:] = 0  # what was said of threads that are not here
            self._begin()

    def share(self, size: int, job: Callable[[int, int, int], Answer]) -> list[Answer]:
        """Calls `job(first, last, thread)` for ranges that make up 0 to `size`; the answers in order of the rows."""
        self._check_process()
        helpers = min(len(self._jobs), max(1, size // SMALLEST_SHARE) - 1)
        if helpers:
            self.queue[LEAVE] = 1
        bounds = [size * part // (helpers + 1) for part in range(helpers + 2)]
        for number in range(1, helpers + 1):
            self._jobs[number - 1].put(_Share(job, bounds[number], bounds[number + 1], number, self._answers))
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

    def call_in(self, helpers: int, help_out: Callable[[int], object]) -> None:
        """Lets the first `helpers` threads call `help_out(thread)`, those that are not inside already.

        Nobody waits for them. Their function clears INSIDE in the work queue when it ends.
        """
        self._check_process()
        queue = self.queue
        queue[LEAVE] = 0
        for number in range(1, min(helpers, len(self._jobs)) + 1):
            inside = lines_of(number) + INSIDE
            if not queue[inside]:
                queue[inside] = 1
                self._jobs[number - 1].put(_Helper(help_out, number, queue, self.failures))

    def close(self) -> None:
        """Lets the threads end; what comes later the caller does alone."""
        self._finalizer()
        self._jobs.clear()


@dataclass
class _Share:
    """A part of a shared job."""

    work: Callable[[int, int, int], object]
    first: int
    last: int
    number: int
    answers: SimpleQueue[_Answer]

    def __call__(self) -> None:
        try:
            self.answers.put((self.number, self.work(self.first, self.last, self.number), None))
        except BaseException as error:
            self.answers.put((self.number, None, error))


@dataclass
class _Helper:
    """A stay inside. A failure there is kept for the leader, who would otherwise wait for ever."""

    help_out: Callable[[int], object]
    number: int
    queue: NDArray[np.int64]
    failures: list[BaseException]

    def __call__(self) -> None:
        try:
            self.help_out(self.number)
        except BaseException as error:
            self.failures.append(error)
            self.queue[BROKEN] = 1


def _serve(jobs: SimpleQueue[_Job | None]) -> None:
    while (job := jobs.get()) is not None:
        job()
        del job  # nothing of a batch is held while waiting


def _dismiss(queue: NDArray[np.int64], jobs: list[SimpleQueue[_Job | None]], members: list[threading.Thread]) -> None:
    """Lets the threads go and waits for them, so that none is in compiled code when the interpreter ends."""
    queue[LEAVE] = 1
    for inbox in jobs:
        inbox.put(None)
    for member in members:
        if member is not threading.current_thread():
            member.join(ENDING)
