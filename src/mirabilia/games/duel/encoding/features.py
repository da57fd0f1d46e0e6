"""What a network sees of a position of Duel: a list of yes/no features, as the seat to act sees them.

"Mine" is the seat to act, "theirs" the other one. Nothing hidden is looked at: dealing the unknown anew for the seat to
act leaves the list as it is (a test holds that). Features are numbered in blocks; `BLOCKS` names them, and
every network's file keeps those names, so that its rows are read by name.

Besides both cities there is the table: which places of the layout are empty, open, covered or face down; every open or
covered card with what it would cost each side, in steps (`price_class`); how much each open card uncovers; which cards
have not been seen; and what threatens to end the game at once.
"""

from __future__ import annotations

from mirabilia.encoding.blocks import Axis, layout_of, size_of, starts_of
from mirabilia.engine.bits import lowest, members
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.duel.encoding.traits import FREES, frees_of
from mirabilia.games.duel.rules.payment import is_chain_free, price_of
from mirabilia.games.duel.rules.scoring import total_points
from mirabilia.games.duel.rules.state import DESTROY, DRAFT, LIBRARY, State
from mirabilia.games.duel.rules.tables import (
    CAPITAL,
    CARD_BIT,
    CARD_COLOR,
    CARD_NAMES,
    CARD_WORD,
    CARD_WORDS,
    CARDS,
    CARDS_A_WORD,
    CHOICE_GROUPS,
    COLOR_COUNT,
    DECK_SIZES,
    DECKS,
    DRAFT_ROUND,
    DRAFTED,
    EXTRA_TURN,
    FIRST_WONDER,
    GOOD_COUNT,
    GOODS,
    GROUP_COUNT,
    GUILD_COUNT,
    GUILDS,
    LANE_BITS,
    LANE_MASK,
    LOOT_AT,
    MAX_WONDERS,
    PURPLE,
    RED,
    REVIVES,
    SCIENCE,
    SHIELDS,
    SLOTS,
    SYMBOL_COUNT,
    SYMBOLS,
    SYMBOLS_TO_WIN,
    TOKEN_NAMES,
    TOKENS,
    WONDER_NAMES,
    WONDERS,
    WONDERS_EACH,
)

AGES = 3
SIDES = 2
MOMENTS = 1 + 2 * AGES  # the draft, then two halves of every age

# What something costs a side: free by chain, free, up to three coins, more, short by up to three, short by more.
CLASSES = 6
CHAIN, NOTHING, CHEAP, DEAR, NEARLY, FAR = range(CLASSES)
STEP = 3  # coins

# More than these count as these.
MAX_COINS, MAX_UNITS, MAX_CHOICES, MAX_SYMBOLS = 20, 4, 2, 2
MAX_LEAD, MAX_COLOR, MAX_SHIELDS, MAX_PRICE = 30, 3, 6, 6
PHASES = 7
GONE, OPEN, COVERED, DOWN, DOWN_GUILD = range(5)
PLACE_KINDS = 5

GROUP_NAMES = tuple("/".join(group) for group in CHOICE_GROUPS)

BLOCKS: dict[str, tuple[Axis, ...]] = {
    "card": (SIDES, AGES, CARD_NAMES),
    "token": (SIDES, AGES, TOKEN_NAMES),
    "built": (SIDES, AGES, WONDER_NAMES),
    "waiting": (SIDES, AGES, WONDER_NAMES, CLASSES),
    "room": (SIDES, MAX_WONDERS + 1, WONDERS_EACH + 1),
    "coins": (SIDES, MAX_COINS + 1),
    "good": (SIDES, AGES, GOODS, MAX_UNITS + 1),
    "unit_price": (SIDES, GOODS, MAX_PRICE + 1),
    "choice": (SIDES, AGES, GROUP_NAMES, MAX_CHOICES + 1),
    "symbol": (SIDES, SYMBOLS, MAX_SYMBOLS + 1),
    "symbols": (SIDES, AGES, SYMBOL_COUNT + 1),
    "singles": (SIDES, SYMBOL_COUNT + 1),
    "loot": (SIDES, CAPITAL + 1),
    "pawn": (AGES, 2 * CAPITAL + 1),
    "lead": (AGES, 2 * MAX_LEAD + 1),
    "place": (AGES, SLOTS, PLACE_KINDS),
    "open": (SIDES, CARD_NAMES, CLASSES),
    "frees": (CARD_NAMES, FREES),
    "covered": (SIDES, CARD_NAMES, CLASSES),
    "unseen": (CARD_NAMES,),
    "hidden": (SLOTS + 1,),
    "revivable": (SIDES, CARD_NAMES),
    "board": (AGES, TOKEN_NAMES),
    "box": (TOKEN_NAMES,),
    "left": (AGES, SLOTS + 1),
    "extra_turn": (1,),
    "phase": (PHASES,),
    "library": (TOKEN_NAMES,),
    "destroys": (COLOR_COUNT,),
    "offered": (WONDER_NAMES,),
    "picks": (DRAFTED + 1,),
    "payable_color": (SIDES, COLOR_COUNT, MAX_COLOR + 1),
    "payable_symbol": (SIDES, SYMBOLS, 2),  # a symbol the side lacks, or has once
    "payable_shields": (SIDES, MAX_SHIELDS + 1),
    "wins_by_war": (SIDES, 2),  # with an open card, with a wonder
    "wins_by_science": (SIDES, 2),  # with an open card, with one that is covered but seen
    "more_turns": (SIDES, WONDERS_EACH + 1),  # wonders with another turn that can be paid
}

