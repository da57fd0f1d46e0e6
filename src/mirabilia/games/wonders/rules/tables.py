"""The catalog of 7 Wonders as tables of numbers: what compiled code reads instead of names.

A card's number is its place in the catalog's `kinds`; goods, colours and symbols are numbered in catalog order too.
A game is played with one edition: the tables list decks, guilds and boards by edition, in the order of
the catalog. Nothing else asks for it, for a card that differs between editions is a kind of its own.
Structures and wonder stages have the same kinds of effect, so both are *effects*: numbers 0 to KINDS - 1 are the
cards, the stages of all boards follow (`STAGE`). No rule knows a card by name: a new card is a new row here.
Production and costs are packed for the payment; `payment.py` says how.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from mirabilia.engine.records import plain, table
from mirabilia.errors import CatalogError
from mirabilia.games.wonders.catalog import (
    COLORS,
    MAX_PLAYERS,
    SIDES,
    Card,
    Count,
    Edition,
    Effect,
    Stage,
    closed_form_holds,
    wonders_catalog,
)

CATALOG = wonders_catalog()
CONSTANTS = CATALOG.constants

AGES = 3
TURNS = CONSTANTS.turns_per_age
LAST_TURN = TURNS - 1
SEVENTH = TURNS  # in lists by turn, the place of the card left over after the last turn
HAND = CONSTANTS.hand_size
CITIES = MAX_PLAYERS
FREE_CITY = 2  # the Free City's number in the two-player game
STARTING_COINS = CONSTANTS.starting_coins
DISCARD_COINS = CONSTANTS.discard_coins
COINS_PER_POINT = CONSTANTS.coins_per_point
SET_POINTS = CONSTANTS.science_set_points
DEFEAT_TOKEN = CONSTANTS.defeat_token
VICTORY_TOKEN = table(CONSTANTS.victory_tokens)

KINDS = len(CATALOG.kinds)
CARD_NAMES = CATALOG.kind_names
EDITION_NUMBERS = tuple(edition.number for edition in CATALOG.editions)
EDITIONS = len(EDITION_NUMBERS)
EDITION_NAMES = tuple(f"edition {number}" for number in EDITION_NUMBERS)
COLOR_COUNT = len(COLORS)
NONE = 255  # no card, in codes and histories where a card may be missing
GOODS = CATALOG.resources.all
RAW = len(CATALOG.resources.raw)

# What can be counted by an effect: the colours, then these two.
COUNTED = (*COLORS, "wonder_stage", "defeat_token")
WONDER_STAGE, DEFEATS = len(COLORS), len(COLORS) + 1
PURPLE = COLORS.index("purple")

CATEGORIES = ("military", "treasury", "wonder", "civilian", "science", "commerce", "guilds")
MILITARY, TREASURY, WONDER, CIVILIAN, SCIENCE, COMMERCE, GUILDS = range(len(CATEGORIES))
# Printed points count where their colour is scored. No brown, grey, red or green card of the game has any.
_CATEGORY = {
    "brown": COMMERCE,
    "grey": COMMERCE,
    "blue": CIVILIAN,
    "yellow": COMMERCE,
    "red": MILITARY,
    "green": SCIENCE,
    "purple": GUILDS,
}

SYMBOLS = len(CATALOG.science.symbols)
WILD = SYMBOLS  # a symbol chosen at the end
if SYMBOLS != 3:
    raise CatalogError(f"science scoring is written for three symbols, the catalog has {SYMBOLS}")

NO_POWER, FREE_BUILD_POWER, REVIVE_POWER, SEVENTH_POWER, COPY_POWER, GIFT_POWER = range(6)
_POWER = {
    None: NO_POWER,
    "free_build_once_per_age": FREE_BUILD_POWER,
    "build_from_discard": REVIVE_POWER,
    "play_seventh_card": SEVENTH_POWER,
    "copy_neighbour_guild": COPY_POWER,
    "free_build_first_of_color": GIFT_POWER,
    "free_build_first_of_age": GIFT_POWER,
    "free_build_last_of_age": GIFT_POWER,
}
# Which cards of the hand a power makes free for as long as it stands: those of a new colour, in the first turn of an
# age, in the last one. A set, as bits.
FREE_NEW_COLOR, FREE_FIRST_TURN, FREE_LAST_TURN = 1, 2, 4
_GIFT = {
    "free_build_first_of_color": FREE_NEW_COLOR,
    "free_build_first_of_age": FREE_FIRST_TURN,
    "free_build_last_of_age": FREE_LAST_TURN,
}
SELF, LEFT_SIDE, RIGHT_SIDE = 1, 2, 4
_WHOSE = {"self": SELF, "left": LEFT_SIDE, "right": RIGHT_SIDE}


# ---- sets of cards: words of 60 bits, so that no sign bit is ever touched ----

BITS = 60
MASKS = -(-KINDS // BITS)
CARD_WORD = table([card // BITS for card in range(KINDS)])
CARD_BIT = table([1 << (card % BITS) for card in range(KINDS)])


def mask(cards: Iterable[int]) -> list[int]:
    """A set of cards as words of bits."""
    words = [0] * MASKS
    for card in cards:
        words[card // BITS] |= 1 << (card % BITS)
    return words


def givers(card: Card) -> list[int]:
    """The cards that make a card free by a chain: of any edition, for a city has those of one edition only."""
    return [number for number, kind in enumerate(CATALOG.kinds) if kind.name in card.free_with]


CHAIN = table([mask(givers(card)) for card in CATALOG.kinds])
GUILD = table([card.color == "purple" for card in CATALOG.kinds])


# ---- effects: cards, then stages ----

_entries: list[Card | Stage] = list(CATALOG.kinds)
_stages: list[list[int]] = []  # effects of the stages, by board * 2 + side
_board_names: list[str] = []
_stage_names: list[str] = []
for _board, _name in zip(CATALOG.boards, CATALOG.board_names, strict=True):
    _city, _, _edition = _name.partition(" (")
    _suffix = f" ({_edition}" if _edition else ""
    for _side in SIDES:
        _printed = _board.stages(_side)
        _board_names.append(f"{_city} {_side}{_suffix}")
        _stages.append([len(_entries) + number for number in range(len(_printed))])
        _stage_names += [f"{_city} {_side} {number}{_suffix}" for number, _ in enumerate(_printed, 1)]
        _entries += _printed
EFFECTS = len(_entries)
_effects: list[Effect] = [entry.effect for entry in _entries]

BOARD_NAMES = tuple(_board_names)
STAGE_NAMES = tuple(_stage_names)
MAX_STAGES = max(len(stages) for stages in _stages)
STAGES = table([len(stages) for stages in _stages])
STAGE = table([stages + [0] * (MAX_STAGES - len(stages)) for stages in _stages])

COUNTS_AS = table([COLORS.index(entry.color) if isinstance(entry, Card) else WONDER_STAGE for entry in _entries])
CATEGORY = table([_CATEGORY[entry.color] if isinstance(entry, Card) else WONDER for entry in _entries])
POINTS = table([effect.points for effect in _effects])
if any(effect.points and place == MILITARY for effect, place in zip(_effects, plain(CATEGORY), strict=True)):
    raise CatalogError("no card may have printed points that count as military ones: those are victory tokens")
SHIELDS = table([effect.shields for effect in _effects])
COINS = table([effect.coins for effect in _effects])
POWER = table([_POWER[effect.special] for effect in _effects])
GIFT = table([_GIFT.get(effect.special or "", 0) for effect in _effects])
NO_SYMBOL = -1
_symbol: dict[str | None, int] = {None: NO_SYMBOL, "any": WILD}
_symbol |= {name: number for number, name in enumerate(CATALOG.science.symbols)}
SYMBOL = table([_symbol[effect.science] for effect in _effects])


# How many looks into the discard pile one game can bring: every city has one board side.
def _looks(edition: Edition) -> int:
    return sum(
        max(sum(stage.effect.special == "build_from_discard" for stage in board.stages(side)) for side in SIDES)
        for board in edition.boards
    )


LOOKS = max(1, *map(_looks, CATALOG.every_edition))


def _per(count: Count | None) -> tuple[int, int, int]:
    """An effect that counts, as (each, set of what, set of whose)."""
    if count is None:
        return 0, 0, 0
    what = sum(1 << COUNTED.index(name) for name in count.what)
    return count.each, what, sum(_WHOSE[name] for name in count.whose)


COINS_PER = table([_per(effect.coins_per) for effect in _effects])
POINTS_PER = table([_per(effect.points_per) for effect in _effects])
POINTS_IF = table([effect.points_if.points if effect.points_if else 0 for effect in _effects])  # if complete
COUNTING = table([bool(effect.points_per or effect.points_if) for effect in _effects])


def _rows(rows: list[list[int]]) -> list[list[int]]:
    """Lists of different length as rows of a table."""
    longest = max(map(len, rows))
    return [row + [0] * (longest - len(row)) for row in rows]


# By edition: the cards whose points are counted at the end, and the guilds.
_counting = [[card for card in edition.card_id.values() if COUNTING[card]] for edition in CATALOG.every_edition]
COUNTING_CARDS = table(_rows(_counting))
COUNTING_CARD_COUNT = table([len(cards) for cards in _counting])
_guilds = [[edition.card_id[name] for name in edition.guilds] for edition in CATALOG.every_edition]
GUILD_CARDS = table(_rows(_guilds))
GUILD_COUNT = table([len(guilds) for guilds in _guilds])
MAX_GUILDS = max(map(len, _guilds))
# By edition: the boards, each two sides.
_boards = [list(edition.board_id.values()) for edition in CATALOG.every_edition]
BOARD_NUMBERS = table(_rows(_boards))
BOARD_COUNT = table([len(boards) for boards in _boards])
MAX_BOARDS = max(map(len, _boards))
# By number of players: how many editions are for so many, and which.
_for_players = [
    [number for number, edition in enumerate(CATALOG.every_edition) if players in edition.players]
    for players in range(MAX_PLAYERS + 1)
]
EDITIONS_FOR = table(_rows([row or [0] for row in _for_players]))
EDITIONS_FOR_COUNT = table([len(row) for row in _for_players])
BEYOND_PLAYERS = CONSTANTS.guilds_beyond_players


# ---- production and costs, packed for the payment ----

CLOSED_FORM = closed_form_holds(CATALOG)
LANES = 0x0101010101010101
BIAS = 63  # a lane of a cost holds need + BIAS, so that bit 64 of a lane says that something is missing
MISSING = 0x40 * LANES


def goods_mask(names: Iterable[str]) -> int:
    """A set of goods as bits, in the order of the catalog."""
    return sum(1 << GOODS.index(name) for name in names)


def _packed(lanes: list[int]) -> list[int]:
    return [sum(lane << (8 * place) for place, lane in enumerate(lanes[start : start + 8])) for start in (0, 8, 16)]


def unit_lanes(unit: int) -> list[int]:
    """What one unit (a set of alternatives) adds: 1 in the lane of every set of goods that it can serve."""
    raw, made = unit & ((1 << RAW) - 1), unit >> RAW
    return _packed(
        [int(bool(raw & subset)) for subset in range(16)] + [int(bool(made & subset)) for subset in range(8)]
    )


# The lane of the set that holds one good alone: its word, and how far it is shifted there.
_good_lanes = [1 << good if good < RAW else 16 + (1 << (good - RAW)) for good in range(len(GOODS))]
LANE_WORD = table([lane // 8 for lane in _good_lanes])
LANE_SHIFT = table([lane % 8 * 8 for lane in _good_lanes])


def pool_lanes(units: Iterable[int]) -> list[int]:
    """What several units add together."""
    total = [0, 0, 0]
    for unit in units:
        total = [before + more for before, more in zip(total, unit_lanes(unit))]
    return total


def need_lanes(needs: tuple[int, ...]) -> list[int]:
    """A cost, by amounts of each good: in each lane the units of it in that set of goods, and the bias."""
    raw = [sum(needs[good] for good in range(RAW) if subset >> good & 1) for subset in range(16)]
    made = [sum(needs[good] for good in range(RAW, len(GOODS)) if subset >> (good - RAW) & 1) for subset in range(8)]
    return _packed([need + BIAS for need in raw + made])


def _needs(entry: Card | Stage) -> tuple[int, ...]:
    return tuple(entry.cost.get(good, 0) for good in GOODS)


@cache
def units_of(effect: int) -> tuple[int, ...]:
    """The units an effect produces, each as a set of alternatives."""
    return tuple(goods_mask(unit) for unit in _effects[effect].produces)


_costs: dict[tuple[int, ...], int] = {(0,) * len(GOODS): 0}
for _entry in _entries:
    _costs.setdefault(_needs(_entry), len(_costs))
COST = table([_costs[_needs(entry)] for entry in _entries])  # 0 = no goods
BANK = table([entry.cost.get("coins", 0) for entry in _entries])
NEEDS = table(list(_costs))
NEED = table([need_lanes(needs) for needs in _costs])

# All that listing options reads of an effect, in one row: its own bit, its chain, coins to the bank, its cost.
HAS_AT, CHAIN_AT, BANK_AT, COST_AT, NEED_AT = 0, MASKS, 2 * MASKS, 2 * MASKS + 1, 2 * MASKS + 2
COLOR_AT = 2 * MASKS + 5  # as a bit


def _row(effect: int, entry: Card | Stage) -> list[int]:
    bits, color = [0] * 2 * MASKS, 0
    if isinstance(entry, Card):
        bits, color = [*mask([effect]), *mask(givers(entry))], 1 << COLORS.index(entry.color)
    return [*bits, entry.cost.get("coins", 0), _costs[_needs(entry)], *need_lanes(_needs(entry)), color]


ROW = table([_row(effect, entry) for effect, entry in enumerate(_entries)])

PRODUCES = table([bool(effect.produces) for effect in _effects])
OWN = table([pool_lanes(units_of(effect)) for effect in range(EFFECTS)])
SELL = table([pool_lanes(units_of(effect) if _effects[effect].sellable else ()) for effect in range(EFFECTS)])
BOARD_UNIT = table([1 << GOODS.index(board.resource) for board in CATALOG.boards])
BOARD_LANES = table([unit_lanes(1 << GOODS.index(board.resource)) for board in CATALOG.boards])

# The same as lists of units, for payment by search: each row a count and then the units.
_longest = max(len(units_of(effect)) for effect in range(EFFECTS))
UNITS = table([[len(units_of(e)), *units_of(e), *[0] * (_longest - len(units_of(e)))] for e in range(EFFECTS)])
SELLABLE = table([bool(effect.sellable) for effect in _effects])


def _check_lanes() -> None:
    """Three neighbouring cities never produce so much that a lane could overflow into the next."""
    cities = 3 * max(sum(len(units_of(effect)) for effect in stages) + 1 for stages in _stages)
    cards = 0
    for edition in CATALOG.every_edition:
        copies = dict.fromkeys(edition.card_id, 0)
        for card in edition.cards:
            copies[card.name] += len(card.copies)
        units = (min(3, copies[name]) * len(units_of(number)) for name, number in edition.card_id.items())
        cards = max(cards, sum(units))
    if cities + cards + max(map(sum, _costs)) > BIAS:
        raise CatalogError("the cities of this catalog produce more than the payment can pack")


# ---- prices: four bits a city, a set bit is the full price; a trade effect clears bits ----

FULL_PRICE = CONSTANTS.trade_price
_discounts = {effect.trade.price for effect in _effects if effect.trade} or {FULL_PRICE}
if len(_discounts) != 1:
    raise CatalogError("all trade effects must give the same price", prices=sorted(_discounts))
LOW_PRICE = min(_discounts)
RAW_LEFT, RAW_RIGHT, MADE_LEFT, MADE_RIGHT = 1, 2, 4, 8
ALL_FULL = 15
_PRICE_BIT = {
    ("raw", "left"): RAW_LEFT,
    ("raw", "right"): RAW_RIGHT,
    ("manufactured", "left"): MADE_LEFT,
    ("manufactured", "right"): MADE_RIGHT,
}


def _kept_prices(effect: Effect) -> int:
    kept = ALL_FULL
    if effect.trade:
        for side in effect.trade.neighbours:
            kept &= ~_PRICE_BIT[effect.trade.goods, side]
    return kept


KEPT_PRICES = table([_kept_prices(effect) for effect in _effects])
PRICE = table([[FULL_PRICE if bits & bit else LOW_PRICE for bit in (1, 2, 4, 8)] for bits in range(16)])


# ---- seats and hands ----


def _neighbours(step: int) -> list[list[int]]:
    """By number of players. Left of seat i is i - 1; with two players the ring is seat 0, Free City, seat 1 (52)."""
    rows: list[list[int]] = []
    for players in range(MAX_PLAYERS + 1):
        cities = 3 if players == 2 else max(players, 1)
        turn = -step if players == 2 else step
        rows.append([(city + turn) % cities for city in range(CITIES)])
    return rows


LEFT = table(_neighbours(-1))
RIGHT = table(_neighbours(+1))
PASSES_LEFT = table([way == "left" for way in CONSTANTS.passing])


def _held(players: int, age: int, turn: int, seat: int) -> int:
    """The packet a seat holds; packets are numbered by the seat that held them first. Rulings 7 and 58."""
    if players == 0:
        return 0
    if players == 2 or CONSTANTS.passing[age] == "left":
        return (seat + turn) % players
    return (seat - turn) % players


_ALL_PLAYERS = range(MAX_PLAYERS + 1)
PACKET = table(
    [
        [[[_held(n, age, turn, seat) for seat in range(CITIES)] for turn in range(TURNS)] for age in range(AGES)]
        for n in _ALL_PLAYERS
    ],
    np.int8,
)


# ---- decks ----


def _decks(edition: Edition) -> tuple[list[list[list[int]]], list[list[int]]]:
    """By number of players and age: the cards without guilds, and how many they are."""
    cards: list[list[list[int]]] = []
    sizes: list[list[int]] = []
    for players in _ALL_PLAYERS:
        decks = [[edition.card_id[name] for name in edition.deck(age + 1, max(players, 3))] for age in range(AGES)]
        sizes.append([len(deck) for deck in decks])
        cards.append([deck + [0] * (CITIES * HAND - len(deck)) for deck in decks])
    return cards, sizes


_every_deck = [_decks(edition) for edition in CATALOG.every_edition]
DECK = table([cards for cards, _ in _every_deck], np.int8)
DECK_SIZE = table([sizes for _, sizes in _every_deck])

# The two-player game notes sets of cards of one age (redeal.py); its decks have few enough names for one word.
_local: list[list[int]] = []
for _age in range(AGES):
    _met: set[int] = set()
    for _number, _of_edition in enumerate(CATALOG.every_edition):
        if 2 in _of_edition.players:
            _cards, _sizes = _every_deck[_number]
            _met |= {*_cards[2][_age][: _sizes[2][_age]], *(_guilds[_number] if _age == AGES - 1 else [])}
    _names = sorted(_met)
    if len(_names) > BITS:
        raise CatalogError(f"age {_age + 1} of the two-player game has too many different cards")
    _local.append(_names)
LOCAL_COUNT = table([len(names) for names in _local])
LOCAL_CARD = table([names + [0] * (BITS - len(names)) for names in _local])
LOCAL_BIT = table([[1 << names.index(card) if card in names else 0 for card in range(KINDS)] for names in _local])

_check_lanes()
