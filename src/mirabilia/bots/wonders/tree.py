"""The compiled search for 7 Wonders: Monte Carlo tree search with a tree for every seat.

All players choose at once and in secret, so one tree of everybody's moves would be too wide and would let the searcher
answer what it cannot know. Instead every seat has a tree of its own decisions, and all of them grow together: every
simulation deals the unknown anew (`redeal`, exact about hands that have passed through the searcher's own), each seat
walks its own tree for its own good, and outside of it plays by the quick policy. A node keeps the average over all
deals and all answers that came past it. So the others learn to answer, too: a searcher that always took them for
players of the fixed policy would soon know all their mistakes, and more thinking would only teach it to rely on them.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

import math

from mirabilia.bots.nodes import Node, child_of, select
from mirabilia.bots.wonders.policy import fraction, pick, weigh
from mirabilia.rules.bits import members
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.records import Words, copy_words
from mirabilia.rules.wonders.apply import apply
from mirabilia.rules.wonders.options import options
from mirabilia.rules.wonders.redeal import redeal
from mirabilia.rules.wonders.scoring import leaders, score
from mirabilia.rules.wonders.state import OVER, POINT_KINDS, State, owes
from mirabilia.rules.wonders.tables import CITIES

MAX_PATH = 64
WIDTH = POINT_KINDS + 1
MARGIN_SHARE = 0.35  # of a value: the lead in points; the rest is the share of the win
MARGIN_SCALE = 12.0
PRIOR_HEAT = 2.5  # the search trusts the policy's guess less than it trusts itself
# The decision that is asked for is looked at widely: a quarter of its prior goes to all options alike. Further down the
# tree that would only make the searcher's own future look worse than it is.
EVENNESS = 0.25
OTHERS_EVENNESS = 0.1  # in the trees of the others, everywhere: which hand they hold is often not known
# Each of the others walks its tree in half of the simulations only and follows the policy in the rest: real players do
# neither, and an answer should be good against both.
BY_POLICY = 0.5
OUTSIDE = -1  # where a seat is that has left its tree
ANY = -1  # instead of a decision's code: all of them
LIMIT = 40.0  # of the exponent of a prior: it must stay a number above zero
DOUBT = 0.03  # how much worse than its siblings an untried decision is assumed to be

# places in `tally`
T_SIMULATIONS, T_WINS = 0, 1
T_SCORES = T_WINS + CITIES


@compiled
def won_share(s: State, seat: int, scores: Ints) -> float:
    """The seat's share of the win of a finished game."""
    won = leaders(s, scores)
    return (won >> seat & 1) / members(won)


@compiled
def clearness(s: State, seat: int, scores: Ints) -> float:
    """How far ahead of the best other seat, from 0 to 1."""
    best_other = -1000000
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, scores[other * WIDTH + POINT_KINDS])
    return 1.0 / (1.0 + math.exp(-(scores[seat * WIDTH + POINT_KINDS] - best_other) / MARGIN_SCALE))


@compiled
def value_for(s: State, seat: int, scores: Ints) -> float:
    """What a finished game is worth to a seat: mostly the share of the win, a little how clear it was."""
    return (1.0 - MARGIN_SHARE) * won_share(s, seat, scores) + MARGIN_SHARE * clearness(s, seat, scores)


@compiled
def children_for(
    nodes: Node.Array,
    tree: Ints,
    parent: int,
    s: State,
    seat: int,
    buffer: Ints,
    count: int,
    places: Ints,
    weights: Floats,
    worth: Floats,
    which: Ints,
    much: Floats,
) -> bool:
    """Finds the child of each option, with a prior if it is new; `places` receives them. False: the memory is full."""
    cursor = nodes[parent].first
    weighed = False
    for k in range(count):
        child = child_of(nodes, tree, parent, cursor, buffer[k])
        if child == 0:
            return False
        if nodes[child].prior == 0.0:
            if not weighed:
                weighed = True
                weigh(s, seat, buffer, count, weights, worth, which, much)
            nodes[child].prior = math.exp(min(max(worth[k] / PRIOR_HEAT, -LIMIT), LIMIT))
        places[k] = child
        cursor = nodes[child].next
    return True


@compiled
def run_simulations(
    states: State.Array,
    words: Words,
    nodes: Node.Array,
    tree: Ints,
    here: Ints,
    lengths: Ints,
    paths: Ints,
    places: Ints,
    buffer: Ints,
    scores: Ints,
    rng: Ints,
    tally: Floats,
    weights: Floats,
    worth: Floats,
    which: Ints,
    much: Floats,
    seat: int,
    heat: float,
    own_heat: float,
    exploration: float,
    simulations: int,
) -> None:
    """Simulates: deal the unknown, let every seat walk its tree, play out, write the results back.

    State 0 is the position, state 1 is worked on. `tree` holds: nodes used, nodes there are, the root of the asking
    seat, and the only first decision of that seat to look at (`ANY` for all); node p is the root of seat p. `here` and
    `lengths` say where each seat is in its tree and how many decisions are in its part of `paths`. Outside the trees
    the others play with `heat`, the seat itself with `own_heat` (`policy.pick`).
    """
    players = states[0].players
    for _ in range(simulations):
        copy_words(words, 0, words, 1)
        # the position was made from a view: if no other arrangement is found, its own is one the seat may believe in
        redeal(states, 1, seat, buffer, rng)
        s = states[1]
        for who in range(players):
            here[who] = who
            if who != seat and fraction(rng) < BY_POLICY:
                here[who] = OUTSIDE
            lengths[who] = 0
        who = 0
        if tree[3] != ANY:
            apply(states, 1, seat, tree[3])
        while s.phase != OVER:
            if not owes(s, who):
                who = who + 1 if who + 1 < players else 0
                continue
            count = options(states, 1, who, buffer)
            length = lengths[who]
            if here[who] == OUTSIDE or count == 1 or length >= MAX_PATH:
                warmth = own_heat if who == seat else heat
                apply(states, 1, who, pick(s, who, buffer, count, weights, worth, which, much, warmth, rng))
                continue
            if not children_for(nodes, tree, here[who], s, who, buffer, count, places, weights, worth, which, much):
                here[who] = OUTSIDE
                continue
            evenness = OTHERS_EVENNESS
            if who == seat:
                evenness = EVENNESS if length == 0 and tree[3] == ANY else 0.0
            chosen = select(nodes, places, count, exploration, DOUBT, evenness)
            node = places[chosen]
            paths[who * MAX_PATH + length] = node
            lengths[who] = length + 1
            here[who] = node if nodes[node].visits else OUTSIDE
            apply(states, 1, who, buffer[chosen])
        score(states, 1, scores)
        for who in range(players):
            value = value_for(s, who, scores)
            for k in range(lengths[who]):
                visited = nodes[paths[who * MAX_PATH + k]]
                visited.visits += 1
                visited.value += value
        tally[T_SIMULATIONS] += 1.0
        for who in range(players):
            tally[T_WINS + who] += won_share(s, who, scores)
        for k in range(players * WIDTH):
            tally[T_SCORES + k] += scores[k]
