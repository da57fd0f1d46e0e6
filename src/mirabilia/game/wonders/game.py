"""7 Wonders as a public `Game`: names instead of numbers around the compiled rules.

All seats choose at once. `play` keeps a choice; until the last seat has chosen it can be changed by another `play` or
withdrawn by `take_back`, then the turn resolves. With two players the seat with the Free City card owes two choices,
first its own, then the Free City's. Options and prices come from the rules, views and quotes from one bulk read of
the state (`view.py`, `quotes.py`). Nothing here decides a rule.
"""

from __future__ import annotations

from typing import Any

from mirabilia.errors import GameOver, IllegalMove, NoOtherDeal
from mirabilia.game.base import RULES_VERSION, Game, Option, Quote, Result, Seats, checked_seed
from mirabilia.game.wonders.deal import NAMES, deal_of, random_deal, read_deal
from mirabilia.game.wonders.log import Step, log_entries
from mirabilia.game.wonders.memory import memory_of
from mirabilia.game.wonders.quotes import plan_for, quotes_for
from mirabilia.game.wonders.view import wonders_snapshot, wonders_view
from mirabilia.rules.records import ints
from mirabilia.rules.rng import new_rng
from mirabilia.rules.wonders import state as rules
from mirabilia.rules.wonders.apply import apply, withdraw
from mirabilia.rules.wonders.options import MAX_OPTIONS, free_city_choices, options, own_choices
from mirabilia.rules.wonders.ranks import payment_rank
from mirabilia.rules.wonders.redeal import redeal
from mirabilia.rules.wonders.scoring import SCORE_ROOM, score, winners
from mirabilia.rules.wonders.setup import SCRATCH
from mirabilia.rules.wonders.state import State
from mirabilia.rules.wonders.tables import CATEGORIES, FREE_CITY, NONE

ACTIONS = {
    rules.BUILD: "build",
    rules.STAGE_BUILT: "stage",
    rules.DISCARD: "discard",
    rules.FREE_BUILD: "free_build",
    rules.REVIVE: "revive",
}
_BOUGHT = rules.COIN_BITS << rules.LEFT_SHIFT | rules.COIN_BITS << rules.RIGHT_SHIFT


class WondersOption(Option):
    """A decision of 7 Wonders."""

    __slots__ = ("_rank",)
    game = "wonders"

    def __init__(self, code: int, rank: int, **fields: Any) -> None:
        super().__init__(code, **fields)
        self._rank = rank

    @property
    def rank(self) -> int:
        return self._rank


def option_of(code: int, rank: int = 0) -> Option:
    """The option a code of the rules stands for."""
    card = rules.card_of(code)
    action = ACTIONS[rules.kind_of(code)]
    fields: dict[str, Any] = {"action": action, "card": None if card == NONE else NAMES[card]}
    if action in ("build", "stage"):
        fields["pay"] = [rules.left_of(code), rules.right_of(code)]
        if action == "build":
            fields["bank"] = rules.bank_of(code)
    if rules.is_free_city(code):
        fields["city"] = "free"
    return WondersOption(code, rank, **fields)


