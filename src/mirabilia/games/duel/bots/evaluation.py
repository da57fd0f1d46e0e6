"""What a position of Duel is worth to a seat against the other, in points: what `greedy` looks at.

Points as they stand, and what usually becomes points: goods while there is still something to build, coins, the
army's distance to either capital, science on the way to pairs and to six, chain symbols, unbuilt wonders. A style is
a set of weights for these parts.
"""

from __future__ import annotations

import numpy as np

from mirabilia.engine.bits import lowest, members
from mirabilia.engine.compiling import Floats, compiled
from mirabilia.engine.records import table
from mirabilia.games.duel.bots.policy import GIVES_CHAIN
from mirabilia.games.duel.rules.scoring import SHARED_WIN, total_points
from mirabilia.games.duel.rules.state import OVER, State
from mirabilia.games.duel.rules.tables import (
    ALWAYS_EXTRA,
    CAPITAL,
    CARD_WORDS,
    CARDS_A_WORD,
    DISCOUNT,
    EXTRA_TURN,
    FIRST_TOKEN,
    FIRST_WONDER,
    FIXED_PRICE,
    GAINS_TRADE,
    GOOD_COUNT,
    LANE_BITS,
    LANE_MASK,
    MAX_WONDERS,
    POINTS,
    SYMBOL_COUNT,
    SYMBOLS_FOR_TOKEN,
    SYMBOLS_TO_WIN,
    TOKENS,
)

PARTS = ("points", "economy", "coins", "military", "science", "chains", "wonders", "tokens", "turn")
W_POINTS, W_ECONOMY, W_COINS, W_MILITARY, W_SCIENCE, W_CHAINS, W_WONDERS, W_TOKENS, W_TURN = range(len(PARTS))

# multiples of what experience says each part is worth
STYLES: dict[str, dict[str, float]] = {
    "balanced": {},
    "scholar": {"science": 2.2, "tokens": 1.5, "military": 0.8},
    "general": {"military": 2.4, "science": 0.6, "economy": 0.9},
    "merchant": {"economy": 1.3, "coins": 1.6, "points": 1.1, "military": 0.9, "science": 0.7},
}

WON = 1000.0
# points a city's first, second, third unit of a good still brings, by age
GOODS_LEFT = table([[5.0, 3.2, 1.2, 0.3], [3.4, 2.2, 1.2, 0.3], [1.0, 0.7, 0.4, 0.1]], np.float64)
CHOICES_LEFT = table([3.5, 2.6, 0.6], np.float64)
CHEAP_LEFT = table([1.6, 1.3, 0.4], np.float64)
CHAINS_LEFT = table([1.4, 1.2, 0.0], np.float64)
WONDER_LEFT = table([0.45, 0.4, 0.25], np.float64)  # of an unbuilt wonder's points and extra turn
ARMY = table([0.0, 0.6, 1.3, 2.0, 2.9, 4.0, 5.4, 7.4, 11.0, 0.0], np.float64)  # beyond the points of the zone
SYMBOLS_HELD = table([0.0, 0.8, 2.0, 3.8, 6.5, 11.0, 0.0, 0.0], np.float64)
HALF_PAIR = 0.9
EXTRA_TURN_POINTS = 4.0


@compiled
def economy_of(s: State, seat: int) -> float:
    """What production and fixed prices will still save."""
    age = s.age
    worth = s.choice_count[seat] * CHOICES_LEFT[age]
    for good in range(GOOD_COUNT):
        units = (s.goods[seat] >> (LANE_BITS * good)) & LANE_MASK
        for unit in range(units):
            worth += GOODS_LEFT[age][min(3, unit)]
        if (s.cheap_goods[seat] >> (LANE_BITS * good)) & LANE_MASK and FIXED_PRICE > 0:
            worth += CHEAP_LEFT[age]
    return worth


@compiled
def science_of(s: State, seat: int) -> float:
    """What symbols are worth: six different ones, and pairs while tokens lie on the board."""
    worth = SYMBOLS_HELD[min(s.distinct_symbols[seat], SYMBOLS_TO_WIN)]
    if s.board_tokens:
        for symbol in range(SYMBOL_COUNT):
            if s.symbols[seat][symbol] == SYMBOLS_FOR_TOKEN - 1:
                worth += HALF_PAIR
    return worth


@compiled
def chains_of(s: State, seat: int) -> float:
    """Chain symbols that may still free a card."""
    count = 0
    for word in range(CARD_WORDS):
        cards = s.cards[seat][word]
        while cards:
            count += GIVES_CHAIN[word * CARDS_A_WORD + lowest(cards)]
            cards &= cards - 1
    return count * CHAINS_LEFT[s.age]


@compiled
def wonders_of(s: State, seat: int) -> float:
    """Unbuilt wonders, as long as some may still be built."""
    if s.built_wonders >= MAX_WONDERS:
        return 0.0
    worth = 0.0
    for place in range(s.wonders_owned[seat]):
        if not (s.wonder_built[seat] >> place) & 1:
            wonder = FIRST_WONDER + s.wonders[seat][place]
            worth += POINTS[wonder] + EXTRA_TURN_POINTS * EXTRA_TURN[wonder] + 2.0
    return worth * WONDER_LEFT[s.age]


@compiled
def tokens_of(s: State, seat: int) -> float:
    """Lasting effects of tokens, beyond their points."""
    worth = 0.0
    left = 3 - s.age
    for token in range(TOKENS):
        if (s.tokens[seat] >> token) & 1:
            thing = FIRST_TOKEN + token
            worth += 1.2 * left * (DISCOUNT[thing][1] + DISCOUNT[thing][2]) / 2.0
            worth += 1.5 * left * GAINS_TRADE[thing]
            if ALWAYS_EXTRA[thing] and s.built_wonders < MAX_WONDERS:
                worth += EXTRA_TURN_POINTS * 0.5 * members(0xF & ~s.wonder_built[seat])
            worth += 1.0
    return worth


@compiled
def army_of(s: State, seat: int) -> float:
    """The pawn's place, beyond the points of its zone: an army near a capital is a threat."""
    lead = s.pawn * (1 - 2 * seat)
    if lead > 0:
        return ARMY[min(lead, CAPITAL)]
    return 0.0


@compiled
def side_of(s: State, seat: int, weights: Floats) -> float:
    """Everything that speaks for one seat."""
    return (
        weights[W_POINTS] * total_points(s, seat)
        + weights[W_ECONOMY] * economy_of(s, seat)
        + weights[W_COINS] * 0.25 * min(s.coins[seat], 12)
        + weights[W_MILITARY] * army_of(s, seat)
        + weights[W_SCIENCE] * science_of(s, seat)
        + weights[W_CHAINS] * chains_of(s, seat)
        + weights[W_WONDERS] * wonders_of(s, seat)
        + weights[W_TOKENS] * tokens_of(s, seat)
    )


@compiled
def evaluate(s: State, seat: int, weights: Floats) -> float:
    """What the position is worth to the seat; a finished game counts as won or lost."""
    if s.phase == OVER:
        if s.winner == SHARED_WIN:
            return 0.0
        return WON if s.winner == seat else -WON
    worth = side_of(s, seat, weights) - side_of(s, 1 - seat, weights)
    return worth + weights[W_TURN] * (1.5 if s.actor == seat else -1.5)
