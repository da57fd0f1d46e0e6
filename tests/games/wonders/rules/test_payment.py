"""The payment against a judge that knows nothing of it: all ways to use every unit, tried one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mirabilia.engine.records import ints, plain
from mirabilia.games.wonders.game.quotes import production
from mirabilia.games.wonders.rules import payment
from mirabilia.games.wonders.rules.options import all_splits
from mirabilia.games.wonders.rules.state import State, left_of, right_of
from mirabilia.games.wonders.rules.tables import (
    BITS,
    CATALOG,
    COST,
    EFFECTS,
    GOODS,
    KINDS,
    LEFT,
    LOW_PRICE,
    NEEDS,
    PRICE,
    RAW,
    RIGHT,
    STAGES,
    WONDER_STAGE,
    goods_mask,
    need_lanes,
    pool_lanes,
    units_of,
)

CASES = 20_000
PRODUCERS = [card for card in range(KINDS) if units_of(card)]
COSTS = sorted({cost for cost in plain(COST) if cost})


def judged(needed: list[int], own: list[int], left: list[int], right: list[int], price: int) -> list[tuple[int, int]]:
    """Every split not beaten by another, by exhaustion: each unit is left alone or serves one of its goods."""
    raw_left, raw_right, made_left, made_right = plain(PRICE)[price]
    useful = sum(1 << good for good, amount in enumerate(needed) if amount)
    reached: dict[tuple[int, ...], set[tuple[int, int]]] = {tuple(needed): {(0, 0)}}
    for units, raw_price, made_price, side in (
        (own, 0, 0, 0),
        (left, raw_left, made_left, 0),
        (right, raw_right, made_right, 1),
    ):
        for unit in units:
            if not unit & useful:
                continue
            more = {needs: set(pays) for needs, pays in reached.items()}
            for needs, pays in reached.items():
                for good in range(len(GOODS)):
                    if unit >> good & 1 and needs[good]:
                        rest = (*needs[:good], needs[good] - 1, *needs[good + 1 :])
                        coins = raw_price if good < RAW else made_price
                        paid = {(l + coins, r) if side == 0 else (l, r + coins) for l, r in pays}  # noqa: E741
                        more.setdefault(rest, set()).update(paid)
            reached = {needs: frontier(pays) for needs, pays in more.items()}
    return sorted(reached.get((0,) * len(GOODS), set()))


def frontier(pays: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {p for p in pays if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in pays)}


def random_cities(chance: random.Random) -> Any:
    """Three or more cities with any production, as the rules hold them."""
    values = State.as_dict(State.zeros(1))
    values["players"] = values["cities"] = players = chance.choice((2, 3, 5))
    values["cities"] = cities = max(players, 3)
    boards = chance.sample(range(len(CATALOG.boards)), cities)
    density = chance.choice((2, 4, 8, 12))
    for city in range(cities):
        values["board"][city] = board = boards[city] * 2 + chance.randrange(2)
        values["price"][city] = chance.randrange(16)
        values["count"][city][WONDER_STAGE] = chance.randrange(plain(STAGES)[board] + 1)
        for card in chance.sample(PRODUCERS, min(density, len(PRODUCERS))):
            values["cards"][city][card // BITS] |= 1 << card % BITS
        values["own"][city] = pool_lanes(production(values, city, False))
        values["sell"][city] = pool_lanes(production(values, city, True))
    return values


def pays_of(codes: Any) -> list[tuple[int, int]]:
    return [(left_of(int(code)), right_of(int(code))) for code in codes]


def test_closed_form_and_search_agree_with_exhaustion() -> None:
    chance = random.Random(7)
    buffer = ints(64)
    several = bought = 0
    for case in range(CASES):
        if case % 4 == 0:
            values = random_cities(chance)
            states = State.from_dict(values)
        city = chance.randrange(values["cities"])
        cost = chance.choice(COSTS)
        left, right = plain(LEFT)[values["players"]][city], plain(RIGHT)[values["players"]][city]
        pools = [production(values, city, False), production(values, left, True), production(values, right, True)]
        wanted = judged(plain(NEEDS)[cost], *pools, values["price"][city])
        found = pays_of(buffer[: all_splits(states, 0, city, cost, buffer)])
        assert found == wanted, (cost, pools, values["price"][city])
        if case % 5 == 0:
            n = payment.splits_by_search(states[0], city, cost, payment.NO_LIMIT, 0, buffer, 0)
            assert pays_of(buffer[:n]) == wanted, (cost, pools, values["price"][city])
            fewest = min(map(sum, wanted), default=-1)
            assert payment.cheapest_closed(states[0], city, cost) == fewest
            assert payment.cheapest_by_search(states[0], city, cost) == fewest
        several += len(wanted) > 1
        bought += wanted not in ([], [(0, 0)])
    assert several > CASES // 20 and bought > CASES // 5  # the cases are worth something


def test_a_limit_leaves_out_splits_that_cost_more() -> None:
    chance = random.Random(8)
    buffer = ints(64)
    for _ in range(2000):
        values = random_cities(chance)
        states = State.from_dict(values)
        cost, limit = chance.choice(COSTS), chance.randrange(8)
        every = pays_of(buffer[: all_splits(states, 0, 0, cost, buffer)])
        for splits in (payment.splits_closed, payment.splits_by_search):
            n = splits(states[0], 0, cost, limit, 0, buffer, 0)
            assert pays_of(buffer[:n]) == [pay for pay in every if sum(pay) <= limit]


@pytest.mark.parametrize(
    ("own", "left", "right", "price", "cost", "splits"),
    [
        # two alternatives of one card are never used together
        ([["wood", "clay"]], [], [], 15, {"wood": 1, "clay": 1}, []),
        # each neighbour may sell the alternative its owner uses
        ([], [["wood", "clay"]], [["wood", "clay"]], 15, {"wood": 1, "clay": 1}, [(2, 2)]),
        # a discount on one side only: both sides stay on offer
        ([], [["stone"]], [["stone"]], 14, {"stone": 1}, [(0, 2), (1, 0)]),
        # bulk purchase at a discount
        ([], [["ore"], ["ore"], ["ore"]], [], 14, {"ore": 3}, [(3, 0)]),
        # goods nobody makes cannot be bought
        ([["wood"]], [["wood"]], [["clay"]], 15, {"papyrus": 1}, []),
    ],
)
def test_small_cases(own: Any, left: Any, right: Any, price: int, cost: dict[str, int], splits: Any) -> None:
    """By the judge and by the packed words alone, for pools no real city has."""
    pools = [[goods_mask(unit) for unit in pool] for pool in (own, left, right)]
    needs = [cost.get(good, 0) for good in GOODS]
    assert judged(needs, *pools, price) == splits
    lanes = [pool_lanes(pool) for pool in pools]
    a = [need - have for need, have in zip(need_lanes(tuple(needs)), lanes[0], strict=True)]
    words = [payment.Words(*word) for word in (a, lanes[1], lanes[2])]
    quoted = payment.quote_words(*words, price, payment.NO_LIMIT)
    buffer = ints(64)
    assert pays_of(buffer[: payment.write_splits(quoted, payment.NO_LIMIT, 0, buffer, 0)]) == splits


def test_the_tables_are_those_of_the_catalog() -> None:
    assert LOW_PRICE == 1 and plain(PRICE)[15] == [2, 2, 2, 2]
    assert len(plain(COST)) == EFFECTS
    assert payment.splits is payment.splits_closed  # this catalog keeps the condition of the closed form
