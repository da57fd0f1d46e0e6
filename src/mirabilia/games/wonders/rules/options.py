"""What a seat may decide now, as codes written into a buffer; the buffer's order is that of the sorted hand.

Prices, goods and purses are those at the start of the turn (ruling 10, 10.1), and that is what the state holds until
the turn resolves. Two copies of a card in one hand give one option.
"""

from __future__ import annotations

from mirabilia.engine.bits import lowest
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.reporting import NOTHING
from mirabilia.games.wonders.rules.payment import (
    MAX_SPLITS,
    NO_LIMIT,
    Words,
    cheapest,
    for_sale,
    quote_words,
    splits,
    write_splits,
)
from mirabilia.games.wonders.rules.state import (
    BANK_SHIFT,
    BUILD,
    CARD_SHIFT,
    CHOOSE,
    DISCARD,
    ENTRIES,
    FREE_BUILD,
    FREE_FLAG,
    HAND_ROOM,
    OVER,
    REVIVE,
    SEVENTH_CARD,
    STAGE_BUILT,
    State,
    card_of,
    code_of,
    controller,
    decider,
    in_pile,
    kind_of,
    packet_of,
    with_card,
)
from mirabilia.games.wonders.rules.tables import (
    BANK,
    BANK_AT,
    BITS,
    CARD_BIT,
    CARD_WORD,
    CHAIN,
    CHAIN_AT,
    CLOSED_FORM,
    COLOR_AT,
    COLOR_COUNT,
    COST,
    COST_AT,
    FREE_CITY,
    FREE_FIRST_TURN,
    FREE_LAST_TURN,
    FREE_NEW_COLOR,
    HAS_AT,
    KINDS,
    LAST_TURN,
    LEFT,
    MASKS,
    NEED_AT,
    NONE,
    RIGHT,
    ROW,
    SEVENTH,
    STAGE,
    STAGES,
    WONDER_STAGE,
)

MAX_OPTIONS = max(HAND_ROOM * (2 * MAX_SPLITS + 2), KINDS + 1)


@compiled
def has(s: State, city: int, card: int) -> bool:
    """Whether a structure of that name stands in the city (ruling 18)."""
    return s.cards[city][CARD_WORD[card]] & CARD_BIT[card] != 0


@compiled
def has_chain(s: State, city: int, card: int) -> bool:
    """Whether a structure of the city makes this card free (ruling 19)."""
    met = 0
    for word in range(MASKS):
        met |= CHAIN[card][word] & s.cards[city][word]
    return met != 0


@compiled
def chain_giver(s: State, city: int, card: int) -> int:
    """The first structure of the city, in catalog order, that makes a card free (ruling 19), or NOTHING."""
    for word in range(MASKS):
        met = CHAIN[card][word] & s.cards[city][word]
        if met != 0:
            return word * BITS + lowest(met)
    return NOTHING


@compiled
def free_colors(s: State, city: int) -> int:
    """The colours, as bits, whose cards a power makes free in this turn if they are built from the hand.

    In the first and the last turn of an age every colour (R2-14, R2-15), else those the city lacks (R2-11, R2-12), each
    if the city has that power. The card left over after the last turn is never free (R2-15).
    """
    gifts = s.gifts[city]
    if gifts == 0 or s.phase != CHOOSE:
        return 0
    if (gifts & FREE_FIRST_TURN and s.turn == 0) or (gifts & FREE_LAST_TURN and s.turn == LAST_TURN):
        return (1 << COLOR_COUNT) - 1
    free = 0
    if gifts & FREE_NEW_COLOR:
        for color in range(COLOR_COUNT):
            if s.count[city][color] == 0:
                free |= 1 << color
    return free


@compiled
def is_gift(s: State, city: int, card: int) -> bool:
    """Whether a power makes a card of the hand free for a city in this turn."""
    return s.gifts[city] != 0 and free_colors(s, city) & ROW[card][COLOR_AT] != 0


@compiled
def next_stage(s: State, city: int) -> int:
    """The effect of the stage to build next, or -1 (ruling 21)."""
    built = s.count[city][WONDER_STAGE]
    if built >= STAGES[s.board[city]]:
        return -1
    return STAGE[s.board[city]][built]


