"""What can happen in a game of 7 Wonders, and how the rows that the rules report become events.

A card put under a stage, discarded or left over goes face down, and so does a card drawn with the Free City: only the
seat that used it knows it (nobody, for the last card of the Free City's pile), until the game is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, cast

from msgspec import Meta

from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import plain
from mirabilia.game.events import Age, AgeEnded, City, Coins, Event, FaceDown
from mirabilia.games.wonders.game.options import NAMES
from mirabilia.games.wonders.game.turns import Passing, passing
from mirabilia.games.wonders.rules import event_rows as rows
from mirabilia.games.wonders.rules.tables import KINDS

Thing = Annotated[str | None, Meta(description="the card it is for or comes from, null for a stage or nothing")]
ForStage = Annotated[int | None, Meta(description="the stage it is for or comes from, if it is one")]
Card = Annotated[str, Meta(description="the card")]


class BoardTaken(Event, frozen=True, tag="board"):
    """A city takes a board, before the game."""

    city: City
    board: Annotated[str, Meta(description="the board, by its city")]
    side: Annotated[Literal["A", "B"], Meta(description="the side of the board")]
    other: Annotated[int | None, Meta(description="the city that had it, and gets the taker's former board")] = None


class AgeBegins(Event, frozen=True, tag="age"):
    """An age begins; everyone takes up a hand."""

    age: Age
    passing: Annotated[Passing, Meta(description="where hands go in it")]


class Drawn(FaceDown, frozen=True, tag="drawn", kw_only=True):
    """Two players: the seat that decides for the Free City draws a card."""

    seat: Annotated[int, Meta(description="who draws")]


class Turn(Event, frozen=True, tag="turn"):
    """A step of the game is carried out; what follows belongs to it."""

    age: Age
    turn: Annotated[int, Meta(description="1 to 6")]
    step: Annotated[
        Literal["choose", "seventh", "revive"],
        Meta(description="everyone's hidden choices, a city's last card of the age, or a look into the discard pile"),
    ]


class Paid(Event, frozen=True, tag="paid"):
    """A city pays."""

    city: City
    to: Annotated[int | None, Meta(description="the neighbour that gets the coins, null for the bank")]
    coins: Coins
    why: Annotated[Literal["cost", "trade"], Meta(description="the coin cost, or goods bought")]
    thing: Thing
    stage: ForStage = None


class Gained(Event, frozen=True, tag="gained"):
    """A city gets coins from the bank."""

    city: City
    coins: Coins
    why: Annotated[
        Literal["discard", "effect", "count"],
        Meta(description="for a discarded card, printed on something, or for things counted"),
    ]
    thing: Thing
    stage: ForStage = None


class Built(Event, frozen=True, tag="built"):
    """A city builds a card."""

    city: City
    card: Card
    chain: Annotated[str | None, Meta(description="the card that made it free")]
    free: Annotated[bool, Meta(description="whether a power made it free")]


class StageBuilt(FaceDown, frozen=True, tag="stage", kw_only=True):
    """A city builds a stage of its wonder and lays a card under it."""

    city: City
    stage: Annotated[int, Meta(description="its number, from 1")]


class Discarded(FaceDown, frozen=True, tag="discarded", kw_only=True):
    """A city discards a card."""

    city: City


class Spare(FaceDown, frozen=True, tag="spare", kw_only=True):
    """A city's last card of an age goes to the discard pile."""

    city: City


class Asked(Event, frozen=True, tag="asked"):
    """A city has a step of its own now."""

    seat: Annotated[int, Meta(description="who chooses")]
    city: Annotated[int, Meta(description="for which city")]
    choice: Annotated[Literal["seventh", "revive"], Meta(description="what kind of choice")]


class InVain(Event, frozen=True, tag="in_vain"):
    """A look into the discard pile found nothing that could be built."""

    city: City
    choice: Annotated[Literal["revive"], Meta(description="what kind of choice it would have been")]


class Revived(Event, frozen=True, tag="revived"):
    """A city builds a discarded card for nothing, or takes none."""

    city: City
    card: Annotated[str | None, Meta(description="the card, null if none was taken")]


