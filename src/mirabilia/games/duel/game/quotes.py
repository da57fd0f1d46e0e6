"""Quotes of Duel: what every card in reach and every unbuilt wonder would cost a seat, unit by unit.

The plan is read off the payment steps of the rules: units that fixed production gives, that choice producers give,
that a discount ignores, and that are bought. Prices of its lines add up to the price; a test holds them to it.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated

from msgspec import Meta

from mirabilia.engine.records import ints, plain
from mirabilia.game.quote import PlanLine, Quote, Source, Why
from mirabilia.game.reading import Values
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.rules.payment import MAX_QUOTES, QUOTE_WIDTH, quotes
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import FIRST_WONDER, GOODS, LANE_BITS, LANE_MASK

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
    price: Annotated[int, Meta(description="coins in all, even if the player does not have them")]


def quotes_for(states: State.Array, values: Values, seat: int) -> list[DuelQuote]:
    """Quotes for the open cards, then for the seat's unbuilt wonders; none when nothing is for sale."""
    buffer = ints(MAX_QUOTES * QUOTE_WIDTH)
    rows = plain(buffer[: QUOTE_WIDTH * quotes(states, 0, seat, buffer)])
    coins, unit_prices = values["coins"][seat], values["unit_price"][seat]
    found = []
    for at in range(0, len(rows), QUOTE_WIDTH):
        thing, chain, price, missing, after_choices, bought = rows[at : at + QUOTE_WIDTH]
        short = price - coins if price > coins else 0
        trade = unit_prices if bought else 0
        found.append(_worded(thing, chain, price, short, missing, after_choices, bought, trade))
    return found


@lru_cache(maxsize=1 << 12)
def _worded(
    thing: int, chain: int, price: int, short: int, missing: int, after_choices: int, bought: int, unit_prices: int
) -> DuelQuote:
    """The quote for these findings of the rules. Quotes are values: the same one serves every game."""
    is_card = thing < FIRST_WONDER
    return DuelQuote(
        card=_NAMES[thing] if is_card else None,
        wonder=None if is_card else _NAMES[thing],
        price=price,
        bank=0 if chain else _COINS[thing],
        chain=bool(chain),
        affordable=not short,
        why=Why("coins_short", short=short) if short else None,
        plan=_chain_plan(thing) if chain else _plan(thing, missing, after_choices, bought, unit_prices),
    )


def _chain_plan(card: int) -> tuple[PlanLine, ...]:
    return (PlanLine("all", "chain", 0, CATALOG.cards[card].free_with),)


def _plan(thing: int, missing: int, after_choices: int, bought: int, unit_prices: int) -> tuple[PlanLine, ...]:
    """One line per unit: its good, where it comes from, and what it costs. The numbers have a lane for each good."""
    lines: list[PlanLine] = []
    if _COINS[thing]:
        lines.append(_line("coins", "bank", _COINS[thing]))
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
