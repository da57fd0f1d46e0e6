"""A quick guess what a single decision of 7 Wonders is worth to a city, in eighths of a victory point.

The search uses it for the other players, for play-outs, and as the prior of its own decisions. It knows what each kind
of effect usually brings: goods and trade early, science by the sets it completes, shields by the neighbours they
overtake, chains by what they will free. The numbers are rounded from experience, not derived.
"""

from __future__ import annotations

import numpy as np

from mirabilia.rules.compiling import Ints, compiled
from mirabilia.rules.records import table
from mirabilia.rules.rng import below
from mirabilia.rules.wonders.apply import tally
from mirabilia.rules.wonders.options import next_stage
from mirabilia.rules.wonders.scoring import best_science, counted_points
from mirabilia.rules.wonders.state import (
    DISCARD,
    FREE_BUILD,
    REVIVE,
    STAGE_BUILT,
    State,
    action_of,
    bank_of,
    card_of,
    is_free_city,
    left_of,
    right_of,
)
from mirabilia.rules.wonders.tables import (
    AGES,
    CATALOG,
    COINS,
    COINS_PER,
    DISCARD_COINS,
    EFFECTS,
    FREE_CITY,
    KEPT_PRICES,
    KINDS,
    LAST_TURN,
    LEFT,
    NO_POWER,
    NO_SYMBOL,
    NONE,
    POINTS,
    POINTS_PER,
    POWER,
    PRODUCES,
    RIGHT,
    SHIELDS,
    SYMBOL,
    VICTORY_TOKEN,
    WILD,
    units_of,
)

