"""What a seat of Duel sees, as a row of small numbers. "mine" is the observer's, "theirs" the opponent's.

Everything here is public but the tokens that a player drew from the box and is choosing among. Face-down cards, ages to
come and wonders of a later draft round have no column. A card in the layout shows three times: by its name (`open`,
`covered`), by its slot's state, and as name and slot together (`slot_card`: for each slot, the cards of the present age
in catalog order).
"""

from __future__ import annotations

from mirabilia.encoding.columns import Columns
from mirabilia.encoding.sets import write_set
from mirabilia.engine.arrays import Bytes
from mirabilia.engine.bits import lowest
from mirabilia.engine.compiling import Row, compiled
from mirabilia.engine.inlining import inlined
from mirabilia.engine.records import table
from mirabilia.games.duel.rules.state import DESTROY, DRAFT, LIBRARY, OVER, TOKEN, State
from mirabilia.games.duel.rules.tables import (
    CAPITAL,
    CARD_COLOR,
    CARD_WORDS,
    CARDS,
    CARDS_A_WORD,
    CATALOG,
    COLOR_COUNT,
    DRAFT_ROUND,
    DRAFTED,
    GOOD_COUNT,
    GROUP_COUNT,
    LANE_BITS,
    LANE_MASK,
    LOOT_AT,
    PURPLE,
    SLOTS,
    SYMBOL_COUNT,
    TOKENS,
    WONDERS,
)

PHASES = OVER + 1
PENDING = DESTROY + 2 - TOKEN  # choices that may wait: token, library, destroy, revive
_places = [[card.age for card in CATALOG.cards[:number]].count(CATALOG.cards[number].age) for number in range(CARDS)]
IN_AGE = table(_places)  # a card's place among those of its age
PER_AGE = max(_places) + 1
_loot = [distance for distance in range(1, CAPITAL + 1) if LOOT_AT[distance]]
LOOT = table(_loot)
LOOTS = len(_loot)

columns = Columns()
PHASE_AT = columns.add("phase", PHASES)
MY_TURN_AT = columns.add("my_turn")
SEAT_AT = columns.add("seat")
FIRST_AT = columns.add("first")
AGE_AT = columns.add("age", 3)
EXTRA_TURN_AT = columns.add("extra_turn")
PENDING_AT = columns.add("pending", PENDING)
DESTROY_COLOR_AT = columns.add("destroy_color", COLOR_COUNT)
PAWN_AT = columns.add("pawn", 2 * CAPITAL + 1)  # the middle is 0; to the right of it I am ahead
LOOT_AT_MINE = columns.add("loot_mine", LOOTS)  # tokens still lying before my capital
LOOT_AT_THEIRS = columns.add("loot_theirs", LOOTS)
COINS_AT = columns.add("coins", 2, scale=20.0)
GOODS_AT = columns.add("goods_mine", GOOD_COUNT, scale=4.0)
columns.add("goods_theirs", GOOD_COUNT, scale=4.0)
PRICES_AT = columns.add("prices_mine", GOOD_COUNT, scale=6.0)
columns.add("prices_theirs", GOOD_COUNT, scale=6.0)
CHOICES_AT = columns.add("choices_mine", GROUP_COUNT, scale=2.0)
columns.add("choices_theirs", GROUP_COUNT, scale=2.0)
SYMBOLS_AT = columns.add("symbols_mine", SYMBOL_COUNT, scale=2.0)
columns.add("symbols_theirs", SYMBOL_COUNT, scale=2.0)
COLORS_AT = columns.add("colors_mine", COLOR_COUNT, scale=5.0)
columns.add("colors_theirs", COLOR_COUNT, scale=5.0)
WONDERS_STANDING_AT = columns.add("wonders_standing", scale=7.0)
BOARD_TOKENS_AT = columns.add("tokens_board", TOKENS)
BOX_TOKENS_AT = columns.add("tokens_box", TOKENS)
TOKENS_AT = columns.add("tokens_mine", TOKENS)
columns.add("tokens_theirs", TOKENS)
OFFERED_AT = columns.add("wonders_offered", WONDERS)
WAITING_AT = columns.add("wonders_waiting_mine", WONDERS)
columns.add("wonders_waiting_theirs", WONDERS)
columns.add("wonders_built_mine", WONDERS)
columns.add("wonders_built_theirs", WONDERS)
CARDS_AT = columns.add("cards_mine", CARDS)
columns.add("cards_theirs", CARDS)
DISCARDED_AT = columns.add("discarded", CARDS)
BURIED_AT = columns.add("buried", CARDS)
OPEN_AT = columns.add("open", CARDS)
COVERED_AT = columns.add("covered", CARDS)
SLOT_OPEN_AT = columns.add("slot_open", SLOTS)
SLOT_COVERED_AT = columns.add("slot_covered", SLOTS)
SLOT_DOWN_AT = columns.add("slot_face_down", SLOTS)
SLOT_GUILD_AT = columns.add("slot_guild_back", SLOTS)
SLOT_CARD_AT = columns.add("slot_card", SLOTS * PER_AGE)
LIBRARY_AT = columns.add("library", TOKENS, private=True)
SIZE = columns.size
MAX_PLAYERS = 2


