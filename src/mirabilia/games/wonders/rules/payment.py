"""What a cost of goods makes a city pay: every split (coins to the left, coins to the right) not beaten by another.

The closed form. Every unit gives only raw or only manufactured goods, and a neighbour asks one price per group, so a
cost falls into two groups that can be treated apart. Within a group let need(U) be the units of the cost in a set U
of goods, and g(U) the units of a pool that can serve some good of U. By Hall's theorem the units that a pool leaves
uncovered are its deficiency d = max over all U of need(U) - g(U). With

    dO  own units          dL  own units and the left neighbour's
    dA  all three          dR  own units and the right neighbour's

the cost can be paid exactly when dA = 0; every split that is not beaten buys exactly dO units; and the units bought
on the left take every value from dR to dO - dL and no other. What is left is the frontier of the sums of two ranges,
one per group, which depends only on prices and widths: the table SPLITS.

Packing. A pool is three words of eight byte lanes: 16 sets of raw goods, 8 of manufactured ones. A lane of a cost
holds need + 63, so subtracting pools leaves need - g + 63, and bit 64 of a lane says that something is missing.
All lanes stay in 0..127: no sign bit is touched, and plain Python integers give the same numbers.

If a catalog breaks the condition of the closed form, `splits_by_search` and `cheapest_by_search` are used instead:
slower by a factor of a hundred, and right for any units.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import plain, table, workspace
from mirabilia.games.wonders.rules.state import LEFT_SHIFT, RIGHT_SHIFT, State, left_of, right_of
from mirabilia.games.wonders.rules.tables import (
    BIAS,
    BOARD_UNIT,
    CARD_BIT,
    CARD_WORD,
    CLOSED_FORM,
    GOODS,
    KINDS,
    LANE_SHIFT,
    LANE_WORD,
    LEFT,
    LOW_PRICE,
    MISSING,
    NEED,
    NEEDS,
    PRICE,
    RAW,
    RIGHT,
    SELLABLE,
    STAGE,
    UNITS,
    WONDER_STAGE,
)

NO_LIMIT = 1 << 30
IMPOSSIBLE = -1
LANE_MASK = 127
MADE_WIDTHS = 4  # widths of the manufactured range: 0 to 3; of the raw range 0 to 7
RAW_WIDTHS = 8


def _frontier(price: int, raw: int, made: int) -> list[tuple[int, int]]:
    """Changes of (left, right) against buying as much as possible on the right, left coins ascending."""
    raw_left, raw_right, made_left, made_right = plain(PRICE)[price]
    changes = {
        (raw_left * i + made_left * j, -raw_right * i - made_right * j) for i in range(raw + 1) for j in range(made + 1)
    }
    kept = [c for c in changes if not any(o != c and o[0] <= c[0] and o[1] <= c[1] for o in changes)]
    return sorted(kept)


_rows = [_frontier(price, raw, made) for price in range(16) for raw in range(RAW_WIDTHS) for made in range(MADE_WIDTHS)]
MAX_SPLITS = max(map(len, _rows))
SPLITS = table(
    [[len(row)] + [n for pair in row for n in pair] + [0] * 2 * (MAX_SPLITS - len(row)) for row in _rows], np.int8
)
CHEAPEST = table([min(left + right for left, right in row) for row in _rows], np.int8)


@compiled
def higher(x: int, y: int) -> int:
    """The larger of each pair of lanes."""
    first = (x + MISSING - y) & MISSING
    chosen = first | (first - (first >> 6))
    return y ^ ((x ^ y) & chosen)


@compiled
def deficiency(word: int) -> int:
    """The highest lane of a word, less the bias. The upper lanes fill up with rubbish that is not read."""
    word = higher(word, word >> 32)
    word = higher(word, word >> 16)
    word = higher(word, word >> 8)
    return (word & LANE_MASK) - BIAS


@compiled
def units_for(s: State, city: int, good: int) -> int:
    """How many units of a city can serve a good."""
    return (s.own[city][LANE_WORD[good]] >> LANE_SHIFT[good]) & LANE_MASK


@compiled
def units_sold(s: State, city: int, good: int) -> int:
    """How many units of a city that can serve a good may be bought by its neighbours."""
    return (s.sell[city][LANE_WORD[good]] >> LANE_SHIFT[good]) & LANE_MASK


class Words(NamedTuple):
    """A cost or a pool as its three words of lanes: two of raw goods, one of manufactured ones."""

    low: int
    high: int
    made: int


@compiled
def for_sale(s: State, seller: int) -> Words:
    """What a city sells to its neighbours."""
    sell = s.sell[seller]
    return Words(sell[0], sell[1], sell[2])


@compiled
def quote_words(a: Words, left: Words, right: Words, price: int, limit: int) -> int:
    """The quote for a cost less own production (a), with what the neighbours sell, and prices as four bits.

    0: own production is enough; -1: cannot be paid, or only for more than `limit` coins; else a row of SPLITS << 16
    | left coins << 8 | right coins, to which the pairs of the row are added. Not all of them need be within the limit.
    """
    if (a.low | a.high | a.made) & MISSING == 0:
        return 0
    if limit < LOW_PRICE:
        return IMPOSSIBLE
    b = Words(a.low - left.low, a.high - left.high, a.made - left.made)
    if ((b.low - right.low) | (b.high - right.high) | (b.made - right.made)) & MISSING != 0:
        return IMPOSSIBLE
    each = PRICE[price]
    row = price * (RAW_WIDTHS * MADE_WIDTHS)
    to_left = 0
    to_right = 0
    if (a.low | a.high) & MISSING != 0:
        without = deficiency(higher(a.low, a.high))
        if without * LOW_PRICE > limit:
            return IMPOSSIBLE
        from_left = deficiency(higher(a.low - right.low, a.high - right.high))  # at least this many
        to_left += each[0] * from_left
        to_right += each[1] * (without - from_left)
        row += (without - from_left - deficiency(higher(b.low, b.high))) * MADE_WIDTHS
    if a.made & MISSING != 0:
        without = deficiency(a.made)
        from_left = deficiency(a.made - right.made)
        to_left += each[2] * from_left
        to_right += each[3] * (without - from_left)
        row += without - from_left - deficiency(b.made)
    return row << 16 | to_left << 8 | to_right


@compiled
def write_splits(quoted: int, limit: int, code: int, buffer: Ints, n: int) -> int:
    """Writes `code` with each split of a quote of at most `limit` coins, left coins ascending; the new length."""
    if quoted == 0:
        buffer[n] = code
        return n + 1
    if quoted == IMPOSSIBLE:
        return n
    row = SPLITS[quoted >> 16]
    to_left = quoted >> 8 & 255
    to_right = quoted & 255
    for k in range(row[0]):
        left = to_left + row[1 + 2 * k]
        right = to_right + row[2 + 2 * k]
        if left + right <= limit:
            buffer[n] = code | left << LEFT_SHIFT | right << RIGHT_SHIFT
            n += 1
    return n


@compiled
def quote(s: State, city: int, cost: int, limit: int) -> int:
    """The quote for a cost in a city; see `quote_words`."""
    need = NEED[cost]
    own = s.own[city]
    short = Words(need[0] - own[0], need[1] - own[1], need[2] - own[2])
    left, right = for_sale(s, LEFT[s.players][city]), for_sale(s, RIGHT[s.players][city])
    return quote_words(short, left, right, s.price[city], limit)


@compiled
def splits_closed(s: State, city: int, cost: int, limit: int, code: int, buffer: Ints, n: int) -> int:
    """Writes `code` with each split of at most `limit` coins, left coins ascending; returns the new length."""
    return write_splits(quote(s, city, cost, limit), limit, code, buffer, n)


@compiled
def cheapest_closed(s: State, city: int, cost: int) -> int:
    """The fewest coins a cost can be paid with, or -1."""
    quoted = quote(s, city, cost, NO_LIMIT)
    if quoted <= 0:
        return quoted
    return (quoted >> 8 & 255) + (quoted & 255) + CHEAPEST[quoted >> 16]


# ---- the same by search, for any units ----
#
# A part of the cost is a vector of amounts, written as one number in mixed radix. For each part: can own units make
# it, and for how many coins can the left or the right neighbour's? Then all ways to give each neighbour a part.

_TYPES = len(GOODS)


@compiled
def add_unit(costs: Ints, parts: int, cost: int, unit: int, raw_price: int, made_price: int) -> None:
    """Lets one more unit, a set of alternatives, serve one good of every part: costs are lowered in place."""
    for part in range(parts - 1, 0, -1):  # downwards, so that the unit serves once
        rest = part
        weight = 1
        for good in range(_TYPES):
            size = NEEDS[cost][good] + 1
            amount = rest % size
            rest = rest // size
            if amount > 0 and unit >> good & 1 and costs[part - weight] < NO_LIMIT:
                price = raw_price if good < RAW else made_price
                if costs[part - weight] + price < costs[part]:
                    costs[part] = costs[part - weight] + price
            weight *= size


@compiled
def part_costs(s: State, city: int, cost: int, raw_price: int, made_price: int, buying: bool) -> Ints:
    """By part of a cost: the fewest coins for which a city's units make it, all of them or those for sale."""
    parts = 1
    for good in range(_TYPES):
        parts *= NEEDS[cost][good] + 1
    costs = workspace(parts)
    for part in range(1, parts):
        costs[part] = NO_LIMIT
    board = s.board[city]
    add_unit(costs, parts, cost, BOARD_UNIT[board >> 1], raw_price, made_price)
    for card in range(KINDS):
        if s.cards[city][CARD_WORD[card]] & CARD_BIT[card] != 0 and (SELLABLE[card] or not buying):
            for k in range(UNITS[card][0]):
                add_unit(costs, parts, cost, UNITS[card][1 + k], raw_price, made_price)
    if not buying:
        for number in range(s.count[city][WONDER_STAGE]):
            stage = STAGE[board][number]
            for k in range(UNITS[stage][0]):
                add_unit(costs, parts, cost, UNITS[stage][1 + k], raw_price, made_price)
    return costs


