"""What a seat of 7 Wonders sees and knows, as a row of small numbers.

First what concerns the table and the own hand, then one block per city: the own one, the left neighbour's, the right
neighbour's, and the others going on to the right. A table with fewer cities has fewer blocks, and otherwise the same
columns. Of every other hand it says what the seat has seen of it: the cards it may consist of (`hand_among`), how many
of those have left it face down (`hand_gone`), and the cards certainly in it (`hand_certain`). What a seat knows is
decided by the rules' own `knowledge`.
"""

from __future__ import annotations

from mirabilia.encoding.columns import Columns
from mirabilia.encoding.sets import write_set
from mirabilia.engine.arrays import Bytes
from mirabilia.engine.compiling import compiled
from mirabilia.engine.inlining import inlined
from mirabilia.engine.records import table, workspace
from mirabilia.games.wonders.catalog import COLORS, MAX_PLAYERS
from mirabilia.games.wonders.rules.knowledge import (
    DRAWS_AT,
    HANDS_AT,
    KNOWN,
    PLACES,
    find_secrets,
    first_sight,
    knows_entry,
    looked_until,
)
from mirabilia.games.wonders.rules.payment import units_for, units_sold
from mirabilia.games.wonders.rules.state import (
    CHOOSE,
    ENTRIES,
    HAND_ROOM,
    OVER,
    SEVENTH_CARD,
    SYMBOL_KINDS,
    State,
    card_of,
    controller,
    drawing_packet,
    in_pile,
    kind_of,
    owes,
    packet_of,
)
from mirabilia.games.wonders.rules.tables import (
    AGES,
    BITS,
    CATALOG,
    CITIES,
    DEFEATS,
    EDITIONS,
    FREE_CITY,
    GOODS,
    KINDS,
    LAST_TURN,
    LEFT,
    MASKS,
    MAX_STAGES,
    MILITARY,
    PACKET,
    PASSES_LEFT,
    RIGHT,
    SEVENTH,
    TURNS,
    WONDER_STAGE,
)

BOARD_SIDES = 2 * len(CATALOG.boards)
COLOR_COUNT = len(COLORS)
GOOD_COUNT = len(GOODS)
CHOICE_KINDS = 8  # actions of an own choice, as the rules number them


def _holders(players: int, age: int, turn: int) -> list[int]:
    held = [PACKET[players][age][turn][seat] for seat in range(CITIES)]
    return [held.index(packet) if packet in held else 0 for packet in range(CITIES)]


# the city that holds a packet: by players, age, turn and packet
HOLDER = table(
    [
        [[_holders(players, age, turn) for turn in range(TURNS)] for age in range(AGES)]
        for players in range(MAX_PLAYERS + 1)
    ]
)

columns = Columns()
PHASE_AT = columns.add("phase", OVER + 1)
AGE_AT = columns.add("age", AGES)
TURN_AT = columns.add("turn", TURNS)
PLAYERS_AT = columns.add("players", MAX_PLAYERS - 1)
EDITION_AT = columns.add("edition", EDITIONS)
PASSING_AT = columns.add("passes_left")
PILE_AT = columns.add("discard_size", scale=10.0)
DRAWS_LEFT_AT = columns.add("draw_pile_size", scale=7.0)
SEAT_AT = columns.add("seat", scale=7.0)
OWES_AT = columns.add("owes")
FOR_FREE_CITY_AT = columns.add("for_free_city", private=True)
HAND_AT = columns.add("hand", KINDS, private=True)
CHOSEN_AT = columns.add("chosen_card", KINDS, private=True)
CHOSEN_ACTION_AT = columns.add("chosen_action", CHOICE_KINDS, private=True)
PILE_KNOWN_AT = columns.add("discard_known", KINDS, private=True)
LAST_CARD_AT = columns.add("last_card", KINDS, private=True)
TABLE_SIZE = columns.size


def _block(names: Columns, prefix: str) -> dict[str, int]:
    """Adds the block of one city; returns the place of each part within it."""
    first = names.size
    parts: dict[str, int] = {}

    def add(name: str, size: int = 1, private: bool = False, scale: float = 1.0) -> None:
        parts[name] = names.add(f"{prefix}.{name}", size, private=private, scale=scale) - first

    add("board", BOARD_SIDES)
    add("coins", scale=10.0)
    add("stages", MAX_STAGES)
    add("cards", KINDS)
    add("colors", COLOR_COUNT, scale=4.0)
    add("symbols", SYMBOL_KINDS, scale=3.0)
    add("shields", scale=5.0)
    add("victory_points", scale=10.0)
    add("defeats", scale=6.0)
    add("goods", GOOD_COUNT, scale=3.0)  # units that can give a good
    add("sells", GOOD_COUNT, scale=3.0)
    add("full_prices", 4)
    add("free_builds")
    add("seventh_card")
    add("copies_guild")
    add("free_new_color")
    add("free_first_turn")
    add("free_last_turn")
    add("is_free_city")
    add("controls_free_city")
    add("ready")
    add("deciding")
    add("hand_size", scale=7.0)
    add("hand_seen", private=True)
    add("hand_among", KINDS, private=True)
    add("hand_certain", KINDS, private=True)
    add("hand_gone", private=True, scale=3.0)
    add("hand_drawn", private=True)
    return parts


