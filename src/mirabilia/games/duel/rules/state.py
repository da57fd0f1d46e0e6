"""The record of one game of Duel, its phases, and how decisions are packed into codes.

Everything that happened and everything dealt is here, secrets too; no random generator is. Sets of cards are words of
31 bits each (so that no number is ever negative), sets of slots, wonders and tokens are bit masks, seats are 0 and 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import Int8, Int16, Int32, Int64, Packed, Records
from mirabilia.games.duel.rules.tables import (
    CARD_BIT,
    CARD_WORD,
    CARD_WORDS,
    COLOR_COUNT,
    DISCOUNT_KIND_COUNT,
    DRAFTED,
    GROUP_COUNT,
    SLOTS,
    SYMBOL_COUNT,
    WONDERS_EACH,
)

# Phases: what kind of decision is awaited. Those from TOKEN to REVIVE are also bits in `pending`, served in this order.
DRAFT, TURN, TOKEN, LIBRARY, DESTROY, REVIVE, STARTER, OVER = range(8)

# Kinds of decision, the topmost part of a code.
PICK, BUILD, DISCARD, WONDER, TAKE_TOKEN, KEEP_TOKEN, DESTROY_CARD, REVIVE_CARD, START = range(9)

NOBODY = -1
CIVILIAN_VICTORY, MILITARY_VICTORY, SCIENCE_VICTORY = range(3)


class State(Packed):
    """One game. `x[p]` belongs to seat p; `p` is 0 or 1."""

    if TYPE_CHECKING:
        Array = Records["State"]

    goods = Int64[2]  # fixed production, in lanes
    unit_price = Int64[2]  # what seat p pays for one unit, in lanes; follows from goods and cheap_goods
    cheap_goods = Int64[2]  # goods with the fixed price: their lanes are filled with ones
    cards = Int32[2, CARD_WORDS]  # built cards: seat, word
    discarded = Int32[CARD_WORDS]  # the discard pile
    present = Int32  # slots that still hold a card
    open = Int32  # slots whose card may be taken
    up = Int32  # slots whose card has been seen
    tokens = Int32[2]  # progress tokens owned
    board_tokens = Int32  # tokens lying on the board
    box_tokens = Int32  # tokens left out at set-up
    library = Int32  # the tokens the box gives when drawn from
    coins = Int16[2]
    age = Int8  # 0, 1, 2
    phase = Int8
    actor = Int8  # the seat to decide
    first = Int8  # the first player of the draft
    picks = Int8  # wonders picked so far in the draft
    pawn = Int8  # towards seat 1's capital is positive
    looted = Int16[2]  # distances on seat p's side whose looting token is gone, as bits
    pending = Int16  # choices that still belong to this play, as bits of phases
    destroy_color = Int8  # colour of the card to destroy
    taken = Int8  # slot of the card being played
    extra_turn = Int8  # the actor moves again
    winner = Int8  # seat, 2 for both, NOBODY while the game goes on
    victory = Int8
    built_wonders = Int8  # of both seats together
    deck = Int8[3, SLOTS]  # card by age and slot
    offered = Int8[DRAFTED]  # wonders in the order shown in the draft
    offered_left = Int16  # positions in `offered` not yet picked
    wonders = Int8[2, WONDERS_EACH]  # wonders owned, in the order picked
    wonders_owned = Int8[2]
    wonder_built = Int8[2]  # bits by place in `wonders`
    under = Int8[2, WONDERS_EACH]  # the card laid under each wonder; everyone saw it taken
    colors = Int8[2, COLOR_COUNT]  # cards built by colour
    choices = Int8[2, GROUP_COUNT]  # choice producers by group
    symbols = Int8[2, SYMBOL_COUNT]
    distinct_symbols = Int8[2]
    choice_count = Int8[2]  # choice producers of all groups
    discount = Int8[2, DISCOUNT_KIND_COUNT]
    gains_trade = Int8[2]
    red_shields = Int8[2]
    always_extra = Int8[2]
    chain_coins = Int8[2]


# ---- codes: everything needed to carry a decision out ----

# Card (7 bits), slot (5), wonder's place (4), price (10), kind. The price is the one listed, so that it is computed
# once; `card` is a token or seat where the kind says so.
SLOT_SHIFT, WONDER_SHIFT, PRICE_SHIFT, KIND_SHIFT = 7, 12, 16, 26
CARD_MASK, SLOT_MASK, WONDER_MASK, PRICE_MASK = 127, 31, 15, 1023


@compiled
def kind_of(code: int) -> int:
    """The kind of decision: PICK, BUILD and so on."""
    return code >> KIND_SHIFT


@compiled
def card_of(code: int) -> int:
    """The card of a decision; its token, or the seat that begins, where the kind says so."""
    return code & CARD_MASK


@compiled
def slot_of(code: int) -> int:
    """The slot whose card is taken."""
    return (code >> SLOT_SHIFT) & SLOT_MASK


@compiled
def place_of(code: int) -> int:
    """The place of a wonder: among the seat's own, or for PICK among those offered."""
    return (code >> WONDER_SHIFT) & WONDER_MASK


@compiled
def coins_of(code: int) -> int:
    """What the decision costs."""
    return (code >> PRICE_SHIFT) & PRICE_MASK


@compiled
def has_card(s: State, seat: int, card: int) -> bool:
    """Whether the seat has built that card."""
    return s.cards[seat][CARD_WORD[card]] & CARD_BIT[card] != 0


@compiled
def acting(states: State.Array, i: int, seats: Ints) -> int:
    """Writes the seats that owe a decision and returns how many there are (0: the game is over)."""
    s = states[i]
    if s.phase == OVER:
        return 0
    seats[0] = s.actor
    return 1
