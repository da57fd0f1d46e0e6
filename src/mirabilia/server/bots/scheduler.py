"""Who thinks next: bots are a shared resource, and nobody gets more of it by asking more.

Every question has an owner (the address a table was made from, its host, the table) and a rank: someone is waiting for
the answer, someone will come back for it, or nobody. The best rank goes first; within a rank whoever has had the least
thinking time lately: address by address, then host by host, then table by table. Quick bots have a thread of their own,
so that an answer of a millisecond never waits for one of seconds. An address does not fill all threads with long
thoughts while others play. Thinking time per table, host and address and hour is limited: afterwards bots answer in a
hurry and play weaker, but they answer. A thought that nobody waits for any more ends within milliseconds.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from mirabilia.server import metrics
from mirabilia.server.bots.levels import Question
from mirabilia.server.http.limits import Debts, Ledger
from mirabilia.wanted import wanted_while

PERSON_WAITS, PERSON_AWAY, NOBODY = range(3)  # ranks
PATIENCE = 30.0  # seconds of waiting that raise a question by one rank, so that nothing waits forever
QUICK_SECONDS = 0.02  # levels that answer sooner use the quick thread
LONG_SECONDS = 0.5  # thoughts of which one address may not fill all threads while others play
LATELY = 60.0  # seconds after which thinking time counts half
SHORT_OF_TIME = {"milliseconds": 50}  # for whoever has used up the thinking time


class Stopped(Exception):
    """The server stops; nobody needs the answer."""


class Owner(NamedTuple):
    """On whose account a bot thinks."""

    address: str
    person: str
    table: str


@dataclass
class Job:
    """A question that waits or is being thought about."""

    owner: Owner
    rank: int
    question: Question
    answer: asyncio.Future[str]
    since: float = field(default_factory=time.monotonic)

    def is_wanted(self) -> bool:
        """Whether someone waits for the answer."""
        return not self.answer.done()

    def rank_now(self, now: float) -> int:
        """The rank after so much waiting."""
        return max(0, self.rank - int((now - self.since) / PATIENCE))


class Lane:
    """Threads of one kind and the questions waiting for them."""

    def __init__(self, name: str, size: int) -> None:
        self.name = name
        self.size = size
        self.waiting: list[Job] = []
        self.running: list[Job] = []
        self.work: queue.SimpleQueue[Job | None] = queue.SimpleQueue()


class Scheduler:
    """Chooses who thinks next. Used from the event loop; `think` runs in its threads."""

    def __init__(
        self,
        think: Callable[[Question], str],
        threads: int,
        hourly: dict[str, float],
        quick: dict[str, float],
        ledger: Ledger | None = None,
    ) -> None:
        self._think = think
        self._quick = Lane("quick", 1)
        self._deep = Lane("deep", threads)
        self._costs = dict(quick)  # seconds an answer takes, by level: a moving average
        self._used: dict[str, float] = {}  # thinking time lately, by address, person and table
        self._used_at = time.monotonic()
        self._active: dict[str, float] = {}  # when each address last asked
        self._allowances = {
            part: Debts(f"thinking of a {part}", seconds / 3600, seconds, ledger)
            for part, seconds in hourly.items()
            if seconds > 0
        }
        self._stopped = False
        for lane in (self._quick, self._deep):
            for number in range(lane.size):
                name = f"mirabilia-{lane.name}-{number}"
                threading.Thread(target=self._run, args=(lane,), name=name, daemon=True).start()

    # ---- on the event loop ----

    async def ask(self, owner: Owner, rank: int, question: Question) -> str:
        """The text of the option the bot chooses, when its turn has come. Raises `Stopped`, or what the bot raised."""
        if len(question.options) == 1 and not question.advice:
            return question.options[0].text
        if self._stopped:
            raise Stopped
        if self._is_short(owner):
            metrics.BOT_SHORT.inc()
            question = question._replace(limits=SHORT_OF_TIME)
        job = Job(owner, rank, question, asyncio.get_running_loop().create_future())
        lane = self._quick if self._costs.get(question.level, 1.0) < QUICK_SECONDS else self._deep
        lane.waiting.append(job)
        self._active[owner.address] = job.since
        self._start(lane)
        try:
            return await job.answer
        finally:
            if job in lane.waiting:  # whoever asked has gone
                lane.waiting.remove(job)

    def _is_short(self, owner: Owner) -> bool:
        return any(not allowance.has(getattr(owner, part)) for part, allowance in self._allowances.items())

    def _start(self, lane: Lane) -> None:
        """Gives free threads their next question."""
        now = time.monotonic()
        self._forget(now)
        while len(lane.running) < lane.size and not self._stopped:
            job = self._next(lane, now)
            if job is None:
                break
            lane.waiting.remove(job)
            lane.running.append(job)
            metrics.BOT_WAITED.labels(str(job.rank)).observe(now - job.since)
            lane.work.put(job)
        metrics.BOT_QUEUE.labels(lane.name).set(len(lane.waiting))

    def _next(self, lane: Lane, now: float) -> Job | None:
        candidates = [job for job in lane.waiting if not self._would_fill(lane, job)]
        if not candidates:
            return None
        used = self._used

        def order(job: Job) -> tuple[int, float, float, float, float]:
            address, person, table = job.owner
            times = used.get(address, 0.0), used.get(person, 0.0), used.get(table, 0.0)
            return job.rank_now(now), *times, job.since

        return min(candidates, key=order)

    def _would_fill(self, lane: Lane, job: Job) -> bool:
        """Whether a long thought would take the last thread for an address that has all the others."""
        if lane.size == 1 or self._costs.get(job.question.level, 1.0) < LONG_SECONDS:
            return False
        address = job.owner.address
        if sum(other.owner.address == address for other in lane.running) < lane.size - 1:
            return False
        return any(other != address for other in self._active)

    def _forget(self, now: float) -> None:
        """Thinking time of long ago counts less and less; addresses that ask no more are not there."""
        if now - self._used_at > LATELY / 4:
            fading = 0.5 ** ((now - self._used_at) / LATELY)
            self._used = {key: used * fading for key, used in self._used.items() if used * fading > 0.01}
            self._active = {key: at for key, at in self._active.items() if now - at < LATELY}
            self._used_at = now

    def _done(self, lane: Lane, job: Job, seconds: float, chosen: str | None, error: Exception | None) -> None:
        lane.running.remove(job)
        level = job.question.level
        metrics.BOT_SECONDS.labels(level).observe(seconds)
        if job.question.limits is None and not job.question.advice:
            known = self._costs.get(level)
            self._costs[level] = seconds if known is None else 0.9 * known + 0.1 * seconds
        for key in job.owner:
            self._used[key] = self._used.get(key, 0.0) + seconds
        for part, allowance in self._allowances.items():
            allowance.spend(getattr(job.owner, part), seconds)
        if not job.answer.done():
            if error is not None:
                job.answer.set_exception(error)
            else:
                job.answer.set_result(chosen or "")
        self._start(lane)

    def stop(self) -> None:
        """Nobody waits any longer, neither for a thread nor for a thought; the threads end by themselves."""
        self._stopped = True
        for lane in (self._quick, self._deep):
            for job in (*lane.waiting, *lane.running):
                if not job.answer.done():
                    job.answer.set_exception(Stopped())
            lane.waiting.clear()
            for _ in range(lane.size):
                lane.work.put(None)

    @property
    def waiting(self) -> int:
        """Questions that wait for a thread."""
        return len(self._quick.waiting) + len(self._deep.waiting)

    # ---- in a thread ----

    def _run(self, lane: Lane) -> None:
        while (job := lane.work.get()) is not None:
            started = time.perf_counter()
            chosen, error = None, None
            try:
                with wanted_while(job.is_wanted):
                    chosen = self._think(job.question)
            except Exception as failure:
                error = failure
            seconds = time.perf_counter() - started
            try:
                job.answer.get_loop().call_soon_threadsafe(self._done, lane, job, seconds, chosen, error)
            except RuntimeError:
                return  # the event loop has ended
