"""The requests of docs/rest.md that need nobody else, answered on this device.

The page reads its list of games, its name and the choices for a new table without this service.
"""

from __future__ import annotations

import datetime
import re
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import parse_qsl, unquote, urlsplit

import msgspec

from mirabilia import __version__
from mirabilia.errors import MirabiliaError
from mirabilia.json_types import Json, JsonFields, JsonObject
from mirabilia.local.analyses import Analyses, Analyst
from mirabilia.local.storage import ME, Conflict, Storage, steps_of_new
from mirabilia.local.table import LocalTable, actor_at, now_ms
from mirabilia.record import RULES_VERSION, Record, read_record
from mirabilia.server.bots.offer import Offer
from mirabilia.server.people.person import Person
from mirabilia.server.people.tally import NOT_PLAYED, tallied
from mirabilia.server.refusals import Refusal, refusal_of
from mirabilia.server.study import puzzle_positions as puzzles
from mirabilia.server.study.advice import advise, position_of
from mirabilia.server.study.played import played_game
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.chat import checked_name
from mirabilia.server.tables.commands import SERVER, Actor, Confirm, LinkRematch, TookHint, check_rematch
from mirabilia.server.tables.facts import facts_of
from mirabilia.server.tables.new import (
    REMATCH_ALPHABET,
    UNSAID,
    Moment,
    NewTable,
    going_on,
    imported,
    new_table,
    rematch_id,
    rematch_of,
    wish_of,
)
from mirabilia.server.tables.records import MAX_POSITIONS, checked_record, positions, record_text
from mirabilia.server.tables.state import TableState, event_of
from mirabilia.server.tables.views import shown_events, table_facts
from mirabilia.study.analysis import turning_points
from mirabilia.study.ladder import ladder
from mirabilia.study.statistics import Filter, PlayedGame, statistics

MARK = "1"  # begins the ids of tables of a device; those of servers never have it
LAST_GAMES = 200
NO_LINKS = {"watch": ""}

Answer = Json  # JSON, or a text of its own
Handler = Callable[..., Awaitable[Answer]]


class Call(msgspec.Struct):
    """A request: what its path names, its query and its body."""

    parts: tuple[str, ...]
    query: dict[str, str]
    body: JsonObject
    lang: str


def new_id() -> str:
    """An id for a table of this device."""
    return MARK + "".join(secrets.choice(REMATCH_ALPHABET) for _ in range(11))


class Text(str):
    """An answer that is text, not JSON."""


