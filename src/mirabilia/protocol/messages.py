"""Every message of the bot protocol, version 1, as a type. docs/bot-protocol.md describes them for other languages.

One JSON object per line, its kind under `type`. The host sends `HostMessage`, the bot `BotMessage`. Fields a reader
does not know are ignored, so that a later version may add some; a missing field or a wrong type is an error.
There is no transport here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Annotated, TypeVar

import msgspec

from mirabilia import __version__
from mirabilia.errors import MirabiliaError, MissingFacet
from mirabilia.game import KINDS, RULES_VERSION
from mirabilia.json_types import Json, JsonFields, JsonObject

VERSION = 1
MAX_LINE = 4 * 1024 * 1024  # bytes; a view with its options has some ten thousand

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=80)] | int
Seat = Annotated[int, msgspec.Meta(ge=0, le=6)]
Players = Annotated[int, msgspec.Meta(ge=2, le=7)]
PositiveInt = Annotated[int, msgspec.Meta(gt=0)]
PositiveNumber = Annotated[float, msgspec.Meta(gt=0)]


T = TypeVar("T")


class BadMessage(MirabiliaError, ValueError):
    """A line that is not a message. `id` is that of the request, where one could be read."""

    code = "bad_message"

    def __init__(self, message: str, *, code: str | None = None, id: Json = None) -> None:
        super().__init__(message, code=code)
        self.id = id if isinstance(id, str | int) and not isinstance(id, bool) else None


class _Message(msgspec.Struct, tag_field="type", frozen=True, kw_only=True):
    pass


class ThinkingLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """How long to think: a number of simulations or milliseconds. Empty leaves it to the bot."""

    simulations: PositiveInt | None = None
    milliseconds: PositiveNumber | None = None


class ErrorBody(msgspec.Struct, frozen=True):
    """A stable code for programs and a sentence for people."""

    code: str
    message: str = ""


class HostHello(_Message, tag="hello", frozen=True, omit_defaults=True):
    """The host opens the conversation: who it is and which rules it plays.

    `game` and `players` say what it will ask about, where it knows that already: a bot may prepare before its hello.
    """

    protocol: int
    host: str = ""
    version: str = ""
    rules: str = ""
    catalog: str = ""
    game: str | None = None
    players: int | None = None


class Request(_Message, tag="request", frozen=True):
    """A decision to make. Nothing has to be remembered from earlier requests.

    `view` is what the seat may know, `options` every legal decision. `seed` makes a bot that uses chance repeatable.
    """

    id: Id
    seat: Seat
    view: JsonObject
    options: list[JsonObject]
    limits: ThinkingLimits = ThinkingLimits()
    seed: int = 0


class Ping(_Message, tag="ping", frozen=True):
    """Asks for a pong with the same id."""

    id: Id


class Quit(_Message, tag="quit", frozen=True):
    """The bot ends. The end of its input means the same."""


class BotHello(_Message, tag="hello", frozen=True, omit_defaults=True):
    """The bot's answer to hello: what it can play. A bot that checks no rules leaves `rules` and `catalog` out."""

    protocol: int
    name: str
    games: dict[str, list[Players]]
    version: str = ""
    limits: list[str] = []
    rules: str | None = None
    catalog: str | None = None


class Answer(_Message, tag="answer", frozen=True, omit_defaults=True):
    """The answer to the request of that id: the place of the option in the list (from 0), or the option itself."""

    id: Id
    choice: int | JsonObject
    analysis: JsonObject | None = None


class Pong(_Message, tag="pong", frozen=True):
    """The answer to a ping."""

    id: Id


class Error(_Message, tag="error", frozen=True):
    """A message the bot cannot serve. `id` is null where none could be read."""

    id: Id | None
    error: ErrorBody


HostMessage = HostHello | Request | Ping | Quit
BotMessage = BotHello | Answer | Pong | Error

_host: msgspec.json.Decoder[HostMessage] = msgspec.json.Decoder(HostMessage)
_bot: msgspec.json.Decoder[BotMessage] = msgspec.json.Decoder(BotMessage)
_encoder = msgspec.json.Encoder()
HOST_TYPES = ("hello", "request", "ping", "quit")
BOT_TYPES = ("hello", "answer", "pong", "error")


def encode(message: HostMessage | BotMessage) -> bytes:
    """The message as one line, without its newline."""
    return _encoder.encode(message)


