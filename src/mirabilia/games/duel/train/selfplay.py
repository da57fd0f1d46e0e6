"""Duel against itself, compiled: games by looking one decision ahead, or by search, and the rows they leave behind.

Looking ahead: what the seat cannot know is dealt anew once, every option is tried, and the network says how likely the
seat is to win then; a little chance decides between options that are close. Searching: as in play, with noise in the
priors of the decision to be made; in part of the decisions the search is short and teaches nothing, which gives more
games in the same time.

Targets. Going back from the end of a game, the chance to win of a position is a mixture of what was thought of it when
it was there and of the target of the position after it (TD(lambda)); the last one is the result. The priors wanted are
the visits of the search, or a soft choice of the best options seen one decision ahead.

The first games of all, when the network knows nothing, are played by tournaments of the quick guess (`policy.py`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mirabilia.bots.network import (
    Buffers,
    Network,
    add_up,
    chance_of,
    direct_path,
    go_through,
    output,
)
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import copy_words, ints
from mirabilia.engine.rng import below
from mirabilia.games.duel.bots.judgement import OUTPUTS, POINT_SCALE, POINTS, chance_to_win
from mirabilia.games.duel.bots.policy import pick_by_tournament
from mirabilia.games.duel.bots.simulate import new_explanation, open_root, simulate
from mirabilia.games.duel.encoding.features import features_of, moment_of
from mirabilia.games.duel.encoding.traits import traits_of
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import options
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.scoring import SCORE_WIDTH, score
from mirabilia.games.duel.rules.setup import deal
from mirabilia.games.duel.rules.state import DRAFT, OVER, State
from mirabilia.games.duel.search.tree import (
    EXPLORATION,
    SHARED,
    Searcher,
    new_searcher,
    plant,
    result_for_first,
    won_by_first,
)
from mirabilia.train.samples import OPTIONS, Samples
from mirabilia.train.thinking import (
    S_FULL_SHARE,
    S_GUESSED,
    S_HEAT,
    S_KEEP,
    S_OPENING_HEAT,
    S_QUICK,
    S_SIMULATIONS,
    S_SURPRISE,
    S_TRACE,
    S_WANTED_HEAT,
    add_noise,
    chance,
    gumbel,
    keep_features,
    keep_option,
    read_root,
    soften,
)

NODES = 8192  # of a search in training
LONGEST = 160  # positions of a game
GAME, WORK = 2, 1  # states: the game that is played, and the one tried on
ROUNDS = 3  # of the tournaments in games played by the quick guess
LEANING_GAMES = 0.4
LEANING_TRACE = 0.96
LEANING_HEAT = 0.02
OWN_PART = 5  # of this many games one seat is played by a former network


class Settings(NamedTuple):
    """How games are played and what is kept; numbers for compiled code."""

    numbers: Floats


class Diary(NamedTuple):
    """What is noted during one game: rows kept, and for every position who moved and what was thought."""

    row: Ints  # -1: not kept
    thought: Floats  # chance of seat 0; below 0 if nothing was thought
    mover: Ints
    values: Floats  # of the options looked at
    lean: Floats  # of both seats: what a symbol is worth to it beyond its chances, and what a step of its army
    explanation: Floats  # what a search explains; nobody reads it here
    tally: Floats  # games, rows used, wins of the network's seat against a former one, such games, victories by kind x2


TALLY_SIZE = 16
T_GAMES, T_ROWS, T_WON, T_AGAINST, T_FIRST_WON, T_PLAIN, T_KINDS = range(7)


def new_diary() -> Diary:
    """Memory for the notes of one thread."""
    thoughts = (ints(LONGEST), np.zeros(LONGEST), ints(LONGEST))
    return Diary(*thoughts, np.zeros(256), np.zeros(4), new_explanation(), np.zeros(TALLY_SIZE))


def training_searcher(rng: Ints) -> Searcher:
    """Memory for a thread's searches."""
    return new_searcher(NODES, rng, 4)


@compiled
def leaning(after: State, seat: int, lean: Floats) -> float:
    """What a seat with a leaning likes about a position beyond its chances: its symbols, or how far its army is."""
    liked = lean[2 * seat] * after.distinct_symbols[seat]
    return liked + lean[2 * seat + 1] * after.pawn * (1 - 2 * seat)


