"""A position of Duel to look ahead from: what happens after an option, and what anyone could pay then.

It is made from a seat's view, so cards that lie face down are any cards; `known` are those whose face the seat saw,
and only these may be spoken of after something was turned up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from mirabilia.engine.records import ints
from mirabilia.engine.reporting import EVENT_ROOM
from mirabilia.game import Option
from mirabilia.game.events import Event
from mirabilia.game.reading import field
from mirabilia.games.duel.game.events import events_of
from mirabilia.games.duel.game.options import CARD_NAMES, listed
from mirabilia.games.duel.game.quotes import DuelQuote, quotes_for
from mirabilia.games.duel.game.read_view import read_view
from mirabilia.games.duel.rules import state as rules
from mirabilia.games.duel.rules.apply import apply_reporting
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import SLOTS
from mirabilia.json_types import JsonFields


class Position:
    """A position, and what follows from it. Nothing changes it: `after` makes another."""

    def __init__(self, states: State.Array, known: frozenset[str] | None = None) -> None:
        self.states = states
        self.known = self._lying("up") if known is None else known

    @property
    def actor(self) -> int | None:
        """The seat to decide; None at the end."""
        return None if field(self.states, "phase") == rules.OVER else int(field(self.states, "actor"))

    @cached_property
    def open(self) -> frozenset[str]:
        """Known cards that may be taken."""
        return self._lying("open") & self.known

    @property
    def age(self) -> int:
        """The age that is played; 0 in the draft."""
        return int(field(self.states, "age"))

    @property
    def open_slots(self) -> int:
        """The places of cards that may be taken, known or not, as bits."""
        return int(field(self.states, "present") & field(self.states, "open"))

    def _lying(self, how: str) -> frozenset[str]:
        age, lie = field(self.states, "age"), field(self.states, "present") & field(self.states, how)
        deck = field(self.states, "deck")[age]
        return frozenset(CARD_NAMES[deck[slot]] for slot in range(SLOTS) if lie >> slot & 1)

    @cached_property
    def options(self) -> Sequence[Option]:
        """What the seat to act may do."""
        return [] if self.actor is None else listed(self.states, self.actor)[0]

    def after(self, option: Option) -> tuple[Position, tuple[Event, ...]]:
        """The position after an option of the seat to act, and what happened."""
        assert self.actor is not None
        options, codes = listed(self.states, self.actor)
        states, buffer = State.copy_of(self.states), ints(EVENT_ROOM)
        rows = apply_reporting(states, 0, self.actor, codes[options.index(option)], buffer)
        return Position(states, self.known), events_of(buffer, rows)

    def quotes(self, seat: int) -> Sequence[DuelQuote]:
        """What everything in reach costs a seat."""
        return quotes_for(self.states, State.as_dict(self.states), seat)

    def payable_cards(self, seat: int) -> dict[str, int]:
        """Known open cards that a seat could build, with the price."""
        quotes = [quote for quote in self.quotes(seat) if quote.card in self.open and quote.affordable]
        return {quote.card: quote.price for quote in quotes if quote.card is not None}

    def payable_wonders(self, seat: int) -> set[str]:
        """Wonders that a seat could pay for."""
        return {quote.wonder for quote in self.quotes(seat) if quote.wonder is not None and quote.affordable}


def position_of(view: JsonFields) -> Position:
    """The position of a view."""
    return Position(read_view(view))