COIN = 2.6  # an eighth of a point's worth of one coin
TO_NEIGHBOUR = 0.6  # what a coin in a neighbour's purse costs besides
# the first, second, third ... unit that can serve a good, by age
GOOD_WORTH = table([[24.0, 17.0, 8.0, 3.0, 0.0], [18.0, 13.0, 8.0, 3.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]], np.float64)
MADE_WORTH = table([[20.0, 6.0, 2.0, 0.0, 0.0], [16.0, 6.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0]], np.float64)
TRADE_WORTH = table([12.0, 8.0, 1.0], np.float64)  # for each price that falls
SYMBOL_HOPE = table([13.0, 9.0, 0.0], np.float64)  # what a symbol promises beyond its points now
CHAIN_WORTH = table([7.0, 7.0, 0.0], np.float64)  # for each card it will free
ARMY_HOPE = table([6.0, 8.0, 0.0], np.float64)  # what a shield promises for later conflicts
POWER_WORTH = table(
    [[0.0, 0.0, 0.0], [70.0, 45.0, 15.0], [55.0, 55.0, 45.0], [40.0, 30.0, 20.0], [30.0, 35.0, 40.0]], np.float64
)
UNLOCKS = table([len(card.unlocks) for card in CATALOG.kinds] + [0] * (EFFECTS - KINDS))
_RAW_GOODS = len(CATALOG.resources.raw)
# each effect's units as masks of goods: how many, then the masks
_UNIT_ROOM = max(len(units_of(effect)) for effect in range(EFFECTS))
EFFECT_UNITS = table([([*units_of(e)] + [0] * _UNIT_ROOM)[:_UNIT_ROOM] for e in range(EFFECTS)])
# lane of each single good in the packed production: word and shift
_LANE = [
    (1 << good) if good < _RAW_GOODS else 16 + (1 << (good - _RAW_GOODS)) for good in range(len(CATALOG.resources.all))
]
LANE_WORD = table([lane // 8 for lane in _LANE])
LANE_SHIFT = table([lane % 8 * 8 for lane in _LANE])
GOOD_KINDS = len(CATALOG.resources.all)


@compiled
def units_for(s: State, city: int, good: int) -> int:
    """How many units of a city can serve a good."""
    return (s.own[city][LANE_WORD[good]] >> LANE_SHIFT[good]) & 127


@compiled
def production_worth(s: State, city: int, effect: int) -> float:
    """What new production is worth: the best use of each unit, less the more the city has already."""
    age = s.age
    worth = 0.0
    for k in range(_UNIT_ROOM):
        unit = EFFECT_UNITS[effect][k]
        if unit == 0:
            break
        best = 0.0
        more = 0.0
        for good in range(GOOD_KINDS):
            if (unit >> good) & 1:
                have = min(4, units_for(s, city, good) + k)
                value = GOOD_WORTH[age][have] if good < _RAW_GOODS else MADE_WORTH[age][have]
                more += 0.25 * value
                best = max(best, value)
        worth += 0.75 * best + more
    return worth


@compiled
def science_worth(s: State, city: int, symbol: int) -> float:
    """Points a symbol adds now, and what it promises."""
    symbols = s.symbols[city]
    before = best_science(s, city, 0)
    symbols[symbol] += 1
    after = best_science(s, city, 0)
    symbols[symbol] -= 1
    hope = SYMBOL_HOPE[s.age]
    if symbol != WILD:
        hope += hope * 0.35 * min(3, symbols[symbol])
    return 8.0 * (after - before) + hope


@compiled
def army_worth(s: State, city: int, shields: int) -> float:
    """What shields bring against both neighbours at the end of this age, and later."""
    mine = s.shields[city]
    worth = 0.0
    token = VICTORY_TOKEN[s.age]
    near = 0.6 + 0.4 * s.turn / LAST_TURN  # early in an age the neighbours may still answer
    for side in range(2):
        other = s.shields[LEFT[s.players][city] if side == 0 else RIGHT[s.players][city]]
        before = 1 if mine > other else (0 if mine == other else -1)
        after = 1 if mine + shields > other else (0 if mine + shields == other else -1)
        if before < 0:
            worth += 8.0 * near * (1.0 if after >= 0 else 0.15)
        if after > 0 and before <= 0:
            worth += 8.0 * near * token
        elif after <= 0:
            worth += 1.5 * token * shields / (1.0 + other - mine)
        else:
            worth += 1.0 * shields
    return worth + ARMY_HOPE[s.age] * shields * 0.5


@compiled
def trade_worth(s: State, city: int, effect: int) -> float:
    """Prices that fall, more if there is something to buy."""
    falling = s.price[city] & ~KEPT_PRICES[effect]
    count = 0
    for bit in range(4):
        count += (falling >> bit) & 1
    return TRADE_WORTH[s.age] * count


@compiled
def effect_worth(s: State, city: int, effect: int) -> float:
    """What a structure or stage adds to a city, before its price."""
    age = s.age
    worth = 8.0 * POINTS[effect] + COIN * COINS[effect]
    if COINS_PER[effect][0]:
        worth += COIN * COINS_PER[effect][0] * tally(s, city, COINS_PER[effect][1], COINS_PER[effect][2])
    if POINTS_PER[effect][0]:
        worth += 8.0 * counted_points(s, city, effect)
        worth += 3.0 * (LAST_TURN - s.turn) * 0.5
    if PRODUCES[effect]:
        worth += production_worth(s, city, effect)
    if SHIELDS[effect]:
        worth += army_worth(s, city, SHIELDS[effect])
    if SYMBOL[effect] != NO_SYMBOL:
        worth += science_worth(s, city, SYMBOL[effect])
    if KEPT_PRICES[effect] != 15:
        worth += trade_worth(s, city, effect)
    power = POWER[effect]
    if power != NO_POWER:
        worth += POWER_WORTH[power][age]
    return worth + CHAIN_WORTH[age] * UNLOCKS[effect]


@compiled
def worth_of(s: State, city: int, code: int) -> float:
    """What the decision `code` is worth to a city."""
    action = action_of(code)
    card = card_of(code)
    if action == DISCARD:
        return COIN * DISCARD_COINS - 2.0
    if action == REVIVE:
        return 0.0 if card == NONE else effect_worth(s, city, card)
    paid = COIN * (left_of(code) + right_of(code) + bank_of(code)) + TO_NEIGHBOUR * (left_of(code) + right_of(code))
    if action == STAGE_BUILT:
        # a card that would have been useful oneself is the wrong one to bury
        return effect_worth(s, city, next_stage(s, city)) - paid - 0.15 * effect_worth(s, city, card) + 4.0
    worth = effect_worth(s, city, card) - paid
    if action == FREE_BUILD:
        worth -= 12.0 * (AGES - 1 - s.age + (LAST_TURN - s.turn) * 0.15)  # the power is better kept for a dear card
    return worth


@compiled
def city_of(s: State, seat: int, code: int) -> int:
    """The city a decision is for."""
    return FREE_CITY if s.players == 2 and is_free_city(code) else seat


@compiled
def pick_by_tournament(s: State, seat: int, buffer: Ints, count: int, rounds: int, rng: Ints) -> int:
    """The best of `rounds` decisions drawn at random: guidance that costs little."""
    best = buffer[below(rng, count)]
    if rounds < 2 or count == 1:
        return best
    best_worth = worth_of(s, city_of(s, seat, best), best)
    for _ in range(rounds - 1):
        code = buffer[below(rng, count)]
        if code != best:
            worth = worth_of(s, city_of(s, seat, code), code)
            if worth > best_worth:
                best = code
                best_worth = worth
    return best


@compiled
def pick_best(s: State, seat: int, buffer: Ints, count: int) -> int:
    """The decision of highest worth."""
    best = buffer[0]
    best_worth = -1.0e9
    for k in range(count):
        worth = worth_of(s, city_of(s, seat, buffer[k]), buffer[k])
        if worth > best_worth:
            best = buffer[k]
            best_worth = worth
    return best
