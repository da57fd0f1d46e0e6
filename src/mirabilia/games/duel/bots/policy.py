"""A quick guess what a single decision of Duel is worth, in eighths of a victory point.

The search guides its play-outs by it, and the exact end tries likely decisions first. It looks at the decision and the
city it falls into, not at replies: goods matter early, extra turns and science pairs always, shields more the closer
the capital is. The numbers are rounded from experience with many self-played games, not derived.
"""

from __future__ import annotations

from mirabilia.engine.bits import members
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import table
from mirabilia.engine.rng import below
from mirabilia.games.duel.rules.apply import discard_gain
from mirabilia.games.duel.rules.scoring import count_for
from mirabilia.games.duel.rules.state import (
    BUILD,
    DESTROY_CARD,
    DISCARD,
    KEEP_TOKEN,
    PICK,
    REVIVE_CARD,
    START,
    TAKE_TOKEN,
    WONDER,
    State,
    card_of,
    coins_of,
    kind_of,
    place_of,
)
from mirabilia.games.duel.rules.tables import (
    CAPITAL,
    CARD_COLOR,
    CATALOG,
    CHOICE,
    COINS,
    COINS_PER,
    DESTROYS,
    EXTRA_TURN,
    FIRST_TOKEN,
    FIRST_WONDER,
    GOOD_COUNT,
    LANE_BITS,
    LANE_MASK,
    LIBRARY_DRAW,
    OPPONENT_LOSES,
    POINTS,
    POINTS_PER,
    PRODUCES,
    RED,
    REVIVES,
    SCIENCE,
    SHIELDS,
    SYMBOLS_FOR_TOKEN,
    SYMBOLS_TO_WIN,
    ZONE_POINTS,
)

WIN = 2000
COIN = 3  # a coin is a third of a point
# the first, second and third unit of a good, by age
GOOD_WORTH = table([[34, 22, 8, 0], [22, 14, 8, 2], [2, 2, 0, 0]])
CHOICE_WORTH = table([30, 22, 2])
CHEAP_WORTH = table([22, 18, 2])
CHAIN_WORTH = table([12, 10, 0])
EXTRA_TURN_WORTH = 44
TOKEN_WORTH = 56
LIBRARY_WORTH = 60
REVIVE_WORTH = 44
DESTROY_WORTH = 30
GIVES_CHAIN = table([int(card.chain is not None) for card in CATALOG.cards] + [0] * 64)
CHEAP_COUNT = table([len(card.effect.trade_price_one) for card in CATALOG.cards] + [0] * 64)


@compiled
def military_worth(s: State, seat: int, shields: int) -> int:
    """What moving the pawn is worth: zones gained, and danger."""
    lead = s.pawn * (1 - 2 * seat)
    after = lead + shields
    if after >= CAPITAL:
        return WIN
    before_points = ZONE_POINTS[lead] if lead > 0 else -ZONE_POINTS[-lead]
    after_points = ZONE_POINTS[after] if after > 0 else -ZONE_POINTS[-after]
    worth = 6 * shields + 4 * (after_points - before_points)
    if after >= 5:
        worth += 6 * (after - 4)
    if lead <= -5:
        worth += 10 * shields
    return worth


@compiled
def science_worth(s: State, seat: int, symbol: int) -> int:
    """What a symbol is worth: the win, a token for a pair, or progress towards six."""
    if s.symbols[seat][symbol] == 0:
        distinct = s.distinct_symbols[seat] + 1
        if distinct >= SYMBOLS_TO_WIN:
            return WIN
        return 10 + 3 * distinct * distinct
    if s.symbols[seat][symbol] + 1 == SYMBOLS_FOR_TOKEN and s.board_tokens:
        return TOKEN_WORTH
    return 0


@compiled
def goods_worth(s: State, seat: int, produced: int) -> int:
    """What fixed production is worth: less the more of it the city has."""
    worth = 0
    age = s.age
    for good in range(GOOD_COUNT):
        units = (produced >> (LANE_BITS * good)) & LANE_MASK
        if units:
            have = (s.goods[seat] >> (LANE_BITS * good)) & LANE_MASK
            for more in range(units):
                worth += GOOD_WORTH[age][min(3, have + more)]
    return worth


