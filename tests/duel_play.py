"""Random play of Duel for tests: many games quickly, in compiled or plain mode, uniform or biased.

`play_games` keeps every position of every game, so that tests can check them all at once; `step_digests` sums up each
position in one number, so that two ways of running the rules can be compared move by move.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from mirabilia.engine.records import ints, words
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.game.deal import random_deal, start_state
from mirabilia.games.duel.rules import state as rules
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.state import State

CATALOG = duel_catalog()
LONGEST = 120  # decisions; a game has 60 cards, 8 picks, 2 starters and a few choices

# Given the seat to act and the codes of its options, the place of the one to play.
Policy = Callable[[int, Sequence[int]], int]


def uniform(seed: int) -> Policy:
    """Every option equally likely."""
    rng = random.Random(seed)
    return lambda seat, codes: int(rng.random() * len(codes))


def biased(seed: int, colors: dict[int, str], strength: float = 0.95) -> Policy:
    """Seats of `colors` build cards of their colour whenever they can, keep the rest from each other, else play on."""
    rng = random.Random(seed)
    wanted = {
        seat: {n for n, card in enumerate(CATALOG.cards) if card.color == color} for seat, color in colors.items()
    }
    law = CATALOG.token_id["Law"]

    def choose(seat: int, codes: Sequence[int]) -> int:
        good = []
        if seat in wanted and rng.random() < strength:
            for place, code in enumerate(codes):
                kind, card = rules.kind_of(code), rules.card_of(code)
                builds = kind in (rules.BUILD, rules.REVIVE_CARD) and card in wanted[seat]
                if builds or (kind in (rules.TAKE_TOKEN, rules.KEEP_TOKEN) and card == law):
                    good.append(place)
        return rng.choice(good) if good else int(rng.random() * len(codes))

    return choose


def codes_of(states: Any, index: int, buffer: Any) -> list[int]:
    """The codes of all options of a position."""
    actor = int(states["actor"][index])
    count = options(states, index, actor, buffer)
    return [int(code) for code in buffer[:count]]


@dataclass
class Played:
    """Games one after the other: `history[starts[g] : starts[g + 1]]` are the positions of game g.

    `codes[n]` is the decision made in position n, -1 where the game was over.
    """

    history: Any
    codes: list[int]
    starts: list[int]


def play_games(games: int, seed: int, policies: Iterable[Policy] | None = None) -> Played:
    """Plays games from random deals, keeping every position. Each position is made from a copy of the one before."""
    rng = random.Random(seed)
    chosen = list(policies or [uniform(seed)])
    history = State.zeros(games * LONGEST)
    rows = words(history)
    buffer = ints(MAX_OPTIONS)
    codes: list[int] = []
    starts = [0]
    place = 0
    for game in range(games):
        choose = chosen[game % len(chosen)]
        rows[place] = words(start_state(random_deal(rng.randrange(1 << 40))))[0]
        while True:
            codes_here = codes_of(history, place, buffer)
            if not codes_here:
                codes.append(-1)
                place += 1
                break
            actor = int(history["actor"][place])
            code = codes_here[choose(actor, codes_here)]
            rows[place + 1] = rows[place]
            apply(history, place + 1, actor, code)
            codes.append(code)
            place += 1
        starts.append(place)
    return Played(history[:place], codes, starts)


def step_digests(games: int, seed: int) -> list[list[int]]:
    """For each game a number for every position: a checksum over all its fields and all its options.

    Games are dealt and played from the seed alone, a third of them each uniform, towards green and towards red.
    """
    rng = random.Random(seed)
    buffer = ints(MAX_OPTIONS)
    digests = []
    for game in range(games):
        states = start_state(random_deal(rng.randrange(1 << 40)))
        colors = [{}, {0: "green"}, {0: "red", 1: "red"}][game % 3]
        choose = biased(rng.randrange(1 << 40), colors) if colors else uniform(rng.randrange(1 << 40))
        steps = []
        while True:
            listed = codes_of(states, 0, buffer)
            values = State.as_dict(states)
            steps.append(zlib.crc32(repr((sorted(values.items()), listed)).encode()))
            if not listed:
                break
            apply(states, 0, values["actor"], listed[choose(values["actor"], listed)])
        digests.append(steps)
    return digests
