"""The compiled search for 7 Wonders: Monte Carlo tree search over the searcher's own decisions.

All players choose at once and in secret, so a tree of everybody's moves would be too wide and would let the searcher
answer what it cannot know. Instead every simulation deals the unknown anew (`redeal`, exact about hands that have
passed through the searcher's own), the others play by the quick policy, and only the searcher's own decisions are
nodes. A node keeps the average over all deals and all answers that came past it.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

import math

from mirabilia.bots.nodes import Node, child_of, select
from mirabilia.bots.wonders.policy import pick, weigh
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.records import Words, copy_words
from mirabilia.rules.wonders.apply import choose
from mirabilia.rules.wonders.options import options
from mirabilia.rules.wonders.redeal import redeal
from mirabilia.rules.wonders.scoring import score
from mirabilia.rules.wonders.state import OVER, POINT_KINDS, State, owes

MAX_PATH = 64
WIDTH = POINT_KINDS + 1
MARGIN_SHARE = 0.35  # of a value: the lead in points; the rest is the share of the win
MARGIN_SCALE = 12.0
PRIOR_HEAT = 2.5  # the search trusts the policy's guess less than it trusts itself
# The decision that is asked for is looked at widely: a quarter of its prior goes to all options alike. Further down the
# tree that would only make the searcher's own future look worse than it is.
EVENNESS = 0.25
LIMIT = 40.0  # of the exponent of a prior: it must stay a number above zero
DOUBT = 0.03  # how much worse than its siblings an untried decision is assumed to be

# places in `tally`
T_SIMULATIONS, T_WINS, T_SCORES = 0, 1, 2


@compiled
def won_share(s: State, seat: int, scores: Ints) -> float:
    """The seat's share of the win of a finished game: most points, then most coins, else shared."""
    mine = scores[seat * WIDTH + POINT_KINDS]
    sharing = 1
    for other in range(s.players):
        if other != seat:
            theirs = scores[other * WIDTH + POINT_KINDS]
            if theirs > mine or (theirs == mine and s.coins[other] > s.coins[seat]):
                return 0.0
            if theirs == mine and s.coins[other] == s.coins[seat]:
                sharing += 1
    return 1.0 / sharing


@compiled
def clearness(s: State, seat: int, scores: Ints) -> float:
    """How far ahead of the best other seat, from 0 to 1."""
    best_other = -1000000
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, scores[other * WIDTH + POINT_KINDS])
    return 1.0 / (1.0 + math.exp(-(scores[seat * WIDTH + POINT_KINDS] - best_other) / MARGIN_SCALE))


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
    path: Ints,
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
    """Simulates: deal the unknown, walk the tree with the others answering, play out, write the result back.

    State 0 is the position, state 1 is worked on. `tree` holds: nodes used, nodes there are, the root. The others play
    with `heat`, the seat itself outside the tree with `own_heat` (`policy.pick`).
    """
    for _ in range(simulations):
        copy_words(words, 0, words, 1)
        redeal(states, 1, seat, rng)
        s = states[1]
        node = tree[2]
        length = 0
        in_tree = True
        who = 0
        while s.phase != OVER:
            if not owes(s, who):
                who = who + 1 if who + 1 < s.players else 0
                continue
            count = options(states, 1, who, buffer)
            if who != seat or not in_tree or count == 1 or length >= MAX_PATH:
                warmth = own_heat if who == seat else heat
                choose(states, 1, who, pick(s, who, buffer, count, weights, worth, which, much, warmth, rng))
                continue
            if not children_for(nodes, tree, node, s, seat, buffer, count, places, weights, worth, which, much):
                in_tree = False
                continue
            chosen = select(nodes, places, count, exploration, DOUBT, EVENNESS if length == 0 else 0.0)
            node = places[chosen]
            path[length] = node
            length += 1
            if nodes[node].visits == 0:
                in_tree = False
            choose(states, 1, who, buffer[chosen])
        score(states, 1, scores)
        won = won_share(s, seat, scores)
        value = (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * clearness(s, seat, scores)
        for k in range(length):
            visited = nodes[path[k]]
            visited.visits += 1
            visited.value += value
        tally[T_SIMULATIONS] += 1.0
        tally[T_WINS] += won
        for k in range(s.players * WIDTH):
            tally[T_SCORES + k] += scores[k]
