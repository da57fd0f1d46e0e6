"""The random facts of Duel one by one: first player, tokens, wonders of a round, guild backs, cards as they turn up.

Which tokens the box gives is drawn when someone takes from it. A card that is never turned up is never drawn.
"""

from __future__ import annotations

import copy
import random
from typing import cast

from mirabilia.engine.compiling import Row, Rows
from mirabilia.engine.records import plain
from mirabilia.envs.unfolding import Dealer, Step, field, number
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.setup import start
from mirabilia.games.duel.rules.state import DRAFT, LIBRARY, OVER, State, card_of
from mirabilia.games.duel.rules.tables import (
    CARDS,
    CATALOG,
    DECK_SIZES,
    DECKS,
    DRAFT_ROUND,
    DRAFTED,
    GUILD_COUNT,
    GUILDS,
    GUILDS_DEALT,
    LIBRARY_SIZE,
    SLOTS,
    TOKENS,
    TOKENS_ON_BOARD,
    WONDERS,
)
from mirabilia.json_types import Json

MAX_OUTCOMES = max(CARDS, TOKENS, WONDERS, SLOTS)
MAX_FACTS = 2 + TOKENS_ON_BOARD + DRAFTED + 3 * SLOTS + GUILDS_DEALT + 2 * LIBRARY_SIZE
LAST_AGE = 2


_CARDS = [sorted(int(card) for card in DECKS[age][: DECK_SIZES[age]]) for age in range(len(DECK_SIZES))]  # no guilds
_GUILDS = sorted(int(card) for card in GUILDS[:GUILD_COUNT])


