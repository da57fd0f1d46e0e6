"""Whole random games inside compiled code: what speed is measured with, and what tests hold to plain mode."""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.rng import below, seed_rng
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import options
from mirabilia.games.duel.rules.scoring import total_points
from mirabilia.games.duel.rules.setup import deal
from mirabilia.games.duel.rules.state import OVER, State

CHECKSUM_MASK = 0x7FFFFFFF


@compiled
def play_out(states: State.Array, i: int, buffer: Ints, rng: Ints) -> int:
    """Plays state `i` to its end with uniformly random decisions; returns how many were made."""
    decisions = 0
    while states[i].phase != OVER:
        seat = states[i].actor
        count = options(states, i, seat, buffer)
        apply(states, i, seat, buffer[below(rng, count)])
        decisions += 1
    return decisions


@compiled
def play_random_games(states: State.Array, games: int, seed: int, buffer: Ints, rng: Ints, tally: Ints) -> int:
    """Deals and plays games; returns a checksum over all results.

    `tally` receives: decisions, then victories by kind (civilian, military, science), then shared wins.
    """
    checksum = 0
    seed_rng(rng, seed)
    for _ in range(games):
        s = states[0]
        deal(states, 0, 2, buffer, rng)
        tally[0] += play_out(states, 0, buffer, rng)
        tally[1 + s.victory] += 1
        if s.winner == 2:
            tally[4] += 1
        result = (total_points(s, 0) << 12) ^ (total_points(s, 1) << 4) ^ (s.winner << 2) ^ s.victory
        checksum = (checksum * 31 + result) & CHECKSUM_MASK
    return checksum


@compiled
def list_repeatedly(states: State.Array, i: int, seat: int, buffer: Ints, times: int) -> int:
    """Lists the options of a position so many times, for measurements."""
    count = 0
    for _ in range(times):
        count += options(states, i, seat, buffer)
    return count
