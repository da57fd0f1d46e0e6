"""What a card of 7 Wonders is worth: a seat that could build it does so in one game and sells it in another.

Players of the quick policy play a deal. When one seat could build a card for the first time, the game is finished
twice from there, once with the card built and once with it sold for coins; all else that is up to chance is the same.
The difference, of the seat's share of the win and of its points, is what the card was worth then and there.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import Words, copy_words, ints, words
from mirabilia.engine.rng import below, new_rng, next_word, seed_rng
from mirabilia.games.wonders.bots.policy import Quick, new_quick, pick, weigh
from mirabilia.games.wonders.bots.simulate import HEAT
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, score
from mirabilia.games.wonders.rules.setup import SCRATCH, deal
from mirabilia.games.wonders.rules.state import (
    BUILD,
    CHOOSE,
    DISCARD,
    OVER,
    State,
    card_of,
    deciding,
    is_free_city,
    kind_of,
)
from mirabilia.games.wonders.rules.tables import CATALOG, EDITION_NUMBERS, KINDS
from mirabilia.games.wonders.search.tree import WIDTH, won_share
from mirabilia.games.wonders.study.card_values import Worth
from mirabilia.search.nodes import fraction
from mirabilia.train.playing import shared_out

GAME, TRIED = 0, 1  # states
TRIED_PART = 0.25  # of the cards that could be built for the first time

# Of each card: how often it was tried; sums of the differences in wins and points, and of their squares.
SUMS = 5
N, WINS, WINS_SQUARED, POINTS, POINTS_SQUARED = range(SUMS)


class Trial(NamedTuple):
    """What a thread plays with."""

    states: State.Array
    words: Words
    deck: Ints
    buffer: Ints
    codes: Ints  # the options of the seat, while others are played
    worth: Floats  # of these
    met: Ints  # by card: whether the seat could build it before
    scores: Ints
    quick: Quick
    rng: Ints
    chance: Ints  # what is up to chance in both games


def new_trial(seed: int) -> Trial:
    """Memory for a thread."""
    states = State.zeros(2)
    return Trial(
        states,
        words(states),
        ints(SCRATCH),
        ints(MAX_OPTIONS),
        ints(MAX_OPTIONS),
        np.zeros(MAX_OPTIONS),
        ints(KINDS),
        ints(SCORE_ROOM),
        new_quick(),
        new_rng(seed),
        new_rng(seed),
    )


@compiled
def play_on(trial: Trial, i: int, rng: Ints) -> None:
    """Plays a state to its end by the quick policy."""
    s = trial.states[i]
    who = 0
    while s.phase != OVER:
        who = deciding(s, who)
        count = options(trial.states, i, who, trial.buffer)
        apply(trial.states, i, who, trial.buffer[pick(s, who, trial.buffer, count, trial.quick, HEAT, rng)])


@compiled
def finish_with(trial: Trial, seat: int, code: int, seed: int, result: Floats) -> None:
    """Plays the game to its end with this decision of a seat; `result` receives its share of the win and its points."""
    copy_words(trial.words, GAME, trial.words, TRIED)
    seed_rng(trial.chance, seed)
    apply(trial.states, TRIED, seat, code)
    play_on(trial, TRIED, trial.chance)
    score(trial.states, TRIED, trial.scores)
    result[0] = won_share(trial.states[TRIED], seat, trial.scores)
    result[1] = trial.scores[seat * WIDTH + WIDTH - 1]


@compiled
def try_cards(trial: Trial, seat: int, count: int, part: float, sums: Floats) -> None:
    """Compares building with selling, for cards among the `count` options that the seat never could build before."""
    codes = trial.codes
    weigh(trial.states[GAME], seat, trial.buffer, count, trial.quick)
    for k in range(count):
        codes[k] = trial.buffer[k]
        trial.worth[k] = trial.quick.worth[k]
    built, sold = np.zeros(2), np.zeros(2)
    for k in range(count):
        card = card_of(codes[k])
        if kind_of(codes[k]) != BUILD or trial.met[card]:
            continue
        trial.met[card] = 1
        best = k  # of the ways to pay for it
        selling = k
        for other in range(count):
            if card_of(codes[other]) == card:
                action = kind_of(codes[other])
                if action == BUILD and trial.worth[other] > trial.worth[best]:
                    best = other
                elif action == DISCARD:
                    selling = other
        if fraction(trial.rng) >= part:
            continue
        seed = next_word(trial.rng)
        finish_with(trial, seat, codes[best], seed, built)
        finish_with(trial, seat, codes[selling], seed, sold)
        at = card * SUMS
        wins = built[0] - sold[0]
        points = built[1] - sold[1]
        sums[at + N] += 1.0
        sums[at + WINS] += wins
        sums[at + WINS_SQUARED] += wins * wins
        sums[at + POINTS] += points
        sums[at + POINTS_SQUARED] += points * points


@compiled
def play_deals(trial: Trial, players: int, edition: int, games: int, part: float, sums: Floats) -> None:
    """Plays deals, and in each tries the cards that one seat could build."""
    states, buffer, rng = trial.states, trial.buffer, trial.rng
    s = states[GAME]
    for _ in range(games):
        deal(states, GAME, players, edition, trial.deck, rng)
        for card in range(len(trial.met)):
            trial.met[card] = 0
        seat = below(rng, players)
        who = 0
        while s.phase != OVER:
            who = deciding(s, who)
            count = options(states, GAME, who, buffer)
            if who == seat and s.phase == CHOOSE and not is_free_city(buffer[0]):
                try_cards(trial, seat, count, part, sums)
                count = options(states, GAME, who, buffer)
            apply(states, GAME, who, buffer[pick(s, who, buffer, count, trial.quick, HEAT, rng)])


def measure(players: int, edition: int, games: int, seed: int, threads: int) -> dict[str, Worth]:
    """What each card of an edition is worth with so many players, by its name."""
    number = EDITION_NUMBERS.index(edition)

    def play(thread: int, batches: list[int]) -> NDArray[np.float64]:
        trial, sums = new_trial(seed * 1000 + thread), np.zeros(KINDS * SUMS)
        for batch in batches:
            play_deals(trial, players, number, batch, TRIED_PART, sums)
        return sums

    sums = np.sum(shared_out(games, threads, play), axis=0).reshape(KINDS, SUMS)
    return {name: _worth(sums[card]) for name, card in CATALOG.edition(edition).card_id.items() if sums[card, N]}


def _worth(sums: NDArray[np.float64]) -> Worth:
    n = int(sums[N])
    wins, points = float(sums[WINS]) / n, float(sums[POINTS]) / n
    deviations = [
        math.sqrt(max(0.0, float(sums[at]) / n - mean**2))
        for at, mean in ((WINS_SQUARED, wins), (POINTS_SQUARED, points))
    ]
    return Worth.of(n, wins, deviations[0], points, deviations[1])
