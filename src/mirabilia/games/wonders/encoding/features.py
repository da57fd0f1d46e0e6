"""What a network sees of a position of 7 Wonders: a list of yes/no features, as one seat knows the game.

Four sides: the seat's own city, its left and its right neighbour, and the rest of the table taken together. Nothing the
seat cannot know is looked at: dealing the unknown anew for it leaves the list as it is (a test holds that). The seat
knows its own hand, and of a hand that it has held in this age it knows which cards may still be there: those seen less
those taken by itself or built since (with two players unseen cards join the hands, and nothing is known about them).
"""

from __future__ import annotations

from mirabilia.encoding.blocks import Axis, layout_of, size_of, starts_of
from mirabilia.engine.bits import lowest
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.wonders.catalog import COLORS
from mirabilia.games.wonders.rules.options import has, has_chain, is_gift, next_stage
from mirabilia.games.wonders.rules.payment import cheapest, units_for
from mirabilia.games.wonders.rules.scoring import best_science, score_city
from mirabilia.games.wonders.rules.state import (
    BUILD,
    CHOOSE,
    FREE_BUILD,
    POINT_KINDS,
    SYMBOL_KINDS,
    State,
    controller,
    decider,
    kind_of,
    packet_of,
)
from mirabilia.games.wonders.rules.tables import (
    AGES,
    BANK,
    BITS,
    BOARD_NAMES,
    CARD_NAMES,
    CATALOG,
    CITIES,
    COST,
    EDITION_NAMES,
    FREE_CITY,
    GOODS,
    KINDS,
    LEFT,
    MASKS,
    MAX_STAGES,
    PACKET,
    RIGHT,
    TURNS,
    WONDER_STAGE,
)

SIZES = 6  # of the table: two players (with the Free City) to seven
MOMENTS = SIZES * AGES
SIDES = 3  # own, left, right
OWN, ON_LEFT, ON_RIGHT = range(SIDES)
COLOURS = len(COLORS)
BOARD_SIDES = 2 * len(CATALOG.boards)
GOOD_KINDS = len(GOODS)

# What a card or stage costs: free by chain or power, nothing, up to two coins, more, too much, or it stands already.
CLASSES = 6
CHAINED, NOTHING, CHEAP, DEAR, TOO_MUCH, THERE = range(CLASSES)
STEP = 2

# More than these count as these.
MAX_COINS, MAX_SHIELDS, MAX_SYMBOL, MAX_UNITS, MAX_COLOUR, MAX_LEAD = 15, 12, 5, 3, 8, 5
POINTS_STEP, MAX_POINTS = 2, 30
SOON = 2  # turns
GIFTS = 3  # powers that make cards of the hand free
PARTS = 2  # of an age: a lead means more when fewer turns are left

BLOCKS: dict[str, tuple[Axis, ...]] = {
    "card": (SIDES, CARD_NAMES),
    "stage": (SIDES, BOARD_NAMES, MAX_STAGES + 1),
    "coins": (SIDES, AGES, MAX_COINS + 1),
    "shields": (SIDES, MAX_SHIELDS + 1),
    "lead": (2, AGES, 2 * MAX_LEAD + 1),
    "symbol": (SIDES, SYMBOL_KINDS, MAX_SYMBOL + 1),
    "good": (SIDES, GOOD_KINDS, MAX_UNITS + 1),
    "price": (SIDES, 16),
    "colour": (SIDES, COLOURS, MAX_COLOUR + 1),
    "points": (SIDES, AGES, MAX_POINTS + 1),
    "next_stage": (SIDES, CLASSES),
    "powers": (SIDES, 3),
    "gifts": (SIDES, GIFTS),
    "rest_card": (CARD_NAMES,),
    "rest_points": (AGES, MAX_POINTS + 1),
    "rest_shields": (MAX_SHIELDS + 1,),
    "rest_science": (MAX_POINTS + 1,),
    "behind": (AGES, PARTS, MAX_POINTS + 1),  # points behind the best of the others
    "ahead": (AGES, PARTS, MAX_POINTS + 1),
    "hand": (CARD_NAMES, CLASSES),
    "coming": (2, CARD_NAMES),  # in a hand that comes back to this seat: soon, later
    "held": (2, CARD_NAMES),  # in the hand of a neighbour: left, right
    "turn": (AGES, TURNS),
    "size": (SIZES,),
    "edition": (EDITION_NAMES,),
    "phase": (4, 2),  # whether the seat has the step
    "free_city": (2, 2),  # two players: on which side it is, and whether this seat decides for it
}

STARTS = starts_of(BLOCKS)
FEATURES = size_of(BLOCKS)
MAX_FEATURES = 400  # features of a position at most
LAYOUT = layout_of("wonders", BLOCKS)

