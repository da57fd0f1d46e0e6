"""A game only for tests: numbered cards in a row, players who take one of the first two in turn; more points win.

It is written against the public interface alone and registered like the real ones; `tests/universal/test_third_game.py`
plays it through everything that is built on that interface. Its facets are those of a game without compiled rules:
bots with levels, an option of its own, tables of up to nine seats, a warm-up, and study.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Self

import msgspec

from mirabilia.bots.base import Answer, Bot, Choice, Limits, fields_of
from mirabilia.bots.game_bots import GameBots
from mirabilia.bots.weigher import Weighed, Weigher
from mirabilia.errors import UnknownGame
from mirabilia.game.base import RULES_VERSION, Game, Move, Seats, checked_seed
from mirabilia.game.deals import as_lists, fail, mapping, only_keys
from mirabilia.game.events import Event
from mirabilia.game.option import Option
from mirabilia.game.quote import PlanLine, Quote
from mirabilia.game.result import Result
from mirabilia.games import KINDS, GameKind, register
from mirabilia.games.kind import GameOption, PublicGame
from mirabilia.study.games import Budgets, StudyOfGame

CARDS = tuple(str(number) for number in range(1, 100))
ROUNDS = 3


class TinyDeal(msgspec.Struct, frozen=True):
    game: Literal["tiny"]
    players: int
    row: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        return as_lists(self)


class Take(Option, frozen=True, tag="build"):
    card: str

    @property
    def game(self) -> str:
        return "tiny"


class Taken(Event, frozen=True, tag="taken"):
    city: int
    card: str


class TinyView(msgspec.Struct, frozen=True):
    game: str
    rules: str
    you: int | None
    to_act: list[int]
    row: list[str]
    taken: list[list[str]]
    moves: int
    scores: list[int]


class TinyGame(Game):
    name = "tiny"

    def __init__(self, deal: TinyDeal) -> None:
        self._deal = deal
        self.seats = Seats(deal.players)
        self._states = None
        self._moves: list[tuple[int, Option]] = []
        self._events: list[Event] = []

    @property
    def _left(self) -> list[str]:
        taken = {option.card for _, option in self._moves}
        return [card for card in self._deal.row if card not in taken]

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.over else (len(self._moves) % self.seats,)

    @property
    def over(self) -> bool:
        return len(self._moves) == len(self._deal.row)

    def options(self, seat: int) -> list[Option]:
        self._check_seat(seat)
        return self._playable(seat)[0]

    def _playable(self, seat: int) -> tuple[list[Option], list[int]]:
        open_cards = self._left[:2] if self.to_act == (seat,) else []
        return [Take(card) for card in open_cards], list(range(len(open_cards)))

    def _carry_out(self, seat: int, option: Option, code: int) -> tuple[Event, ...]:
        self._moves.append((seat, option))
        self._events.append(Taken(seat, option.card or ""))
        return (self._events[-1],)

    def quotes(self, seat: int) -> list[Quote]:
        self._check_seat(seat)
        return []

    def plan(self, seat: int, option: Move) -> tuple[PlanLine, ...]:
        return ()

    def _taken(self) -> list[list[str]]:
        return [[option.card or "" for who, option in self._moves if who == seat] for seat in self.seats]

    def look(self, seat: int | None, *, memory: bool = True) -> TinyView:
        scores = [sum(map(int, cards)) for cards in self._taken()]
        row, taken = self._left[:2], self._taken()
        return TinyView("tiny", RULES_VERSION, seat, list(self.to_act), row, taken, len(self._moves), scores)

    def snapshot(self) -> dict[str, Any]:
        return {**self.view(None), "row": self._left}

    @property
    def result(self) -> Result | None:
        if not self.over:
            return None
        points = [sum(map(int, cards)) for cards in self._taken()]
        winners = tuple(seat for seat in self.seats if points[seat] == max(points))
        return Result(winners, "civilian", [{"cards": n, "total": n} for n in points])

    def _happened(self) -> list[Event]:
        return self._events

    def _given(self) -> TinyDeal:
        return self._deal

    def _fresh(self) -> Self:
        return type(self)(self._deal)

    def copy(self) -> Self:
        twin = self._fresh()
        twin._moves, twin._events = list(self._moves), list(self._events)
        return twin

    def redealt(self, seat: int, seed: int) -> Self:
        self._check_seat(seat)
        twin, hidden = self.copy(), self._left[2:]
        random.Random(checked_seed(seed)).shuffle(hidden)
        seen = [card for card in self._deal.row if card not in hidden]
        twin._deal = TinyDeal("tiny", self._deal.players, (*seen, *hidden))
        return twin


def new(players: int, seed: int | None, rounds: int = ROUNDS) -> TinyGame:
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 1 <= rounds <= 10:
        raise UnknownGame("rounds is a number from 1 to 10", code="bad_option", option="rounds")
    return TinyGame(TinyDeal("tiny", players, tuple(random.Random(seed).sample(CARDS, players * rounds))))


def read(deal: object) -> TinyGame:
    given: Mapping[str, Any] = mapping(deal)
    only_keys(given, ("game", "players", "row"))
    players, row = int(given["players"]), given["row"]
    if not row or len(row) % players or len(set(row)) < len(row) or not set(row) <= set(CARDS):
        raise fail("row", "not a row of different cards for these players")
    return TinyGame(TinyDeal("tiny", players, tuple(row)))


def marks_of(game: Game) -> list[list[str]]:
    return [[f"place {seat + 1}"] for seat in game.seats]


class TinyGreedy(Bot):
    """Takes the higher card, but with a share of blunders the other."""

    name = "greedy"

    def __init__(self, seed: int, blunder: float = 0.0) -> None:
        super().__init__(seed)
        self.blunder = blunder

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        best = sorted(options, key=lambda option: -int(fields_of(option)["card"]))
        blunders = random.Random(self.position_seed(view)).random() < self.blunder
        return Answer(best[-1] if blunders else best[0])


class TinySearch(Weigher):
    """Knows no more than the greedy bot, and says what it thinks."""

    name = "search"

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        weighed = self.weigh(view, options, limits.simulations or 1)
        return Answer(weighed.ranked[0][2], {"value": weighed.chance, "win_chance": weighed.chance})

    def weigh(
        self, view: Mapping[str, Any], options: Sequence[Choice], simulations: int, only: Choice | None = None
    ) -> Weighed:
        values = {fields_of(option)["card"]: int(fields_of(option)["card"]) / 100 for option in options}
        ranked = sorted(((1, values[fields_of(o)["card"]], o) for o in options), key=lambda entry: -entry[1])
        chosen = ranked[0][2] if only is None else only
        points = tuple({"cards": float(score)} for score in view["scores"])
        ways = tuple({"civilian": 1 / len(points)} for _ in points)
        return Weighed(ranked if only is None else [], values[fields_of(chosen)["card"]], 0.0, points, ways)


class TinyBots(GameBots):
    game = "tiny"
    levels = {
        "novice": ("intuition", {"blunder": 0.8}),
        "beginner": ("intuition", {"blunder": 0.6}),
        "easy": ("intuition", {"blunder": 0.4}),
        "normal": ("intuition", {"blunder": 0.1}),
        "hard": ("search", {"simulations": 1}),
        "expert": ("search", {"simulations": 1}),
        "master": ("search", {"simulations": 1}),
    }
    milliseconds = dict.fromkeys(levels, 0)

    def greedy(self, seed: int, style: str) -> Bot:
        return TinyGreedy(seed)

    def intuition(self, seed: int, style: str | None, **settings: Any) -> Bot:
        return TinyGreedy(seed, **settings)

    def search(self, seed: int, limits: Limits, network: object = None, style: str | None = None) -> Weigher:
        return TinySearch(seed)


class TinyStudy:
    """What `study_of("tiny")` is."""

    QUICK = DEEP = HINT = 1
    AnyOption = Take
    FINDERS = ()
    NO_REASONS = NO_WARNINGS = ()
    PUZZLES = Path("there-are-none")
    PUZZLE_THEMES = ()
    PUZZLE_LEVELS = ()
    PUZZLE_BUDGETS = Budgets(1, 1, 1)

    @staticmethod
    def place_of(view: Mapping[str, Any]) -> tuple[int, int]:
        return 1, view["moves"] + 1

    @staticmethod
    def position_of(view: Mapping[str, Any]) -> object:
        return None


class TinyKind(GameKind):
    def public(self) -> PublicGame:
        return sys.modules[__name__]

    def bots(self) -> GameBots:
        return TinyBots()

    def study(self) -> StudyOfGame:
        return TinyStudy


TINY = TinyKind(
    name="tiny",
    title="Tiny",
    players=(2, 3, 9),
    usual_players=2,
    options=(GameOption("rounds", int, ROUNDS),),
    clocks={"fast": (60, 1)},
    single_facts=frozenset({"players"}),
    warm_up=(2,),
)


@contextmanager
def registered(kind: GameKind = TINY) -> Iterator[None]:
    """The game is known within this."""
    register(kind)
    try:
        yield
    finally:
        del KINDS["tiny"]
