"""Quotes of Duel: what every card in reach and every unbuilt wonder would cost a seat, unit by unit.

The plan is read off the payment steps of the rules: units that fixed production gives, that choice producers give,
that a discount ignores, and that are bought. Prices of its lines add up to the price; a test holds them to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from mirabilia.catalog.duel import duel_catalog
from mirabilia.game.base import Quote
from mirabilia.rules.duel import state as rules
from mirabilia.rules.duel.payment import quote_steps, quoted_chain, quoted_price
from mirabilia.rules.duel.tables import FIRST_WONDER, GOODS, LANE_BITS, LANE_MASK, MAX_WONDERS, SLOTS

CATALOG = duel_catalog()
_COSTS = [*(card.cost for card in CATALOG.cards), *(wonder.cost for wonder in CATALOG.wonders)]
_COINS = [cost.get("coins", 0) for cost in _COSTS]
# by thing: the goods of its cost, each with the place of its lane and the units wanted
_UNITS = [[(good, LANE_BITS * n, cost[good]) for n, good in enumerate(GOODS) if good in cost] for cost in _COSTS]
_WHAT: list[Mapping[str, Any]] = [
    *(MappingProxyType({"card": card.name}) for card in CATALOG.cards),
    *(MappingProxyType({"wonder": wonder.name}) for wonder in CATALOG.wonders),
]


def quotes_for(states: Any, values: dict[str, Any], seat: int) -> list[Quote]:
    """Quotes for the open cards, then for the seat's unbuilt wonders; none when nothing is for sale."""
    if values["phase"] == rules.OVER:
        return []
    quotes: list[Quote] = []
    if values["phase"] != rules.DRAFT:
        cards = values["deck"][values["age"]]
        quotes += [_quote(states, values, seat, cards[n]) for n in range(SLOTS) if (values["open"] >> n) & 1]
    if values["built_wonders"] < MAX_WONDERS:
        for place in range(values["wonders_owned"][seat]):
            if not (values["wonder_built"][seat] >> place) & 1:
                quotes.append(_quote(states, values, seat, FIRST_WONDER + values["wonders"][seat][place]))
    return quotes


def _quote(states: Any, values: dict[str, Any], seat: int, thing: int) -> Quote:
    chain = thing < FIRST_WONDER and bool(quoted_chain(states, 0, seat, thing))
    price = int(quoted_price(states, 0, seat, thing))
    short = price - values["coins"][seat]
    bank = 0 if chain else _COINS[thing]
    plan = _chain_plan(thing) if chain else _plan(states, values["unit_price"][seat], seat, thing)
    why = {"key": "coins_short", "short": short} if short > 0 else None
    return Quote(_WHAT[thing], bank, chain, short <= 0, why, tuple(plan), price=price)


def _chain_plan(card: int) -> list[Mapping[str, Any]]:
    return [{"good": "all", "source": "chain", "by": CATALOG.cards[card].free_with, "price": 0}]


def _plan(states: Any, unit_prices: int, seat: int, thing: int) -> list[Mapping[str, Any]]:
    """One line per unit: its good, where it comes from, and what it costs."""
    lines: list[Mapping[str, Any]] = []
    if _COINS[thing]:
        lines.append(_line("coins", "bank", _COINS[thing]))
    if not _UNITS[thing]:
        return lines
    missing, after_choices, bought = (int(quote_steps(states, 0, seat, thing, step)) for step in range(3))
    for good, shift, units in _UNITS[thing]:
        without = (missing >> shift) & LANE_MASK
        left = (after_choices >> shift) & LANE_MASK
        traded = (bought >> shift) & LANE_MASK
        if units > without:
            lines += [_line(good, "own", 0)] * (units - without)
        if without > left:
            lines += [_line(good, "choice", 0)] * (without - left)
        if left > traded:
            lines += [_line(good, "discount", 0)] * (left - traded)
        if traded:
            lines += [_line(good, "trade", (unit_prices >> shift) & LANE_MASK)] * traded
    return lines


@cache
def _line(good: str, source: str, price: int) -> Mapping[str, Any]:
    """A line of a plan. Quotes share these, so they cannot be changed; `Quote.as_dict` hands out copies."""
    return MappingProxyType({"good": good, "source": source, "price": price})