STARTS = starts_of(BLOCKS)
FEATURES = size_of(BLOCKS)
MAX_FEATURES = 320  # features of a position at most
LAYOUT = layout_of("duel", BLOCKS)

_CARD, _TOKEN, _BUILT, _WAITING, _ROOM = (STARTS[k] for k in ("card", "token", "built", "waiting", "room"))
_COINS, _GOOD, _UNIT_PRICE, _CHOICE = (STARTS[k] for k in ("coins", "good", "unit_price", "choice"))
_SYMBOL, _SYMBOLS, _SINGLES, _LOOT = (STARTS[k] for k in ("symbol", "symbols", "singles", "loot"))
_PAWN, _LEAD, _PLACE, _OPEN, _FREES = (STARTS[k] for k in ("pawn", "lead", "place", "open", "frees"))
_COVERED, _UNSEEN, _HIDDEN, _REVIVABLE = (STARTS[k] for k in ("covered", "unseen", "hidden", "revivable"))
_BOARD, _BOX, _LEFT, _EXTRA_TURN, _PHASE = (STARTS[k] for k in ("board", "box", "left", "extra_turn", "phase"))
_LIBRARY, _DESTROYS, _OFFERED, _PICKS = (STARTS[k] for k in ("library", "destroys", "offered", "picks"))
_PAYABLE_COLOR, _PAYABLE_SYMBOL = STARTS["payable_color"], STARTS["payable_symbol"]
_PAYABLE_SHIELDS, _BY_WAR = STARTS["payable_shields"], STARTS["wins_by_war"]
_BY_SCIENCE, _MORE_TURNS = STARTS["wins_by_science"], STARTS["more_turns"]


@compiled
def moment_of(s: State) -> int:
    """Which part of the game it is: the draft, or a half of an age."""
    if s.phase == DRAFT:
        return 0
    late = 1 if 2 * members(s.present) <= SLOTS else 0
    return 1 + 2 * s.age + late


@compiled
def price_class(s: State, seat: int, thing: int) -> int:
    """What a card or wonder costs a seat, in steps."""
    if thing < FIRST_WONDER and is_chain_free(s, seat, thing):
        return CHAIN
    price = price_of(s, seat, thing)
    if price == 0:
        return NOTHING
    coins = s.coins[seat]
    if price <= coins:
        return CHEAP if price <= STEP else DEAR
    return NEARLY if price <= coins + STEP else FAR


@compiled
def city_features(s: State, side: int, seat: int, which: Ints, n: int) -> int:
    """What a city has; returns how many features there are now."""
    age = s.age
    at = side * AGES + age
    for word in range(CARD_WORDS):
        cards = s.cards[seat][word]
        while cards:
            which[n] = _CARD + at * CARDS + word * CARDS_A_WORD + lowest(cards)
            n += 1
            cards &= cards - 1
    tokens = s.tokens[seat]
    while tokens:
        which[n] = _TOKEN + at * TOKENS + lowest(tokens)
        n += 1
        tokens &= tokens - 1
    which[n] = _COINS + side * (MAX_COINS + 1) + min(s.coins[seat], MAX_COINS)
    which[n + 1] = _SYMBOLS + at * (SYMBOL_COUNT + 1) + s.distinct_symbols[seat]
    n += 2
    for good in range(GOOD_COUNT):
        units = min((s.goods[seat] >> (LANE_BITS * good)) & LANE_MASK, MAX_UNITS)
        price = min((s.unit_price[seat] >> (LANE_BITS * good)) & LANE_MASK, MAX_PRICE)
        which[n] = _GOOD + (at * GOOD_COUNT + good) * (MAX_UNITS + 1) + units
        which[n + 1] = _UNIT_PRICE + (side * GOOD_COUNT + good) * (MAX_PRICE + 1) + price
        n += 2
    for group in range(GROUP_COUNT):
        which[n] = _CHOICE + (at * GROUP_COUNT + group) * (MAX_CHOICES + 1) + min(s.choices[seat][group], MAX_CHOICES)
        n += 1
    singles = 0
    for symbol in range(SYMBOL_COUNT):
        held = min(s.symbols[seat][symbol], MAX_SYMBOLS)
        if held:
            which[n] = _SYMBOL + (side * SYMBOL_COUNT + symbol) * (MAX_SYMBOLS + 1) + held
            n += 1
        singles += held == 1
    which[n] = _SINGLES + side * (SYMBOL_COUNT + 1) + singles
    n += 1
    for distance in range(1, CAPITAL + 1):
        if LOOT_AT[distance] and not (s.looted[seat] >> distance) & 1:
            which[n] = _LOOT + side * (CAPITAL + 1) + distance
            n += 1
    return n


