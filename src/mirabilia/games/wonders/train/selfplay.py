"""7 Wonders against itself, compiled: games of every size, and the rows they leave behind.

Looking ahead: a seat deals what it cannot know anew and lets the others decide by the quick policy
(`bots/policy.py`); then it tries its own likeliest options against that, plays each turn to its end, and the
network says how likely it is to win then (what it gives to seats further away is asked only once). What it chooses is
the policy's guess, moved by what it saw: a network that has seen few games knows less than the policy, and games played
by its values alone taught the next one to play as badly. Searching: as in play, with noise in the priors. A position is
kept when a turn begins: one row for every seat, with the share of the win it got in the end mixed with what was thought
on the way (TD(lambda)), and its points. A decision teaches priors: the visits of the search, or how likely each option
seemed after looking ahead.

The first games of all are played by the quick policy alone, and teach its choices.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from mirabilia.bots.network import ONE, Buffers, Network, add_up, direct_path, go_through, output
from mirabilia.engine.bits import members
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import copy_words, ints
from mirabilia.engine.rng import below
from mirabilia.games.wonders.bots.judgement import OUTPUTS, POINT_SCALE, POINTS, look_at
from mirabilia.games.wonders.bots.policy import Quick, new_quick, pick, pick_best
from mirabilia.games.wonders.bots.simulate import HEAT, Explanation, guess_shares, new_explanation, open_root, simulate
from mirabilia.games.wonders.encoding.features import features_of, moment_of, stand_now
from mirabilia.games.wonders.encoding.traits import traits_of
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.scoring import winners
from mirabilia.games.wonders.rules.setup import any_edition, deal
from mirabilia.games.wonders.rules.state import CHOOSE, OVER, POINT_KINDS, State, card_of, deciding, kind_of
from mirabilia.games.wonders.rules.tables import AGES, CITIES, LEFT, RIGHT, TURNS
from mirabilia.games.wonders.search.tree import (
    EXPLORATION,
    MARGIN_SHARE,
    WIDTH,
    Searcher,
    judge_end,
    new_searcher,
    plant,
)
from mirabilia.search.nodes import draw
from mirabilia.train.samples import OPTIONS, Samples
from mirabilia.train.thinking import (
    S_DOUBT,
    S_FULL_SHARE,
    S_GUESSED,
    S_HEAT,
    S_KEEP,
    S_QUICK,
    S_SIMULATIONS,
    S_SURPRISE,
    S_TRACE,
    add_noise,
    chance,
    gumbel,
    keep_features,
    keep_option,
    read_root,
)

NODES = 16384  # of a search in training
LONGEST = AGES * TURNS  # positions of a game that may be kept
ROOM = LONGEST * CITIES  # rows of a game at most
GAME, WORK, START = 2, 1, 3  # states: the game, the one tried on, the deal of a paired match
UNKNOWN = -(1 << 60)
TRIED = 6  # options looked at one turn ahead
GUESS_HEAT = 0.5  # of the quick policy's choices
OWN_PART = 4  # in one of this many games one seat is played by a former network


class Settings(NamedTuple):
    """How games are played and what is kept, and how many players are at the table."""

    numbers: Floats
    players: int


class Diary(NamedTuple):
    """What is noted during one game."""

    row: Ints  # by turn: the first row of the position, or -1
    thought: Floats  # by turn and seat: shares thought of; below 0 if nothing was
    values: Floats  # of the options tried
    priors: Floats  # of all options
    order: Ints  # options by prior
    codes: Ints  # options while others are tried
    answers: Ints  # by seat: what it chooses meanwhile
    given: Ints  # by seat: what the network gave it
    quick: Quick
    explanation: Explanation  # what a search explains; only its room for a look at the table is used here
    tally: Floats


TALLY_SIZE = 16
T_GAMES, T_ROWS, T_WON, T_AGAINST, T_FAIR, T_SCORE = range(6)


def new_diary() -> Diary:
    """Memory for the notes of one thread."""
    return Diary(
        ints(LONGEST),
        np.zeros(LONGEST * CITIES),
        np.zeros(MAX_OPTIONS + 1),
        np.zeros(MAX_OPTIONS),
        ints(MAX_OPTIONS),
        ints(MAX_OPTIONS),
        ints(CITIES),
        ints(CITIES),
        new_quick(),
        new_explanation(),
        np.zeros(TALLY_SIZE),
    )


def training_searcher(rng: Ints) -> Searcher:
    """Memory for a thread's searches."""
    return new_searcher(NODES, rng, 4)


@compiled
def draw_quickly(w: Searcher, s: State, diary: Diary, settings: Settings, who: int, count: int) -> int:
    """The place of an option of `buffer` drawn by the quick policy."""
    return pick(s, who, w.buffer, count, diary.quick, HEAT, w.rng)


