"""What a position of 7 Wonders is worth to a seat, in points: what `greedy` looks at after a turn has resolved.

Points as they stand, and what usually becomes points: goods while there is something to build, coins, shields against
both neighbours at the conflicts to come, science on the way to sets, chains, stages still to build. Others count too:
the seat wants to be ahead of the best of them. A style is a set of weights for these parts.
"""

from __future__ import annotations

import numpy as np

from mirabilia.engine.bits import members
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import table
from mirabilia.games.wonders.bots.features import GOOD_KINDS
from mirabilia.games.wonders.rules.options import has
from mirabilia.games.wonders.rules.payment import units_for
from mirabilia.games.wonders.rules.scoring import score_city
from mirabilia.games.wonders.rules.state import OVER, State
from mirabilia.games.wonders.rules.tables import AGES, CATALOG, KINDS, LEFT, RAW, RIGHT, SYMBOLS, TURNS, VICTORY_TOKEN

PARTS = ("points", "economy", "coins", "military", "science", "chains", "powers", "others")
W_POINTS, W_ECONOMY, W_COINS, W_MILITARY, W_SCIENCE, W_CHAINS, W_POWERS, W_OTHERS = range(len(PARTS))

# multiples of what experience says each part is worth
STYLES: dict[str, dict[str, float]] = {
    "balanced": {},
    "scholar": {"science": 2.4, "military": 0.6},
    "general": {"military": 3.0, "science": 0.4},
    "merchant": {"economy": 1.4, "coins": 1.6, "military": 0.7},
}

UNLOCKS = table([len(card.unlocks) for card in CATALOG.kinds])
# points the first, second, third ... unit of a good still brings at the start of the game
RAW_LEFT = table([3.4, 2.4, 1.2, 0.5, 0.0], np.float64)
MADE_LEFT = table([2.8, 0.9, 0.3, 0.0, 0.0], np.float64)
CHEAP_LEFT = 1.3
SYMBOL_LEFT = 2.2
CHAIN_LEFT = 0.9
POWER_LEFT = 5.0


@compiled
def economy_of(s: State, city: int) -> float:
    """What production and low prices are worth while everything is still to be built."""
    worth = 0.0
    for good in range(GOOD_KINDS):
        for unit in range(min(4, units_for(s, city, good))):
            worth += RAW_LEFT[unit] if good < RAW else MADE_LEFT[unit]
    for bit in range(4):
        if not (s.price[city] >> bit) & 1:
            worth += CHEAP_LEFT
    return worth


@compiled
def army_of(s: State, city: int) -> float:
    """The conflicts to come, as if shields stayed as they are; later ones are less sure."""
    worth = 0.0
    sure = 1.0
    for age in range(s.age, AGES):
        for side in range(2):
            other = s.shields[LEFT[s.players][city] if side == 0 else RIGHT[s.players][city]]
            lead = s.shields[city] - other
            if lead > 0:
                worth += sure * VICTORY_TOKEN[age]
            elif lead < 0:
                worth -= sure
        sure *= 0.35
    return worth


@compiled
def symbols_of(s: State, city: int) -> float:
    """Symbols held: each makes more of its kind and sets likelier."""
    count = 0
    for symbol in range(SYMBOLS + 1):
        count += s.symbols[city][symbol]
    return SYMBOL_LEFT * count


@compiled
def chains_of(s: State, city: int) -> float:
    """Cards that may still make others free."""
    count = 0
    for card in range(KINDS):
        if UNLOCKS[card] and has(s, city, card):
            count += UNLOCKS[card]
    return CHAIN_LEFT * count


@compiled
def side_of(s: State, city: int, left: float, weights: Floats, scores: Ints) -> float:
    """Everything that speaks for one city; `left` is the share of the game still to come."""
    worth = weights[W_POINTS] * score_city(s, city, scores, 0)
    worth += weights[W_COINS] * 0.12 * min(s.coins[city], 12)
    if s.phase == OVER:
        return worth
    worth += weights[W_ECONOMY] * left * economy_of(s, city)
    worth += weights[W_MILITARY] * army_of(s, city)
    worth += weights[W_SCIENCE] * left * symbols_of(s, city)
    worth += weights[W_CHAINS] * left * chains_of(s, city)
    powers = s.free_builds[city] + 0.7 * s.sevenths[city] + s.copies[city]
    powers += 0.7 * members(s.gifts[city])
    return worth + weights[W_POWERS] * left * POWER_LEFT * powers


@compiled
def evaluate(s: State, seat: int, weights: Floats, scores: Ints) -> float:
    """What the position is worth to the seat: its own side, less a part of the best of the others."""
    turns = s.age * TURNS + s.turn
    left = 1.0 - turns / (AGES * TURNS * 0.8)  # what is to come hardly counts in the last turns
    left = max(0.0, left)
    mine = side_of(s, seat, left, weights, scores)
    best_other = -1000.0
    for other in range(s.players):
        if other != seat:
            best_other = max(best_other, side_of(s, other, left, weights, scores))
    return mine - 0.3 * weights[W_OTHERS] * best_other
