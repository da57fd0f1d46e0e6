"""How compiled rules report events: as rows of numbers in an event buffer.

A function that may report takes `events: Events` and passes it on: the buffer, or None. It is compiled for both. With
None no reporting code remains, so search and random games pay nothing for it. A row is EVENT_WIDTH numbers: its kind,
the fields of that kind, then zeros. Each game lists its kinds in `rules/event_rows.py`.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Events, compiled

EVENT_WIDTH = 8
EVENT_ROWS = 128  # more than any step has: seven cities with six rows each, and the end of an age
EVENT_ROOM = EVENT_ROWS * EVENT_WIDTH + 1  # the last number counts the rows

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
def report(events: Events, kind: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Adds a row with up to five fields; those a kind has not are 0."""
    if events is not None:
        row = events[EVENT_ROOM - 1]
        at = row * EVENT_WIDTH
        events[at] = kind
        events[at + 1] = a
        events[at + 2] = b
        events[at + 3] = c
        events[at + 4] = d
        events[at + 5] = e
        events[at + 6] = 0
        events[at + 7] = 0
        events[EVENT_ROOM - 1] = row + 1


@compiled
def report_more(events: Events, f: int, g: int) -> None:
    """Adds the sixth and seventh field to the last row."""
    if events is not None:
        at = events[EVENT_ROOM - 1] * EVENT_WIDTH
        events[at - 2] = f
        events[at - 1] = g
