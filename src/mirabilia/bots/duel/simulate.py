"""The compiled search for Duel: Monte Carlo tree search over what both players can see, with the network as judge.

Hidden cards are hidden from both players alike, so one tree serves both: every simulation deals the unknown anew
(`redeal`) and walks the same tree by decisions ("open loop"); a node keeps the average over all deals that came past
it. A decision that only exists in some deals counts only the visits in which it was there to be chosen. The walk ends
at a decision that was never tried: the network says at once who will win. When a node is passed for the second time
its options get their priors, from the policy of the same network. Nothing is played out.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from mirabilia.bots.duel.judgement import (
    ENDINGS,
    OUT_ENDINGS,
    OUT_POINTS,
    OUTPUTS,
    POINT_SCALE,
    POINTS,
    look_at,
    weigh_options,
)
from mirabilia.bots.network import ONE, Desk, Network, chance_of, output
from mirabilia.bots.nodes import Node, child_of, select
from mirabilia.encoding.duel.features import moment_of
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.duel.apply import apply
from mirabilia.rules.duel.options import MAX_OPTIONS, options
from mirabilia.rules.duel.redeal import redeal
from mirabilia.rules.duel.scoring import SCORE_WIDTH, score, total_points
from mirabilia.rules.duel.state import CIVILIAN_VICTORY, OVER, State
from mirabilia.rules.records import Words, copy_words, ints, words

MAX_PATH = 128
EXPLAIN_EVERY = 32  # endings and scores only explain: they are asked of the network in this part of the simulations
MARGIN_SHARE = 0.02  # of a value: how clear a win on points was
MARGIN_SCALE = 12.0
EVENNESS = 0.06  # the part of the prior of the decision asked for that goes to all options alike
DOUBT = 0.08  # how much worse than its siblings an untried decision is assumed to be
SHARED = 2
ANY = -1  # instead of a decision's code: all of them

# places in `tally`
T_SIMULATIONS, T_WINS, T_SAMPLES, T_ENDINGS = 0, 1, 2, 3
T_SCORES = T_ENDINGS + ENDINGS
TALLY_SIZE = T_SCORES + 2 * POINTS


class Worker(NamedTuple):
    """What a search works on. State 0 is the position, state 1 is walked; the rest is scratch memory.

    `tree` holds: nodes used, nodes there are, the root, and the only first decision to look at (`ANY` for all).
    """

    states: State.Array
    words: Words
    nodes: Node.Array
    tree: Ints
    path: Ints
    places: Ints
    buffer: Ints
    pool: Ints
    rng: Ints
    priors: Floats
    tally: Floats


def new_worker(nodes: int, rng: Any, states: int = 4) -> Worker:
    """Memory for a search of at most so many nodes."""
    records = State.zeros(states)
    return Worker(
        records,
        words(records),
        Node.zeros(nodes),
        ints(4),
        ints(2 * MAX_PATH + 2),
        ints(MAX_OPTIONS),
        ints(MAX_OPTIONS),
        ints(MAX_OPTIONS),
        rng,
        np.zeros(MAX_OPTIONS),
        np.zeros(TALLY_SIZE),
    )


@compiled
def result_for_first(s: State) -> float:
    """The result of a finished game for seat 0, from 0 to 1: the win, and a trace of its clearness."""
    won = 0.5 if s.winner == SHARED else (1.0 if s.winner == 0 else 0.0)
    if s.victory != CIVILIAN_VICTORY:
        return won
    lead = (total_points(s, 0) - total_points(s, 1)) / MARGIN_SCALE
    return (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE / (1.0 + math.exp(-lead))


@compiled
def plant(w: Worker) -> None:
    """An empty tree."""
    w.tree[0] = 1
    w.tree[1] = w.nodes.shape[0]
    w.tree[2] = 0
    w.tree[3] = ANY
    root = w.nodes[0]
    root.first = 0
    root.next = 0
    root.visits = 0
    root.value = 0.0


@compiled
def find_children(w: Worker, net: Network, desk: Desk, parent: int, count: int) -> bool:
    """Finds the child of each option of state 1, with a prior if it is new, in `places`. False: the memory is full."""
    nodes = w.nodes
    cursor = nodes[parent].first
    new = False
    for k in range(count):
        child = child_of(nodes, w.tree, parent, cursor, w.buffer[k])
        if child == 0:
            return False
        new = new or nodes[child].prior == 0.0
        w.places[k] = child
        cursor = nodes[child].next
    if new:
        s = w.states[1]
        look_at(s, net, desk)
        weigh_options(s, net, desk, w.buffer, count, w.priors)
        for k in range(count):
            if nodes[w.places[k]].prior == 0.0:
                nodes[w.places[k]].prior = w.priors[k]
    return True


@compiled
def explain(w: Worker, net: Network, desk: Desk) -> None:
    """Adds what the network expects of the position on the desk to the tally: endings and points by seat."""
    s = w.states[1]
    at = moment_of(s) * OUTPUTS
    me = s.actor
    total = 0.0
    for k in range(ENDINGS):
        w.priors[k] = math.exp(output(net, desk, at + OUT_ENDINGS + k) / (ONE * ONE))
        total += w.priors[k]
    kinds = ENDINGS // 2
    for k in range(ENDINGS):
        seat = me if k < kinds else 1 - me
        w.tally[T_ENDINGS + seat * kinds + k % kinds] += w.priors[k] / total
    for side in range(2):
        seat = me if side == 0 else 1 - me
        for k in range(POINTS):
            points = POINT_SCALE * output(net, desk, at + OUT_POINTS + side * POINTS + k) / (ONE * ONE)
            w.tally[T_SCORES + seat * POINTS + k] += points
    w.tally[T_SAMPLES] += 1.0


@compiled
def explain_end(w: Worker) -> None:
    """The same of a game that is over."""
    s = w.states[1]
    kinds = ENDINGS // 2
    if s.winner == SHARED:
        w.tally[T_ENDINGS + s.victory] += 0.5
        w.tally[T_ENDINGS + kinds + s.victory] += 0.5
    else:
        w.tally[T_ENDINGS + s.winner * kinds + s.victory] += 1.0
    score(w.states, 1, w.places)
    for seat in range(2):
        for k in range(POINTS):
            w.tally[T_SCORES + seat * POINTS + k] += w.places[seat * SCORE_WIDTH + k]
    w.tally[T_SAMPLES] += 1.0


@compiled
def simulate(w: Worker, net: Network, desk: Desk, seat: int, exploration: float, simulations: int) -> None:
    """Simulates: deal what `seat` cannot know, walk the tree, judge, write the result back."""
    states = w.states
    nodes = w.nodes
    path = w.path
    for _ in range(simulations):
        copy_words(w.words, 0, w.words, 1)
        s = states[1]
        redeal(states, 1, seat, w.pool, w.rng)
        node = w.tree[2]
        length = 0
        if w.tree[3] != ANY:
            apply(states, 1, s.actor, w.tree[3])
        while s.phase != OVER and length < MAX_PATH:
            count = options(states, 1, s.actor, w.buffer)
            if count == 1:
                apply(states, 1, s.actor, w.buffer[0])
                continue
            if not find_children(w, net, desk, node, count):
                break
            evenness = EVENNESS if length == 0 and w.tree[3] == ANY else 0.0
            chosen = select(nodes, w.places, count, exploration, DOUBT, evenness)
            node = w.places[chosen]
            path[2 * length] = node
            path[2 * length + 1] = s.actor
            length += 1
            apply(states, 1, s.actor, w.buffer[chosen])
            if nodes[node].visits == 0:
                break
        explaining = int(w.tally[T_SIMULATIONS]) % EXPLAIN_EVERY == 0
        w.tally[T_SIMULATIONS] += 1.0
        if s.phase == OVER:
            value = result_for_first(s)
            won = 0.5 if s.winner == SHARED else (1.0 if s.winner == 0 else 0.0)
            if explaining:
                explain_end(w)
        else:
            value = chance_of(look_at(s, net, desk))
            if s.actor == 1:
                value = 1.0 - value
            won = value
            if explaining:
                explain(w, net, desk)
        w.tally[T_WINS] += won if seat == 0 else 1.0 - won
        for k in range(length):
            visited = nodes[path[2 * k]]
            visited.visits += 1
            visited.value += value if path[2 * k + 1] == 0 else 1.0 - value
