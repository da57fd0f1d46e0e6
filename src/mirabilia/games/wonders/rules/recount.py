"""What follows from the structures and stages of a city: production, prices, shields, symbols, printed points, powers.

The rules keep these sums in the state and add to them whenever something comes to stand (`stand`). `recount` makes
them anew from boards, cards and stages alone; so what a structure brings stands in one place. Coins, the powers used
in this age, defeats and victory tokens are what happened, not what stands, and are left alone.
"""

from __future__ import annotations

from mirabilia.engine.bits import lowest
from mirabilia.engine.compiling import compiled
from mirabilia.games.wonders.rules.state import COUNTS, POINT_KINDS, SYMBOL_KINDS, State
from mirabilia.games.wonders.rules.tables import (
    ALL_FULL,
    BITS,
    BOARD_LANES,
    CATEGORY,
    COPY_POWER,
    COUNTS_AS,
    DEFEATS,
    FREE_BUILD_POWER,
    GIFT,
    GIFT_POWER,
    KEPT_PRICES,
    MASKS,
    MILITARY,
    NO_POWER,
    NO_SYMBOL,
    OWN,
    POINTS,
    POWER,
    PRODUCES,
    SELL,
    SEVENTH_POWER,
    SHIELDS,
    STAGE,
    SYMBOL,
    WONDER_STAGE,
)


@compiled
def stand(s: State, city: int, effect: int) -> None:
    """All that a structure or stage brings a city for good."""
    s.count[city][COUNTS_AS[effect]] += 1
    s.shields[city] += SHIELDS[effect]
    s.points[city][CATEGORY[effect]] += POINTS[effect]
    s.price[city] &= KEPT_PRICES[effect]
    if SYMBOL[effect] != NO_SYMBOL:
        s.symbols[city][SYMBOL[effect]] += 1
    if PRODUCES[effect]:
        for word in range(3):
            s.own[city][word] += OWN[effect][word]
            s.sell[city][word] += SELL[effect][word]
    power = POWER[effect]
    if power != NO_POWER:
        if power == FREE_BUILD_POWER:
            s.free_builds[city] += 1
        elif power == SEVENTH_POWER:
            s.sevenths[city] += 1
        elif power == COPY_POWER:
            s.copies[city] += 1
        elif power == GIFT_POWER:
            s.gifts[city] |= GIFT[effect]


@compiled
def found_city(s: State, city: int) -> None:
    """The sums of a city with nothing but its board."""
    s.price[city] = ALL_FULL
    s.shields[city] = 0
    s.free_builds[city] = 0
    s.sevenths[city] = 0
    s.copies[city] = 0
    s.gifts[city] = 0
    for word in range(3):
        s.own[city][word] = BOARD_LANES[s.board[city] >> 1][word]
        s.sell[city][word] = BOARD_LANES[s.board[city] >> 1][word]
    for kind in range(COUNTS):
        if kind != DEFEATS:
            s.count[city][kind] = 0
    for symbol in range(SYMBOL_KINDS):
        s.symbols[city][symbol] = 0
    for kind in range(POINT_KINDS):
        if kind != MILITARY:  # victory tokens; no structure has printed points of that kind (`tables.py`)
            s.points[city][kind] = 0


@compiled
def recount(states: State.Array, i: int) -> None:
    """Makes everything anew that follows from the boards, cards and stages of all cities."""
    s = states[i]
    for city in range(s.cities):
        stages = s.count[city][WONDER_STAGE]
        found_city(s, city)
        for word in range(MASKS):
            cards = s.cards[city][word]
            while cards != 0:
                stand(s, city, word * BITS + lowest(cards))
                cards &= cards - 1
        for number in range(stages):
            stand(s, city, STAGE[s.board[city]][number])
