"""New tables: made by a person, as a rematch, or from an imported record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from mirabilia.errors import MirabiliaError
from mirabilia.game import KINDS, Game, kind_of
from mirabilia.server.people.identity import Person
from mirabilia.server.people.tokens import new_table_id
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.schema import deals, moves, tables
from mirabilia.server.storage.store import add_table, now_ms
from mirabilia.server.tables.chat import distinct_name
from mirabilia.server.tables.clocks import PRESETS, new_clock
from mirabilia.server.tables.commands import Actor, Confirm, LinkRematch, check_rematch, deal_for
from mirabilia.server.tables.facts import Options, Seat, TableFacts, row_of, text_of
from mirabilia.server.tables.hub import Hub
from mirabilia.server.tables.messages import Ack, Event, Rematch, Start
from mirabilia.server.tables.state import deal_row, event_row
from mirabilia.server.tables.table import Table

REMATCH_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


@dataclass
class TableWish:
    """A table somebody wants. `seats`: "me", "open", a `Seat` of a bot, or of somebody at the same device."""

    game: str
    players: int | None = None
    options: Options = field(default_factory=Options)
    seats: Sequence[str | Seat] | None = None


def checked(wish: TableWish, hub: Hub) -> tuple[int, list[str | Seat]]:
    """The number of players and the seats; raises `Refusal` for anything that is not a table."""
    if wish.game not in KINDS:
        raise Refusal("unknown_game", game=wish.game[:40])
    kind = kind_of(wish.game)
    players = wish.players if wish.players is not None else len(wish.seats or ()) or kind.usual_players
    if players not in kind.players:
        raise Refusal("bad_option", option="players")
    if wish.options.clock not in PRESETS:
        raise Refusal("bad_option", option="clock")
    if not hub.is_level(wish.options.takeover):
        raise Refusal("bad_level", level=wish.options.takeover, levels=list(hub.levels.names))
    seats: list[str | Seat] = ["me", *["open"] * (players - 1)] if wish.seats is None else list(wish.seats)
    if len(seats) != players:
        raise Refusal("bad_option", option="seats")
    for seat in seats:
        if isinstance(seat, Seat) and seat.kind == "bot":
            if not hub.is_level(seat.level or ""):
                raise Refusal("bad_level", level=seat.level, levels=list(hub.levels.names))
            hub.levels.check_style(seat.style)
    _trial_game(wish, players)
    return players, seats


def _trial_game(wish: TableWish, players: int) -> None:
    """Deals once, so that options that cannot be are refused now and not at the start."""
    try:
        deal_for(wish.game, players, wish.options)
    except MirabiliaError as error:
        raise Refusal("bad_option", error.message, option=str(error.details.get("option", "boards"))) from error


def _rows(hub: Hub, facts: TableFacts) -> dict[str, object]:
    return {**row_of(facts), "owner": hub.owner}


async def create(hub: Hub, person: Person, wish: TableWish, start: bool = False) -> tuple[Table, int | None]:
    """A new table; the person is its host and sits at the first seat marked "me"."""
    players, wanted = checked(wish, hub)
    table_id, now = new_table_id(), now_ms()
    seats: list[Seat] = []
    for seat in wanted:
        if isinstance(seat, Seat) and seat.kind == "person":  # somebody else at the same device
            name = distinct_name(seat.name, [person.name, *(other.name for other in seats)])
            seats.append(msgspec.structs.replace(seat, name=name, person=person.id))
        elif isinstance(seat, Seat):
            seats.append(seat)
        elif seat == "me":
            seats.append(Seat(kind="person", driver="person", name=person.name, person=person.id))
        else:
            seats.append(Seat())
    mine = [number for number, seat in enumerate(seats) if seat.person == person.id]
    facts = TableFacts(
        table_id, wish.game, players, "played", now, now, host=person.id, options=wish.options, seats=tuple(seats),
        clock=new_clock(wish.options.clock, wish.game, players),
    )  # fmt: skip
    created = Event(1, now, "created", mine[0] if mine else None, {"game": wish.game, "players": players})
    held = [{"table_id": table_id, "seat": seat, "person_id": person.id, "since": now} for seat in mine]
    await hub.store.writer.call(add_table(_rows(hub, facts), [event_row(table_id, created)], held))
    table = hub.table(table_id)
    hub.own(table_id)
    if start:
        await hub.execute(table, Actor(person.id, mine[0] if mine else None), Start("start"))
    return table, mine[0] if mine else None


# ---- rematch ----


def rematch_id(table_id: str) -> str:
    """The id of a table's rematch: always the same, so that two who ask at once get one table."""
    number = int.from_bytes(hashlib.sha256(f"rematch of {table_id}".encode()).digest()[:8], "big")
    return "".join(REMATCH_ALPHABET[number >> 5 * place & 31] for place in range(12))