class DuelDealer(Dealer):
    """Draws the facts of a game of Duel, with a draft or with the wonders of a first game."""

    states: State.Array

    def __init__(self, first_game_wonders: bool = False) -> None:
        self.states = State.zeros(1)
        self.started = False
        self.first_game_wonders = first_game_wonders
        self.queue: list[tuple[str, int]] = [("first", 0)]
        self.queue += [("token", place) for place in range(TOKENS_ON_BOARD)]
        if not first_game_wonders:
            self.queue += [("wonder", place) for place in range(DRAFT_ROUND)]
        self.first = 0
        self.board: list[int] = []
        self.offered: list[int] = []
        self.age = -1
        self.turned_up = 0  # slots of this age whose card was drawn
        self.seen: set[int] = set()  # and those cards
        self.guild_slots: list[int] = []
        self.drawn: list[int] = []  # from the box, for the choice asked now
        self.drawing = False

    def __deepcopy__(self, memo: dict[int, object]) -> DuelDealer:
        twin = copy.copy(self)
        twin.states = State.copy_of(self.states)
        twin.queue = list(self.queue)
        twin.board, twin.offered, twin.seen = list(self.board), list(self.offered), set(self.seen)
        twin.guild_slots, twin.drawn = list(self.guild_slots), list(self.drawn)
        return twin

    @property
    def _decks(self) -> Rows[int]:
        """The cards of each age by slot, in the state itself."""
        return cast("Rows[int]", field(self.states, "deck"))

    def _candidates(self) -> list[int]:
        kind, place = self.queue[0]
        if kind == "first":
            return [0, 1]
        if kind == "token":
            return [token for token in range(TOKENS) if token not in self.board]
        if kind == "wonder":
            return [wonder for wonder in range(WONDERS) if wonder not in self.offered]
        if kind == "guild":
            return [slot for slot in range(SLOTS) if slot not in self.guild_slots]
        if kind == "library":
            box = number(self.states, "box_tokens")
            return [token for token in range(TOKENS) if box >> token & 1 and token not in self.drawn]
        cards = _GUILDS if place in self.guild_slots else _CARDS[self.age]
        return [card for card in cards if card not in self.seen]

    def outcomes(self) -> list[tuple[int, float]]:
        candidates = self._candidates()
        chance = 1.0 / len(candidates)
        return [(outcome, chance) for outcome in candidates]

    def name(self, outcome: int) -> str:
        kind, place = self.queue[0]
        if kind == "first":
            return f"Player {outcome} begins"
        if kind == "wonder":
            return f"Shown: {CATALOG.wonders[outcome].name}"
        if kind == "guild":
            return f"Guild in place {outcome}"
        if kind == "card":
            return f"Place {place}: {CATALOG.cards[outcome].name}"
        return f"{'Board' if kind == 'token' else 'Drawn'}: {CATALOG.tokens[outcome].name}"

    def settle(self, outcome: int) -> None:
        kind, place = self.queue.pop(0)
        if kind == "first":
            self.first = outcome
        elif kind == "token":
            self.board.append(outcome)
        elif kind == "wonder":
            self.offered.append(outcome)
            if self.started:
                self._swap(cast("Row[int]", field(self.states, "offered")), place, outcome)
        elif kind == "guild":
            self.guild_slots.append(outcome)
            if len(self.guild_slots) == GUILDS_DEALT:
                self._place_guilds()
        elif kind == "library":
            self.drawn.append(outcome)
        else:
            self._swap(self._decks[self.age], place, outcome)
            self.turned_up |= 1 << place
            self.seen.add(outcome)
        if not self.queue and not self.started:
            self._start()
        elif not self.queue and kind == "library":
            self._write(library=sum(1 << token for token in self.drawn))

    @staticmethod
    def _swap(places: Row[int], place: int, wanted: int) -> None:
        """Puts a card or wonder into its place; the placeholder that lay there goes where it came from, if anywhere."""
        lying = plain(places)
        if wanted in lying:
            places[lying.index(wanted)] = lying[place]
        places[place] = wanted

    def _write(self, **facts: Json) -> None:
        self.states = State.from_dict({**State.as_dict(self.states), **facts})

    def _place_guilds(self) -> None:
        guilds, cards = iter(_GUILDS), iter(_CARDS[LAST_AGE])
        deck = self._decks[LAST_AGE]
        for slot in range(SLOTS):
            deck[slot] = next(guilds) if slot in self.guild_slots else next(cards)

    def _start(self) -> None:
        """All that the first decision needs is drawn; the rest are placeholders."""
        box = [token for token in range(TOKENS) if token not in self.board]
        if self.first_game_wonders:
            self.offered = [CATALOG.wonder_id[name] for names in CATALOG.setup.first_game_wonders for name in names]
        rest = [wonder for wonder in range(WONDERS) if wonder not in self.offered]
        decks = [_CARDS[age][:SLOTS] for age in range(LAST_AGE)]
        self._write(
            first=self.first,
            board_tokens=sum(1 << token for token in self.board),
            box_tokens=sum(1 << token for token in box),
            library=sum(1 << token for token in box[:LIBRARY_SIZE]),
            offered=(self.offered + rest)[:DRAFTED],
            deck=[*decks, _GUILDS[:GUILDS_DEALT] + _CARDS[LAST_AGE][: SLOTS - GUILDS_DEALT]],
        )
        start(self.states, 0, int(not self.first_game_wonders))
        self.started = True
        self.look()

    def look(self) -> None:
        states = self.states
        phase, age = number(states, "phase"), number(states, "age")
        if phase == OVER:
            return
        if phase == DRAFT:
            shown = number(states, "picks") // DRAFT_ROUND * DRAFT_ROUND + DRAFT_ROUND
            self.queue = [("wonder", place) for place in range(len(self.offered), shown)]
            return
        if age != self.age:
            self.age, self.turned_up, self.seen = age, 0, set()
            if age == LAST_AGE:
                self.queue = [("guild", place) for place in range(GUILDS_DEALT)]
        new = number(states, "up") & ~self.turned_up
        if new:
            self.queue += [("card", slot) for slot in range(SLOTS) if new >> slot & 1]
        if phase != LIBRARY:
            self.drawing = False
        elif not self.drawing:
            self.drawing, self.drawn = True, []
            count = min(LIBRARY_SIZE, number(states, "box_tokens").bit_count())
            self.queue += [("library", place) for place in range(count)]

    def resampled(self, seat: int, steps: list[Step], dice: random.Random) -> list[Step]:
        """Every fact drawn is public except tokens the other took from the box; the one kept is public, too."""
        again = list(steps)
        twin = DuelDealer(self.first_game_wonders)
        draws: list[int] = []
        for place, step in enumerate(steps):
            if step.outcome is not None:
                if twin.queue[0][0] == "library":
                    draws.append(place)
                twin.settle(step.outcome)
                continue
            (actor, code), *_ = step.codes.items()
            if number(twin.states, "phase") == LIBRARY and draws and actor != seat:
                self._draw_again(again, draws, number(twin.states, "box_tokens"), card_of(code), dice)
            draws = []
            apply(twin.states, 0, actor, code)
            twin.look()
        if draws and number(twin.states, "actor") != seat:
            self._draw_again(again, draws, number(twin.states, "box_tokens"), None, dice)
        return again

    @staticmethod
    def _draw_again(again: list[Step], draws: list[int], box: int, kept: int | None, dice: random.Random) -> None:
        """Other tokens from the box for those drawn at `draws`; the one kept stays among them."""
        tokens = [token for token in range(TOKENS) if box >> token & 1 and token != kept]
        drawn = dice.sample(tokens, len(draws) - (kept is not None)) + ([] if kept is None else [kept])
        dice.shuffle(drawn)
        for place, token in zip(draws, drawn, strict=True):
            again[place] = Step(token, {}, {})
