"""Legal actions of a position as a mask, and back to the rules' codes: loops for both games (`binding.py`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mirabilia.engine.arrays import Bytes
from mirabilia.engine.compiling import Ints

if TYPE_CHECKING:  # the names of one game, to be read in place of either's
    from mirabilia.games.duel.encoding.actions import NUM_ACTIONS, action_at
    from mirabilia.games.duel.rules.options import options
    from mirabilia.games.duel.rules.state import State


def legal(states: State.Array, i: int, seat: int, codes: Ints, mask: Bytes) -> int:
    """Marks the legal actions of a seat with 1 in a mask of NUM_ACTIONS; returns how many, 0 if it owes no decision.

    `codes` receives the options as the rules list them.
    """
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    count = options(states, i, seat, codes)
    for k in range(count):
        mask[action_at(states, i, codes, count, k)] = 1
    return count


def code_of_action(states: State.Array, i: int, seat: int, codes: Ints, action: int) -> int:
    """The rules' code of an action of a seat, or -1 if it is not legal now. `codes` is worked on."""
    count = options(states, i, seat, codes)
    for k in range(count):
        if action_at(states, i, codes, count, k) == action:
            return codes[k]
    return -1


LOOPS: tuple[Callable[..., object], ...] = (legal, code_of_action)
