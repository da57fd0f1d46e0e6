"""The compiled search for 7 Wonders: Monte Carlo tree search over the searcher's own decisions.

All players choose at once and in secret, so a tree of everybody's moves would be too wide and would let the searcher
answer what it cannot know. Instead every simulation deals the unknown anew (`redeal`, exact about hands that have
passed through the searcher's own), the others play by the quick policy, and only the searcher's own decisions are
nodes. A node keeps the average over all deals and all answers that came past it.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

import math

from mirabilia.bots.wonders.policy import city_of, pick_by_tournament, worth_of
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.records import Float32, Int32, Int64, Record, Words, copy_words
from mirabilia.rules.wonders.apply import choose
from mirabilia.rules.wonders.options import options
from mirabilia.rules.wonders.redeal import redeal
from mirabilia.rules.wonders.scoring import score
from mirabilia.rules.wonders.state import OVER, POINT_KINDS, State, owes

MAX_PATH = 64
WIDTH = POINT_KINDS + 1
MARGIN_SHARE = 0.35  # of a value: the lead in points; the rest is the share of the win
MARGIN_SCALE = 12.0
PRIOR_SCALE = 14.0  # worth that makes a decision e times as likely
UNVISITED = 0.03  # how much worse than its parent an untried decision is assumed to be

# places in `tally`
T_SIMULATIONS, T_WINS, T_SCORES = 0, 1, 2


class Node(Record):
    """A decision of the searcher and what came of it."""

    code: Int64
    first: Int32  # first child, 0 for none (node 0 is the root and nobody's child)
    next: Int32  # next sibling
    visits: Int32
    offered: Int32  # simulations in which it could have been chosen
    value: Float32  # sum of results
    prior: Float32


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
    nodes: Node.Array, tree: Ints, parent: int, s: State, seat: int, buffer: Ints, count: int, places: Ints
) -> bool:
    """Finds the child of each option, making those that are new; `places` receives their numbers.

    Options come in a stable order, so the next one is usually the next sibling. False when the memory is full.
    """
    cursor = nodes[parent].first
    for k in range(count):
        code = buffer[k]
        found = 0
        last = 0
        if cursor and nodes[cursor].code == code:
            found = cursor
        else:
            child = nodes[parent].first
            while child:
                last = child
                if nodes[child].code == code:
                    found = child
                    break
                child = nodes[child].next
        if found == 0:
            if tree[0] >= tree[1]:
                return False
            found = tree[0]
            tree[0] += 1
            node = nodes[found]
            node.code = code
            node.first = 0
            node.next = 0
            node.visits = 0
            node.offered = 0
            node.value = 0.0
            node.prior = math.exp(min(worth_of(s, city_of(s, seat, code), code), 300.0) / PRIOR_SCALE)
            if last == 0:
                nodes[parent].first = found
            else:
                nodes[last].next = found
        places[k] = found
        cursor = nodes[found].next
    return True


@compiled
def select(nodes: Node.Array, places: Ints, count: int, exploration: float) -> int:
    """The option to try next: high value, high prior, few visits so far (PUCT)."""
    total_prior = 0.0
    visited_value = 0.0
    visited = 0
    for k in range(count):
        node = nodes[places[k]]
        total_prior += node.prior
        visited_value += node.value
        visited += node.visits
    assumed = visited_value / visited - UNVISITED if visited else 0.5
    best = 0
    best_score = -1.0e9
    for k in range(count):
        node = nodes[places[k]]
        node.offered += 1
        quality = node.value / node.visits if node.visits else assumed
        bonus = exploration * (node.prior / total_prior) * math.sqrt(float(node.offered)) / (1.0 + node.visits)
        if quality + bonus > best_score:
            best = k
            best_score = quality + bonus
    return best


@compiled
def simulate(
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
    seat: int,
    rounds: int,
    exploration: float,
) -> None:
    """One simulation: deal the unknown, walk the tree with the others answering, play out, write the result back.

    State 0 is the position, state 1 is worked on. `tree` holds: nodes used, nodes there are, the root.
    """
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
            choose(states, 1, who, pick_by_tournament(s, who, buffer, count, rounds, rng))
            continue
        if not children_for(nodes, tree, node, s, seat, buffer, count, places):
            in_tree = False
            continue
        chosen = select(nodes, places, count, exploration)
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
    seat: int,
    rounds: int,
    exploration: float,
    simulations: int,
) -> None:
    """Many simulations in one call."""
    for _ in range(simulations):
        simulate(states, words, nodes, tree, path, places, buffer, scores, rng, tally, seat, rounds, exploration)
