"""What the quick policy sees in a decision of 7 Wonders: a short list of features, each with an amount.

A feature is a place in the table of weights (`weights.json`, `weigh` in `policy.py`); a decision's worth is the sum
of weight times amount. Most are plain marks (this card, this stage in this age, a shield when one behind on the left),
so that the worth of a thing need not grow evenly with its number. Features of what is built and features of what is
paid are kept apart: the first are the same for all ways to pay, and are found once.
"""

from __future__ import annotations

from mirabilia.encoding.blocks import Axis, size_of, starts_of
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.games.wonders.catalog import COLORS
from mirabilia.games.wonders.rules.payment import units_for, units_sold
from mirabilia.games.wonders.rules.scoring import best_science, counted_points, tally
from mirabilia.games.wonders.rules.state import (
    BUILD,
    CHOOSE,
    DISCARD,
    FREE_BUILD,
    REVIVE,
    STAGE_BUILT,
    SYMBOL_KINDS,
    State,
    bank_of,
    controller,
    kind_of,
    left_of,
    right_of,
)
from mirabilia.games.wonders.rules.tables import (
    AGES,
    ALL_FULL,
    CARD_NAMES,
    COINS,
    COINS_PER,
    COST,
    COUNTING,
    COUNTS_AS,
    DISCARD_COINS,
    FREE_CITY,
    GOODS,
    GUILD,
    KEPT_PRICES,
    KINDS,
    LAST_TURN,
    LEFT,
    NEEDS,
    NO_SYMBOL,
    PASSES_LEFT,
    POINTS,
    RAW,
    RIGHT,
    SHIELDS,
    STAGE,
    STAGE_NAMES,
    STAGES,
    SYMBOL,
    TURNS,
    UNITS,
    WONDER_STAGE,
)

GOOD_KINDS = len(GOODS)
_COLOURS = len(COLORS)
_ACTIONS = 1 + max(BUILD, STAGE_BUILT, DISCARD, FREE_BUILD, REVIVE)

# Upper limits of features: more of something counts as the limit.
PURSE, HAVE, NEAR, WANTED, SAME, SYMBOLS_HELD, ARMS, LEAD = 11, 4, 2, 2, 3, 7, 3, 3

# The table of weights in blocks: each a name and its shape. "card" and "stage" stand for one row each.
BLOCKS: dict[str, tuple[Axis, ...]] = {
    "build": (CARD_NAMES,),
    "remove": (CARD_NAMES,),  # the card is buried or discarded: neither this city nor the next will have it
    "stage": (STAGE_NAMES, AGES),
    "action": (AGES, _ACTIONS),
    "action_later": (AGES, _ACTIONS),  # the same, growing with the turns of the age
    "colour_later": (AGES, _COLOURS),
    "free_build": (AGES, TURNS),
    "to_neighbours": (AGES,),
    "to_bank": (AGES,),
    "purse": (AGES, PURSE + 1),  # coins left after the decision
    "good": (AGES, 2, HAVE + 1, 2),  # raw or manufactured, how many units serve it already, alone or one of several
    "good_near": (AGES, 2, NEAR + 1),  # units the neighbours sell
    "good_for_stage": (AGES, WANTED + 1),  # stages to come that need one more of it
    "symbol_points": (AGES,),
    "symbol_same": (AGES, SAME + 1),
    "symbol_held": (AGES, SYMBOLS_HELD + 1),
    "army": (AGES, 2, ARMS, 2 * LEAD + 1),  # early or late in the age, shields, lead over a neighbour
    "cheaper": (AGES, 2),  # a price that falls, of raw or manufactured goods
    "cheaper_units": (AGES, 2),  # units it falls for
    "points": (AGES,),
    "counted": (AGES,),
    "counted_later": (AGES,),
    "next_symbols": (AGES, SYMBOLS_HELD - 1),  # a symbol kept from the next holder of the hand, by symbols held there
    "next_counted": (1,),  # a guild's points kept from the next holder
}

STARTS = starts_of(BLOCKS)
FEATURES = size_of(BLOCKS)
MAX_FEATURES = 64  # features of one decision at most