def read_host_message(line: bytes | str) -> HostMessage:
    """What a host sent; `BadMessage` says what is wrong with the line."""
    return _read(line, _host, HOST_TYPES)


def read_bot_message(line: bytes | str) -> BotMessage:
    """What a bot sent; `BadMessage` says what is wrong with the line."""
    return _read(line, _bot, BOT_TYPES)


def _read(line: bytes | str, decoder: msgspec.json.Decoder[T], types: tuple[str, ...]) -> T:
    data = line.encode() if isinstance(line, str) else line
    if len(data) > MAX_LINE:
        raise BadMessage(f"the line is longer than {MAX_LINE} bytes", code="too_long")
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _explained(data, error, types) from error


def _explained(data: bytes, error: Exception, types: tuple[str, ...]) -> BadMessage:
    try:
        thing = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return BadMessage("the line is not JSON: " + _start(data), code="not_json")
    if not isinstance(thing, dict):
        return BadMessage("a message is a JSON object: " + _start(data))
    identity = thing.get("id")
    if thing.get("type") not in types:
        kind = thing.get("type")
        what = "names no type" if kind is None else f"is of the unknown type {str(kind)[:40]!r}"
        return BadMessage(f"the message {what}; there are {', '.join(types)}", code="unknown_message", id=identity)
    code = "bad_limits" if "`$.limits" in str(error) else None
    return BadMessage(f"{thing['type']}: {error}", code=code, id=identity)


def _start(data: bytes) -> str:
    text = data[:60].decode("utf-8", "replace")
    return repr(text + ("..." if len(data) > 60 else ""))


@cache
def catalog_hash() -> str:
    """A hash of all cards, boards and tokens of both games: equal hashes mean equal data."""
    digest = hashlib.sha256()
    for name, kind in sorted(KINDS.items()):
        try:
            text = kind.catalog().text.encode()
        except MissingFacet:
            continue
        digest.update(f"{name}.toml\0{len(text)}\0".encode() + text)
    return digest.hexdigest()[:16]


def host_hello(game: str | None = None, players: int | None = None) -> HostHello:
    """This package's hello as a host."""
    return HostHello(
        protocol=VERSION,
        host="mirabilia",
        version=__version__,
        rules=RULES_VERSION,
        catalog=catalog_hash(),
        game=game,
        players=players,
    )


def bot_hello(name: str, games: dict[str, list[int]] | None = None) -> BotHello:
    """This package's hello as a bot."""
    return BotHello(
        protocol=VERSION,
        name=name,
        version=__version__,
        rules=RULES_VERSION,
        catalog=catalog_hash(),
        games=games or {name: list(kind.players) for name, kind in KINDS.items()},
        limits=["simulations", "milliseconds"],
    )


def schema() -> JsonObject:
    """The JSON schema of both directions, made from the types; views and options are those of docs/game.schema.json."""
    from mirabilia.game.schema import ROOTS
    from mirabilia.game.schema import schema as game_schema

    (host, bot), parts = msgspec.json.schema_components([HostMessage, BotMessage], ref_template="#/$defs/{name}")
    games = game_schema()["$defs"]
    view, option = (_any_of([name for name in ROOTS if name.endswith(kind)]) for kind in ("View", "Option"))
    parts["Request"]["properties"] |= {"view": view, "options": {"type": "array", "items": option}}
    parts["Answer"]["properties"]["choice"] = {"anyOf": [{"type": "integer"}, *option["anyOf"]]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Mirabilia bot protocol, version {VERSION}",
        "description": "One JSON object per line. A host sends HostMessage, a bot BotMessage.",
        "$defs": {"HostMessage": host, "BotMessage": bot, **parts, **_reached(games, [view, option])},
        "anyOf": [{"$ref": "#/$defs/HostMessage"}, {"$ref": "#/$defs/BotMessage"}],
    }


def _any_of(names: Iterable[str]) -> dict[str, list[dict[str, str]]]:
    return {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in names]}


def _reached(games: JsonFields, parts: Iterable[Json]) -> JsonObject:
    """The definitions that parts of a schema lead to."""
    found: JsonObject = {}
    waiting = list(parts)
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rsplit("/", 1)[-1]
            if name in games and name not in found:
                found[name] = games[name]
                waiting.append(games[name])
            waiting += part.values()
        elif isinstance(part, list):
            waiting += part
    return found


def schema_text() -> str:
    """The text of docs/bot-protocol.schema.json."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode() + "\n"
