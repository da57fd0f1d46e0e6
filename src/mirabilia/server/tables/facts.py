"""What a table is, declared once: every fact of a table is one field of `TableFacts`.

The row in the database (`row_of`, `facts_of`), the change a command makes (`structs.replace`) and what everyone at
the table may see (`shown`, `Shown`) follow from the fields. A field that others may see is marked `Public`, with the
name it has on the wire if that is another one; whatever is not marked stays in the server.
"""

from __future__ import annotations

import operator
import typing
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec

from mirabilia.json_types import Json, JsonObject
from mirabilia.server.storage.changes import StoredRow
from mirabilia.server.tables.clocks import Clock

Status = Literal["open", "playing", "over", "closed"]
Hints = Literal["off", "on", "gentle"]
# Described by the games; `scripts/make-types` knows them by their titles.
GameName = Annotated[str, msgspec.Meta(title="GameName")]
GameResult = Annotated[JsonObject, msgspec.Meta(title="AnyResult")]


class Public:
    """Marks a field that everyone at the table may know; `name` is its name in messages."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name


class Seat(msgspec.Struct, omit_defaults=True, frozen=True):
    """One seat. `kind` says whose it is, `driver` who plays it now."""

    kind: Annotated[Literal["open", "person", "bot", "outside"], Public()] = "open"
    driver: Annotated[Literal["person", "bot", "outside"] | None, Public()] = None
    name: Annotated[str, Public()] = ""
    person: str | None = None
    level: Annotated[str | None, Public()] = None  # of the bot that plays or took over
    style: Annotated[str | None, Public()] = None  # of the bot that plays this seat; None: balanced
    late: Annotated[bool, Public()] = False  # its time is up
    offered: Annotated[bool, Public()] = False  # may be taken during the game, by invite or by someone who watches
    once: bool = False  # a bot makes this one decision
    given_up: Annotated[bool, Public()] = False  # the owner lets the host offer the seat to someone else
    bot_moves: Annotated[int, Public()] = 0  # decisions of the seat that its owner did not make
    hints: Annotated[int, Public()] = 0  # taken during the game
    confirmed: Annotated[bool, Public()] = True  # False: a rematch that the person has not agreed to yet
    # Raised whenever the seat changes hands, so that its former link opens nothing.
    link_generation: int = msgspec.field(default=0, name="grip")  # stored under its first name


class Options(msgspec.Struct, omit_defaults=True, frozen=True):
    """What was chosen when the table was made, and what was drawn at random when it began."""

    clock: Annotated[str, Public()] = "none"
    public: Annotated[bool, Public()] = False  # while it is open and has a free seat, anyone may find and join it
    live_score: Annotated[Literal["open", "own", "hidden"], Public()] = "open"
    chat: Annotated[Literal["off", "phrases", "free"], Public()] = "phrases"
    takeover: Annotated[str, Public()] = "normal"
    patience: Annotated[float, Public()] = 120.0  # seconds to wait for a seat that no clock limits and nobody sits at
    bot_pace_ms: Annotated[int | None, Public()] = None  # least time of a bot's decision; None: the server's
    hints: Annotated[Hints, Public()] = "off"  # gentle: also asks before a big mistake
    game: Annotated[dict[str, Json], Public()] = {}  # options of the game itself: boards, an edition
    seed: int | None = None
    first_player: int | None = None  # a rematch of Duel: the seat that begins; else the deal decides
    commitment: str | None = None  # to the deal (record/commitment.py), made at the start
    nonce: str | None = None  # what makes it hard to guess; shown after the end
    bots: str | None = None  # the secret that the bots' random numbers come from; in the record after the end
    invites: int = 0  # raised when someone is removed, so that the old invite no longer works
    went_on: Annotated[str | None, Public()] = None  # "RECORD/MOVES": it began at that moment of another game
    maker: str | None = None  # a keyed hash of the address the table was made from; for limits alone


class TableFacts(msgspec.Struct, frozen=True):
    """Everything the server keeps of a table beside its deal, moves and events."""

    id: Annotated[str, Public()]
    game: Annotated[GameName, Public()]
    players: Annotated[int, Public()]
    origin: Annotated[str, Public()]
    created_at: Annotated[int, Public("created")]
    changed_at: int
    status: Annotated[Status, Public()] = "open"
    seq: int = 1
    host: str | None = None
    options: Options = Options()
    seats: tuple[Seat, ...] = ()
    clock: Clock = msgspec.field(default_factory=Clock)
    link_generation: int = 1
    moves: Annotated[int, Public()] = 0
    asked: Annotated[int | None, Public()] = None  # the seat that asks to take back
    assisted: Annotated[bool, Public()] = False  # a revealed move was taken back
    result: Annotated[GameResult | None, Public()] = None
    next_table: Annotated[str | None, Public("next")] = None

    @property
    def host_seat(self) -> int | None:
        """The seat of the host, if the host has one."""
        return next((n for n, seat in enumerate(self.seats) if seat.person and seat.person == self.host), None)

    @property
    def invite_generation(self) -> int:
        """The generation of the invite: changes when links are renewed and when someone is removed."""
        return self.link_generation * 10_000 + self.options.invites

    @property
    def is_ended(self) -> bool:
        """Whether nothing more will be played."""
        return self.status in ("over", "closed")


_FIELDS = {field.name: field for field in msgspec.structs.fields(TableFacts)}
_HINTS = typing.get_type_hints(TableFacts)  # without the marks
FIXED = ("id", "game", "players", "origin", "created_at")  # what no command changes
DERIVED = (
    "to_act",
    "due_at",
    "duty",
    "listed",
)  # columns for queries, computed from facts and game when a change is stored
CHANGING = (*(name for name in _FIELDS if name not in FIXED), *DERIVED)  # the columns a change writes

_encode = msgspec.json.Encoder().encode


def text_of(value: Json) -> str:
    """JSON text, as the database keeps it."""
    return _encode(value).decode()


def _is_json(kind: object) -> bool:
    """Whether the database keeps a field of this kind as JSON text."""
    return any(
        part in (Options, Clock) or typing.get_origin(part) in (tuple, dict) for part in (kind, *typing.get_args(kind))
    )


def _reader(name: str) -> Callable[[Json], Json]:
    if _is_json(_HINTS[name]):
        decode = msgspec.json.Decoder(_HINTS[name]).decode
        return lambda value: None if value is None else decode(value)
    return bool if _HINTS[name] is bool else lambda value: value


_JSON = tuple(name for name in _FIELDS if _is_json(_HINTS[name]))
_PLAIN = tuple(name for name in _FIELDS if name not in _JSON and name not in FIXED)
_get_plain = operator.attrgetter(*_PLAIN)
_TRUTHS = tuple(name for name in _PLAIN if _HINTS[name] is bool)  # the database has numbers for them
_READ = {name: _reader(name) for name in _FIELDS}


def facts_of(row: StoredRow) -> TableFacts:
    """The facts of a table as the database keeps them."""
    return TableFacts(**{name: read(row[name]) for name, read in _READ.items()})


class Texts:
    """Cached JSON of parts of a table's facts, most of which stay the same objects from move to move."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, bytes]] = {}

    def of(self, name: str, value: Json, make: Callable[[Json], Json] = lambda value: value) -> bytes:
        """The JSON of `make(value)`, computed again only when the value under that name is another object."""
        known = self._known.get(name)
        if known is None or known[0] is not value:
            known = self._known[name] = (value, _encode(make(value)))
        return known[1]


