"""REST of the study part: analyses of a table's finished game or of a record somebody brings.

Whoever may see a replay may see its analysis, and ask for it. An analysis of a record has an id that only somebody
with that record can know.
"""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse

from mirabilia.games import kind_of
from mirabilia.record import RULES_VERSION, Record, read_record
from mirabilia.server.bots.levels import Question
from mirabilia.server.bots.scheduler import PERSON_WAITS, Owner, Stopped
from mirabilia.server.context import Context, network_at
from mirabilia.server.http import bodies
from mirabilia.server.http.rest import ERRORS, Asker, AtTable, LinkHeader, Shared, finished, guard, need_or_make, seated
from mirabilia.server.http.turns import unless_gone
from mirabilia.server.people.person import Person
from mirabilia.server.refusals import Refusal
from mirabilia.server.study import bodies as b
from mirabilia.server.study.advice import position_of
from mirabilia.server.study.friends import chain_of
from mirabilia.server.study.games import best_analysis, last_games
from mirabilia.server.study.going_on import go_on
from mirabilia.server.study.job import Job
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.access import actor_now
from mirabilia.server.tables.commands import SERVER, Actor, TookHint
from mirabilia.server.tables.messages import MAX_SEATS
from mirabilia.server.tables.new import Moment
from mirabilia.server.tables.records import checked_record
from mirabilia.study.analysis import turning_points
from mirabilia.study.ladder import ladder
from mirabilia.study.statistics import Filter, PlayedGame, as_csv, statistics

router = APIRouter(prefix="/api/v1", dependencies=[Depends(guard)], responses=ERRORS)
AnalysisId = Annotated[str, Path(min_length=24, max_length=24, pattern="^[0-9a-f]+$")]


def _answer(status: dict[str, object]) -> Response:
    return Response(m.encoder.encode(status), media_type="application/json")


async def _ask(context: Context, request: Request, person: Person | None, job: Job, moves: int) -> Response:
    """Finds the analysis or begins it; only a new one counts against the address."""
    known = await context.analyses.find(job.id)
    if known is None or known["state"] == "failed":
        context.analysis_limit.need(network_at(request))
        blurred = context.hub.links.blurred
        address = blurred(network_at(request))
        known = await context.analyses.ask(job, moves, address, blurred(person.id) if person is not None else address)
    return _answer(known)


async def _record_of(at: AtTable, request: Request, context: Context) -> Record:
    text, _, _ = await finished(at[0])
    record = await context.in_turn(request, at[2], lambda: asyncio.to_thread(read_record, text))
    if record.result is None:
        raise Refusal("not_over")
    return record


@router.post("/tables/{table}/analyse", tags=["study"], response_model=b.AnalysisStatus)
async def analyse_table(at: AtTable, body: b.Wish, request: Request, context: Shared) -> Response:
    """Asks for the analysis of a finished game. Asked again, the same one answers."""
    record = await _record_of(at, request, context)
    return await _ask(context, request, at[2], context.analyses.job(record, body.depth), len(record.moves))


@router.get("/tables/{table}/analysis", tags=["study"], response_model=b.AnalysisStatus)
async def table_analysis(
    at: AtTable, request: Request, context: Shared, depth: Annotated[b.Depth, Query()] = "quick"
) -> Response:
    """How the analysis of a finished game stands; 404 `not_analysed` if nobody has asked for it."""
    record = await _record_of(at, request, context)
    status = await context.analyses.find(context.analyses.job(record, depth).id)
    if status is None:
        raise Refusal("not_analysed")
    return _answer(status)


@router.get("/tables/{table}/turning-points", tags=["study"], response_model=b.TurningPoints)
async def table_turning_points(at: AtTable, request: Request, context: Shared) -> Response:
    """What changed the chance of the seat that asks most (of the winner for others), by the best analysis there is."""
    record = await _record_of(at, request, context)
    analysis = await context.store.read(best_analysis, _ids_of(context)(record))
    if analysis is None:
        return _answer({"points": []})
    last = len(analysis) - 1
    points = [
        {"swing": each, "moment": analysis[min(each.number, last)]} for each in turning_points(analysis, at[1].seat)
    ]
    return _answer({"points": points})


@router.post("/analyses", tags=["study"], response_model=b.AnalysisStatus)
async def analyse_record(body: b.RecordWish, request: Request, context: Shared, person: Asker) -> Response:
    """Asks for the analysis of a record. Refused as a whole if anything in it is wrong."""
    game, _ = await context.in_turn(request, person, lambda: asyncio.to_thread(checked_record, body.record))
    record = Record.of(game)
    return await _ask(context, request, person, context.analyses.job(record, body.depth), len(record.moves))


@router.get("/analyses/{analysis}", tags=["study"], response_model=b.AnalysisStatus)
async def analysis(analysis: AnalysisId, context: Shared) -> Response:
    """How an analysis stands."""
    status = await context.analyses.find(analysis)
    if status is None:
        raise Refusal("not_analysed")
    return _answer(status)