@compiled
def wonder_features(s: State, side: int, seat: int, which: Ints, n: int) -> int:
    """The wonders of a city, built or waiting, what they would cost and what they threaten."""
    at = side * AGES + s.age
    room = MAX_WONDERS - s.built_wonders
    waiting = 0
    more_turns = 0
    wins = False
    revives = False
    distance = CAPITAL - s.pawn * (1 - 2 * seat)
    for place in range(s.wonders_owned[seat]):
        wonder = s.wonders[seat][place]
        if (s.wonder_built[seat] >> place) & 1:
            which[n] = _BUILT + at * WONDERS + wonder
            n += 1
        elif room:
            price = price_class(s, seat, FIRST_WONDER + wonder)
            which[n] = _WAITING + (at * WONDERS + wonder) * CLASSES + price
            n += 1
            waiting += 1
            if REVIVES[FIRST_WONDER + wonder]:
                revives = True
            if price < NEARLY:
                if EXTRA_TURN[FIRST_WONDER + wonder] or s.always_extra[seat]:
                    more_turns += 1
                if SHIELDS[FIRST_WONDER + wonder] >= distance:
                    wins = True
    which[n] = _ROOM + (side * (MAX_WONDERS + 1) + room) * (WONDERS_EACH + 1) + waiting
    which[n + 1] = _MORE_TURNS + side * (WONDERS_EACH + 1) + more_turns
    n += 2
    if wins:
        which[n] = _BY_WAR + side * 2 + 1
        n += 1
    if revives:
        for word in range(CARD_WORDS):
            cards = s.discarded[word]
            while cards:
                which[n] = _REVIVABLE + side * CARDS + word * CARDS_A_WORD + lowest(cards)
                n += 1
                cards &= cards - 1
    return n


@compiled
def layout_features(s: State, which: Ints, n: int) -> int:
    """Every place of the layout, and what taking an open card uncovers."""
    age = s.age
    for slot in range(SLOTS):
        bit = 1 << slot
        kind = GONE
        if s.present & bit:
            if s.open & bit:
                kind = OPEN
                which[n] = _FREES + s.deck[age][slot] * FREES + frees_of(s, slot)
                n += 1
            elif s.up & bit:
                kind = COVERED
            else:
                kind = DOWN_GUILD if CARD_COLOR[s.deck[age][slot]] == PURPLE else DOWN
        which[n] = _PLACE + (age * SLOTS + slot) * PLACE_KINDS + kind
        n += 1
    return n


@compiled
def unseen_features(s: State, which: Ints, n: int) -> int:
    """Cards of the age that nobody has seen, while some lie face down."""
    age = s.age
    hidden = s.present & ~s.up
    which[n] = _HIDDEN + members(hidden)
    n += 1
    if hidden == 0:
        return n
    seen0 = 0
    seen1 = 0
    seen2 = 0
    for slot in range(SLOTS):
        if not (hidden >> slot) & 1:
            card = s.deck[age][slot]
            bit = CARD_BIT[card]
            if CARD_WORD[card] == 0:
                seen0 |= bit
            elif CARD_WORD[card] == 1:
                seen1 |= bit
            else:
                seen2 |= bit
    guilds = False
    for slot in range(SLOTS):
        if (hidden >> slot) & 1 and CARD_COLOR[s.deck[age][slot]] == PURPLE:
            guilds = True
    for part in range(2):
        if part == 1 and not guilds:
            break
        for k in range(GUILD_COUNT if part else DECK_SIZES[age]):
            card = GUILDS[k] if part else DECKS[age][k]
            word = seen0 if CARD_WORD[card] == 0 else (seen1 if CARD_WORD[card] == 1 else seen2)
            if not word & CARD_BIT[card]:
                which[n] = _UNSEEN + card
                n += 1
    return n


