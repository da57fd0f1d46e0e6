"""The search of 7 Wonders with a judge inside, compiled in one piece: the trees (`../search/tree.py`), answered.

The quick policy (`policy.py`) gives priors and decides outside the trees. `simulate_by_playing` is how the levels
think: every simulation is played to the end of the game. `simulate` has the network for a judge (`judgement.py`): it
says who will win when the turn is over in which the searcher tried something new. The bot `network` and training
(`games/wonders/train`) think so.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mirabilia.bots.network import ONE, Buffers, Network, output
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.exponential import exp
from mirabilia.engine.records import ints
from mirabilia.games.wonders.bots.judgement import (
    OUT_POINTS,
    OUTPUTS,
    POINT_SCALE,
    POINTS,
    look_at,
    share_wins,
)
from mirabilia.games.wonders.bots.policy import Quick, pick, weigh
from mirabilia.games.wonders.encoding.features import STANDING_ROOM, moment_of, stand_now
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import options
from mirabilia.games.wonders.rules.state import OVER, State, deciding
from mirabilia.games.wonders.rules.tables import CITIES
from mirabilia.games.wonders.search.tree import (
    AT_COUNT,
    AT_DRAWN,
    AT_SEAT,
    EVENNESS,
    MARGIN_SHARE,
    OUTSIDE,
    T_SIMULATIONS,
    WIDTH,
    Searcher,
    begin,
    judge_end,
    walk,
    write_back,
)
from mirabilia.search.nodes import CHOICE, END, NEW, PRIORS, draw, find_children, give_priors

EXPLAIN_EVERY = 16  # points only explain: the network is asked for them in this part of the simulations
PLAYOUT_MARGIN_SHARE = 0.35  # in the search by play-outs
LEAST = 0.0001  # of the likelihood of an option: none may be zero
HEAT, OWN_HEAT = 0.6, 0.4  # of the policy outside the trees: of the others, and of the searcher itself
PRIOR_HEAT = 2.5  # the search trusts the policy's guess less than it trusts itself
LIMIT = 40.0  # of the exponent of a prior: it must stay a number above zero

# Places in `points`: how often they were asked for, points by seat and category, the moment of the position searched.
T_SAMPLES, T_SCORES = 0, 1
T_MOMENT = T_SCORES + CITIES * WIDTH
EXPLANATION_SIZE = T_MOMENT + 1


class Explanation(NamedTuple):
    """What a search has heard for its explanation; `standing` is room for the network's look at the table."""

    points: Floats
    standing: Ints


def new_explanation() -> Explanation:
    """Room for an explanation."""
    return Explanation(np.zeros(EXPLANATION_SIZE), ints(STANDING_ROOM))


@compiled
def explain_end(w: Searcher, explanation: Explanation) -> None:
    """Adds the points of the game that is over in state 1."""
    explanation.points[T_SAMPLES] += 1.0
    for k in range(w.states[1].players * WIDTH):
        explanation.points[T_SCORES + k] += w.scores[k]


@compiled
def explain(w: Searcher, net: Network, buffers: Buffers, explanation: Explanation) -> None:
    """Adds what the network expects of state 1: points by seat and category."""
    s = w.states[1]
    explanation.points[T_SAMPLES] += 1.0
    stand_now(s, explanation.standing)
    at = moment_of(s) * OUTPUTS
    for seat in range(s.players):
        look_at(s, seat, explanation.standing, net, buffers)
        for k in range(POINTS):
            points = POINT_SCALE * output(net, buffers, at + OUT_POINTS + k) / (ONE * ONE)
            explanation.points[T_SCORES + seat * WIDTH + k] += points
            explanation.points[T_SCORES + seat * WIDTH + POINTS] += points


@compiled
def guess_shares(w: Searcher, s: State, seat: int, quick: Quick, count: int, heat: float) -> None:
    """How likely the quick policy thinks each option in `buffer`, into `priors`: they add up to one, none is zero."""
    highest = weigh(s, seat, w.buffer, count, quick)
    total = 0.0
    for k in range(count):
        w.priors[k] = exp((quick.worth[k] - highest) / heat) + LEAST
        total += w.priors[k]
    for k in range(count):
        w.priors[k] /= total


