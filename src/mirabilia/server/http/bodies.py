"""Bodies of REST requests and answers: they make the OpenAPI description and check what comes in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, cast

import msgspec
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from mirabilia.games import KINDS
from mirabilia.games.kind import GameOption
from mirabilia.json_types import JsonObject
from mirabilia.server.tables.facts import Shown, SummaryShown
from mirabilia.server.tables.messages import MAX_SEATS, SLOWEST_BOT

Name = Annotated[str, Field(min_length=1, max_length=200, description="A nickname; at most 24 characters remain.")]
Secret = Annotated[str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9_-]+$")]
Level = Annotated[str, Field(min_length=1, max_length=40)]
Style = Annotated[str, Field(min_length=1, max_length=40, description="what a bot likes; default: balanced")]


class Body(BaseModel):
    """A body: nothing but what is declared, of the declared kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Naming(Body):
    name: Name


class SecretBody(Body):
    secret: Secret


class Joining(Body):
    secret: Secret
    name: Name | None = None
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)] | None = None


class BotSeat(Body):
    kind: Literal["bot"]
    level: Level | None = None
    style: Style | None = None


class OutsideSeat(Body):
    kind: Literal["outside"]
    name: Name | None = None


class HereSeat(Body):
    """Somebody else who plays on the same device."""

    kind: Literal["here"]
    name: Name


SeatWish = Literal["me", "open"] | BotSeat | OutsideSeat | HereSeat


class _AnyTable(Body):
    """A new table of any game."""

    model_config = ConfigDict(extra="allow", strict=True)  # options of games; `tables.new` refuses unknown ones

    game: Annotated[str, Field(pattern=r"^[a-z]{1,20}$", description="duel or wonders")]
    name: Name | None = None
    players: Annotated[int, Field(ge=1, le=MAX_SEATS)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    clock: Literal["none", "relaxed", "fast", "days"] = "none"
    live_score: Literal["open", "own", "hidden"] = "open"
    chat: Literal["off", "phrases", "free"] = "phrases"
    hints: Annotated[
        Literal["off", "on", "gentle"] | None,
        Field(description="default: on if everyone else is a bot (gentle with the lowest levels), otherwise off"),
    ] = None
    takeover: Level | None = None
    patience: Annotated[
        Annotated[int, Field(ge=0, le=7 * 24 * 3600)] | None,
        Field(description="seconds a table without a clock waits for an absent player; default: the server's"),
    ] = None
    bot_pace_ms: Annotated[
        Annotated[int, Field(ge=0, le=SLOWEST_BOT)] | None,
        Field(description="minimum time a bot takes for a decision while people are there; default: the server's"),
    ] = None
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MAX_SEATS)] | None = None
    start: bool = False
    public: Annotated[bool, Field(description="while a seat is empty, anyone may find the table and join it")] = False
    lesson: Annotated[
        bool, Field(description="the game's lesson: its deal, bots that follow its script, no hints; counts nowhere")
    ] = False


def _option_field(option: GameOption) -> tuple[object, object]:
    kind = cast(type[object], option.type)
    return (kind | None if option.default is None else kind, option.default)


if TYPE_CHECKING:

    class NewTable(_AnyTable):
        """A new table, with the options of all games."""

else:
    NewTable = create_model(
        "NewTable",
        __base__=_AnyTable,
        **{option.name: _option_field(option) for kind in KINDS.values() for option in kind.options},
    )


class RecordBody(Body):
    record: Annotated[str, Field(max_length=1_200_000)]


# ---- answers ----


class Error(BaseModel):
    """Every refusal."""

    code: str
    args: dict[str, object]
    message: str


class Me(BaseModel):
    known: bool
    name: str | None
    suggestion: str | None = None


class Recovery(BaseModel):
    secret: str
    link: str


# The table as everybody may know it, alone or in a list of one's own; its fields are declared in `facts.py` alone.
_PARTS = msgspec.json.schema_components([Shown, SummaryShown], ref_template="{name}")[1]


def _schema(part: object) -> object:
    """The JSON schema of a part with all it refers to in place."""
    if isinstance(part, dict):
        return _schema(_PARTS[part["$ref"]]) if "$ref" in part else {key: _schema(value) for key, value in part.items()}
    return [_schema(value) for value in part] if isinstance(part, list) else part


TableShown = Annotated[dict[str, object], WithJsonSchema(_schema(_PARTS["TableShown"]))]
Summary = Annotated[dict[str, object], WithJsonSchema(_schema(_PARTS["TableSummary"]))]


