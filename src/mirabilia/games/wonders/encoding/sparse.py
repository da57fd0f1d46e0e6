"""What a seat of 7 Wonders knows, as the numbers of the yes/no features that are there (`features.py`)."""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import workspace
from mirabilia.games.wonders.encoding.features import (
    BLOCKS,
    FEATURES,
    LAYOUT,
    MAX_FEATURES,
    STANDING_ROOM,
    features_of,
    stand_now,
)
from mirabilia.games.wonders.rules.state import OVER, State

__all__ = ["BLOCKS", "FEATURES", "LAYOUT", "MAX_FEATURES", "sparse"]


@compiled
def sparse(states: State.Array, i: int, seat: int, which: Ints) -> int:
    """Writes at most MAX_FEATURES features of state `i` into `which`; returns how many: none of a finished game."""
    s = states[i]
    if s.phase == OVER:
        return 0
    standing = workspace(STANDING_ROOM)
    stand_now(s, standing)
    return features_of(s, seat, standing, which)