async def _advice(
    at: AtTable, request: Request, context: Shared, link: str | None, seat: int | None, asked: str, gentle: bool
) -> Response:
    """Lets the bots' threads think about what a seat asks, from its view and options alone."""
    hub, (table, actor, person) = context.hub, at
    context.take_command(network_at(request), table.id, actor, 0)
    async with table.lock:
        if seat is not None:
            actor = await actor_now(hub.links, table, person, link, seat)
        state = await table.loaded()
        facts = state.facts
        view, options = position_of(state, actor, asked, gentle=gentle)
        few = context.settings.hint_simulations
        question = Question("advice", 0, view, options, {"simulations": few} if few else None, asked)
    owner = Owner(facts.options.maker or "", facts.host or "", facts.id)
    try:
        with context.questions.one(network_at(request)):
            answer = await unless_gone(request, hub.scheduler.ask(owner, PERSON_WAITS, question))
    except Stopped:
        raise Refusal("restarting", retry_ms=1000) from None
    if actor.seat is not None and not asked.startswith("warn"):
        await hub.execute(table, SERVER, TookHint(actor.seat))
    return Response(answer, media_type="application/json")


@router.post("/tables/{table}/hint", tags=["study"], response_model=b.Hinted)
async def take_hint(
    at: AtTable, body: b.HintWish, request: Request, context: Shared, link: LinkHeader = None
) -> Response:
    """The best option of a seat that is to decide, with a reason, or the best three. It counts, and all see it."""
    return await _advice(at, request, context, link, body.seat, body.kind, gentle=False)


@router.post("/tables/{table}/check", tags=["study"], response_model=b.Checked)
async def check_move(
    at: AtTable, body: b.CheckWish, request: Request, context: Shared, link: LinkHeader = None
) -> Response:
    """On a gentle table: whether a move would give away much. It does not count."""
    return await _advice(at, request, context, link, body.seat, f"warn {body.move}", gentle=True)


@router.post("/tables/{table}/what-if", status_code=201, tags=["study"])
async def what_if(
    at: AtTable, body: b.GoingOn, request: Request, response: Response, context: Shared, person: Asker
) -> bodies.Seated:
    """A new table from a moment of a finished game, against bots or played out by them."""
    hub = context.hub
    record = await _record_of(at, request, context)
    context.take_creation(network_at(request), person)
    person = await need_or_make(request, response, context, person, None)
    async with at[0].lock:
        source = (await at[0].loaded()).facts
    maker = hub.links.blurred(network_at(request))
    level = body.level or hub.default_level
    table = await go_on(hub, person, source, Moment(record, body.at, body.seat, level, body.move), maker)
    return await seated(context, table, Actor(person.id, body.seat))


def _ids_of(context: Context) -> Callable[[Record], list[str]]:
    """The analyses a record may have, the deep one first."""
    return lambda record: [context.analyses.job(record, depth).id for depth in ("deep", "quick")]


async def _wanted(
    game: Annotated[str | None, Query(max_length=20)] = None,
    players: Annotated[int | None, Query(ge=1, le=MAX_SEATS)] = None,
    bots: Annotated[Literal["with", "without"] | None, Query()] = None,
    since: Annotated[datetime.date | None, Query()] = None,
    until: Annotated[datetime.date | None, Query()] = None,
) -> Filter:
    """Which of one's games to look at."""
    if game is not None:
        kind_of(game)
    return Filter(
        game,
        players,
        None if bots is None else bots == "with",
        None if since is None else since.isoformat(),
        None if until is None else until.isoformat(),
    )


Wanted = Annotated[Filter, Depends(_wanted)]


@router.get("/me/study", tags=["study"], response_model=b.StudyStatistics)
async def my_study(context: Shared, request: Request, person: Asker, only: Wanted) -> Response:
    """What the last games of this person tell: by board or wonder, points beside the others', accuracy, habits."""

    async def counted() -> Response:
        found = await asyncio.to_thread(statistics, await _my_games(context, person), only)
        return Response(m.encoder.encode(found), media_type="application/json")

    return await context.in_turn(request, person, counted)


@router.get(
    "/me/games.csv",
    tags=["study"],
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
async def my_games_as_csv(context: Shared, request: Request, person: Asker, only: Wanted) -> PlainTextResponse:
    """The same games for a spreadsheet, one line for each."""

    async def written() -> str:
        return await asyncio.to_thread(as_csv, await _my_games(context, person), only)

    text = await context.in_turn(request, person, written)
    name = 'attachment; filename="mirabilia-games.csv"'
    return PlainTextResponse(text, headers={"content-disposition": name}, media_type="text/csv")


async def _my_games(context: Context, person: Person | None) -> list[PlayedGame]:
    if person is None:
        return []
    return await context.store.read(last_games, person.id, RULES_VERSION, _ids_of(context))


@router.get("/tables/{table}/ladder", tags=["study"])
async def table_ladder(at: AtTable, request: Request, context: Shared) -> b.Ladder:
    """Who is how strong among the people of this table, over all its rematches before and after."""
    games = await context.in_turn(request, at[2], lambda: context.store.read(chain_of, at[0].id))
    return b.Ladder(games=len(games), rungs=[b.Rung(**msgspec.to_builtins(rung)) for rung in ladder(games)])
