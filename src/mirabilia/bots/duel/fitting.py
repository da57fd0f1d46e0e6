"""Fitting the quick judgement of Duel: it plays against itself and learns who won from where.

A game is played by looking one decision ahead: the one after which the judgement likes the position best, with a little
chance between those that are close. Some games are played by tournaments of the quick guess instead, because the
search will ask about such positions too. Afterwards every position of the game moves the weights towards its result
(logistic regression). Better judgement makes better games, and those teach better judgement. Nothing here is used in
play.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from mirabilia.bots.duel.policy import pick_by_tournament
from mirabilia.bots.duel.tree import value_for_first
from mirabilia.bots.duel.value import (
    FEATURES,
    LAYOUT,
    MOST,
    POINT,
    STARTS,
    chance,
    city_features,
    lead_of,
    moment_of,
    odds_of,
    sum_of,
)
from mirabilia.bots.learning import Climber
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.duel.apply import apply
from mirabilia.rules.duel.options import MAX_OPTIONS, options
from mirabilia.rules.duel.setup import deal
from mirabilia.rules.duel.state import DRAFT, OVER, State
from mirabilia.rules.records import Words, copy_words, ints, words
from mirabilia.rules.rng import below, new_rng, next_word

LONGEST = 128  # positions of a game that are learned from at most
ROW = 4  # numbers kept of a position besides its features: moment, lead, features of seat 0, of seat 1
HEAT = 0.02  # how far apart in chance two decisions may be and still be confused
IN_HUNDRED_TOURNAMENTS = 30  # games of a hundred played by tournaments
IN_HUNDRED_SURPRISES = 5  # decisions of a hundred in the other games
ROUNDS = 3  # of those tournaments
_POINTS = STARTS["points"]


@compiled
def look_ahead(
    states: State.Array,
    all_words: Words,
    buffer: Ints,
    count: int,
    weights: Floats,
    which: Ints,
    rng: Ints,
    heat: float,
) -> int:
    """The decision in state 0 that its seat likes best when it sees what comes of it; state 1 is worked on."""
    me = states[0].actor
    best = 0
    highest = -1.0e9
    for k in range(count):
        copy_words(all_words, 0, all_words, 1)
        apply(states, 1, me, buffer[k])
        after = states[1]
        value = value_for_first(after) if after.phase == OVER else chance(odds_of(after, weights, which))
        if me == 1:
            value = 1.0 - value
        value -= heat * math.log(-math.log((next_word(rng) + 1.0) / 4294967297.0))
        if value > highest:
            best = k
            highest = value
    return buffer[best]


@compiled
def remember(s: State, n: int, told: Ints, rows: Ints) -> None:
    """Keeps what the judgement sees of a position as number `n` of its game."""
    rows[ROW * n] = moment_of(s)
    rows[ROW * n + 1] = lead_of(s)
    for seat in range(2):
        at = (2 * n + seat) * MOST
        rows[ROW * n + 2 + seat] = city_features(s, seat, told[at : at + MOST])


@compiled
def learn_from_position(n: int, told: Ints, rows: Ints, weights: Floats, result: float, gradient: Floats) -> float:
    """Adds to `gradient` what a remembered position teaches; returns how wrong the judgement was, squared."""
    at = rows[ROW * n] * FEATURES
    amount = POINT * rows[ROW * n + 1]
    odds = weights[at + _POINTS] * amount
    for seat in range(2):
        mine = told[(2 * n + seat) * MOST : (2 * n + seat + 1) * MOST]
        odds += (1 - 2 * seat) * sum_of(weights, at, mine, rows[ROW * n + 2 + seat])
    wrong = result - chance(odds)
    gradient[at + _POINTS] += wrong * amount
    for seat in range(2):
        for k in range(rows[ROW * n + 2 + seat]):
            gradient[at + told[(2 * n + seat) * MOST + k]] += (1 - 2 * seat) * wrong
    return wrong * wrong


@compiled
def learn_from_games(
    states: State.Array,
    all_words: Words,
    buffer: Ints,
    which: Ints,
    told: Ints,
    rows: Ints,
    weights: Floats,
    gradient: Floats,
    games: int,
    rng: Ints,
) -> float:
    """Plays games and adds what they teach to `gradient`; returns how wrong the judgement was, squared, on average."""
    s = states[0]
    wrong = 0.0
    positions = 0
    for _ in range(games):
        deal(states, 0, 2, buffer, rng)
        by_tournaments = below(rng, 100) < IN_HUNDRED_TOURNAMENTS
        n = 0
        while s.phase != OVER:
            count = options(states, 0, s.actor, buffer)
            if count == 1:
                code = buffer[0]
            elif below(rng, 100) < IN_HUNDRED_SURPRISES or (by_tournaments and s.phase != DRAFT):
                code = pick_by_tournament(s, buffer, count, ROUNDS, rng)
            else:
                code = look_ahead(states, all_words, buffer, count, weights, which, rng, HEAT)
            apply(states, 0, s.actor, code)
            if s.phase != OVER and n < LONGEST:
                remember(s, n, told, rows)
                n += 1
        result = value_for_first(s)
        positions += n
        for k in range(n):
            wrong += learn_from_position(k, told, rows, weights, result, gradient)
    return wrong / positions


class Fitting(Climber):
    """The judgement's weights on their way: `step` improves them."""

    def __init__(self, weights: Any, seed: int = 1) -> None:
        super().__init__(weights)
        self.rng = new_rng(seed)
        self.states = State.zeros(2)
        self.words = words(self.states)
        self.buffer, self.which = ints(MAX_OPTIONS), ints(MOST)
        self.told, self.rows = ints(LONGEST * 2 * MOST), ints(LONGEST * ROW)

    def step(self, games: int, rate: float) -> float:
        """Plays a batch of games and moves the weights; returns how wrong they were before, squared, on average."""
        gradient = np.zeros(LAYOUT.size)
        wrong = learn_from_games(
            self.states,
            self.words,
            self.buffer,
            self.which,
            self.told,
            self.rows,
            self.weights,
            gradient,
            games,
            self.rng,
        )
        self.climb(gradient / games, rate)
        return float(wrong)
