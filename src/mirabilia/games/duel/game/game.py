"""7 Wonders Duel as a public `Game`: names instead of numbers around the compiled rules.

Options come from the rules with their prices; quotes and their plans from the payment steps of the rules; views from
one bulk read of the state (`view.py`). Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mirabilia.engine.records import ints
from mirabilia.engine.reporting import EVENT_ROOM
from mirabilia.engine.rng import new_rng
from mirabilia.errors import BadOption
from mirabilia.game.base import Game, Move, Seats, checked_seed
from mirabilia.game.events import Event
from mirabilia.game.option import Option
from mirabilia.game.quote import PlanLine, Quote
from mirabilia.game.reading import Values, copied, field
from mirabilia.game.result import Result
from mirabilia.games.duel.game.bidding import Bidding
from mirabilia.games.duel.game.deal import DuelDeal, checked_deal, deal_of, random_deal, start_state
from mirabilia.games.duel.game.events import BidMade, Paid, Passed, events_of
from mirabilia.games.duel.game.options import Bid, Build, BuildWonder, listed
from mirabilia.games.duel.game.quotes import quotes_for
from mirabilia.games.duel.game.view import (
    RESULT_KINDS,
    DuelResult,
    DuelView,
    duel_snapshot,
    during,
    look,
    scores_by_category,
    sees_more,
)
from mirabilia.games.duel.rules import state as rules
from mirabilia.games.duel.rules.apply import apply_reporting
from mirabilia.games.duel.rules.event_rows import report_start
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.scoring import SHARED_WIN
from mirabilia.games.duel.rules.setup import SCRATCH
from mirabilia.games.duel.rules.state import State
from mirabilia.json_types import JsonObject

NO_CODE = -1  # of a bid: the rules begin after it


class DuelGame(Game):
    """A game of 7 Wonders Duel."""

    name = "duel"
    seats = Seats(2)

    _states: State.Array

    def __init__(self, deal: DuelDeal) -> None:
        """`deal` must have been checked; use `mirabilia.from_deal`."""
        self._deal: DuelDeal | None = deal
        self._first_deal = deal
        self._states = start_state(deal)
        self._bidding = Bidding(deal.first_player) if deal.bidding else None
        self._moves: list[tuple[int, Option]] = []
        buffer = ints(EVENT_ROOM)
        self._events: list[Event] = [*events_of(buffer, report_start(self._states, 0, buffer))]
        self._refresh()

    def _refresh(self) -> None:
        """After each change: what is known of a position is read when first asked for."""
        self._to_act: tuple[int, ...] | None = None
        self._read: Values | None = None
        self._listed: tuple[list[Option], list[int]] | None = None
        self._open: DuelView | None = None  # what everyone sees
        self._result: Result | None = None

    @property
    def _values(self) -> Values:
        """The whole position as plain numbers."""
        values = self._read
        if values is None:
            values = self._read = State.as_dict(self._states)
        return values

    @property
    def to_act(self) -> tuple[int, ...]:
        seats = self._to_act
        if seats is None:
            over = field(self._states, "phase") == rules.OVER
            seat = self._bidding.seat if self._bidding else field(self._states, "actor")
            seats = self._to_act = () if over else (seat,)
        return seats

    @property
    def over(self) -> bool:
        return not self.to_act

    def options(self, seat: int) -> list[Option]:
        self._check_seat(seat)
        return list(self._playable(seat)[0])

    def _playable(self, seat: int) -> tuple[list[Option], list[int]]:
        if self.to_act != (seat,):
            return [], []
        found = self._listed
        if found is None and self._bidding:
            bids = self._bidding.options()
            found = self._listed = bids, [NO_CODE] * len(bids)
        elif found is None:
            found = self._listed = listed(self._states, seat)
        return found

    def _carry_out(self, seat: int, option: Option, code: int) -> tuple[Event, ...]:
        if self._bidding:
            return self._bid(self._bidding, seat, option)
        buffer = ints(EVENT_ROOM)
        events = events_of(buffer, apply_reporting(self._states, 0, seat, code, buffer))
        self._moves.append((seat, option))
        self._events += events
        self._refresh()
        return events

    def _bid(self, bidding: Bidding, seat: int, option: Option) -> tuple[Event, ...]:
        """A bid, or the pass that ends the bidding: who bid most pays and is the first player."""
        events: tuple[Event, ...]
        if isinstance(option, Bid):
            self._bidding = bidding.after(option)
            events = (BidMade(seat, option.coins),)
        else:
            high = bidding.high
            assert high is not None
            self._bidding, self._states = None, start_state(self._given(), high)
            paid = (Paid(high.seat, None, high.coins, "bid", None),) if high.coins else ()
            events = (Passed(seat), *paid)
        self._moves.append((seat, option))
        self._events += events
        self._refresh()
        return events

    def _happened(self) -> list[Event]:
        return self._events

    def quotes(self, seat: int) -> Sequence[Quote]:
        self._check_seat(seat)
        return quotes_for(self._states, self._values, seat)

    def plan(self, seat: int, option: Move) -> tuple[PlanLine, ...]:
        found = self.find_option(seat, option)
        if not isinstance(found, Build | BuildWonder):
            return ()
        thing = found.wonder or found.card
        return next(quote.plan for quote in self.quotes(seat) if thing in (quote.card, quote.wonder))

    def look(self, seat: int | None, *, memory: bool = True) -> DuelView:
        if seat is not None:
            self._check_seat(seat)
        if sees_more(self._values, seat):
            return self._look(seat)
        seen = self._open
        if seen is None:
            seen = self._open = self._look(None)
        return msgspec.structs.replace(seen, you=seat)

    def _look(self, seat: int | None) -> DuelView:
        if self._bidding:
            return during(self._bidding, look(self._states, self._values, seat, len(self._moves), None, None))
        result = self.result
        if result is None:
            return look(self._states, self._values, seat, len(self._moves), None, None)
        outcome = msgspec.convert(result.as_dict(), DuelResult)
        return look(self._states, self._values, seat, len(self._moves), self._given(), outcome)

    def view(self, seat: int | None, *, memory: bool = True) -> JsonObject:
        view = super().view(seat, memory=memory)
        if "deal" in view:
            view["deal"] = self.deal  # with lists for tuples
        return view

    def snapshot(self) -> JsonObject:
        return duel_snapshot(self._states, self._values, self._bidding)

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        result = self._result
        if result is None:
            winner = self._values["winner"]
            winners = (0, 1) if winner == SHARED_WIN else (winner,)
            kind = RESULT_KINDS[self._values["victory"]]
            result = self._result = Result(winners, kind, scores_by_category(self._states))
        return result

    def _given(self) -> DuelDeal:
        deal = self._deal
        if deal is None:  # dealt again, and not asked for so far
            deal = self._deal = deal_of(self._values, self._first_deal)
        return deal

    def _fresh(self) -> DuelGame:
        return DuelGame(self._given())

    def redealt(self, seat: int, seed: int) -> DuelGame:
        self._check_seat(seat)
        twin = self.copy()
        redeal(twin._states, 0, seat, ints(SCRATCH), new_rng(checked_seed(seed)))
        twin._refresh()
        twin._deal = None
        return twin

    def copy(self) -> DuelGame:
        twin = object.__new__(type(self))
        twin._deal = self._deal
        twin._first_deal = self._first_deal
        twin._states, twin._bidding = copied(self._states), self._bidding
        twin._moves = list(self._moves)
        twin._events = list(self._events)  # nothing in them is secret, so a redeal changes none
        # what was read of the position is never changed, so both may use it
        twin._to_act, twin._read, twin._listed = self._to_act, self._read, self._listed
        twin._open, twin._result = self._open, self._result
        return twin


def new(players: int, seed: int | None, first_game_wonders: bool = False, bidding: bool = False) -> DuelGame:
    """A game of Duel dealt from a seed."""
    for name, value in (("first_game_wonders", first_game_wonders), ("bidding", bidding)):
        if not isinstance(value, bool):
            raise BadOption(f"{name} must be true or false", option=name)
    return DuelGame(random_deal(seed, first_game_wonders, bidding))


def read(deal: object) -> DuelGame:
    """A game of Duel from a deal; `BadDeal` says what is wrong with it."""
    return DuelGame(checked_deal(deal))


def marks_of(game: Game) -> list[list[str]]:
    """For each seat what win rates are counted by: the wonders it built."""
    cities = game.snapshot()["cities"]
    return [[wonder["name"] for wonder in city["wonders"] if wonder["built"]] for city in cities]
