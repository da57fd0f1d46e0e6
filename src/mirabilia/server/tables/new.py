"""New tables: a request is checked and becomes facts, a first event, and a record if the table begins with one.

Nothing here stores anything: `making.py` keeps these tables in the database of a server, `mirabilia.local` on a device.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from mirabilia.errors import MirabiliaError
from mirabilia.game import KINDS, Game, kind_of
from mirabilia.json_types import Json, JsonFields, JsonObject
from mirabilia.record import Record
from mirabilia.server.bots.offer import Offer
from mirabilia.server.people.person import Person
from mirabilia.server.refusals import Refusal
from mirabilia.server.study.advice import usual_hints
from mirabilia.server.tables.chat import checked_name, distinct_name
from mirabilia.server.tables.clocks import PRESETS, new_clock
from mirabilia.server.tables.commands import deal_for
from mirabilia.server.tables.facts import Options, Seat, TableFacts, row_of
from mirabilia.server.tables.messages import Event
from mirabilia.server.tables.state import TableState, deal_row, event_row
from mirabilia.study.whatif import name_of, play_on

# What a request for a new table says besides the game and its options, where it leaves something out.
UNSAID: JsonObject = {
    "name": None, "players": None, "seed": None, "clock": "none", "live_score": "open", "chat": "phrases",
    "hints": None, "takeover": None, "patience": None, "bot_pace_ms": None, "seats": None, "start": False,
    "lesson": False, "public": False,
}  # fmt: skip
REMATCH_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class NewTable:
    """A table that is not stored yet."""

    facts: TableFacts
    created: Event
    holders: Sequence[tuple[int, str]] = ()  # seat, person
    game: Game | None = None  # that it begins with

    @property
    def seat(self) -> int | None:
        """The first seat of whoever made it."""
        return self.created.seat

    def row(self) -> dict[str, object]:
        """The row of `tables`, all columns but `owner`."""
        return row_of(self.facts, self.to_act)

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision at once."""
        return self.game.to_act if self.game is not None and self.facts.status == "playing" else ()

    def events(self) -> list[dict[str, object]]:
        """Rows of `events`."""
        return [event_row(self.facts.id, self.created)]

    def held(self) -> list[dict[str, object]]:
        """Rows of `holders`."""
        since = self.facts.created_at
        return [
            {"table_id": self.facts.id, "seat": seat, "person_id": person, "since": since}
            for seat, person in self.holders
        ]

    def deal(self) -> dict[str, object] | None:
        """The row of `deals`."""
        return None if self.game is None else deal_row(self.facts.id, self.game.deal)

    def moves(self) -> list[dict[str, object]]:
        """Rows of `moves`."""
        made = self.game.moves if self.game is not None else ()
        return [
            {"table_id": self.facts.id, "number": number, "seat": seat, "move": move, "at": self.facts.created_at}
            for number, (seat, move) in enumerate(made)
        ]


# ---- as someone wants it ----


@dataclass
class TableWish:
    """A request for a table. `seats`: "me", "open", a `Seat` of a bot, or of someone on the same device."""

    game: str
    players: int | None = None
    options: Options = field(default_factory=Options)
    seats: Sequence[str | Seat] | None = None
    origin: Literal["played", "lesson"] = "played"


def wish_of(body: JsonFields, offer: Offer, default_level: str) -> TableWish:
    """What a request for a new table (`bodies.NewTable`) says."""
    takeover = body["takeover"] or default_level
    options = Options(
        clock=body["clock"], live_score=body["live_score"], chat=body["chat"], takeover=takeover,
        bot_pace_ms=body["bot_pace_ms"], public=body["public"],
        hints="off" if body["lesson"] else body["hints"] or usual_hints(body["seats"], takeover, offer.ladder),
        game=_game_options(body), seed=body["seed"], patience=body["patience"],
    )  # fmt: skip
    seats = None if body["seats"] is None else [_wanted_seat(seat, takeover) for seat in body["seats"]]
    return TableWish(body["game"], body["players"], options, seats, "lesson" if body["lesson"] else "played")