class MyTables(BaseModel):
    tables: list[Summary]
    more: bool


class PublicTable(BaseModel):
    """A table that anyone may join, with the secret of its invite."""

    table: Summary
    invite: str


class PublicTables(BaseModel):
    tables: list[PublicTable]


class LinkSet(BaseModel):
    """Secrets; the page puts them behind `#/join/`, `#/seat/`, `#/watch/`."""

    watch: str
    seat: str | None = None
    invite: str | None = None
    bots: dict[str, str] | None = None


class Seated(BaseModel):
    table: TableShown
    seat: int | None
    links: LinkSet


class LinkFacts(BaseModel):
    kind: Literal["invite", "seat", "watch"]
    table: Summary


class TableAnswer(BaseModel):
    table: TableShown
    you: int | None
    is_host: bool
    seq: int


class StateAnswer(BaseModel):
    seq: int
    you: int | None
    state: Annotated[dict[str, object], Field(title="SentState")]


class AckAnswer(BaseModel):
    id: str
    seq: int
    again: bool
    data: dict[str, object]


class EventsAnswer(BaseModel):
    events: list[Annotated[dict[str, object], Field(title="TableEvent")]]
    seq: int


class PlayedMove(BaseModel):
    seat: int
    move: str


class Position(BaseModel):
    """One position of a replay: a seat's view, or the open one with everything in `snapshot`."""

    at: int
    to_act: list[int]
    events: list[Annotated[dict[str, object], Field(title="AnyEvent")]]
    move: PlayedMove | None = None
    view: Annotated[JsonObject, Field(title="AnyView")]
    snapshot: dict[str, object] | None = None
    options: dict[str, list[Annotated[dict[str, object], Field(title="SentOption")]]]
    quotes: dict[str, list[Annotated[dict[str, object], Field(title="AnyQuote")]]]


class Replay(BaseModel):
    moves: int
    positions: list[Position]


class Imported(BaseModel):
    table: TableShown


class Pace(BaseModel):
    """Time in milliseconds: a bank with an increment, or (bank 0) the same for each decision."""

    bank: int
    each: int


class EditionChoice(BaseModel):
    """An edition of a game, and how many may play it."""

    number: int
    players: list[int]


class GameChoices(BaseModel):
    """What a new table of a game may be: how many play, least and most, its boards and its editions."""

    players: tuple[int, int]
    editions: list[EditionChoice] | None = None
    boards: list[str] | None = None
    sides: list[str] | None = None


class Engine(BaseModel):
    """What runs the rules now (`way`: core, plain or numba) and how the build of the core is getting on. `state` is
    no, waiting, building, done or failed; `seconds` is an estimate of what is left, null while there is none."""

    way: str
    state: str
    seconds: int | None


class Choices(BaseModel):
    """Everything a page needs to offer a new table; clocks by preset and game, null without a clock; `milliseconds`:
    what a decision takes, by game and level, once the core runs the rules; `engine` is missing without a server."""

    version: str
    rules: str
    games: dict[str, GameChoices]
    clocks: dict[str, dict[str, Pace] | None]
    levels: list[str]
    bots: list[str]
    default_level: str
    styles: list[str]
    milliseconds: dict[str, dict[str, int]]
    phrases: list[str]
    chat: list[str]
    live_score: list[str]
    limits: dict[str, int]
    engine: Engine | None = None


class Tally(BaseModel):
    won: int
    lost: int


class AgainstBots(BaseModel):
    played: int
    won: int


class GameStatistics(BaseModel):
    """A person's finished games of one kind; `mean` is by category of the score."""

    played: int
    won: int
    shared: int
    assisted: int
    by_kind: dict[str, Tally]
    mean: dict[str, float]
    against_bots: dict[str, AgainstBots]


class MyStatistics(BaseModel):
    games: dict[str, GameStatistics]


class PushKey(BaseModel):
    """The key a browser subscribes to web push with; null where this server pushes nothing."""

    key: str | None


class Wanted(Body):
    """A browser's subscription, as `PushSubscription.toJSON()` has its parts, and the language of the page."""

    endpoint: str = Field(min_length=10, max_length=1000)
    p256dh: str = Field(pattern=r"^[A-Za-z0-9_-]{80,100}=?$")
    auth: str = Field(pattern=r"^[A-Za-z0-9_-]{20,30}={0,2}$")
    lang: str = Field("en", pattern=r"^[A-Za-z-]{2,10}$")


class Notifications(BaseModel):
    """Whether this browser gets notifications about the game."""

    on: bool
