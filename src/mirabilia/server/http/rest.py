"""REST under `/api/v1`: identity, tables, links, commands, records, statistics. docs/rest.md has the overview.

Handlers are thin: they find out who asks, call what the sockets call too, and shape the answer.
"""

from __future__ import annotations

import asyncio
import functools
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from sqlalchemy import Connection

from mirabilia import __version__
from mirabilia.engine import warming
from mirabilia.engine.running import running
from mirabilia.errors import MissingFacet, UnknownGame
from mirabilia.game import kind_of
from mirabilia.json_types import JsonObject
from mirabilia.record import RULES_VERSION
from mirabilia.server.context import Context, address_of, network_at
from mirabilia.server.http import bodies as b
from mirabilia.server.http.live import carry_out
from mirabilia.server.http.packing import Constant, large_answer
from mirabilia.server.http.page import language_of
from mirabilia.server.people.data import exported
from mirabilia.server.people.identity import COOKIE, COOKIE_SECONDS, suggested_name
from mirabilia.server.people.person import Person
from mirabilia.server.people.statistics import statistics_of
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.store import listed_tables, load_events, seats_of, tables_of
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.access import actor_now, link_now, links_for
from mirabilia.server.tables.chat import checked_name
from mirabilia.server.tables.choices import choices_of
from mirabilia.server.tables.commands import Actor, Claim, Join
from mirabilia.server.tables.facts import facts_of, summary
from mirabilia.server.tables.making import create, keep_record
from mirabilia.server.tables.messages import MAX_SEATS
from mirabilia.server.tables.new import wish_of
from mirabilia.server.tables.records import MAX_POSITIONS, checked_record, positions, record_text
from mirabilia.server.tables.state import TableState, event_of
from mirabilia.server.tables.table import Table
from mirabilia.server.tables.views import shown_events, table_facts

FAR_FUTURE = 2**53
ERRORS: dict[int | str, JsonObject] = {
    status: {"model": b.Error, "description": "refused"} for status in (400, 401, 403, 404, 405, 409, 413, 429, 503)
}


async def context_of(request: Request) -> Context:  # not `def`: FastAPI runs that in a thread, for every request
    """The process's context."""
    context: Context = request.app.state.context
    return context


Shared = Annotated[Context, Depends(context_of)]


async def guard(request: Request, context: Shared) -> None:
    """Before every request: no other site's page may change anything, and nobody may flood."""
    context.hub.bans.check(address_of(request), None)
    context.request_limit.need(network_at(request))
    if request.method not in ("GET", "HEAD", "OPTIONS") and not context.is_own_origin(request):
        raise Refusal("wrong_origin")


async def asker(request: Request, context: Shared) -> Person | None:
    """Who asks, if the device is known."""
    person = await context.identities.find(request.cookies.get(COOKIE))
    if person is not None:
        context.hub.bans.check("", person.id)
    return person


Asker = Annotated[Person | None, Depends(asker)]
LinkHeader = Annotated[
    str | None,
    Header(
        alias="X-Mirabilia-Link", pattern=r"^[A-Za-z0-9_-]+$", min_length=8, max_length=80,
        description="The secret of a watch or seat link, in place of the cookie.",
    ),
]  # fmt: skip
TableId = Annotated[str, Path(min_length=12, max_length=12, pattern="^[a-z2-9]+$")]

router = APIRouter(prefix="/api/v1", dependencies=[Depends(guard)], responses=ERRORS)


def need(person: Person | None) -> Person:
    """The person, or `no_identity`."""
    if person is None:
        raise Refusal("no_identity")
    return person


def set_cookie(request: Request, response: Response, context: Context, token: str) -> None:
    """Puts the device token into the browser, out of reach of scripts."""
    secure = context.settings.cookie_secure
    if secure is None:
        secure = context.base_url(request).startswith("https:")
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure,
        path=context.settings.path_prefix or "/",
    )  # fmt: skip


async def need_or_make(
    request: Request, response: Response, context: Context, person: Person | None, name: str | None
) -> Person:
    """The person who asks; a new one for a device seen for the first time."""
    if person is None:
        context.create_limit.need("person " + network_at(request))
        person, token = await context.identities.make(name or suggested_name(language_of(request)))
        set_cookie(request, response, context, token)
    elif name is not None and checked_name(name) != person.name:
        person = await context.identities.rename(person, request.cookies[COOKIE], name)
    return person


