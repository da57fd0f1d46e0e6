"""What a network sees of a decision of Duel: a few traits, each a number; the policy adds up what they are worth.

A card built, discarded or buried, a wonder, a token, the price in coins, and what taking the card uncovers. Traits of
one decision never repeat.
"""

from __future__ import annotations

from mirabilia.encoding.blocks import Axis, size_of, starts_of
from mirabilia.engine.compiling import Ints, compiled
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
    slot_of,
)
from mirabilia.games.duel.rules.tables import CARD_NAMES, COVERED_BY, COVERS, TOKEN_NAMES, WONDER_NAMES

MAX_PRICE = 10  # a higher price counts as this
FREES = 6  # none, one seen, two seen, one hidden, one of each, two hidden

BLOCKS: dict[str, tuple[Axis, ...]] = {
    "pick": (WONDER_NAMES,),
    "build": (CARD_NAMES,),
    "discard": (CARD_NAMES,),
    "wonder": (WONDER_NAMES,),
    "bury": (CARD_NAMES,),
    "take": (TOKEN_NAMES,),
    "keep": (TOKEN_NAMES,),
    "destroy": (CARD_NAMES,),
    "revive": (CARD_NAMES,),
    "start": (2,),  # oneself, the other
    "build_price": (MAX_PRICE + 1,),
    "wonder_price": (MAX_PRICE + 1,),
    "frees": (3, FREES),  # by kind: build, discard, wonder
}

STARTS = starts_of(BLOCKS)
TRAITS = size_of(BLOCKS)
MAX_TRAITS = 4  # traits of a decision at most

_PICK, _BUILD, _DISCARD, _WONDER, _BURY = (STARTS[k] for k in ("pick", "build", "discard", "wonder", "bury"))
_TAKE, _KEEP, _DESTROY, _REVIVE, _START = (STARTS[k] for k in ("take", "keep", "destroy", "revive", "start"))
_BUILD_PRICE, _WONDER_PRICE, _FREES = STARTS["build_price"], STARTS["wonder_price"], STARTS["frees"]


@compiled
def frees_of(s: State, slot: int) -> int:
    """What taking the card of a place uncovers: cards seen and cards hidden, as one number."""
    number = 0
    hidden = 0
    for k in range(2):
        below = COVERS[s.age][slot][k]
        if below >= 0 and not COVERED_BY[s.age][below] & s.present & ~(1 << slot):
            if (s.up >> below) & 1:
                number += 1
            else:
                hidden += 1
    return number + 3 * hidden - (hidden == 2)


@compiled
def traits_of(s: State, code: int, which: Ints, at: int) -> int:
    """Writes the traits of a decision from `which[at]` on; returns how many."""
    kind = kind_of(code)
    card = card_of(code)
    if kind == BUILD or kind == DISCARD or kind == WONDER:
        price = min(coins_of(code), MAX_PRICE)
        frees = frees_of(s, slot_of(code))
        if kind == BUILD:
            which[at] = _BUILD + card
            which[at + 1] = _FREES + frees
            which[at + 2] = _BUILD_PRICE + price
            return 3
        if kind == DISCARD:
            which[at] = _DISCARD + card
            which[at + 1] = _FREES + FREES + frees
            return 2
        which[at] = _WONDER + s.wonders[s.actor][place_of(code)]
        which[at + 1] = _FREES + 2 * FREES + frees
        which[at + 2] = _WONDER_PRICE + price
        which[at + 3] = _BURY + card
        return 4
    start = _START
    if kind == PICK:
        start = _PICK
    elif kind == TAKE_TOKEN:
        start = _TAKE
    elif kind == KEEP_TOKEN:
        start = _KEEP
    elif kind == DESTROY_CARD:
        start = _DESTROY
    elif kind == REVIVE_CARD:
        start = _REVIVE
    which[at] = start + (card ^ s.actor if kind == START else card)
    return 1
