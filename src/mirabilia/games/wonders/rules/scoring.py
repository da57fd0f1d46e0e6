"""Final scoring in seven categories (rulings 48 to 50), of any state: before the end it tells what stands so far."""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.wonders.rules.options import has
from mirabilia.games.wonders.rules.state import POINT_KINDS, State
from mirabilia.games.wonders.rules.tables import (
    CATEGORY,
    CITIES,
    COINS_PER_POINT,
    COUNTED,
    COUNTING_CARD_COUNT,
    COUNTING_CARDS,
    DEFEAT_TOKEN,
    DEFEATS,
    GUILD_CARDS,
    GUILD_COUNT,
    GUILDS,
    LEFT,
    LEFT_SIDE,
    MILITARY,
    POINTS,
    POINTS_IF,
    POINTS_PER,
    RIGHT,
    RIGHT_SIDE,
    SCIENCE,
    SELF,
    SET_POINTS,
    STAGES,
    SYMBOL,
    TREASURY,
    WILD,
    WONDER_STAGE,
)

SCORE_WIDTH = POINT_KINDS + 1  # numbers that `score` writes for a seat: the categories and the total
SCORE_ROOM = CITIES * SCORE_WIDTH


_KINDS_COUNTED = len(COUNTED)


@compiled
def tally(s: State, city: int, what: int, whose: int) -> int:
    """How many of the things in the set `what` stand in the cities of the set `whose`, seen from a city."""
    total = 0
    for kind in range(_KINDS_COUNTED):
        if what >> kind & 1:
            if whose & SELF:
                total += s.count[city][kind]
            if whose & LEFT_SIDE:
                total += s.count[LEFT[s.players][city]][kind]
            if whose & RIGHT_SIDE:
                total += s.count[RIGHT[s.players][city]][kind]
    return total


@compiled
def science_points(a: int, b: int, c: int) -> int:
    """Each symbol's number squared, and points for every set of all three (ruling 49)."""
    return a * a + b * b + c * c + SET_POINTS * min(a, min(b, c))


@compiled
def best_science(s: State, city: int, more_wilds: int) -> int:
    """Science with every wild symbol chosen best: all ways are tried (35)."""
    symbols = s.symbols[city]
    wilds = symbols[WILD] + more_wilds
    best = 0
    for a in range(wilds + 1):
        for b in range(wilds - a + 1):
            points = science_points(symbols[0] + a, symbols[1] + b, symbols[2] + wilds - a - b)
            best = max(best, points)
    return best


@compiled
def counted_points(s: State, city: int, card: int) -> int:
    """Points of a card that counts things or asks for a complete wonder (R2-7), seen from a city."""
    points = 0
    if POINTS_IF[card] != 0 and s.count[city][WONDER_STAGE] == STAGES[s.board[city]]:
        points = POINTS_IF[card]
    return points + POINTS_PER[card][0] * tally(s, city, POINTS_PER[card][1], POINTS_PER[card][2])


@compiled
def copy_guilds(s: State, city: int, out: Ints, at: int) -> None:
    """Scores the neighbours' guild that brings most, once per power (45; 10.11). A copy is no purple card (9.3)."""
    wilds = 0
    copied = 0  # bits of guilds already copied: a second power takes another
    for _ in range(s.copies[city]):
        best = 0
        best_guild = -1
        best_place = 0
        for k in range(GUILD_COUNT[s.edition]):
            guild = GUILD_CARDS[s.edition][k]
            if copied >> k & 1 or not (has(s, LEFT[s.players][city], guild) or has(s, RIGHT[s.players][city], guild)):
                continue
            points = POINTS[guild] + counted_points(s, city, guild)
            if SYMBOL[guild] == WILD:
                points += best_science(s, city, wilds + 1) - best_science(s, city, wilds)
            # on a tie a guild without a symbol is copied
            if points > best or (points == best and best_guild >= 0 and SYMBOL[best_guild] == WILD):
                best = points
                best_guild = guild
                best_place = k
        if best_guild >= 0:
            copied |= 1 << best_place
            if SYMBOL[best_guild] == WILD:
                gain = best_science(s, city, wilds + 1) - best_science(s, city, wilds)
                wilds += 1
                out[at + SCIENCE] += gain
                best -= gain
            out[at + GUILDS] += best


@compiled
def score_city(s: State, city: int, out: Ints, at: int) -> int:
    """Writes a city's points by category from `out[at]` on and returns the total."""
    for category in range(POINT_KINDS):
        out[at + category] = s.points[city][category]
    out[at + MILITARY] += DEFEAT_TOKEN * s.count[city][DEFEATS]
    out[at + TREASURY] += s.coins[city] // COINS_PER_POINT
    out[at + SCIENCE] += best_science(s, city, 0)
    for k in range(COUNTING_CARD_COUNT[s.edition]):
        card = COUNTING_CARDS[s.edition][k]
        if has(s, city, card):
            out[at + CATEGORY[card]] += counted_points(s, city, card)
    if s.copies[city] > 0:
        copy_guilds(s, city, out, at)
    total = 0
    for category in range(POINT_KINDS):
        total += out[at + category]
    return total


@compiled
def score_all(s: State, out: Ints) -> None:
    """Writes for every seat seven categories and the total: SCORE_WIDTH numbers a seat. The Free City has no score."""
    for seat in range(s.players):
        at = seat * SCORE_WIDTH
        out[at + POINT_KINDS] = score_city(s, seat, out, at)


@compiled
def leaders(s: State, out: Ints) -> int:
    """The set of leading seats as bits: most points, then most coins, then together (50). `out` holds the scores."""
    best = -1000000
    won = 0
    for seat in range(s.players):
        rank = out[seat * SCORE_WIDTH + POINT_KINDS] * 4096 + s.coins[seat]
        if rank > best:
            best = rank
            won = 0
        if rank == best:
            won |= 1 << seat
    return won


@compiled
def score(states: State.Array, i: int, out: Ints) -> None:
    """Writes for every seat the points by category (`tables.CATEGORIES`) and the total, as if the game ended now."""
    score_all(states[i], out)


@compiled
def winners(states: State.Array, i: int, out: Ints) -> int:
    """The set of winning seats as bits; before the end, of those who lead. `out` as for `score`."""
    score_all(states[i], out)
    return leaders(states[i], out)