# ---- what there is ----


def engine_now() -> b.Engine:
    """What runs the rules, and how the build of the core is getting on."""
    warm = warming.now()
    return b.Engine(way=running().way, state=warm.state, seconds=warm.seconds)


@functools.cache
def _catalog_of(game: str) -> Constant:
    data = kind_of(game).catalog().data()
    return Constant(lambda: data)


@router.get("/catalog/{game}", tags=["about"], response_model=JsonObject)
async def catalog(game: Annotated[str, Path(pattern="^[a-z]{1,20}$")], request: Request) -> Response:
    """Every card, board, token and layout of a game, as its catalog has them."""
    try:
        return _catalog_of(game).answer(request)
    except (UnknownGame, MissingFacet) as error:
        raise Refusal("unknown_game", game=game) from error


@router.get("/choices", tags=["about"], response_model_exclude_unset=True)
async def choices(context: Shared) -> b.Choices:
    """Everything a page needs to offer a new table."""
    offered = choices_of(context.hub.levels, context.hub.default_level)
    return b.Choices.model_validate({**offered, "engine": engine_now()})


_LIVE_SCHEMA = Constant(m.schema)


@router.get("/live-schema", tags=["about"], response_model=JsonObject)
async def live_schema(request: Request) -> Response:
    """JSON schemas of the live protocol."""
    return _LIVE_SCHEMA.answer(request)


@router.get("/statistics", tags=["about"])
async def server_statistics(context: Shared) -> JsonObject:
    """Numbers over all tables, of the last minute."""
    return await context.counted()


# ---- me ----


@router.get("/me", tags=["me"])
async def me(request: Request, person: Asker) -> b.Me:
    """Who this device is; for a new one with a name to begin with, in the language that is asked for."""
    if person is None:
        return b.Me(known=False, name=None, suggestion=suggested_name(language_of(request)))
    return b.Me(known=True, name=person.name)


@router.post("/me", tags=["me"])
async def name_me(body: b.Naming, request: Request, response: Response, context: Shared, person: Asker) -> b.Me:
    """Makes this device known, or renames its person."""
    person = await need_or_make(request, response, context, person, body.name)
    return b.Me(known=True, name=person.name)


@router.post("/me/recovery", tags=["me"])
async def new_recovery(request: Request, context: Shared, person: Asker) -> b.Recovery:
    """A link that moves this identity to another device, once."""
    secret = await context.identities.new_recovery(need(person))
    return b.Recovery(secret=secret, link=f"{context.base_url(request)}/#/recover/{secret}")


@router.post("/recover", tags=["me"])
async def recover_me(body: b.SecretBody, request: Request, response: Response, context: Shared) -> b.Me:
    """Uses a recovery link: this device becomes that person."""
    person, token = await context.identities.recover(body.secret)
    set_cookie(request, response, context, token)
    return b.Me(known=True, name=person.name)


@router.post("/me/forget", tags=["me"])
async def forget_me(request: Request, response: Response, context: Shared, person: Asker) -> b.Me:
    """This device forgets who it is. The seats stay; a recovery link made before still works."""
    need(person)
    await context.identities.forget(request.cookies[COOKIE])
    response.delete_cookie(COOKIE, path=context.settings.path_prefix or "/", httponly=True, samesite="lax")
    return b.Me(known=False, name=None, suggestion=suggested_name(language_of(request)))


