"""Whole games at random inside compiled code: for speed measurements, tests, and the end of a search."""

from __future__ import annotations

from mirabilia.rules.compiling import Ints, compiled
from mirabilia.rules.records import Words, copy_words, ints, words
from mirabilia.rules.rng import below, new_rng
from mirabilia.rules.wonders.apply import choose
from mirabilia.rules.wonders.options import MAX_OPTIONS, options
from mirabilia.rules.wonders.scoring import score
from mirabilia.rules.wonders.setup import DECK_ROOM, deal_game
from mirabilia.rules.wonders.state import OVER, POINT_KINDS, State, owes
from mirabilia.rules.wonders.tables import CITIES

SCORE_ROOM = CITIES * (POINT_KINDS + 1)
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
            choose(states, i, seat, buffer[below(rng, count)])
        else:
            seat = seat + 1 if seat + 1 < s.players else 0


@compiled
def mixed(checksum: int, value: int) -> int:
    """The next value of a checksum; the same in compiled and plain mode."""
    return ((checksum ^ (value & _MASK)) * _MIX + (checksum >> 7)) & _MASK


@compiled
def random_games(
    states: State.Array, rows: Words, players: int, count: int, rng: Ints, buffer: Ints, deck: Ints, scores: Ints
) -> int:
    """Deals and plays `count` games in `states[1]`, over the zeros of `states[0]`; returns a checksum of all scores.

    `rows` are the `words` of `states`.
    """
    checksum = 0
    for _ in range(count):
        copy_words(rows, 0, rows, 1)
        deal_game(states, 1, players, deck, rng)
        play_out(states, 1, buffer, rng)
        score(states, 1, scores)
        for k in range(players * (POINT_KINDS + 1)):
            checksum = mixed(checksum, scores[k])
    return checksum


def play_random_games(players: int, count: int, seed: int) -> int:
    """Plays `count` uniformly random games; a checksum over their scores. Other threads run meanwhile."""
    states = State.zeros(2)
    buffers = (ints(MAX_OPTIONS), ints(DECK_ROOM), ints(SCORE_ROOM))
    return int(random_games(states, words(states), players, count, new_rng(seed), *buffers))
