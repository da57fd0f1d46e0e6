"""Digests of random games, step by step: run compiled and uncompiled they must be the same.

As a program it prints its digests: `python wonders_digest.py 2 50` for 50 games of two players.
"""

from __future__ import annotations

import sys
import zlib
from typing import Any

from mirabilia.engine.records import ints
from mirabilia.engine.rng import below, new_rng
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, winners
from mirabilia.games.wonders.rules.setup import SCRATCH, deal
from mirabilia.games.wonders.rules.state import State, acting
from mirabilia.games.wonders.rules.tables import EDITIONS


def facts(states: Any) -> list[Any]:
    """All values of a state by name; the order in which they are handed out has no meaning."""
    return sorted(State.as_dict(states).items())


def digest(players: int, game: int) -> int:
    """Over every state and option list of a game, some redealt states, and the scores."""
    states, rng = State.zeros(1), new_rng(game)
    buffer, seats, scores = ints(MAX_OPTIONS), ints(players), ints(SCORE_ROOM)
    edition = game % EDITIONS if players > 2 else 0
    deal(states, 0, players, edition, ints(SCRATCH), rng)
    total = step = 0
    while acting(states, 0, seats):
        seat = int(seats[0])
        codes = [int(code) for code in buffer[: options(states, 0, seat, buffer)]]
        if step % 10 == 0:
            other = State.copy_of(states)
            redeal(other, 0, step % players, ints(SCRATCH), new_rng(step))
            total = zlib.crc32(repr(facts(other)).encode(), total)
        apply(states, 0, seat, codes[below(rng, len(codes))])
        total = zlib.crc32(repr((codes, facts(states))).encode(), total)
        step += 1
    won = int(winners(states, 0, scores))
    return zlib.crc32(repr((won, [int(n) for n in scores[: players * 8]])).encode(), total)


if __name__ == "__main__":
    for number in range(int(sys.argv[2])):
        print(digest(int(sys.argv[1]), number))
