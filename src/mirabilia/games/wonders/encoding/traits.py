"""What a network sees of a decision of 7 Wonders: a few traits, each a number; the policy adds up what they are worth.

The card built, or the stage with the card buried for it, or the card discarded or revived, and the coins that go to the
neighbours. Decisions for the Free City have traits of their own.
"""

from __future__ import annotations

from mirabilia.encoding.blocks import Axis, size_of, starts_of
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.wonders.rules.options import next_stage
from mirabilia.games.wonders.rules.state import (
    BUILD,
    DISCARD,
    FREE_BUILD,
    REVIVE,
    STAGE_BUILT,
    State,
    card_of,
    is_free_city,
    kind_of,
    left_of,
    right_of,
)
from mirabilia.games.wonders.rules.tables import CARD_NAMES, EFFECTS, FREE_CITY, KINDS, NONE, STAGE_NAMES

MAX_COINS = 6  # more coins to a neighbour count as this
OWNERS = 2  # one's own city, the Free City

BLOCKS: dict[str, tuple[Axis, ...]] = {
    "build": (OWNERS, CARD_NAMES),
    "stage": (OWNERS, STAGE_NAMES),
    "bury": (OWNERS, CARD_NAMES),
    "discard": (OWNERS, CARD_NAMES),
    "free_build": (OWNERS, CARD_NAMES),
    "revive": (OWNERS, (*CARD_NAMES, "none")),
    "pay_left": (MAX_COINS + 1,),
    "pay_right": (MAX_COINS + 1,),
}

STARTS = starts_of(BLOCKS)
TRAITS = size_of(BLOCKS)
MAX_TRAITS = 4  # traits of a decision at most

_BUILD, _STAGE, _BURY, _DISCARD = (STARTS[k] for k in ("build", "stage", "bury", "discard"))
_FREE_BUILD, _REVIVE = STARTS["free_build"], STARTS["revive"]
_PAY_LEFT, _PAY_RIGHT = STARTS["pay_left"], STARTS["pay_right"]


@compiled
def traits_of(s: State, seat: int, code: int, which: Ints, at: int) -> int:
    """Writes the traits of a seat's decision from `which[at]` on; returns how many."""
    kind = kind_of(code)
    card = card_of(code)
    owner = 1 if s.players == 2 and is_free_city(code) else 0
    n = at
    if kind == BUILD:
        which[n] = _BUILD + owner * KINDS + card
    elif kind == STAGE_BUILT:
        stage = next_stage(s, FREE_CITY if owner else seat)
        which[n] = _STAGE + owner * (EFFECTS - KINDS) + stage - KINDS
        which[n + 1] = _BURY + owner * KINDS + card
        n += 1
    elif kind == DISCARD:
        which[n] = _DISCARD + owner * KINDS + card
    elif kind == FREE_BUILD:
        which[n] = _FREE_BUILD + owner * KINDS + card
    elif kind == REVIVE:
        which[n] = _REVIVE + owner * (KINDS + 1) + (KINDS if card == NONE else card)
    n += 1
    left = min(left_of(code), MAX_COINS)
    right = min(right_of(code), MAX_COINS)
    if left:
        which[n] = _PAY_LEFT + left
        n += 1
    if right:
        which[n] = _PAY_RIGHT + right
        n += 1
    return n - at
