"""Plays many games: here, one after the other, or on the cores of this machine by worker processes.

A pool takes game numbers and gives results in the order in which they are ready; which result a game has does not
depend on the pool.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from mirabilia.arena.playing import Player, crashed, warm
from mirabilia.arena.results import GameResult, read_result
from mirabilia.arena.schedule import Schedule
from mirabilia.arena.settings import ArenaError, Settings
from mirabilia.protocol.process import Ended, LineProcess, NoAnswer

TRIES = 2  # a worker that dies twice in the same game dies of the bot that was deciding
START_SECONDS = 600.0  # the very first start compiles the rules


class Pool(Protocol):
    """What plays games."""

    def play(self, settings: Settings, games: Sequence[int]) -> Iterator[GameResult]:
        """The results of these games, as they come. Closing the iterator stops what still runs."""


class HerePool:
    """Plays in this process, one game after the other: for tests, small matches and debugging."""

    def play(self, settings: Settings, games: Sequence[int]) -> Iterator[GameResult]:
        warm(settings)
        player = Player(settings)
        try:
            for index in games:
                yield player.play(index)
                if player.stuck:
                    player.close()
                    player = Player(settings)
        finally:
            player.close()


class LocalPool:
    """Plays in worker processes, one per job."""

    def __init__(self, jobs: int) -> None:
        if jobs < 1:
            raise ArenaError("jobs must be at least 1")
        self.jobs = jobs

    def play(self, settings: Settings, games: Sequence[int]) -> Iterator[GameResult]:
        waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
        for index in games:
            waiting.put(index)
        done: queue.SimpleQueue[GameResult | Exception | None] = queue.SimpleQueue()
        stop = threading.Event()
        feeders = [_Feeder(settings, waiting, done, stop) for _ in range(min(self.jobs, len(games)))]
        for feeder in feeders:
            feeder.start()
        running = len(feeders)
        try:
            while running:
                item = done.get()
                if item is None:
                    running -= 1
                elif isinstance(item, Exception):
                    raise item
                else:
                    yield item
        finally:
            stop.set()
            for feeder in feeders:
                feeder.join(10)


class _Feeder(threading.Thread):
    """Feeds one worker process with games."""

    def __init__(
        self,
        settings: Settings,
        waiting: queue.SimpleQueue[int],
        done: queue.SimpleQueue[GameResult | Exception | None],
        stop: threading.Event,
    ) -> None:
        super().__init__(daemon=True)
        self.waiting = waiting
        self.done = done
        self.stop = stop
        self.worker = Worker(settings, stop)

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                try:
                    index = self.waiting.get_nowait()
                except queue.Empty:
                    break
                result = self.worker.result(index)
                if result is not None:
                    self.done.put(result)
            self.done.put(None)
        except Exception as error:
            self.done.put(error)
        finally:
            self.worker.close()


class Worker:
    """A worker process, started when needed and again when it has died. Games go in, results come out."""

    def __init__(self, settings: Settings, stop: threading.Event | None = None) -> None:
        self.settings = settings
        self.schedule = Schedule(settings)
        self._stop = stop or threading.Event()
        self._process: LineProcess | None = None

    def close(self) -> None:
        """Ends the process: at once if the match was stopped."""
        self._drop(polite=not self._stop.is_set())

    def result(self, index: int) -> GameResult | None:
        """The result of a game; None when the match was stopped."""
        deaths = 0
        while True:
            process = self._ready()
            if process is None:
                return None
            process.send(str(index).encode())
            deciding = -1
            try:
                while True:
                    kind, body = self._line(process)
                    if kind == b"":
                        return None
                    if kind == b"?":
                        deciding = int(body)
                    elif kind == b"=":
                        return read_result(body)
                    elif kind == b"!":
                        raise ArenaError(body.decode("utf-8", "replace"))
            except Ended:
                said, code = process.last_errors, process.returncode
                self._drop()
                if code == 0 and deciding < 0 and deaths == 0:
                    deaths = 1  # it left by itself after a hanging bot
                    continue
                deaths += 1
                if deaths < TRIES:
                    continue
                if deciding >= 0:
                    what = f"the process ended (exit code {code}) while this bot was deciding"
                    return crashed(self.schedule.plan(index), deciding, what)
                raise ArenaError(f"game {index}: the worker process ends (exit code {code}): {said[-500:]}") from None

    def _ready(self) -> LineProcess | None:
        if self._process is not None:
            return self._process
        self._process = LineProcess([sys.executable, "-m", "mirabilia.arena.worker"])
        self._process.send(msgspec.json.encode(self.settings))
        began = time.monotonic()
        try:
            while time.monotonic() < began + START_SECONDS:
                kind, _ = self._line(self._process)
                if kind in (b"+", b""):
                    return self._process if kind == b"+" else None
        except Ended:
            said = self._process.last_errors
            self._drop()
            raise ArenaError(f"a worker process cannot start: {said[-800:]}") from None
        self._drop()
        raise ArenaError(f"a worker process was not ready within {START_SECONDS:g} s")

    def _line(self, process: LineProcess) -> tuple[bytes, bytes]:
        """The next line's kind and body; an empty kind when the match was stopped."""
        while not self._stop.is_set():
            try:
                _, line = process.receive(time.monotonic() + 0.2)
                return line[:1], line[1:]
            except NoAnswer:
                continue
        return b"", b""

    def _drop(self, polite: bool = False) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close(polite)