@compiled
def play_turn_out(w: Searcher, diary: Diary, settings: Settings, turn: int) -> None:
    """Plays state WORK by the quick policy until the turn after `turn` begins or the game is over."""
    s = w.states[WORK]
    who = 0
    while s.phase != OVER and not (s.phase == CHOOSE and s.age * TURNS + s.turn != turn):
        who = deciding(s, who)
        count = options(w.states, WORK, who, w.buffer)
        apply(w.states, WORK, who, w.buffer[draw_quickly(w, s, diary, settings, who, count)])


@compiled
def others_decide(w: Searcher, diary: Diary, settings: Settings, seat: int) -> None:
    """What the other seats choose in state 0, by the quick policy; 0 for those who owe nothing now."""
    s = w.states[0]
    for who in range(s.players):
        diary.answers[who] = 0
        diary.given[who] = UNKNOWN
        if who == seat or s.phase != CHOOSE or s.choice[who] != 0:
            continue
        count = options(w.states, 0, who, w.buffer)
        diary.answers[who] = w.buffer[draw_quickly(w, s, diary, settings, who, count)]


@compiled
def judge_near(w: Searcher, net: Network, buffers: Buffers, diary: Diary, seat: int) -> float:
    """The seat's share of the win in state WORK; seats that are no neighbours keep what they were given first."""
    s = w.states[WORK]
    stand_now(s, diary.explanation.standing)
    highest = UNKNOWN
    for who in range(s.players):
        near = who == seat or who == LEFT[s.players][seat] or who == RIGHT[s.players][seat]
        if near or diary.given[who] == UNKNOWN:
            diary.given[who] = look_at(s, who, diary.explanation.standing, net, buffers)
        highest = max(highest, diary.given[who])
    total = 0.0
    for who in range(s.players):
        total += math.exp((diary.given[who] - highest) / (ONE * ONE))
    return math.exp((diary.given[seat] - highest) / (ONE * ONE)) / total


@compiled
def guess_all(w: Searcher, diary: Diary, settings: Settings, seat: int, count: int) -> None:
    """How likely the quick policy thinks each option of the game's position, into `priors` of the searcher."""
    guess_shares(w, w.states[GAME], seat, diary.quick, count, GUESS_HEAT)


@compiled
def another_way_to_pay(diary: Diary, n: int) -> bool:
    """Whether the option in place `n` does the same with the same card as one before it."""
    code = diary.codes[diary.order[n]]
    for before in range(n):
        other = diary.codes[diary.order[before]]
        if kind_of(other) == kind_of(code) and card_of(other) == card_of(code):
            return True
    return False


@compiled
def look_ahead(
    w: Searcher, net: Network, buffers: Buffers, diary: Diary, settings: Settings, seat: int, count: int, heat: float
) -> int:
    """The option of the game's position that a seat chooses by looking one turn ahead.

    The quick policy is the better judge of small things, the look ahead of large ones: an option whose value is higher
    by the manner's doubt may be e times less likely by the policy. `w.buffer` holds the options. The diary receives the
    values of those tried, -1 for the others, and what all of them are worth (logarithms of likelihoods) in `worth`.
    """
    guess_all(w, diary, settings, seat, count)
    for k in range(count):
        diary.codes[k] = w.buffer[k]
        diary.priors[k] = w.priors[k]
        diary.values[k] = -1.0
        place = k - 1
        while place >= 0 and diary.priors[diary.order[place]] < diary.priors[k]:
            diary.order[place + 1] = diary.order[place]
            place -= 1
        diary.order[place + 1] = k
    copy_words(w.words, GAME, w.words, 0)
    redeal(w.states, 0, seat, w.scratch, w.rng)
    others_decide(w, diary, settings, seat)
    likely = 0.0
    mean = 0.0
    tried = 0
    for n in range(count):
        if tried == TRIED:
            break
        k = diary.order[n]
        if another_way_to_pay(diary, n):
            continue
        tried += 1
        copy_words(w.words, 0, w.words, WORK)
        turn = w.states[0].age * TURNS + w.states[0].turn
        apply(w.states, WORK, seat, diary.codes[k])
        for who in range(w.states[0].players):
            if diary.answers[who]:
                apply(w.states, WORK, who, diary.answers[who])
        play_turn_out(w, diary, settings, turn)
        if w.states[WORK].phase == OVER:
            judge_end(w, WORK, MARGIN_SHARE)
            diary.values[k] = w.shares[seat]
        else:
            diary.values[k] = judge_near(w, net, buffers, diary, seat)
        likely += diary.priors[k]
        mean += diary.priors[k] * diary.values[k]
    mean /= likely
    best = 0
    highest = -1.0e9
    for k in range(count):
        w.buffer[k] = diary.codes[k]
        value = diary.values[k] if diary.values[k] >= 0.0 else mean
        diary.quick.worth[k] = math.log(diary.priors[k]) + (value - mean) / settings.numbers[S_DOUBT]
        wanted = diary.quick.worth[k] + (heat * gumbel(w.rng) if heat > 0.0 else 0.0)
        if diary.values[k] >= 0.0 and wanted > highest:
            best = k
            highest = wanted
    return best