_CARD, _STAGE, _COINS, _SHIELDS, _LEAD = (STARTS[k] for k in ("card", "stage", "coins", "shields", "lead"))
_SYMBOL, _GOOD, _PRICE, _COLOUR = (STARTS[k] for k in ("symbol", "good", "price", "colour"))
_POINTS, _NEXT_STAGE, _POWERS, _GIFTS = (STARTS[k] for k in ("points", "next_stage", "powers", "gifts"))
_REST_CARD, _REST_POINTS, _REST_SHIELDS = (STARTS[k] for k in ("rest_card", "rest_points", "rest_shields"))
_REST_SCIENCE, _BEHIND, _AHEAD = (STARTS[k] for k in ("rest_science", "behind", "ahead"))
_HAND, _COMING, _HELD, _TURN = (STARTS[k] for k in ("hand", "coming", "held", "turn"))
_SIZE, _EDITION, _PHASE, _FREE_CITY = (STARTS[k] for k in ("size", "edition", "phase", "free_city"))


@compiled
def moment_of(s: State) -> int:
    """Which weights are meant for now: by the size of the table and the age."""
    return (s.players - 2) * AGES + s.age


@compiled
def points_step(points: int) -> int:
    """Points as a step of the features."""
    return min(max(points, 0) // POINTS_STEP, MAX_POINTS)


@compiled
def price_class(s: State, city: int, card: int) -> int:
    """What a card would cost a city, in steps."""
    if has(s, city, card):
        return THERE
    if has_chain(s, city, card) or is_gift(s, city, card):
        return CHAINED
    price = cheapest(s, city, COST[card])
    if price < 0 or price + BANK[card] > s.coins[city]:
        return TOO_MUCH
    price += BANK[card]
    if price == 0:
        return NOTHING
    return CHEAP if price <= STEP else DEAR


@compiled
def stage_class(s: State, city: int) -> int:
    """What the next stage would cost a city, in steps; THERE when all are built."""
    stage = next_stage(s, city)
    if stage < 0:
        return THERE
    price = cheapest(s, city, COST[stage])
    if price < 0 or price > s.coins[city]:
        return TOO_MUCH
    if price == 0:
        return NOTHING
    return CHEAP if price <= STEP else DEAR


@compiled
def city_features(s: State, side: int, city: int, points: int, which: Ints, n: int) -> int:
    """What a city has; returns how many features there are now."""
    age = s.age
    for word in range(MASKS):
        cards = s.cards[city][word]
        while cards:
            which[n] = _CARD + side * KINDS + word * BITS + lowest(cards)
            n += 1
            cards &= cards - 1
    which[n] = _STAGE + (side * BOARD_SIDES + s.board[city]) * (MAX_STAGES + 1) + s.count[city][WONDER_STAGE]
    which[n + 1] = _COINS + (side * AGES + age) * (MAX_COINS + 1) + min(s.coins[city], MAX_COINS)
    which[n + 2] = _SHIELDS + side * (MAX_SHIELDS + 1) + min(s.shields[city], MAX_SHIELDS)
    which[n + 3] = _PRICE + side * 16 + s.price[city]
    which[n + 4] = _POINTS + (side * AGES + age) * (MAX_POINTS + 1) + points_step(points)
    which[n + 5] = _NEXT_STAGE + side * CLASSES + stage_class(s, city)
    n += 6
    for kind in range(SYMBOL_KINDS):
        held = min(s.symbols[city][kind], MAX_SYMBOL)
        if held:
            which[n] = _SYMBOL + (side * SYMBOL_KINDS + kind) * (MAX_SYMBOL + 1) + held
            n += 1
    for good in range(GOOD_KINDS):
        units = min(units_for(s, city, good), MAX_UNITS)
        if units:
            which[n] = _GOOD + (side * GOOD_KINDS + good) * (MAX_UNITS + 1) + units
            n += 1
    for colour in range(COLOURS):
        count = min(s.count[city][colour], MAX_COLOUR)
        if count:
            which[n] = _COLOUR + (side * COLOURS + colour) * (MAX_COLOUR + 1) + count
            n += 1
    if s.free_left[city]:
        which[n] = _POWERS + side * 3
        n += 1
    if s.sevenths[city]:
        which[n] = _POWERS + side * 3 + 1
        n += 1
    if s.copies[city]:
        which[n] = _POWERS + side * 3 + 2
        n += 1
    for gift in range(GIFTS):
        if s.gifts[city] >> gift & 1:
            which[n] = _GIFTS + side * GIFTS + gift
            n += 1
    return n


@compiled
def rest_features(s: State, seat: int, left: int, right: int, standing: Ints, which: Ints, n: int) -> int:
    """The cities that are no neighbours, taken together; and how the seat stands among all."""
    points = 0
    shields = 0
    science = 0
    best_other = -1000
    others = False
    for word in range(MASKS):
        cards = 0
        for city in range(s.cities):
            if city != seat and city != left and city != right:
                cards |= s.cards[city][word]
        while cards:
            which[n] = _REST_CARD + word * BITS + lowest(cards)
            n += 1
            cards &= cards - 1
    for city in range(s.players):
        if city == seat:
            continue
        best_other = max(best_other, standing[city])
        if city != left and city != right:
            others = True
            points = max(points, standing[city])
            shields = max(shields, s.shields[city])
            science = max(science, best_science(s, city, 0))
    if others:
        which[n] = _REST_POINTS + s.age * (MAX_POINTS + 1) + points_step(points)
        which[n + 1] = _REST_SHIELDS + min(shields, MAX_SHIELDS)
        which[n + 2] = _REST_SCIENCE + points_step(science)
        n += 3
    lead = standing[seat] - best_other
    at = (s.age * PARTS + s.turn * PARTS // TURNS) * (MAX_POINTS + 1) + min(abs(lead), MAX_POINTS)
    which[n] = (_AHEAD if lead >= 0 else _BEHIND) + at
    return n + 1


@compiled
def may_hold(s: State, seat: int, packet: int, sight: int, start: int, which: Ints, n: int) -> int:
    """Cards that may still be in a packet the seat held in turn `sight`: what is left, and what vanished face down."""
    for place in range(s.hand_size[packet]):
        which[n] = start + s.hand[packet][place]
        n += 1
    for turn in range(sight, s.turn):
        for city in range(s.players):
            action = kind_of(s.done_action[s.age][turn][city])
            if city != seat and PACKET[s.players][s.age][turn][city] == packet:
                if action != BUILD and action != FREE_BUILD:
                    which[n] = start + s.done_card[s.age][turn][city]
                    n += 1
    return n


@compiled
def without_repeats(which: Ints, first: int, n: int) -> int:
    """Sorts the features from place `first` on and drops repeated ones; returns how many there are now."""
    for k in range(first + 1, n):
        feature = which[k]
        place = k - 1
        while place >= first and which[place] > feature:
            which[place + 1] = which[place]
            place -= 1
        which[place + 1] = feature
    kept = first
    for k in range(first, n):
        if k == first or which[k] != which[kept - 1]:
            which[kept] = which[k]
            kept += 1
    return kept


@compiled
def hand_features(s: State, seat: int, left: int, right: int, which: Ints, n: int) -> int:
    """The own hand with what its cards cost, and the hands that were held before."""
    mine = packet_of(s, seat)
    last = -1
    for place in range(s.hand_size[mine]):
        card = s.hand[mine][place]
        if card != last:
            which[n] = _HAND + card * CLASSES + price_class(s, seat, card)
            n += 1
            last = card
    if s.players == 2 or s.turn == 0 or s.phase != CHOOSE:
        return n
    first = n
    for packet in range(s.players):
        if packet == mine:
            continue
        sight = -1
        for turn in range(s.turn):
            if PACKET[s.players][s.age][turn][seat] == packet:
                sight = turn
        if sight < 0:
            continue
        for holder in range(2):
            neighbour = left if holder == 0 else right
            if PACKET[s.players][s.age][s.turn][neighbour] == packet:
                n = may_hold(s, seat, packet, sight, _HELD + holder * KINDS, which, n)
        for turn in range(s.turn + 1, TURNS):
            if PACKET[s.players][s.age][turn][seat] == packet:
                later = 0 if turn - s.turn <= SOON else 1
                n = may_hold(s, seat, packet, sight, _COMING + later * KINDS, which, n)
                break
    return without_repeats(which, first, n)


@compiled
def stand_now(s: State, standing: Ints) -> None:
    """The points of all cities as if the game ended now, found once for the features of all seats."""
    for city in range(s.cities):
        standing[city] = score_city(s, city, standing, CITIES)


@compiled
def features_of(s: State, seat: int, standing: Ints, which: Ints) -> int:
    """Writes the features of a position as a seat knows it; returns how many. `standing` is from `stand_now`."""
    left = LEFT[s.players][seat]
    right = RIGHT[s.players][seat]
    which[0] = _TURN + s.age * TURNS + s.turn
    which[1] = _SIZE + s.players - 2
    mine = 0
    if s.phase != CHOOSE and decider(s, s.actor) == seat:
        mine = 1
    which[2] = _PHASE + s.phase * 2 + mine
    which[3] = _EDITION + s.edition
    n = 4
    if s.players == 2:
        side = 0 if left == FREE_CITY else 1
        which[n] = _FREE_CITY + side * 2 + (1 if controller(s) == seat else 0)
        n += 1
    for side in range(2):
        other = left if side == 0 else right
        lead = min(max(s.shields[seat] - s.shields[other], -MAX_LEAD), MAX_LEAD) + MAX_LEAD
        which[n] = _LEAD + (side * AGES + s.age) * (2 * MAX_LEAD + 1) + lead
        n += 1
    n = city_features(s, OWN, seat, standing[seat], which, n)
    n = city_features(s, ON_LEFT, left, standing[left], which, n)
    n = city_features(s, ON_RIGHT, right, standing[right], which, n)
    n = rest_features(s, seat, left, right, standing, which, n)
    return hand_features(s, seat, left, right, which, n)


@compiled
def features(states: State.Array, i: int, seat: int, standing: Ints, which: Ints) -> int:
    """`features_of` with what it needs, for callers in Python; `standing` has STANDING_ROOM numbers."""
    stand_now(states[i], standing)
    return features_of(states[i], seat, standing, which)


STANDING_ROOM = CITIES + POINT_KINDS  # the points of all cities, and room to count those of one
