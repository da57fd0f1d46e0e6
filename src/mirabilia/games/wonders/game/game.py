"""7 Wonders as a public `Game`: names instead of numbers around the compiled rules.

All seats choose at once. `play` keeps a choice; until the last seat has chosen it can be changed by another `play` or
withdrawn by `take_back`, then the turn resolves. With two players the seat with the Free City card owes two choices,
first its own, then the Free City's. Options and prices come from the rules, views and quotes from one bulk read of
the state (`view.py`, `quotes.py`), events from what the rules report. Nothing here decides a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from mirabilia.engine.records import ints, plain
from mirabilia.engine.reporting import EVENT_ROOM
from mirabilia.engine.rng import new_rng
from mirabilia.errors import GameOver, IllegalMove, NoOtherDeal
from mirabilia.game.base import Game, Move, Seats, checked_seed
from mirabilia.game.events import Event
from mirabilia.game.option import Option
from mirabilia.game.quote import PlanLine, Quote
from mirabilia.game.reading import Values, copied, field
from mirabilia.game.result import Result
from mirabilia.games.wonders.game.deal import (
    WondersDeal,
    deal_of,
    every_board,
    random_deal,
    read_deal,
    state_of,
    with_boards,
)
from mirabilia.games.wonders.game.drafting import Drafting, board_options
from mirabilia.games.wonders.game.events import BoardTaken, Spare, events_of
from mirabilia.games.wonders.game.memory import Deed, Hands, Memory, knowledge_of, memory_of, place_of
from mirabilia.games.wonders.game.options import NAMES, Discard, Stage, TakeBoard, listed
from mirabilia.games.wonders.game.quotes import WondersQuote, plan_for, quotes_for
from mirabilia.games.wonders.game.view import (
    WondersCity,
    WondersResult,
    WondersView,
    city_view,
    during,
    look,
    wonders_snapshot,
)
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.apply import apply_reporting, withdraw
from mirabilia.games.wonders.rules.event_rows import report_start
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, colors_free, free_city_choices, options, own_choices
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, score, winners
from mirabilia.games.wonders.rules.setup import SCRATCH
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import CATEGORIES, CITIES, FREE_CITY, SEVENTH
from mirabilia.json_types import JsonObject

Listing = tuple[list[Option], list[int]]  # options, and the rules' code of each
_WIDTH = len(CATEGORIES) + 1  # of a seat's scores
NO_CODE = -1  # of a board taken: the rules begin after it
NO_PLACE = -1  # of its card, for it has none


class WondersGame(Game):
    """A game of 7 Wonders."""

    name = "wonders"

    _states: State.Array

    def __init__(self, deal: WondersDeal, states: State.Array) -> None:
        """Use `mirabilia.new_game` or `mirabilia.from_deal`."""
        self._deal: WondersDeal | None = deal
        self._first_deal = deal
        self._states = states
        self.seats = Seats(field(states, "players"))
        self._drafting: Drafting | None = None
        if deal.drafter is not None:
            self._drafting = Drafting(deal.edition, deal.drafter, int(self.seats), every_board(deal))
            self._states = _without_hands(states)
        self._city_count: int = field(states, "cities")
        self._moves: list[tuple[int, Option]] = []
        self._places: list[int] = []  # of each move's card in the history of the rules
        self._deeds: list[Deed] = []
        self._ended: dict[tuple[int, int], Hands] = {}  # hands of ages that have ended, by seat and age
        self._chosen: dict[int, tuple[Option, int]] = {}  # option and code by city, not yet revealed
        self._events: list[Event] | None = [] if self._drafting else self._started()
        self._refresh()

    def _started(self) -> list[Event]:
        """What happens as soon as boards and hands are dealt."""
        buffer = ints(EVENT_ROOM)
        return [*events_of(self.seats, buffer, report_start(self._states, 0, buffer))]

    def _refresh(self) -> None:
        """After each resolved step: what is known of a position is read when first asked for."""
        self._read: Values | None = None
        self._when: tuple[int, int, int, int] | None = None
        self._choices: dict[tuple[int, bool], Listing] = {}  # by seat, and whether for the Free City
        self._quoted: dict[tuple[int, str | None], list[WondersQuote]] = {}  # hidden choices change none of them
        self._cities: list[WondersCity] | None = None
        self._result: Result | None = None

    @property
    def _values(self) -> Values:
        """The whole position as plain numbers."""
        values = self._read
        if values is None:
            values = self._read = State.as_dict(self._states)
        return values

    @property
    def _now(self) -> tuple[int, int, int, int]:
        """Phase, age, turn and the city with a step of its own."""
        now = self._when
        if now is None:
            states = self._states
            now = self._when = (
                field(states, "phase"),
                field(states, "age"),
                field(states, "turn"),
                field(states, "actor"),
            )
        return now

    # ---- who decides what ----

    @property
    def to_act(self) -> tuple[int, ...]:
        if self._drafting:
            return (self._drafting.seat,)
        phase, _, _, actor = self._now
        if phase == rules.OVER:
            return ()
        if phase != rules.CHOOSE:
            return (self._decider(actor),)
        chosen = self._chosen
        if not chosen and self.seats != 2:
            return tuple(self.seats)
        return tuple(sorted({self._decider(city) for city in range(self._city_count) if city not in chosen}))

    @property
    def over(self) -> bool:
        return self._now[0] == rules.OVER

    @property
    def hidden_choices(self) -> tuple[tuple[int, str], ...]:
        return tuple((self._decider(city), self._chosen[city][0].text) for city in sorted(self._chosen))

    def _decider(self, city: int) -> int:
        """The seat that decides for a city."""
        return city if city < self.seats else self._controller()

    def _controller(self) -> int:
        """The seat with the Free City card."""
        _, age, turn, _ = self._now
        return int(rules.controller_at(age, turn))

    def _decides_for_free_city(self, seat: int) -> bool:
        """Whether a seat has made its own choice and may now make the Free City's."""
        return self.seats == 2 and seat == self._controller() and seat in self._chosen

    def options(self, seat: int) -> list[Option]:
        self._check_seat(seat)
        if self._now[0] == rules.CHOOSE and not self._drafting:
            if seat not in self._chosen:
                return list(self._listed(seat, False)[0])
            if self._decides_for_free_city(seat) and FREE_CITY not in self._chosen:
                return list(self._listed(seat, True)[0])
            return []
        return list(self._playable(seat)[0])

    def _playable(self, seat: int) -> Listing:
        if self._drafting:
            boards = board_options(self._drafting.shown().free) if seat in self.to_act else []
            return boards, [NO_CODE] * len(boards)
        if self._now[0] != rules.CHOOSE:
            return self._listed(seat, False) if seat in self.to_act else ([], [])
        found = self._listed(seat, False)
        if self._decides_for_free_city(seat):
            more = self._listed(seat, True)
            return found[0] + more[0], found[1] + more[1]
        return found

    def _listed(self, seat: int, free_city: bool) -> Listing:
        """The options for one city and their codes, listed once per position."""
        key = (seat, free_city)
        found = self._choices.get(key)
        if found is None:
            buffer = ints(MAX_OPTIONS)  # one per call: several threads may read one game
            if free_city:
                count = free_city_choices(self._states, 0, buffer)
            elif self._now[0] == rules.CHOOSE:
                count = own_choices(self._states, 0, seat, buffer)
            else:
                count = options(self._states, 0, seat, buffer)
            found = self._choices[key] = listed(buffer, count)
        return found

    # ---- playing ----

    def _carry_out(self, seat: int, option: Option, code: int) -> tuple[Event, ...]:
        if self._drafting:
            return self._take_board(self._drafting, option)
        phase, age, turn, city = self._now
        if phase == rules.CHOOSE:
            city = seat if option.city is None else FREE_CITY
            self._forget(seat, city)
        self._chosen[city] = option, code
        buffer = ints(EVENT_ROOM)
        rows = apply_reporting(self._states, 0, seat, code, buffer)
        if phase == rules.CHOOSE and len(self._chosen) < self._city_count:
            return ()
        chosen, self._chosen = self._chosen, {}
        entry = turn if phase == rules.CHOOSE else SEVENTH
        for number in sorted(chosen, key=lambda city: (self._decider(city), city)):
            self._moves.append((self._decider(number), chosen[number][0]))
            self._places.append(place_of(age, entry, number))
        self._deeds += [Deed.of(age, entry, number, chosen[number][0]) for number in sorted(chosen)]
        events = events_of(self.seats, buffer, rows)
        self._deeds += [Deed.spare(age, event.city, event.card) for event in events if isinstance(event, Spare)]
        if self._events is not None:
            self._events += events
        self._refresh()
        return events

    def _take_board(self, drafting: Drafting, option: Option) -> tuple[Event, ...]:
        """A board taken; after the last one the game begins."""
        assert isinstance(option, TakeBoard)
        taken = BoardTaken(drafting.seat, option.board, option.side, drafting.owner(option))
        self._moves.append((drafting.seat, option))
        self._places.append(NO_PLACE)
        later = drafting.after(option)
        states = state_of(with_boards(self._given(), later.boards))
        self._drafting, self._states = (None, states) if later.over else (later, _without_hands(states))
        events = (taken,) if self._drafting else (taken, *self._started())
        if self._events is not None:
            self._events += events
        self._refresh()
        return events

    def _forget(self, seat: int, city: int) -> None:
        """A changed choice; it also drops the one for the Free City, which depends on the rest of the hand."""
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
        if self._drafting:
            return []
        is_free_city = self._decides_for_free_city(seat) and FREE_CITY not in self._chosen
        key = seat, self._chosen[seat][0].card if is_free_city else None  # what it took is no longer there to take
        found = self._quoted.get(key)
        if found is None:
            found = self._quoted[key] = quotes_for(self._states, self._values, seat, self._pending)
        return list(found)

    @property
    def _pending(self) -> dict[int, Option]:
        """Choices not yet revealed, by city."""
        return {city: option for city, (option, _) in self._chosen.items()}

    def plan(self, seat: int, option: Move) -> tuple[PlanLine, ...]:
        found = self.find_option(seat, option)
        return () if self._drafting else plan_for(self._states, self._values, seat, found)

    @property
    def states(self) -> State.Array:
        if self._drafting:
            raise IllegalMove("boards are still being chosen: encodings and searches begin with the game itself")
        return self._states

    def look(self, seat: int | None, *, memory: bool = True) -> WondersView:
        if seat is not None:
            self._check_seat(seat)
        cities = self._cities
        if cities is None:
            gifts = self._values["gifts"]
            cities = self._cities = [
                city_view(self._values, city, int(colors_free(self._states, 0, city)) if gifts[city] else 0)
                for city in range(self._city_count)
            ]
        knowledge = None if seat is None else knowledge_of(self._states, seat)
        remembered: Memory | UnsetType | None = None if memory else UNSET
        if memory and seat is not None and knowledge is not None:
            remembered = memory_of(self._values, knowledge, self._deeds, seat, self._ended)
        result = self.result
        seen = look(
            self._values,
            seat,
            knowledge,
            to_act=self.to_act,
            chosen=self._pending,
            cities=cities,
            scores=self._totals(),
            memory=remembered,
            deal=None if result is None else self._given(),
            result=None if result is None else msgspec.convert(result.as_dict(), WondersResult),
        )
        return during(self._drafting, seen) if self._drafting else seen

    def view(self, seat: int | None, *, memory: bool = True) -> JsonObject:
        view = super().view(seat, memory=memory)
        for choice in view["choices"]:  # lists for tuples
            if "pay" in choice:
                choice["pay"] = list(choice["pay"])
        if "secrets" in view:
            view["secrets"]["deal"] = self.deal
        return view

    def _happened(self) -> list[Event]:
        events = self._events
        if events is None:  # dealt again: playing it again reports what happened with the other cards
            again = self._fresh()
            for seat, option in self._moves:
                again.play(seat, option)
            events = self._events = again._happened()
        return events

    def snapshot(self) -> JsonObject:
        snapshot = wonders_snapshot(self._values, self._drafting)
        snapshot["to_act"] = list(self.to_act)
        snapshot["scores"] = self._totals()
        return snapshot

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        result = self._result
        if result is None:
            result = self._result = self._scored()
        return result

    def _totals(self) -> list[int]:
        """What each seat would score if the game ended now; everything that counts lies open."""
        buffer = ints(SCORE_ROOM)
        score(self._states, 0, buffer)
        points: list[int] = plain(buffer[_WIDTH - 1 : self.seats * _WIDTH : _WIDTH])
        return points

    def _scored(self) -> Result:
        buffer = ints(SCORE_ROOM)
        won = int(winners(self._states, 0, buffer))
        points, keys = plain(buffer), (*CATEGORIES, "total")
        scores = [dict(zip(keys, points[at * _WIDTH : (at + 1) * _WIDTH], strict=True)) for at in self.seats]
        return Result(tuple(seat for seat in self.seats if won >> seat & 1), "civilian", scores)

    def _given(self) -> WondersDeal:
        deal = self._deal
        if deal is None:  # dealt again, and not asked for so far
            first = self._first_deal
            dealt = with_boards(deal_of(self._values), every_board(first))
            deal = self._deal = msgspec.structs.replace(dealt, drafter=first.drafter)
        return deal

    def _fresh(self) -> WondersGame:
        return WondersGame(self._given(), state_of(self._given()))

    def undo(self) -> tuple[int, str]:
        if not self._chosen:
            return super().undo()
        city, (option, _) = list(self._chosen.items())[-1]
        seat = self._decider(city)
        kept = self._chosen.get(seat) if city != seat else None
        self.take_back(seat)  # with its own choice goes the one for the Free City
        if kept is not None:
            self._carry_out(seat, *kept)
        return seat, option.text

    # ---- copies ----

    def copy(self) -> WondersGame:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)  # what was read of the position is never changed, so both may use it
        twin._states = copied(self._states)
        twin._moves, twin._places, twin._deeds = list(self._moves), list(self._places), list(self._deeds)
        twin._chosen, twin._choices, twin._ended = dict(self._chosen), dict(self._choices), dict(self._ended)
        twin._quoted = dict(self._quoted)
        twin._events = None if self._events is None else list(self._events)
        return twin

    def redealt(self, seat: int, seed: int) -> WondersGame:
        """A game this seat cannot tell from the present one: all it does not know is dealt again, at random.

        Choices of others that are not yet revealed are withdrawn.
        """
        self._check_seat(seat)
        twin = self.copy()
        if self._drafting:  # nobody has seen a card
            boards = every_board(self._first_deal)
            other = random_deal(int(self.seats), seed, boards, self._first_deal.edition)
            twin._deal = twin._first_deal = msgspec.structs.replace(other, drafter=self._first_deal.drafter)
            return twin
        if not redeal(twin._states, 0, seat, ints(SCRATCH), new_rng(checked_seed(seed))):
            raise NoOtherDeal(f"no other deal that seat {seat} could not tell apart was found", seat=seat)
        twin._refresh()
        twin._deal = twin._events = None
        twin._ended = {}
        twin._take_hidden_cards_from_state()
        kept = field(twin._states, "choice")
        twin._chosen = {city: made for city, made in self._chosen.items() if kept[city]}
        return twin

    def _take_hidden_cards_from_state(self) -> None:
        """After a redeal: moves and deeds that went face down with the cards that lie there now."""
        cards = [card for age in field(self._states, "done_card") for entry in age for card in entry]
        assert len(cards) % CITIES == 0
        for number, ((seat, option), place) in enumerate(zip(self._moves, self._places, strict=True)):
            if isinstance(option, Stage | Discard) and option.card != NAMES[cards[place]]:
                self._moves[number] = seat, msgspec.structs.replace(option, card=NAMES[cards[place]])
        for number, deed in enumerate(self._deeds):
            if deed.place >= 0 and deed.known[4] != NAMES[cards[deed.place]]:
                self._deeds[number] = deed.with_card(NAMES[cards[deed.place]])


def _without_hands(states: State.Array) -> State.Array:
    """The state while boards are chosen: hands are dealt later."""
    values = State.as_dict(states)
    values["hand_size"] = [0] * len(values["hand_size"])
    return State.from_dict(values)


def new(players: int = 3, seed: int | None = None, boards: object = "random", edition: int = 1) -> WondersGame:
    """A new game of 7 Wonders for 2 to 7 players, 3 to 7 with the second edition.

    `boards`: "random", "draft", "A", "B" or one [city, side] per seat.
    """
    deal = random_deal(players, seed, boards, edition)
    return WondersGame(deal, state_of(deal))


def read(deal: object) -> WondersGame:
    """A game from a deal in which everything random is given; `BadDeal` says what is wrong with it."""
    return WondersGame(*read_deal(deal))


def marks_of(game: Game) -> list[list[str]]:
    """For each seat what win rates are counted by: its board."""
    return [[f"{city['board']} {city['side']}"] for city in game.snapshot()["cities"][: game.seats]]
