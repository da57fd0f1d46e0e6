"""Fitting the quick policy: it plays against itself, and its weights move towards what won (policy gradient).

After a game each seat's result, less what its board usually brings, says whether its decisions were better than
usual; every feature of a chosen decision is moved that way, and the features of what it might have chosen the other
way. `Fitting.step` plays a batch of games on all threads and moves the weights once. Nothing here is used in play.

A player that only ever met itself is helpless against other ways of playing, so seats are also given to `greedy`
(`guests` is the share of them); they teach nothing, but the others learn to win against them.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.greedy import style_weights
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import Words, copy_words, ints, words
from mirabilia.engine.rng import new_rng
from mirabilia.games.wonders.bots.evaluation import PARTS, STYLES
from mirabilia.games.wonders.bots.features import (
    FEATURES,
    build_features,
    coins_gained,
    leaving_features,
    paying_features,
    stage_features,
)
from mirabilia.games.wonders.bots.greedy import option_values
from mirabilia.games.wonders.bots.policy import LAYOUT, SET_AT, Quick, city_of, new_quick, pick, weights_at
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, next_stage, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, score
from mirabilia.games.wonders.rules.setup import SCRATCH, deal
from mirabilia.games.wonders.rules.state import DISCARD, OVER, REVIVE, STAGE_BUILT, State, card_of, deciding, kind_of
from mirabilia.games.wonders.rules.tables import CITIES, NONE, STAGES
from mirabilia.games.wonders.search.tree import WIDTH, clearness, won_share
from mirabilia.search.nodes import fraction

ALL = LAYOUT.size
ROOM = 2 * FEATURES  # the set of a table, and with two players that of the Free City, which follows it
WIN_SHARE = 0.5  # of a result: the share of the win; the rest is how clear it was
LEARNED = 0.002  # how quickly the usual result of a board follows the games
BOARDS = len(STAGES)

# Adam: how long it remembers the direction of a gradient and its size, and what keeps small ones small.
DIRECTION = 0.9
SQUARES = 0.995
SMALLEST = 1.0e-4


@compiled
def decision_features(s: State, city: int, code: int, which: Ints, much: Floats) -> int:
    """All features of one decision: what `weigh` sums up in parts."""
    card = card_of(code)
    action = kind_of(code)
    n = 0
    gained = 0
    if action == STAGE_BUILT or action == DISCARD:
        n = leaving_features(s, city, card, True, which, much, n)
        if action == STAGE_BUILT:
            stage = next_stage(s, city)
            n = stage_features(s, city, stage, which, much, n)
            gained = coins_gained(s, city, stage)
    elif card != NONE:
        n = build_features(s, city, card, which, much, n)
        gained = coins_gained(s, city, card)
        if action != REVIVE:
            n = leaving_features(s, city, card, False, which, much, n)
    return paying_features(s, city, code, gained, which, much, n)


class Lesson(NamedTuple):
    """What the games of a batch are played on. State 0 is the game, state 1 is and stays blank."""

    states: State.Array
    words: Words
    deck: Ints
    buffer: Ints
    scores: Ints
    quick: Quick
    moves: Floats  # the sets of weights of this table, once for each seat: where its decisions pull them
    rng: Ints


class Guest(NamedTuple):
    """What `greedy` thinks with when it sits at the table."""

    states: State.Array
    words: Words
    codes: Ints
    values: Floats
    style: Floats


@compiled
def greedy_pick(lesson: Lesson, guest: Guest, seat: int, count: int) -> int:
    """What a guest decides in the game."""
    codes, values, buffer = guest.codes, guest.values, lesson.buffer
    for k in range(count):
        codes[k] = buffer[k]
    copy_words(lesson.words, 0, guest.words, 0)
    redeal(guest.states, 0, seat, buffer, lesson.rng)
    mine = codes[:count]
    option_values(guest.states, guest.words, seat, mine, buffer, lesson.scores, guest.style, values, lesson.quick)
    best = 0
    for k in range(count):
        if values[k] > values[best]:
            best = k
    return codes[best]


@compiled
def add_decision(s: State, seat: int, buffer: Ints, count: int, chosen: int, quick: Quick, moves: Floats) -> None:
    """Adds to `moves` where a decision pulls the weights; `pick` left the chances in `worth`, up to a common factor."""
    _, worth, which, much = quick
    city = city_of(s, seat, buffer[0])
    at = seat * ROOM + weights_at(s, city) - weights_at(s, seat)
    total = 0.0
    for k in range(count):
        total += worth[k]
    for k in range(count):
        more = (1.0 if buffer[k] == chosen else 0.0) - worth[k] / total
        for j in range(decision_features(s, city, buffer[k], which, much)):
            moves[at + which[j]] += more * much[j]


@compiled
def learn_from_games(
    lesson: Lesson, guest: Guest, usual: Floats, gradient: Floats, players: int, edition: int, games: int, guests: float
) -> float:
    """Plays games and writes into `gradient` what they teach; returns the points of all seats.

    `usual` is the average result of each board's sides so far.
    """
    states, buffer, scores, rng = lesson.states, lesson.buffer, lesson.scores, lesson.rng
    s = states[0]
    points = 0.0
    for k in range(ROOM):
        gradient[k] = 0.0
    for _ in range(games):
        copy_words(lesson.words, 1, lesson.words, 0)
        deal(states, 0, players, edition, lesson.deck, rng)
        for k in range(players * ROOM):
            lesson.moves[k] = 0.0
        guest_seats = 0
        for seat in range(players):
            if fraction(rng) < guests:
                guest_seats |= 1 << seat
        who = 0
        while s.phase != OVER:
            who = deciding(s, who)
            count = options(states, 0, who, buffer)
            if count == 1:
                chosen = buffer[0]
            elif (guest_seats >> who) & 1:
                chosen = greedy_pick(lesson, guest, who, count)
            else:
                chosen = buffer[pick(s, who, buffer, count, lesson.quick, 1.0, rng)]
                add_decision(s, who, buffer, count, chosen, lesson.quick, lesson.moves)
            apply(states, 0, who, chosen)
        score(states, 0, scores)
        for seat in range(players):
            points += scores[seat * WIDTH + WIDTH - 1]
            if (guest_seats >> seat) & 1:
                continue
            result = WIN_SHARE * won_share(s, seat, scores) + (1.0 - WIN_SHARE) * clearness(s, seat, scores)
            better = result - usual[s.board[seat]]
            usual[s.board[seat]] += LEARNED * better
            for k in range(ROOM):
                gradient[k] += better * lesson.moves[seat * ROOM + k]
    return points


class Fitting:
    """The policy's weights on their way: `step` improves them."""

    def __init__(self, weights: Floats, seed: int = 1, threads: int = 1) -> None:
        self.weights = np.array(weights, np.float64)
        self.steps = 0
        self._direction, self._size = np.zeros(len(self.weights)), np.zeros(len(self.weights))
        self.usual: dict[tuple[int, int], NDArray[np.float64]] = {}
        self.threads = [self._thread(seed * 1000 + n) for n in range(threads)]
        self.pool = ThreadPoolExecutor(threads)

    def _thread(self, seed: int) -> tuple[Lesson, Guest]:
        """Memory of a thread; all of them read the same weights."""
        states, guest_states = State.zeros(2), State.zeros(3)
        lesson = Lesson(
            states,
            words(states),
            ints(SCRATCH),
            ints(MAX_OPTIONS),
            ints(SCORE_ROOM),
            new_quick(self.weights),
            np.zeros(CITIES * ROOM),
            new_rng(seed),
        )
        style = style_weights("balanced", STYLES, PARTS)
        return lesson, Guest(guest_states, words(guest_states), ints(MAX_OPTIONS), np.zeros(MAX_OPTIONS), style)

    def step(self, players: int, games: int, rate: float, guests: float = 0.0, edition: int = 0) -> float:
        """Plays a batch at a table of this size and edition and moves the weights; returns the average score.

        `games` are rounded up to as many for each thread; editions are numbered as in the rules, from 0.
        """
        usual = self.usual.setdefault((edition, players), np.full(BOARDS, 1.0 / players))
        each = -(-games // len(self.threads))

        def play(thread: tuple[Lesson, Guest]) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
            own, pulled = usual.copy(), np.zeros(ROOM)
            return learn_from_games(*thread, own, pulled, players, edition, each, guests), own, pulled

        points, results, pulls = zip(*self.pool.map(play, self.threads), strict=True)
        usual[:] = np.mean(results, axis=0)
        gradient = np.zeros(ALL)
        seats = each * len(self.threads) * players
        at = SET_AT[edition][players]
        room = min(ROOM, ALL - at)
        gradient[at : at + room] = np.sum(pulls, axis=0)[:room] / seats
        self._climb(gradient, rate)
        return float(sum(points)) / seats

    def _climb(self, gradient: NDArray[np.float64], rate: float) -> None:
        """Moves the weights, each by about `rate` as long as the gradients agree."""
        self.steps += 1
        self._direction = DIRECTION * self._direction + (1.0 - DIRECTION) * gradient
        self._size = SQUARES * self._size + (1.0 - SQUARES) * gradient * gradient
        direction = self._direction / (1.0 - DIRECTION**self.steps)
        size = np.sqrt(self._size / (1.0 - SQUARES**self.steps))
        self.weights += rate * direction / (size + SMALLEST)
