"""The queue of analyses in one server process: who asks gets a row (`jobs.py`), a few workers take the rows in turn.

Workers are processes of their own (`worker.py`), started when there is something to do and ended when there has been
nothing for a while. One that dies or falls silent is replaced; its analysis is begun again. One whose analysis nobody
waits for any more gives it up between two decisions. When the server stops or is killed, the rows stay, and the next
process takes them up.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time

import msgspec
import structlog
from sqlalchemy import RowMapping

from mirabilia.json_types import Json, JsonObject
from mirabilia.record import Record
from mirabilia.server import metrics
from mirabilia.server.pipes import GIVE_UP, LENGTH, packed
from mirabilia.server.refusals import Refusal
from mirabilia.server.settings import Settings
from mirabilia.server.storage.store import Store, now_ms
from mirabilia.server.study import jobs
from mirabilia.server.study.job import Job, analyser, job_for
from mirabilia.study.games import study_of

log = structlog.get_logger()
IDLE_SECONDS = 60.0  # without work, after which a worker process ends
SILENT_SECONDS = 900.0  # longer than any decision takes, even at the lowest priority
NOTE_SECONDS = 2.0  # how often progress is noted in the database


class Lost(Exception):
    """A worker ended or fell silent."""


class Analyst:
    """One worker process, used by one task."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def begin(self, job: Job) -> None:
        """Hands over a job, starting the process if need be."""
        try:
            if self.pid is None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "mirabilia.server.study.worker",
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=metrics.own_environment(),
                )  # fmt: skip
                await self.news()
            await self._tell([job.record, job.simulations, job.judged])
        except OSError as error:
            raise Lost(repr(error)) from error

    async def give_up(self) -> None:
        """Tells the process that nobody waits; what is judged comes as its last message."""
        try:
            await self._tell(GIVE_UP)
        except OSError as error:
            raise Lost(repr(error)) from error

    async def _tell(self, message: Json) -> None:
        assert self._process is not None and self._process.stdin is not None
        self._process.stdin.write(packed(message))
        await self._process.stdin.drain()

    async def news(self) -> JsonObject:
        """The next message: how far, what was found, or why not."""
        assert self._process is not None and self._process.stdout is not None
        reader = self._process.stdout
        try:
            async with asyncio.timeout(SILENT_SECONDS):
                length = LENGTH.unpack(await reader.readexactly(LENGTH.size))[0]
                news: JsonObject = msgspec.msgpack.decode(await reader.readexactly(length))
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            raise Lost(repr(error)) from error
        return news

    async def end(self) -> None:
        """Ends the process at once."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
            self._process = None


class Analyses:
    """All analyses as this process knows them."""

    def __init__(self, settings: Settings, store: Store, process: str) -> None:
        self._settings, self._store, self._process = settings, store, process
        self._wake = asyncio.Event()
        self._done: dict[str, int] = {}  # how far those are that run here
        self._tasks: list[asyncio.Task[None]] = []
        self.analysts = [Analyst() for _ in range(settings.analysis_workers)]

    def start(self) -> None:
        """Begins to work; rows that a lost process left are taken up."""
        self._tasks = [asyncio.create_task(self._work(analyst)) for analyst in self.analysts]

    async def stop(self) -> None:
        """Leaves everything for the next process."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for analyst in self.analysts:
            await analyst.end()
        with contextlib.suppress(Exception):
            await self._store.writer.call(jobs.leave(self._process))

    # ---- asking ----

    def job(self, record: Record, depth: str) -> Job:
        """The analysis of a record at a depth."""
        game, chosen = study_of(record.game), self._settings
        deep, quick = chosen.analysis_deep or game.DEEP, chosen.analysis_quick or game.QUICK
        return job_for(record, deep if depth == "deep" else quick)

    async def find(self, identity: str) -> dict[str, object] | None:
        """How an analysis stands, with its result when it is done; None if nobody has asked for it."""
        row = await self._store.read(jobs.find, identity)
        if row is None:
            return None
        now = now_ms()
        if row["state"] in ("waiting", "running") and row["asked_at"] < now - jobs.NOTE_ASKED_MS:
            await self._store.writer.call(jobs.asked(identity, now))
            self._wake.set()  # perhaps nobody had asked for long
        return await self._status(row)

    async def ask(self, job: Job, moves: int, address: str, person: str) -> dict[str, object]:
        """Asks for an analysis, once however often it is asked for; `too_many` for who waits for many."""
        try:
            added = await self._store.writer.call(jobs.add(job, moves, analyser(), now_ms(), address, person))
        except Refusal:
            metrics.LIMITED.labels("unfinished analyses").inc()
            raise
        if added:
            self._wake.set()
        found = await self.find(job.id)
        assert found is not None
        return found

    async def _status(self, row: RowMapping) -> dict[str, object]:
        status: dict[str, object] = {
            "id": row["id"],
            "state": row["state"],
            "done": max(row["done"], self._done.get(row["id"], 0)),
            "total": row["total"],
            "simulations": row["simulations"],
            "fault": row["fault"],
            "ahead": 0,
            "analysis": None,
        }
        if row["state"] == "waiting":
            status["ahead"] = await self._store.read(jobs.ahead_of, row["id"], now_ms())
        if row["state"] == "done":
            status["analysis"] = msgspec.Raw(row["result"].encode())
        return status

    # ---- working ----

    async def _work(self, analyst: Analyst) -> None:
        last = time.monotonic()
        pause = max(1.0, self._settings.lease_seconds)
        while True:
            try:
                job = await self._take()
                if job is not None:
                    await self._make(analyst, job)
                    last = time.monotonic()
                    continue
                if time.monotonic() - last > IDLE_SECONDS:
                    await analyst.end()
            except asyncio.CancelledError:
                raise
            except (Refusal, Exception) as error:  # the database is away; the row is still ours or falls to others
                log.warning("analysis_not_run", error=str(error)[:300])
            # Others' rows and those of lost processes are looked for every few seconds, own requests wake at once.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._wake.wait()

    async def _take(self) -> Job | None:
        self._wake.clear()
        now = now_ms()
        alive_after = now - int(self._settings.lease_seconds * 1000)
        if not await self._store.read(jobs.is_something_to_do, alive_after, now):
            return None
        job: Job | None = await self._store.writer.call(jobs.take(self._process, alive_after, now))
        if job is not None:
            self._wake.set()  # there may be another one, for another worker
        return job

    async def _make(self, analyst: Analyst, job: Job) -> None:
        """Sees an analysis through, as long as someone waits for it. If its worker is lost, the row waits again."""
        started = noted = time.monotonic()
        is_left = False
        try:
            await analyst.begin(job)
            while True:
                news = await analyst.news()
                if "done" not in news:
                    break
                self._done[job.id] = news["done"]
                if not is_left and time.monotonic() - noted >= NOTE_SECONDS:
                    noted = time.monotonic()
                    note = jobs.progress(job.id, self._process, news["done"], now_ms())
                    is_left = not await self._store.writer.call(note)
                    if is_left:
                        await analyst.give_up()
        except Lost as lost:
            metrics.ANALYSES.labels("lost").inc()
            log.error("analyst_lost", analysis=job.id, error=str(lost)[:300])
            await analyst.end()
            await self._store.writer.call(jobs.put_back(job.id, self._process))
            return
        finally:
            self._done.pop(job.id, None)
        if "judged" in news:
            await self._store.writer.call(jobs.give_up(job.id, self._process, news["judged"], news["count"]))
            metrics.ANALYSES.labels("given up").inc()
            log.info("analysis_given_up", analysis=job.id, judged=news["count"])
        elif "analysis" in news:
            await self._store.writer.call(jobs.finish(job.id, news["analysis"]))
            metrics.ANALYSES.labels("done").inc()
            log.info("analysed", analysis=job.id, seconds=round(time.monotonic() - started, 1))
        else:
            await self._store.writer.call(jobs.fail(job.id, str(news["fault"])))
            metrics.ANALYSES.labels("failed").inc()
            log.error("analysis_failed", analysis=job.id, fault=news["fault"], error=news.get("log", ""))
