"""Playing known decisions again, in one compiled call. Unlike `apply` it checks that each belongs where it stands."""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.wonders.rules.apply import apply, slot_in_pile
from mirabilia.games.wonders.rules.state import OVER, REVIVE, State, card_of, kind_of
from mirabilia.games.wonders.rules.tables import NONE


@compiled
def replay(states: State.Array, i: int, seats: Ints, steps: Ints, codes: Ints, count: int) -> bool:
    """Carries out `count` decisions; `steps` says the phase of each. False as soon as one does not fit."""
    s = states[i]
    for k in range(count):
        if s.phase != steps[k] or s.phase == OVER:
            return False
        if kind_of(codes[k]) == REVIVE and card_of(codes[k]) != NONE and slot_in_pile(s, card_of(codes[k])) < 0:
            return False
        apply(states, i, seats[k], codes[k])
    return True
