"""The decisions of 7 Wonders as a fixed set of numbers.

An action says what is done with which card and, where several payments are possible, which of them by its rank:
cheapest first (`rules/ranks.py`). No price, hand place or list order goes into it, and a decision for the Free City
has the same number as one for the own city, for only one of the two is asked at a time. Actions go by the names of
cards: a card has the same actions in every edition. In order: build a card (by
card, then rank); build a card free by a power; bury a card under the next stage (by card, then rank); discard a card;
revive a card; revive none.
"""

from __future__ import annotations

from mirabilia.encoding.actions import LOOPS
from mirabilia.engine.binding import bind
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.inlining import inlined
from mirabilia.engine.records import table
from mirabilia.games.wonders.rules.options import options  # noqa: F401  (the loops call it)
from mirabilia.games.wonders.rules.ranks import most_splits, payment_rank
from mirabilia.games.wonders.rules.state import (
    BUILD,
    DISCARD,
    FREE_BUILD,
    LEFT_SHIFT,
    STAGE_BUILT,
    State,
    card_of,
    kind_of,
)
from mirabilia.games.wonders.rules.tables import CATALOG, COST, EFFECTS, KINDS, NONE

_names = list(dict.fromkeys(card.name for card in CATALOG.kinds))
_place = [_names.index(card.name) for card in CATALOG.kinds]
_ranks = [  # ways to pay that a card can have, by name
    max(most_splits(COST[card]) for card in range(KINDS) if _place[card] == place) for place in range(len(_names))
]
STAGE_RANKS = max(most_splits(COST[stage]) for stage in range(KINDS, EFFECTS))

PLACE = table(_place)  # by card: that of its name
BUILD_AT = table([sum(_ranks[:place]) for place in _place])  # by card: its cheapest payment
FREE_BUILD_AT = sum(_ranks)
STAGE_AT = FREE_BUILD_AT + len(_names)
DISCARD_AT = STAGE_AT + len(_names) * STAGE_RANKS
REVIVE_AT = DISCARD_AT + len(_names)
REVIVE_NONE = REVIVE_AT + len(_names)
NUM_ACTIONS = REVIVE_NONE + 1
NAMED = (1 << LEFT_SHIFT) - 1  # the part of a code without the payment; ways to pay for one card stand side by side


def _paid(rank: int) -> str:
    return f", payment {rank + 1}" if rank else ""


def _action_names(cards: list[str]) -> tuple[str, ...]:
    return (
        *(f"build {card}{_paid(rank)}" for card, ranks in zip(cards, _ranks, strict=True) for rank in range(ranks)),
        *(f"free_build {card}" for card in cards),
        *(f"stage {card}{_paid(rank)}" for card in cards for rank in range(STAGE_RANKS)),
        *(f"discard {card}" for card in cards),
        *(f"revive {card}" for card in cards),
        "revive none",
    )


NAMES = _action_names(_names)
assert len(NAMES) == NUM_ACTIONS


@inlined
def action_at(states: State.Array, i: int, codes: Ints, count: int, k: int) -> int:
    """The action of option `k` among the `count` codes that the rules listed for a seat of state `i`."""
    code = codes[k]
    kind = kind_of(code)
    card = card_of(code)
    if kind == DISCARD:
        return DISCARD_AT + PLACE[card]
    if kind == BUILD or kind == STAGE_BUILT:
        rank = 0
        same = code & NAMED
        if (k > 0 and codes[k - 1] & NAMED == same) or (k + 1 < count and codes[k + 1] & NAMED == same):
            rank = payment_rank(codes, count, k)
        return (BUILD_AT[card] if kind == BUILD else STAGE_AT + PLACE[card] * STAGE_RANKS) + rank
    if kind == FREE_BUILD:
        return FREE_BUILD_AT + PLACE[card]
    if card == NONE:
        return REVIVE_NONE
    return REVIVE_AT + PLACE[card]


@compiled
def action_of_code(states: State.Array, i: int, codes: Ints, count: int, k: int) -> int:
    """`action_at`, for callers in Python and outside hot loops."""
    return action_at(states, i, codes, count, k)


bind(globals(), LOOPS)