@compiled
def builds(s: State, city: int, card: int, buffer: Ints, n: int) -> int:
    """Writes the ways to build a single card that is not in the city yet."""
    if has_chain(s, city, card):  # always used (10.3)
        buffer[n] = BUILD | card << CARD_SHIFT
        return n + 1
    bank = BANK[card]
    if bank > s.coins[city]:
        return n
    code = code_of(BUILD, card, 0, 0, bank)
    if COST[card] == 0:
        buffer[n] = code
        return n + 1
    return splits(s, city, COST[card], s.coins[city] - bank, code, buffer, n)


@compiled
def stages(s: State, city: int, tag: int, buffer: Ints, n: int) -> int:
    """Writes the ways to build the next stage with a card, given as the part of the code that names it."""
    stage = next_stage(s, city)
    if stage < 0:
        return n
    return splits(s, city, COST[stage], s.coins[city], STAGE_BUILT | tag, buffer, n)


@compiled
def hand_options(s: State, city: int, packet: int, skip: int, buffer: Ints) -> int:
    """All decisions of a player's city about one card of a packet; the card at place `skip` is not there.

    This is where random games spend most of their time. What all cards share is read once, and what is read of a
    card stands in one row of a table.
    """
    coins = s.coins[city]
    cards = s.cards[city]
    own = s.own[city]
    makes = Words(own[0], own[1], own[2])
    left = for_sale(s, LEFT[s.players][city])
    right = for_sale(s, RIGHT[s.players][city])
    price = s.price[city]
    free_builds = s.free_left[city]
    free = free_colors(s, city)
    hand = s.hand[packet]
    n = 0
    last = -1
    first_stage = 0
    stage_ways = -1  # not known yet
    for place in range(s.hand_size[packet]):
        card = hand[place]
        if card == last or place == skip:
            continue
        last = card
        tag = card << CARD_SHIFT
        row = ROW[card]
        built = 0
        chain = row[COLOR_AT] & free
        for word in range(MASKS):
            built |= row[HAS_AT + word] & cards[word]
            chain |= row[CHAIN_AT + word] & cards[word]
        if built == 0:
            limit = coins - row[BANK_AT]
            if chain != 0:  # a chain is always used (10.3), and so is a power that costs nothing (R2-19)
                buffer[n] = BUILD | tag
                n += 1
            elif limit >= 0:
                code = BUILD | tag | row[BANK_AT] << BANK_SHIFT
                if row[COST_AT] == 0:
                    buffer[n] = code
                    n += 1
                elif CLOSED_FORM:
                    short = Words(
                        row[NEED_AT] - makes.low, row[NEED_AT + 1] - makes.high, row[NEED_AT + 2] - makes.made
                    )
                    quoted = quote_words(short, left, right, price, limit)
                    n = write_splits(quoted, limit, code, buffer, n)
                else:
                    n = splits(s, city, row[COST_AT], limit, code, buffer, n)
            if free_builds > 0:
                buffer[n] = FREE_BUILD | tag
                n += 1
        if stage_ways < 0:
            first_stage = n
            n = stages(s, city, tag, buffer, n)
            stage_ways = n - first_stage
        else:
            for k in range(first_stage, first_stage + stage_ways):
                buffer[n] = with_card(buffer[k], card)
                n += 1
        buffer[n] = DISCARD | tag
        n += 1
    return n


@compiled
def must_chain(s: State, city: int, card: int) -> bool:
    """Ruling 57 as 10.8 reads it: chosen for the Free City, such a card must be built, and free."""
    return has_chain(s, city, card) and not has(s, city, card)


@compiled
def dutiful(s: State, buffer: Ints, count: int) -> int:
    """Keeps of the options found for the Free City those its duties allow (54, 57; 10.7, 10.8) and marks them."""
    builds_something = False
    for k in range(count):
        if kind_of(buffer[k]) != DISCARD:
            builds_something = True
    n = 0
    for k in range(count):
        code = buffer[k]
        kind = kind_of(code)
        if kind == DISCARD and builds_something:
            continue
        if kind != BUILD and must_chain(s, FREE_CITY, card_of(code)):
            continue
        buffer[n] = code | FREE_FLAG
        n += 1
    return n


@compiled
def place_in(s: State, packet: int, card: int) -> int:
    """The first place of a card in a packet, or -1."""
    for place in range(s.hand_size[packet]):
        if s.hand[packet][place] == card:
            return place
    return -1


@compiled
def free_city_options(s: State, buffer: Ints) -> int:
    """Decisions for the Free City: the controlling player's hand without the card already chosen (53, 54)."""
    seat = controller(s)
    packet = packet_of(s, seat)
    count = hand_options(s, FREE_CITY, packet, place_in(s, packet, card_of(s.choice[seat])), buffer)
    return dutiful(s, buffer, count)