@compiled
def look_deep(
    w: Searcher,
    net: Network,
    buffers: Buffers,
    diary: Diary,
    settings: Settings,
    seat: int,
    count: int,
    simulations: int,
    full: bool,
) -> int:
    """The option a search chooses; its visits, as shares, are in the diary, and its value after them."""
    copy_words(w.words, GAME, w.words, 0)
    plant(w, w.states[0].players, seat)
    copy_words(w.words, 0, w.words, WORK)
    open_root(w, diary.quick, seat, count)
    if full:
        add_noise(w.nodes, w.places, count, w.priors, w.rng)
    simulate(w, net, buffers, diary.explanation, diary.quick, seat, EXPLORATION, simulations)
    return read_root(w.nodes, seat, w.buffer, diary.values, count, settings.numbers[S_HEAT], w.rng)


@compiled
def guess(w: Searcher, diary: Diary, settings: Settings, seat: int, count: int) -> int:
    """The option drawn by the quick policy; its chances are in the diary."""
    guess_all(w, diary, settings, seat, count)
    for k in range(count):
        diary.values[k] = w.priors[k]
    return draw(w.priors, 1.0, count, w.rng)


@compiled
def keep(w: Searcher, buffers: Buffers, diary: Diary, samples: Samples, row: int) -> bool:
    """Writes the features of the game's position into a row for every seat; False if they do not fit."""
    s = w.states[GAME]
    stand_now(s, diary.explanation.standing)
    for seat in range(s.players):
        count = features_of(s, seat, diary.explanation.standing, buffers.which)
        if not keep_features(samples, row + seat, buffers.which, count, moment_of(s)):
            return False
    return True


@compiled
def share_by_worth(diary: Diary, count: int) -> None:
    """Turns what options are worth after looking ahead into shares that add up to one, in `values`."""
    highest = diary.quick.worth[0]
    for k in range(1, count):
        highest = max(highest, diary.quick.worth[k])
    total = 0.0
    for k in range(count):
        diary.values[k] = math.exp(diary.quick.worth[k] - highest)
        total += diary.values[k]
    for k in range(count):
        diary.values[k] /= total


@compiled
def keep_wanted(w: Searcher, buffers: Buffers, diary: Diary, samples: Samples, row: int, seat: int, count: int) -> None:
    """Writes the priors wanted (`values` of the diary, below 0 where unknown) with the traits of the options."""
    if count > OPTIONS:
        return
    s = w.states[GAME]
    for k in range(count):
        number = traits_of(s, seat, w.buffer[k], buffers.traits, 0)
        keep_option(samples, row, k, buffers.traits, number, diary.values[k])


