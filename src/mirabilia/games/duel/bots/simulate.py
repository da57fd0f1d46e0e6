"""The search of Duel with the network as judge, compiled in one piece: it answers what the tree asks.

The tree and its walk are in `games/duel/search/tree.py`; here the network gives priors and judges leaves. Endings and
points only explain: they are asked of the network in one of `EXPLAIN_EVERY` simulations.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.network import ONE, Buffers, Network, chance_of, output
from mirabilia.engine.compiling import Floats, compiled
from mirabilia.engine.exponential import exp
from mirabilia.games.duel.bots.judgement import (
    ENDINGS,
    OUT_ENDINGS,
    OUT_POINTS,
    OUTPUTS,
    POINT_SCALE,
    POINTS,
    look_at,
    weigh_options,
)
from mirabilia.games.duel.encoding.features import moment_of
from mirabilia.games.duel.rules.scoring import SCORE_WIDTH, score
from mirabilia.games.duel.rules.state import OVER
from mirabilia.games.duel.search.tree import (
    AT_COUNT,
    SHARED,
    T_SIMULATIONS,
    Searcher,
    begin,
    result_for_first,
    walk,
    won_by_first,
    write_back,
)
from mirabilia.search.nodes import NEW, PRIORS, find_children, give_priors

EXPLAIN_EVERY = 32

# Places in `explanation`: the number of samples, endings by seat, points by seat, and the moment of the position that
# the search is about.
T_SAMPLES, T_ENDINGS = 0, 1
T_SCORES = T_ENDINGS + ENDINGS
T_MOMENT = T_SCORES + 2 * POINTS
EXPLANATION_SIZE = T_MOMENT + 1


def new_explanation() -> NDArray[np.float64]:
    """Room for an explanation."""
    return np.zeros(EXPLANATION_SIZE)


@compiled
def open_root(w: Searcher, net: Network, buffers: Buffers, count: int) -> None:
    """Makes the children of an empty root for the options in `buffer` of state 1, with their priors."""
    if find_children(w.nodes, w.tree, w.tree[2], w.buffer, count, w.places) == NEW:
        s = w.states[1]
        look_at(s, net, buffers)
        weigh_options(s, net, buffers, w.buffer, count, w.priors)
        give_priors(w.nodes, w.places, count, w.priors)


@compiled
def explain(w: Searcher, net: Network, buffers: Buffers, explanation: Floats) -> None:
    """Adds what the network expects of the position on the buffers: endings and points by seat."""
    s = w.states[1]
    at = moment_of(s) * OUTPUTS
    me = s.actor
    total = 0.0
    for k in range(ENDINGS):
        w.priors[k] = exp(output(net, buffers, at + OUT_ENDINGS + k) / (ONE * ONE))
        total += w.priors[k]
    kinds = ENDINGS // 2
    for k in range(ENDINGS):
        seat = me if k < kinds else 1 - me
        explanation[T_ENDINGS + seat * kinds + k % kinds] += w.priors[k] / total
    for side in range(2):
        seat = me if side == 0 else 1 - me
        for k in range(POINTS):
            points = POINT_SCALE * output(net, buffers, at + OUT_POINTS + side * POINTS + k) / (ONE * ONE)
            explanation[T_SCORES + seat * POINTS + k] += points
    explanation[T_SAMPLES] += 1.0


@compiled
def explain_end(w: Searcher, explanation: Floats) -> None:
    """The same of a game that is over."""
    s = w.states[1]
    kinds = ENDINGS // 2
    if s.winner == SHARED:
        explanation[T_ENDINGS + s.victory] += 0.5
        explanation[T_ENDINGS + kinds + s.victory] += 0.5
    else:
        explanation[T_ENDINGS + s.winner * kinds + s.victory] += 1.0
    score(w.states, 1, w.places)
    for seat in range(2):
        for k in range(POINTS):
            explanation[T_SCORES + seat * POINTS + k] += w.places[seat * SCORE_WIDTH + k]
    explanation[T_SAMPLES] += 1.0


@compiled
def simulate(
    w: Searcher, net: Network, buffers: Buffers, explanation: Floats, seat: int, exploration: float, simulations: int
) -> None:
    """Simulates: deal what `seat` cannot know, walk the tree, judge, write the result back."""
    explanation[T_MOMENT] = moment_of(w.states[0])
    for _ in range(simulations):
        begin(w, seat)
        s = w.states[1]
        while walk(w, exploration) == PRIORS:
            look_at(s, net, buffers)
            weigh_options(s, net, buffers, w.buffer, w.at[AT_COUNT], w.priors)
        explaining = int(w.tally[T_SIMULATIONS]) % EXPLAIN_EVERY == 0
        if s.phase == OVER:
            value = result_for_first(s)
            won = won_by_first(s)
            if explaining:
                explain_end(w, explanation)
        else:
            value = chance_of(look_at(s, net, buffers))
            if s.actor == 1:
                value = 1.0 - value
            won = value
            if explaining:
                explain(w, net, buffers, explanation)
        write_back(w, value, won)
