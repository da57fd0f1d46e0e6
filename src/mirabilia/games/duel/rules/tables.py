"""The catalog of Duel as numbered tables: what compiled code reads instead of names.

Cards, wonders and tokens are "things" with one numbering (cards first, then wonders, then tokens), so that an effect
is looked up and carried out the same way whoever bears it. No name of a card appears in the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import table
from mirabilia.errors import CatalogError
from mirabilia.games.duel.catalog import COLORS, FILE, Count, Effect, duel_catalog

CATALOG = duel_catalog()
GOODS = CATALOG.resources.all
SYMBOLS = CATALOG.science.symbols

CARDS = len(CATALOG.cards)
WONDERS = len(CATALOG.wonders)
TOKENS = len(CATALOG.tokens)
CARD_NAMES, WONDER_NAMES, TOKEN_NAMES = map(tuple, (CATALOG.card_id, CATALOG.wonder_id, CATALOG.token_id))
FIRST_WONDER = CARDS
FIRST_TOKEN = CARDS + WONDERS
GOOD_COUNT = len(GOODS)
SYMBOL_COUNT = len(SYMBOLS)
COLOR_COUNT = len(COLORS)
YELLOW, RED, PURPLE = (COLORS.index(color) for color in ("yellow", "red", "purple"))

SLOTS = CATALOG.setup.cards_per_age
ALL_SLOTS = (1 << SLOTS) - 1
WONDERS_EACH = CATALOG.setup.wonders_per_player
DRAFTED = 2 * WONDERS_EACH
DRAFT_ROUND = len(CATALOG.setup.draft[0])
START_COINS = CATALOG.setup.starting_coins
MAX_WONDERS = CATALOG.constants.max_wonders_built
SYMBOLS_TO_WIN = CATALOG.constants.symbols_to_win
SYMBOLS_FOR_TOKEN = CATALOG.constants.symbols_for_token
BASE_PRICE = CATALOG.constants.trade_base_price
PRICE_STEP = CATALOG.constants.trade_price_per_opponent_symbol
FIXED_PRICE = CATALOG.constants.fixed_trade_price
# by the yellow cards of the city
DISCARD_GAIN = table(
    [
        CATALOG.constants.discard_base_coins + CATALOG.constants.discard_coins_per_yellow * yellow
        for yellow in range(sum(card.color == "yellow" for card in CATALOG.cards) + 1)
    ]
)
COINS_PER_POINT = CATALOG.constants.coins_per_point
CAPITAL = CATALOG.military.capital
GUILDS_DEALT = CATALOG.setup.guilds_in_age_3
TOKENS_ON_BOARD = CATALOG.setup.tokens_on_board
TOKENS_IN_BOX = CATALOG.tokens_in_box

# what `coins_per` and `points_per` count
COUNT_NOTHING, COUNT_CARDS, COUNT_WONDERS, COUNT_TRIPLETS, COUNT_TOKENS = range(5)
_COUNTED = {
    "cards": COUNT_CARDS,
    "wonders": COUNT_WONDERS,
    "coin_triplets": COUNT_TRIPLETS,
    "progress_tokens": COUNT_TOKENS,
}

_EFFECTS: list[Effect] = [
    *(card.effect for card in CATALOG.cards),
    *(wonder.effect for wonder in CATALOG.wonders),
    *(token.effect for token in CATALOG.tokens),
]
_COSTS: list[dict[str, int]] = [
    *(card.cost for card in CATALOG.cards),
    *(wonder.cost for wonder in CATALOG.wonders),
    *({} for _ in CATALOG.tokens),
]
THINGS = len(_EFFECTS)

if CARDS > 120 or WONDERS > 16 or TOKENS > 31 or SLOTS > 31 or THINGS > 255:
    raise CatalogError(f"{FILE} of Duel holds more than the packed options can number")


def _per_thing(value: Callable[[Effect], int]) -> Ints:
    return table([value(effect) for effect in _EFFECTS])


# What a discount applies to; the first kind is "nothing", so that looking one up needs no test.
DISCOUNT_KINDS = ("nothing", "wonders", "blue_cards")
DISCOUNT_KIND_COUNT = len(DISCOUNT_KINDS)


def _discount(effect: Effect, applies_to: str) -> int:
    return effect.discount.resources if effect.discount and effect.discount.applies_to == applies_to else 0


def _goods_mask(goods: Iterable[str]) -> int:
    return sum(1 << GOODS.index(good) for good in goods)


# Goods are counted in lanes of 8 bits of one number, lane r for good r: adding, comparing and pricing all goods at
# once takes a few operations. Counts stay below 128, so that the top bit of a lane can mark "not below zero".
LANE_BITS = 8
LANE_MASK = 255
TOP_BITS = sum(128 << (LANE_BITS * r) for r in range(GOOD_COUNT))
BASE_PRICE_LANES = sum(BASE_PRICE << (LANE_BITS * r) for r in range(GOOD_COUNT))
FIXED_PRICE_LANES = sum(FIXED_PRICE << (LANE_BITS * r) for r in range(GOOD_COUNT))


def lanes(amounts: dict[str, int]) -> int:
    """Amounts by good, as lanes."""
    return sum(amounts.get(good, 0) << (LANE_BITS * r) for r, good in enumerate(GOODS))


def in_lanes(number: int) -> list[int]:
    """The amounts that lanes hold, one per good."""
    return [(number >> (LANE_BITS * r)) & LANE_MASK for r in range(GOOD_COUNT)]


COIN_COST = table([cost.get("coins", 0) for cost in _COSTS])
GOOD_COST = table([lanes(cost) for cost in _COSTS])

# sets of cards: 31 to a word, so that masks stay positive in 32 bits
CARDS_A_WORD = 31
CARD_WORDS = -(-CARDS // CARDS_A_WORD)
CARD_WORD = table([card // CARDS_A_WORD for card in range(CARDS)])
CARD_BIT = table([1 << (card % CARDS_A_WORD) for card in range(CARDS)])
# The chain building of a card: its number, or -1; and as word and mask in the sets above, mask 0 when it has none.
_frees = [CATALOG.card_id[card.free_with] if card.free_with else -1 for card in CATALOG.cards]
CHAIN_CARD = table(_frees)
CHAIN_WORD = table([max(card, 0) // CARDS_A_WORD for card in _frees])
CHAIN_MASK = table([1 << (card % CARDS_A_WORD) if card >= 0 else 0 for card in _frees])
DISCOUNT_KIND = table(
    [DISCOUNT_KINDS.index("blue_cards") if card.color == "blue" else 0 for card in CATALOG.cards]
    + [DISCOUNT_KINDS.index("wonders")] * WONDERS
    + [0] * TOKENS
)

CARD_COLOR = table([COLORS.index(card.color) for card in CATALOG.cards])

# effects, by thing
POINTS = _per_thing(lambda e: e.points)
COINS = _per_thing(lambda e: e.coins)
SHIELDS = _per_thing(lambda e: e.shields)
SCIENCE = _per_thing(lambda e: SYMBOLS.index(e.science) if e.science else -1)
PRODUCES = _per_thing(lambda e: lanes(e.produces))
CHEAP_GOODS = _per_thing(lambda e: lanes(dict.fromkeys(e.trade_price_one, LANE_MASK)))
OPPONENT_LOSES = _per_thing(lambda e: e.opponent_loses_coins)
DESTROYS = _per_thing(lambda e: COLORS.index(e.destroy) if e.destroy else -1)
REVIVES = _per_thing(lambda e: int(e.build_from_discard))
_draws = [e.progress_from_box.draw if e.progress_from_box else 0 for e in _EFFECTS]
LIBRARY_DRAW = table(_draws)
LIBRARY_SIZE = max(_draws)  # tokens of the box that are drawn, decided when the game is dealt
EXTRA_TURN = _per_thing(lambda e: int(e.extra_turn))
DISCOUNT = table([[_discount(effect, kind) for kind in DISCOUNT_KINDS] for effect in _EFFECTS])
GAINS_TRADE = _per_thing(lambda e: int(e.gain_opponent_trade_spend))
RED_SHIELDS = _per_thing(lambda e: e.extra_shield_per_red_card)
ALWAYS_EXTRA = _per_thing(lambda e: int(e.all_wonders_extra_turn))
CHAIN_COINS = _per_thing(lambda e: e.coins_per_chain_build)

# choice producers by group: things whose `produces_choice` lists the same goods form one group
CHOICE_GROUPS: list[tuple[str, ...]] = sorted({e.produces_choice for e in _EFFECTS if e.produces_choice}) or [()]
GROUP_COUNT = len(CHOICE_GROUPS)
GROUP_MASK = table([_goods_mask(group) for group in CHOICE_GROUPS])
CHOICE = _per_thing(lambda e: CHOICE_GROUPS.index(e.produces_choice) if e.produces_choice else -1)
# Disjoint groups can each cover their dearest missing units; overlapping ones need the slower exact way (payment.py).
GROUPS_DISJOINT = sum(len(group) for group in CHOICE_GROUPS) == len({g for group in CHOICE_GROUPS for g in group})


def _count_row(count: Count | None) -> list[int]:
    """[what, amount, mask of colours, 1 if the city with most is counted]"""
    if count is None:
        return [COUNT_NOTHING, 0, 0, 0]
    colors = sum(1 << COLORS.index(color) for color in count.colors)
    return [_COUNTED[count.what], count.amount, colors, int(count.city == "most")]


COINS_PER = table([_count_row(effect.coins_per) for effect in _EFFECTS])
POINTS_PER = table([_count_row(effect.points_per) for effect in _EFFECTS])

# Which kinds of effect a thing has, as flags: one look-up skips all that it has not.
PAYS_PER, MAKES_GOODS, GIVES_CHOICE, MAKES_CHEAP, LASTS, ROBS, TEACHES, ASKS = (1 << k for k in range(8))
STAYS = MAKES_GOODS | GIVES_CHOICE | MAKES_CHEAP | LASTS | TEACHES  # something that `recount` counts


def _flags(e: Effect) -> int:
    lasting = e.discount or e.gain_opponent_trade_spend or e.extra_shield_per_red_card
    lasting = lasting or e.all_wonders_extra_turn or e.coins_per_chain_build
    has = (
        (PAYS_PER, e.coins_per),
        (MAKES_GOODS, e.produces),
        (GIVES_CHOICE, e.produces_choice),
        (MAKES_CHEAP, e.trade_price_one),
        (LASTS, lasting),
        (ROBS, e.opponent_loses_coins),
        (TEACHES, e.science is not None),
        (ASKS, e.destroy or e.build_from_discard or e.progress_from_box),
    )
    return sum(flag for flag, present in has if present)


FLAGS = _per_thing(_flags)

# military: by distance from the centre; at the capital the game is won, and the last zone's points still show
ZONE_POINTS = table(
    [0]
    + [next(z.points for z in CATALOG.military.zones if z.first <= d <= z.last) for d in range(1, CAPITAL)]
    + [CATALOG.military.zones[-1].points]
)
LOOT_AT = table([0] + [sum(z.loot for z in CATALOG.military.zones if z.first == d) for d in range(1, CAPITAL + 1)])

# layouts: for each age and slot, the slots that cover it, and the slots it covers (at most two, -1 for none)
COVERED_BY = table([[sum(1 << k for k in slot.under) for slot in layout.slots] for layout in CATALOG.layouts])
COVERS = table(
    [
        [([n for n, other in enumerate(layout.slots) if slot in other.under] + [-1, -1])[:2] for slot in range(SLOTS)]
        for layout in CATALOG.layouts
    ]
)
UP_AT_START = table([sum(1 << n for n, s in enumerate(layout.slots) if s.up) for layout in CATALOG.layouts])
OPEN_AT_START = table([sum(1 << n for n, s in enumerate(layout.slots) if not s.under) for layout in CATALOG.layouts])

# decks, for dealing at random: cards of each age without guilds, then the guilds
DECK_SIZES = table([sum(c.age == a and c.color != "purple" for c in CATALOG.cards) for a in (1, 2, 3)])
_LONGEST = max(sum(c.age == a and c.color != "purple" for c in CATALOG.cards) for a in (1, 2, 3))
DECKS = table(
    [
        ([n for n, c in enumerate(CATALOG.cards) if c.age == a and c.color != "purple"] + [-1] * _LONGEST)[:_LONGEST]
        for a in (1, 2, 3)
    ]
)
GUILDS = table([n for n, card in enumerate(CATALOG.cards) if card.color == "purple"])
GUILD_COUNT = sum(card.color == "purple" for card in CATALOG.cards)

# draft: which pick belongs to the first (0) or second (1) player
DRAFT_ORDER = table([seat for round_ in CATALOG.setup.draft for seat in round_])

# score categories, and which one a colour's points belong to
CATEGORIES = ("military", "civilian", "science", "commerce", "guilds", "wonders", "progress", "treasury")
MILITARY, CIVILIAN, SCIENTIFIC, COMMERCE, GUILD_POINTS, WONDER_POINTS, PROGRESS, TREASURY = range(len(CATEGORIES))
_CATEGORY = {"blue": CIVILIAN, "green": SCIENTIFIC, "purple": GUILD_POINTS, "red": MILITARY}
CATEGORY_OF_COLOR = table([_CATEGORY.get(color, COMMERCE) for color in COLORS])
