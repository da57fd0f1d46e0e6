"""Options of Duel: one type per action, and how the rules' codes become options."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from mirabilia.engine.records import ints, plain
from mirabilia.game.option import Option
from mirabilia.game.reading import field
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.rules import state as rules
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import DISCARD_GAIN, YELLOW

CATALOG = duel_catalog()
CARD_NAMES = tuple(card.name for card in CATALOG.cards)
WONDER_NAMES = tuple(wonder.name for wonder in CATALOG.wonders)
TOKEN_NAMES = tuple(token.name for token in CATALOG.tokens)

Card = Annotated[str, Meta(description="the card")]
Wonder = Annotated[str, Meta(description="the wonder")]
Token = Annotated[str, Meta(description="the progress token")]
Price = Annotated[int, Meta(description="what it costs in all")]


class DuelOption(Option, frozen=True):
    """A decision of Duel."""

    @property
    def game(self) -> str:
        return "duel"


class Draft(DuelOption, frozen=True, tag="draft"):
    """Picks a wonder of the draft."""

    wonder: Wonder


class Build(DuelOption, frozen=True, tag="build"):
    """Builds an open card."""

    card: Card
    price: Price


class Discard(DuelOption, frozen=True, tag="discard"):
    """Discards an open card for coins."""

    card: Card
    gain: Annotated[int, Meta(description="the coins it brings")]


class BuildWonder(DuelOption, frozen=True, tag="wonder"):
    """Builds a wonder with an open card, which is laid under it."""

    card: Card
    wonder: Wonder
    price: Price


class TakeToken(DuelOption, frozen=True, tag="token"):
    """Takes a progress token from the board, for a pair of science symbols."""

    token: Token


class KeepToken(DuelOption, frozen=True, tag="library"):
    """Keeps one of the tokens drawn from the box."""

    token: Token


class Revive(DuelOption, frozen=True, tag="revive"):
    """Builds a discarded card for nothing."""

    card: Card


class Destroy(DuelOption, frozen=True, tag="destroy"):
    """Puts a card of the opponent's city on the discard pile."""

    card: Card


class Starter(DuelOption, frozen=True, tag="starter"):
    """Says who begins the age."""

    seat: Annotated[int, Meta(description="the seat that begins")]


class Bid(DuelOption, frozen=True, tag="bid"):
    """Bids coins for the first turn, before the game."""

    coins: Annotated[int, Meta(description="the coins bid")]


class Pass(DuelOption, frozen=True, tag="pass"):
    """Leaves the first turn to the other seat, which pays its bid."""


AnyDuelOption = Bid | Pass | Draft | Build | Discard | BuildWonder | TakeToken | KeepToken | Revive | Destroy | Starter
_KNOWN: dict[tuple[int, int], DuelOption] = {}  # options are values: the same one serves every game
_MAX_KNOWN = 100_000


def listed(states: State.Array, seat: int) -> tuple[list[Option], list[int]]:
    """All legal decisions of the seat to act, and the rules' code of each."""
    buffer = ints(MAX_OPTIONS)
    count = options(states, 0, seat, buffer)
    codes = plain(buffer[:count])
    # what a code alone does not say: how many yellow cards a discard counts, or which wonder stands at a place
    yellow, wonders = field(states, "colors")[seat][YELLOW], field(states, "wonders")[seat]
    return [_known(code, yellow, wonders) for code in codes], codes


def _known(code: int, yellow: int, wonders: list[int]) -> DuelOption:
    kind = code >> rules.KIND_SHIFT
    extra = 0
    if kind == rules.DISCARD:
        extra = yellow
    elif kind == rules.WONDER:
        extra = wonders[(code >> rules.WONDER_SHIFT) & rules.WONDER_MASK]
    option = _KNOWN.get((code, extra))
    if option is None:
        if len(_KNOWN) >= _MAX_KNOWN:
            _KNOWN.clear()
        option = _KNOWN[code, extra] = _named(code, extra)
    return option


def _named(code: int, extra: int) -> DuelOption:
    """The option a code stands for; `extra` is the seat's yellow cards for a discard, the wonder for a wonder."""
    kind, number, price = rules.kind_of(code), rules.card_of(code), int(rules.coins_of(code))
    if kind == rules.PICK:
        return Draft(WONDER_NAMES[number])
    if kind == rules.BUILD:
        return Build(CARD_NAMES[number], price)
    if kind == rules.DISCARD:
        return Discard(CARD_NAMES[number], int(DISCARD_GAIN[extra]))
    if kind == rules.WONDER:
        return BuildWonder(CARD_NAMES[number], WONDER_NAMES[extra], price)
    if kind == rules.TAKE_TOKEN:
        return TakeToken(TOKEN_NAMES[number])
    if kind == rules.KEEP_TOKEN:
        return KeepToken(TOKEN_NAMES[number])
    if kind == rules.REVIVE_CARD:
        return Revive(CARD_NAMES[number])
    if kind == rules.DESTROY_CARD:
        return Destroy(CARD_NAMES[number])
    return Starter(int(number))
