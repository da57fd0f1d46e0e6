"""The trees of 7 Wonders: Monte Carlo tree search with a tree for every seat.

All players choose at once and in secret, so one tree of everyone's moves would be too wide and would let the searcher
answer what it cannot know. Instead every seat has a tree of its own decisions, and all of them grow together: every
simulation deals the unknown anew (`redeal`, exact about hands that have passed through the searcher's own), each seat
walks its own tree for its own good, and outside of it decides by a policy. A node keeps the average over all deals and
all answers that came past it. So the others learn to answer, too: a searcher that always took them for players of a
fixed policy would soon know all their mistakes, and more thinking would only teach it to rely on them.

When the searcher has made a decision that it never tried before, the turn is played to its end and a judge says who
will win; or the game is played on by the policy to its very end (`to_end`), and nobody need judge.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mirabilia.engine.bits import members
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.exponential import exp
from mirabilia.engine.records import Words, copy_words, ints, words
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, leaders, winners
from mirabilia.games.wonders.rules.setup import SCRATCH
from mirabilia.games.wonders.rules.state import CHOOSE, OVER, POINT_KINDS, State, owes
from mirabilia.games.wonders.rules.tables import CITIES, TURNS
from mirabilia.search.nodes import (
    ANY,
    CHOICE,
    END,
    FULL,
    LEAF,
    NEW,
    PRIORS,
    Node,
    clear_roots,
    find_children,
    fraction,
    give_priors,
    select,
)

MAX_PATH = 64
WIDTH = POINT_KINDS + 1
EXPLORATION = 1.2
MARGIN_SHARE = 0.04  # of the value of a finished game: the lead in points; the rest is the share of the win
MARGIN_SCALE = 12.0
# The decision that is asked for is looked at widely: a part of its prior goes to all options alike. Further down the
# tree that would only make the searcher's own future look worse than it is.
EVENNESS = 0.25
OTHERS_EVENNESS = 0.1  # in the trees of the others, everywhere: which hand they hold is often not known
# Each of the others walks its tree in half of the simulations only and follows the policy in the rest: real players do
# neither, and an answer should be good against both.
BY_POLICY = 0.5
OUTSIDE = -1  # where a seat is that has left its tree
DOUBT = 0.03  # how much worse than its siblings an untried decision is assumed to be

# Places in `at`: the seat that decides, its options that wait for a judge, why they wait, the option drawn, and the
# turn that ends the walk (-1: not known yet).
AT_SEAT, AT_COUNT, AT_ASKED, AT_DRAWN, AT_UNTIL, AT_SIZE = 0, 1, 2, 3, 4, 5
# Places in `tally`: simulations, and the wins of each seat.
T_SIMULATIONS, T_WINS = 0, 1
TALLY_SIZE = T_WINS + CITIES


class Searcher(NamedTuple):
    """What a search works on. State 0 is the position, state 1 is walked; the rest is scratch memory.

    Node p is the root of seat p. `here` and `lengths` say where each seat is in its tree and how many decisions are in
    its part of `paths`. `shares` are what a simulation was worth to each seat.
    """

    states: State.Array
    words: Words
    nodes: Node.Array
    tree: Ints
    at: Ints
    here: Ints
    lengths: Ints
    paths: Ints
    places: Ints
    buffer: Ints
    scratch: Ints
    scores: Ints
    rng: Ints
    priors: Floats
    shares: Floats
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
        ints(games * CITIES),
        ints(games * CITIES),
        ints(games * CITIES * MAX_PATH),
        ints(games * MAX_OPTIONS),
        ints(games * MAX_OPTIONS),
        ints(games * SCRATCH),
        ints(games * SCORE_ROOM),
        rng,
        np.zeros(games * MAX_OPTIONS),
        np.zeros(games * CITIES),
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
        searchers.here[CITIES * g : CITIES * (g + 1)],
        searchers.lengths[CITIES * g : CITIES * (g + 1)],
        searchers.paths[CITIES * MAX_PATH * g : CITIES * MAX_PATH * (g + 1)],
        searchers.places[MAX_OPTIONS * g : MAX_OPTIONS * (g + 1)],
        searchers.buffer[MAX_OPTIONS * g : MAX_OPTIONS * (g + 1)],
        searchers.scratch[SCRATCH * g : SCRATCH * (g + 1)],
        searchers.scores[SCORE_ROOM * g : SCORE_ROOM * (g + 1)],
        searchers.rng[4 * g : 4 * g + 4],
        searchers.priors[MAX_OPTIONS * g : MAX_OPTIONS * (g + 1)],
        searchers.shares[CITIES * g : CITIES * (g + 1)],
        searchers.tally[TALLY_SIZE * g : TALLY_SIZE * (g + 1)],
    )


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
    return 1.0 / (1.0 + exp(-(scores[seat * WIDTH + POINT_KINDS] - best_other) / MARGIN_SCALE))


@compiled
def plant(w: Searcher, players: int, seat: int) -> None:
    """Empty trees for all seats."""
    clear_roots(w.nodes, w.tree, players, seat)


@compiled
def begin(w: Searcher, seat: int) -> None:
    """A new simulation: what `seat` cannot know is dealt anew, and every seat stands at its root or outside."""
    copy_words(w.words, 0, w.words, 1)
    # if no other arrangement is found, the position's own is one that the seat may believe in
    redeal(w.states, 1, seat, w.scratch, w.rng)
    for who in range(w.states[0].players):
        w.here[who] = who
        if who != seat and fraction(w.rng) < BY_POLICY:
            w.here[who] = OUTSIDE
        w.lengths[who] = 0
    w.at[AT_SEAT] = 0
    w.at[AT_COUNT] = 0
    w.at[AT_UNTIL] = -1
    if w.tree[3] != ANY:
        apply(w.states, 1, seat, w.tree[3])


@compiled
def walk(w: Searcher, seat: int, exploration: float, evenness: float, to_end: bool) -> int:
    """Plays state 1 by the trees until a judge is needed, and says what for.

    PRIORS: of the options in `buffer`, in `priors`. CHOICE: which of them is drawn, in `at`. LEAF: the shares of all
    seats. END: the game is over. The first two are for the seat in `at`, and the walk then goes on.
    """
    states = w.states
    nodes = w.nodes
    at = w.at
    here = w.here
    lengths = w.lengths
    s = states[1]
    players = s.players
    who = at[AT_SEAT]
    count = at[AT_COUNT]
    until = at[AT_UNTIL]
    while s.phase != OVER:
        if count == 0:
            if until >= 0 and s.phase == CHOOSE and s.age * TURNS + s.turn != until:
                at[AT_COUNT] = 0
                return LEAF
            if not owes(s, who):
                who = who + 1 if who + 1 < players else 0
                continue
            count = options(states, 1, who, w.buffer)
            if count == 1:
                apply(states, 1, who, w.buffer[0])
                count = 0
                continue
            asked = CHOICE
            if here[who] != OUTSIDE and lengths[who] < MAX_PATH:
                found = find_children(nodes, w.tree, here[who], w.buffer, count, w.places)
                if found != FULL:
                    asked = PRIORS if found == NEW else 0
            if asked == CHOICE:
                here[who] = OUTSIDE
                if who == seat and until < 0 and not to_end:  # the memory is full
                    until = s.age * TURNS + s.turn
            if asked != 0:
                at[AT_SEAT] = who
                at[AT_COUNT] = count
                at[AT_ASKED] = asked
                at[AT_UNTIL] = until
                return asked
        elif at[AT_ASKED] == CHOICE:
            count = 0
            apply(states, 1, who, w.buffer[at[AT_DRAWN]])
            continue
        else:
            give_priors(nodes, w.places, count, w.priors)
        length = lengths[who]
        even = OTHERS_EVENNESS
        if who == seat:
            even = evenness if length == 0 and w.tree[3] == ANY else 0.0
        chosen = select(nodes, w.places, count, exploration, DOUBT, even)
        node = w.places[chosen]
        w.paths[who * MAX_PATH + length] = node
        lengths[who] = length + 1
        here[who] = node
        if nodes[node].visits == 0:
            here[who] = OUTSIDE
            if who == seat and until < 0 and not to_end:
                until = s.age * TURNS + s.turn
        apply(states, 1, who, w.buffer[chosen])
        count = 0
    at[AT_COUNT] = 0
    return END


@compiled
def judge_end(w: Searcher, i: int, margin_share: float) -> None:
    """What the finished game in state `i` is worth to every seat: mostly its share of the win, a little the margin."""
    s = w.states[i]
    winners(w.states, i, w.scores)
    for seat in range(s.players):
        won = won_share(s, seat, w.scores)
        w.shares[seat] = (1.0 - margin_share) * won + margin_share * clearness(s, seat, w.scores)


@compiled
def write_back(w: Searcher) -> None:
    """Ends a simulation: what it was worth goes to every node of the paths, the shares of the win to the tally."""
    nodes = w.nodes
    s = w.states[1]
    over = s.phase == OVER
    w.tally[T_SIMULATIONS] += 1.0
    for who in range(s.players):
        value = w.shares[who]
        w.tally[T_WINS + who] += won_share(s, who, w.scores) if over else value
        for k in range(w.lengths[who]):
            visited = nodes[w.paths[who * MAX_PATH + k]]
            visited.visits += 1
            visited.value += value