class Service:
    """Tables of one device and everything asked about them."""

    def __init__(self, storage: Storage, analyst: Analyst) -> None:
        self._storage = storage
        self._offer = Offer()
        self._tables: dict[str, LocalTable] = {}
        self._analyses = Analyses(storage, analyst)

    # ---- asking ----

    async def request(self, method: str, path: str, body: str | None, lang: str) -> Answer:
        """Answers a request or raises `Refusal`."""
        split = urlsplit(path)
        for wanted, pattern, handler in _ROUTES:
            found = pattern.fullmatch(split.path)
            if found and wanted == method:
                parts = tuple(unquote(part) for part in found.groups())
                given = msgspec.json.decode(body) if body else {}
                try:
                    return await handler(self, Call(parts, dict(parse_qsl(split.query)), given, lang))
                except Conflict:
                    raise Refusal("not_stored") from None
                except MirabiliaError as error:
                    raise refusal_of(error) from error
        raise Refusal("not_here" if path.startswith(("/links", "/join", "/push", "/me/recovery")) else "no_such_path")

    async def _known(self, table_id: str) -> TableState | None:
        """A table among others; None if another version kept it and these rules do not fit it."""
        try:
            return await self.table(table_id).state()
        except Refusal as refusal:
            if refusal.code != "other_version":
                raise
            return None

    def table(self, table_id: str) -> LocalTable:
        """A table, whether it is there or not."""
        if table_id not in self._tables:
            self._tables[table_id] = LocalTable(self._storage, self._offer, table_id)
        return self._tables[table_id]

    async def carry_out(self, table: LocalTable, actor: Actor, command: m.Command) -> m.Ack:
        """Carries out a command of the protocol."""
        if isinstance(command, m.Rematch):
            return await self._rematch(table, actor, command)
        return await table.execute(actor, command)

    async def _rematch(self, table: LocalTable, actor: Actor, command: m.Rematch) -> m.Ack:
        state = await table.state()
        check_rematch(state, actor)
        next_id = state.facts.next_table or MARK + rematch_id(table.id)[1:]
        if state.facts.next_table is None:
            await self._keep(rematch_of(state, next_id, now_ms()))
        ack = await table.execute(actor, LinkRematch(command.id, next_id))
        await self.table(next_id).execute(Actor(ME), Confirm(ME))
        return ack

    # ---- me ----

    async def _name(self) -> str | None:
        name: str | None = await self._storage.row("values", "name")
        return name

    async def _person(self, name: str | None) -> Person:
        """The person of this device, under a new name if one is given."""
        known = await self._name()
        if name is not None and name != known:
            known = checked_name(name)
            await self._storage.write([["put_value", "name", known]])
        return Person(ME, known or "")

    async def _rename(self, call: Call) -> Answer:
        return {"known": True, "name": (await self._person(call.body["name"])).name}

    async def _erase(self, call: Call) -> Answer:
        """Erases everything this device keeps."""
        await self._storage.erase()
        return {"known": False, "name": None}

    async def _rows(self) -> list[JsonFields]:
        return sorted(await self._storage.tables(), key=lambda row: -row["changed_at"])

    async def _my_statistics(self, call: Call) -> Answer:
        games = []
        for row in await self._rows():
            facts = facts_of(row)
            mine = [number for number, seat in enumerate(facts.seats) if seat.person == ME]
            if mine and facts.status == "over" and facts.origin not in NOT_PLAYED and facts.result is not None:
                games.append((facts.game, facts.seats, facts.result, facts.assisted, mine[0]))
        return {"games": tallied(games)}

    async def _my_games(self) -> list[PlayedGame]:
        found = []
        for row in (await self._rows())[:LAST_GAMES]:
            facts = facts_of(row)
            mine = [number for number, seat in enumerate(facts.seats) if seat.person == ME]
            if not mine or facts.status != "over" or facts.origin in NOT_PLAYED:
                continue
            if facts.seats[mine[0]].driver != "person":
                continue
            state = await self._known(facts.id)
            if state is None:
                continue
            game = state.game
            assert game is not None
            played = played_game(game.deal, game.moves, facts.seats, mine[0], facts.changed_at)
            found.append(await self._analyses.with_best(played))
        return found

    async def _my_study(self, call: Call) -> Answer:
        query = call.query
        bots = {"with": True, "without": False}.get(query.get("bots", ""))
        only = Filter(
            query.get("game"), int(query["players"]) if "players" in query else None, bots, query.get("since"),
            query.get("until"),
        )  # fmt: skip
        return msgspec.to_builtins(statistics(await self._my_games(), only))

    async def _push_key(self, call: Call) -> Answer:
        return {"key": None}

    # ---- tables ----

    async def _keep(self, new: NewTable) -> LocalTable:
        await self._storage.write(steps_of_new(new))
        return self.table(new.facts.id)

    async def _seated(self, table: LocalTable, seat: int | None) -> Answer:
        return {"table": table_facts(await table.state()), "seat": seat, "links": NO_LINKS}

    async def _create(self, call: Call) -> Answer:
        person = await self._person(call.body.get("name"))
        body = {**UNSAID, "patience": 0.0, **call.body}  # nobody else waits
        if body["seats"] is not None:
            body["seats"] = [
                seat if isinstance(seat, str) else {"level": None, "style": None, "name": None, **seat}
                for seat in body["seats"]
            ]
        new = new_table(new_id(), person, wish_of(body, self._offer, self._offer.middle), self._offer, now_ms())
        table = await self._keep(new)
        if body["start"]:
            await table.execute(Actor(ME, new.seat), m.Start("start"))
        return await self._seated(table, new.seat)

    async def _at(self, call: Call) -> tuple[LocalTable, TableState, Actor]:
        table = self.table(call.parts[0])
        state = await table.state()
        return table, state, actor_at(state)

    async def _table(self, call: Call) -> Answer:
        _, state, actor = await self._at(call)
        is_host = state.facts.host == ME
        return {"table": table_facts(state), "you": actor.seat, "is_host": is_host, "seq": state.facts.seq}

    async def _links(self, call: Call) -> Answer:
        return NO_LINKS

    async def _events(self, call: Call) -> Answer:
        _, state, actor = await self._at(call)
        rows = await self._storage.table(call.parts[0])
        assert rows is not None
        after = int(call.query.get("after", "0"))
        events = shown_events([event_of(row) for row in rows["events"] if row["seq"] > after], actor.seat)
        return {"events": events[: int(call.query.get("limit", "200"))], "seq": state.facts.seq}

    async def _finished(self, call: Call) -> tuple[str, TableState]:
        _, state, _ = await self._at(call)
        if not state.facts.is_ended or state.game is None:
            raise Refusal("not_over")
        return record_text(state), state

    async def _record(self, call: Call) -> Answer:
        text, _ = await self._finished(call)
        return Text(text)

    async def _replay(self, call: Call) -> Answer:
        text, state = await self._finished(call)
        first, last = int(call.query["from"]), int(call.query["to"])
        seat = int(call.query["seat"]) if "seat" in call.query else None
        last = min(max(first, last), first + MAX_POSITIONS - 1, state.facts.moves)
        return {"moves": state.facts.moves, "positions": positions(text, first, last, seat)}

    async def _report(self, call: Call) -> Answer:
        _, state, actor = await self._at(call)
        facts = state.facts
        return {
            "version": __version__, "rules": RULES_VERSION, "table": facts.id, "game": facts.game,
            "players": facts.players, "status": facts.status, "seq": facts.seq, "moves": facts.moves,
            "waiting_for": list(state.to_act), "seat": actor.seat,
        }  # fmt: skip

    async def _import(self, call: Call) -> Answer:
        game, names = checked_record(call.body["record"])
        for row in await self._rows():
            if row["origin"] == "imported" and row["moves"] == len(game.moves):
                known = await self._known(row["id"])
                if (
                    known is not None
                    and known.game is not None
                    and known.game.deal == game.deal
                    and known.game.moves == game.moves
                ):
                    return {"table": table_facts(known)}
        table = await self._keep(imported(new_id(), ME, game, names, now_ms()))
        return {"table": table_facts(await table.state())}

    # ---- study ----

    async def _finished_record(self, call: Call) -> Record:
        text, _ = await self._finished(call)
        record = read_record(text)
        if record.result is None:
            raise Refusal("not_over")
        return record

    async def _analyse(self, call: Call) -> Answer:
        return await self._analyses.ask(await self._finished_record(call), call.body["depth"])

    async def _analysis(self, call: Call) -> Answer:
        return await self._analyses.status(call.parts[0])

    async def _stop_analysis(self, call: Call) -> Answer:
        return await self._analyses.stop(call.parts[0])

    async def _turning_points(self, call: Call) -> Answer:
        _, _, actor = await self._at(call)
        analysis = await self._analyses.best(await self._finished_record(call))
        if analysis is None:
            return {"points": []}
        last = len(analysis) - 1
        points = turning_points(analysis, actor.seat)
        return {"points": [{"swing": each, "moment": analysis[min(each.number, last)]} for each in points]}

    async def _ladder(self, call: Call) -> Answer:
        """Between the people of this device; a chain of rematches has several only in pass and play."""
        _, state, _ = await self._at(call)
        if state.facts.result is None:
            return {"games": 0, "rungs": []}
        names = [seat.name if seat.kind == "person" else "" for seat in state.facts.seats]
        result = state.game.result if state.game is not None else None
        games = [] if result is None else [(names, result)]
        return {"games": len(games), "rungs": msgspec.to_builtins(ladder(games))}

    async def _advice(self, call: Call, asked: str, gentle: bool) -> Answer:
        table, state, _ = await self._at(call)
        actor = actor_at(state, call.body.get("seat"))
        advice = msgspec.json.decode(advise(asked, *position_of(state, actor, asked, gentle=gentle), None))
        if actor.seat is not None and not asked.startswith("warn"):
            await table.execute(SERVER, TookHint(actor.seat))
        return advice

    async def _hint(self, call: Call) -> Answer:
        return await self._advice(call, call.body["kind"], gentle=False)

    async def _check(self, call: Call) -> Answer:
        return await self._advice(call, f"warn {call.body['move']}", gentle=True)

    async def _what_if(self, call: Call) -> Answer:
        record = await self._finished_record(call)
        _, state, _ = await self._at(call)
        body = call.body
        level = body.get("level") or self._offer.middle
        moment = Moment(record, body["at"], body.get("seat"), level, body.get("move"))
        person = await self._person(None)
        table = await self._keep(going_on(new_id(), person, state.facts, moment, self._offer, now_ms()))
        if moment.move is not None and moment.seat is None:
            at = (await table.state()).facts.moves
            await table.execute(Actor(seat=moment.decider, is_bot=True), m.Play("went_on", at, moment.move))
        return await self._seated(table, moment.seat)

    # ---- puzzles ----

    async def _puzzles(self, call: Call) -> Answer:
        day = datetime.date.fromisoformat(call.query["day"]) if "day" in call.query else None
        return puzzles.listed(call.query["game"], day)

    async def _puzzle(self, call: Call) -> Answer:
        return puzzles.shown(puzzles.found(call.parts[0]))

    async def _answer(self, call: Call) -> Answer:
        puzzle = puzzles.found(call.parts[0])
        move = call.body["move"]
        puzzles.check_try(puzzle, move)
        worth = msgspec.json.decode(advise(f"puzzle {puzzle.name} {move}", {}, (), None))
        return puzzles.with_rating(worth, puzzle, call.body.get("rating"), call.body.get("spread"))

    # ---- everything ----

    async def _export(self, call: Call) -> Answer:
        """Every game of this device: the records of finished games, and the rows of all, one JSON value for each."""
        lines = []
        for row in await self._rows():
            rows = await self._storage.table(row["id"])
            state = await self._known(row["id"])
            finished = state is not None and state.facts.is_ended and state.game is not None
            record = record_text(state) if state is not None and finished else None
            lines.append({"table": row["id"], "record": record, "rows": rows})
        return Text("\n".join(msgspec.json.encode(line).decode() for line in lines) + "\n")


