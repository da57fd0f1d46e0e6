"""All legal decisions of the seat to act, written as codes into a buffer.

A code comes with its price, so nobody has to compute it again. The order is stable: by slot, then build, wonders,
discard; other choices by number.
"""

from __future__ import annotations

from mirabilia.engine.bits import lowest
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.duel.rules.payment import price_of
from mirabilia.games.duel.rules.state import (
    BUILD,
    DESTROY,
    DESTROY_CARD,
    DISCARD,
    DRAFT,
    KEEP_TOKEN,
    KIND_SHIFT,
    LIBRARY,
    PICK,
    PRICE_SHIFT,
    REVIVE,
    REVIVE_CARD,
    SLOT_SHIFT,
    START,
    STARTER,
    TAKE_TOKEN,
    TOKEN,
    TURN,
    WONDER,
    WONDER_SHIFT,
    State,
    has_card,
)
from mirabilia.games.duel.rules.tables import (
    CARD_BIT,
    CARD_COLOR,
    CARD_WORD,
    CARDS,
    DRAFT_ROUND,
    DRAFTED,
    FIRST_WONDER,
    MAX_WONDERS,
    TOKENS,
    WONDERS_EACH,
)

# Enough for every position: six open cards with four wonders each, or a revival from a full discard pile.
MAX_OPTIONS = 160
ALL_PLACES = (1 << WONDERS_EACH) - 1
_WONDER_CODES = MAX_OPTIONS - 8  # the buffer's end holds the codes of payable wonders while a turn is listed


@compiled
def list_turn(s: State, buffer: Ints) -> int:
    """Build, wonder and discard for every open card (rulings 8, 9, 13, 21)."""
    # Codes are written first and counted only if payable: random positions make branches here unpredictable.
    me = s.actor
    coins = s.coins[me]
    payable = 0
    if s.built_wonders < MAX_WONDERS:
        unbuilt = ALL_PLACES & ~s.wonder_built[me]
        while unbuilt:
            place = lowest(unbuilt)
            unbuilt &= unbuilt - 1
            price = price_of(s, me, FIRST_WONDER + s.wonders[me][place])
            buffer[_WONDER_CODES + payable] = (WONDER << KIND_SHIFT) | (price << PRICE_SHIFT) | (place << WONDER_SHIFT)
            payable += price <= coins
    count = 0
    open_slots = s.open
    age = s.age
    while open_slots:
        slot = lowest(open_slots)
        open_slots &= open_slots - 1
        card = s.deck[age][slot]
        here = (slot << SLOT_SHIFT) | card
        price = price_of(s, me, card)
        buffer[count] = (BUILD << KIND_SHIFT) | (price << PRICE_SHIFT) | here
        count += price <= coins
        for k in range(WONDERS_EACH):
            buffer[count + k] = buffer[_WONDER_CODES + k] | here
        count += payable
        buffer[count] = (DISCARD << KIND_SHIFT) | here
        count += 1
    return count


@compiled
def list_draft(s: State, buffer: Ints) -> int:
    """The wonders shown in this round that nobody has picked (ruling 3)."""
    first_shown = s.picks // DRAFT_ROUND * DRAFT_ROUND
    count = 0
    for place in range(first_shown, min(first_shown + DRAFT_ROUND, DRAFTED)):
        if (s.offered_left >> place) & 1:
            buffer[count] = (PICK << KIND_SHIFT) | (place << WONDER_SHIFT) | s.offered[place]
            count += 1
    return count


@compiled
def list_tokens(tokens: int, kind: int, buffer: Ints) -> int:
    """One option per token of the mask."""
    count = 0
    for token in range(TOKENS):
        if (tokens >> token) & 1:
            buffer[count] = (kind << KIND_SHIFT) | token
            count += 1
    return count


@compiled
def list_destroyable(s: State, buffer: Ints) -> int:
    """The opponent's cards of the wonder's colour (ruling 48)."""
    opponent = 1 - s.actor
    count = 0
    for card in range(CARDS):
        if CARD_COLOR[card] == s.destroy_color and has_card(s, opponent, card):
            buffer[count] = (DESTROY_CARD << KIND_SHIFT) | card
            count += 1
    return count


@compiled
def list_revivable(s: State, buffer: Ints) -> int:
    """Every card of the discard pile (ruling 50)."""
    count = 0
    for card in range(CARDS):
        if s.discarded[CARD_WORD[card]] & CARD_BIT[card]:
            buffer[count] = (REVIVE_CARD << KIND_SHIFT) | card
            count += 1
    return count


@compiled
def options(states: State.Array, i: int, seat: int, buffer: Ints) -> int:
    """Writes every decision open to a seat (at most MAX_OPTIONS) and returns their number; 0 if it owes none."""
    s = states[i]
    if seat != s.actor:
        return 0
    phase = s.phase
    if phase == TURN:
        return list_turn(s, buffer)
    if phase == DRAFT:
        return list_draft(s, buffer)
    if phase == TOKEN:
        return list_tokens(s.board_tokens, TAKE_TOKEN, buffer)
    if phase == LIBRARY:
        return list_tokens(s.library, KEEP_TOKEN, buffer)
    if phase == DESTROY:
        return list_destroyable(s, buffer)
    if phase == REVIVE:
        return list_revivable(s, buffer)
    if phase == STARTER:
        buffer[0] = START << KIND_SHIFT
        buffer[1] = (START << KIND_SHIFT) | 1
        return 2
    return 0