def _game_options(body: JsonFields) -> dict[str, Json]:
    """The options of the game itself that a request names; refuses those of other games and unknown words."""
    known = {option.name: option for kind in KINDS.values() for option in kind.options}
    own = {option.name for option in KINDS[body["game"]].options} if body["game"] in KINDS else set()
    given = {name: value for name, value in body.items() if name not in UNSAID and name != "game" and value is not None}
    for name, value in given.items():
        if name not in own and (name not in known or value != known[name].default):
            raise Refusal("bad_option", option=name)
    return {name: value for name, value in given.items() if name in own and value != known[name].default}


def _wanted_seat(wish: str | JsonFields, level: str) -> str | Seat:
    if isinstance(wish, str):
        return wish
    if wish["kind"] == "bot":
        return Seat(kind="bot", driver="bot", level=wish["level"] or level, style=wish["style"])
    if wish["kind"] == "outside":
        return Seat(kind="outside", driver="outside", name=checked_name(wish["name"]) if wish["name"] else "")
    return Seat(kind="person", driver="person", name=checked_name(wish["name"]))


def _checked(wish: TableWish, offer: Offer) -> tuple[int, list[str | Seat]]:
    """The number of players and the seats; raises `Refusal` for anything that is not a table."""
    if wish.game not in KINDS:
        raise Refusal("unknown_game", game=wish.game[:40])
    kind = kind_of(wish.game)
    players = wish.players if wish.players is not None else len(wish.seats or ()) or kind.usual_players
    if players not in kind.players:
        raise Refusal("bad_option", option="players")
    if wish.options.clock not in PRESETS:
        raise Refusal("bad_option", option="clock")
    check_level(wish.options.takeover, offer)
    seats: list[str | Seat] = ["me", *["open"] * (players - 1)] if wish.seats is None else list(wish.seats)
    if len(seats) != players:
        raise Refusal("bad_option", option="seats")
    for seat in seats:
        if isinstance(seat, Seat) and seat.kind == "bot":
            check_level(seat.level or "", offer)
            offer.check_style(seat.style)
    _trial_game(wish, players)
    return players, seats


def check_level(level: str, offer: Offer) -> None:
    """Refuses an unknown level."""
    if level not in offer:
        raise Refusal("bad_level", level=level, levels=list(offer.names))


def _trial_game(wish: TableWish, players: int) -> None:
    """Deals once, so that impossible options are refused now and not at the start."""
    try:
        game = deal_for(wish.game, players, wish.options, wish.origin)
    except MirabiliaError as error:
        raise Refusal("bad_option", error.message, option=str(error.details.get("option", "game"))) from error
    if len(game.seats) != players:
        raise Refusal("bad_option", option="players")


def new_table(table_id: str, person: Person, wish: TableWish, offer: Offer, now: int) -> NewTable:
    """A new table; the person is its host and sits at the first seat marked "me"."""
    players, wanted = _checked(wish, offer)
    seats: list[Seat] = []
    for seat in wanted:
        if isinstance(seat, Seat) and seat.kind == "person":  # someone else on the same device
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
        table_id, wish.game, players, wish.origin, now, now, host=person.id, options=wish.options, seats=tuple(seats),
        clock=new_clock(wish.options.clock, wish.game, players),
    )  # fmt: skip
    created = Event(1, now, "created", mine[0] if mine else None, {"game": wish.game, "players": players})
    return NewTable(facts, created, [(seat, person.id) for seat in mine])


# ---- rematch ----


def rematch_id(table_id: str) -> str:
    """The id of a table's rematch: always the same, so that two simultaneous requests get one table."""
    number = int.from_bytes(hashlib.sha256(f"rematch of {table_id}".encode()).digest()[:8], "big")
    return "".join(REMATCH_ALPHABET[number >> 5 * place & 31] for place in range(12))