_BUILD, _REMOVE, _STAGE = STARTS["build"], STARTS["remove"], STARTS["stage"]
_ACTION, _ACTION_LATER, _COLOUR_LATER = STARTS["action"], STARTS["action_later"], STARTS["colour_later"]
_FREE_BUILD, _TO_NEIGHBOURS, _TO_BANK = STARTS["free_build"], STARTS["to_neighbours"], STARTS["to_bank"]
_PURSE, _GOOD, _GOOD_NEAR = STARTS["purse"], STARTS["good"], STARTS["good_near"]
_GOOD_FOR_STAGE, _SYMBOL_POINTS = STARTS["good_for_stage"], STARTS["symbol_points"]
_SYMBOL_SAME, _SYMBOL_HELD, _ARMY = STARTS["symbol_same"], STARTS["symbol_held"], STARTS["army"]
_CHEAPER, _CHEAPER_UNITS, _POINTS = STARTS["cheaper"], STARTS["cheaper_units"], STARTS["points"]
_COUNTED, _COUNTED_LATER = STARTS["counted"], STARTS["counted_later"]
_NEXT_SYMBOLS, _NEXT_COUNTED = STARTS["next_symbols"], STARTS["next_counted"]


@compiled
def stages_wanting(s: State, city: int, good: int, have: int) -> int:
    """How many stages to come need more of a good than there is."""
    board = s.board[city]
    wanted = 0
    for stage in range(s.count[city][WONDER_STAGE], STAGES[board]):
        if NEEDS[COST[STAGE[board][stage]]][good] > have:
            wanted += 1
    return wanted


@compiled
def production_features(s: State, city: int, effect: int, which: Ints, much: Floats, n: int) -> int:
    """Each good a new unit may serve, by what there is of it already."""
    age = s.age
    left, right = LEFT[s.players][city], RIGHT[s.players][city]
    for k in range(UNITS[effect][0]):
        unit = UNITS[effect][1 + k]
        several = 0 if unit & (unit - 1) == 0 else 1
        for good in range(GOOD_KINDS):
            if (unit >> good) & 1:
                made = 0 if good < RAW else 1
                have = min(HAVE, units_for(s, city, good) + k)
                near = min(NEAR, units_sold(s, left, good) + units_sold(s, right, good))
                which[n] = _GOOD + ((age * 2 + made) * (HAVE + 1) + have) * 2 + several
                which[n + 1] = _GOOD_NEAR + (age * 2 + made) * (NEAR + 1) + near
                which[n + 2] = _GOOD_FOR_STAGE + age * (WANTED + 1) + min(WANTED, stages_wanting(s, city, good, have))
                much[n] = much[n + 1] = much[n + 2] = 1.0
                n += 3
    return n


@compiled
def army_features(s: State, city: int, shields: int, which: Ints, much: Floats, n: int) -> int:
    """New shields, by the lead over each neighbour."""
    late = 1 if 2 * s.turn >= TURNS else 0
    for side in range(2):
        other = s.shields[LEFT[s.players][city] if side == 0 else RIGHT[s.players][city]]
        lead = min(LEAD, max(-LEAD, s.shields[city] - other)) + LEAD
        which[n] = _ARMY + ((s.age * 2 + late) * ARMS + min(ARMS, shields) - 1) * (2 * LEAD + 1) + lead
        much[n] = 1.0
        n += 1
    return n


@compiled
def science_features(s: State, city: int, symbol: int, which: Ints, much: Floats, n: int) -> int:
    """A new symbol: points at once, how many of its kind and how many in all there were."""
    symbols = s.symbols[city]
    before = best_science(s, city, 0)
    symbols[symbol] += 1
    after = best_science(s, city, 0)
    symbols[symbol] -= 1
    held = 0
    for kind in range(SYMBOL_KINDS):
        held += symbols[kind]
    which[n] = _SYMBOL_POINTS + s.age
    much[n] = 0.25 * (after - before)
    which[n + 1] = _SYMBOL_SAME + s.age * (SAME + 1) + min(SAME, symbols[symbol])
    which[n + 2] = _SYMBOL_HELD + s.age * (SYMBOLS_HELD + 1) + min(SYMBOLS_HELD, held)
    much[n + 1] = much[n + 2] = 1.0
    return n + 3


@compiled
def trade_features(s: State, city: int, effect: int, which: Ints, much: Floats, n: int) -> int:
    """Prices that fall, and what the neighbours have to sell for them."""
    falling = s.price[city] & ~KEPT_PRICES[effect]
    for bit in range(4):
        if (falling >> bit) & 1:
            made = bit >> 1
            neighbour = LEFT[s.players][city] if bit & 1 == 0 else RIGHT[s.players][city]
            units = 0
            for good in range(RAW if made else 0, GOOD_KINDS if made else RAW):
                units += units_sold(s, neighbour, good)
            which[n] = _CHEAPER + s.age * 2 + made
            much[n] = 1.0
            which[n + 1] = _CHEAPER_UNITS + s.age * 2 + made
            much[n + 1] = 0.5 * units
            n += 2
    return n