_names = ("own", "left", "right", *(f"other{number}" for number in range(1, CITIES - 2)))
_parts = [_block(columns, name) for name in _names]
BLOCK_SIZE = (columns.size - TABLE_SIZE) // CITIES
SIZE = columns.size  # of the largest table
BOARD, COINS, STAGES, CARDS = (_parts[0][name] for name in ("board", "coins", "stages", "cards"))
COUNTS, SYMBOLS, SHIELDS, VICTORY = (_parts[0][name] for name in ("colors", "symbols", "shields", "victory_points"))
DEFEAT, MAKES, SELLS, PRICES = (_parts[0][name] for name in ("defeats", "goods", "sells", "full_prices"))
FREE_BUILDS, SEVENTHS, COPIES = (_parts[0][name] for name in ("free_builds", "seventh_card", "copies_guild"))
GIFTS = _parts[0]["free_new_color"]
IS_FREE, CONTROLS, READY = (_parts[0][name] for name in ("is_free_city", "controls_free_city", "ready"))
DECIDING, HAND_SIZE, SEEN = (_parts[0][name] for name in ("deciding", "hand_size", "hand_seen"))
AMONG, CERTAIN, GONE, DRAWN = (_parts[0][f"hand_{name}"] for name in ("among", "certain", "gone", "drawn"))


def size_for(players: int) -> int:
    """The length of an observation at a table of so many players."""
    return TABLE_SIZE + (3 if players == 2 else players) * BLOCK_SIZE


@inlined
def city_at(s: State, seat: int, block: int) -> int:
    """The city that a block is about, seen from a seat."""
    if block == 0:
        return seat
    if block == 1:
        return LEFT[s.players][seat]
    city = seat
    for _ in range(block - 1):
        city = RIGHT[s.players][city]
    return city


@inlined
def write_city(s: State, city: int, out: Bytes, at: int) -> None:
    """Everything public about a city."""
    out[at + BOARD + s.board[city]] = 1
    out[at + COINS] = min(s.coins[city], 255)
    for stage in range(s.count[city][WONDER_STAGE]):
        out[at + STAGES + stage] = 1
    for word in range(MASKS):
        write_set(s.cards[city][word], min(BITS, KINDS - word * BITS), out, at + CARDS + word * BITS)
    for color in range(COLOR_COUNT):
        out[at + COUNTS + color] = s.count[city][color]
    for symbol in range(SYMBOL_KINDS):
        out[at + SYMBOLS + symbol] = s.symbols[city][symbol]
    out[at + SHIELDS] = s.shields[city]
    out[at + VICTORY] = s.points[city][MILITARY]
    out[at + DEFEAT] = s.count[city][DEFEATS]
    for good in range(GOOD_COUNT):
        out[at + MAKES + good] = units_for(s, city, good)
        out[at + SELLS + good] = units_sold(s, city, good)
    for bit in range(4):
        out[at + PRICES + bit] = s.price[city] >> bit & 1
    out[at + FREE_BUILDS] = s.free_left[city]
    out[at + SEVENTHS] = s.sevenths[city]
    out[at + COPIES] = s.copies[city]
    for gift in range(3):
        out[at + GIFTS + gift] = s.gifts[city] >> gift & 1
    if s.phase != CHOOSE and s.phase != OVER:
        out[at + DECIDING] = s.actor == city
    if s.players == 2 and city == FREE_CITY:
        out[at + IS_FREE] = 1
        return
    out[at + CONTROLS] = s.players == 2 and controller(s) == city
    if s.phase == CHOOSE:
        out[at + READY] = not owes(s, city)
    out[at + HAND_SIZE] = s.hand_size[packet_of(s, city)]


@inlined
def mark_certain(s: State, packet: int, out: Bytes, at: int, gone: int) -> None:
    """Of the cards a hand may consist of, those that it must hold though some are gone; all of them are in it."""
    out[at + SEEN] = 1
    out[at + GONE] = gone
    for place in range(s.hand_size[packet]):
        card = s.hand[packet][place]
        if out[at + AMONG + card] > gone:
            out[at + CERTAIN + card] = out[at + AMONG + card] - gone


