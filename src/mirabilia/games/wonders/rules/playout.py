"""Whole games at random inside compiled code: for speed measurements, tests, and the end of a search."""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import ints
from mirabilia.engine.rng import below, new_rng
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, all_splits, options
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, SCORE_WIDTH, score
from mirabilia.games.wonders.rules.setup import SCRATCH, deal
from mirabilia.games.wonders.rules.state import OVER, State, owes
from mirabilia.games.wonders.rules.tables import EDITION_NUMBERS

_MIX = 0x9E3779B1
_MASK = 0xFFFFFFFF


@compiled
def play_out(states: State.Array, i: int, buffer: Ints, rng: Ints) -> None:
    """Plays a state to its end, each decision a random one of its options."""
    s = states[i]
    seat = 0
    while s.phase != OVER:
        if owes(s, seat):
            count = options(states, i, seat, buffer)
            apply(states, i, seat, buffer[below(rng, count)])
        else:
            seat = seat + 1 if seat + 1 < s.players else 0


@compiled
def mixed(checksum: int, value: int) -> int:
    """The next value of a checksum; the same in compiled and plain mode."""
    return ((checksum ^ (value & _MASK)) * _MIX + (checksum >> 7)) & _MASK


@compiled
def random_games(
    states: State.Array, players: int, edition: int, count: int, rng: Ints, buffer: Ints, scratch: Ints, scores: Ints
) -> int:
    """Deals and plays `count` games in state 0; returns a checksum of all scores."""
    checksum = 0
    for _ in range(count):
        deal(states, 0, players, edition, scratch, rng)
        play_out(states, 0, buffer, rng)
        score(states, 0, scores)
        for k in range(players * SCORE_WIDTH):
            checksum = mixed(checksum, scores[k])
    return checksum


def play_random_games(players: int, count: int, seed: int, edition: int = 1) -> int:
    """Plays `count` uniformly random games; a checksum over their scores. Other threads run meanwhile."""
    buffers = (ints(MAX_OPTIONS), ints(SCRATCH), ints(SCORE_ROOM))
    return int(random_games(State.zeros(1), players, EDITION_NUMBERS.index(edition), count, new_rng(seed), *buffers))


@compiled
def list_repeatedly(states: State.Array, i: int, seat: int, buffer: Ints, times: int) -> int:
    """Lists the options of a position so many times, for measurements."""
    count = 0
    for _ in range(times):
        count += options(states, i, seat, buffer)
    return count


@compiled
def price_repeatedly(states: State.Array, i: int, city: int, cost: int, buffer: Ints, times: int) -> int:
    """Prices a cost so many times, for measurements."""
    count = 0
    for _ in range(times):
        count += all_splits(states, i, city, cost, buffer)
    return count
