"""What can happen in a game of Duel, and how the rows that the rules report become events. Nothing of it is secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, cast

from msgspec import Meta

from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import plain
from mirabilia.game.events import Age, AgeEnded, City, Coins, Event
from mirabilia.games.duel.game.options import CARD_NAMES, TOKEN_NAMES, WONDER_NAMES
from mirabilia.games.duel.game.view import RESULT_KINDS, Kind
from mirabilia.games.duel.rules import event_rows as rows
from mirabilia.games.duel.rules.tables import FIRST_TOKEN, GAINS_TRADE, SYMBOLS

Choice = Literal["token", "library", "destroy", "revive", "starter"]
Card = Annotated[str, Meta(description="the card")]
Wonder = Annotated[str, Meta(description="the wonder")]
Slot = Annotated[int, Meta(description="its place in the layout")]
Thing = Annotated[str | None, Meta(description="the card, wonder or token it is for or comes from")]
Face = Annotated[int, Meta(description="the coins printed; a city loses only what it has")]
Place = Annotated[int, Meta(description="its place in the order shown")]


class Offered(Event, frozen=True, tag="offered"):
    """A wonder is laid out for the draft."""

    wonder: Wonder
    place: Place


class BidMade(Event, frozen=True, tag="bid"):
    """A city bids for the first turn."""

    city: City
    coins: Coins


class Passed(Event, frozen=True, tag="passed"):
    """A city leaves the first turn to the other one."""

    city: City


class Drafted(Event, frozen=True, tag="drafted"):
    """A city picks a wonder."""

    city: City
    wonder: Wonder
    place: Place


class Paid(Event, frozen=True, tag="paid"):
    """A city pays."""

    city: City
    to: Annotated[int | None, Meta(description="the city that gets the coins, null for the bank")]
    coins: Coins
    why: Annotated[Literal["cost", "trade", "bid"], Meta(description="the coin cost, goods bought, or a bid")]
    thing: Thing
    token: Annotated[str | None, Meta(description="the progress token by which another city gets the coins")] = None


class Gained(Event, frozen=True, tag="gained"):
    """A city gets coins from the bank."""

    city: City
    coins: Coins
    why: Annotated[
        Literal["discard", "effect", "count", "chain"],
        Meta(description="for a discarded card, printed on something, for things counted, or for building by a chain"),
    ]
    thing: Thing


class Built(Event, frozen=True, tag="built"):
    """A city builds a card."""

    city: City
    card: Card
    slot: Slot
    chain: Annotated[str | None, Meta(description="the card that made it free")]


class WonderBuilt(Event, frozen=True, tag="wonder"):
    """A city builds a wonder and lays a card under it."""

    city: City
    wonder: Wonder
    card: Card
    slot: Slot


class Withdrawn(Event, frozen=True, tag="withdrawn"):
    """A wonder can no longer be built, because seven stand."""

    city: City
    wonder: Wonder


class Discarded(Event, frozen=True, tag="discarded"):
    """A city discards a card."""

    city: City
    card: Card
    slot: Slot


class Pawn(Event, frozen=True, tag="pawn"):
    """A city moves the conflict pawn."""

    city: City
    start: Annotated[int, Meta(description="where it stood; positive towards seat 1's capital")]
    end: Annotated[int, Meta(description="where it stands now")]
    shields: Annotated[int, Meta(description="the shields printed")]
    extra: Annotated[int, Meta(description="shields of a progress token")]


class Looted(Event, frozen=True, tag="looted"):
    """A city loses coins to a military token, which goes away."""

    city: City
    coins: Coins
    at: Annotated[int, Meta(description="spaces from the middle")]
    face: Face


class Lost(Event, frozen=True, tag="lost"):
    """A city loses coins to the effect of a wonder."""

    city: City
    coins: Coins
    thing: Thing
    face: Face


class Pair(Event, frozen=True, tag="pair"):
    """A city has two of a science symbol."""

    city: City
    symbol: Annotated[str, Meta(description="the symbol")]
    thing: Thing


class TokenTaken(Event, frozen=True, tag="token"):
    """A city takes a progress token."""

    city: City
    token: Annotated[str, Meta(description="the token")]
    source: Annotated[Literal["board", "box"], Meta(description="where it lay")]


class Destroyed(Event, frozen=True, tag="destroyed"):
    """A city loses a card to the discard pile."""

    city: City
    card: Card
    by: Annotated[int, Meta(description="the city that chose it")]


class Revived(Event, frozen=True, tag="revived"):
    """A city builds a discarded card for nothing."""

    city: City
    card: Card


class Asked(Event, frozen=True, tag="asked"):
    """A seat has to choose now."""

    seat: Annotated[int, Meta(description="who chooses")]
    choice: Annotated[Choice, Meta(description="what kind of choice")]
    thing: Thing


class InVain(Event, frozen=True, tag="in_vain"):
    """An effect found nothing to choose from."""

    city: City
    choice: Annotated[Choice, Meta(description="what kind of choice it would have been")]
    thing: Thing


class TurnedUp(Event, frozen=True, tag="turned_up"):
    """A card is turned up."""

    slot: Slot
    card: Card


class ExtraTurn(Event, frozen=True, tag="extra_turn"):
    """A city plays again."""

    city: City
    why: Annotated[Literal["wonder", "token"], Meta(description="by the wonder itself or by a progress token")]
    thing: Thing


class AgeBegins(Event, frozen=True, tag="age"):
    """The cards of an age are laid out."""

    age: Age


class Begins(Event, frozen=True, tag="starter"):
    """A city decides who begins the age."""

    city: City
    seat: Annotated[int, Meta(description="the seat that begins")]


class Over(Event, frozen=True, tag="over"):
    """The game has ended."""

    winners: Annotated[tuple[int, ...], Meta(description="the seats that won; both share a tie")]
    kind: Annotated[Kind, Meta(description="the kind of victory")]
    decided_by: Annotated[
        Literal["capital", "symbols", "points", "blue_points", "shared"],
        Meta(description="what decided it; `shared` when points and blue points are equal"),
    ]
    compared: Annotated[tuple[int, int], Meta(description="the numbers compared, of seat 0 and of seat 1")]


AnyDuelEvent = (
    Offered
    | BidMade
    | Passed
    | Drafted
    | Paid
    | Gained
    | Built
    | WonderBuilt
    | Withdrawn
    | Discarded
    | Pawn
    | Looted
    | Lost
    | Pair
    | TokenTaken
    | Destroyed
    | Revived
    | Asked
    | InVain
    | TurnedUp
    | ExtraTurn
    | AgeEnded
    | AgeBegins
    | Begins
    | Over
)

_THINGS = (*CARD_NAMES, *WONDER_NAMES, *TOKEN_NAMES)
_WHY: Any = rows.WHYS  # each kind of event knows some of them


def _thing(number: int) -> str | None:
    return None if number == rows.NOTHING else _THINGS[number]


def _bank(city: int) -> int | None:
    return None if city == rows.BANK else city


def _over(winners: int, victory: int, why: int, first: int, second: int) -> Over:
    seats = tuple(seat for seat in range(2) if winners >> seat & 1)
    return Over(seats, RESULT_KINDS[victory], _WHY[why], (first, second))


# Whose owner gets the coins that the other city pays for goods.
_TRADE_TOKEN = next((name for n, name in enumerate(TOKEN_NAMES) if GAINS_TRADE[FIRST_TOKEN + n]), None)

# By kind of row: how its fields become an event.
_READ: dict[int, Callable[..., Event]] = {
    rows.OFFERED: lambda wonder, place, *_: Offered(WONDER_NAMES[wonder], place),
    rows.PICKED: lambda city, wonder, place, *_: Drafted(city, WONDER_NAMES[wonder], place),
    rows.PAID: lambda city, to, coins, why, thing, *_: Paid(
        city, _bank(to), coins, _WHY[why], _thing(thing), None if _bank(to) is None else _TRADE_TOKEN
    ),
    rows.GAINED: lambda city, coins, why, thing, *_: Gained(city, coins, _WHY[why], _thing(thing)),
    rows.BUILT: lambda city, card, slot, chain, *_: Built(city, CARD_NAMES[card], slot, _thing(chain)),
    rows.RAISED: lambda city, wonder, _place, card, slot, *_: WonderBuilt(
        city, WONDER_NAMES[wonder], CARD_NAMES[card], slot
    ),
    rows.WITHDRAWN: lambda city, wonder, *_: Withdrawn(city, WONDER_NAMES[wonder]),
    rows.DISCARDED: lambda city, card, slot, *_: Discarded(city, CARD_NAMES[card], slot),
    rows.PAWN: lambda city, start, end, shields, extra, *_: Pawn(city, start, end, shields, extra),
    rows.LOOTED: lambda city, coins, at, face, *_: Looted(city, coins, at, face),
    rows.LOST: lambda city, coins, thing, face, *_: Lost(city, coins, _thing(thing), face),
    rows.PAIR: lambda city, symbol, thing, *_: Pair(city, SYMBOLS[symbol], _thing(thing)),
    rows.TOKEN_TAKEN: lambda city, token, why, *_: TokenTaken(city, TOKEN_NAMES[token], _WHY[why]),
    rows.DESTROYED: lambda city, card, by, *_: Destroyed(city, CARD_NAMES[card], by),
    rows.REVIVED: lambda city, card, *_: Revived(city, CARD_NAMES[card]),
    rows.ASKED: lambda seat, why, thing, *_: Asked(seat, _WHY[why], _thing(thing)),
    rows.IN_VAIN: lambda city, why, thing, *_: InVain(city, _WHY[why], _thing(thing)),
    rows.TURNED_UP: lambda slot, card, *_: TurnedUp(slot, CARD_NAMES[card]),
    rows.AGAIN: lambda city, why, thing, *_: ExtraTurn(city, _WHY[why], _thing(thing)),
    rows.AGE_ENDED: lambda age, *_: AgeEnded(age + 1),
    rows.AGE: lambda age, *_: AgeBegins(age + 1),
    rows.BEGINS: lambda city, seat, *_: Begins(city, seat),
    rows.ENDED: lambda winners, victory, why, first, second, *_: _over(winners, victory, why, first, second),
}


def events_of(buffer: Ints, count: int) -> tuple[Event, ...]:
    """The events of the rows that the rules have reported."""
    numbers = cast(list[int], plain(buffer[: count * rows.EVENT_WIDTH]))
    width = rows.EVENT_WIDTH
    return tuple(_READ[numbers[at]](*numbers[at + 1 : at + width]) for at in range(0, count * width, width))