@compiled
def look_ahead(w: Searcher, net: Network, buffers: Buffers, diary: Diary, count: int, heat: float) -> int:
    """The option of the game's position that its seat likes best one decision ahead; the values are in the diary."""
    me = w.states[GAME].actor
    copy_words(w.words, GAME, w.words, 0)
    redeal(w.states, 0, me, w.scratch, w.rng)
    best = 0
    highest = -1.0e9
    for k in range(count):
        copy_words(w.words, 0, w.words, WORK)
        apply(w.states, WORK, me, w.buffer[k])
        after = w.states[WORK]
        if after.phase == OVER:
            value = result_for_first(after)
            if me == 1:
                value = 1.0 - value
        else:
            value = chance_to_win(after, net, buffers)
            if after.actor != me:
                value = 1.0 - value
        diary.values[k] = value
        value += leaning(after, me, diary.lean)
        if heat > 0.0:
            value += heat * gumbel(w.rng)
        if value > highest:
            best = k
            highest = value
    return best


@compiled
def give_leaning(w: Searcher, diary: Diary) -> bool:
    """In a part of the games one seat, or both, collects symbols or wages war whatever it costs; True in such games.

    Without them self-play may never learn what a city full of symbols is worth, nor how to stop it.
    """
    for k in range(4):
        diary.lean[k] = 0.0
    if chance(w.rng) > LEANING_GAMES:
        return False
    which = below(w.rng, 3)  # seat 0, seat 1, both
    for seat in range(2):
        if which == 2 or which == seat:
            if below(w.rng, 3) < 2:
                diary.lean[2 * seat] = 0.02 + 0.13 * chance(w.rng)
            else:
                diary.lean[2 * seat + 1] = 0.01 + 0.04 * chance(w.rng)
    return True


@compiled
def look_deep(
    w: Searcher, net: Network, buffers: Buffers, diary: Diary, count: int, simulations: int, full: bool, heat: float
) -> int:
    """The option a search chooses; its visits, as shares, are in the diary, and its value after them."""
    me = w.states[GAME].actor
    copy_words(w.words, GAME, w.words, 0)
    plant(w, 2, me)
    copy_words(w.words, 0, w.words, WORK)
    open_root(w, net, buffers, count)
    if full:
        add_noise(w.nodes, w.places, count, w.priors, w.rng)
    simulate(w, net, buffers, diary.explanation, me, EXPLORATION, simulations)
    return read_root(w.nodes, 0, w.buffer, diary.values, count, heat, w.rng)


@compiled
def keep(w: Searcher, buffers: Buffers, samples: Samples, row: int) -> bool:
    """Writes the features of the game's position into a row; False if they do not fit."""
    s = w.states[GAME]
    return keep_features(samples, row, buffers.which, features_of(s, buffers.which), moment_of(s))


@compiled
def keep_wanted(w: Searcher, buffers: Buffers, diary: Diary, samples: Samples, row: int, count: int) -> None:
    """Writes the priors wanted (`values` of the diary, which add up to 1) with the traits of the options."""
    if count > OPTIONS:
        return
    s = w.states[GAME]
    for k in range(count):
        number = traits_of(s, w.buffer[k], buffers.traits, 0)
        keep_option(samples, row, k, buffers.traits, number, diary.values[k])


@compiled
def finish(w: Searcher, diary: Diary, samples: Samples, length: int, trace: float) -> None:
    """Writes the targets of the game's rows, from its end back to its beginning."""
    s = w.states[GAME]
    target = won_by_first(s)
    score(w.states, GAME, w.places)
    for n in range(length - 1, -1, -1):
        if diary.thought[n] >= 0.0:
            target = trace * target + (1.0 - trace) * diary.thought[n]
        row = diary.row[n]
        if row < 0:
            continue
        mover = diary.mover[n]
        samples.win[row] = target if mover == 0 else 1.0 - target
        samples.ending[row] = -1 if s.winner == SHARED else (0 if s.winner == mover else 3) + s.victory
        for side in range(2):
            at = SCORE_WIDTH * (mover if side == 0 else 1 - mover)
            for k in range(POINTS):
                samples.points[row, side * POINTS + k] = w.places[at + k] / POINT_SCALE


@compiled
def guess(w: Searcher, count: int) -> int:
    """The option that wins a tournament of the quick guess."""
    code = pick_by_tournament(w.states[GAME], w.buffer, count, ROUNDS, w.rng)
    chosen = 0
    while w.buffer[chosen] != code:
        chosen += 1
    return chosen


