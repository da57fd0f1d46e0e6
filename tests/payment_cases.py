"""Random payments of Duel and their cheapest price by exhaustive search, written without the rules.

A case is a cost, what the city makes, its choice producers, a discount and the price of each good. The search tries
every use of every choice producer and of every discounted unit.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from duel_positions import CATALOG, GOODS, lanes
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import CHOICE_GROUPS, DISCOUNT_KINDS


@dataclass
class Case:
    cost: list[int]  # units by good
    makes: list[int]
    prices: list[int]
    choices: list[int]  # choice producers by group
    discount: int


def cheapest(case: Case, groups: Sequence[Sequence[str]]) -> int:
    """The least that buying costs, over all assignments of choice producers and discounted units."""
    missing = tuple(max(0, units - made) for units, made in zip(case.cost, case.makes, strict=True))
    reached = {missing}
    helpers = [group for group, count in zip(groups, case.choices, strict=True) for _ in range(count)]
    helpers += [GOODS] * case.discount
    for helper in helpers:
        # each helper covers one unit of one of its goods, or nothing
        reached |= {
            (*left[:n], left[n] - 1, *left[n + 1 :])
            for left in reached
            for n, good in enumerate(GOODS)
            if good in helper and left[n]
        }
    return min(sum(units * price for units, price in zip(left, case.prices, strict=True)) for left in reached)


def random_case(rng: random.Random, groups: int) -> Case:
    """A city and a cost, often larger and odder than real ones."""
    against = [rng.choice((0, 0, 0, 1, 1, 2, 3, 5)) for _ in GOODS]
    cheap = [rng.random() < 0.2 for _ in GOODS]
    return Case(
        cost=[rng.choice((0, 0, 1, 1, 2, 3, 4)) for _ in GOODS],
        makes=[rng.choice((0, 0, 0, 1, 2, 3)) for _ in GOODS],
        prices=[1 if is_cheap else 2 + n for n, is_cheap in zip(against, cheap, strict=True)],
        choices=[rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(groups)],
        discount=rng.choice((0, 0, 1, 2, 2, 3)),
    )


def values_for(case: Case, discount_kind: str = "wonders") -> dict[str, Any]:
    """The fields of seat 0 that the payment reads."""
    return {
        "goods": lanes(case.makes),
        "unit_price": lanes(case.prices),
        "choices": case.choices,
        "choice_count": sum(case.choices),
        "discount": [case.discount if kind == discount_kind else 0 for kind in DISCOUNT_KINDS],
    }


def states_for(cases: Sequence[Case], discount_kind: str = "wonders") -> Any:
    """An array with one state per case, filled where the payment reads."""
    states = State.zeros(len(cases))
    for key in values_for(cases[0]):
        states[key][:, 0] = [values_for(case, discount_kind)[key] for case in cases]
    return states


def things() -> list[tuple[int, dict[str, int], str]]:
    """Everything with a cost: its number, its cost, and the kind of discount that applies."""
    cards = [(n, c.cost, "blue_cards" if c.color == "blue" else "nothing") for n, c in enumerate(CATALOG.cards)]
    wonders = [(len(cards) + n, w.cost, "wonders") for n, w in enumerate(CATALOG.wonders)]
    return [*cards, *wonders]


def overlapping_mismatches(cases: int, seed: int) -> list[Case]:
    """Plain mode only: cases with groups that share goods for which the rules' price is not the cheapest."""
    from mirabilia.games.duel.rules import payment

    groups = [("wood", "glass"), ("glass", "papyrus"), ("wood", "clay", "stone"), ("stone", "papyrus")]
    payment.GROUP_MASK = [sum(1 << GOODS.index(good) for good in group) for group in groups]
    payment.GROUP_COUNT = len(groups)
    payment.GROUPS_DISJOINT = False
    rng = random.Random(seed)
    wrong = []
    for _ in range(cases):
        case = random_case(rng, len(groups))
        # not a record of `State`: its fields have room for the groups of the catalog only
        s: Any = SimpleNamespace(**{key: [value] for key, value in values_for(case).items()})
        missing = lanes(max(0, units - made) for units, made in zip(case.cost, case.makes, strict=True))
        left = payment.after_discount(s, 0, payment.after_choices(s, 0, missing), case.discount)
        if payment.purchase_price(s, 0, left) != cheapest(case, groups):
            wrong.append(case)
    return wrong


GROUPS = CHOICE_GROUPS
