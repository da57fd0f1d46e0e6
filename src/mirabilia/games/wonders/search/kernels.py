"""The loops over many searches of 7 Wonders: `mirabilia.search.kernels` with the names of this game."""

from __future__ import annotations

from mirabilia.engine.binding import bind
from mirabilia.engine.compiling import Floats, compiled
from mirabilia.games.wonders.encoding.actions import NUM_ACTIONS, action_of_code
from mirabilia.games.wonders.encoding.observation import observe
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.search.tree import (
    AT_COUNT,
    AT_DRAWN,
    AT_SEAT,
    EVENNESS,
    EXPLORATION,
    MARGIN_SHARE,
    Searcher,
    begin,
    judge_end,
    new_searchers,
    plant,
    searcher_of,
    walk,
    write_back,
)
from mirabilia.search.kernels import LOOPS, NEARLY_ONE

# What the loops call by these names.
__all__ = [
    "AT_COUNT",
    "EXPLORATION",
    "MAX_OPTIONS",
    "NUM_ACTIONS",
    "State",
    "Searcher",
    "action_of_code",
    "begin",
    "new_searchers",
    "observe",
    "options",
    "plant",
    "redeal",
    "searcher_of",
]


def rows_at_most(seats: int) -> int:
    """The rows that a question takes at most: a look of every seat."""
    return seats


@compiled
def go_on(w: Searcher, seat: int, exploration: float) -> int:
    """Walks until the judge is needed."""
    return walk(w, seat, exploration, EVENNESS, False)


@compiled
def judged_seats(w: Searcher) -> int:
    """How many seats look at a leaf: all of them."""
    return w.states[1].players


@compiled
def seat_asked(w: Searcher, leaf: bool, k: int) -> int:
    """Who looks at the position asked about."""
    return k if leaf else w.at[AT_SEAT]


@compiled
def remember_choice(w: Searcher, place: int) -> None:
    """The option drawn for a seat outside its tree."""
    w.at[AT_DRAWN] = place


@compiled
def take_end(w: Searcher) -> None:
    """Writes back a simulation that reached the end of the game."""
    judge_end(w, 1, MARGIN_SHARE)
    write_back(w)


@compiled
def take_values(w: Searcher, values: Floats, row: int) -> None:
    """Writes back a leaf: the share of the win of each seat; they are made to add up to one."""
    players = w.states[1].players
    total = 0.0
    for seat in range(players):
        total += values[row + seat]
    for seat in range(players):
        w.shares[seat] = values[row + seat]
        if total <= 0.0:
            w.shares[seat] = 1.0 / players
        elif abs(total - 1.0) > NEARLY_ONE:
            w.shares[seat] /= total
    write_back(w)


bind(globals(), LOOPS)