@compiled
def finish(w: Searcher, diary: Diary, samples: Samples, trace: float) -> None:
    """Writes the targets of the game's rows, from its end back to its beginning."""
    s = w.states[GAME]
    won = winners(w.states, GAME, w.scores)
    sharing = members(won)
    for seat in range(s.players):
        w.shares[seat] = 1.0 / sharing if (won >> seat) & 1 else 0.0
    for turn in range(LONGEST - 1, -1, -1):
        total = 0.0
        for seat in range(s.players):
            thought = diary.thought[turn * CITIES + seat]
            if thought >= 0.0:
                w.shares[seat] = trace * w.shares[seat] + (1.0 - trace) * thought
            total += w.shares[seat]
        for seat in range(s.players):
            w.shares[seat] /= total
        row = diary.row[turn]
        if row < 0:
            continue
        for seat in range(s.players):
            samples.win[row + seat] = w.shares[seat]
            samples.ending[row + seat] = (won >> seat) & 1  # only for calibration: this game has no kinds of ending
            for k in range(POINTS):
                samples.points[row + seat, k] = w.scores[seat * WIDTH + k] / POINT_SCALE


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
    """Plays games of one size until so many are played or the samples are full; returns how many rows were written."""
    numbers = settings.numbers
    players = settings.players
    used = 0
    rows = len(samples.win)
    for _ in range(games):
        if used + LONGEST * players > rows:
            break
        deal(w.states, GAME, players, any_edition(players, w.rng), w.scratch, w.rng)
        s = w.states[GAME]
        stranger = below(w.rng, players) if below(w.rng, OWN_PART) == 0 else -1
        guessed = chance(w.rng) <= numbers[S_GUESSED]
        for turn in range(LONGEST):
            diary.row[turn] = -1
            for seat in range(players):
                diary.thought[turn * CITIES + seat] = -1.0
        before = -1
        who = 0
        row = -1
        while s.phase != OVER:
            turn = s.age * TURNS + s.turn
            if turn != before:
                before = turn
                row = -1
                if chance(w.rng) <= numbers[S_KEEP] and keep(w, buffers, diary, samples, used):
                    row = used
                    used += players
                diary.row[turn] = row
            who = deciding(s, who)
            count = options(w.states, GAME, who, w.buffer)
            chosen = 0
            if count > 1:
                mind = former if stranger == who else net
                first = s.phase == CHOOSE and s.choice[who] == 0
                taught = row + who if row >= 0 and first else -1
                if guessed:
                    chosen = guess(w, diary, settings, who, count)
                    if taught >= 0:
                        keep_wanted(w, buffers, diary, samples, taught, who, count)
                elif numbers[S_SIMULATIONS] == 0.0:
                    chosen = look_ahead(w, mind, buffers, diary, settings, who, count, numbers[S_HEAT])
                    if first:
                        diary.thought[turn * CITIES + who] = diary.values[chosen]
                    if taught >= 0:
                        share_by_worth(diary, count)
                        keep_wanted(w, buffers, diary, samples, taught, who, count)
                else:
                    full = taught >= 0 and chance(w.rng) <= numbers[S_FULL_SHARE]
                    simulations = int(numbers[S_SIMULATIONS] if full else numbers[S_QUICK])
                    chosen = look_deep(w, mind, buffers, diary, settings, who, count, simulations, full)
                    if first:
                        diary.thought[turn * CITIES + who] = diary.values[count]
                    if full:
                        keep_wanted(w, buffers, diary, samples, taught, who, count)
                if not guessed and chance(w.rng) <= numbers[S_SURPRISE]:
                    chosen = below(w.rng, count)
                    diary.thought[turn * CITIES + who] = -1.0
            apply(w.states, GAME, who, w.buffer[chosen])
        finish(w, diary, samples, numbers[S_TRACE])
        diary.tally[T_GAMES] += 1.0
        best = 0
        for seat in range(players):
            best = max(best, w.scores[seat * WIDTH + POINT_KINDS])
        diary.tally[T_SCORE] += best
        if stranger >= 0 and not guessed:
            won = winners(w.states, GAME, w.scores)
            diary.tally[T_AGAINST] += 1.0
            diary.tally[T_FAIR] += 1.0 / players
            if (won >> stranger) & 1:
                diary.tally[T_WON] += 1.0 / members(won)
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
    settings: Settings,
    games: int,
    tally: Floats,
) -> None:
    """Groups of games, one turn ahead without heat, `first` against copies of `second`; each deal from every seat.

    With `guessing` the others need no network: each takes what the quick policy likes best. `tally` receives games, and
    wins of `first`.
    """
    players = settings.players
    for game in range(games):
        mine = game % players
        if mine == 0:
            deal(w.states, GAME, players, any_edition(players, w.rng), w.scratch, w.rng)
            copy_words(w.words, GAME, w.words, START)
        else:
            copy_words(w.words, START, w.words, GAME)
        s = w.states[GAME]
        who = 0
        while s.phase != OVER:
            who = deciding(s, who)
            count = options(w.states, GAME, who, w.buffer)
            code = w.buffer[0]
            if count > 1 and guessing and who != mine:
                code = pick_best(s, who, w.buffer, count, diary.quick)
            elif count > 1:
                mind = first if who == mine else second
                chosen = look_ahead(w, mind, buffers, diary, settings, who, count, 0.0)
                code = w.buffer[chosen]
            apply(w.states, GAME, who, code)
        won = winners(w.states, GAME, w.scores)
        tally[0] += 1.0
        if (won >> mine) & 1:
            tally[1] += 1.0 / members(won)


@compiled
def predict(net: Network, buffers: Buffers, samples: Samples, group: int, chances: Floats) -> None:
    """What the network says of the rows: the share of the win of each, within its group."""
    for start in range(0, len(samples.win) - group + 1, group):
        total = 0.0
        for row in range(start, start + group):
            count = samples.feature_count[row]
            for k in range(count):
                buffers.which[k] = samples.features[row, k]
            moment = samples.moment[row]
            add_up(net, buffers, count)
            go_through(net, buffers, moment)
            odds = output(net, buffers, moment * OUTPUTS) + direct_path(net, buffers, count)
            chances[row] = math.exp(odds / (ONE * ONE))
            total += chances[row]
        for row in range(start, start + group):
            chances[row] /= total
