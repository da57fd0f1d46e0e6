"""The compiled search for 7 Wonders: Monte Carlo tree search with a tree for every seat and the network as judge.

All players choose at once and in secret, so one tree of everybody's moves would be too wide and would let the searcher
answer what it cannot know. Instead every seat has a tree of its own decisions, and all of them grow together: every
simulation deals the unknown anew (`redeal`, exact about hands that have passed through the searcher's own), each seat
walks its own tree for its own good, and outside of it decides by the network's policy. When the searcher has made a
decision that it never tried before, the turn is played to its end and the network says who will win. Nothing is played
out. A node keeps the average over all deals and all answers that came past it.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from mirabilia.bots.network import ONE, Desk, Network, output
from mirabilia.bots.nodes import Node, child_of, select
from mirabilia.bots.wonders.judgement import (
    OUT_POINTS,
    OUTPUTS,
    POINT_SCALE,
    POINTS,
    look_at,
    share_wins,
    weigh_options,
)
from mirabilia.encoding.wonders.features import moment_of, stand_now
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.records import Words, copy_words, ints, words
from mirabilia.rules.rng import next_word
from mirabilia.rules.wonders.apply import apply
from mirabilia.rules.wonders.options import MAX_OPTIONS, options
from mirabilia.rules.wonders.playout import SCORE_ROOM
from mirabilia.rules.wonders.redeal import redeal
from mirabilia.rules.wonders.scoring import winners
from mirabilia.rules.wonders.setup import SCRATCH
from mirabilia.rules.wonders.state import CHOOSE, OVER, POINT_KINDS, State, owes
from mirabilia.rules.wonders.tables import CITIES, TURNS

MAX_PATH = 64
WIDTH = POINT_KINDS + 1
MARGIN_SHARE = 0.04  # of the value of a finished game: the lead in points; the rest is the share of the win
MARGIN_SCALE = 12.0
# The decision that is asked for is looked at widely: a part of its prior goes to all options alike.
EVENNESS = 0.1
# Each of the others walks its tree in a part of the simulations only and follows the policy in the rest: real players
# do neither, and an answer should be good against both.
BY_POLICY = 0.5
OUTSIDE = -1  # where a seat is that has left its tree
ANY = -1  # instead of a decision's code: all of them
DOUBT = 0.03  # how much worse than its siblings an untried decision is assumed to be
EXPLAIN_EVERY = 16

# places in `tally`
T_SIMULATIONS, T_SAMPLES, T_WINS = 0, 1, 2
T_SCORES = T_WINS + CITIES
TALLY_SIZE = T_SCORES + CITIES * WIDTH


class Worker(NamedTuple):
    """What a search works on. State 0 is the position, state 1 is walked; the rest is scratch memory.

    `tree` holds: nodes used, nodes there are, the root of the asking seat, and the only first decision of that seat to
    look at (`ANY` for all); node p is the root of seat p. `here` and `lengths` say where each seat is in its tree and
    how many decisions are in its part of `paths`.
    """

    states: State.Array
    words: Words
    nodes: Node.Array
    tree: Ints
    here: Ints
    lengths: Ints
    paths: Ints
    places: Ints
    buffer: Ints
    scratch: Ints
    standing: Ints
    scores: Ints
    rng: Ints
    priors: Floats
    shares: Floats
    tally: Floats


def new_worker(nodes: int, rng: Ints, states: int = 2) -> Worker:
    """Memory for a search of at most so many nodes."""
    records = State.zeros(states)
    return Worker(
        records,
        words(records),
        Node.zeros(nodes),
        ints(4),
        ints(CITIES),
        ints(CITIES),
        ints(CITIES * MAX_PATH),
        ints(MAX_OPTIONS),
        ints(MAX_OPTIONS),
        ints(SCRATCH),
        ints(CITIES),
        ints(SCORE_ROOM),
        rng,
        np.zeros(MAX_OPTIONS),
        np.zeros(CITIES),
        np.zeros(TALLY_SIZE),
    )


@compiled
def plant(w: Worker, players: int, seat: int) -> None:
    """Empty trees for all seats."""
    w.tree[0] = players
    w.tree[1] = w.nodes.shape[0]
    w.tree[2] = seat
    w.tree[3] = ANY
    for root in range(players):
        node = w.nodes[root]
        node.first = 0
        node.next = 0
        node.visits = 0
        node.value = 0.0


@compiled
def fraction(rng: Ints) -> float:
    """A random number from 0 up to but not 1."""
    return next_word(rng) / 4294967296.0


@compiled
def draw(w: Worker, count: int) -> int:
    """An option drawn by the priors."""
    left = fraction(w.rng)
    for k in range(count - 1):
        left -= w.priors[k]
        if left < 0.0:
            return k
    return count - 1


@compiled
def result_shares(w: Worker, i: int) -> None:
    """What a finished game is worth to every seat: mostly the share of the win, a trace how clear it was."""
    s = w.states[i]
    won = winners(w.states, i, w.scores)
    sharing = 0
    for seat in range(s.players):
        sharing += (won >> seat) & 1
    for seat in range(s.players):
        best_other = -1000000
        for other in range(s.players):
            if other != seat:
                best_other = max(best_other, w.scores[other * WIDTH + POINT_KINDS])
        lead = w.scores[seat * WIDTH + POINT_KINDS] - best_other
        clear = 1.0 / (1.0 + math.exp(-lead / MARGIN_SCALE))
        share = 1.0 / sharing if (won >> seat) & 1 else 0.0
        w.shares[seat] = (1.0 - MARGIN_SHARE) * share + MARGIN_SHARE * clear


@compiled
def find_children(w: Worker, net: Network, desk: Desk, parent: int, seat: int, count: int) -> bool:
    """Finds the child of each option of a seat in state 1, with a prior if it is new. False: the memory is full."""
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
        weigh_options(w.states[1], seat, net, desk, w.standing, w.buffer, count, w.priors)
        for k in range(count):
            if nodes[w.places[k]].prior == 0.0:
                nodes[w.places[k]].prior = w.priors[k]
    return True


@compiled
def explain(w: Worker, net: Network, desk: Desk) -> None:
    """Adds what the network expects of state 1 to the tally: points by seat and category."""
    s = w.states[1]
    w.tally[T_SAMPLES] += 1.0
    if s.phase == OVER:
        for k in range(s.players * WIDTH):
            w.tally[T_SCORES + k] += w.scores[k]
        return
    stand_now(s, w.standing)
    at = moment_of(s) * OUTPUTS
    for seat in range(s.players):
        look_at(s, seat, w.standing, net, desk)
        for k in range(POINTS):
            points = POINT_SCALE * output(net, desk, at + OUT_POINTS + k) / (ONE * ONE)
            w.tally[T_SCORES + seat * WIDTH + k] += points
            w.tally[T_SCORES + seat * WIDTH + POINTS] += points


@compiled
def walk(w: Worker, net: Network, desk: Desk, seat: int, exploration: float) -> None:
    """Plays state 1 by the trees until the turn in which the searcher tried something new is over, or the game is."""
    states = w.states
    nodes = w.nodes
    s = states[1]
    players = s.players
    tried = False
    until = -1  # the turn that ends the walk
    who = 0
    if w.tree[3] != ANY:
        apply(states, 1, seat, w.tree[3])
    while s.phase != OVER:
        if tried and s.phase == CHOOSE and s.age * TURNS + s.turn != until:
            return
        if not owes(s, who):
            who = who + 1 if who + 1 < players else 0
            continue
        count = options(states, 1, who, w.buffer)
        chosen = 0
        if count > 1:
            length = w.lengths[who]
            inside = w.here[who] != OUTSIDE and length < MAX_PATH
            if inside and find_children(w, net, desk, w.here[who], who, count):
                asked = length == 0 and (who != seat or w.tree[3] == ANY)
                evenness = EVENNESS if asked else 0.0
                chosen = select(nodes, w.places, count, exploration, DOUBT, evenness)
                node = w.places[chosen]
                w.paths[who * MAX_PATH + length] = node
                w.lengths[who] = length + 1
                w.here[who] = node
                if nodes[node].visits == 0:
                    w.here[who] = OUTSIDE
                    if who == seat and not tried:
                        tried = True
                        until = s.age * TURNS + s.turn
            else:
                if who == seat and not tried:  # the memory is full
                    tried = True
                    until = s.age * TURNS + s.turn
                w.here[who] = OUTSIDE
                weigh_options(s, who, net, desk, w.standing, w.buffer, count, w.priors)
                chosen = draw(w, count)
        apply(states, 1, who, w.buffer[chosen])


@compiled
def simulate(w: Worker, net: Network, desk: Desk, seat: int, exploration: float, simulations: int) -> None:
    """Simulates: deal what `seat` cannot know, let every seat walk its tree, judge, write the results back."""
    players = w.states[0].players
    for _ in range(simulations):
        copy_words(w.words, 0, w.words, 1)
        redeal(w.states, 1, seat, w.scratch, w.rng)
        for who in range(players):
            w.here[who] = who
            if who != seat and fraction(w.rng) < BY_POLICY:
                w.here[who] = OUTSIDE
            w.lengths[who] = 0
        walk(w, net, desk, seat, exploration)
        s = w.states[1]
        if s.phase == OVER:
            result_shares(w, 1)
        else:
            share_wins(s, net, desk, w.standing, w.shares)
        if int(w.tally[T_SIMULATIONS]) % EXPLAIN_EVERY == 0:
            explain(w, net, desk)
        w.tally[T_SIMULATIONS] += 1.0
        for who in range(players):
            value = w.shares[who]
            w.tally[T_WINS + who] += value
            for k in range(w.lengths[who]):
                visited = w.nodes[w.paths[who * MAX_PATH + k]]
                visited.visits += 1
                visited.value += value
