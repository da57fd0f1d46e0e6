"""The live protocol, version 1: every message as a type. docs/live-protocol.md describes them for other languages.

One JSON object per WebSocket frame, its kind under `type`. Clients send `ClientMessage`, the server `ServerMessage`.
Unknown fields are refused, so that a misspelt one is noticed. Commands carry an `id` of the client's own making; the
same id from the same seat is carried out once, however often it arrives. The same command types are the body of
`POST /api/v1/tables/{table}/commands`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mirabilia.json_types import Json, JsonObject

VERSION = 1

CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[A-Za-z0-9_.:-]+$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
MAX_SEATS = 64  # in a request; how many a table has says its game
SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]
Secret = Annotated[str, Meta(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9_-]+$")]
MoveText = Annotated[str, Meta(min_length=1, max_length=200)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Style = Annotated[str, Meta(min_length=1, max_length=40)]
SLOWEST_BOT = 10_000  # milliseconds that a table may ask bots to take at least


class _Incoming(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, frozen=True):
    pass


class Hello(_Incoming, tag="hello", frozen=True):
    """Opens the conversation. Without a token the device cookie says who this is."""

    v: int
    last_seq: Count | None = None
    token: Secret | None = None
    seat: SeatNumber | None = None


class Ping(_Incoming, tag="ping", frozen=True):
    """Asks for a `pong`."""

    n: Count = 0


class Resync(_Incoming, tag="resync", frozen=True):
    """Asks for the current state once more."""


class Play(_Incoming, tag="play", frozen=True):
    """A decision: move text, and the number of moves in the record that the client had seen."""

    id: CommandId
    at: Count
    move: MoveText


class TakeBack(_Incoming, tag="take_back", frozen=True):
    """Withdraws a hidden choice, or in Duel the last move while nothing was revealed and nobody moved."""

    id: CommandId
    at: Count


class AskTakeBack(_Incoming, tag="ask_take_back", frozen=True):
    """Asks the others to let the seat's last move be taken back."""

    id: CommandId
    at: Count


class AnswerTakeBack(_Incoming, tag="answer_take_back", frozen=True):
    """Answers such a request."""

    id: CommandId
    allow: bool


class Start(_Incoming, tag="start", frozen=True):
    """Host: begins the game; free seats get bots."""

    id: CommandId


class SetSeat(_Incoming, tag="set_seat", frozen=True):
    """Host, before the start: makes a seat free, a bot's or an outside bot's; a person in it loses it."""

    id: CommandId
    seat: SeatNumber
    kind: Literal["open", "bot", "outside"]
    level: Level | None = None
    style: Style | None = None


class Late(_Incoming, tag="late", frozen=True):
    """Someone else at the table decides what happens with a seat that owes a decision and whose time is out; a bot
    that replaces the owner has the level the table agreed on."""

    id: CommandId
    seat: SeatNumber
    choice: Literal["wait", "bot_moves", "replace"]


class Leave(_Incoming, tag="leave", frozen=True):
    """Before the start: frees the seat. Later: lets a bot of the table's level play it until the owner returns;
    with `give_up`, the host may offer it to someone else meanwhile."""

    id: CommandId
    give_up: bool = False


class Return(_Incoming, tag="return", frozen=True):
    """The owner takes the seat back from the bot."""

    id: CommandId


class OfferSeat(_Incoming, tag="offer_seat", frozen=True):
    """Host: a bot's seat, or one that its owner gave up, may be taken by whoever watches or has the invite link."""

    id: CommandId
    seat: SeatNumber


class Pace(_Incoming, tag="pace", frozen=True):
    """Host, until the game is over: the least time of a bot's decision from now on; none: the server's."""

    id: CommandId
    milliseconds: Annotated[int, Meta(ge=0, le=SLOWEST_BOT)] | None = None


class Publish(_Incoming, tag="publish", frozen=True):
    """Host, until the game begins: whether anyone may find and join the table by the list of public tables."""

    id: CommandId
    public: bool


class HandOver(_Incoming, tag="hand_over", frozen=True):
    """Host: makes the person in that seat the host."""

    id: CommandId
    seat: SeatNumber


class Close(_Incoming, tag="close", frozen=True):
    """Host: ends the table for good; its record so far stays."""

    id: CommandId


class NewLinks(_Incoming, tag="new_links", frozen=True):
    """Host: all links handed out so far stop working."""

    id: CommandId


class Rematch(_Incoming, tag="rematch", frozen=True):
    """After the game: a new table with the same people, seats moved on by one."""

    id: CommandId


