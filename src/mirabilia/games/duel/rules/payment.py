"""What a card or wonder costs a player in coins.

Units of goods are counted in lanes of 8 bits, one lane per good. In order (rulings 14-20): own fixed production is
subtracted; choice producers cover the dearest missing units they can give; a discount covers the dearest units still
missing; the rest is bought. Each step is a function of its own, because the plan shown to people is made of the same
steps (`mirabilia.games.duel.game`).
"""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.duel.rules.state import DRAFT, OVER, State
from mirabilia.games.duel.rules.tables import (
    CHAIN_MASK,
    CHAIN_WORD,
    COIN_COST,
    DISCOUNT_KIND,
    FIRST_WONDER,
    GOOD_COST,
    GOOD_COUNT,
    GROUP_COUNT,
    GROUP_MASK,
    GROUPS_DISJOINT,
    LANE_BITS,
    LANE_MASK,
    MAX_WONDERS,
    SLOTS,
    TOP_BITS,
    WONDERS_EACH,
)

ALL_GOODS = (1 << GOOD_COUNT) - 1


@compiled
def missing_goods(s: State, seat: int, thing: int) -> int:
    """Units of the cost that fixed production does not cover, in lanes."""
    difference = (GOOD_COST[thing] | TOP_BITS) - s.goods[seat]
    kept = difference & TOP_BITS  # set where the cost is not below the production
    return difference & (kept - (kept >> (LANE_BITS - 1)))


@compiled
def dearest(s: State, seat: int, missing: int, goods: int) -> int:
    """The good of the mask `goods` with a missing unit that costs most to buy; -1 if none is missing."""
    # Goods are ranked by price and, where it is equal, by their order. No branches: what is missing is hard to predict.
    best = 0
    for good in range(GOOD_COUNT):
        lane = LANE_BITS * good
        wanted = (goods >> good) & 1 and (missing >> lane) & LANE_MASK
        rank = (((s.unit_price[seat] >> lane) & LANE_MASK) << LANE_BITS) + GOOD_COUNT - good
        best = max(best, rank if wanted else 0)
    return GOOD_COUNT - (best & LANE_MASK) if best else -1


@compiled
def choices_can_give(s: State, seat: int, units: int) -> bool:
    """Whether the choice producers can give all of `units` at once (Hall's condition over sets of goods)."""
    for subset in range(1, 1 << GOOD_COUNT):
        wanted = 0
        for good in range(GOOD_COUNT):
            if (subset >> good) & 1:
                wanted += (units >> (LANE_BITS * good)) & LANE_MASK
        able = 0
        for group in range(GROUP_COUNT):
            if GROUP_MASK[group] & subset:
                able += s.choices[seat][group]
        if wanted > able:
            return False
    return True


@compiled
def after_overlapping_choices(s: State, seat: int, missing: int) -> int:
    """`after_choices` for groups that share goods: from the dearest unit down, cover what can still be given.

    The sets of units that choice producers can give together form a matroid, for which this greedy way is exact.
    """
    given = 0
    left = missing
    while True:
        good = dearest(s, seat, left, ALL_GOODS)
        if good < 0:
            return missing - given
        left -= 1 << (LANE_BITS * good)
        if choices_can_give(s, seat, given + (1 << (LANE_BITS * good))):
            given += 1 << (LANE_BITS * good)


@compiled
def after_choices(s: State, seat: int, missing: int) -> int:
    """What is still missing when every choice producer has given the unit that saves most (ruling 18)."""
    if not GROUPS_DISJOINT:
        return after_overlapping_choices(s, seat, missing)
    for group in range(GROUP_COUNT):
        for _ in range(s.choices[seat][group]):
            good = dearest(s, seat, missing, GROUP_MASK[group])
            if good >= 0:
                missing -= 1 << (LANE_BITS * good)
    return missing


@compiled
def after_discount(s: State, seat: int, missing: int, discount: int) -> int:
    """What must be bought when up to `discount` of the dearest missing units are ignored (ruling 20)."""
    for _ in range(discount):
        good = dearest(s, seat, missing, ALL_GOODS)
        if good >= 0:
            missing -= 1 << (LANE_BITS * good)
    return missing


@compiled
def purchase_price(s: State, seat: int, bought: int) -> int:
    """Coins for buying these units from the bank (rulings 15-17)."""
    price = 0
    unit = s.unit_price[seat]
    for good in range(GOOD_COUNT):
        price += ((bought >> (LANE_BITS * good)) & LANE_MASK) * ((unit >> (LANE_BITS * good)) & LANE_MASK)
    return price


@compiled
def is_chain_free(s: State, seat: int, card: int) -> bool:
    """Whether the card's chain building stands in the seat's city (ruling 22)."""
    return s.cards[seat][CHAIN_WORD[card]] & CHAIN_MASK[card] != 0


@compiled
def trade_price(s: State, seat: int, thing: int) -> int:
    """Coins spent on trade for a card or wonder; the coin part of the cost is not in it."""
    missing = missing_goods(s, seat, thing)
    discount = s.discount[seat][DISCOUNT_KIND[thing]]
    if s.choice_count[seat] + discount:
        missing = after_discount(s, seat, after_choices(s, seat, missing), discount)
    return purchase_price(s, seat, missing)


@compiled
def price_of(s: State, seat: int, thing: int) -> int:
    """All coins a card or wonder costs the seat now."""
    if thing < FIRST_WONDER and is_chain_free(s, seat, thing):
        return 0
    return COIN_COST[thing] + trade_price(s, seat, thing)


# A row of quotes: the thing, whether it is free by a chain, its price, and in lanes what is missing, what is left of
# that after choice producers, and what is bought after the discount.
QUOTE_WIDTH = 6
MAX_QUOTES = SLOTS + WONDERS_EACH


@compiled
def quote_thing(s: State, seat: int, thing: int, rows: Ints, at: int) -> None:
    """Writes the row of one card or wonder."""
    chain = thing < FIRST_WONDER and is_chain_free(s, seat, thing)
    missing = 0 if chain else missing_goods(s, seat, thing)
    left = after_choices(s, seat, missing)
    bought = after_discount(s, seat, left, s.discount[seat][DISCOUNT_KIND[thing]])
    rows[at] = thing
    rows[at + 1] = 1 if chain else 0
    rows[at + 2] = price_of(s, seat, thing)
    rows[at + 3] = missing
    rows[at + 4] = left
    rows[at + 5] = bought


@compiled
def quotes(states: State.Array, i: int, seat: int, rows: Ints) -> int:
    """For callers in Python: a row for every open card, then for every wonder the seat may still build; how many."""
    s = states[i]
    count = 0
    if s.phase == OVER:
        return 0
    if s.phase != DRAFT:
        for slot in range(SLOTS):
            if (s.open >> slot) & 1:
                quote_thing(s, seat, s.deck[s.age][slot], rows, count * QUOTE_WIDTH)
                count += 1
    if s.built_wonders < MAX_WONDERS:
        for place in range(s.wonders_owned[seat]):
            if not (s.wonder_built[seat] >> place) & 1:
                quote_thing(s, seat, FIRST_WONDER + s.wonders[seat][place], rows, count * QUOTE_WIDTH)
                count += 1
    return count


@compiled
def quoted_price(states: State.Array, i: int, seat: int, thing: int) -> int:
    """`price_of`, for callers in Python."""
    return price_of(states[i], seat, thing)
