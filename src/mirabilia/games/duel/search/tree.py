"""The tree of Duel: Monte Carlo tree search over what both players can see.

Hidden cards are hidden from both players alike, so one tree serves both: every simulation deals the unknown anew
(`redeal`) and walks the same tree by decisions ("open loop"); a node keeps the average over all deals that came past
it. A decision that only exists in some deals counts only the visits in which it was there to be chosen. The walk ends
at a decision that was never tried: a judge says at once who will win. When a node is passed for the second time its
options get their priors from the same judge. Nothing is played out.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.exponential import exp
from mirabilia.engine.records import Words, copy_words, ints, words
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.scoring import total_points
from mirabilia.games.duel.rules.setup import SCRATCH
from mirabilia.games.duel.rules.state import CIVILIAN_VICTORY, OVER, State
from mirabilia.search.nodes import (
    ANY,
    END,
    FULL,
    LEAF,
    NEW,
    PRIORS,
    Node,
    clear_roots,
    find_children,
    give_priors,
    select,
)

SEATS = 2
MAX_PATH = 128
EXPLORATION = 1.1
MARGIN_SHARE = 0.02  # of a value: how clear a win on points was
MARGIN_SCALE = 12.0
EVENNESS = 0.06  # the part of the prior of the decision asked for that goes to all options alike
DOUBT = 0.08  # how much worse than its siblings an untried decision is assumed to be
SHARED = 2

# Places in `at`: the node where the walk is, the decisions in its path, the options that wait for priors.
AT_NODE, AT_LENGTH, AT_COUNT, AT_SIZE = 0, 1, 2, 3
# Places in `tally`: simulations, and the wins of each seat.
T_SIMULATIONS, T_WINS, TALLY_SIZE = 0, 1, 3


class Searcher(NamedTuple):
    """What a search works on. State 0 is the position, state 1 is walked; the rest is scratch memory."""

    states: State.Array
    words: Words
    nodes: Node.Array
    tree: Ints
    at: Ints
    path: Ints
    places: Ints
    buffer: Ints
    scratch: Ints
    rng: Ints
    priors: Floats
    tally: Floats


def new_searcher(nodes: int, rng: Ints, states: int = 2) -> Searcher:
    """Memory for a search of at most so many nodes."""
    return _room(1, nodes, states, rng)


def _room(games: int, nodes: int, states: int, rng: Ints) -> Searcher:
    records = State.zeros(states)
    return Searcher(
        records,
        words(records),
        Node.zeros(games * nodes),
        ints(games * 4),
        ints(games * AT_SIZE),
        ints(games * 2 * MAX_PATH),
        ints(games * MAX_OPTIONS),
        ints(games * MAX_OPTIONS),
        ints(games * SCRATCH),
        rng,
        np.zeros(games * MAX_OPTIONS),
        np.zeros(games * TALLY_SIZE),
    )


def new_searchers(games: int, nodes: int, players: int) -> Searcher:
    """Memory for as many searches side by side, each of at most so many nodes; `searcher_of` gives one of them."""
    return _room(games, nodes, 2 * games, ints(4 * games))


@compiled
def searcher_of(searchers: Searcher, g: int) -> Searcher:
    """The search number `g`: its parts of the arrays."""
    size = len(searchers.nodes) // (len(searchers.tree) // 4)
    return Searcher(
        searchers.states[2 * g : 2 * g + 2],
        searchers.words[2 * g : 2 * g + 2],
        searchers.nodes[size * g : size * g + size],
        searchers.tree[4 * g : 4 * g + 4],
        searchers.at[AT_SIZE * g : AT_SIZE * g + AT_SIZE],
        searchers.path[2 * MAX_PATH * g : 2 * MAX_PATH * (g + 1)],
        searchers.places[MAX_OPTIONS * g : MAX_OPTIONS * (g + 1)],
        searchers.buffer[MAX_OPTIONS * g : MAX_OPTIONS * (g + 1)],
        searchers.scratch[SCRATCH * g : SCRATCH * (g + 1)],
        searchers.rng[4 * g : 4 * g + 4],
        searchers.priors[MAX_OPTIONS * g : MAX_OPTIONS * (g + 1)],
        searchers.tally[TALLY_SIZE * g : TALLY_SIZE * (g + 1)],
    )


@compiled
def won_by_first(s: State) -> float:
    """Seat 0's share of the win of a finished game."""
    return 0.5 if s.winner == SHARED else (1.0 if s.winner == 0 else 0.0)


@compiled
def result_for_first(s: State) -> float:
    """The result of a finished game for seat 0, from 0 to 1: the win, and a trace of its clearness."""
    won = won_by_first(s)
    if s.victory != CIVILIAN_VICTORY:
        return won
    lead = (total_points(s, 0) - total_points(s, 1)) / MARGIN_SCALE
    return (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE / (1.0 + exp(-lead))


@compiled
def plant(w: Searcher, players: int, seat: int) -> None:
    """An empty tree."""
    clear_roots(w.nodes, w.tree, 1, 0)


@compiled
def begin(w: Searcher, seat: int) -> None:
    """A new simulation: what `seat` cannot know is dealt anew, the walk starts at the root."""
    copy_words(w.words, 0, w.words, 1)
    redeal(w.states, 1, seat, w.scratch, w.rng)
    w.at[AT_NODE] = w.tree[2]
    w.at[AT_LENGTH] = 0
    w.at[AT_COUNT] = 0
    if w.tree[3] != ANY:
        apply(w.states, 1, w.states[1].actor, w.tree[3])


@compiled
def walk(w: Searcher, exploration: float) -> int:
    """Plays state 1 by the tree until a judge is needed, and says what for: PRIORS (in `priors`), LEAF, or END."""
    states = w.states
    nodes = w.nodes
    path = w.path
    s = states[1]
    node = w.at[AT_NODE]
    length = w.at[AT_LENGTH]
    count = w.at[AT_COUNT]
    if count > 0:
        give_priors(nodes, w.places, count, w.priors)
    while s.phase != OVER and length < MAX_PATH:
        if count == 0:
            count = options(states, 1, s.actor, w.buffer)
            if count == 1:
                apply(states, 1, s.actor, w.buffer[0])
                count = 0
                continue
            found = find_children(nodes, w.tree, node, w.buffer, count, w.places)
            if found == FULL:
                break
            if found == NEW:
                w.at[AT_NODE] = node
                w.at[AT_LENGTH] = length
                w.at[AT_COUNT] = count
                return PRIORS
        evenness = EVENNESS if length == 0 and w.tree[3] == ANY else 0.0
        chosen = select(nodes, w.places, count, exploration, DOUBT, evenness)
        node = w.places[chosen]
        path[2 * length] = node
        path[2 * length + 1] = s.actor
        length += 1
        apply(states, 1, s.actor, w.buffer[chosen])
        count = 0
        if nodes[node].visits == 0:
            break
    w.at[AT_LENGTH] = length
    w.at[AT_COUNT] = 0
    return END if s.phase == OVER else LEAF


@compiled
def write_back(w: Searcher, value: float, won: float) -> None:
    """Ends a simulation: its value for seat 0 goes to every node of the path, the share of the win to the tally."""
    nodes = w.nodes
    path = w.path
    w.tally[T_SIMULATIONS] += 1.0
    w.tally[T_WINS] += won
    w.tally[T_WINS + 1] += 1.0 - won
    for k in range(w.at[AT_LENGTH]):
        visited = nodes[path[2 * k]]
        visited.visits += 1
        visited.value += value if path[2 * k + 1] == 0 else 1.0 - value