def row_of(facts: TableFacts, to_act: tuple[int, ...] = ()) -> dict[str, object]:
    """The table's row, all columns but `owner`. `to_act`: the seats that owe a decision."""
    return {**{name: getattr(facts, name) for name in FIXED}, **changing_row(facts, to_act, Texts())}


def changing_row(facts: TableFacts, to_act: tuple[int, ...], texts: Texts) -> dict[str, object]:
    """The columns a change writes (`CHANGING`)."""
    row = dict(zip(_PLAIN, _get_plain(facts), strict=True))
    for name in _TRUTHS:
        row[name] = int(row[name])
    for name in _JSON:
        value = getattr(facts, name)
        row[name] = None if value is None else texts.of(name, value).decode()
    row["to_act"] = text_of(to_act)
    row["due_at"] = facts.clock.next_due if facts.status == "playing" else None
    row["duty"] = int(any(bot_plays(facts.seats[seat]) for seat in to_act))
    row["listed"] = int(is_listed(facts))
    return row


def is_listed(facts: TableFacts) -> bool:
    """Whether the table is in the list of public tables: its host wants it there, and someone can still join."""
    return facts.options.public and facts.status == "open" and any(seat.kind == "open" for seat in facts.seats)


def bot_plays(seat: Seat) -> bool:
    """Whether a bot of the server decides for the seat now."""
    return seat.driver == "bot" or seat.once