@router.get(
    "/me/export",
    tags=["me"],
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def export_me(request: Request, context: Shared, person: Asker) -> PlainTextResponse:
    """Everything the server knows of this person, as lines of JSON: the person, then each table."""
    known = need(person)
    text = await context.in_turn(request, person, lambda: context.store.read(exported, known.id))
    return PlainTextResponse(text, headers={"content-disposition": 'attachment; filename="mirabilia-data.jsonl"'})


@router.post("/me/erase", tags=["me"])
async def erase_me(request: Request, response: Response, context: Shared, person: Asker) -> b.Me:
    """Erases what the server knows of this person, on all devices, for good. Games stay, without the name."""
    await context.hub.erase(need(person).id)
    response.delete_cookie(COOKIE, path=context.settings.path_prefix or "/", httponly=True, samesite="lax")
    return b.Me(known=False, name=None, suggestion=suggested_name(language_of(request)))


@router.get("/me/tables", tags=["me"])
async def my_tables(
    context: Shared,
    person: Asker,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[int, Query(ge=0, le=FAR_FUTURE)] = FAR_FUTURE,
) -> b.MyTables:
    """Tables this person sits at or made, last changed first."""
    if person is None:
        return b.MyTables(tables=[], more=False)
    rows = await context.store.read(tables_of, person.id, before, limit + 1)
    mine = await context.store.read(seats_of, person.id, [row["id"] for row in rows])
    found = [
        summary(
            facts_of(row),
            tuple(msgspec.json.decode(row["to_act"])),
            person.id,
            next(iter(mine.get(row["id"], ())), None),
        )
        for row in rows[:limit]
    ]
    return b.MyTables(tables=found, more=len(rows) > limit)


@router.get("/me/statistics", tags=["me"])
async def my_statistics(request: Request, context: Shared, person: Asker) -> b.MyStatistics:
    """What this person's finished games say."""
    if person is None:
        return b.MyStatistics(games={})
    found = await context.in_turn(request, person, lambda: context.store.read(statistics_of, person.id))
    return b.MyStatistics(games=found)


def _summary(state: TableState, person: Person | None) -> JsonObject:
    held = state.holders.get(person.id, []) if person is not None else []
    return summary(state.facts, state.to_act, person.id if person else None, held[0] if held else None)


# ---- tables ----


@router.post("/tables", status_code=201, tags=["tables"])
async def create_table(
    body: b.NewTable, request: Request, response: Response, context: Shared, person: Asker
) -> b.Seated:
    """A new table; whoever makes it is its host."""
    patience = context.settings.patience_seconds if body.patience is None else body.patience
    wish = wish_of({**body.model_dump(), "patience": patience}, context.hub.levels, context.hub.default_level)
    context.take_creation(network_at(request), person)
    person = await need_or_make(request, response, context, person, body.name)
    wish.options = msgspec.structs.replace(wish.options, maker=context.hub.links.blurred(network_at(request)))
    table, seat = await create(context.hub, person, wish, body.start)
    return await seated(context, table, Actor(person.id, seat))


async def seated(context: Context, table: Table, actor: Actor) -> b.Seated:
    async with table.lock:
        state = await table.loaded()
        links = links_for(context.hub.links, state, actor)
        return b.Seated(table=table_facts(state), seat=actor.seat, links=b.LinkSet(**links))


@router.get("/public-tables", tags=["tables"])
async def public_tables(
    context: Shared, person: Asker, limit: Annotated[int, Query(ge=1, le=50)] = 20
) -> b.PublicTables:
    """Tables with a free seat whose hosts let anyone join, last changed first; without those one sits at."""
    rows = await context.store.read(listed_tables, limit)
    asker = person.id if person else None
    mine = await context.store.read(seats_of, asker, [row["id"] for row in rows]) if asker else {}
    links = context.hub.links
    found = []
    for row in rows:
        facts = facts_of(row)
        if facts.id in mine or (asker is not None and facts.host == asker):
            continue
        invite = links.make("invite", facts.id, facts.invite_generation)
        found.append(b.PublicTable(table=summary(facts, (), asker, None), invite=invite))
    return b.PublicTables(tables=found)


@router.post("/links", tags=["tables"])
async def look_at_link(body: b.SecretBody, context: Shared, person: Asker) -> b.LinkFacts:
    """What a link is for. Changes nothing."""
    table = _table_of_secret(context, body.secret)
    async with table.lock:
        try:
            link = await link_now(context.hub.links, body.secret, table)
        except Refusal as refusal:
            raise _not_open(refusal) from None
        if link.kind == "bot":
            raise Refusal("bad_link")
        return b.LinkFacts(kind=link.kind, table=_summary(table.state, person))


def _not_open(refusal: Refusal) -> Refusal:
    """Why a link opens nothing, without telling whether there is such a table."""
    return refusal if refusal.code == "unavailable" else Refusal("bad_link")


def _table_of_secret(context: Context, secret: str) -> Table:
    parts = context.hub.links.parts(secret)
    if parts is None:
        raise Refusal("bad_link")
    return context.hub.table(parts.table)


@router.post("/join", tags=["tables"])
async def join(body: b.Joining, request: Request, response: Response, context: Shared, person: Asker) -> b.Seated:
    """Takes a seat with an invite link, an offered one with the watch link too, or has the own seat on another device
    with its seat link."""
    hub = context.hub
    table = _table_of_secret(context, body.secret)
    async with table.lock:
        try:
            link = await link_now(hub.links, body.secret, table)
        except Refusal as refusal:
            raise _not_open(refusal) from None
    if link.kind == "bot":
        raise Refusal("bad_link")
    if link.kind == "watch" and not any(seat.offered for seat in table.state.facts.seats):
        raise Refusal("bad_link")  # nobody becomes a person of this server by it
    person = await need_or_make(request, response, context, person, body.name)
    if link.kind != "seat":
        await hub.execute(table, Actor(), Join(person.id, person.name, body.seat, watching=link.kind == "watch"))
    else:
        assert link.seat is not None
        await hub.execute(table, Actor(), Claim(person.id, link.seat))
    async with table.lock:
        seats = (await table.loaded()).holders.get(person.id, [])
    if not seats:
        raise Refusal("no_access")
    return await seated(context, table, Actor(person.id, link.seat if link.seat in seats else seats[0]))


async def _at_table(
    table: TableId, context: Shared, person: Asker, link: LinkHeader = None
) -> tuple[Table, Actor, Person | None]:
    """The table with the actor who asks; refused for whoever may not even see it."""
    live = context.hub.table(table)
    async with live.lock:
        actor = await actor_now(context.hub.links, live, person, link)
        live.attend()
    return live, actor, person


AtTable = Annotated[tuple[Table, Actor, Person | None], Depends(_at_table)]


@router.get("/tables/{table}", tags=["tables"])
async def table_info(at: AtTable) -> b.TableAnswer:
    """What the table is, and who you are at it."""
    table, actor, person = at
    async with table.lock:
        state = await table.loaded()
        return b.TableAnswer(
            table=table_facts(state),
            you=actor.seat,
            is_host=person is not None and state.facts.host == person.id and actor.person is not None,
            seq=state.facts.seq,
        )


@router.get("/tables/{table}/state", tags=["tables"], response_model=b.StateAnswer)
async def table_state(at: AtTable) -> Response:
    """The state as the live protocol sends it."""
    table, actor, _ = at
    async with table.lock:
        state = await table.loaded()
        body = {"seq": state.facts.seq, "you": actor.seat, "state": table.renderer().state_for(actor.seat)}
        return Response(m.encoder.encode(body), media_type="application/json")


@router.get("/tables/{table}/links", tags=["tables"], response_model_exclude_none=True)
async def table_links(at: AtTable, context: Shared) -> b.LinkSet:
    """The secrets you may hand out."""
    table, actor, _ = at
    async with table.lock:
        return b.LinkSet(**links_for(context.hub.links, await table.loaded(), actor))


(_COMMAND,), COMMAND_PARTS = msgspec.json.schema_components(
    [m.Command], ref_template="#/components/schemas/live_{name}"
)


@router.post(
    "/tables/{table}/commands",
    tags=["tables"],
    response_model=b.AckAnswer,
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": _COMMAND}}}},
)
async def command(at: AtTable, request: Request, context: Shared) -> Response:
    """Any command of the live protocol, answered when it is stored."""
    table, actor, _ = at
    try:
        body = await request.body()
        context.take_command(network_at(request), table.id, actor, len(body))
        decoded = m.command_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_request", where="body", fault=str(error)[:200]) from None
    ack = await carry_out(context, table, actor, decoded, network_at(request), lambda ack: None)
    answer = {"id": ack.id, "seq": ack.seq, "again": ack.again, "data": ack.data}
    return Response(m.encoder.encode(answer), media_type="application/json")


@router.get("/tables/{table}/events", tags=["tables"], response_model=b.EventsAnswer)
async def table_events(
    at: AtTable,
    request: Request,
    context: Shared,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
) -> Response:
    """What happened, from a number on."""
    table, actor, person = at

    def written(connection: Connection) -> bytes:
        events = [event_of(row) for row in load_events(connection, table.id, after, limit)]
        return m.encoder.encode(shown_events(events, actor.seat))

    events = msgspec.Raw(await context.in_turn(request, person, lambda: context.store.read(written)))
    async with table.lock:
        seq = (await table.loaded()).facts.seq
    return Response(m.encoder.encode({"events": events, "seq": seq}), media_type="application/json")


# ---- after the game ----


async def finished(table: Table) -> tuple[str, int, int]:
    """The record's text of a game that is over or closed, its moves and its seats."""
    async with table.lock:
        state = await table.loaded()
        if state.facts.status not in ("over", "closed") or state.game is None:
            raise Refusal("not_over")
        return record_text(state), state.facts.moves, state.facts.players


@router.get(
    "/tables/{table}/record",
    tags=["records"],
    response_class=PlainTextResponse,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def table_record(at: AtTable) -> PlainTextResponse:
    """The record, to keep and to open elsewhere."""
    text, _, _ = await finished(at[0])
    name = f'attachment; filename="mirabilia-{at[0].id}.txt"'
    return PlainTextResponse(text, headers={"content-disposition": name})


@router.get("/tables/{table}/replay", tags=["records"], response_model=b.Replay)
async def table_replay(
    at: AtTable,
    request: Request,
    context: Shared,
    first: Annotated[int, Query(alias="from", ge=0, le=100_000)] = 0,
    last: Annotated[int, Query(alias="to", ge=0, le=100_000)] = 0,
    seat: Annotated[int | None, Query(ge=0, lt=MAX_SEATS)] = None,
) -> Response:
    """Positions of a finished game: everything open, or with one seat's eyes."""
    text, count, players = await finished(at[0])
    if seat is not None and seat >= players:
        raise Refusal("no_such_seat", seat=seat)
    last = min(max(first, last), first + MAX_POSITIONS - 1, count)

    def replayed() -> JsonObject:
        return {"moves": count, "positions": positions(text, first, last, seat)}

    return await context.in_turn(request, at[2], lambda: large_answer(request, replayed))


@router.get("/tables/{table}/report", tags=["records"])
async def report(at: AtTable) -> JsonObject:
    """What somebody who reports a problem should copy. Nothing secret is in it."""
    table, actor, _ = at
    async with table.lock:
        state = await table.loaded()
        return {
            "version": __version__,
            "rules": RULES_VERSION,
            "protocol": m.VERSION,
            "table": state.facts.id,
            "game": state.facts.game,
            "players": state.facts.players,
            "status": state.facts.status,
            "seq": state.facts.seq,
            "moves": state.facts.moves,
            "waiting_for": list(state.to_act),
            "seat": actor.seat,
            "seats": [
                {"kind": seat.kind, "driver": seat.driver, "level": seat.level, "style": seat.style}
                for seat in state.facts.seats
            ],
            "clock": state.facts.options.clock,
            "events": [{"seq": e.seq, "at": e.at, "kind": e.kind, "seat": e.seat} for e in list(state.recent)[-20:]],
        }


@router.post("/records", status_code=201, tags=["records"])
async def import_record(
    body: b.RecordBody, request: Request, response: Response, context: Shared, person: Asker
) -> b.Imported:
    """Keeps a finished game played elsewhere, as a table to look at. Refused as a whole if anything is wrong."""
    context.take_creation(network_at(request), person)
    game, names = await context.in_turn(request, person, lambda: asyncio.to_thread(checked_record, body.record))
    person = await need_or_make(request, response, context, person, None)
    table = await keep_record(context.hub, person, game, names)
    async with table.lock:
        return b.Imported(table=table_facts(await table.loaded()))


def refusal_response(refusal: Refusal) -> JSONResponse:
    """A refusal over HTTP."""
    headers = {}
    if "retry_ms" in refusal.details:
        headers["retry-after"] = str(max(1, refusal.details["retry_ms"] // 1000))
    return JSONResponse(refusal.as_dict(), refusal.status, headers)
