"""The price is the cheapest there is: the rules' payment against exhaustive search (tests/payment_cases.py).

20,000 random cities pay for random costs, another 20,000 for the cards and wonders of the catalog, and groups of choice
producers that share goods, which the catalog does not have yet, are tried in plain mode. Then every quote of random
games must carry a plan that adds up to its price.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import mirabilia
from duel_positions import CARD, GOODS, WONDER, lanes
from jitting import jit
from mirabilia.engine.running import ONLY_PLAIN as PLAIN
from mirabilia.games.duel.rules.payment import after_choices, after_discount, purchase_price, quoted_price
from payment_cases import GROUPS, Case, cheapest, random_case, states_for, things

CASES = 20_000
compiled_only = pytest.mark.skipif(PLAIN, reason="many cases at once need arrays")


@jit
def price_by_rules(states: Any, i: int, missing: int, discount: int) -> int:
    s = states[i]
    return purchase_price(s, 0, after_discount(s, 0, after_choices(s, 0, missing), discount))


@compiled_only
def test_random_costs_are_paid_as_cheaply_as_possible() -> None:
    rng = random.Random(18)
    cases = [random_case(rng, len(GROUPS)) for _ in range(CASES)]
    states = states_for(cases)
    for i, case in enumerate(cases):
        missing = lanes(max(0, units - made) for units, made in zip(case.cost, case.makes, strict=True))
        assert price_by_rules(states, i, missing, case.discount) == cheapest(case, GROUPS), case


@compiled_only
def test_cards_and_wonders_cost_as_little_as_possible() -> None:
    rng = random.Random(20)
    chosen = [rng.choice(things()) for _ in range(CASES)]
    cases = [random_case(rng, len(GROUPS)) for _ in range(CASES)]
    for case, (_, cost, _) in zip(cases, chosen, strict=True):
        case.cost = [cost.get(good, 0) for good in GOODS]
    for kind in ("nothing", "wonders", "blue_cards"):
        places = [i for i in range(CASES) if chosen[i][2] == kind]
        states = states_for([cases[i] for i in places], kind)
        states["discount"][:, 0, 0] = 0  # "nothing" is never discounted
        for n, i in enumerate(places):
            number, cost, _ = chosen[i]
            case = cases[i] if kind != "nothing" else Case(**{**vars(cases[i]), "discount": 0})
            wanted = cost.get("coins", 0) + cheapest(case, GROUPS)
            assert quoted_price(states, n, 0, number) == wanted, (number, case)


def test_choice_groups_that_share_goods_are_used_best_too() -> None:
    code = "import payment_cases; wrong = payment_cases.overlapping_mismatches(20_000, 3); print(len(wrong), wrong[:1])"
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "MIRABILIA_PLAIN": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert done.stdout.strip() == "0 []", done.stdout + done.stderr


def test_the_search_finds_what_a_person_finds() -> None:
    """The referee itself, on cases small enough to see."""
    free = {"makes": [0] * 5, "choices": [0, 0], "discount": 0}
    dear_stone = [2, 2, 4, 2, 2]
    assert cheapest(Case(cost=[1, 0, 2, 0, 0], prices=dear_stone, **free), GROUPS) == 10
    assert cheapest(Case(cost=[1, 0, 2, 0, 0], prices=dear_stone, **{**free, "discount": 2}), GROUPS) == 2
    raw = [int("stone" in group) for group in GROUPS]
    assert cheapest(Case(cost=[1, 0, 2, 0, 0], prices=dear_stone, **{**free, "choices": raw}), GROUPS) == 6
    assert cheapest(Case(cost=[0, 0, 0, 2, 1], prices=dear_stone, **{**free, "choices": raw}), GROUPS) == 6


def check_plan(quote: dict[str, Any]) -> None:
    """The plan's prices add up to the price, and its lines are exactly the units of the cost."""
    plan = quote["plan"]
    assert sum(line["price"] for line in plan) == quote["price"]
    if quote["chain"]:
        assert quote["price"] == quote["bank"] == 0 and [line["source"] for line in plan] == ["chain"]
        return
    cost = CARD[quote["card"]].cost if "card" in quote else WONDER[quote["wonder"]].cost
    assert quote["bank"] == cost.get("coins", 0)
    units = Counter(line["good"] for line in plan if line["source"] != "bank")
    assert units == Counter({good: count for good, count in cost.items() if good != "coins"})
    assert all((line["price"] > 0) == (line["source"] in ("bank", "trade")) for line in plan)


def test_every_quote_carries_a_plan_that_adds_up() -> None:
    seen: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        game = mirabilia.new_game("duel", seed=seed)
        while not game.over:
            for seat in game.seats:
                purse = game.snapshot()["coins"][seat]
                for quote in (q.as_dict() for q in game.quotes(seat)):
                    check_plan(quote)
                    assert quote["affordable"] == (quote["price"] <= purse) == (quote["why"] is None)
                    seen.update(line["source"] for line in quote["plan"])
            seat = game.to_act[0]
            options = game.options(seat)
            prices = {q.card or q.wonder: q.price for q in game.quotes(seat)}
            for option in options:
                if option.action in ("build", "wonder"):
                    assert prices[option.get("wonder") or option.get("card")] == option.get("price")
            game.play(seat, rng.choice(options))
    assert set(seen) == {"bank", "own", "choice", "discount", "trade", "chain"}
