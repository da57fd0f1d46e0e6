"""What a compiled step tells: rows of numbers, written while things happen.

A function that may tell takes `told: Told` and passes it on: an array that receives rows, or None. It is compiled for
both, and where it is None nothing of the telling is left in the machine code; so search and random games, which want
to hear nothing, pay nothing. A row is TOLD_WIDTH numbers: its kind, then the fields of that kind, then zeros. Each
game lists its kinds in its own `telling.py`.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Told, compiled

TOLD_WIDTH = 8
TOLD_ROWS = 128  # more than any step has: seven cities with six rows each, and the end of an age
TOLD_ROOM = TOLD_ROWS * TOLD_WIDTH + 1  # the last number counts the rows

BANK = -1  # where a city belongs and none is meant
NOTHING = -1  # where a card or thing belongs and none is meant

# Why coins moved, what is asked for, what decided the game: the field `why` of several kinds of row.
WHYS = (
    "cost",  # coins printed as a cost
    "trade",  # goods bought
    "discard",
    "effect",  # coins printed as an effect
    "count",  # coins for things counted
    "chain",  # coins for building by a chain
    "board",
    "box",
    "token",
    "library",
    "destroy",
    "revive",
    "starter",
    "choose",
    "seventh",
    "wonder",
    "capital",
    "symbols",
    "points",
    "blue_points",
    "coins",
    "shared",
)
WHY_COST, WHY_TRADE, WHY_DISCARD, WHY_EFFECT, WHY_COUNT, WHY_CHAIN, WHY_BOARD, WHY_BOX, WHY_TOKEN = range(9)
WHY_LIBRARY, WHY_DESTROY, WHY_REVIVE, WHY_STARTER, WHY_CHOOSE, WHY_SEVENTH, WHY_WONDER = range(9, 16)
WHY_CAPITAL, WHY_SYMBOLS, WHY_POINTS, WHY_BLUE_POINTS, WHY_COINS, WHY_SHARED = range(16, len(WHYS))


@compiled
def tell(told: Told, kind: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Adds a row with up to five fields; those a kind has not are 0."""
    if told is not None:
        row = told[TOLD_ROOM - 1]
        at = row * TOLD_WIDTH
        told[at] = kind
        told[at + 1] = a
        told[at + 2] = b
        told[at + 3] = c
        told[at + 4] = d
        told[at + 5] = e
        told[at + 6] = 0
        told[at + 7] = 0
        told[TOLD_ROOM - 1] = row + 1


@compiled
def tell_more(told: Told, f: int, g: int) -> None:
    """Adds the sixth and seventh field to the last row."""
    if told is not None:
        at = told[TOLD_ROOM - 1] * TOLD_WIDTH
        told[at - 2] = f
        told[at - 1] = g
