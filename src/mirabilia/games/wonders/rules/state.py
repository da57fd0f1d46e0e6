"""The whole state of a game of 7 Wonders as one record, and the codes of decisions.

Cities 0 to players - 1 belong to the seats; with two players city 2 is the Free City. Hands are *packets*, numbered
by the seat that was dealt them: passing hands on moves nothing, `PACKET` says who holds which in each turn. Packets
are sorted, so that equal hands look equal whatever happened to them.

The state keeps its own history: `deal` (all three ages) and, for every turn and city, what was done with which card
(`done_action`, `done_card`; entry SEVENTH of an age is the card left over after its last turn). The discard pile is
no list of its own but follows from the history, and so does what each seat knows (`redeal.py`). No random generator
is in here: everything random was dealt before the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import Int8, Int16, Int32, Int64, Packed, Records
from mirabilia.games.wonders.rules.tables import (
    AGES,
    CATEGORIES,
    CITIES,
    COUNTED,
    HAND,
    LAST_TURN,
    LOOKS,
    MASKS,
    PACKET,
    SEVENTH,
    SYMBOLS,
    TURNS,
)

# Phases. In CHOOSE all seats decide at once; in the other two the city `actor` has a step of its own.
CHOOSE, SEVENTH_CARD, REVIVE_CARD, OVER = range(4)

# Actions, in codes and in the history. SPARE: put on the discard pile after the last turn, without coins.
BUILD, STAGE_BUILT, DISCARD, FREE_BUILD, REVIVE, SPARE = range(1, 7)
TAKEN = 8  # added to DISCARD or SPARE when the card was revived later

# What `look_card` holds besides cards.
NOT_ASKED, TOOK_NONE, LOOKING = -1, -2, -3

HAND_ROOM = HAND + 1  # with two players the drawn card comes to a full hand
ENTRIES = TURNS + 1
HISTORY = AGES * ENTRIES * CITIES  # places in the history
COUNTS = len(COUNTED)
POINT_KINDS = len(CATEGORIES)
SYMBOL_KINDS = SYMBOLS + 1


class State(Packed):
    if TYPE_CHECKING:
        Array = Records["State"]

    edition = Int8  # its place in the catalog
    players = Int8
    cities = Int8  # players, or 3 with the Free City
    age = Int8  # 0 to 2
    turn = Int8  # 0 to 5
    phase = Int8
    actor = Int8  # the city with a step of its own

    deal = Int8[AGES, CITIES, HAND]  # all hands as dealt; with two players row 2 is the draw pile from the top
    hand = Int8[CITIES, HAND_ROOM]  # the packets of this age, each sorted
    hand_size = Int8[CITIES]
    choice = Int32[CITIES]  # codes not yet revealed, 0 = none; entry 2 with two players is the Free City's
    done_card = Int8[AGES, ENTRIES, CITIES]
    done_action = Int8[AGES, ENTRIES, CITIES]

    board = Int8[CITIES]  # board * 2 + side
    coins = Int16[CITIES]
    cards = Int64[CITIES, MASKS]  # structures, as bits
    own = Int64[CITIES, 3]  # production, packed (payment.py)
    sell = Int64[CITIES, 3]  # the part of it neighbours may buy
    price = Int8[CITIES]  # four bits, a set one is a full price
    count = Int8[CITIES, COUNTS]  # structures by colour, stages, defeat tokens
    shields = Int8[CITIES]
    symbols = Int8[CITIES, SYMBOL_KINDS]
    points = Int16[CITIES, POINT_KINDS]  # printed points and victory tokens
    free_builds = Int8[CITIES]  # powers of this kind
    free_left = Int8[CITIES]  # of those, unused in this age
    sevenths = Int8[CITIES]  # powers to play the seventh card
    copies = Int8[CITIES]  # powers to copy a guild
    gifts = Int8[CITIES]  # powers that make cards of the hand free, as a set of FREE_NEW_COLOR and its kin
    owed = Int8[CITIES]  # looks into the discard pile at the end of this turn

    # Looks into the discard pile: who looked when, with what in the city, and what came of it. For redeal.py.
    looks = Int8
    look_seat = Int8[LOOKS]
    look_city = Int8[LOOKS]
    look_time = Int8[LOOKS]  # age * ENTRIES + the last entry that was in the pile
    look_card = Int8[LOOKS]
    look_slot = Int16[LOOKS]
    look_cards = Int64[LOOKS, MASKS]
    # Two players: cards that the Free City's hidden card of an entry cannot have been, by the duties 54 and 57.
    barred = Int64[AGES, ENTRIES]


# ---- codes: everything needed to carry a decision out ----

FREE_FLAG = 1 << 3
CARD_SHIFT, LEFT_SHIFT, RIGHT_SHIFT, BANK_SHIFT = 4, 12, 18, 24
KIND_BITS, CARD_BITS, COIN_BITS = 7, 255, 63


@compiled
def code_of(action: int, card: int, left: int, right: int, bank: int) -> int:
    """The code of a decision: action, card, coins to the left, to the right and to the bank."""
    return action | card << CARD_SHIFT | left << LEFT_SHIFT | right << RIGHT_SHIFT | bank << BANK_SHIFT


@compiled
def kind_of(code: int) -> int:
    return code & KIND_BITS


@compiled
def is_free_city(code: int) -> bool:
    return code & FREE_FLAG != 0


@compiled
def card_of(code: int) -> int:
    return code >> CARD_SHIFT & CARD_BITS


@compiled
def left_of(code: int) -> int:
    return code >> LEFT_SHIFT & COIN_BITS


@compiled
def right_of(code: int) -> int:
    return code >> RIGHT_SHIFT & COIN_BITS


@compiled
def bank_of(code: int) -> int:
    return code >> BANK_SHIFT & COIN_BITS


@compiled
def with_card(code: int, card: int) -> int:
    """The same decision with another card."""
    return code & ~(CARD_BITS << CARD_SHIFT) | card << CARD_SHIFT


# ---- who holds and decides what ----


@compiled
def packet_of(s: State, seat: int) -> int:
    """The packet a seat holds now."""
    return PACKET[s.players][s.age][s.turn][seat]


@compiled
def controller_at(age: int, turn: int) -> int:
    """The seat with the Free City card: seat 0 starts Ages I and III, seat 1 Age II; then they alternate (58, 59)."""
    return (age + turn) & 1


@compiled
def controller(s: State) -> int:
    """The seat with the Free City card now."""
    return controller_at(s.age, s.turn)


@compiled
def drawing_packet(age: int) -> int:
    """Two players: the packet that the seat with the Free City card always holds, and drawn cards go to."""
    return controller_at(age, 0)


@compiled
def decider(s: State, city: int) -> int:
    """The seat that decides for a city: its own, or for the Free City the controlling one."""
    if s.players == 2 and city == 2:
        return controller(s)
    return city


@compiled
def owes(s: State, seat: int) -> bool:
    """Whether a seat owes a decision now."""
    if s.phase == CHOOSE:
        if s.choice[seat] == 0:
            return True
        return s.players == 2 and s.choice[2] == 0 and controller(s) == seat
    if s.phase == OVER:
        return False
    return decider(s, s.actor) == seat


@compiled
def deciding(s: State, who: int) -> int:
    """The first seat from `who` on that owes a decision. Only while the game goes on: then there is one."""
    while not owes(s, who):
        who = who + 1 if who + 1 < s.players else 0
    return who


@compiled
def acting(states: State.Array, i: int, seats: Ints) -> int:
    """Writes the seats that owe a decision, ascending, and returns how many there are (0: the game is over)."""
    s = states[i]
    n = 0
    for seat in range(s.players):
        if owes(s, seat):
            seats[n] = seat
            n += 1
    return n


@compiled
def in_pile(action: int) -> bool:
    """Whether a card of the history lies on the discard pile."""
    return action == DISCARD or action == SPARE


@compiled
def entry_now(s: State) -> int:
    """The last entry of this age that the discard pile can hold at the end of this turn."""
    return SEVENTH if s.turn == LAST_TURN else s.turn
