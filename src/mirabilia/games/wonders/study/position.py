"""A position of 7 Wonders to look ahead from: what things cost the seat, and what a card would be worth to a city.

It is made from a seat's view; of what it tells everything lies open or is in the seat's own hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from mirabilia.engine.records import ints, plain
from mirabilia.game import Option
from mirabilia.games.wonders.catalog import wonders_catalog
from mirabilia.games.wonders.game.options import AnyWondersOption
from mirabilia.games.wonders.game.quotes import WondersQuote, quotes_for
from mirabilia.games.wonders.game.read_view import read_view
from mirabilia.games.wonders.rules.recount import recount
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, score
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import BITS, CATEGORIES, FREE_CITY, LEFT, PACKET, RIGHT
from mirabilia.json_types import JsonFields, JsonObject

CATALOG = wonders_catalog()
_WIDTH = len(CATEGORIES) + 1
_LEFT, _RIGHT, _PACKET = plain(LEFT), plain(RIGHT), plain(PACKET)


class Position:
    """A position as a seat knows it, with the choices it has made in this turn already."""

    def __init__(self, states: State.Array, seat: int, chosen: Mapping[int, Option] | None = None) -> None:
        self.states = states
        self.seat = seat
        self.chosen = chosen or {}

    @cached_property
    def values(self) -> JsonObject:
        """The position as plain numbers."""
        return State.as_dict(self.states)

    @cached_property
    def quotes(self) -> Sequence[WondersQuote]:
        """What everything in reach costs."""
        return quotes_for(self.states, self.values, self.seat, self.chosen)

    @property
    def neighbours(self) -> tuple[int, int]:
        """The cities to the left and to the right."""
        players = self.values["players"]
        return int(_LEFT[players][self.seat]), int(_RIGHT[players][self.seat])

    @property
    def receiver(self) -> int | None:
        """Who gets the rest of the hand after this turn; None after the last turn of an age."""
        players, age, turn = (self.values[key] for key in ("players", "age", "turn"))
        packets = _PACKET[players][age]
        if turn + 1 >= len(packets):
            return None
        mine = packets[turn][self.seat]
        return next((seat for seat in range(players) if packets[turn + 1][seat] == mine), None)

    def worth(self, city: int, card: str) -> int:
        """The points a city would have more at the end if the game ended with this card in it."""
        number = CATALOG.every_edition[self.values["edition"]].card_id[card]
        with_card = {**self.values, "cards": [list(words) for words in self.values["cards"]]}
        with_card["cards"][city][number // BITS] |= 1 << number % BITS
        return _total(with_card, city) - _total(self.values, city)


def _total(values: JsonFields, city: int) -> int:
    states, scores = State.from_dict(dict(values)), ints(SCORE_ROOM)
    recount(states, 0)
    score(states, 0, scores)
    return int(plain(scores)[city * _WIDTH + _WIDTH - 1])


def position_of(view: JsonFields) -> Position:
    """The position of a view."""
    seat = int(view["you"])
    made = [msgspec.convert(choice, AnyWondersOption) for choice in view["choices"]]
    chosen = {seat if option.city is None else FREE_CITY: option for option in made}
    return Position(read_view(view), seat, chosen)