@inlined
def write_hand(s: State, seat: int, holder: int, looked: int, out: Bytes, at: int) -> None:
    """What a seat knows of another hand, with three or more players (`find_secrets` says why, and the same)."""
    packet = packet_of(s, holder)
    size = s.hand_size[packet]
    age = s.age
    sight = first_sight(s.players, age, seat, packet)
    if sight > s.turn or size == 0:
        return
    sight += (s.turn - sight) // s.players * s.players  # the turn in which the seat last held it
    for place in range(size):
        out[at + AMONG + s.hand[packet][place]] += 1
    gone = 0
    for entry in range(sight, s.turn + 1):
        city = HOLDER[s.players][age][entry][packet]
        if s.done_action[age][entry][city] != 0 and not knows_entry(s, seat, age, entry, city, looked):
            out[at + AMONG + s.done_card[age][entry][city]] += 1
            gone += 1
    mark_certain(s, packet, out, at, gone)


@compiled
def write_hand_of_two(s: State, seat: int, holder: int, out: Bytes, at: int) -> None:
    """The same with two players, where drawn cards come into a packet between the turns."""
    packet = packet_of(s, holder)
    if s.hand_size[packet] == 0:
        return
    card = workspace(PLACES)
    group = workspace(PLACES)
    find_secrets(s, seat, card, group)
    among = group[HANDS_AT + packet * HAND_ROOM]
    if among < AGES:
        return
    gone = 0
    for place in range(DRAWS_AT):
        if group[place] == among:
            out[at + AMONG + card[place]] += 1
            gone += place < HANDS_AT
    draw = DRAWS_AT + s.age * ENTRIES + s.turn
    if packet == drawing_packet(s.age) and group[draw] != KNOWN:
        out[at + AMONG + card[draw]] -= 1
        out[at + DRAWN] = 1
    mark_certain(s, packet, out, at, gone)


@inlined
def write_pile(s: State, seat: int, looked: int, out: Bytes) -> None:
    """The discard pile: its size, and the cards of it that the seat knows for certain.

    Who revives a card shows it, but not which of two equal ones it was: what is revived is taken off what is known.
    """
    size = 0
    only_own = looked < 0 and s.players > 2  # most seats know of nothing but what they put there themselves
    for age in range(s.age + 1):
        for entry in range(ENTRIES):
            if age == s.age and s.turn < entry < SEVENTH:  # still to come
                continue
            for city in range(s.cities):
                size += in_pile(s.done_action[age][entry][city])  # not if it was revived
            for city in range(seat if only_own else 0, seat + 1 if only_own else s.cities):
                if in_pile(kind_of(s.done_action[age][entry][city])) and knows_entry(s, seat, age, entry, city, looked):
                    out[PILE_KNOWN_AT + s.done_card[age][entry][city]] += 1
    for look in range(s.looks):
        card = s.look_card[look]
        if card >= 0 and out[PILE_KNOWN_AT + card] > 0:
            out[PILE_KNOWN_AT + card] -= 1
    out[PILE_AT] = size


@inlined
def write_own(s: State, seat: int, out: Bytes) -> None:
    """What only the seat itself knows: its hand, its unrevealed choice, what it is asked."""
    packet = packet_of(s, seat)
    for place in range(s.hand_size[packet]):
        out[HAND_AT + s.hand[packet][place]] += 1
    out[OWES_AT] = owes(s, seat)
    free_city = s.players == 2 and controller(s) == seat
    if s.phase == CHOOSE:
        code = s.choice[seat]
        if code != 0:
            out[CHOSEN_AT + card_of(code)] = 1
            out[CHOSEN_ACTION_AT + kind_of(code)] = 1
            out[FOR_FREE_CITY_AT] = free_city and s.choice[FREE_CITY] == 0
    elif s.phase != OVER and free_city and s.actor == FREE_CITY:
        out[FOR_FREE_CITY_AT] = 1
        if s.phase == SEVENTH_CARD:
            out[LAST_CARD_AT + s.deal[s.age][FREE_CITY][SEVENTH]] = 1


@compiled
def observe(states: State.Array, i: int, seat: int, out: Bytes) -> None:
    """Writes what a seat knows of state `i` into a row of `size_for(players)` numbers."""
    s = states[i]
    for k in range(TABLE_SIZE + s.cities * BLOCK_SIZE):
        out[k] = 0
    out[PHASE_AT + s.phase] = 1
    out[AGE_AT + s.age] = 1
    out[TURN_AT + s.turn] = 1
    out[PLAYERS_AT + s.players - 2] = 1
    out[EDITION_AT + s.edition] = 1
    out[PASSING_AT] = PASSES_LEFT[s.age]
    out[SEAT_AT] = seat
    if s.players == 2 and s.done_action[s.age][SEVENTH][FREE_CITY] == 0:
        out[DRAWS_LEFT_AT] = LAST_TURN + 1 - s.turn
    looked = looked_until(s, seat)
    write_own(s, seat, out)
    write_pile(s, seat, looked, out)
    for block in range(s.cities):
        city = city_at(s, seat, block)
        at = TABLE_SIZE + block * BLOCK_SIZE
        write_city(s, city, out, at)
        if block > 0 and city < s.players:
            if s.players == 2:
                write_hand_of_two(s, seat, city, out, at)
            else:
                write_hand(s, seat, city, looked, out, at)
