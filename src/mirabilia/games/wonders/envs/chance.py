"""The random facts of 7 Wonders one by one: the boards, then at the start of each age every hand card by card.

With two players the draw pile of the age is drawn after the hands, from the top.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import cast

from mirabilia.engine.compiling import Tables
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.envs.unfolding import Dealer, Step, field, number
from mirabilia.errors import BadOption, brief
from mirabilia.games.wonders.catalog import SIDES
from mirabilia.games.wonders.game.deal import edition_of
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.apply import apply, begin_age
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.setup import SCRATCH, start
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import (
    AGES,
    BEYOND_PLAYERS,
    CATALOG,
    CITIES,
    DECK,
    DECK_SIZE,
    EDITION_NUMBERS,
    FREE_CITY,
    HAND,
    KINDS,
    SEVENTH,
)
from mirabilia.json_types import JsonObject

MAX_OUTCOMES = max(KINDS, 2 * len(CATALOG.boards))
MAX_FACTS = CITIES + AGES * CITIES * HAND
LAST_AGE = AGES - 1


class WondersDealer(Dealer):
    """Tells the facts of a game of 7 Wonders; `boards` is "random", "A" or "B"."""

    states: State.Array

    def __init__(self, players: int, boards: str = "random", edition: int = 1) -> None:
        if boards not in ("random", *SIDES):
            said = f"boards are random, A or B, not {brief(boards)}"
            raise BadOption(said, option="boards")
        self.players, self.boards, self.edition = players, boards, edition_of(edition, players)
        self.number = EDITION_NUMBERS.index(edition)
        self.guilds = [self.edition.card_id[name] for name in self.edition.guilds]
        self.cities = 3 if players == 2 else players
        self.states = State.zeros(1)
        self.queue: list[tuple[str, int]] = [("board", city) for city in range(self.cities)]
        self.given: list[int] = []  # boards, with their sides
        self.age = -1
        self.dealt: list[int] = []  # cards of this age
        self.left: dict[int, int] = {}  # what is left of its deck, guilds apart: cards with their numbers
        self.guilds_left: list[int] = []

    def __deepcopy__(self, memo: dict[int, object]) -> WondersDealer:
        twin = copy.copy(self)
        twin.states = State.copy_of(self.states)
        twin.queue, twin.given, twin.dealt = list(self.queue), list(self.given), list(self.dealt)
        twin.left, twin.guilds_left = dict(self.left), list(self.guilds_left)
        return twin

    def _deck(self, age: int) -> list[int]:
        """The cards of an age, guilds left out."""
        return [int(card) for card in DECK[self.number][self.players][age][: DECK_SIZE[self.number][self.players][age]]]

    def outcomes(self) -> list[tuple[int, float]]:
        if self.queue[0][0] == "board":
            taken = {board // 2 for board in self.given}
            sides = [0, 1] if self.boards == "random" else [SIDES.index(self.boards)]
            boards = [
                2 * board + side for board in self.edition.board_id.values() if board not in taken for side in sides
            ]
            return [(board, 1.0 / len(boards)) for board in boards]
        left = len(self.queue)
        chances = [(card, count / left) for card, count in self.left.items()]
        wanted = left - sum(self.left.values())  # guilds among the cards to come
        if wanted:
            chances += [(card, wanted / left / len(self.guilds_left)) for card in self.guilds_left]
        return sorted(chances)

    def name(self, outcome: int) -> str:
        kind, place = self.queue[0]
        if kind == "board":
            return f"City {place}: {CATALOG.boards[outcome // 2].city} {SIDES[outcome % 2]}"
        return f"Hand {place}: {CATALOG.kinds[outcome].name}"

    def settle(self, outcome: int) -> None:
        kind, _ = self.queue.pop(0)
        if kind == "board":
            self.given.append(outcome)
        else:
            self.dealt.append(outcome)
            if outcome in self.guilds_left:
                self.guilds_left.remove(outcome)
            elif self.left[outcome] == 1:
                del self.left[outcome]
            else:
                self.left[outcome] -= 1
        if self.queue:
            return
        if kind == "board":
            self._start()
        else:
            self._hand_out()

    def _start(self) -> None:
        """Placeholders for all hands, then the first age."""
        values = State.as_dict(self.states)
        values["edition"] = self.number
        values["players"], values["cities"] = self.players, self.cities
        values["board"] = self.given + [0] * (CITIES - self.cities)
        for age in range(AGES):
            deck = self._deck(age)
            if age == LAST_AGE:
                deck += self.guilds[: self.cities + BEYOND_PLAYERS]
            for packet in range(self.cities):
                values["deal"][age][packet] = deck[packet * HAND : (packet + 1) * HAND]
        self.states = State.from_dict(values)
        start(self.states, 0)
        self.look()

    def _hand_out(self) -> None:
        """The hands of this age are all drawn: they take the place of the placeholders."""
        deal = cast("Tables[int]", field(self.states, "deal"))
        for place, card in enumerate(self.dealt):
            deal[self.age][place // HAND][place % HAND] = card
        begin_age(self.states[0], None)

    def look(self) -> None:
        age = number(self.states, "age")
        if age != self.age and number(self.states, "phase") != rules.OVER:
            self.want_hands(age)

    def want_hands(self, age: int) -> None:
        """The hands of an age are to be drawn."""
        self.age, self.dealt = age, []
        self.left, self.guilds_left = Counter(self._deck(age)), list(self.guilds)
        self.queue = [("card", packet) for packet in range(self.cities) for _ in range(HAND)]

    def resampled(self, seat: int, steps: list[Step], dice: random.Random) -> list[Step]:
        """Deals again what the seat cannot know; others' hidden cards and unrevealed choices change with it."""
        target = State.copy_of(self.states)
        redeal(target, 0, seat, ints(SCRATCH), new_rng(dice.getrandbits(60)))
        values = State.as_dict(target)
        twin = WondersDealer(self.players, self.boards, self.edition.number)
        again: list[Step] = []
        for step in steps:
            if step.outcome is not None:
                outcome = step.outcome
                if twin.queue[0][0] == "card":
                    place = len(twin.dealt)
                    outcome = values["deal"][twin.age][place // HAND][place % HAND]
                twin.settle(outcome)
                again.append(Step(outcome, {}, {}))
                continue
            codes = {actor: self._code_in(values, twin, actor, code, seat, dice) for actor, code in step.codes.items()}
            for actor, code in codes.items():
                apply(twin.states, 0, actor, code)
            again.append(Step(None, {}, codes))
            twin.look()
        return again

    def _code_in(
        self, values: JsonObject, twin: WondersDealer, actor: int, code: int, seat: int, dice: random.Random
    ) -> int:
        """A decision as it was made in the other world: the same in public, with the card that lies there now."""
        now = State.as_dict(twin.states)
        choosing = now["phase"] == rules.CHOOSE
        city = (FREE_CITY if rules.is_free_city(code) else actor) if choosing else now["actor"]
        entry = SEVENTH if now["phase"] == rules.SEVENTH_CARD else now["turn"]
        if choosing and values["done_action"][now["age"]][entry][city] == 0:  # not yet revealed
            if actor == seat:
                return code
            codes = ints(MAX_OPTIONS)
            return int(codes[dice.randrange(int(options(twin.states, 0, actor, codes)))])
        if rules.kind_of(code) in (rules.STAGE_BUILT, rules.DISCARD):
            return int(rules.with_card(code, values["done_card"][now["age"]][entry][city]))
        return code