@compiled
def is_part(cost: int, whole: int, part: int) -> bool:
    """Whether `part` has of no good more than `whole`."""
    for good in range(_TYPES):
        size = NEEDS[cost][good] + 1
        if part % size > whole % size:
            return False
        part = part // size
        whole = whole // size
    return True


@compiled
def splits_by_search(s: State, city: int, cost: int, limit: int, code: int, buffer: Ints, n: int) -> int:
    """As `splits_closed`."""
    each = PRICE[s.price[city]]
    own = part_costs(s, city, cost, 0, 0, False)
    left = part_costs(s, LEFT[s.players][city], cost, each[0], each[2], True)
    right = part_costs(s, RIGHT[s.players][city], cost, each[1], each[3], True)
    whole = len(own) - 1
    most = 64
    best = workspace(most)  # by coins to the left, the fewest to the right
    for coins in range(most):
        best[coins] = NO_LIMIT
    for from_left in range(whole + 1):
        if left[from_left] < most and is_part(cost, whole, from_left):
            for from_right in range(whole - from_left + 1):
                if right[from_right] < best[left[from_left]] and is_part(cost, whole - from_left, from_right):
                    if own[whole - from_left - from_right] < NO_LIMIT:
                        best[left[from_left]] = right[from_right]
    lowest = NO_LIMIT
    for coins in range(most):
        if best[coins] < lowest:
            lowest = best[coins]
            if coins + lowest <= limit:
                buffer[n] = code | coins << LEFT_SHIFT | lowest << RIGHT_SHIFT
                n += 1
    return n


@compiled
def cheapest_by_search(s: State, city: int, cost: int) -> int:
    """As `cheapest_closed`."""
    buffer = workspace(64)
    n = splits_by_search(s, city, cost, NO_LIMIT, 0, buffer, 0)
    fewest = IMPOSSIBLE
    for k in range(n):
        total = left_of(buffer[k]) + right_of(buffer[k])
        if fewest == IMPOSSIBLE or total < fewest:
            fewest = total
    return fewest


splits = splits_closed if CLOSED_FORM else splits_by_search
cheapest = cheapest_closed if CLOSED_FORM else cheapest_by_search
