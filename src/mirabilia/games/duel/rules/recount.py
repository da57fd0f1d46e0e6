"""What follows from the things a city has: production, prices, symbols, discounts and the like.

The rules keep these sums in the state and add to them whenever something is built or taken (`add_lasting`). `recount`
makes them anew from cards, wonders and tokens alone; so a position can be written down by its things, and what a thing
brings stands in one place.
"""

from __future__ import annotations

from mirabilia.engine.bits import lowest, members
from mirabilia.engine.compiling import compiled
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import (
    ALWAYS_EXTRA,
    BASE_PRICE_LANES,
    CARD_COLOR,
    CARD_WORDS,
    CARDS_A_WORD,
    CHAIN_COINS,
    CHEAP_GOODS,
    CHOICE,
    COLOR_COUNT,
    DISCOUNT,
    DISCOUNT_KIND_COUNT,
    FIRST_TOKEN,
    FIRST_WONDER,
    FIXED_PRICE_LANES,
    FLAGS,
    GAINS_TRADE,
    GIVES_CHOICE,
    GROUP_COUNT,
    LASTS,
    MAKES_CHEAP,
    MAKES_GOODS,
    PRICE_STEP,
    PRODUCES,
    RED_SHIELDS,
    SCIENCE,
    SYMBOL_COUNT,
    TEACHES,
)


@compiled
def set_unit_prices(s: State, seat: int) -> None:
    """What the seat pays per unit, from the opponent's production and the own fixed prices (rulings 15-17)."""
    cheap = s.cheap_goods[seat]
    by_production = BASE_PRICE_LANES + PRICE_STEP * s.goods[1 - seat]
    s.unit_price[seat] = (by_production & ~cheap) | (FIXED_PRICE_LANES & cheap)


@compiled
def add_lasting(s: State, seat: int, thing: int) -> None:
    """All that a card, wonder or token brings a city for as long as it has it."""
    flags = FLAGS[thing]
    if flags & MAKES_GOODS:
        s.goods[seat] += PRODUCES[thing]
        set_unit_prices(s, 1 - seat)
    if flags & GIVES_CHOICE:
        s.choices[seat][CHOICE[thing]] += 1
        s.choice_count[seat] += 1
    if flags & MAKES_CHEAP:
        s.cheap_goods[seat] |= CHEAP_GOODS[thing]
        set_unit_prices(s, seat)
    if flags & LASTS:
        for kind in range(DISCOUNT_KIND_COUNT):
            s.discount[seat][kind] += DISCOUNT[thing][kind]
        s.gains_trade[seat] |= GAINS_TRADE[thing]
        s.red_shields[seat] += RED_SHIELDS[thing]
        s.always_extra[seat] |= ALWAYS_EXTRA[thing]
        s.chain_coins[seat] += CHAIN_COINS[thing]
    if flags & TEACHES:
        symbol = SCIENCE[thing]
        s.symbols[seat][symbol] += 1
        if s.symbols[seat][symbol] == 1:
            s.distinct_symbols[seat] += 1


@compiled
def clear_city(s: State, seat: int) -> None:
    """The sums of a city that has nothing."""
    s.goods[seat] = 0
    s.cheap_goods[seat] = 0
    s.distinct_symbols[seat] = 0
    s.choice_count[seat] = 0
    s.gains_trade[seat] = 0
    s.red_shields[seat] = 0
    s.always_extra[seat] = 0
    s.chain_coins[seat] = 0
    for kind in range(DISCOUNT_KIND_COUNT):
        s.discount[seat][kind] = 0
    for color in range(COLOR_COUNT):
        s.colors[seat][color] = 0
    for group in range(GROUP_COUNT):
        s.choices[seat][group] = 0
    for symbol in range(SYMBOL_COUNT):
        s.symbols[seat][symbol] = 0


@compiled
def recount_city(s: State, seat: int) -> None:
    """The sums of one city, and both seats' prices."""
    clear_city(s, seat)
    for word in range(CARD_WORDS):
        cards = s.cards[seat][word]
        while cards:
            card = word * CARDS_A_WORD + lowest(cards)
            cards &= cards - 1
            s.colors[seat][CARD_COLOR[card]] += 1
            add_lasting(s, seat, card)
    for place in range(s.wonders_owned[seat]):
        if (s.wonder_built[seat] >> place) & 1:
            add_lasting(s, seat, FIRST_WONDER + s.wonders[seat][place])
    tokens = s.tokens[seat]
    while tokens:
        add_lasting(s, seat, FIRST_TOKEN + lowest(tokens))
        tokens &= tokens - 1
    set_unit_prices(s, 0)
    set_unit_prices(s, 1)


@compiled
def recount(states: State.Array, i: int) -> None:
    """Makes everything anew that follows from the cards, wonders and tokens of both cities."""
    s = states[i]
    recount_city(s, 0)
    recount_city(s, 1)
    s.built_wonders = members(s.wonder_built[0]) + members(s.wonder_built[1])
