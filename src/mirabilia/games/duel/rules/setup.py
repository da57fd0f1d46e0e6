"""The start of a game: from a deal of numbers, or dealt at random inside compiled code.

`start` expects `deck`, `offered`, `box_tokens`, `board_tokens`, `library` and `first` to be filled and sets everything
else. Checking a deal given by a person is the border's work (`mirabilia.game.duel_deal`).
"""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import plain
from mirabilia.engine.rng import below
from mirabilia.games.duel.rules.apply import lay_out
from mirabilia.games.duel.rules.recount import clear_city, set_unit_prices
from mirabilia.games.duel.rules.state import DRAFT, NOBODY, TURN, State
from mirabilia.games.duel.rules.tables import (
    CARD_WORDS,
    DECK_SIZES,
    DECKS,
    DRAFT_ORDER,
    DRAFTED,
    GUILD_COUNT,
    GUILDS,
    GUILDS_DEALT,
    LIBRARY_SIZE,
    SLOTS,
    START_COINS,
    TOKENS,
    TOKENS_IN_BOX,
    TOKENS_ON_BOARD,
    WONDERS,
    WONDERS_EACH,
)

SCRATCH = max(*plain(DECK_SIZES), GUILD_COUNT, SLOTS, WONDERS, TOKENS)  # numbers that dealing works with


@compiled
def give_wonders(s: State) -> None:
    """No draft: the first half of the wonders goes to the first player, the rest to the second (ruling 4)."""
    for place in range(DRAFTED):
        seat = s.first if place < WONDERS_EACH else 1 - s.first
        s.wonders[seat][place % WONDERS_EACH] = s.offered[place]
        s.wonders_owned[seat] += 1
    s.offered_left = 0
    s.picks = DRAFTED


@compiled
def start_game(s: State, draft: int) -> None:
    """Clears everything that play changes; without a draft the first four wonders offered go to the first player."""
    for seat in range(2):
        s.coins[seat] = START_COINS
        s.tokens[seat] = 0
        s.looted[seat] = 0
        s.wonders_owned[seat] = 0
        s.wonder_built[seat] = 0
        clear_city(s, seat)
        for k in range(CARD_WORDS):
            s.cards[seat][k] = 0
            s.discarded[k] = 0
        for k in range(WONDERS_EACH):
            s.wonders[seat][k] = NOBODY
            s.under[seat][k] = NOBODY
    set_unit_prices(s, 0)
    set_unit_prices(s, 1)
    s.pawn = 0
    s.pending = 0
    s.destroy_color = 0
    s.taken = 0
    s.extra_turn = 0
    s.winner = NOBODY
    s.victory = 0
    s.built_wonders = 0
    s.picks = 0
    s.offered_left = (1 << DRAFTED) - 1
    lay_out(s, 0, None)
    if draft:
        s.phase = DRAFT
        s.actor = s.first ^ DRAFT_ORDER[0]
    else:
        give_wonders(s)
        s.phase = TURN
        s.actor = s.first


@compiled
def start(states: State.Array, i: int, draft: int) -> None:
    """`start_game`, for callers in Python."""
    start_game(states[i], draft)


@compiled
def shuffle_first(pool: Ints, size: int, wanted: int, rng: Ints) -> None:
    """Puts `wanted` random entries of the first `size` to the front of `pool`."""
    for k in range(wanted):
        other = k + below(rng, size - k)
        pool[k], pool[other] = pool[other], pool[k]


@compiled
def deal_deck(s: State, age: int, pool: Ints, rng: Ints) -> None:
    """Deals an age at random; the last age takes in some guilds (ruling 5)."""
    guilds = GUILDS_DEALT if age == 2 else 0
    size = DECK_SIZES[age]
    for k in range(size):
        pool[k] = DECKS[age][k]
    shuffle_first(pool, size, SLOTS - guilds, rng)
    if guilds:
        for slot in range(SLOTS - guilds):
            s.deck[age][slot] = pool[slot]
        for k in range(GUILD_COUNT):
            pool[k] = GUILDS[k]
        shuffle_first(pool, GUILD_COUNT, guilds, rng)
        for k in range(guilds):
            s.deck[age][SLOTS - guilds + k] = pool[k]
        for slot in range(SLOTS):
            pool[slot] = s.deck[age][slot]
        shuffle_first(pool, SLOTS, SLOTS - 1, rng)
    for slot in range(SLOTS):
        s.deck[age][slot] = pool[slot]


@compiled
def draw_library(s: State, pool: Ints, rng: Ints) -> None:
    """Chooses at random which tokens of the box are drawn (ruling 41)."""
    size = 0
    for token in range(TOKENS):
        if (s.box_tokens >> token) & 1:
            pool[size] = token
            size += 1
    wanted = min(LIBRARY_SIZE, size)
    shuffle_first(pool, size, wanted, rng)
    s.library = 0
    for k in range(wanted):
        s.library |= 1 << pool[k]


@compiled
def deal(states: State.Array, i: int, players: int, scratch: Ints, rng: Ints) -> None:
    """A new random game, ready for the first pick. `scratch` holds SCRATCH numbers; `players` is always two."""
    s = states[i]
    s.first = below(rng, 2)
    for k in range(TOKENS):
        scratch[k] = k
    shuffle_first(scratch, TOKENS, TOKENS_ON_BOARD, rng)
    s.board_tokens = 0
    s.box_tokens = 0
    for k in range(TOKENS_ON_BOARD):
        s.board_tokens |= 1 << scratch[k]
    for k in range(TOKENS_IN_BOX):
        s.box_tokens |= 1 << scratch[TOKENS_ON_BOARD + k]
    draw_library(s, scratch, rng)
    for k in range(WONDERS):
        scratch[k] = k
    shuffle_first(scratch, WONDERS, DRAFTED, rng)
    for k in range(DRAFTED):
        s.offered[k] = scratch[k]
    for age in range(3):
        deal_deck(s, age, scratch, rng)
    start_game(s, 1)
