"""`greedy` for Duel: tries every option, lets it come to rest, and expects the opponent's best answer.

"Come to rest" means that choices which belong to the play (a token, a card to destroy) are made well too. Answers
with cards that lie face down now are left out, for nobody knows them. A decision takes well under a millisecond.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.base import Answer, Choice, Limits
from mirabilia.bots.greedy import GreedyBot, style_weights
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import Words, copy_words, ints, words
from mirabilia.games.duel.bots import bidding
from mirabilia.games.duel.bots.evaluation import PARTS, STYLES, evaluate
from mirabilia.games.duel.game.read_view import codes_of_options, read_view
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.state import DRAFT, OVER, STARTER, TURN, State, slot_of
from mirabilia.json_types import JsonFields

DEPTH = 6  # a play, its choices, and the answer


@compiled
def reply_value(
    states: State.Array, words: Words, buffer: Ints, depth: int, seat: int, known: int, weights: Floats
) -> float:
    """The position after the opponent's best answer with a card that can be seen now."""
    who = states[depth].actor
    count = options(states, depth, who, buffer)
    worst = evaluate(states[depth], seat, weights)
    for k in range(count):
        if (known >> slot_of(buffer[k])) & 1:
            copy_words(words, depth, words, depth + 1)
            apply(states, depth + 1, who, buffer[k])
            worst = min(worst, evaluate(states[depth + 1], seat, weights))
    return worst


@compiled
def settled_value(
    states: State.Array,
    words: Words,
    buffers: Ints,
    buffer: Ints,
    depth: int,
    seat: int,
    known: int,
    weights: Floats,
) -> float:
    """The value of state `depth` when the choices of the play are made and the opponent has answered."""
    s = states[depth]
    if s.phase == OVER or s.phase == DRAFT or s.phase == STARTER or depth + 2 >= DEPTH:
        return evaluate(s, seat, weights)
    if s.phase == TURN:
        if s.actor == seat:
            return evaluate(s, seat, weights)
        return reply_value(states, words, buffer, depth, seat, known, weights)
    count = options(states, depth, s.actor, buffer)
    start = depth * MAX_OPTIONS
    for k in range(count):
        buffers[start + k] = buffer[k]
    best = -1.0e9
    for k in range(count):
        copy_words(words, depth, words, depth + 1)
        apply(states, depth + 1, s.actor, buffers[start + k])
        best = max(best, settled_value(states, words, buffers, buffer, depth + 1, seat, known, weights))
    return best


@compiled
def option_values(
    states: State.Array, words: Words, buffers: Ints, buffer: Ints, codes: Ints, weights: Floats, values: Floats
) -> None:
    """The settled value of every option of state 0."""
    seat = states[0].actor
    known = states[0].up
    for k in range(len(codes)):
        copy_words(words, 0, words, 1)
        apply(states, 1, seat, codes[k])
        values[k] = settled_value(states, words, buffers, buffer, 1, seat, known, weights)


class DuelGreedy(GreedyBot):
    """Plays the option with the best settled value."""

    def __init__(self, seed: int = 0, style: str = "balanced", blunder: float = 0.0) -> None:
        super().__init__(seed, style_weights(style, STYLES, PARTS), blunder)
        self.states = State.zeros(DEPTH + 1)
        self.words = words(self.states)
        self.buffers, self.buffer = ints(MAX_OPTIONS * (DEPTH + 1)), ints(MAX_OPTIONS)

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        if view["phase"] == "bid":
            return bidding.answer(view, options, self.position_seed(view))
        return super().decide(view, options, limits)

    def values_of(self, view: JsonFields, options: Sequence[Choice], seed: int) -> NDArray[np.float64]:
        position = read_view(view)
        codes = np.array(codes_of_options(position, view["you"], options), np.int64)
        values = np.zeros(len(codes))
        self.states[0] = position[0]
        option_values(self.states, self.words, self.buffers, self.buffer, codes, self.weights, values)
        return values
