"""Replacing everything a seat cannot know by a random arrangement consistent with all it has seen.

Hidden in Duel, and the same for both players but for one thing: face-down cards of the layout (a guild's back shows
that it is one), the cards left in the box, the ages not yet laid out, wonders of a later draft round, and which
tokens the box would give. The exception is the player who is looking at the tokens drawn from the box.

Every arrangement is equally likely: an unseen card of an age is as likely to lie in one face-down place as in any
other, or in the box.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.duel.rules.setup import deal_deck, draw_library, shuffle_first
from mirabilia.games.duel.rules.state import DRAFT, LIBRARY, OVER, State
from mirabilia.games.duel.rules.tables import (
    CARD_COLOR,
    DECK_SIZES,
    DECKS,
    DRAFT_ROUND,
    DRAFTED,
    GUILD_COUNT,
    GUILDS,
    PURPLE,
    SLOTS,
    WONDERS,
)


@compiled
def is_seen(s: State, hidden: int, card: int) -> bool:
    """Whether the card lies or lay face up in the present age's layout."""
    for slot in range(SLOTS):
        if s.deck[s.age][slot] == card:
            return not (hidden >> slot) & 1
    return False


@compiled
def redeal_face_down(s: State, pool: Ints, rng: Ints) -> None:
    """Shuffles the unseen cards of the present age into its face-down places, guild backs with guilds."""
    hidden = s.present & ~s.up
    if hidden == 0:
        return
    age = s.age
    for guilds in range(2):
        size = 0
        count = GUILD_COUNT if guilds else DECK_SIZES[age]
        for k in range(count):
            card = GUILDS[k] if guilds else DECKS[age][k]
            if not is_seen(s, hidden, card):
                pool[size] = card
                size += 1
        wanted = 0
        for slot in range(SLOTS):
            if (hidden >> slot) & 1 and (CARD_COLOR[s.deck[age][slot]] == PURPLE) == (guilds == 1):
                wanted += 1
        shuffle_first(pool, size, wanted, rng)
        drawn = 0
        for slot in range(SLOTS):
            if (hidden >> slot) & 1 and (CARD_COLOR[s.deck[age][slot]] == PURPLE) == (guilds == 1):
                s.deck[age][slot] = pool[drawn]
                drawn += 1


@compiled
def redeal_wonders(s: State, pool: Ints, rng: Ints) -> None:
    """While the draft goes on: the wonders of rounds not yet shown are any that were not shown."""
    shown = (s.picks // DRAFT_ROUND + 1) * DRAFT_ROUND
    seen = 0
    for place in range(min(shown, DRAFTED)):
        seen |= 1 << s.offered[place]
    size = 0
    for wonder in range(WONDERS):
        if not (seen >> wonder) & 1:
            pool[size] = wonder
            size += 1
    shuffle_first(pool, size, DRAFTED - shown, rng)
    for place in range(shown, DRAFTED):
        s.offered[place] = pool[place - shown]


@compiled
def redeal(states: State.Array, i: int, seat: int, scratch: Ints, rng: Ints) -> bool:
    """Replaces in state `i` what `seat` cannot know (-1: a spectator); a finished game is open to all and stays.

    `scratch` holds SCRATCH numbers. Always true: an arrangement is always found.
    """
    s = states[i]
    if s.phase == OVER:
        return True
    if s.phase == DRAFT:
        # no layout lies on the table during the draft
        deal_deck(s, 0, scratch, rng)
        redeal_wonders(s, scratch, rng)
    else:
        redeal_face_down(s, scratch, rng)
    for age in range(s.age + 1, 3):
        deal_deck(s, age, scratch, rng)
    if s.library and not (s.phase == LIBRARY and s.actor == seat):
        draw_library(s, scratch, rng)
    return True
