"""The compiled search for Duel: Monte Carlo tree search over what both players can see.

Hidden cards are hidden from both players alike, so one tree serves both: every simulation deals the unknown anew
(`redeal`) and walks the same tree by decisions ("open loop"); a node keeps the average over all deals that came past
it. A decision that only exists in some deals counts only the visits in which it was there to be chosen. New nodes get
a prior from the judgement of the position they lead to (`value`); leaves are played on for some decisions by
tournaments of the quick guess (`policy`), so that threats come true, and then judged.

Everything lives in arrays made once per search, so memory is bounded and the search runs without the GIL.
"""

from __future__ import annotations

import math

from mirabilia.bots.duel.policy import pick_by_tournament
from mirabilia.bots.duel.value import chance, lead_of, odds_of
from mirabilia.bots.nodes import Node, child_of, select
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.duel.apply import apply
from mirabilia.rules.duel.options import options
from mirabilia.rules.duel.redeal import redeal
from mirabilia.rules.duel.scoring import SCORE_ROOM, SHARED_WIN, score
from mirabilia.rules.duel.state import CIVILIAN_VICTORY, DISCARD, OVER, TURN, WONDER, WONDER_SHIFT, State, kind_of
from mirabilia.rules.records import Words, copy_words

MAX_PATH = 128
WHOLE_GAME = 1000  # decisions: more than there are
SCORE_EVERY = 32  # endings and scores only explain: this part of the simulations is played to the end for them
MARGIN_SHARE = 0.1  # of a value: how clear a win on points was
MARGIN_SCALE = 12.0
SHARPNESS = 4.0  # of priors: the odds a decision leads to count with this power
LIMIT = 6.0  # of the logarithm of odds in a prior
DOUBT = 0.08  # how much worse than its siblings an untried decision is assumed to be

# places in `tally`
T_SIMULATIONS, T_WINS, T_CIVILIAN, T_MILITARY, T_SCIENCE, T_SAMPLES, T_SCORES = 0, 1, 2, 3, 4, 5, 6
TALLY_SIZE = T_SCORES + SCORE_ROOM


@compiled
def value_for_first(s: State) -> float:
    """The result of a finished game for seat 0, from 0 to 1: mostly the win, a little its clearness."""
    won = 0.5 if s.winner == SHARED_WIN else (1.0 if s.winner == 0 else 0.0)
    if s.victory != CIVILIAN_VICTORY:
        return won
    return (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * chance(lead_of(s) / MARGIN_SCALE)


@compiled
def odds_after(states: State.Array, words: Words, code: int, weights: Floats, which: Ints) -> float:
    """What the judgement says for the seat to act in state 1 if it decides so; state 2 is worked on."""
    me = states[1].actor
    copy_words(words, 1, words, 2)
    apply(states, 2, me, code)
    after = states[2]
    if after.phase == OVER:
        odds = 0.0 if after.winner == SHARED_WIN else (LIMIT if after.winner == 0 else -LIMIT)
    else:
        odds = min(max(odds_of(after, weights, which), -LIMIT), LIMIT)
    return odds if me == 0 else -odds


@compiled
def same_before(buffer: Ints, k: int) -> int:
    """An earlier option that the judgement cannot tell from option `k`, or -1: it does not see which card is lost."""
    kind = kind_of(buffer[k])
    if kind == WONDER or kind == DISCARD:
        lost = (1 << WONDER_SHIFT) - 1  # card and slot
        for j in range(k - 1, -1, -1):
            if buffer[j] | lost == buffer[k] | lost:
                return j
    return -1


@compiled
def children_for(
    states: State.Array,
    words: Words,
    nodes: Node.Array,
    tree: Ints,
    parent: int,
    buffer: Ints,
    count: int,
    places: Ints,
    weights: Floats,
    which: Ints,
) -> bool:
    """Finds the child of each option, with a prior if it is new; `places` receives them. False: the memory is full."""
    cursor = nodes[parent].first
    for k in range(count):
        child = child_of(nodes, tree, parent, cursor, buffer[k])
        if child == 0:
            return False
        if nodes[child].prior == 0.0:
            same = same_before(buffer, k)
            if same >= 0:
                nodes[child].prior = nodes[places[same]].prior
            else:
                nodes[child].prior = math.exp(SHARPNESS * odds_after(states, words, buffer[k], weights, which))
        places[k] = child
        cursor = nodes[child].next
    return True


@compiled
def play_out(states: State.Array, i: int, buffer: Ints, rounds: int, horizon: int, rng: Ints) -> None:
    """Plays state `i` on, guided by tournaments: to its end, or for `horizon` decisions and on to the next turn."""
    s = states[i]
    while s.phase != OVER and (horizon > 0 or s.phase != TURN):
        count = options(states, i, s.actor, buffer)
        apply(states, i, s.actor, pick_by_tournament(s, buffer, count, rounds, rng))
        horizon -= 1


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
    weights: Floats,
    which: Ints,
    seat: int,
    rounds: int,
    horizon: int,
    exploration: float,
    simulations: int,
) -> None:
    """Simulates: deal the unknown, walk the tree, play on, judge, write the result back.

    State 0 is the position, states 1 and 2 are worked on. `tree` holds: nodes used, nodes there are, the root.
    """
    for _ in range(simulations):
        copy_words(words, 0, words, 1)
        s = states[1]
        redeal(states, 1, seat, pool, rng)
        node = tree[2]
        length = 0
        while s.phase != OVER and length < MAX_PATH:
            count = options(states, 1, s.actor, buffer)
            if count == 1:
                apply(states, 1, s.actor, buffer[0])
                continue
            if not children_for(states, words, nodes, tree, node, buffer, count, places, weights, which):
                break
            chosen = select(nodes, places, count, exploration, DOUBT, 0.0)
            node = places[chosen]
            path[2 * length] = node
            path[2 * length + 1] = s.actor
            length += 1
            apply(states, 1, s.actor, buffer[chosen])
            if nodes[node].visits == 0:
                break
        play_out(states, 1, buffer, rounds, horizon, rng)
        value = value_for_first(s) if s.phase == OVER else chance(odds_of(s, weights, which))
        for k in range(length):
            visited = nodes[path[2 * k]]
            visited.visits += 1
            visited.value += value if path[2 * k + 1] == 0 else 1.0 - value
        tally[T_SIMULATIONS] += 1.0
        if s.phase == OVER:
            tally[T_WINS] += 0.5 if s.winner == SHARED_WIN else (1.0 if s.winner == seat else 0.0)
        else:
            tally[T_WINS] += value if seat == 0 else 1.0 - value
        if int(tally[T_SIMULATIONS]) % SCORE_EVERY == 1:
            play_out(states, 1, buffer, rounds, WHOLE_GAME, rng)
            tally[T_CIVILIAN + s.victory] += 1.0
            tally[T_SAMPLES] += 1.0
            score(states, 1, places)
            for k in range(SCORE_ROOM):
                tally[T_SCORES + k] += places[k]
