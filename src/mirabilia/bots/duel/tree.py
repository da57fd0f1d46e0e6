"""The compiled search for Duel: Monte Carlo tree search over what both players can see.

Hidden cards are hidden from both players alike, so one tree serves both: every simulation deals the unknown anew
(`redeal`) and walks the same tree by decisions ("open loop"); a node keeps the average over all deals that came past
it. A decision that only exists in some deals counts only the visits in which it was there to be chosen. New nodes get
a prior from `policy`, leaves are played out by tournaments of it.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

import math

from mirabilia.bots.duel.policy import pick_by_tournament, worth_of
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.duel.apply import apply_option
from mirabilia.rules.duel.options import list_options
from mirabilia.rules.duel.redeal import redeal_state
from mirabilia.rules.duel.scoring import score, total_points
from mirabilia.rules.duel.state import CIVILIAN_VICTORY, OVER, State
from mirabilia.rules.duel.tables import CATEGORIES
from mirabilia.rules.records import Float32, Int32, Record, Words, copy_words

MAX_PATH = 128
CATEGORY_COUNT = len(CATEGORIES)
SCORE_EVERY = 8  # expected scores are sampled, they only explain
MARGIN_SHARE = 0.1  # of a value: how clear a win on points was
MARGIN_SCALE = 12.0
PRIOR_SCALE = 26.0  # worth that makes a decision e times as likely

# places in `tally`
T_SIMULATIONS, T_WINS, T_CIVILIAN, T_MILITARY, T_SCIENCE, T_SAMPLES, T_SCORES = 0, 1, 2, 3, 4, 5, 6
TALLY_SIZE = T_SCORES + 2 * CATEGORY_COUNT


class Node(Record):
    """A decision and what came of it, seen by the seat that made it."""

    code: Int32
    first: Int32  # first child, 0 for none (node 0 is the root and nobody's child)
    next: Int32  # next sibling
    visits: Int32
    offered: Int32  # simulations in which it could have been chosen
    value: Float32  # sum of results
    prior: Float32


@compiled
def value_for_first(s: State) -> float:
    """The result of a finished game for seat 0, from 0 to 1: mostly the win, a little its clearness."""
    won = 0.5 if s.winner == 2 else (1.0 if s.winner == 0 else 0.0)
    if s.victory != CIVILIAN_VICTORY:
        return won
    lead = total_points(s, 0) - total_points(s, 1)
    clearness = 1.0 / (1.0 + math.exp(-lead / MARGIN_SCALE))
    return (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * clearness


@compiled
def children_for(nodes: Node.Array, tree: Ints, parent: int, s: State, buffer: Ints, count: int, places: Ints) -> bool:
    """Finds the child of each option, making those that are new; `places` receives their numbers.

    Options come in a stable order, so the next one is usually the next sibling. False when the memory is full.
    """
    cursor = nodes[parent].first
    last = 0
    fresh = 0
    for k in range(count):
        code = buffer[k]
        found = 0
        if cursor and nodes[cursor].code == code:
            found = cursor
        else:
            child = nodes[parent].first
            while child:
                if nodes[child].code == code:
                    found = child
                    break
                last = child
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
            node.prior = math.exp(min(worth_of(s, code), 400) / PRIOR_SCALE)
            fresh += 1
            if nodes[parent].first == 0:
                nodes[parent].first = found
            else:
                if last == 0 or nodes[last].next != 0:
                    last = nodes[parent].first
                    while nodes[last].next:
                        last = nodes[last].next
                nodes[last].next = found
            last = found
        places[k] = found
        cursor = nodes[found].next
    return True


@compiled
def select(nodes: Node.Array, parent: int, places: Ints, count: int, exploration: float) -> int:
    """The option to try next: high value, high prior, few visits so far (PUCT)."""
    total_prior = 0.0
    for k in range(count):
        total_prior += nodes[places[k]].prior
    # an unvisited decision is assumed a little worse than its parent has been for the one who decides
    visited_value = 0.0
    visited = 0
    for k in range(count):
        visited_value += nodes[places[k]].value
        visited += nodes[places[k]].visits
    assumed = visited_value / visited - 0.08 if visited else 0.5
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
def play_out(states: State.Array, i: int, buffer: Ints, rounds: int, rng: Ints) -> None:
    """Plays state `i` to its end, guided by tournaments."""
    s = states[i]
    while s.phase != OVER:
        count = list_options(states, i, buffer)
        apply_option(states, i, pick_by_tournament(s, buffer, count, rounds, rng))


@compiled
def simulate(
    states: State.Array,
    words: Words,
    nodes: Node.Array,
    tree: Ints,
    path: Ints,
    places: Ints,
    buffer: Ints,
    pool: Ints,
    rng: Ints,
    tally: Floats,
    seat: int,
    rounds: int,
    exploration: float,
) -> None:
    """One simulation: deal the unknown, walk the tree, play out, write the result back.

    State 0 is the position, state 1 is worked on. `tree` holds: nodes used, nodes there are, the root.
    """
    copy_words(words, 0, words, 1)
    s = states[1]
    redeal_state(s, seat, pool, rng)
    node = tree[2]
    length = 0
    while s.phase != OVER and length < MAX_PATH:
        count = list_options(states, 1, buffer)
        if count == 1:
            apply_option(states, 1, buffer[0])
            continue
        if not children_for(nodes, tree, node, s, buffer, count, places):
            break
        chosen = select(nodes, node, places, count, exploration)
        node = places[chosen]
        path[2 * length] = node
        path[2 * length + 1] = s.actor
        length += 1
        apply_option(states, 1, buffer[chosen])
        if nodes[node].visits == 0:
            break
    play_out(states, 1, buffer, rounds, rng)
    value = value_for_first(s)
    for k in range(length):
        visited = nodes[path[2 * k]]
        visited.visits += 1
        visited.value += value if path[2 * k + 1] == 0 else 1.0 - value
    tally[T_SIMULATIONS] += 1.0
    tally[T_WINS] += 0.5 if s.winner == 2 else (1.0 if s.winner == seat else 0.0)
    tally[T_CIVILIAN + s.victory] += 1.0
    if int(tally[T_SIMULATIONS]) % SCORE_EVERY == 0:
        tally[T_SAMPLES] += 1.0
        for who in range(2):
            score(states, 1, who, places)
            for category in range(CATEGORY_COUNT):
                tally[T_SCORES + who * CATEGORY_COUNT + category] += places[category]


@compiled
def run_simulations(
    states: State.Array,
    words: Words,
    nodes: Node.Array,
    tree: Ints,
    path: Ints,
    places: Ints,
    buffer: Ints,
    pool: Ints,
    rng: Ints,
    tally: Floats,
    seat: int,
    rounds: int,
    exploration: float,
    simulations: int,
) -> None:
    """Many simulations in one call."""
    for _ in range(simulations):
        simulate(states, words, nodes, tree, path, places, buffer, pool, rng, tally, seat, rounds, exploration)
