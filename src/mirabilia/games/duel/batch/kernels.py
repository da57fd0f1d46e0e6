"""The compiled loops of a batch for Duel: `mirabilia.batch.kernels` with the names of this game."""

from __future__ import annotations

from mirabilia.batch.kernels import HELPERS, LOOPS, STEPS, TAKING_PART
from mirabilia.engine.binding import bind
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.inlining import inline
from mirabilia.games.duel.encoding.actions import NUM_ACTIONS, action_at
from mirabilia.games.duel.encoding.observation import observe
from mirabilia.games.duel.encoding.sparse import MAX_FEATURES, sparse
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.scoring import SCORE_ROOM, SCORE_WIDTH, winners
from mirabilia.games.duel.rules.setup import SCRATCH, deal, start_game
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import CATEGORIES, DRAFTED

# What the loops call by these names.
__all__ = [
    "CATEGORIES",
    "MAX_OPTIONS",
    "MAX_FEATURES",
    "NUM_ACTIONS",
    "SCORE_ROOM",
    "SCORE_WIDTH",
    "SCRATCH",
    "State",
    "action_at",
    "apply",
    "observe",
    "options",
    "redeal",
    "sparse",
    "winners",
]

# `setup`: 1 if the wonders of the first game are given out instead of drafted, then which they are
SETUP = 1 + DRAFTED


@compiled
def ending(states: State.Array, i: int) -> int:
    """How a finished game ended: on points, by arms or by science."""
    return states[i].victory


@compiled
def pending(states: State.Array, i: int) -> int:
    """Decisions made and not yet revealed: Duel has none."""
    return 0


@compiled
def deal_with(states: State.Array, i: int, players: int, setup: Ints, scratch: Ints, rng: Ints) -> None:
    """Deals a new game, with or without a draft of wonders."""
    deal(states, i, players, scratch, rng)
    if setup[0]:
        s = states[i]
        for place in range(DRAFTED):
            s.offered[place] = setup[1 + place]
        start_game(s, 0)


inline(globals(), HELPERS)
bind(globals(), LOOPS)
inline(globals(), STEPS)
bind(globals(), TAKING_PART)