class Nudge(_Incoming, tag="nudge", frozen=True):
    """Calls a seat the table is waiting for."""

    id: CommandId
    seat: SeatNumber


class Chat(_Incoming, tag="chat", frozen=True):
    """A quick phrase, or free text where the table allows it."""

    id: CommandId
    phrase: Annotated[str, Meta(max_length=40)] | None = None
    text: Annotated[str, Meta(min_length=1, max_length=2000)] | None = None


Command = (
    Play
    | TakeBack
    | AskTakeBack
    | AnswerTakeBack
    | Start
    | SetSeat
    | Late
    | Leave
    | Return
    | OfferSeat
    | Pace
    | Publish
    | HandOver
    | Close
    | NewLinks
    | Rematch
    | Nudge
    | Chat
)
ClientMessage = Hello | Ping | Resync | Command


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened at the table. Numbered from 1 without gaps; everything in it is public to the table."""

    seq: int
    at: int  # when, in milliseconds since 1970
    kind: str
    seat: int | None = None
    data: Annotated[JsonObject, Meta(title="EventData")] = {}


# Parts of a state that are encoded elsewhere; `scripts/make-types` knows them by their titles.
_Option = Annotated[msgspec.Raw, Meta(title="SentOption")]


class SentState(msgspec.Struct, frozen=True):
    """The table as one viewer may know it, at one sequence number."""

    table: Annotated[msgspec.Raw, Meta(title="TableShown")]
    view: Annotated[Json, Meta(title="StateView")]  # null before the game begins
    options: list[_Option]
    changes: list[_Option]
    chosen: list[_Option]
    quotes: Annotated[Json, Meta(title="StateQuotes")]
    prices: Annotated[msgspec.Raw, Meta(title="StatePrices")]
    clock: Annotated[msgspec.Raw, Meta(title="ClocksShown")]


_State = Annotated[msgspec.Raw, Meta(title="SentState")]


class _Outgoing(msgspec.Struct, tag_field="type", frozen=True):
    pass


class Welcome(_Outgoing, tag="welcome", frozen=True):
    """Answers `hello`: who you are here, what you missed, and the state."""

    v: int
    seq: int
    you: int | None
    server: str
    events: list[Event]
    reset: bool
    state: _State


class StateChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """What differs from the state before when a seat is ready, or no longer: `table.waiting_for`, `table.ready`, some
    fields of the view, the clock, and for that seat its options. All else is as it was."""

    waiting_for: list[int]
    ready: list[int]
    view: JsonObject
    clock: Annotated[msgspec.Raw, Meta(title="ClocksShown")]
    options: list[_Option] | None = None
    changes: list[_Option] | None = None
    chosen: list[_Option] | None = None


class Update(_Outgoing, tag="update", frozen=True):
    """What happened, and the state after it: whole, or what differs from the state before. `seq` is that of the last
    event."""

    seq: int
    events: list[Event]
    state: _State | None
    change: StateChange | None = None


class Ack(_Outgoing, tag="ack", frozen=True):
    """The command was carried out and stored. `again`: it had been carried out before."""

    id: str
    seq: int
    again: bool = False
    data: JsonObject = {}


class Refuse(_Outgoing, tag="refuse", frozen=True):
    """The command was refused and changed nothing; the current state comes along."""

    id: str | None
    code: str
    args: JsonObject
    message: str
    seq: int | None = None
    state: _State | None = None


class Presence(_Outgoing, tag="presence", frozen=True):
    """Which seats have someone connected, how many watch, the names of those connected to the same process (empty: one
    who gave none), and the seats the table need not wait for any longer."""

    here: list[int]
    watching: int
    watchers: list[str]
    overdue: list[int]


class Pong(_Outgoing, tag="pong", frozen=True):
    """Answers `ping`, with the server's time."""

    n: int
    now: int


class Bye(_Outgoing, tag="bye", frozen=True):
    """The server is about to close the socket."""

    reason: str
    retry_ms: int | None = None


ServerMessage = Welcome | Update | Ack | Refuse | Presence | Pong | Bye

client_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
command_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
encoder = msgspec.json.Encoder()


def schema() -> JsonObject:
    """JSON schemas of all messages, for tools and other languages."""
    (client, server, _), parts = msgspec.json.schema_components(
        [ClientMessage, ServerMessage, SentState], ref_template="#/$defs/{name}"
    )
    return {"version": VERSION, "client": client, "server": server, "$defs": parts}