@compiled
def thing_worth(s: State, seat: int, thing: int) -> int:
    """What owning a card, wonder or token adds, before its price."""
    worth = 8 * POINTS[thing] + COIN * COINS[thing]
    if COINS_PER[thing][0]:
        rule = COINS_PER[thing]
        worth += COIN * count_for(s, seat, rule[0], rule[1], rule[2], rule[3])
    if POINTS_PER[thing][0]:
        rule = POINTS_PER[thing]
        worth += 8 * count_for(s, seat, rule[0], rule[1], rule[2], rule[3])
    if PRODUCES[thing]:
        worth += goods_worth(s, seat, PRODUCES[thing])
    if CHOICE[thing] >= 0:
        worth += CHOICE_WORTH[s.age]
    shields = SHIELDS[thing]
    if shields:
        if thing < FIRST_WONDER and CARD_COLOR[thing] == RED:
            shields += s.red_shields[seat]
        worth += military_worth(s, seat, shields)
    if SCIENCE[thing] >= 0:
        worth += science_worth(s, seat, SCIENCE[thing])
    return worth


@compiled
def card_worth(s: State, seat: int, card: int) -> int:
    """What building a card adds, before its price."""
    return thing_worth(s, seat, card) + CHEAP_COUNT[card] * CHEAP_WORTH[s.age] + GIVES_CHAIN[card] * CHAIN_WORTH[s.age]


@compiled
def wonder_worth(s: State, seat: int, wonder: int) -> int:
    """What building a wonder adds, before its price; `wonder` is numbered among things."""
    worth = thing_worth(s, seat, wonder) + COIN * OPPONENT_LOSES[wonder]
    if EXTRA_TURN[wonder] or s.always_extra[seat]:
        if members(s.present) > 1:  # with the last card of an age it is lost
            worth += EXTRA_TURN_WORTH
    if LIBRARY_DRAW[wonder]:
        worth += LIBRARY_WORTH
    if REVIVES[wonder]:
        worth += REVIVE_WORTH
    if DESTROYS[wonder] >= 0:
        worth += DESTROY_WORTH
    return worth


@compiled
def worth_of(s: State, code: int) -> int:
    """What the decision `code` is worth to the seat to act."""
    me = s.actor
    kind = kind_of(code)
    card = card_of(code)
    if kind == BUILD:
        return card_worth(s, me, card) - COIN * coins_of(code)
    if kind == DISCARD:
        return COIN * discard_gain(s, me)
    if kind == WONDER:
        wonder = FIRST_WONDER + s.wonders[me][place_of(code)]
        # a card that would help the opponent is the better one to bury
        denied = card_worth(s, 1 - me, card) >> 2
        return wonder_worth(s, me, wonder) + min(denied, 60) - COIN * coins_of(code)
    if kind == PICK:
        return wonder_worth(s, me, FIRST_WONDER + card)
    if kind == TAKE_TOKEN or kind == KEEP_TOKEN:
        return TOKEN_WORTH + thing_worth(s, me, FIRST_TOKEN + card)
    if kind == DESTROY_CARD:
        return 30
    if kind == REVIVE_CARD:
        return card_worth(s, me, card)
    if kind == START:
        return 20 if card == me else 0
    return 0


@compiled
def pick_by_tournament(s: State, buffer: Ints, count: int, rounds: int, rng: Ints) -> int:
    """The best of `rounds` decisions drawn at random: guidance that costs little."""
    best = buffer[below(rng, count)]
    if rounds < 2 or count == 1:
        return best
    best_worth = worth_of(s, best)
    for _ in range(rounds - 1):
        code = buffer[below(rng, count)]
        if code != best:
            worth = worth_of(s, code)
            if worth > best_worth:
                best = code
                best_worth = worth
    return best
