"""Starting a game: a deal at random, and the first hands taken up."""

from __future__ import annotations

from mirabilia.rules.compiling import Ints, compiled
from mirabilia.rules.rng import below
from mirabilia.rules.wonders.apply import begin_age
from mirabilia.rules.wonders.state import State
from mirabilia.rules.wonders.tables import (
    AGES,
    ALL_FULL,
    BEYOND_PLAYERS,
    BOARD_LANES,
    CATALOG,
    CITIES,
    DECK,
    DECK_SIZE,
    GUILD_CARDS,
    GUILD_COUNT,
    HAND,
    STARTING_COINS,
)

BOARDS = len(CATALOG.boards)
DECK_ROOM = max(CITIES * HAND, GUILD_COUNT, BOARDS)


@compiled
def shuffle(deck: Ints, first: int, size: int, rng: Ints) -> None:
    """Puts `size` numbers from place `first` on into random order."""
    for last in range(size - 1, 0, -1):
        other = below(rng, last + 1)
        deck[first + last], deck[first + other] = deck[first + other], deck[first + last]


@compiled
def deal_boards(s: State, deck: Ints, rng: Ints) -> None:
    """A random board and side for every city, the Free City's included (4, 51)."""
    for board in range(BOARDS):
        deck[board] = board
    shuffle(deck, 0, BOARDS, rng)
    for city in range(s.cities):
        s.board[city] = deck[city] * 2 + below(rng, 2)


@compiled
def deal_age(s: State, age: int, deck: Ints, rng: Ints) -> None:
    """Deals one age (1 to 3): with two players the third hand is the draw pile (51)."""
    size = DECK_SIZE[s.players][age]
    if age == AGES - 1:
        for k in range(GUILD_COUNT):
            deck[k] = GUILD_CARDS[k]
        shuffle(deck, 0, GUILD_COUNT, rng)
        guilds = s.cities + BEYOND_PLAYERS
        for k in range(size):
            deck[guilds + k] = DECK[s.players][age][k]
        size += guilds
    else:
        for k in range(size):
            deck[k] = DECK[s.players][age][k]
    shuffle(deck, 0, size, rng)
    for k in range(size):
        s.deal[age][k // HAND][k % HAND] = deck[k]


@compiled
def begin(s: State) -> None:
    """Starts a game whose players, boards and deal are in a state otherwise zero."""
    for city in range(s.cities):
        s.coins[city] = STARTING_COINS
        s.price[city] = ALL_FULL
        for word in range(3):
            s.own[city][word] = BOARD_LANES[s.board[city] >> 1][word]
            s.sell[city][word] = BOARD_LANES[s.board[city] >> 1][word]
    begin_age(s)


@compiled
def start(states: State.Array, i: int) -> None:
    """As `begin`, from Python."""
    begin(states[i])


@compiled
def deal_game(states: State.Array, i: int, players: int, deck: Ints, rng: Ints) -> None:
    """A new random game in a state of zeros. `deck` is scratch memory of DECK_ROOM numbers."""
    s = states[i]
    s.players = players
    s.cities = 3 if players == 2 else players
    deal_boards(s, deck, rng)
    for age in range(AGES):
        deal_age(s, age, deck, rng)
    begin(s)