_TABLE = "/tables/([a-z0-9]+)"
_ROUTES: list[tuple[str, re.Pattern[str], Handler]] = [
    (method, re.compile(path), handler)
    for method, path, handler in (
        ("POST", "/me", Service._rename),
        ("POST", "/me/erase", Service._erase),
        ("GET", "/me/statistics", Service._my_statistics),
        ("GET", "/me/study", Service._my_study),
        ("GET", "/me/export", Service._export),
        ("GET", "/push", Service._push_key),
        ("POST", "/tables", Service._create),
        ("GET", _TABLE, Service._table),
        ("GET", f"{_TABLE}/links", Service._links),
        ("GET", f"{_TABLE}/events", Service._events),
        ("GET", f"{_TABLE}/record", Service._record),
        ("GET", f"{_TABLE}/replay", Service._replay),
        ("GET", f"{_TABLE}/report", Service._report),
        ("GET", f"{_TABLE}/ladder", Service._ladder),
        ("GET", f"{_TABLE}/turning-points", Service._turning_points),
        ("POST", f"{_TABLE}/analyse", Service._analyse),
        ("POST", f"{_TABLE}/hint", Service._hint),
        ("POST", f"{_TABLE}/check", Service._check),
        ("POST", f"{_TABLE}/what-if", Service._what_if),
        ("POST", "/records", Service._import),
        ("GET", "/analyses/device-([0-9a-f]+)", Service._analysis),
        ("DELETE", "/analyses/device-([0-9a-f]+)", Service._stop_analysis),
        ("GET", "/puzzles", Service._puzzles),
        ("GET", "/puzzles/([a-z0-9-]+)", Service._puzzle),
        ("POST", "/puzzles/([a-z0-9-]+)/answer", Service._answer),
    )
]
