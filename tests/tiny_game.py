"""A game only for tests: five cards numbered 1 to 5, two players who take one in turn; more points win.

It is written against the public interface alone and registered like the real ones; `tests/universal/test_third_game.py`
plays it through everything that is built on that interface.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, Self

import msgspec

from mirabilia.game.base import RULES_VERSION, Game, Move, Seats, checked_seed
from mirabilia.game.deals import as_lists, fail, mapping, names, only_keys
from mirabilia.game.events import Event
from mirabilia.game.option import Option
from mirabilia.game.quote import PlanLine, Quote
from mirabilia.game.result import Result
from mirabilia.games import KINDS, GameKind, register
from mirabilia.games.kind import PublicGame

CARDS = ("1", "2", "3", "4", "5")


class TinyDeal(msgspec.Struct, frozen=True):
    game: Literal["tiny"]
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
    seats = Seats(2)

    def __init__(self, deal: TinyDeal) -> None:
        self._deal = deal
        self._states = None
        self._moves: list[tuple[int, Option]] = []
        self._events: list[Event] = []

    @property
    def _left(self) -> list[str]:
        taken = {option.card for _, option in self._moves}
        return [card for card in self._deal.row if card not in taken]

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.over else (len(self._moves) % 2,)

    @property
    def over(self) -> bool:
        return len(self._moves) == len(CARDS)

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
        twin._deal = TinyDeal("tiny", (*seen, *hidden))
        return twin


def new(players: int, seed: int | None) -> TinyGame:
    return TinyGame(TinyDeal("tiny", tuple(random.Random(seed).sample(CARDS, len(CARDS)))))


def read(deal: object) -> TinyGame:
    given: Mapping[str, Any] = mapping(deal)
    only_keys(given, ("game", "row"))
    row = names(given["row"], "row", CARDS, len(CARDS))
    if len(set(row)) < len(CARDS):
        raise fail("row", "a card stands twice")
    return TinyGame(TinyDeal("tiny", tuple(row)))


def marks_of(game: Game) -> list[list[str]]:
    return [["first"], ["second"]]


class TinyKind(GameKind):
    def public(self) -> PublicGame:
        return sys.modules[__name__]


@contextmanager
def registered() -> Iterator[None]:
    """The game is known within this."""
    register(
        TinyKind(
            name="tiny",
            title="Tiny",
            players=(2,),
            usual_players=2,
            categories=("cards",),
            clocks={"fast": (60, 1)},
        )
    )
    try:
        yield
    finally:
        del KINDS["tiny"]
