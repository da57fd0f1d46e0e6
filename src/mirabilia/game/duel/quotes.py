"""Quotes of Duel: what every card in reach and every unbuilt wonder would cost a seat, unit by unit.

The plan is read off the payment steps of the rules: units that fixed production gives, that choice producers give,
that a discount ignores, and that are bought. Prices of its lines add up to the price; a test holds them to it.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from msgspec import Meta

from mirabilia.catalog.duel import duel_catalog
from mirabilia.game.quote import PlanLine, Quote, Source, Why
from mirabilia.rules.duel import state as rules
from mirabilia.rules.duel.payment import quote_steps, quoted_chain, quoted_price
from mirabilia.rules.duel.tables import FIRST_WONDER, GOODS, LANE_BITS, LANE_MASK, MAX_WONDERS, SLOTS

CATALOG = duel_catalog()
_COSTS = [*(card.cost for card in CATALOG.cards), *(wonder.cost for wonder in CATALOG.wonders)]
_COINS = [cost.get("coins", 0) for cost in _COSTS]
# by thing: the goods of its cost, each with the place of its lane and the units wanted
_UNITS = [[(good, LANE_BITS * n, cost[good]) for n, good in enumerate(GOODS) if good in cost] for cost in _COSTS]
_NAMES = [*(card.name for card in CATALOG.cards), *(wonder.name for wonder in CATALOG.wonders)]


class DuelQuote(Quote, frozen=True, kw_only=True, omit_defaults=True):
    """What one open card or unbuilt wonder would cost a seat."""

    card: Annotated[str | None, Meta(description="the card, if it is one")] = None
    wonder: Annotated[str | None, Meta(description="the wonder, if it is one")] = None
    price: Annotated[int, Meta(description="coins in all, also when they are lacking")]


def quotes_for(states: Any, values: dict[str, Any], seat: int) -> list[DuelQuote]:
    """Quotes for the open cards, then for the seat's unbuilt wonders; none when nothing is for sale."""
    if values["phase"] == rules.OVER:
        return []
    quotes: list[DuelQuote] = []
    if values["phase"] != rules.DRAFT:
        cards = values["deck"][values["age"]]
        quotes += [_quote(states, values, seat, cards[n]) for n in range(SLOTS) if (values["open"] >> n) & 1]
    if values["built_wonders"] < MAX_WONDERS:
        for place in range(values["wonders_owned"][seat]):
            if not (values["wonder_built"][seat] >> place) & 1:
                quotes.append(_quote(states, values, seat, FIRST_WONDER + values["wonders"][seat][place]))
    return quotes


def _quote(states: Any, values: dict[str, Any], seat: int, thing: int) -> DuelQuote:
    is_card = thing < FIRST_WONDER
    chain = is_card and bool(quoted_chain(states, 0, seat, thing))
    price = int(quoted_price(states, 0, seat, thing))
    short = price - values["coins"][seat]
    return DuelQuote(
        card=_NAMES[thing] if is_card else None,
        wonder=None if is_card else _NAMES[thing],
        price=price,
        bank=0 if chain else _COINS[thing],
        chain=chain,
        affordable=short <= 0,
        why=Why("coins_short", short=short) if short > 0 else None,
        plan=_chain_plan(thing) if chain else _plan(states, values["unit_price"][seat], seat, thing),
    )


@cache
def _chain_plan(card: int) -> tuple[PlanLine, ...]:
    return (PlanLine("all", "chain", 0, CATALOG.cards[card].free_with),)


def _plan(states: Any, unit_prices: int, seat: int, thing: int) -> tuple[PlanLine, ...]:
    """One line per unit: its good, where it comes from, and what it costs."""
    lines: list[PlanLine] = []
    if _COINS[thing]:
        lines.append(_line("coins", "bank", _COINS[thing]))
    if not _UNITS[thing]:
        return tuple(lines)
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
    return tuple(lines)


@cache
def _line(good: str, source: Source, price: int) -> PlanLine:
    """A line of a plan; quotes share these."""
    return PlanLine(good, source, price)