@compiled
def own_options(s: State, seat: int, buffer: Ints) -> int:
    """Decisions of a seat for its own city in a simultaneous turn."""
    return hand_options(s, seat, packet_of(s, seat), -1, buffer)


@compiled
def single_card_options(s: State, city: int, card: int, buffer: Ints) -> int:
    """Decisions about the one card left after the last turn (43)."""
    n = 0
    if not has(s, city, card):
        n = builds(s, city, card, buffer, n)
        if s.free_left[city] > 0:
            buffer[n] = FREE_BUILD | card << CARD_SHIFT
            n += 1
    n = stages(s, city, card << CARD_SHIFT, buffer, n)
    buffer[n] = DISCARD | card << CARD_SHIFT
    return n + 1


@compiled
def seventh_options(s: State, buffer: Ints) -> int:
    """Babylon B's seventh card; the Free City's is the last of the draw pile (10.9)."""
    city = s.actor
    if s.players == 2 and city == FREE_CITY:
        count = single_card_options(s, city, s.deal[s.age][FREE_CITY][SEVENTH], buffer)
        return dutiful(s, buffer, count)
    return single_card_options(s, city, s.hand[packet_of(s, city)][0], buffer)


@compiled
def pile_kinds(s: State, kinds: Ints) -> None:
    """Marks with 1 the cards that lie on the discard pile, by number."""
    for card in range(KINDS):
        kinds[card] = 0
    for age in range(s.age + 1):
        for entry in range(ENTRIES):
            for city in range(s.cities):
                if in_pile(s.done_action[age][entry][city]):
                    kinds[s.done_card[age][entry][city]] = 1


@compiled
def revive_options(s: State, buffer: Ints) -> int:
    """Cards of the discard pile the city does not have yet, and taking none (40; 10.6)."""
    pile_kinds(s, buffer)
    free = FREE_FLAG if s.players == 2 and s.actor == FREE_CITY else 0
    n = 0
    for card in range(KINDS):
        if buffer[card] != 0 and not has(s, s.actor, card):
            buffer[n] = REVIVE | free | card << CARD_SHIFT
            n += 1
    buffer[n] = REVIVE | free | NONE << CARD_SHIFT
    return n + 1


@compiled
def options(states: State.Array, i: int, seat: int, buffer: Ints) -> int:
    """Writes every decision open to a seat (at most MAX_OPTIONS) and returns their number; 0 if it owes none."""
    s = states[i]
    if s.phase == CHOOSE:
        if s.choice[seat] == 0:
            return own_options(s, seat, buffer)
        if s.players == 2 and s.choice[FREE_CITY] == 0 and controller(s) == seat:
            return free_city_options(s, buffer)
        return 0
    if s.phase == OVER or decider(s, s.actor) != seat:
        return 0
    if s.phase == SEVENTH_CARD:
        return seventh_options(s, buffer)
    return revive_options(s, buffer)


@compiled
def can_build(s: State, city: int, card: int) -> bool:
    """Whether a city could build a card now, without any power."""
    if has(s, city, card):
        return False
    if has_chain(s, city, card):
        return True
    total = cheapest(s, city, COST[card])
    return total >= 0 and total + BANK[card] <= s.coins[city]


@compiled
def own_choices(states: State.Array, i: int, seat: int, buffer: Ints) -> int:
    """All choices for a seat's own city in a simultaneous turn, also when it has chosen and may change its mind."""
    return own_options(states[i], seat, buffer)


@compiled
def free_city_choices(states: State.Array, i: int, buffer: Ints) -> int:
    """The same for the Free City, once the controlling seat has chosen for its own city."""
    return free_city_options(states[i], buffer)


@compiled
def quoted_chain(states: State.Array, i: int, city: int, card: int) -> int:
    """`chain_giver`, for callers in Python."""
    return chain_giver(states[i], city, card)


@compiled
def colors_free(states: State.Array, i: int, city: int) -> int:
    """`free_colors`, for callers in Python."""
    return free_colors(states[i], city)


@compiled
def quoted_gift(states: State.Array, i: int, city: int, card: int) -> bool:
    """`is_gift`, for callers in Python."""
    return is_gift(states[i], city, card)


@compiled
def all_splits(states: State.Array, i: int, city: int, cost: int, buffer: Ints) -> int:
    """Writes every split of a cost, affordable or not, as codes without action and card."""
    return splits(states[i], city, cost, NO_LIMIT, 0, buffer, 0)
