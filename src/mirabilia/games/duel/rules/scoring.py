"""Points of Duel: by category, now or at the end, and who wins a civilian victory.

Counting for guilds and for coins per card is one function, so that what a card pays and what it scores agree.
"""

from __future__ import annotations

from mirabilia.engine.bits import lowest, members
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.duel.rules.state import OVER, State, has_card
from mirabilia.games.duel.rules.tables import (
    CARD_COLOR,
    CARD_WORDS,
    CARDS,
    CARDS_A_WORD,
    CATEGORIES,
    CATEGORY_OF_COLOR,
    CIVILIAN,
    COINS_PER_POINT,
    COLOR_COUNT,
    COUNT_CARDS,
    COUNT_NOTHING,
    COUNT_TOKENS,
    COUNT_TRIPLETS,
    COUNT_WONDERS,
    FIRST_TOKEN,
    FIRST_WONDER,
    MILITARY,
    POINTS,
    POINTS_PER,
    PROGRESS,
    TOKENS,
    TREASURY,
    WONDER_POINTS,
    ZONE_POINTS,
)

CATEGORY_COUNT = len(CATEGORIES)
SCORE_WIDTH = CATEGORY_COUNT + 1  # numbers that `score` writes for a seat: the categories and the total
SCORE_ROOM = 2 * SCORE_WIDTH
SHARED_WIN = 2


@compiled
def count_in_city(s: State, seat: int, what: int, colors: int) -> int:
    """How many of `what` the seat's city has."""
    if what == COUNT_CARDS:
        count = 0
        for color in range(COLOR_COUNT):
            if (colors >> color) & 1:
                count += s.colors[seat][color]
        return count
    if what == COUNT_WONDERS:
        return members(s.wonder_built[seat])
    if what == COUNT_TRIPLETS:
        return s.coins[seat] // COINS_PER_POINT
    if what == COUNT_TOKENS:
        return members(s.tokens[seat])
    return 0


@compiled
def count_for(s: State, seat: int, what: int, amount: int, colors: int, most: int) -> int:
    """A row of COINS_PER or POINTS_PER in numbers; "most" takes the larger city as a whole (rulings 26, 58-60)."""
    count = count_in_city(s, seat, what, colors)
    if most:
        count = max(count, count_in_city(s, 1 - seat, what, colors))
    return count * amount


@compiled
def thing_points(s: State, seat: int, thing: int) -> int:
    """Points of one card, wonder or token at the end."""
    points = POINTS[thing]
    if POINTS_PER[thing][0] != COUNT_NOTHING:
        rule = POINTS_PER[thing]
        points += count_for(s, seat, rule[0], rule[1], rule[2], rule[3])
    return points


@compiled
def military_points(s: State, seat: int) -> int:
    """Points for the player ahead, by the pawn's distance (ruling 57)."""
    lead = s.pawn * (1 - 2 * seat)
    return ZONE_POINTS[lead] if lead > 0 else 0


@compiled
def civilian_points(s: State, seat: int) -> int:
    """Points on blue cards: the tie-break."""
    points = 0
    for card in range(CARDS):
        if CATEGORY_OF_COLOR[CARD_COLOR[card]] == CIVILIAN and has_card(s, seat, card):
            points += thing_points(s, seat, card)
    return points


@compiled
def total_points(s: State, seat: int) -> int:
    """All points of a seat if the game ended now (ruling 57)."""
    points = military_points(s, seat) + s.coins[seat] // COINS_PER_POINT
    for word in range(CARD_WORDS):
        cards = s.cards[seat][word]
        while cards:
            points += thing_points(s, seat, word * CARDS_A_WORD + lowest(cards))
            cards &= cards - 1
    for place in range(s.wonders_owned[seat]):
        if (s.wonder_built[seat] >> place) & 1:
            points += thing_points(s, seat, FIRST_WONDER + s.wonders[seat][place])
    tokens = s.tokens[seat]
    while tokens:
        points += thing_points(s, seat, FIRST_TOKEN + lowest(tokens))
        tokens &= tokens - 1
    return points


@compiled
def score_city(s: State, seat: int, out: Ints, at: int) -> int:
    """Writes a city's points by category from `out[at]` on and returns the total."""
    for category in range(CATEGORY_COUNT):
        out[at + category] = 0
    out[at + MILITARY] = military_points(s, seat)
    out[at + TREASURY] = s.coins[seat] // COINS_PER_POINT
    for card in range(CARDS):
        if has_card(s, seat, card):
            out[at + CATEGORY_OF_COLOR[CARD_COLOR[card]]] += thing_points(s, seat, card)
    for place in range(s.wonders_owned[seat]):
        if (s.wonder_built[seat] >> place) & 1:
            out[at + WONDER_POINTS] += thing_points(s, seat, FIRST_WONDER + s.wonders[seat][place])
    for token in range(TOKENS):
        if (s.tokens[seat] >> token) & 1:
            out[at + PROGRESS] += thing_points(s, seat, FIRST_TOKEN + token)
    total = 0
    for category in range(CATEGORY_COUNT):
        total += out[at + category]
    return total


@compiled
def score(states: State.Array, i: int, out: Ints) -> None:
    """Writes for both seats the points by category (`tables.CATEGORIES`) and the total, as if the game ended now."""
    s = states[i]
    for seat in range(2):
        at = seat * SCORE_WIDTH
        out[at + CATEGORY_COUNT] = score_city(s, seat, out, at)


@compiled
def civilian_winner(s: State) -> int:
    """Who wins on points: more points, then more points on blue cards, else both (ruling 61)."""
    lead = total_points(s, 0) - total_points(s, 1)
    if lead == 0:
        lead = civilian_points(s, 0) - civilian_points(s, 1)
    return 0 if lead > 0 else (1 if lead < 0 else SHARED_WIN)


@compiled
def winners(states: State.Array, i: int, out: Ints) -> int:
    """The set of winning seats as bits; before the end, of those who lead on points. `out` as for `score`."""
    s = states[i]
    score(states, i, out)
    winner = s.winner if s.phase == OVER else civilian_winner(s)
    return 3 if winner == SHARED_WIN else 1 << winner
