"""Quotes of Duel: what every card in reach and every unbuilt wonder would cost a seat, unit by unit.

The plan is read off the payment steps of the rules: units that fixed production gives, that choice producers give,
that a discount ignores, and that are bought. Prices of its lines add up to the price; a test holds them to it.
"""

from __future__ import annotations

from typing import Any

from mirabilia.catalog.duel import duel_catalog
from mirabilia.game.base import Quote
from mirabilia.rules.duel import state as rules
from mirabilia.rules.duel.payment import quote_steps, quoted_chain, quoted_price
from mirabilia.rules.duel.tables import COIN_COST, FIRST_WONDER, GOODS, MAX_WONDERS, SLOTS, in_lanes

CATALOG = duel_catalog()


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
    is_card = thing < FIRST_WONDER
    what = {"card": CATALOG.cards[thing].name} if is_card else {"wonder": CATALOG.wonders[thing - FIRST_WONDER].name}
    chain = is_card and bool(quoted_chain(states, 0, seat, thing))
    price = int(quoted_price(states, 0, seat, thing))
    short = price - values["coins"][seat]
    bank = 0 if chain else int(COIN_COST[thing])
    plan = _chain_plan(thing) if chain else _plan(states, values, seat, thing, bank)
    why = {"key": "coins_short", "short": short} if short > 0 else None
    return Quote(what, bank, chain, short <= 0, why, tuple(plan), price=price)


def _chain_plan(card: int) -> list[dict[str, Any]]:
    return [{"good": "all", "source": "chain", "by": CATALOG.cards[card].free_with, "price": 0}]


def _plan(states: Any, values: dict[str, Any], seat: int, thing: int, bank: int) -> list[dict[str, Any]]:
    """One line per unit: its good, where it comes from, and what it costs."""
    cost = CATALOG.cards[thing].cost if thing < FIRST_WONDER else CATALOG.wonders[thing - FIRST_WONDER].cost
    steps = [in_lanes(int(quote_steps(states, 0, seat, thing, step))) for step in range(3)]
    unit_prices = in_lanes(values["unit_price"][seat])
    lines: list[dict[str, Any]] = []
    if bank:
        lines.append({"good": "coins", "source": "bank", "price": bank})
    for number, good in enumerate(GOODS):
        missing, after_choices, bought = (step[number] for step in steps)
        units = {
            "own": cost.get(good, 0) - missing,
            "choice": missing - after_choices,
            "discount": after_choices - bought,
            "trade": bought,
        }
        for source, count in units.items():
            price = unit_prices[number] if source == "trade" else 0
            lines += [{"good": good, "source": source, "price": price}] * count
    return lines
