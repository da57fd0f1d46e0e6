"""Bots in processes of their own (`serve --bot-workers N`), so that no thought shares a process with the sockets.

What people ask about a position (hints, warnings, tries at puzzles) is thought about there, too.

A worker is a Python process that reads questions from its standard input and writes answers to its standard output
(`pipes.py`). It ends when its input ends, so that none outlives the server. One that dies, or does not answer, is
replaced and the question asked once more. A process whose answer nobody needs any more is notified, and stays.
"""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
import time

import structlog

from mirabilia.engine import warming
from mirabilia.json_types import Json
from mirabilia.server import metrics
from mirabilia.server.bots.levels import Bots, Levels, Question
from mirabilia.server.pipes import GIVE_UP, GIVEN_UP, Incoming, answer_questions, write_message
from mirabilia.study.games import read_options
from mirabilia.wanted import NotWanted, still_wanted

log = structlog.get_logger()

READY_SECONDS = 600.0  # the first start compiles
ANSWER_SECONDS = 60.0
LOOK_SECONDS = 0.1  # how soon a worker is told that nobody waits
STARTING = ("",)


class WorkerLost(Exception):
    """A worker ended or fell silent."""


class Worker:
    """One process, used by one thread at a time."""

    def __init__(self, memory_mb: int) -> None:
        self._command = [sys.executable, "-m", "mirabilia.server.bots.workers", str(memory_mb)]
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: Incoming | None = None
        self.failed: tuple[str, ...] = ()  # levels that cannot play there; STARTING: it did not even begin

    def ask(self, question: Question) -> str:
        """What `Bots.choose` says. Raises `WorkerLost`, `NotWanted`, or `RuntimeError` with what was raised there."""
        process = self._running()
        try:
            self._tell(process, question)
            answer = self._answer(process, ANSWER_SECONDS)
        except (OSError, EOFError) as error:
            self.end()
            raise WorkerLost(repr(error)) from error
        if answer == GIVEN_UP:
            raise NotWanted
        if "fault" in answer:
            raise RuntimeError(answer["fault"])
        return str(answer["chosen"])

    def start(self) -> None:
        """Begins, and waits until bots of every level are ready; `failed` says which are not."""
        try:
            self._running()
        except WorkerLost as lost:
            log.error("bot_worker_lost", error=str(lost))

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.failed = STARTING
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=metrics.own_environment()
            )
            assert self._process.stdout is not None
            self._answers = Incoming(self._process.stdout.fileno())
            try:
                self.failed = tuple(self._answer(self._process, READY_SECONDS))
            except (OSError, EOFError) as error:
                self.end()
                raise WorkerLost(repr(error)) from error
        return self._process

    def _tell(self, process: subprocess.Popen[bytes], message: Json) -> None:
        assert process.stdin is not None
        write_message(process.stdin, message)

    def _answer(self, process: subprocess.Popen[bytes], seconds: float) -> Json:
        """What the process says next. It is told once when nobody waits any more."""
        assert self._answers is not None
        until, is_told = time.monotonic() + seconds, False
        while time.monotonic() < until:
            with contextlib.suppress(queue.Empty):
                return self._answers.get(timeout=LOOK_SECONDS)
            if not is_told and not still_wanted():
                self._tell(process, GIVE_UP)
                is_told = True
        raise EOFError("no answer")

    def end(self) -> None:
        """Ends the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):
                        stream.close()
            self._process = None


class Workers:
    """Some workers, and the questions that go to whichever is free; `Bots.choose` for quick levels."""

    def __init__(self, count: int, memory_mb: int, bots: Bots, quick: dict[str, float]) -> None:
        self._bots, self._quick = bots, quick
        self._all = [Worker(max(1, memory_mb // count)) for _ in range(count)]
        self._free: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._all:
            self._free.put(worker)
        self._stopped = False

    def start(self) -> None:
        """Starts all of them side by side, and waits until each is ready."""
        starting = [threading.Thread(target=worker.start, daemon=True) for worker in self._all]
        for thread in starting:
            thread.start()
        for thread in starting:
            thread.join()

    @property
    def failed(self) -> tuple[str, ...]:
        """Levels that cannot play in some worker: the process is not ready."""
        return tuple(sorted({level for worker in self._all for level in worker.failed}))

    def choose(self, question: Question) -> str:
        """As `Bots.choose`, in one of the processes."""
        if question.level in self._quick:
            return self._bots.choose(question)
        worker = self._free.get()
        try:
            try:
                return worker.ask(question)
            except WorkerLost as lost:
                if self._stopped:
                    raise
                metrics.WORKERS_LOST.inc()
                log.error("bot_worker_lost", error=str(lost))
                return worker.ask(question)
        finally:
            self._free.put(worker)

    def stop(self) -> None:
        """Ends all processes, whatever they think about."""
        self._stopped = True
        for worker in self._all:
            worker.end()


def main() -> None:
    """The worker process."""
    incoming, outgoing = Incoming(sys.stdin.fileno()), sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may go to standard output
    warming.start(warming.silently)
    levels = Levels()
    failed = levels.warm_up().failed
    bots = Bots(levels, int(sys.argv[1]) * 1024 * 1024)
    write_message(outgoing, failed)

    def answer(message: Json) -> dict[str, str]:
        try:
            return {"chosen": bots.choose(question_of(message))}
        except NotWanted:
            raise
        except Exception as error:
            return {"fault": repr(error)[:300]}

    answer_questions(incoming, outgoing, answer)


def question_of(message: Json) -> Question:
    """The question of a message, its options the game's own values again. A puzzle's question has none."""
    question = Question(*message)
    game = question.view.get("game")
    return question if game is None else question._replace(options=read_options(game, question.options))


if __name__ == "__main__":
    main()
