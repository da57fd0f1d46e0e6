"""`greedy` for 7 Wonders: tries every option and judges the city after the turn has resolved.

The other players are given hands that agree with what the seat knows, and play what the quick policy likes best; so
coins, neighbours' goods and shields are those after the turn, not those at the moment of choosing. What the hand
passed on offers the neighbour counts against an option.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.base import Answer, Choice, Limits
from mirabilia.bots.greedy import GreedyBot, style_weights
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import Words, copy_words, ints, words
from mirabilia.engine.rng import new_rng
from mirabilia.games.wonders.bots import drafting
from mirabilia.games.wonders.bots.evaluation import PARTS, STYLES, evaluate
from mirabilia.games.wonders.bots.policy import Quick, build_worth, new_quick, pick_best
from mirabilia.games.wonders.game.read_view import codes_of_options, read_view
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, can_build, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM
from mirabilia.games.wonders.rules.state import CHOOSE, OVER, State, owes, packet_of
from mirabilia.json_types import JsonFields

DENIAL = 0.15  # points for each unit of worth of the best card a passed hand offers its next holder


@compiled
def passed_worth(s: State, seat: int, quick: Quick) -> float:
    """The best card that the seat's former hand offers the seat that holds it now."""
    best = 0.0
    for other in range(s.players):
        if other != seat:
            packet = packet_of(s, other)
            for place in range(s.hand_size[packet]):
                card = s.hand[packet][place]
                if can_build(s, other, card):
                    best = max(best, build_worth(s, other, card, quick))
    return best


@compiled
def settle(states: State.Array, i: int, buffer: Ints, quick: Quick) -> None:
    """Lets everyone else decide by the quick policy until this turn has resolved."""
    s = states[i]
    age, turn = s.age, s.turn
    who = 0
    while s.phase != OVER and s.age == age and s.turn == turn:
        if owes(s, who):
            count = options(states, i, who, buffer)
            apply(states, i, who, pick_best(s, who, buffer, count, quick))
        else:
            who = who + 1 if who + 1 < s.players else 0


@compiled
def option_values(
    states: State.Array,
    words: Words,
    seat: int,
    codes: Ints,
    buffer: Ints,
    scores: Ints,
    weights: Floats,
    values: Floats,
    quick: Quick,
) -> None:
    """The value of every option after the turn. State 0 is the position, with hands already dealt."""
    # the others' choices do not depend on ours: they are made once
    copy_words(words, 0, words, 1)
    base = states[1]
    if base.phase == CHOOSE:
        for who in range(base.players):
            if who != seat and owes(base, who):
                count = options(states, 1, who, buffer)
                apply(states, 1, who, pick_best(base, who, buffer, count, quick))
                if owes(base, who):  # with the Free City card there is a second choice
                    count = options(states, 1, who, buffer)
                    apply(states, 1, who, pick_best(base, who, buffer, count, quick))
    for k in range(len(codes)):
        copy_words(words, 1, words, 2)
        apply(states, 2, seat, codes[k])
        settle(states, 2, buffer, quick)
        s = states[2]
        values[k] = evaluate(s, seat, weights, scores)
        if s.phase == CHOOSE and s.turn > 0:
            values[k] -= DENIAL * passed_worth(s, seat, quick)


class WondersGreedy(GreedyBot):
    """Plays the option with the best value after the turn."""

    def __init__(self, seed: int = 0, style: str = "balanced", blunder: float = 0.0) -> None:
        super().__init__(seed, style_weights(style, STYLES, PARTS), blunder)
        self.states = State.zeros(3)
        self.words = words(self.states)
        self.quick = new_quick()
        self.buffer, self.scores = ints(MAX_OPTIONS), ints(SCORE_ROOM)

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        if view["phase"] == "board":
            return drafting.answer(view, options, self.position_seed(view))
        return super().decide(view, options, limits)

    def values_of(self, view: JsonFields, options: Sequence[Choice], seed: int) -> NDArray[np.float64]:
        seat = view["you"]
        position = read_view(view)
        codes = np.array(codes_of_options(position, seat, options), np.int64)
        values = np.zeros(len(codes))
        self.states[0] = position[0]
        redeal(self.states, 0, seat, self.buffer, new_rng(seed))
        mine = (self.buffer, self.scores, self.weights, values, self.quick)
        option_values(self.states, self.words, seat, codes, *mine)
        return values