def size_for(players: int) -> int:
    """The length of an observation; two players are all there can be."""
    return SIZE


@inlined
def write_cards(words: Row[int], out: Bytes, at: int) -> None:
    """Marks the members of a set of cards."""
    for word in range(CARD_WORDS - 1):  # one column too many, so that they come in eights; the next word writes it anew
        write_set(words[word], CARDS_A_WORD + 1, out, at + word * CARDS_A_WORD)
    written = (CARD_WORDS - 1) * CARDS_A_WORD
    write_set(words[CARD_WORDS - 1], CARDS - written, out, at + written)


@inlined
def write_lanes(lanes: int, out: Bytes, at: int) -> None:
    """Writes amounts by good."""
    for good in range(GOOD_COUNT):
        out[at + good] = (lanes >> (LANE_BITS * good)) & LANE_MASK


@inlined
def write_city(s: State, city: int, side: int, out: Bytes) -> None:
    """What lies before one player; `side` is 0 for the observer, 1 for the opponent."""
    out[COINS_AT + side] = min(s.coins[city], 255)
    write_lanes(s.goods[city], out, GOODS_AT + side * GOOD_COUNT)
    write_lanes(s.unit_price[city], out, PRICES_AT + side * GOOD_COUNT)
    for group in range(GROUP_COUNT):
        out[CHOICES_AT + side * GROUP_COUNT + group] = s.choices[city][group]
    for symbol in range(SYMBOL_COUNT):
        out[SYMBOLS_AT + side * SYMBOL_COUNT + symbol] = s.symbols[city][symbol]
    for color in range(COLOR_COUNT):
        out[COLORS_AT + side * COLOR_COUNT + color] = s.colors[city][color]
    write_set(s.tokens[city], TOKENS, out, TOKENS_AT + side * TOKENS)
    for place in range(s.wonders_owned[city]):
        built = (s.wonder_built[city] >> place) & 1
        out[WAITING_AT + (2 * built + side) * WONDERS + s.wonders[city][place]] = 1
        out[BURIED_AT + s.under[city][place]] |= built
    write_cards(s.cards[city], out, CARDS_AT + side * CARDS)
    for k in range(LOOTS):
        out[LOOT_AT_MINE + side * LOOTS + k] = 1 - ((s.looted[city] >> LOOT[k]) & 1)


@inlined
def write_layout(s: State, out: Bytes) -> None:
    """The cards on the table: what is seen of each slot that still holds one."""
    age = s.age
    write_set(s.open, SLOTS, out, SLOT_OPEN_AT)
    covered = s.present & s.up & ~s.open
    write_set(covered, SLOTS, out, SLOT_COVERED_AT)
    seen = s.present & s.up
    while seen:
        slot = lowest(seen)
        seen &= seen - 1
        card = s.deck[age][slot]
        out[SLOT_CARD_AT + slot * PER_AGE + IN_AGE[card]] = 1
        if (covered >> slot) & 1:
            out[COVERED_AT + card] = 1
        else:
            out[OPEN_AT + card] = 1
    down = s.present & ~s.up
    write_set(down, SLOTS, out, SLOT_DOWN_AT)
    while down:
        slot = lowest(down)
        down &= down - 1
        if CARD_COLOR[s.deck[age][slot]] == PURPLE:  # its back shows it
            out[SLOT_GUILD_AT + slot] = 1


@compiled
def observe(states: State.Array, i: int, seat: int, out: Bytes) -> None:
    """Writes what a seat sees of state `i` into a row of SIZE numbers."""
    s = states[i]
    for k in range(SIZE):
        out[k] = 0
    out[PHASE_AT + s.phase] = 1
    out[MY_TURN_AT] = s.actor == seat and s.phase != OVER
    out[SEAT_AT] = seat
    out[FIRST_AT] = s.first == seat
    out[AGE_AT + s.age] = 1
    out[EXTRA_TURN_AT] = s.extra_turn
    pending = s.pending
    if TOKEN <= s.phase < TOKEN + PENDING:
        pending |= 1 << s.phase
    write_set(pending >> TOKEN, PENDING, out, PENDING_AT)
    if (pending >> DESTROY) & 1:
        out[DESTROY_COLOR_AT + s.destroy_color] = 1
    out[PAWN_AT + CAPITAL + s.pawn * (1 - 2 * seat)] = 1
    write_city(s, seat, 0, out)
    write_city(s, 1 - seat, 1, out)
    out[WONDERS_STANDING_AT] = s.built_wonders
    write_set(s.board_tokens, TOKENS, out, BOARD_TOKENS_AT)
    write_set(s.box_tokens, TOKENS, out, BOX_TOKENS_AT)
    write_cards(s.discarded, out, DISCARDED_AT)
    if s.phase == DRAFT:  # no layout lies on the table during the draft
        shown = s.picks // DRAFT_ROUND * DRAFT_ROUND
        for place in range(shown, min(shown + DRAFT_ROUND, DRAFTED)):
            if (s.offered_left >> place) & 1:
                out[OFFERED_AT + s.offered[place]] = 1
    else:
        write_layout(s, out)
    if s.phase == LIBRARY and s.actor == seat:
        write_set(s.library, TOKENS, out, LIBRARY_AT)