@compiled
def reach_features(s: State, side: int, seat: int, which: Ints, n: int) -> int:
    """What each card that can be seen would cost a side, and what the side can reach with the open ones."""
    age = s.age
    distance = CAPITAL - s.pawn * (1 - 2 * seat)
    new_symbols = SYMBOLS_TO_WIN - s.distinct_symbols[seat]
    colors = 0  # counts by colour, eight bits each
    symbols = 0
    shields = 0
    war = False
    science = False
    science_later = False
    seen = s.present & s.up
    while seen:
        slot = lowest(seen)
        seen &= seen - 1
        card = s.deck[age][slot]
        price = price_class(s, seat, card)
        if not (s.open >> slot) & 1:
            which[n] = _COVERED + (side * CARDS + card) * CLASSES + price
            n += 1
            if price < NEARLY and SCIENCE[card] >= 0 and new_symbols == 1 and s.symbols[seat][SCIENCE[card]] == 0:
                science_later = True
            continue
        which[n] = _OPEN + (side * CARDS + card) * CLASSES + price
        n += 1
        if price >= NEARLY:
            continue
        color = CARD_COLOR[card]
        colors += 1 << (8 * color)
        if SHIELDS[card]:
            strength = SHIELDS[card] + (s.red_shields[seat] if color == RED else 0)
            shields += strength
            if strength >= distance:
                war = True
        if SCIENCE[card] >= 0:
            held = s.symbols[seat][SCIENCE[card]]
            if held < 2:
                symbols |= 1 << (2 * SCIENCE[card] + held)
            if held == 0 and new_symbols == 1:
                science = True
    for color in range(COLOR_COUNT):
        count = (colors >> (8 * color)) & 255
        if count:
            which[n] = _PAYABLE_COLOR + (side * COLOR_COUNT + color) * (MAX_COLOR + 1) + min(count, MAX_COLOR)
            n += 1
    while symbols:
        which[n] = _PAYABLE_SYMBOL + side * SYMBOL_COUNT * 2 + lowest(symbols)
        n += 1
        symbols &= symbols - 1
    which[n] = _PAYABLE_SHIELDS + side * (MAX_SHIELDS + 1) + min(shields, MAX_SHIELDS)
    n += 1
    if war:
        which[n] = _BY_WAR + side * 2
        n += 1
    if science:
        which[n] = _BY_SCIENCE + side * 2
        n += 1
    if science_later:
        which[n] = _BY_SCIENCE + side * 2 + 1
        n += 1
    return n


@compiled
def draft_features(s: State, which: Ints, n: int) -> int:
    """The wonders that can be picked now."""
    which[n] = _PICKS + s.picks
    n += 1
    first_shown = s.picks // DRAFT_ROUND * DRAFT_ROUND
    for place in range(first_shown, min(first_shown + DRAFT_ROUND, DRAFTED)):
        if (s.offered_left >> place) & 1:
            which[n] = _OFFERED + s.offered[place]
            n += 1
    return n


@compiled
def table_features(s: State, me: int, which: Ints, n: int) -> int:
    """What belongs to neither city: pawn, points, tokens, what is being decided."""
    age = s.age
    sign = 1 - 2 * me
    lead = total_points(s, me) - total_points(s, 1 - me)
    which[n] = _PAWN + age * (2 * CAPITAL + 1) + CAPITAL + s.pawn * sign
    which[n + 1] = _LEAD + age * (2 * MAX_LEAD + 1) + MAX_LEAD + min(max(lead, -MAX_LEAD), MAX_LEAD)
    which[n + 2] = _PHASE + s.phase
    n += 3
    tokens = s.board_tokens
    while tokens:
        which[n] = _BOARD + age * TOKENS + lowest(tokens)
        n += 1
        tokens &= tokens - 1
    tokens = s.box_tokens
    while tokens:
        which[n] = _BOX + lowest(tokens)
        n += 1
        tokens &= tokens - 1
    if s.extra_turn:
        which[n] = _EXTRA_TURN
        n += 1
    if s.phase == LIBRARY:
        tokens = s.library
        while tokens:
            which[n] = _LIBRARY + lowest(tokens)
            n += 1
            tokens &= tokens - 1
    if s.phase == DESTROY:
        which[n] = _DESTROYS + s.destroy_color
        n += 1
    return n


@compiled
def features_of(s: State, which: Ints) -> int:
    """Writes the features of a position that is not over, as the seat to act sees it; returns how many."""
    me = s.actor
    n = table_features(s, me, which, 0)
    for side in range(SIDES):
        seat = me if side == 0 else 1 - me
        n = city_features(s, side, seat, which, n)
        n = wonder_features(s, side, seat, which, n)
    if s.phase == DRAFT:
        return draft_features(s, which, n)
    which[n] = _LEFT + s.age * (SLOTS + 1) + members(s.present)
    n = layout_features(s, which, n + 1)
    n = unseen_features(s, which, n)
    for side in range(SIDES):
        n = reach_features(s, side, me if side == 0 else 1 - me, which, n)
    return n


@compiled
def features(states: State.Array, i: int, which: Ints) -> int:
    """`features_of`, for callers in Python."""
    return features_of(states[i], which)
