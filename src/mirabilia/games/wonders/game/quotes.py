"""Quotes of 7 Wonders: what every card of a hand and the next stage would cost, and how it would be paid.

Splits come from the rules. A plan names the source of every unit of a split: own production first, then the
neighbours so that exactly the split's coins go to each. Where goods cannot be had, the plan covers as many as
possible and names the rest as missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mirabilia.engine.records import ints, plain
from mirabilia.engine.reporting import NOTHING
from mirabilia.game.option import Option
from mirabilia.game.quote import PlanLine, Quote, Source, Why
from mirabilia.game.reading import Values
from mirabilia.games.wonders.game.options import NAMES, Build, Stage
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.options import all_splits, quoted_chain, quoted_gift
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import (
    BANK,
    BITS,
    BOARD_UNIT,
    CATALOG,
    COST,
    FREE_CITY,
    GOODS,
    KINDS,
    LEFT,
    NEEDS,
    PACKET,
    PRICE,
    RAW,
    RIGHT,
    SELLABLE,
    SEVENTH,
    STAGE,
    STAGES,
    WONDER_STAGE,
    units_of,
)

_LEFT, _RIGHT, _PACKET = plain(LEFT), plain(RIGHT), plain(PACKET)
_BANK, _COST, _NEEDS, _PRICE = plain(BANK), plain(COST), plain(NEEDS), plain(PRICE)
_STAGE, _STAGES, _SELLABLE, _BOARD_UNIT = plain(STAGE), plain(STAGES), plain(SELLABLE), plain(BOARD_UNIT)
_MAX_SPLITS = 64
SOURCES: tuple[Source, ...] = ("own", "left", "right")
Units = tuple[int, ...]  # each a set of alternatives


class WondersQuote(Quote, frozen=True, kw_only=True, omit_defaults=True):
    """What one card of the hand or one stage would cost a city."""

    card: Annotated[str | None, Meta(description="the card, if it is one")] = None
    stage: Annotated[int | None, Meta(description="the stage's number, if it is one")] = None
    pays: Annotated[
        tuple[tuple[int, int], ...],
        Meta(description="every split (left, right) worth paying, also those the purse cannot cover"),
    ]
    city: Annotated[Literal["free"] | None, Meta(description='two players: "free" for the Free City')] = None


def _card(values: Values, name: str) -> int:
    """The rules' number of a card of this game."""
    return CATALOG.every_edition[values["edition"]].card_id[name]