@compiled
def open_root(w: Searcher, quick: Quick, seat: int, count: int) -> None:
    """Makes the children of a seat's empty root for the options in `buffer` of state 1, with their priors."""
    if find_children(w.nodes, w.tree, seat, w.buffer, count, w.places) == NEW:
        guess_shares(w, w.states[1], seat, quick, count, PRIOR_HEAT)
        give_priors(w.nodes, w.places, count, w.priors)


@compiled
def simulate(
    w: Searcher,
    net: Network,
    buffers: Buffers,
    explanation: Explanation,
    quick: Quick,
    seat: int,
    exploration: float,
    simulations: int,
) -> None:
    """Simulates: deal what `seat` cannot know, let every seat walk its tree, judge, write the results back."""
    explanation.points[T_MOMENT] = moment_of(w.states[0])
    for _ in range(simulations):
        begin(w, seat)
        s = w.states[1]
        reason = walk(w, seat, exploration, EVENNESS, False)
        while reason == PRIORS or reason == CHOICE:
            who = w.at[AT_SEAT]
            count = w.at[AT_COUNT]
            warmth = PRIOR_HEAT if reason == PRIORS else (OWN_HEAT if who == seat else HEAT)
            guess_shares(w, s, who, quick, count, warmth)
            if reason == CHOICE:
                w.at[AT_DRAWN] = draw(w.priors, 1.0, count, w.rng)
            reason = walk(w, seat, exploration, EVENNESS, False)
        explaining = int(w.tally[T_SIMULATIONS]) % EXPLAIN_EVERY == 0
        if reason == END:
            judge_end(w, 1, MARGIN_SHARE)
            if explaining:
                explain_end(w, explanation)
        else:
            share_wins(s, net, buffers, explanation.standing, w.shares)
            if explaining:
                explain(w, net, buffers, explanation)
        write_back(w)


@compiled
def all_outside(here: Ints, players: int) -> bool:
    """Whether every seat has left its tree."""
    for who in range(players):
        if here[who] != OUTSIDE:
            return False
    return True


@compiled
def play_out(
    states: State.Array,
    who: int,
    seat: int,
    buffer: Ints,
    quick: Quick,
    rng: Ints,
) -> None:
    """Plays state 1 to the end of the game, from the decision of `who` on, when nobody is in a tree any more.

    The walk would do the same, slower: it carries the trees along.
    """
    s = states[1]
    while s.phase != OVER:
        who = deciding(s, who)
        count = options(states, 1, who, buffer)
        warmth = OWN_HEAT if who == seat else HEAT
        apply(states, 1, who, buffer[pick(s, who, buffer, count, quick, warmth, rng)])


@compiled
def simulate_by_playing(
    w: Searcher,
    explanation: Explanation,
    quick: Quick,
    seat: int,
    exploration: float,
    simulations: int,
) -> None:
    """The same with the quick policy alone: everyone outside the trees plays by it until the game is over."""
    explanation.points[T_MOMENT] = moment_of(w.states[0])
    for _ in range(simulations):
        begin(w, seat)
        s = w.states[1]
        reason = walk(w, seat, exploration, EVENNESS, True)
        while s.phase != OVER:
            who = w.at[AT_SEAT]
            count = w.at[AT_COUNT]
            if reason == PRIORS:
                weigh(s, who, w.buffer, count, quick)
                for k in range(count):
                    w.priors[k] = exp(min(max(quick.worth[k] / PRIOR_HEAT, -LIMIT), LIMIT))
            elif all_outside(w.here, s.players):
                play_out(w.states, who, seat, w.buffer, quick, w.rng)
                break
            else:
                warmth = OWN_HEAT if who == seat else HEAT
                w.at[AT_DRAWN] = pick(s, who, w.buffer, count, quick, warmth, w.rng)
            reason = walk(w, seat, exploration, EVENNESS, True)
        judge_end(w, 1, PLAYOUT_MARGIN_SHARE)
        explain_end(w, explanation)
        write_back(w)
