"""Plays many games: here, one after the other, or on the cores of this machine by worker processes.

A pool takes game numbers and gives results in the order in which they are ready; which result a game has does not
depend on the pool.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Iterator
from typing import Protocol

import msgspec

from mirabilia.arena.playing import Player, broken, warm
from mirabilia.arena.results import GameResult, read_result
from mirabilia.arena.schedule import Schedule, Waiting
from mirabilia.arena.settings import ArenaError, Settings
from mirabilia.protocol.client import seconds_allowed
from mirabilia.protocol.process import Ended, LineProcess, NoAnswer

TRIES = 2  # a worker that dies twice in the same game dies of the bot that was deciding
SILENCE_SECONDS = 10.0  # beyond all time limits
START_SECONDS = 600.0  # the very first start compiles the rules


class Pool(Protocol):
    """What plays games."""

    def play(self, settings: Settings, games: Waiting) -> Iterator[GameResult]:
        """The results of these games, as they come. Closing the iterator stops what still runs."""


class HerePool:
    """Plays in this process, one game after the other: for tests, small matches and debugging."""

    def play(self, settings: Settings, games: Waiting) -> Iterator[GameResult]:
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

    def play(self, settings: Settings, games: Waiting) -> Iterator[GameResult]:
        done: queue.SimpleQueue[GameResult | Exception | None] = queue.SimpleQueue()
        stop = threading.Event()
        feeders = [_Feeder(settings, games, done, stop) for _ in range(min(self.jobs, games.count))]
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
        waiting: Waiting,
        done: queue.SimpleQueue[GameResult | Exception | None],
        stop: threading.Event,
    ) -> None:
        super().__init__(daemon=True)
        self.waiting = waiting
        self.done = done
        self.stop = stop
        self.worker = GameProcess(settings, stop)

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                index = self.waiting.take()
                if index is None:
                    break
                result = self.worker.result(index)
                if result is not None:
                    self.done.put(result)
            self.done.put(None)
        except Exception as error:
            self.done.put(error)
        finally:
            self.worker.close()


class GameProcess:
    """A worker process, started when needed and again when it has died. Games go in, results come out."""

    def __init__(self, settings: Settings, stop: threading.Event | None = None) -> None:
        self.settings = settings
        self.schedule = Schedule(settings)
        self._stop = stop or threading.Event()
        self._process: LineProcess | None = None
        self._warm = True

    def close(self) -> None:
        """Ends the process: at once if the match was stopped."""
        self._drop(polite=not self._stop.is_set())

    def result(self, index: int) -> GameResult | None:
        """The result of a game; None when the match was stopped."""
        tries, left = 0, False
        while True:
            process = self._ready()
            if process is None:
                return None
            process.send(str(index).encode())
            deciding, reason = -1, "crash"
            try:
                while True:
                    kind, body = self._line(process, START_SECONDS if deciding < 0 else self._longest_silence)
                    if self._stop.is_set():
                        return None
                    if kind == b"?":
                        deciding = int(body)
                    elif kind == b"=":
                        return read_result(body)
                    elif kind == b"!":
                        raise ArenaError(body.decode("utf-8", "replace"))
            except NoAnswer:  # not even the worker's own clock runs: something holds the whole process
                what, reason = "the process hangs", "late"
            except Ended:
                what = f"the process ended (exit code {process.returncode})"
                if process.returncode == 0 and deciding < 0 and not left:
                    left, tries = True, tries - 1  # it went by itself, after reporting a hanging bot
            said = process.last_errors
            self._drop()
            tries += 1
            if tries < TRIES and reason == "crash":
                continue
            if deciding >= 0:
                return broken(self.schedule.plan(index), deciding, reason, f"{what} while this bot was deciding")
            raise ArenaError(f"game {index}: {what}: {said[-500:]}")

    @property
    def _longest_silence(self) -> float:
        """Seconds after which a worker that says nothing hangs."""
        s = self.settings
        allowed = [seconds_allowed(s.limits_of(entrant), s.grace, s.patience) for entrant in s.entrants]
        return max(*allowed, s.handshake) + SILENCE_SECONDS

    def _ready(self) -> LineProcess | None:
        """The running process; None when the match was stopped."""
        while self._process is None:
            process = self._process = LineProcess([sys.executable, "-m", "mirabilia.arena.worker"])
            process.send(msgspec.json.encode(self.settings))
            process.send(b"warm" if self._warm else b"cold")
            try:
                self._line(process, START_SECONDS)
            except (Ended, NoAnswer):
                said = process.last_errors[-800:]
                self._drop()
                if not self._warm:
                    raise ArenaError(f"a worker process cannot start: {said}") from None
                self._warm = False  # perhaps a bot broke it; then its games will show which
        return None if self._stop.is_set() else self._process

    def _line(self, process: LineProcess, seconds: float) -> tuple[bytes, bytes]:
        """The next line's kind and body, both empty when the match was stopped; `NoAnswer` or `Ended` if none comes."""
        deadline = time.monotonic() + seconds
        while not self._stop.is_set():
            try:
                _, line = process.receive(min(deadline, time.monotonic() + 0.2))
                return line[:1], line[1:]
            except NoAnswer:
                if time.monotonic() >= deadline:
                    raise
        return b"", b""

    def _drop(self, polite: bool = False) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close(polite)
