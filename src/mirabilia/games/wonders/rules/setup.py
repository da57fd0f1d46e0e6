"""Starting a game: a deal at random, and the first hands taken up."""

from __future__ import annotations

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.rng import below
from mirabilia.games.wonders.rules.apply import begin_age
from mirabilia.games.wonders.rules.recount import found_city
from mirabilia.games.wonders.rules.state import COUNTS, ENTRIES, HAND_ROOM, POINT_KINDS, SYMBOL_KINDS, State
from mirabilia.games.wonders.rules.tables import (
    AGES,
    BEYOND_PLAYERS,
    BOARD_COUNT,
    BOARD_NUMBERS,
    CITIES,
    DECK,
    DECK_SIZE,
    EDITIONS_FOR,
    EDITIONS_FOR_COUNT,
    GUILD_CARDS,
    GUILD_COUNT,
    HAND,
    LOOKS,
    MASKS,
    MAX_BOARDS,
    MAX_GUILDS,
    STARTING_COINS,
)

SCRATCH = max(CITIES * HAND, MAX_GUILDS, MAX_BOARDS)  # numbers that dealing works with


@compiled
def shuffle(deck: Ints, first: int, size: int, rng: Ints) -> None:
    """Puts `size` numbers from place `first` on into random order."""
    for last in range(size - 1, 0, -1):
        other = below(rng, last + 1)
        deck[first + last], deck[first + other] = deck[first + other], deck[first + last]


@compiled
def deal_boards(s: State, deck: Ints, rng: Ints) -> None:
    """A random board and side for every city, the Free City's included (4, 51)."""
    boards = BOARD_COUNT[s.edition]
    for board in range(boards):
        deck[board] = BOARD_NUMBERS[s.edition][board]
    shuffle(deck, 0, boards, rng)
    for city in range(s.cities):
        s.board[city] = deck[city] * 2 + below(rng, 2)


@compiled
def deal_age(s: State, age: int, deck: Ints, rng: Ints) -> None:
    """Deals one age (1 to 3): with two players the third hand is the draw pile (51)."""
    size = DECK_SIZE[s.edition][s.players][age]
    cards = DECK[s.edition][s.players][age]
    if age == AGES - 1:
        for k in range(GUILD_COUNT[s.edition]):
            deck[k] = GUILD_CARDS[s.edition][k]
        shuffle(deck, 0, GUILD_COUNT[s.edition], rng)
        guilds = s.cities + BEYOND_PLAYERS
        for k in range(size):
            deck[guilds + k] = cards[k]
        size += guilds
    else:
        for k in range(size):
            deck[k] = cards[k]
    shuffle(deck, 0, size, rng)
    for k in range(size):
        s.deal[age][k // HAND][k % HAND] = deck[k]


@compiled
def clear(s: State) -> None:
    """Everything but edition, players, boards and deal becomes zero, with boards and hands that this game has not."""
    s.age = 0
    s.turn = 0
    s.phase = 0
    s.actor = 0
    for city in range(CITIES):
        if city >= s.cities:
            s.board[city] = 0
            for age in range(AGES):
                for place in range(HAND):
                    s.deal[age][city][place] = 0
        for place in range(HAND_ROOM):
            s.hand[city][place] = 0
        s.hand_size[city] = 0
        s.choice[city] = 0
        s.coins[city] = 0
        s.price[city] = 0
        s.free_left[city] = 0
        for word in range(3):
            s.own[city][word] = 0
            s.sell[city][word] = 0
        s.shields[city] = 0
        s.free_builds[city] = 0
        s.sevenths[city] = 0
        s.copies[city] = 0
        s.gifts[city] = 0
        s.owed[city] = 0
        for word in range(MASKS):
            s.cards[city][word] = 0
        for kind in range(COUNTS):
            s.count[city][kind] = 0
        for symbol in range(SYMBOL_KINDS):
            s.symbols[city][symbol] = 0
        for kind in range(POINT_KINDS):
            s.points[city][kind] = 0
    for age in range(AGES):
        for entry in range(ENTRIES):
            s.barred[age][entry] = 0
            for city in range(CITIES):
                s.done_card[age][entry][city] = 0
                s.done_action[age][entry][city] = 0
    s.looks = 0
    for look in range(LOOKS):
        s.look_seat[look] = 0
        s.look_city[look] = 0
        s.look_time[look] = 0
        s.look_card[look] = 0
        s.look_slot[look] = 0
        for word in range(MASKS):
            s.look_cards[look][word] = 0


@compiled
def begin(s: State) -> None:
    """Starts a game whose edition, players, boards and deal are in the state; whatever else it holds is forgotten."""
    clear(s)
    for city in range(s.cities):
        s.coins[city] = STARTING_COINS
        found_city(s, city)
    begin_age(s, None)


@compiled
def start(states: State.Array, i: int) -> None:
    """As `begin`, from Python."""
    begin(states[i])


@compiled
def any_edition(players: int, rng: Ints) -> int:
    """One of the editions that so many can play, at random."""
    count = EDITIONS_FOR_COUNT[players]
    return EDITIONS_FOR[players][0 if count == 1 else below(rng, count)]


@compiled
def deal(states: State.Array, i: int, players: int, edition: int, scratch: Ints, rng: Ints) -> None:
    """A new random game, ready for the first choices. `scratch` holds SCRATCH numbers."""
    s = states[i]
    s.edition = edition
    s.players = players
    s.cities = 3 if players == 2 else players
    deal_boards(s, scratch, rng)
    for age in range(AGES):
        deal_age(s, age, scratch, rng)
    begin(s)