@compiled
def play_games(
    w: Searcher,
    net: Network,
    former: Network,
    buffers: Buffers,
    diary: Diary,
    samples: Samples,
    settings: Settings,
    games: int,
) -> int:
    """Plays games until so many are played or the samples are full; returns how many rows were written."""
    numbers = settings.numbers
    used = 0
    rows = len(samples.win)
    for _ in range(games):
        if used + LONGEST > rows:
            break
        s = w.states[GAME]
        deal(w.states, GAME, 2, w.scratch, w.rng)
        stranger = below(w.rng, 2) if below(w.rng, OWN_PART) == 0 else -1
        guessed = chance(w.rng) <= numbers[S_GUESSED]
        leans = give_leaning(w, diary)
        length = 0
        while s.phase != OVER:
            me = s.actor
            mind = former if stranger == me else net
            count = options(w.states, GAME, s.actor, w.buffer)
            row = -1
            if length < LONGEST and chance(w.rng) <= numbers[S_KEEP]:
                if keep(w, buffers, samples, used):
                    row = used
                    used += 1
            thought = -1.0
            chosen = 0
            if guessed:
                chosen = guess(w, count)
            elif count > 1:
                heat = numbers[S_OPENING_HEAT] if s.phase == DRAFT else numbers[S_HEAT]
                leant = leans and diary.lean[2 * me] + diary.lean[2 * me + 1] > 0.0
                if numbers[S_SIMULATIONS] == 0.0 or leant:
                    chosen = look_ahead(w, mind, buffers, diary, count, LEANING_HEAT if leant else heat)
                    thought = diary.values[chosen]
                    if row >= 0 and numbers[S_SIMULATIONS] == 0.0:
                        soften(diary.values, count, numbers[S_WANTED_HEAT])
                        keep_wanted(w, buffers, diary, samples, row, count)
                else:
                    full = row >= 0 and chance(w.rng) <= numbers[S_FULL_SHARE]
                    simulations = int(numbers[S_SIMULATIONS] if full else numbers[S_QUICK])
                    chosen = look_deep(w, mind, buffers, diary, count, simulations, full, heat)
                    thought = diary.values[count]
                    if full:
                        keep_wanted(w, buffers, diary, samples, row, count)
                if me == 1:
                    thought = 1.0 - thought
                if chance(w.rng) <= numbers[S_SURPRISE]:
                    chosen = below(w.rng, count)
                    thought = -1.0
            if length < LONGEST:
                diary.row[length] = row
                diary.mover[length] = me
                diary.thought[length] = thought
                length += 1
            apply(w.states, GAME, s.actor, w.buffer[chosen])
        finish(w, diary, samples, length, max(numbers[S_TRACE], LEANING_TRACE) if leans else numbers[S_TRACE])
        diary.tally[T_GAMES] += 1.0
        if leans:
            continue
        diary.tally[T_PLAIN] += 1.0
        if s.winner == s.first:
            diary.tally[T_FIRST_WON] += 1.0
        diary.tally[T_KINDS + s.victory] += 1.0
        if stranger >= 0 and not guessed:
            diary.tally[T_AGAINST] += 1.0
            diary.tally[T_WON] += 0.5 if s.winner == SHARED else (0.0 if s.winner == stranger else 1.0)
    diary.tally[T_ROWS] += used
    return used


@compiled
def match_ahead(
    w: Searcher,
    first: Network,
    second: Network,
    guessing: bool,
    buffers: Buffers,
    diary: Diary,
    games: int,
    tally: Floats,
) -> None:
    """Pairs of games, one decision ahead without heat; every deal is played twice with seats changed.

    With `guessing` the second player needs no network: it decides by the quick guess. `tally` receives games, and wins
    of `first`.
    """
    for k in range(4):
        diary.lean[k] = 0.0
    for game in range(games):
        s = w.states[GAME]
        if game % 2 == 0:
            deal(w.states, GAME, 2, w.scratch, w.rng)
            copy_words(w.words, GAME, w.words, 3)
        else:
            copy_words(w.words, 3, w.words, GAME)
        while s.phase != OVER:
            count = options(w.states, GAME, s.actor, w.buffer)
            chosen = 0
            if count > 1 and guessing and s.actor != game % 2:
                chosen = guess(w, count)
            elif count > 1:
                mind = first if s.actor == game % 2 else second
                chosen = look_ahead(w, mind, buffers, diary, count, 0.0)
            apply(w.states, GAME, s.actor, w.buffer[chosen])
        tally[0] += 1.0
        tally[1] += 0.5 if s.winner == SHARED else (1.0 if s.winner == game % 2 else 0.0)


@compiled
def predict(net: Network, buffers: Buffers, samples: Samples, chances: Floats) -> None:
    """What the network says of the rows: the chance to win of each."""
    for row in range(len(samples.win)):
        count = samples.feature_count[row]
        for k in range(count):
            buffers.which[k] = samples.features[row, k]
        moment = samples.moment[row]
        add_up(net, buffers, count)
        go_through(net, buffers, moment)
        chances[row] = chance_of(output(net, buffers, moment * OUTPUTS) + direct_path(net, buffers, count))
