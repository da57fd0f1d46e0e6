"""Bodies of REST requests and answers: they make the OpenAPI description and check what comes in."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(min_length=1, max_length=200, description="A nickname; at most 24 characters remain.")]
Secret = Annotated[str, Field(min_length=8, max_length=80, pattern=r"^[A-Za-z0-9_-]+$")]
Level = Annotated[str, Field(min_length=1, max_length=40)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Naming(_Body):
    name: Name


class SecretBody(_Body):
    secret: Secret


class Joining(_Body):
    secret: Secret
    name: Name | None = None
    seat: Annotated[int, Field(ge=0, le=6)] | None = None


class BotSeat(_Body):
    kind: Literal["bot"]
    level: Level | None = None


class OutsideSeat(_Body):
    kind: Literal["outside"]
    name: Name | None = None


SeatWish = Literal["me", "open"] | BotSeat | OutsideSeat
Board = Annotated[list[Annotated[str, Field(max_length=40)]], Field(min_length=2, max_length=2)]


class NewTable(_Body):
    game: Literal["duel", "wonders"]
    name: Name | None = None
    players: Annotated[int, Field(ge=2, le=7)] | None = None
    boards: Literal["random", "A", "B"] | Annotated[list[Board], Field(min_length=2, max_length=7)] | None = None
    first_game_wonders: bool = False
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = None
    clock: Literal["none", "relaxed", "fast", "days"] = "none"
    live_score: Literal["open", "own", "hidden"] = "open"
    chat: Literal["off", "phrases", "free"] = "phrases"
    takeover: Level | None = None
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=7)] | None = None
    start: bool = False


class RecordBody(_Body):
    record: Annotated[str, Field(max_length=1_200_000)]


# ---- answers ----


class Error(BaseModel):
    """Every refusal."""

    code: str
    args: dict[str, Any]
    message: str


class Me(BaseModel):
    known: bool
    name: str | None
    suggestion: str | None = None


class Recovery(BaseModel):
    secret: str
    link: str


class SeatFacts(BaseModel):
    seat: int
    kind: Literal["open", "person", "bot", "outside"]
    name: str
    level: str | None
    driver: Literal["person", "bot", "outside"] | None
    late: bool
    offered: bool
    confirmed: bool


class Summary(BaseModel):
    id: str
    game: str
    players: int
    status: Literal["open", "playing", "over", "closed"]
    origin: str
    seats: list[SeatFacts]
    host: int | None
    waiting_for: list[int]
    moves: int
    created: int
    changed: int
    you: int | None
    is_host: bool
    next: str | None
    result: dict[str, Any] | None


class MyTables(BaseModel):
    tables: list[Summary]
    more: bool


class TableFacts(BaseModel):
    id: str
    game: str
    players: int
    status: Literal["open", "playing", "over", "closed"]
    origin: str
    created: int
    options: dict[str, Any]
    seats: list[SeatFacts]
    host: int | None
    waiting_for: list[int]
    ready: list[int]
    asked: int | None
    assisted: bool
    moves: int
    next: str | None
    result: dict[str, Any] | None
    commitment: str | None
    nonce: str | None


class LinkSet(BaseModel):
    """Secrets; the page puts them behind `#/join/`, `#/seat/`, `#/watch/`."""

    watch: str
    seat: str | None = None
    invite: str | None = None
    bots: dict[str, str] | None = None


class Seated(BaseModel):
    table: TableFacts
    seat: int | None
    links: LinkSet


class LinkFacts(BaseModel):
    kind: Literal["invite", "seat", "watch"]
    table: Summary


class TableAnswer(BaseModel):
    table: TableFacts
    you: int | None
    is_host: bool
    seq: int


class StateAnswer(BaseModel):
    seq: int
    you: int | None
    state: dict[str, Any]


class AckAnswer(BaseModel):
    id: str
    seq: int
    again: bool
    data: dict[str, Any]


class EventsAnswer(BaseModel):
    events: list[dict[str, Any]]
    seq: int


class Replay(BaseModel):
    moves: int
    positions: list[dict[str, Any]]


class Imported(BaseModel):
    table: TableFacts