# ---- what everyone may know ----


def _public(kind: type) -> list[tuple[str, str, object]]:
    """The marked fields of a struct: attribute, name on the wire, type."""
    found = []
    for name, hint in typing.get_type_hints(kind, include_extras=True).items():
        inner, *marks = typing.get_args(hint) if typing.get_origin(hint) is Annotated else (hint,)
        for mark in marks:
            if isinstance(mark, Public):
                others = [other for other in marks if other is not mark]
                found.append((name, mark.name or name, Annotated[(inner, *others)] if others else inner))
    return found


_PUBLIC: dict[type, list[tuple[str, str, object]]] = {kind: _public(kind) for kind in (Seat, Options, TableFacts)}


_WIRE = {kind: [wire for _, wire, _ in found] for kind, found in _PUBLIC.items()}
_GET = {kind: operator.attrgetter(*(name for name, _, _ in found)) for kind, found in _PUBLIC.items()}


def _shown(value: Json, kind: type) -> dict[str, object]:
    return dict(zip(_WIRE[kind], _GET[kind](value), strict=True))


SeatShown = msgspec.defstruct("SeatShown", [("seat", int), *((wire, kind) for _, wire, kind in _PUBLIC[Seat])])
OptionsShown = msgspec.defstruct(
    "OptionsShown", [*((wire, kind) for _, wire, kind in _PUBLIC[Options]), ("seeded", bool)]
)
_SHOWN: list[tuple[str, object]] = [
    *((wire, kind) for _, wire, kind in _PUBLIC[TableFacts]),
    ("options", OptionsShown),
    ("seats", list[SeatShown]),  # type: ignore[valid-type]
    ("host", int | None),
    ("waiting_for", list[int]),
    ("ready", list[int]),
    ("commitment", str | None),
    ("nonce", str | None),
]
Shown = msgspec.defstruct("TableShown", _SHOWN)
SummaryShown = msgspec.defstruct("TableSummary", [*_SHOWN, ("changed", int), ("you", int | None), ("is_host", bool)])


def _options_shown(options: Options) -> JsonObject:
    return {**_shown(options, Options), "seeded": options.seed is not None}


def _seats_shown(seats: tuple[Seat, ...]) -> list[JsonObject]:
    return [{"seat": number, **_shown(seat, Seat)} for number, seat in enumerate(seats)]


def shown(facts: TableFacts, waiting_for: tuple[int, ...] = (), ready: list[int] | None = None) -> JsonObject:
    """What everyone who may see the table may know about it (`Shown` is its type)."""
    return {
        **_facts_shown(facts, waiting_for, ready),
        "options": _options_shown(facts.options),
        "seats": _seats_shown(facts.seats),
    }


def shown_json(facts: TableFacts, waiting_for: tuple[int, ...], ready: list[int], texts: Texts) -> bytes:
    """`shown` as JSON."""
    return _encode(
        {
            **_facts_shown(facts, waiting_for, ready),
            "options": msgspec.Raw(texts.of("options shown", facts.options, _options_shown)),
            "seats": msgspec.Raw(texts.of("seats shown", facts.seats, _seats_shown)),
        }
    )


def _facts_shown(facts: TableFacts, waiting_for: tuple[int, ...], ready: list[int] | None) -> dict[str, object]:
    return {
        **_shown(facts, TableFacts),
        "host": facts.host_seat,
        "waiting_for": list(waiting_for),
        "ready": ready or [],
        "commitment": facts.options.commitment,
        "nonce": facts.options.nonce if facts.is_ended else None,
    }


def summary(facts: TableFacts, waiting_for: tuple[int, ...], person: str | None, seat: int | None) -> dict[str, object]:
    """The table as an entry of a list (`SummaryShown` is its type)."""
    is_host = person is not None and facts.host == person
    return {**shown(facts, waiting_for), "changed": facts.changed_at, "you": seat, "is_host": is_host}
