"""The decisions of Duel as a fixed set of numbers.

An action says what is done with which card, wonder or token, and nothing that changes from position to position: no
price, no slot, no place in a list. In order: draft a wonder; build a card; discard a card; build a wonder with a card
(by wonder, then card); take a token; keep a token from the box; revive a card; destroy a card; name the starter.
"""

from __future__ import annotations

from mirabilia.encoding.actions import LOOPS
from mirabilia.engine.binding import bind
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.inlining import inlined
from mirabilia.engine.records import table
from mirabilia.games.duel.catalog import COLORS
from mirabilia.games.duel.rules.options import options  # noqa: F401  (the loops call it)
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
    kind_of,
    place_of,
)
from mirabilia.games.duel.rules.tables import CARDS, CATALOG, DESTROYS, TOKENS, WONDERS, WONDERS_EACH

_destroyable = {COLORS[color] for color in DESTROYS if color >= 0}  # colours that some wonder can destroy
_targets = [card.color in _destroyable for card in CATALOG.cards]

DRAFT_AT = 0
BUILD_AT = DRAFT_AT + WONDERS
DISCARD_AT = BUILD_AT + CARDS
WONDER_AT = DISCARD_AT + CARDS
TOKEN_AT = WONDER_AT + WONDERS * CARDS
LIBRARY_AT = TOKEN_AT + TOKENS
REVIVE_AT = LIBRARY_AT + TOKENS
DESTROY_AT = REVIVE_AT + CARDS
STARTER_AT = DESTROY_AT + sum(_targets)
NUM_ACTIONS = STARTER_AT + 2

_DESTROYS_AT = table([DESTROY_AT + sum(_targets[:card]) for card in range(CARDS)])

_kinds = {
    PICK: DRAFT_AT,
    BUILD: BUILD_AT,
    DISCARD: DISCARD_AT,
    WONDER: WONDER_AT,
    TAKE_TOKEN: TOKEN_AT,
    KEEP_TOKEN: LIBRARY_AT,
    DESTROY_CARD: DESTROY_AT,
    REVIVE_CARD: REVIVE_AT,
    START: STARTER_AT,
}
_KIND_AT = table([_kinds[kind] for kind in range(len(_kinds))])
_A_WONDER = table([CARDS if kind == WONDER else 0 for kind in range(len(_kinds))])  # actions of one wonder


def _names() -> tuple[str, ...]:
    cards = [card.name for card in CATALOG.cards]
    wonders = [wonder.name for wonder in CATALOG.wonders]
    tokens = [token.name for token in CATALOG.tokens]
    return (
        *(f"draft {wonder}" for wonder in wonders),
        *(f"build {card}" for card in cards),
        *(f"discard {card}" for card in cards),
        *(f"wonder {wonder} with {card}" for wonder in wonders for card in cards),
        *(f"token {token}" for token in tokens),
        *(f"library {token}" for token in tokens),
        *(f"revive {card}" for card in cards),
        *(f"destroy {card}" for card, hit in zip(cards, _targets, strict=True) if hit),
        *(f"starter {seat}" for seat in range(2)),
    )


NAMES = _names()
assert len(NAMES) == NUM_ACTIONS


@inlined
def action_at(states: State.Array, i: int, codes: Ints, count: int, k: int) -> int:
    """The action of option `k` among the `count` codes that the rules listed for state `i`."""
    # Looked up without asking for the kind: which one comes next is hard to predict.
    code = codes[k]
    kind = kind_of(code)
    number = card_of(code)
    if kind == DESTROY_CARD:
        return _DESTROYS_AT[number]
    s = states[i]
    wonder = s.wonders[s.actor][place_of(code) % WONDERS_EACH]
    return _KIND_AT[kind] + wonder * _A_WONDER[kind] + number


@compiled
def action_of_code(states: State.Array, i: int, codes: Ints, count: int, k: int) -> int:
    """`action_at`, for callers in Python and outside hot loops."""
    return action_at(states, i, codes, count, k)


bind(globals(), LOOPS)
