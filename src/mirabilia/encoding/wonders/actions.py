"""The decisions of 7 Wonders as a fixed set of numbers.

An action says what is done with which card and, where several payments are possible, which of them by its rank:
cheapest first (`mirabilia.rules.wonders.ranks`). No price, hand place or list order goes into it, and a decision for
the Free City has the same number as one for the own city, for only one of the two is asked at a time. In order: build
a card (by card, then rank); build a card free by a power; bury a card under the next stage (by card, then rank);
discard a card; revive a card; revive none.
"""

from __future__ import annotations

from mirabilia.encoding.actions import LOOPS
from mirabilia.encoding.binding import bind
from mirabilia.rules.compiling import Ints, compiled
from mirabilia.rules.records import table
from mirabilia.rules.wonders.options import options  # noqa: F401  (the loops call it)
from mirabilia.rules.wonders.ranks import most_splits, payment_rank
from mirabilia.rules.wonders.state import BUILD, DISCARD, FREE_BUILD, STAGE_BUILT, State, card_of, kind_of
from mirabilia.rules.wonders.tables import CATALOG, COST, EFFECTS, KINDS, NONE

_ranks = [most_splits(COST[card]) for card in range(KINDS)]  # ways to pay that a card can have
STAGE_RANKS = max(most_splits(COST[stage]) for stage in range(KINDS, EFFECTS))

BUILD_AT = table([sum(_ranks[:card]) for card in range(KINDS)])  # by card: its cheapest payment
FREE_BUILD_AT = sum(_ranks)
STAGE_AT = FREE_BUILD_AT + KINDS
DISCARD_AT = STAGE_AT + KINDS * STAGE_RANKS
REVIVE_AT = DISCARD_AT + KINDS
REVIVE_NONE = REVIVE_AT + KINDS
NUM_ACTIONS = REVIVE_NONE + 1


def _paid(rank: int) -> str:
    return f", payment {rank + 1}" if rank else ""


def _names() -> tuple[str, ...]:
    cards = [card.name for card in CATALOG.kinds]
    return (
        *(f"build {card}{_paid(rank)}" for card, ranks in zip(cards, _ranks, strict=True) for rank in range(ranks)),
        *(f"free_build {card}" for card in cards),
        *(f"stage {card}{_paid(rank)}" for card in cards for rank in range(STAGE_RANKS)),
        *(f"discard {card}" for card in cards),
        *(f"revive {card}" for card in cards),
        "revive none",
    )


NAMES = _names()
assert len(NAMES) == NUM_ACTIONS


@compiled
def action_of_code(states: State.Array, i: int, codes: Ints, count: int, k: int) -> int:
    """The action of option `k` among the `count` codes that the rules listed for a seat of state `i`."""
    kind = kind_of(codes[k])
    card = card_of(codes[k])
    if kind == BUILD:
        return BUILD_AT[card] + payment_rank(codes, count, k)
    if kind == STAGE_BUILT:
        return STAGE_AT + card * STAGE_RANKS + payment_rank(codes, count, k)
    if kind == DISCARD:
        return DISCARD_AT + card
    if kind == FREE_BUILD:
        return FREE_BUILD_AT + card
    if card == NONE:
        return REVIVE_NONE
    return REVIVE_AT + card


bind(globals(), LOOPS)
