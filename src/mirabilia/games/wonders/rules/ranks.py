"""The canonical order of the ways to pay for one card: cheapest first.

The same card may be paid for by several splits (coins to the left, coins to the right). Their *rank* is their place
when they are ordered by the coins paid in all, and of equal totals by the coins paid to the left, fewest first. What a
purse cannot cover is not listed and would rank last, so a rank does not depend on how rich a city is. Numbered actions
(`mirabilia.encoding`) name a payment by its rank.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.wonders.rules.payment import MADE_WIDTHS, RAW_WIDTHS, SPLITS
from mirabilia.games.wonders.rules.state import LEFT_SHIFT, left_of, right_of
from mirabilia.games.wonders.rules.tables import CLOSED_FORM, FULL_PRICE, NEEDS, RAW

_SAME = (1 << LEFT_SHIFT) - 1  # the part of a code that names action, city and card


@compiled
def pays_less(code: int, other: int) -> bool:
    """Whether a code's payment comes before another's in the canonical order."""
    total = left_of(code) + right_of(code)
    others = left_of(other) + right_of(other)
    return total < others or (total == others and left_of(code) < left_of(other))


@compiled
def payment_rank(codes: Ints, count: int, k: int) -> int:
    """The rank of option `k` among the payments of the same card, which stand side by side in a list of options."""
    mine = codes[k]
    rank = 0
    j = k - 1
    while j >= 0 and codes[j] & _SAME == mine & _SAME:
        rank += pays_less(codes[j], mine)
        j -= 1
    j = k + 1
    while j < count and codes[j] & _SAME == mine & _SAME:
        rank += pays_less(codes[j], mine)
        j += 1
    return rank


def most_splits(cost: int) -> int:
    """How many ways to pay a cost (a row of NEEDS) can have at most, whatever stands in the cities."""
    raw, made = sum(NEEDS[cost][:RAW]), sum(NEEDS[cost][RAW:])
    if not CLOSED_FORM:
        return int(FULL_PRICE * (raw + made)) + 1
    rows = [
        (price * RAW_WIDTHS + units) * MADE_WIDTHS + others
        for price in range(16)
        for units in range(min(raw, RAW_WIDTHS - 1) + 1)
        for others in range(min(made, MADE_WIDTHS - 1) + 1)
    ]
    return max(int(SPLITS[row][0]) for row in rows)
