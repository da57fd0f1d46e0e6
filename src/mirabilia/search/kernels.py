"""The loops of a search with its judge outside, written once for both games (`engine/binding.py`).

Many searches stand side by side (`searcher_of`). `walk_on` lets each walk until it needs the judge; `write_asked`
writes down what is asked, `take_answers` puts the answers where the walks find them. Loops work on the games from
`first` to `last` - 1, touch nothing of others and hold no lock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from mirabilia.engine.arrays import ByteRows, DoubleRows, FloatRows, SmallRows
from mirabilia.engine.compiling import Floats, Ints
from mirabilia.engine.rng import seed_rng
from mirabilia.search.nodes import CHOICE, END, LEAF, draw

if TYPE_CHECKING:  # the names of one game, to be read in place of either's
    from mirabilia.games.duel.encoding.actions import NUM_ACTIONS, action_of_code
    from mirabilia.games.duel.encoding.observation import observe
    from mirabilia.games.duel.rules.options import options
    from mirabilia.games.duel.rules.redeal import redeal
    from mirabilia.games.duel.search.kernels import (
        go_on,
        judged_seats,
        remember_choice,
        seat_asked,
        take_end,
        take_values,
    )
    from mirabilia.games.duel.search.tree import AT_COUNT, Searcher, begin, plant, searcher_of

NOTHING = 0
UNHIDDEN = -1
LEAST = 1.0e-6  # of a prior: none may be zero
NEARLY_ONE = 1.0e-9  # chances that add up to one so closely are left as they are


class Askings(NamedTuple):
    """Where each game is: one entry per game."""

    seats: Ints  # for whom it searches
    left: Ints  # simulations to go
    walking: Ints  # 1 in the middle of a simulation
    asked: Ints  # what its walk waits for, or NOTHING
    rows: Ints  # how many rows that takes
    start: Ints  # the first of them


def plant_games(
    searchers: Searcher,
    askings: Askings,
    players: int,
    simulations: int,
    seeds: Ints,
    hide: bool,
    first: int,
    last: int,
) -> None:
    """Empty trees for positions just put there. A decision with a single option needs no search.

    With `hide` the positions are true ones: what the seat cannot know is dealt anew before anything else. Games for
    which no other arrangement is found get UNHIDDEN in `rows`.
    """
    for g in range(first, last):
        w = searcher_of(searchers, g)
        seed_rng(w.rng, seeds[g])
        askings.rows[g] = 0
        if hide and askings.seats[g] >= 0 and not redeal(w.states, 0, askings.seats[g], w.scratch, w.rng):
            askings.rows[g] = UNHIDDEN
        plant(w, players, askings.seats[g])
        for k in range(len(w.tally)):
            w.tally[k] = 0.0
        askings.walking[g] = 0
        askings.asked[g] = NOTHING
        askings.left[g] = 0
        if askings.seats[g] >= 0 and options(w.states, 0, askings.seats[g], w.buffer) > 1:
            askings.left[g] = simulations


def walk_on(searchers: Searcher, askings: Askings, exploration: float, first: int, last: int) -> None:
    """Lets every game walk until it needs the judge or has done its simulations."""
    for g in range(first, last):
        w = searcher_of(searchers, g)
        seat = askings.seats[g]
        while askings.asked[g] == NOTHING and askings.left[g] > 0:
            if askings.walking[g] == 0:
                begin(w, seat)
                askings.walking[g] = 1
            reason = go_on(w, seat, exploration)
            if reason == END:
                take_end(w)
                askings.walking[g] = 0
                askings.left[g] -= 1
            else:
                askings.asked[g] = reason
        askings.rows[g] = 0
        if askings.asked[g] != NOTHING:
            askings.rows[g] = judged_seats(w) if askings.asked[g] == LEAF else 1


def write_asked(
    searchers: Searcher,
    askings: Askings,
    observations: ByteRows,
    masks: ByteRows,
    games: Ints,
    seats: Ints,
    first: int,
    last: int,
) -> None:
    """Writes what is asked: for each row its game and seat, what the seat knows, and what it may do."""
    for g in range(first, last):
        if askings.asked[g] == NOTHING:
            continue
        w = searcher_of(searchers, g)
        leaf = askings.asked[g] == LEAF
        for k in range(askings.rows[g]):
            row = askings.start[g] + k
            seat = seat_asked(w, leaf, k)
            count = options(w.states, 1, seat, w.buffer) if leaf else w.at[AT_COUNT]
            games[row] = g
            seats[row] = seat
            observe(w.states, 1, seat, observations[row])
            for action in range(NUM_ACTIONS):
                masks[row][action] = 0
            for option in range(count):
                masks[row][action_of_code(w.states, 1, w.buffer, count, option)] = 1


def take_priors(w: Searcher, policy: DoubleRows, row: int) -> None:
    """The priors of the options listed, from a row of the policy: they add up to one, and none is zero."""
    count = w.at[AT_COUNT]
    total = 0.0
    for k in range(count):
        w.priors[k] = max(policy[row][action_of_code(w.states, 1, w.buffer, count, k)], LEAST)
        total += w.priors[k]
    if abs(total - 1.0) > NEARLY_ONE:
        for k in range(count):
            w.priors[k] /= total


def take_answers(
    searchers: Searcher, askings: Askings, policy: DoubleRows, values: Floats, first: int, last: int
) -> None:
    """Takes the answers to what was asked last; a judged simulation is written back."""
    for g in range(first, last):
        if askings.asked[g] == NOTHING:
            continue
        w = searcher_of(searchers, g)
        if askings.asked[g] == LEAF:
            take_values(w, values, askings.start[g])
            askings.walking[g] = 0
            askings.left[g] -= 1
        else:
            take_priors(w, policy, askings.start[g])
            if askings.asked[g] == CHOICE:
                remember_choice(w, draw(w.priors, 1.0, w.at[AT_COUNT], w.rng))
        askings.asked[g] = NOTHING


def read_roots(
    searchers: Searcher, askings: Askings, visits: SmallRows, values: FloatRows, buffer: Ints, first: int, last: int
) -> None:
    """Visits and mean value of every action of the decisions asked for; the only option of one counts as visited."""
    for g in range(first, last):
        for action in range(NUM_ACTIONS):
            visits[g][action] = 0
            values[g][action] = 0.0
        if askings.seats[g] < 0:
            continue
        w = searcher_of(searchers, g)
        count = options(w.states, 0, askings.seats[g], buffer)
        for k in range(count):
            action = action_of_code(w.states, 0, buffer, count, k)
            if count == 1:
                visits[g][action] = 1
            child = w.nodes[w.tree[2]].first
            while child:
                node = w.nodes[child]
                if node.code == buffer[k] and node.visits > 0:
                    visits[g][action] = node.visits
                    values[g][action] = node.value / node.visits
                child = node.next


# In an order in which each comes after those it calls.
LOOPS: tuple[Callable[..., object], ...] = (
    plant_games,
    walk_on,
    write_asked,
    take_priors,
    take_answers,
    read_roots,
)
