"""REST of the study part: analyses of a table's finished game or of a record somebody brings.

Whoever may see a replay may see its analysis, and ask for it. An analysis of a record has an id that only somebody
with that record can know.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from mirabilia.record import Record, read_record
from mirabilia.server import bodies
from mirabilia.server import messages as m
from mirabilia.server.commands import Actor
from mirabilia.server.context import Context, address_of
from mirabilia.server.records import checked_record
from mirabilia.server.refusals import Refusal
from mirabilia.server.rest import ERRORS, Asker, AtTable, Shared, finished, guard, need_or_make, seated
from mirabilia.server.study import bodies as b
from mirabilia.server.study.going_on import go_on
from mirabilia.server.study.jobs import Job

router = APIRouter(prefix="/api/v1", dependencies=[Depends(guard)], responses=ERRORS)
AnalysisId = Annotated[str, Path(min_length=24, max_length=24, pattern="^[0-9a-f]+$")]


def _answer(status: dict[str, Any]) -> Response:
    return Response(m.encoder.encode(status), media_type="application/json")


async def _ask(context: Context, request: Request, job: Job, moves: int) -> Response:
    """Finds the analysis or begins it; only a new one counts against the address."""
    known = await context.analyses.find(job.id)
    if known is None or known["state"] == "failed":
        context.analysis_limit.take(address_of(request))
        known = await context.analyses.ask(job, moves)
    return _answer(known)


async def _record_of(at: AtTable) -> Record:
    text, _, _ = await finished(at[0])
    record = await asyncio.to_thread(read_record, text)
    if record.result is None:
        raise Refusal("not_over")
    return record


@router.post("/tables/{table}/analyse", tags=["study"], response_model=b.AnalysisStatus)
async def analyse_table(at: AtTable, body: b.Wish, request: Request, context: Shared) -> Response:
    """Asks for the analysis of a finished game. Asked again, the same one answers."""
    record = await _record_of(at)
    return await _ask(context, request, context.analyses.job(record, body.depth), len(record.moves))


@router.get("/tables/{table}/analysis", tags=["study"], response_model=b.AnalysisStatus)
async def table_analysis(at: AtTable, context: Shared, depth: Annotated[b.Depth, Query()] = "quick") -> Response:
    """How the analysis of a finished game stands; 404 `not_analysed` if nobody has asked for it."""
    record = await _record_of(at)
    status = await context.analyses.find(context.analyses.job(record, depth).id)
    if status is None:
        raise Refusal("not_analysed")
    return _answer(status)


@router.post("/analyses", tags=["study"], response_model=b.AnalysisStatus)
async def analyse_record(body: b.RecordWish, request: Request, context: Shared) -> Response:
    """Asks for the analysis of a record. Refused as a whole if anything in it is wrong."""
    game, _ = await asyncio.to_thread(checked_record, body.record)
    record = Record.of(game)
    return await _ask(context, request, context.analyses.job(record, body.depth), len(record.moves))


@router.get("/analyses/{analysis}", tags=["study"], response_model=b.AnalysisStatus)
async def analysis(analysis: AnalysisId, context: Shared) -> Response:
    """How an analysis stands."""
    status = await context.analyses.find(analysis)
    if status is None:
        raise Refusal("not_analysed")
    return _answer(status)


@router.post("/tables/{table}/what-if", status_code=201, tags=["study"])
async def what_if(
    at: AtTable, body: b.GoingOn, request: Request, response: Response, context: Shared, person: Asker
) -> bodies.Seated:
    """A new table from a moment of a finished game, against bots or played out by them."""
    hub = context.hub
    record = await _record_of(at)
    context.take_creation(address_of(request), person)
    person = await need_or_make(request, response, context, person, None)
    async with at[0].lock:
        source = (await at[0].loaded()).facts
    maker = hub.links.blurred(address_of(request))
    level = body.level or hub.default_level
    table = await go_on(hub, person, source, record, body.at, body.seat, level, body.move, maker)
    return await seated(context, table, Actor(person.id, body.seat))