async def rematch(hub: Hub, table: Table, actor: Actor, command: Rematch, tell_ack: Callable[[Ack], None]) -> Ack:
    """A new table with the same people, seats moved on by one; begins when every person has agreed."""
    async with table.lock:
        try:
            check_rematch(await table.loaded(), actor)
        except Refusal:
            if not await table.catch_up():
                raise
            check_rematch(table.state, actor)
        state = table.state
        seats = state.facts.seats
        # People move on by one seat and the seat that begins stays: in Duel whoever was second begins now.
        first = state.game.deal.get("first_player") if state.game is not None else None
        options = msgspec.structs.replace(
            state.facts.options, seed=None, first_player=first, commitment=None, nonce=None, bots=None, invites=0
        )
        holders = [(seat, person) for person, held in state.holders.items() for seat in held]
        owner = actor.person or seats[actor.seat or 0].person
        next_id = state.facts.next_table
    if next_id is None:
        next_id = rematch_id(table.id)
        await _add_rematch(hub, state.facts, next_id, options, holders)
    ack = await hub.execute(table, actor, LinkRematch(command.id, next_id), tell_ack)
    if owner is not None:
        await hub.execute(hub.table(next_id), Actor(owner), Confirm(owner))
    return ack


async def _add_rematch(
    hub: Hub, old: TableFacts, next_id: str, options: Options, holders: list[tuple[int, str]]
) -> None:
    seats = old.seats
    count = len(seats)
    moved = tuple(_again(seats[(number - 1) % count]) for number in range(count))
    now = now_ms()
    facts = TableFacts(
        next_id, old.game, count, "rematch", now, now, host=old.host, options=options, seats=moved,
        clock=new_clock(options.clock, old.game, count),
    )  # fmt: skip
    created = Event(1, now, "created", None, {"game": old.game, "players": count, "rematch_of": old.id})
    held = [
        {"table_id": next_id, "seat": (seat + 1) % count, "person_id": person, "since": now} for seat, person in holders
    ]
    try:
        await hub.store.writer.call(add_table(_rows(hub, facts), [event_row(next_id, created)], held))
        hub.own(next_id)
    except IntegrityError:
        pass  # somebody asked at the same moment; theirs is the same table


def _again(seat: Seat) -> Seat:
    """The seat as it begins the next game."""
    if seat.kind == "person":
        return Seat(kind="person", driver="person", name=seat.name, person=seat.person, confirmed=False)
    return Seat(kind=seat.kind, driver=seat.driver, name=seat.name, level=seat.level, style=seat.style)


# ---- imported records ----


async def keep_record(hub: Hub, person: Person, game: Game, names: list[str]) -> Table:
    """Stores a finished game that was played elsewhere, as a table to look at."""
    table_id: str = await hub.store.writer.call(lambda c: add_record(c, person.id, game, names))
    return hub.table(table_id)


def add_record(connection: Connection, host: str | None, game: Game, names: list[str]) -> str:
    """Stores a game played elsewhere unless its host has it already; returns its table."""
    same = select(tables.c.id).join(deals, deals.c.table_id == tables.c.id)
    same = same.where(tables.c.origin == "imported", tables.c.host == host)
    same = same.where(tables.c.moves == len(game.moves), deals.c.deal == text_of(game.deal))
    for known in connection.execute(same).scalars():
        made = select(moves.c.seat, moves.c.move).where(moves.c.table_id == known).order_by(moves.c.number)
        if [tuple(row) for row in connection.execute(made)] == list(game.moves):
            return str(known)
    table_id = new_table_id()
    row, happened, deal, rows = record_rows(table_id, host, game, names, now_ms())
    add_table(row, happened, [], deal, rows)(connection)
    return table_id


def record_rows(
    table_id: str, host: str | None, game: Game, names: list[str], now: int
) -> tuple[dict[str, object], list[dict[str, object]], dict[str, object], list[dict[str, object]]]:
    """The rows of an imported game: table, events, deal, moves."""
    count = len(game.seats)
    result = game.result.as_dict() if game.result is not None else None
    facts = TableFacts(
        table_id, game.name, count, "imported", now, now, status="over" if result else "closed", host=host,
        seats=tuple(Seat(kind="person", name=names[number]) for number in range(count)),
        clock=new_clock("none", game.name, count), moves=len(game.moves), result=result,
    )  # fmt: skip
    row = {**row_of(facts), "owner": None}
    created = Event(1, now, "created", None, {"game": game.name, "players": count, "imported": True})
    made = [
        {"table_id": table_id, "number": number, "seat": seat, "move": move, "at": now}
        for number, (seat, move) in enumerate(game.moves)
    ]
    return row, [event_row(table_id, created)], deal_row(table_id, game.deal), made