class WondersGame(Game):
    """A game of 7 Wonders."""

    name = "wonders"

    def __init__(self, deal: dict[str, Any], states: Any) -> None:
        """Use `mirabilia.new_game` or `mirabilia.from_deal`."""
        self._deal = deal
        self._states = states
        self._moves: list[tuple[int, str]] = []
        self._steps: list[Step] = []
        self._chosen: dict[int, Option] = {}  # by city, not yet revealed
        self._refresh()
        self.seats = Seats(self._values["players"])

    def _refresh(self) -> None:
        """Reads the position once after each resolved step; options are listed when first asked for."""
        self._values = State.as_dict(self._states)
        self._choices: dict[tuple[int, bool], list[Option]] = {}  # by seat, and whether for the Free City
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
        return tuple((self._decider(city), self._chosen[city].text) for city in sorted(self._chosen))

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
                return list(self._listed(seat, False))
            if self._decides_for_free_city(seat) and FREE_CITY not in self._chosen:
                return list(self._listed(seat, True))
            return []
        return list(self._listed(seat, False)) if seat in self.to_act else []

    def playable(self, seat: int) -> list[Option]:
        self._check_seat(seat)
        if self._values["phase"] != rules.CHOOSE:
            return self.options(seat)
        playable = list(self._listed(seat, False))
        if self._decides_for_free_city(seat):
            playable += self._listed(seat, True)
        return playable

    def _listed(self, seat: int, free_city: bool) -> list[Option]:
        """The options for one city, listed once per position."""
        key = (seat, free_city)
        if key not in self._choices:
            buffer = ints(MAX_OPTIONS)  # one per call: several threads may read one game
            if free_city:
                count = free_city_choices(self._states, 0, buffer)
            elif self._values["phase"] == rules.CHOOSE:
                count = own_choices(self._states, 0, seat, buffer)
            else:
                count = options(self._states, 0, seat, buffer)
            self._choices[key] = [
                # who buys nothing has no other way to pay
                option_of(int(buffer[k]), int(payment_rank(buffer, count, k)) if buffer[k] & _BOUGHT else 0)
                for k in range(count)
            ]
        return self._choices[key]

    # ---- playing ----

    def _carry_out(self, seat: int, option: Option) -> None:
        before = self._values
        city = before["actor"]
        if before["phase"] == rules.CHOOSE:
            city = FREE_CITY if option.get("city") == "free" else seat
            self._forget(seat, city)
            self._chosen[city] = option
            apply(self._states, 0, seat, option.code)
            if len(self._chosen) < before["cities"]:
                return
        else:
            self._chosen = {city: option}
            apply(self._states, 0, seat, option.code)
        chosen, self._chosen = self._chosen, {}
        for number in sorted(chosen, key=lambda city: (self._decider(city), city)):
            self._moves.append((self._decider(number), chosen[number].text))
        self._refresh()
        self._steps.append(Step.between(before, self._values, {city: chosen[city].code for city in sorted(chosen)}))

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

    def quotes(self, seat: int) -> list[Quote]:
        self._check_seat(seat)
        return quotes_for(self._states, self._values, seat, self._chosen)

    def plan(self, seat: int, option: Option | dict[str, Any] | str) -> list[dict[str, Any]]:
        """How a build or stage among the options would be paid: each unit with its source and price."""
        return plan_for(self._values, seat, self.find_option(seat, option).as_dict())

    def view(self, seat: int | None) -> dict[str, Any]:
        if seat is not None:
            self._check_seat(seat)
        pending = {city: option.as_dict() for city, option in self._chosen.items()}
        view = wonders_view(self._states, self._values, seat, self.to_act, pending, self.result)
        view["rules"] = RULES_VERSION
        view["scores"] = self._totals()
        view["memory"] = None if seat is None else memory_of(self._states, self._values, self._steps, seat)
        view["recent"] = log_entries(self._values, self._steps[-1:], seat, self.result)
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
    other = wonders_from_deal(deal_of(values))
    for step in game._steps:
        for city, code in step.codes.items():
            hidden = rules.kind_of(code) in (rules.STAGE_BUILT, rules.DISCARD)
            if hidden:
                code = rules.with_card(code, values["done_card"][step.age][step.entry][city])
            other.play(other._decider(city), option_of(code))
    for city, option in game._chosen.items():
        if values["choice"][city]:
            other.play(other._decider(city), option)
    return other


def new_wonders(players: int = 3, seed: int | None = None, boards: Any = "random") -> WondersGame:
    """A new game of 7 Wonders for 2 to 7 players. `boards`: "random", "A", "B" or one [city, side] per seat."""
    return wonders_from_deal(random_deal(players, seed, boards))


def wonders_from_deal(deal: Any) -> WondersGame:
    """A game from a deal in which everything random is given; `BadDeal` says what is wrong with it."""
    return WondersGame(*read_deal(deal))