def has(values: Values, city: int, card: int) -> bool:
    """Whether a city has a structure."""
    return bool(values["cards"][city][card // BITS] >> card % BITS & 1)


@lru_cache(maxsize=1 << 14)
def structures(words: tuple[int, ...]) -> tuple[int, ...]:
    """The structures of a city, in catalog order, from the words that hold them."""
    found = []
    for number, word in enumerate(words):
        while word:
            found.append(number * BITS + (word & -word).bit_length() - 1)
            word &= word - 1
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def units(board: int, stages: int, words: tuple[int, ...], for_sale: bool) -> Units:
    """The units a city with this board, stages and structures produces, or only those its neighbours may buy."""
    found = [_BOARD_UNIT[board >> 1]]
    for card in structures(words):
        if _SELLABLE[card] or not for_sale:
            found += units_of(card)
    if not for_sale:
        for number in range(stages):
            found += units_of(_STAGE[board][number])
    return tuple(found)


def production(values: Values, city: int, for_sale: bool) -> Units:
    """The units a city produces, or only those its neighbours may buy."""
    stages = values["count"][city][WONDER_STAGE]
    return units(values["board"][city], stages, tuple(values["cards"][city]), for_sale)


@cache
def goods_of(unit: int) -> tuple[str, ...]:
    """The alternatives of a unit."""
    return tuple(good for number, good in enumerate(GOODS) if unit >> number & 1)


# ---- quotes ----


def quotes_for(states: State.Array, values: Values, seat: int, chosen: Mapping[int, Option]) -> list[WondersQuote]:
    """Quotes for the city a seat decides about now: its own, or the Free City's once its own choice is made."""
    players, age = values["players"], values["age"]
    in_charge = players == 2 and rules.controller_at(age, values["turn"]) == seat
    city = seat
    if values["phase"] == rules.CHOOSE:
        packet = _PACKET[players][age][values["turn"]][seat]
        hand = values["hand"][packet][: values["hand_size"][packet]]
        if in_charge and seat in chosen and FREE_CITY not in chosen:
            city = FREE_CITY
            hand = list(hand)
            hand.remove(_card(values, chosen[seat].card or ""))
    elif values["phase"] == rules.SEVENTH_CARD and values["actor"] == seat:
        hand = values["hand"][_PACKET[players][age][values["turn"]][seat]][:1]
    elif values["phase"] == rules.SEVENTH_CARD and in_charge and values["actor"] == FREE_CITY:
        city = FREE_CITY
        hand = [values["deal"][age][FREE_CITY][SEVENTH]]
    else:
        return []
    quotes = [_quote(states, values, city, card, card=NAMES[card]) for card in sorted(set(hand))]
    return quotes + _stage_quotes(states, values, city)


def _stage_quotes(states: State.Array, values: Values, city: int) -> list[WondersQuote]:
    """The stage to build next, then those that have to wait for it (ruling 21)."""
    board, built = values["board"][city], values["count"][city][WONDER_STAGE]
    if built == _STAGES[board]:
        nothing = WondersQuote(
            stage=built,
            pays=(),
            bank=0,
            chain=False,
            affordable=False,
            why=Why("no_stage_left"),
            plan=(),
            city=_city_key(values, city),
        )
        return [nothing]
    quotes = [_quote(states, values, city, _STAGE[board][n], stage=n + 1) for n in range(built, _STAGES[board])]
    why = Why("earlier_stage_first", stage=built + 1)
    return [quotes[0], *(msgspec.structs.replace(quote, affordable=False, why=why) for quote in quotes[1:])]


def _city_key(values: Values, city: int) -> Literal["free"] | None:
    return "free" if values["players"] == 2 and city == FREE_CITY else None


def _quote(
    states: State.Array, values: Values, city: int, effect: int, card: str | None = None, stage: int | None = None
) -> WondersQuote:
    is_card = effect < KINDS
    giver = int(quoted_chain(states, 0, city, effect)) if is_card else NOTHING
    chain = giver != NOTHING
    gift = is_card and not chain and bool(quoted_gift(states, 0, city, effect))
    bank = 0 if chain or gift else _BANK[effect]
    cost = 0 if chain or gift else _COST[effect]
    pays = _splits(states, city, cost)
    best = min(pays, key=sum, default=None)
    coins = values["coins"][city]
    if chain:
        plan = _chain_plan(giver)
    elif gift and (_BANK[effect] or _COST[effect]):
        plan = _GIFT_PLAN
    else:
        plan = _plan(values, city, cost, bank, best)
    why = None
    if is_card and has(values, city, effect):
        why = Why("already_built")
    elif best is None:
        why = Why("missing_goods", goods=dict(Counter(line.good for line in plan if line.source == "missing")))
    elif sum(best) + bank > coins:
        why = Why("coins_short", short=sum(best) + bank - coins)
    return WondersQuote(
        card=card,
        stage=stage,
        pays=pays,
        bank=bank,
        chain=chain,
        affordable=why is None,
        why=why,
        plan=plan,
        city=_city_key(values, city),
    )


def _splits(states: State.Array, city: int, cost: int) -> tuple[tuple[int, int], ...]:
    if cost == 0:
        return ((0, 0),)
    buffer = ints(_MAX_SPLITS)
    count = all_splits(states, 0, city, cost, buffer)
    codes = [int(code) for code in buffer[:count]]
    return tuple((rules.left_of(code), rules.right_of(code)) for code in codes)


# ---- plans ----


def plan_for(states: State.Array, values: Values, seat: int, option: Option) -> tuple[PlanLine, ...]:
    """How one option would be paid."""
    if not isinstance(option, Build | Stage):
        return ()
    city = seat if option.city is None else FREE_CITY
    bank = 0
    if isinstance(option, Build):
        effect = _card(values, option.card)
        giver = int(quoted_chain(states, 0, city, effect))
        if giver != NOTHING:
            return _chain_plan(giver)
        if bool(quoted_gift(states, 0, city, effect)) and (_BANK[effect] or _COST[effect]):
            return _GIFT_PLAN
        bank = option.bank
    else:
        effect = _STAGE[values["board"][city]][values["count"][city][WONDER_STAGE]]
    return _plan(values, city, _COST[effect], bank, option.pay)


_GIFT_PLAN = (PlanLine("all", "power", 0),)


@cache
def _chain_plan(giver: int) -> tuple[PlanLine, ...]:
    return (PlanLine("all", "chain", 0, NAMES[giver]),)


def _plan(values: Values, city: int, cost: int, bank: int, split: tuple[int, int] | None) -> tuple[PlanLine, ...]:
    lines = [PlanLine("coins", "bank", bank)] if bank else []
    if cost == 0:
        return tuple(lines)
    wanted = [good for good, amount in enumerate(_NEEDS[cost]) for _ in range(amount)]
    neighbours = (_LEFT[values["players"]][city], _RIGHT[values["players"]][city])
    pools = [production(values, city, False), *(production(values, other, True) for other in neighbours)]
    prices = _PRICE[values["price"][city]]
    if split is None:
        sources = _as_many_as_possible(wanted, pools)
    else:
        sources = _exactly(wanted, pools, prices, split)
    for good, source in zip(wanted, sources, strict=True):
        price = _price(prices, good, source) if source != "missing" else 0
        lines.append(PlanLine(GOODS[good], source, price))
    return tuple(lines)


def _price(prices: list[int], good: int, source: Source) -> int:
    if source == "own":
        return 0
    return prices[(0 if good < RAW else 2) + (source == "right")]


def _exactly(wanted: list[int], pools: list[Units], prices: list[int], split: tuple[int, int]) -> list[Source]:
    """A source for every unit so that the split comes out: depth first, own units preferred."""
    given: list[list[int]] = [[], [], []]
    sources: list[Source] = []

    def fill(place: int, left: int, right: int) -> bool:
        if place == len(wanted):
            return left == 0 and right == 0
        good = wanted[place]
        repeated = place > 0 and wanted[place - 1] == good
        # units of one good are alike: their sources come in the order of SOURCES
        start = SOURCES.index(sources[-1]) if repeated else 0
        for number in range(start, len(SOURCES)):
            price = _price(prices, good, SOURCES[number])
            to_left, to_right = (price if number == 1 else 0), (price if number == 2 else 0)
            if to_left > left or to_right > right:
                continue
            given[number].append(good)
            sources.append(SOURCES[number])
            if _covers(pools[number], given[number]) and fill(place + 1, left - to_left, right - to_right):
                return True
            given[number].pop()
            sources.pop()
        return False

    if not fill(0, *split):
        raise AssertionError(f"no plan for a split of the rules: {wanted} {pools} {split}")
    return sources


def _match(units: Sequence[int], wanted: list[int], order: list[int]) -> dict[int, int]:
    """Units (by place in `units`, tried in `order`) to places in `wanted`; once matched, a unit stays matched."""
    served: dict[int, int] = {}  # place in wanted -> unit

    def serve(unit: int, tried: set[int]) -> bool:
        for place, good in enumerate(wanted):
            if place not in tried and units[unit] >> good & 1:
                tried.add(place)
                if place not in served or serve(served[place], tried):
                    served[place] = unit
                    return True
        return False

    for unit in order:
        serve(unit, set())
    return served


def _covers(units: Units, wanted: list[int]) -> bool:
    return len(_match(units, wanted, list(range(len(units))))) == len(wanted)


def _as_many_as_possible(wanted: list[int], pools: list[Units]) -> list[Source]:
    """Sources when not all can be had: as many own units as possible, then the neighbours'."""
    units = [unit for pool in pools for unit in pool]
    owner = [source for source, pool in zip(SOURCES, pools, strict=True) for _ in pool]
    served = _match(units, wanted, list(range(len(units))))
    return [owner[served[place]] if place in served else "missing" for place in range(len(wanted))]
