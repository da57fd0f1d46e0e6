"""The loops over many searches of Duel: `mirabilia.search.kernels` with the names of this game."""

from __future__ import annotations

from mirabilia.engine.binding import bind
from mirabilia.engine.compiling import Floats, compiled
from mirabilia.games.duel.encoding.actions import NUM_ACTIONS, action_of_code
from mirabilia.games.duel.encoding.observation import observe
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.search.tree import (
    AT_COUNT,
    EXPLORATION,
    Searcher,
    begin,
    new_searchers,
    plant,
    result_for_first,
    searcher_of,
    walk,
    won_by_first,
    write_back,
)
from mirabilia.search.kernels import LOOPS

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
    """The rows that a question takes at most."""
    return 1


@compiled
def go_on(w: Searcher, seat: int, exploration: float) -> int:
    """Walks until the judge is needed."""
    return walk(w, exploration)


@compiled
def judged_seats(w: Searcher) -> int:
    """How many seats look at a leaf: the one to act; the other's chance is the rest."""
    return 1


@compiled
def seat_asked(w: Searcher, leaf: bool, k: int) -> int:
    """Who looks at the position asked about."""
    return w.states[1].actor


@compiled
def remember_choice(w: Searcher, place: int) -> None:
    """Nothing is drawn in Duel: both players are always in the tree."""


@compiled
def take_end(w: Searcher) -> None:
    """Writes back a simulation that reached the end of the game."""
    s = w.states[1]
    write_back(w, result_for_first(s), won_by_first(s))


@compiled
def take_values(w: Searcher, values: Floats, row: int) -> None:
    """Writes back a leaf: the chance of the seat to act."""
    value = values[row]
    if w.states[1].actor == 1:
        value = 1.0 - value
    write_back(w, value, value)


bind(globals(), LOOPS)
