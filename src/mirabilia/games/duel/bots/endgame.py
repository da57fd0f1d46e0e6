"""The end of Duel solved exactly: when every card left is open to see, plain alpha-beta search finds the best play.

Values are the same as in the tree search (a win, then its clearness), seen by seat 0. It is tried only in the last age
with nothing hidden and few cards left, and gives up when it needs more positions than it was allowed.
"""

from __future__ import annotations

from mirabilia.engine.bits import members
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import Words, copy_words
from mirabilia.games.duel.bots.policy import worth_of
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.state import LIBRARY, OVER, State
from mirabilia.games.duel.search.tree import result_for_first

MAX_DEPTH = 40
MAX_CARDS = 7
UNSOLVED = -1.0


@compiled
def is_open(s: State) -> bool:
    """Whether nothing unknown can matter any more: the last age, no card face down, few left, no tokens to draw."""
    if s.age != 2 or s.phase == OVER or s.present & ~s.up or members(s.present) > MAX_CARDS:
        return False
    return s.library == 0 or s.phase == LIBRARY or s.built_wonders >= 7


@compiled
def sort_by_worth(s: State, buffer: Ints, start: int, count: int) -> None:
    """Best guesses first, so that more is cut off."""
    for k in range(start + 1, start + count):
        code = buffer[k]
        worth = worth_of(s, code)
        place = k - 1
        while place >= start and worth_of(s, buffer[place]) < worth:
            buffer[place + 1] = buffer[place]
            place -= 1
        buffer[place + 1] = code


@compiled
def solve(
    states: State.Array, words: Words, buffer: Ints, scratch: Ints, budget: Ints, depth: int, low: float, high: float
) -> float:
    """The value of state `depth` for seat 0 between `low` and `high`; `budget[0]` counts down positions."""
    s = states[depth]
    if s.phase == OVER:
        return result_for_first(s)
    budget[0] -= 1
    if budget[0] < 0 or depth + 1 >= MAX_DEPTH:
        return UNSOLVED
    count = options(states, depth, s.actor, scratch)
    start = depth * MAX_OPTIONS
    for k in range(count):
        buffer[start + k] = scratch[k]
    sort_by_worth(s, buffer, start, count)
    maximise = s.actor == 0
    best = -1.0 if maximise else 2.0
    for k in range(count):
        copy_words(words, depth, words, depth + 1)
        apply(states, depth + 1, s.actor, buffer[start + k])
        value = solve(states, words, buffer, scratch, budget, depth + 1, low, high)
        if budget[0] < 0:
            return UNSOLVED
        if maximise:
            best = max(best, value)
            low = max(low, value)
        else:
            best = min(best, value)
            high = min(high, value)
        if low >= high:
            break
    return best


@compiled
def solve_options(
    states: State.Array, words: Words, buffer: Ints, scratch: Ints, budget: Ints, codes: Ints, count: int, values: Ints
) -> bool:
    """The exact value of each decision of state 0 for the seat to act, in millionths; False if the budget ran out."""
    me = states[0].actor
    for k in range(count):
        copy_words(words, 0, words, 1)
        apply(states, 1, me, codes[k])
        value = solve(states, words, buffer, scratch, budget, 1, -1.0, 2.0)
        if budget[0] < 0:
            return False
        values[k] = int(1000000 * (value if me == 0 else 1.0 - value))
    return True


@compiled
def can_be_solved(states: State.Array, i: int) -> bool:
    """`is_open`, for callers in Python."""
    return is_open(states[i])