def rematch_of(state: TableState, next_id: str, now: int) -> NewTable:
    """A new table with the same people, seats moved on by one; begins when every person has agreed.

    The seat that begins stays: in Duel whoever was second begins now.
    """
    old = state.facts
    count = len(old.seats)
    first = state.game.deal.get("first_player") if state.game is not None else None
    options = msgspec.structs.replace(
        old.options, seed=None, first_player=first, commitment=None, nonce=None, bots=None, invites=0, public=False
    )
    facts = TableFacts(
        next_id, old.game, count, "rematch", now, now, host=old.host, options=options,
        seats=tuple(_again(old.seats[(number - 1) % count]) for number in range(count)),
        clock=new_clock(options.clock, old.game, count),
    )  # fmt: skip
    created = Event(1, now, "created", None, {"game": old.game, "players": count, "rematch_of": old.id})
    held = [((seat + 1) % count, person) for person, seats in state.holders.items() for seat in seats]
    return NewTable(facts, created, held)


def _again(seat: Seat) -> Seat:
    """The seat as it begins the next game."""
    if seat.kind == "person":
        return Seat(kind="person", driver="person", name=seat.name, person=seat.person, confirmed=False)
    return Seat(kind=seat.kind, driver=seat.driver, name=seat.name, level=seat.level, style=seat.style)


# ---- from a record ----


def imported(table_id: str, host: str | None, game: Game, names: Sequence[str], now: int) -> NewTable:
    """A game that was played elsewhere, as a table to look at."""
    count = len(game.seats)
    result = game.result.as_dict() if game.result is not None else None
    facts = TableFacts(
        table_id, game.name, count, "imported", now, now, status="over" if result else "closed", host=host,
        seats=tuple(Seat(kind="person", name=names[number]) for number in range(count)),
        clock=new_clock("none", game.name, count), moves=len(game.moves), result=result,
    )  # fmt: skip
    created = Event(1, now, "created", None, {"game": game.name, "players": count, "imported": True})
    return NewTable(facts, created, game=game)


@dataclass(frozen=True)
class Moment:
    """Where a table goes on: before a decision of a finished game. `seat` None: bots play it out, beginning with
    `move`."""

    record: Record
    moves: int
    seat: int | None
    level: str
    move: str | None = None

    @property
    def decider(self) -> int:
        """The seat that decided there."""
        return self.record.moves[self.moves][0]


def going_on(
    table_id: str, person: Person, source: TableFacts, moment: Moment, offer: Offer, now: int, maker: str | None = None
) -> NewTable:
    """A table from a moment of a finished game, with bots in the other seats.

    It has the old game's deal and its moves up to that moment as its own, so that everything else (rebuilding, replay,
    record) works as at any table; its record names where it comes from. It counts in nobody's statistics.
    """
    check_level(moment.level, offer)
    if moment.seat is not None and moment.seat >= source.players:
        raise Refusal("no_such_seat", seat=moment.seat)
    game = _game_at(moment.record, moment.moves)
    if moment.move is not None:
        _check_move(game, moment.decider, moment.move)
    seats = tuple(
        Seat(kind="person", driver="person", name=person.name, person=person.id)
        if number == moment.seat
        else Seat(kind="bot", driver="bot", level=moment.level)
        for number in range(source.players)
    )
    options = Options(
        takeover=moment.level, game=source.options.game, bots=secrets.token_hex(16), maker=maker,
        went_on=f"{name_of(moment.record)}/{len(game.moves)}",
    )  # fmt: skip
    facts = TableFacts(
        table_id, source.game, source.players, "what_if", now, now, status="playing", host=person.id, options=options,
        seats=seats, clock=new_clock("none", source.game, source.players), moves=len(game.moves),
    )  # fmt: skip
    origin: Mapping[str, object] = {"game": source.game, "players": source.players, "went_on": options.went_on}
    created = Event(1, now, "created", moment.seat, dict(origin))
    return NewTable(facts, created, [] if moment.seat is None else [(moment.seat, person.id)], game)


def _game_at(record: Record, moves: int) -> Game:
    """The game before a decision; where all choose at once, before anyone of that turn has chosen."""
    try:
        game, _ = play_on(record, moves)
    except MirabiliaError as error:
        raise Refusal("no_such_moment", moves=len(record.moves)) from error
    if game.over:
        raise Refusal("game_over")
    return game


def _check_move(game: Game, seat: int, move: str) -> None:
    """Refuses an impossible first move before a table is made for it."""
    try:
        game.find_option(seat, move)
    except MirabiliaError as error:
        raise Refusal("illegal_move", error.message, move=move[:200], seat=seat) from error
