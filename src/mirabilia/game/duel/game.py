"""7 Wonders Duel as a public `Game`: names instead of numbers around the compiled rules.

Options come from the rules with their prices; quotes and their plans from the payment steps of the rules; views from
one bulk read of the state (`view.py`). Nothing here decides a rule.
"""

from __future__ import annotations

from typing import Any

from mirabilia.errors import UnknownGame
from mirabilia.game.base import Game, Option, Quote, Result, Seats, checked_seed
from mirabilia.game.duel.deal import checked_deal, deal_of, random_deal, start_state
from mirabilia.game.duel.options import options_of
from mirabilia.game.duel.quotes import quotes_for
from mirabilia.game.duel.view import RESULT_KINDS, duel_snapshot, duel_view, scores_by_category
from mirabilia.rules.duel import state as rules
from mirabilia.rules.duel.apply import apply
from mirabilia.rules.duel.redeal import redeal
from mirabilia.rules.duel.setup import SCRATCH
from mirabilia.rules.duel.state import State
from mirabilia.rules.records import ints
from mirabilia.rules.rng import new_rng


class DuelGame(Game):
    """A game of 7 Wonders Duel."""

    name = "duel"
    seats = Seats(2)

    def __init__(self, deal: dict[str, Any]) -> None:
        """`deal` must have been checked; use `mirabilia.from_deal`."""
        self._deal = deal
        self._states = start_state(deal)
        self._moves: list[tuple[int, str]] = []
        self._refresh()

    def _refresh(self) -> None:
        """Reads the position once after each change; options are listed when first asked for."""
        self._values = State.as_dict(self._states)
        self._options: list[Option] | None = None
        self._result: Result | None = None

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self._values["phase"] == rules.OVER else (self._values["actor"],)

    def options(self, seat: int) -> list[Option]:
        self._check_seat(seat)
        if self.to_act != (seat,):
            return []
        if self._options is None:
            self._options = options_of(self._states, self._values)
        return list(self._options)

    def _carry_out(self, seat: int, option: Option) -> None:
        apply(self._states, 0, seat, option.code)
        self._moves.append((seat, option.text))
        self._refresh()

    def quotes(self, seat: int) -> list[Quote]:
        self._check_seat(seat)
        return quotes_for(self._states, self._values, seat)

    def view(self, seat: int | None) -> dict[str, Any]:
        if seat is not None:
            self._check_seat(seat)
        view = duel_view(self._states, self._values, seat)
        view["moves"] = len(self._moves)
        if self.over:
            view["deal"] = self.deal
            view["result"] = self.result.as_dict() if self.result else None
        return view

    def log(self, seat: int | None) -> list[dict[str, Any]]:
        """All decisions so far as (seat, text); in Duel everybody may know all of them."""
        if seat is not None:
            self._check_seat(seat)
        return [{"seat": who, "move": text} for who, text in self._moves]

    def snapshot(self) -> dict[str, Any]:
        return duel_snapshot(self._states, self._values)

    @property
    def result(self) -> Result | None:
        if self._values["phase"] != rules.OVER:
            return None
        if self._result is None:
            winner = self._values["winner"]
            winners = (0, 1) if winner == 2 else (winner,)
            self._result = Result(winners, RESULT_KINDS[self._values["victory"]], scores_by_category(self._states))
        return self._result

    def redealt(self, seat: int, seed: int) -> DuelGame:
        self._check_seat(seat)
        twin = self.copy()
        redeal(twin._states, 0, seat, ints(SCRATCH), new_rng(checked_seed(seed)))
        twin._refresh()
        twin._deal = deal_of(twin._values, self._deal)
        return twin

    def copy(self) -> DuelGame:
        twin = object.__new__(DuelGame)
        twin._deal = self._deal
        twin._states = State.copy_of(self._states)
        twin._moves = list(self._moves)
        twin._refresh()
        return twin


def new_duel(seed: int | None = None, first_game_wonders: bool = False) -> DuelGame:
    """A game of Duel dealt from a seed."""
    if not isinstance(first_game_wonders, bool):
        raise UnknownGame("first_game_wonders must be true or false", code="bad_option", option="first_game_wonders")
    return DuelGame(random_deal(seed, first_game_wonders))


def duel_from_deal(deal: object) -> DuelGame:
    """A game of Duel from a deal; `BadDeal` says what is wrong with it."""
    return DuelGame(checked_deal(deal))
