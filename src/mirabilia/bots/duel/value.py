"""Who will win a position of Duel, at a glance: a sum of weights, turned into a chance.

Every city is described by a short list of features: each card, token and wonder it has, its coins, goods, symbols, how
far its army is, its points. Seat 0's features count for, seat 1's against. The weights (`value.json`) differ by the
moment of the game, a few cards apart, and were found by self-play (`fitting.py`, `scripts/fit-duel-value`). The search
ends its play-outs with this instead of playing them to the end.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

from mirabilia.bots.blocks import Layout, size_of, starts_of
from mirabilia.rules.bits import lowest, members
from mirabilia.rules.compiling import Floats, Ints, compiled
from mirabilia.rules.duel.scoring import total_points
from mirabilia.rules.duel.state import State
from mirabilia.rules.duel.tables import (
    CAPITAL,
    CARD_WORDS,
    CARDS,
    CARDS_A_WORD,
    CATALOG,
    GOOD_COUNT,
    GROUP_COUNT,
    LANE_BITS,
    LANE_MASK,
    MAX_WONDERS,
    SLOTS,
    SYMBOL_COUNT,
    TOKENS,
    WONDERS,
    WONDERS_EACH,
)

AGES, PARTS_OF_AGE = 3, 5
MOMENTS = AGES * PARTS_OF_AGE
CARDS_A_PART = SLOTS // PARTS_OF_AGE

# More than these count as these.
COINS_TOLD, UNITS_TOLD, CHOICES_TOLD = 15, 4, 2
PHASES = 7

# The weights of a moment, in blocks: each a name and its shape.
BLOCKS: dict[str, tuple[int, ...]] = {
    "card": (CARDS,),
    "token": (TOKENS,),
    "built": (WONDERS,),
    "waiting": (WONDERS,),  # an own wonder that can still be built
    "room": (MAX_WONDERS + 1, WONDERS_EACH + 1),  # wonders that may still be built, how many of them wait here
    "coins": (COINS_TOLD + 1,),
    "good": (GOOD_COUNT, UNITS_TOLD + 1),
    "choice": (GROUP_COUNT, CHOICES_TOLD + 1),
    "symbols": (SYMBOL_COUNT + 1,),
    "singles": (SYMBOL_COUNT + 1,),  # symbols that would become a pair
    "army": (CAPITAL + 1,),
    "phase": (PHASES,),  # this seat is asked
    "points": (1,),
}

STARTS = starts_of(BLOCKS)
FEATURES = size_of(BLOCKS)
MOST = 128  # features of a city at most
POINT = 0.1  # amount of the feature "points" for one point
_WONDER_NAMES = [wonder.name for wonder in CATALOG.wonders]
LAYOUT = Layout(
    [f"age {age}, part {part}" for age in range(1, AGES + 1) for part in range(1, PARTS_OF_AGE + 1)],
    BLOCKS,
    {
        "card": [card.name for card in CATALOG.cards],
        "token": [token.name for token in CATALOG.tokens],
        "built": _WONDER_NAMES,
        "waiting": _WONDER_NAMES,
    },
)
WEIGHTS_FILE = Path(__file__).with_name("value.json")

_CARD, _TOKEN, _BUILT, _WAITING, _ROOM = (STARTS[k] for k in ("card", "token", "built", "waiting", "room"))
_COINS, _GOOD, _CHOICE, _SYMBOLS = (STARTS[k] for k in ("coins", "good", "choice", "symbols"))
_SINGLES, _ARMY, _PHASE, _POINTS = (STARTS[k] for k in ("singles", "army", "phase", "points"))


@compiled
def moment_of(s: State) -> int:
    """Which weights are meant for now."""
    taken = SLOTS - members(s.present)
    return s.age * PARTS_OF_AGE + min(taken // CARDS_A_PART, PARTS_OF_AGE - 1)


@compiled
def city_features(s: State, seat: int, which: Ints) -> int:
    """Writes which features a city has; returns how many."""
    n = 0
    for word in range(CARD_WORDS):
        cards = s.cards[seat][word]
        while cards:
            which[n] = _CARD + word * CARDS_A_WORD + lowest(cards)
            n += 1
            cards &= cards - 1
    tokens = s.tokens[seat]
    while tokens:
        which[n] = _TOKEN + lowest(tokens)
        n += 1
        tokens &= tokens - 1
    room = MAX_WONDERS - s.built_wonders
    waiting = 0
    for place in range(s.wonders_owned[seat]):
        if (s.wonder_built[seat] >> place) & 1:
            which[n] = _BUILT + s.wonders[seat][place]
            n += 1
        elif room:
            which[n] = _WAITING + s.wonders[seat][place]
            n += 1
            waiting += 1
    which[n] = _ROOM + room * (WONDERS_EACH + 1) + waiting
    which[n + 1] = _COINS + min(s.coins[seat], COINS_TOLD)
    which[n + 2] = _SYMBOLS + s.distinct_symbols[seat]
    which[n + 3] = _ARMY + max(0, s.pawn * (1 - 2 * seat))
    n += 4
    for good in range(GOOD_COUNT):
        which[n] = _GOOD + good * (UNITS_TOLD + 1) + min((s.goods[seat] >> (LANE_BITS * good)) & LANE_MASK, UNITS_TOLD)
        n += 1
    for group in range(GROUP_COUNT):
        which[n] = _CHOICE + group * (CHOICES_TOLD + 1) + min(s.choices[seat][group], CHOICES_TOLD)
        n += 1
    singles = 0
    for symbol in range(SYMBOL_COUNT):
        singles += s.symbols[seat][symbol] == 1
    which[n] = _SINGLES + singles
    n += 1
    if s.actor == seat:
        which[n] = _PHASE + s.phase
        n += 1
    return n


@compiled
def lead_of(s: State) -> int:
    """How many points seat 0 is ahead."""
    return total_points(s, 0) - total_points(s, 1)


@compiled
def sum_of(weights: Floats, at: int, which: Ints, count: int) -> float:
    """The sum of the weights of these features."""
    total = 0.0
    for k in range(count):
        total += weights[at + which[k]]
    return total


@compiled
def odds_of(s: State, weights: Floats, which: Ints) -> float:
    """How likely seat 0 is to win a game that goes on, as the logarithm of its odds: 0 when both are as likely."""
    at = moment_of(s) * FEATURES
    total = weights[at + _POINTS] * POINT * lead_of(s)
    total += sum_of(weights, at, which, city_features(s, 0, which))
    return total - sum_of(weights, at, which, city_features(s, 1, which))


@compiled
def chance(odds: float) -> float:
    """Odds, given as a logarithm, as a chance from 0 to 1."""
    return 1.0 / (1.0 + math.exp(-odds))


@cache
def fitted_weights() -> Any:
    """The weights of `value.json`."""
    return LAYOUT.read(WEIGHTS_FILE)
