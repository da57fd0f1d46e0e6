"""Options of 7 Wonders: one type per action, and how the rules' codes become options."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import plain
from mirabilia.game.option import Option
from mirabilia.games.wonders.catalog import wonders_catalog
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.ranks import payment_rank
from mirabilia.games.wonders.rules.tables import NONE

NAMES = tuple(card.name for card in wonders_catalog().kinds)

Boards = tuple[tuple[str, str], ...]  # city and side

Card = Annotated[str, Meta(description="the card")]
Pay = Annotated[tuple[int, int], Meta(description="coins to the left and to the right neighbour")]
Free = Annotated[Literal["free"] | None, Meta(description='two players: "free" for a decision about the Free City')]
Rank = Annotated[int, Meta(description="the payment's place among the ways to pay, cheapest first")]


class WondersOption(Option, frozen=True):
    """A decision of 7 Wonders."""

    @property
    def game(self) -> str:
        return "wonders"


class Build(WondersOption, frozen=True, tag="build"):
    """Builds a card of the hand."""

    card: Card
    pay: Pay
    bank: Annotated[int, Meta(description="coins to the bank")]
    city: Free = None
    rank: Rank = 0


class Stage(WondersOption, frozen=True, tag="stage"):
    """Builds the next stage of the wonder, with a card of the hand laid under it."""

    card: Card
    pay: Pay
    city: Free = None
    rank: Rank = 0


class Discard(WondersOption, frozen=True, tag="discard"):
    """Discards a card of the hand for coins."""

    card: Card
    city: Free = None


class FreeBuild(WondersOption, frozen=True, tag="free_build"):
    """Builds a card of the hand for nothing, once in an age (Olympia A)."""

    card: Card
    city: Free = None


class Revive(WondersOption, frozen=True, tag="revive"):
    """Builds a card of the discard pile for nothing (Halikarnassos), or takes none."""

    card: Annotated[str | None, Meta(description="the card, null to take none")]
    city: Free = None


class TakeBoard(WondersOption, frozen=True, tag="board"):
    """Takes a board for its city, before the game."""

    board: Annotated[str, Meta(description="the board, by its city")]
    side: Annotated[Literal["A", "B"], Meta(description="the side of the board")]


AnyWondersOption = TakeBoard | Build | Stage | Discard | FreeBuild | Revive
_KNOWN: dict[tuple[int, int], WondersOption] = {}  # options are values: the same one serves every game
_MAX_KNOWN = 100_000
_BOUGHT = rules.COIN_BITS << rules.LEFT_SHIFT | rules.COIN_BITS << rules.RIGHT_SHIFT


def listed(buffer: Ints, count: int) -> tuple[list[Option], list[int]]:
    """The options that the rules wrote into a buffer, and the code of each."""
    codes: list[int] = plain(buffer[:count])
    options: list[Option] = []
    for place, code in enumerate(codes):
        # who buys nothing has no other way to pay
        rank = int(payment_rank(buffer, count, place)) if code & _BOUGHT else 0
        options.append(option_of(code, rank))
    return options, codes


def option_of(code: int, rank: int = 0) -> WondersOption:
    """The option a code of the rules stands for."""
    option = _KNOWN.get((code, rank))
    if option is None:
        if len(_KNOWN) >= _MAX_KNOWN:
            _KNOWN.clear()
        option = _KNOWN[code, rank] = _named(code, rank)
    return option


def _named(code: int, rank: int) -> WondersOption:
    card, kind = int(rules.card_of(code)), rules.kind_of(code)
    city: Literal["free"] | None = "free" if rules.is_free_city(code) else None
    if kind == rules.REVIVE:
        return Revive(None if card == NONE else NAMES[card], city)
    name = NAMES[card]
    pay = int(rules.left_of(code)), int(rules.right_of(code))
    if kind == rules.BUILD:
        return Build(name, pay, int(rules.bank_of(code)), city, rank)
    if kind == rules.STAGE_BUILT:
        return Stage(name, pay, city, rank)
    if kind == rules.DISCARD:
        return Discard(name, city)
    return FreeBuild(name, city)
