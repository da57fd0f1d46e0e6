"""The compiled loops of a batch for 7 Wonders: `mirabilia.batch.kernels` with the names of this game."""

from __future__ import annotations

from mirabilia.batch.kernels import HELPERS, LOOPS, STEPS, TAKING_PART
from mirabilia.engine.binding import bind
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.inlining import inline
from mirabilia.engine.rng import below
from mirabilia.games.wonders.encoding.actions import NUM_ACTIONS, action_at
from mirabilia.games.wonders.encoding.observation import observe
from mirabilia.games.wonders.encoding.sparse import MAX_FEATURES, sparse
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, SCORE_WIDTH, winners
from mirabilia.games.wonders.rules.setup import SCRATCH, begin, deal
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import BOARD_COUNT, BOARD_NUMBERS, CATEGORIES, CITIES

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

# `setup`: the edition, which boards there are, then each city's board where they are given (-1: any that is left)
SETUP = 2 + CITIES
RANDOM_BOARDS, ALL_A, ALL_B, GIVEN_BOARDS = range(4)


@compiled
def ending(states: State.Array, i: int) -> int:
    """How a finished game ended: always on points."""
    return 0


@compiled
def pending(states: State.Array, i: int) -> int:
    """Decisions made and not yet revealed."""
    s = states[i]
    made = 0
    for city in range(s.cities):
        made += s.choice[city] != 0
    return made


@compiled
def board_left(s: State, city: int, rng: Ints) -> int:
    """A random board, on a random side, that no city before this one has."""
    while True:
        board = BOARD_NUMBERS[s.edition][below(rng, BOARD_COUNT[s.edition])]
        taken = False
        for other in range(city):
            taken = taken or s.board[other] // 2 == board
        if not taken:
            return board * 2 + below(rng, 2)


@compiled
def deal_with(states: State.Array, i: int, players: int, setup: Ints, scratch: Ints, rng: Ints) -> None:
    """Deals a new game, with random or chosen boards."""
    deal(states, i, players, setup[0], scratch, rng)
    if setup[1] == RANDOM_BOARDS:
        return
    s = states[i]
    for city in range(s.cities):
        if setup[1] == GIVEN_BOARDS:
            s.board[city] = setup[2 + city] if setup[2 + city] >= 0 else board_left(s, city, rng)
        else:
            s.board[city] = s.board[city] // 2 * 2 + (setup[1] == ALL_B)
    begin(s)


inline(globals(), HELPERS)
bind(globals(), LOOPS)
inline(globals(), STEPS)
bind(globals(), TAKING_PART)
