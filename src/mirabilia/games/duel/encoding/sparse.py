"""What a seat of Duel sees, as the numbers of the yes/no features that are there (`features.py`)."""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.duel.encoding.features import BLOCKS, FEATURES, LAYOUT, MAX_FEATURES, features_of
from mirabilia.games.duel.rules.state import OVER, State

__all__ = ["BLOCKS", "FEATURES", "LAYOUT", "MAX_FEATURES", "sparse"]


@compiled
def sparse(states: State.Array, i: int, seat: int, which: Ints) -> int:
    """Writes up to MAX_FEATURES features into `which` and returns how many. Only the seat to act has any."""
    s = states[i]
    if s.phase == OVER or s.actor != seat:
        return 0
    return features_of(s, which)
