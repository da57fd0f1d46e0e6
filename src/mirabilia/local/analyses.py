"""Analyses on this device: each in a worker of its own, which can be stopped; what was found is kept."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Protocol

import msgspec

from mirabilia.errors import MirabiliaError
from mirabilia.json_types import JsonFields, JsonObject
from mirabilia.local.storage import Storage
from mirabilia.record import Record, read_record
from mirabilia.server.refusals import Refusal
from mirabilia.server.study.job import Job, job_for
from mirabilia.study.analysis import analyse
from mirabilia.study.games import study_of
from mirabilia.study.model import Analysis
from mirabilia.study.statistics import PlayedGame

_analysis = msgspec.json.Decoder(Analysis)


class Running(Protocol):
    """An analysis under way."""

    def stop(self) -> None:
        """Ends it at once."""


class Analyst(Protocol):
    """Whoever analyses: a worker of the browser."""

    def __call__(
        self, record: str, simulations: int, tell: Callable[[int], None], done: Callable[[str], None]
    ) -> Running:
        """Begins to analyse. `tell` hears how many decisions are judged, `done` has JSON as of `answer_to`."""


def answer_to(record: str, simulations: int, tell: Callable[[int], None]) -> str:
    """The result for one record, as JSON: `analysis` or `fault`."""
    try:
        found = analyse(read_record(record), simulations, progress=lambda done, total: tell(done))
    except MirabiliaError as error:
        return msgspec.json.encode({"fault": error.code}).decode()
    return msgspec.json.encode({"analysis": found}).decode()


class Analyses:
    """All analyses of this device."""

    def __init__(self, storage: Storage, analyst: Analyst) -> None:
        self._storage, self._analyst = storage, analyst
        self._statuses: dict[str, JsonObject] = {}
        self._running: dict[str, Running] = {}

    async def ask(self, record: Record, depth: str) -> JsonObject:
        """Finds the analysis of a record or begins it."""
        identity, text, simulations, _ = _job(record, depth)
        known = await self._find(identity)
        if known is not None and known["state"] != "failed":
            return known
        status = self._statuses[identity] = {
            "id": f"device-{identity}", "state": "running", "done": 0, "total": len(record.moves),
            "simulations": simulations, "ahead": 0, "fault": None, "analysis": None,
        }  # fmt: skip

        def tell(done: int) -> None:
            status["done"] = done

        def done(answer: str) -> None:
            self._running.pop(identity, None)
            found = msgspec.json.decode(answer)
            if "fault" in found:
                status.update(state="failed", fault=found["fault"])
            else:
                status.update(state="done", done=status["total"], analysis=found["analysis"])

        self._running[identity] = self._analyst(text, simulations, tell, done)
        return status

    async def status(self, identity: str) -> JsonObject:
        """The progress of an analysis; a finished one is stored when it is first asked for."""
        status = await self._find(identity)
        if status is None:
            raise Refusal("not_analysed")
        if status["state"] == "done" and identity in self._statuses:
            await self._storage.write([["put", "analyses", {**status, "hash": identity}]])
            del self._statuses[identity]
        return status

    async def stop(self, identity: str) -> JsonObject:
        """Gives an analysis up."""
        running = self._running.pop(identity, None)
        if running is not None:
            running.stop()
            self._statuses.pop(identity, None)
        return {}

    async def best(self, record: Record) -> Analysis | None:
        """The deep analysis of a record, or the quick one, or None."""
        for depth in ("deep", "quick"):
            found = await self._find(_job(record, depth).id)
            if found is not None and found["state"] == "done":
                return _analysis.decode(msgspec.json.encode(found["analysis"]))
        return None

    async def with_best(self, game: PlayedGame) -> PlayedGame:
        """A played game with its best analysis."""
        return dataclasses.replace(game, analysis=await self.best(game.record))

    async def _find(self, identity: str) -> JsonObject | None:
        if identity in self._statuses:
            return self._statuses[identity]
        row: JsonFields | None = await self._storage.row("analyses", identity)
        return None if row is None else dict(row)


def _job(record: Record, depth: str) -> Job:
    study = study_of(record.game)
    return job_for(record, study.DEEP if depth == "deep" else study.QUICK)
