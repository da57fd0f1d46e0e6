"""The tree that both searches grow: nodes in one array, children as linked lists, and the choice where to look next.

A node is a decision and what came of it. Decisions that exist only in some of the worlds dealt count only the
simulations in which they could be chosen. `tree` holds four numbers: nodes
used, nodes there are, the root, and the only first decision to look at (`ANY` for all).

A walk through a tree stops where it needs a judge and says what for (`PRIORS`, `CHOICE`, `LEAF`), or that the game is
over (`END`). It goes on when the answer is there. So it does not matter who judges: a compiled network that is asked at
once, or a program outside that answers for many games together.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import Float32, Int32, Int64, Packed, Records
from mirabilia.engine.rng import next_word

# Why a walk stops: priors are wanted for the options listed, or for one that is drawn by them outside the tree; the
# position is to be judged; the game is over.
PRIORS, CHOICE, LEAF, END = 1, 2, 3, 4
ANY = -1  # instead of the code of a decision: all of them
FULL, KNOWN, NEW = -1, 0, 1  # what `find_children` found: no memory left, only known children, some without a prior


class Node(Packed):
    """A decision and what came of it, seen by the seat that made it."""

    if TYPE_CHECKING:
        Array = Records["Node"]

    code = Int64
    first = Int32  # first child, 0 for none (node 0 is the root and nobody's child)
    next = Int32  # next sibling
    visits = Int32
    offered = Int32  # simulations in which it could have been chosen
    value = Float32  # sum of results
    prior = Float32  # how likely it seemed before any visit; 0 until it is set


@compiled
def child_of(nodes: Node.Array, tree: Ints, parent: int, cursor: int, code: int) -> int:
    """The child for a decision, made if it is new; 0 when the memory is full.

    Options come in a stable order, so it is usually the one at `cursor`: the sibling after the last one found.
    """
    if cursor and nodes[cursor].code == code:
        return cursor
    last = 0
    child = nodes[parent].first
    while child:
        if nodes[child].code == code:
            return child
        last = child
        child = nodes[child].next
    if tree[0] >= tree[1]:
        return 0
    child = tree[0]
    tree[0] += 1
    node = nodes[child]
    node.code = code
    node.first = 0
    node.next = 0
    node.visits = 0
    node.offered = 0
    node.value = 0.0
    node.prior = 0.0
    if last:
        nodes[last].next = child
    else:
        nodes[parent].first = child
    return child


@compiled
def select(nodes: Node.Array, places: Ints, count: int, exploration: float, doubt: float, evenness: float) -> int:
    """The option to try next: high value, high prior, few visits so far (PUCT).

    An untried decision is assumed to be worse than its siblings were on average by `doubt`. `evenness` is the part of
    the prior that is shared out among all options alike, so that none is left untried however bad it looked.
    """
    total_prior = 0.0
    total_value = 0.0
    visits = 0
    for k in range(count):
        node = nodes[places[k]]
        total_prior += node.prior
        total_value += node.value
        visits += node.visits
    assumed = total_value / visits - doubt if visits else 0.5
    best = 0
    best_score = -1.0e9
    for k in range(count):
        node = nodes[places[k]]
        node.offered += 1
        quality = node.value / node.visits if node.visits else assumed
        prior = (1.0 - evenness) * node.prior / total_prior + evenness / count
        bonus = exploration * prior * math.sqrt(float(node.offered)) / (1.0 + node.visits)
        if quality + bonus > best_score:
            best = k
            best_score = quality + bonus
    return best


@compiled
def clear_roots(nodes: Node.Array, tree: Ints, roots: int, root: int) -> None:
    """Empty trees: the first `roots` nodes are their roots, the question is about `root`."""
    tree[0] = roots
    tree[1] = len(nodes)
    tree[2] = root
    tree[3] = ANY
    for k in range(roots):
        node = nodes[k]
        node.first = 0
        node.next = 0
        node.visits = 0
        node.value = 0.0


@compiled
def find_children(nodes: Node.Array, tree: Ints, parent: int, buffer: Ints, count: int, places: Ints) -> int:
    """Finds the child of each option in `buffer`; `places` receives them. Returns FULL, KNOWN or NEW."""
    cursor = nodes[parent].first
    found = KNOWN
    for k in range(count):
        child = child_of(nodes, tree, parent, cursor, buffer[k])
        if child == 0:
            return FULL
        if nodes[child].prior == 0.0:
            found = NEW
        places[k] = child
        cursor = nodes[child].next
    return found


@compiled
def give_priors(nodes: Node.Array, places: Ints, count: int, priors: Floats) -> None:
    """Gives their priors to those children that have none yet."""
    for k in range(count):
        node = nodes[places[k]]
        if node.prior == 0.0:
            node.prior = priors[k]


@compiled
def fraction(rng: Ints) -> float:
    """A random number from 0 up to but not 1."""
    return next_word(rng) / 4294967296.0


@compiled
def draw(chances: Floats, total: float, count: int, rng: Ints) -> int:
    """An option drawn by chances that add up to `total`."""
    left = fraction(rng) * total
    for k in range(count - 1):
        left -= chances[k]
        if left < 0.0:
            return k
    return count - 1