class Conflict(Event, frozen=True, tag="conflict"):
    """A conflict between neighbours at the end of an age."""

    age: Age
    city: Annotated[int, Meta(description="one of the two")]
    other: Annotated[int, Meta(description="its right neighbour")]
    shields: Annotated[tuple[int, int], Meta(description="the shields of both")]
    winner: Annotated[int | None, Meta(description="the city with more, null if equal; the other gets a defeat token")]
    points: Annotated[int, Meta(description="points of the winner's victory token")]


class Over(Event, frozen=True, tag="over"):
    """The game has ended."""

    winners: Annotated[tuple[int, ...], Meta(description="the seats that won")]
    kind: Annotated[Literal["civilian"], Meta(description="always on points")]
    decided_by: Annotated[
        Literal["points", "coins", "shared"],
        Meta(description="what decided it; `coins` breaks a tie, `shared` when both are equal"),
    ]
    points: Annotated[int, Meta(description="the winner's points")]


AnyWondersEvent = (
    BoardTaken
    | AgeBegins
    | Drawn
    | Turn
    | Paid
    | Gained
    | Built
    | StageBuilt
    | Discarded
    | Spare
    | Asked
    | InVain
    | Revived
    | Conflict
    | AgeEnded
    | Over
)
_WHY: Any = rows.WHYS  # each kind of event knows some of them
_STAGE_NUMBER: dict[int, int] = {}


def _card(number: int) -> str | None:
    return None if number == rows.NOTHING else NAMES[number]


def _cause(number: int) -> tuple[str | None, int | None]:
    """A cause as a card or as the number of a stage."""
    if number < KINDS:
        return _card(number), None
    if number not in _STAGE_NUMBER:
        _STAGE_NUMBER[number] = rows.stage_of(number)[1]
    return None, _STAGE_NUMBER[number]


def _nobody(seat: int) -> int | None:
    return None if seat < 0 else seat


def _seats(mask: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(mask.bit_length()) if mask >> seat & 1)


# By kind of row: how its fields become an event. The first argument is the number of players.
_READ: dict[int, Callable[..., Event]] = {
    rows.AGE: lambda players, age, *_: AgeBegins(age + 1, passing(players, age)),
    rows.DRAWN: lambda _, seat, card, knows, *__: Drawn(seat=seat, card=_card(card), knows=_nobody(knows)),
    rows.TURN: lambda _, age, turn, why, *__: Turn(age + 1, turn + 1, _WHY[why]),
    rows.PAID: lambda _, city, to, coins, why, thing, *__: Paid(city, _nobody(to), coins, _WHY[why], *_cause(thing)),
    rows.GAINED: lambda _, city, coins, why, thing, *__: Gained(city, coins, _WHY[why], *_cause(thing)),
    rows.BUILT: lambda _, city, card, chain, free, *__: Built(city, NAMES[card], _card(chain), bool(free)),
    rows.RAISED: lambda _, city, stage, card, knows, *__: StageBuilt(
        city=city, stage=stage, card=_card(card), knows=_nobody(knows)
    ),
    rows.DISCARDED: lambda _, city, card, knows, *__: Discarded(city=city, card=_card(card), knows=_nobody(knows)),
    rows.LEFT_OVER: lambda _, city, card, knows, *__: Spare(city=city, card=_card(card), knows=_nobody(knows)),
    rows.ASKED: lambda _, seat, city, why, *__: Asked(seat, city, _WHY[why]),
    rows.IN_VAIN: lambda _, city, why, *__: InVain(city, _WHY[why]),
    rows.REVIVED: lambda _, city, card, *__: Revived(city, _card(card)),
    rows.CONFLICT: lambda _, age, city, other, shields, theirs, winner, points: Conflict(
        age + 1, city, other, (shields, theirs), _nobody(winner), points
    ),
    rows.AGE_ENDED: lambda _, age, *__: AgeEnded(age + 1),
    rows.ENDED: lambda _, winners, why, points, *__: Over(_seats(winners), "civilian", _WHY[why], points),
}


def events_of(players: int, buffer: Ints, count: int) -> tuple[Event, ...]:
    """The events of the rows that the rules have reported."""
    numbers = cast(list[int], plain(buffer[: count * rows.EVENT_WIDTH]))
    width = rows.EVENT_WIDTH
    return tuple(_READ[numbers[at]](players, *numbers[at + 1 : at + width]) for at in range(0, count * width, width))
