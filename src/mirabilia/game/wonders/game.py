"""7 Wonders as a public `Game`: names instead of numbers around the compiled rules.

All seats choose at once. `play` keeps a choice; until the last seat has chosen it can be changed by another `play` or
withdrawn by `take_back`, then the turn resolves. With two players the seat with the Free City card owes two choices,
first its own, then the Free City's. Options and prices come from the rules, views and quotes from one bulk read of
the state (`view.py`, `quotes.py`). Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from mirabilia.errors import GameOver, IllegalMove, NoOtherDeal
from mirabilia.game.base import Game, Move, Seats, checked_seed
from mirabilia.game.option import Option
from mirabilia.game.quote import PlanLine, Quote
from mirabilia.game.result import Result
from mirabilia.game.wonders.deal import WondersDeal, deal_of, random_deal, read_deal, state_of
from mirabilia.game.wonders.log import Step, log_entries
from mirabilia.game.wonders.memory import Memory, memory_of
from mirabilia.game.wonders.options import listed, option_of
from mirabilia.game.wonders.quotes import plan_for, quotes_for
from mirabilia.game.wonders.view import WondersCity, WondersResult, WondersView, city_view, look, wonders_snapshot
from mirabilia.rules.records import ints
from mirabilia.rules.rng import new_rng
from mirabilia.rules.wonders import state as rules
from mirabilia.rules.wonders.apply import apply, withdraw
from mirabilia.rules.wonders.options import MAX_OPTIONS, free_city_choices, options, own_choices
from mirabilia.rules.wonders.redeal import redeal
from mirabilia.rules.wonders.scoring import SCORE_ROOM, score, winners
from mirabilia.rules.wonders.setup import SCRATCH
from mirabilia.rules.wonders.state import State
from mirabilia.rules.wonders.tables import CATEGORIES, FREE_CITY

Listing = tuple[list[Option], list[int]]  # options, and the rules' code of each


class WondersGame(Game):
    """A game of 7 Wonders."""

    name = "wonders"

    def __init__(self, deal: WondersDeal, states: Any) -> None:
        """Use `mirabilia.new_game` or `mirabilia.from_deal`."""
        self._deal = deal
        self._states = states
        self._moves: list[tuple[int, Option]] = []
        self._steps: list[Step] = []
        self._chosen: dict[int, tuple[Option, int]] = {}  # option and code by city, not yet revealed
        self._refresh()
        self.seats = Seats(self._values["players"])

    def _refresh(self) -> None:
        """Reads the position once after each resolved step; options are listed when first asked for."""
        self._values = State.as_dict(self._states)
        self._choices: dict[tuple[int, bool], Listing] = {}  # by seat, and whether for the Free City
        self._cities: list[WondersCity] | None = None
        self._result: Result | None = None

    # ---- who decides what ----

    @property
    def to_act(self) -> tuple[int, ...]:
        phase = self._values["phase"]
        if phase == rules.OVER:
            return ()
        if phase != rules.CHOOSE:
            return (self._decider(self._values["actor"]),)
        owing = {self._decider(city) for city in range(self._values["cities"]) if city not in self._chosen}
        return tuple(sorted(owing))

    @property
    def hidden_choices(self) -> tuple[tuple[int, str], ...]:
        return tuple((self._decider(city), self._chosen[city][0].text) for city in sorted(self._chosen))

    def _decider(self, city: int) -> int:
        """The seat that decides for a city."""
        return self._controller() if city >= self.seats else city

    def _controller(self) -> int:
        """The seat with the Free City card."""
        return int(self._values["age"] + self._values["turn"]) & 1

    def _decides_for_free_city(self, seat: int) -> bool:
        """Whether a seat has made its own choice and may now make the Free City's."""
        return self.seats == 2 and seat == self._controller() and seat in self._chosen

    def options(self, seat: int) -> list[Option]:
        self._check_seat(seat)
        if self._values["phase"] == rules.CHOOSE:
            if seat not in self._chosen:
                return list(self._listed(seat, False)[0])
            if self._decides_for_free_city(seat) and FREE_CITY not in self._chosen:
                return list(self._listed(seat, True)[0])
            return []
        return list(self._playable(seat)[0])

    def _playable(self, seat: int) -> Listing:
        if self._values["phase"] != rules.CHOOSE:
            return self._listed(seat, False) if seat in self.to_act else ([], [])
        options, codes = self._listed(seat, False)
        if self._decides_for_free_city(seat):
            more, more_codes = self._listed(seat, True)
            return options + more, codes + more_codes
        return options, codes

    def _listed(self, seat: int, free_city: bool) -> Listing:
        """The options for one city and their codes, listed once per position."""
        key = (seat, free_city)
        found = self._choices.get(key)
        if found is None:
            buffer = ints(MAX_OPTIONS)  # one per call: several threads may read one game
            if free_city:
                count = free_city_choices(self._states, 0, buffer)
            elif self._values["phase"] == rules.CHOOSE:
                count = own_choices(self._states, 0, seat, buffer)
            else:
                count = options(self._states, 0, seat, buffer)
            found = self._choices[key] = listed(buffer, count)
        return found

    # ---- playing ----

    def _carry_out(self, seat: int, option: Option, code: int) -> None:
        before = self._values
        city = before["actor"]
        if before["phase"] == rules.CHOOSE:
            city = seat if option.city is None else FREE_CITY
            self._forget(seat, city)
            self._chosen[city] = option, code
            apply(self._states, 0, seat, code)
            if len(self._chosen) < before["cities"]:
                return
        else:
            self._chosen = {city: (option, code)}
            apply(self._states, 0, seat, code)
        chosen, self._chosen = self._chosen, {}
        for number in sorted(chosen, key=lambda city: (self._decider(city), city)):
            self._moves.append((self._decider(number), chosen[number][0]))
        self._refresh()
        self._steps.append(Step.between(before, self._values, {city: chosen[city][1] for city in sorted(chosen)}))

    def _forget(self, seat: int, city: int) -> None:
        """A changed choice: with the own one the Free City's falls away, for it depends on the rest of the hand."""
        self._chosen.pop(city, None)
        if self.seats == 2 and city == seat == self._controller():
            self._chosen.pop(FREE_CITY, None)
            self._choices.pop((seat, True), None)

    def take_back(self, seat: int) -> None:
        """Withdraws a seat's unrevealed choice, and with it the one for the Free City."""
        self._check_seat(seat)
        if self.over:
            raise GameOver("the game is over", seat=seat)
        if seat not in self._chosen:
            raise IllegalMove(f"seat {seat} has made no choice", code="nothing_to_take_back", seat=seat)
        self._forget(seat, seat)
        withdraw(self._states, 0, seat)

    # ---- what may be seen ----

    def quotes(self, seat: int) -> Sequence[Quote]:
        self._check_seat(seat)
        return quotes_for(self._states, self._values, seat, self._pending)

    @property
    def _pending(self) -> dict[int, Option]:
        """Choices not yet revealed, by city."""
        return {city: option for city, (option, _) in self._chosen.items()}

    def plan(self, seat: int, option: Move) -> tuple[PlanLine, ...]:
        """How a build or stage among the options would be paid: each unit with its source and price."""
        return plan_for(self._states, self._values, seat, self.find_option(seat, option))

    def look(self, seat: int | None, *, memory: bool = True) -> WondersView:
        if seat is not None:
            self._check_seat(seat)
        cities = self._cities
        if cities is None:
            cities = self._cities = [city_view(self._values, city) for city in range(self._values["cities"])]
        remembered: Memory | UnsetType | None = UNSET
        if memory:
            remembered = None if seat is None else memory_of(self._states, self._values, self._steps, seat)
        result = self.result
        return look(
            self._states,
            self._values,
            seat,
            to_act=self.to_act,
            chosen=self._pending,
            cities=cities,
            scores=self._totals(),
            memory=remembered,
            result=None if result is None else msgspec.convert(result.as_dict(), WondersResult),
        )

    def view(self, seat: int | None, *, memory: bool = True) -> dict[str, Any]:
        view = super().view(seat, memory=memory)
        for choice in view["choices"]:  # lists for tuples
            if "pay" in choice:
                choice["pay"] = list(choice["pay"])
        if "secrets" in view:
            view["secrets"]["deal"] = self.deal
        return view

    def log(self, seat: int | None) -> list[dict[str, Any]]:
        """Everything that happened, as that seat (None: a spectator) may know it: keys and arguments, in order."""
        if seat is not None:
            self._check_seat(seat)
        return log_entries(self._values, self._steps, seat, self.result, opening=True)

    def snapshot(self) -> dict[str, Any]:
        snapshot = wonders_snapshot(self._values)
        snapshot["to_act"] = list(self.to_act)
        snapshot["scores"] = self._totals()
        return snapshot

    @property
    def over(self) -> bool:
        return bool(self._values["phase"] == rules.OVER)

    @property
    def result(self) -> Result | None:
        if self._result is None and self._values["phase"] == rules.OVER:
            self._result = self._scored()
        return self._result

    def _totals(self) -> list[int]:
        """What each seat would score if the game ended now; everything that counts lies open."""
        buffer = ints(SCORE_ROOM)
        score(self._states, 0, buffer)
        width = len(CATEGORIES) + 1
        return [int(buffer[seat * width + width - 1]) for seat in self.seats]

    def _scored(self) -> Result:
        buffer = ints(SCORE_ROOM)
        won = int(winners(self._states, 0, buffer))
        width = len(CATEGORIES) + 1
        keys = (*CATEGORIES, "total")
        scores = [
            dict(zip(keys, map(int, buffer[seat * width : seat * width + width]), strict=True)) for seat in self.seats
        ]
        return Result(tuple(seat for seat in self.seats if won >> seat & 1), "civilian", scores)

    def _given(self) -> WondersDeal:
        return self._deal

    # ---- copies ----

    def copy(self) -> WondersGame:
        other = WondersGame(self._deal, State.copy_of(self._states))
        other._moves = list(self._moves)
        other._steps = list(self._steps)
        other._chosen = dict(self._chosen)
        return other

    def redealt(self, seat: int, seed: int) -> WondersGame:
        """A game this seat cannot tell from the present one: all it does not know is dealt anew, at random.

        Choices of others that are not yet revealed are withdrawn.
        """
        self._check_seat(seat)
        states = State.copy_of(self._states)
        if not redeal(states, 0, seat, ints(SCRATCH), new_rng(checked_seed(seed))):
            raise NoOtherDeal(f"no other deal that seat {seat} could not tell apart was found", seat=seat)
        return retold(self, states)


def retold(game: WondersGame, states: Any) -> WondersGame:
    """The game played again from another deal: same public moves, with the hidden cards of `states`' history."""
    values = State.as_dict(states)
    other = WondersGame(deal := deal_of(values), state_of(deal))
    for step in game._steps:
        for city, code in step.codes.items():
            hidden = rules.kind_of(code) in (rules.STAGE_BUILT, rules.DISCARD)
            if hidden:
                code = rules.with_card(code, values["done_card"][step.age][step.entry][city])
            other.play(other._decider(city), option_of(code))
    for city, (option, _) in game._chosen.items():
        if values["choice"][city]:
            other.play(other._decider(city), option)
    return other


def new_wonders(players: int = 3, seed: int | None = None, boards: Any = "random") -> WondersGame:
    """A new game of 7 Wonders for 2 to 7 players. `boards`: "random", "A", "B" or one [city, side] per seat."""
    deal = random_deal(players, seed, boards)
    return WondersGame(deal, state_of(deal))


def wonders_from_deal(deal: Any) -> WondersGame:
    """A game from a deal in which everything random is given; `BadDeal` says what is wrong with it."""
    return WondersGame(*read_deal(deal))