@compiled
def effect_features(s: State, city: int, effect: int, which: Ints, much: Floats, n: int) -> int:
    """What a structure or stage does for a city."""
    age = s.age
    if POINTS[effect]:
        which[n] = _POINTS + age
        much[n] = 0.25 * POINTS[effect]
        n += 1
    if COUNTING[effect]:
        which[n] = _COUNTED + age
        much[n] = 0.25 * counted_points(s, city, effect)
        which[n + 1] = _COUNTED_LATER + age
        much[n + 1] = 0.2 * (LAST_TURN - s.turn)
        n += 2
    if UNITS[effect][0]:
        n = production_features(s, city, effect, which, much, n)
    if SHIELDS[effect]:
        n = army_features(s, city, SHIELDS[effect], which, much, n)
    if SYMBOL[effect] != NO_SYMBOL:
        n = science_features(s, city, SYMBOL[effect], which, much, n)
    if KEPT_PRICES[effect] != ALL_FULL:
        n = trade_features(s, city, effect, which, much, n)
    return n


@compiled
def build_features(s: State, city: int, card: int, which: Ints, much: Floats, n: int) -> int:
    """A card comes to stand in the city, whatever it costs."""
    which[n] = _BUILD + card
    much[n] = 1.0
    which[n + 1] = _COLOUR_LATER + s.age * _COLOURS + COUNTS_AS[card]
    much[n + 1] = 0.2 * s.turn
    return effect_features(s, city, card, which, much, n + 2)


@compiled
def stage_features(s: State, city: int, stage: int, which: Ints, much: Floats, n: int) -> int:
    """A stage comes to stand in the city, whatever it costs and whichever card is buried for it."""
    which[n] = _STAGE + (stage - KINDS) * AGES + s.age
    much[n] = 1.0
    return effect_features(s, city, stage, which, much, n + 1)


@compiled
def next_holder(s: State, city: int) -> int:
    """The city of the seat that gets the hand after this turn."""
    if s.players == 2:
        return 1 - (controller(s) if city == FREE_CITY else city)
    return LEFT[s.players][city] if PASSES_LEFT[s.age] else RIGHT[s.players][city]


@compiled
def leaving_features(s: State, city: int, card: int, unused: bool, which: Ints, much: Floats, n: int) -> int:
    """A card leaves the hand, built or unused: what it means that the next holder will not find it there."""
    if unused:
        which[n] = _REMOVE + card
        much[n] = 1.0
        n += 1
    if s.turn < LAST_TURN and s.phase == CHOOSE:
        if SYMBOL[card] != NO_SYMBOL:
            symbols = s.symbols[next_holder(s, city)]
            which[n] = _NEXT_SYMBOLS + s.age * (SYMBOLS_HELD - 1)
            which[n] += min(SYMBOLS_HELD - 2, symbols[0] + symbols[1] + symbols[2])
            much[n] = 1.0
            n += 1
        if GUILD[card] and COUNTING[card]:
            which[n] = _NEXT_COUNTED
            much[n] = 0.25 * counted_points(s, next_holder(s, city), card)
            n += 1
    return n


@compiled
def coins_gained(s: State, city: int, effect: int) -> int:
    """Coins an effect brings at once."""
    gained = COINS[effect]
    if COINS_PER[effect][0]:
        gained += COINS_PER[effect][0] * tally(s, city, COINS_PER[effect][1], COINS_PER[effect][2])
    return gained


@compiled
def paying_features(s: State, city: int, code: int, gained: int, which: Ints, much: Floats, n: int) -> int:
    """The kind of the decision, what it costs, and the purse after it."""
    action = kind_of(code)
    age = s.age
    which[n] = _ACTION + age * _ACTIONS + action
    much[n] = 1.0
    which[n + 1] = _ACTION_LATER + age * _ACTIONS + action
    much[n + 1] = 0.2 * s.turn
    n += 2
    if action == DISCARD:
        gained = DISCARD_COINS
    if action == FREE_BUILD:
        which[n] = _FREE_BUILD + age * TURNS + s.turn
        much[n] = 1.0
        n += 1
    neighbours = left_of(code) + right_of(code)
    bank = bank_of(code)
    if neighbours:
        which[n] = _TO_NEIGHBOURS + age
        much[n] = 0.5 * neighbours
        n += 1
    if bank:
        which[n] = _TO_BANK + age
        much[n] = 0.5 * bank
        n += 1
    which[n] = _PURSE + age * (PURSE + 1) + min(PURSE, s.coins[city] - neighbours - bank + gained)
    much[n] = 1.0
    return n + 1
