"""The rows that a step of 7 Wonders reports, and those of a game's opening.

`thing` is what caused a row: an effect as numbered in `tables.py`, cards first and then the stages of all boards.
Cards that go face down are secret: `knows` is the one seat that may know the card of its row, NOBODY where nobody may.
"""

from __future__ import annotations

from mirabilia.engine.compiling import Events, Ints, compiled
from mirabilia.engine.reporting import BANK, EVENT_ROOM, EVENT_WIDTH, NOTHING, WHYS, report
from mirabilia.games.wonders.rules.state import State, controller
from mirabilia.games.wonders.rules.tables import CATALOG, FREE_CITY, STAGE, STAGES

NOBODY = -1
(
    AGE,
    DRAWN,
    TURN,
    PAID,
    GAINED,
    BUILT,
    RAISED,
    DISCARDED,
    LEFT_OVER,
    ASKED,
    IN_VAIN,
    REVIVED,
    CONFLICT,
    AGE_ENDED,
    ENDED,
) = range(15)

# By kind: its name, and the names of its fields in their order.
ROWS: dict[int, tuple[str, tuple[str, ...]]] = {
    AGE: ("age", ("age",)),  # hands are taken up
    DRAWN: ("drawn", ("seat", "card", "knows")),  # two players: by the seat with the Free City card
    TURN: ("turn", ("age", "turn", "why")),  # the first row of a step: choose, seventh or revive
    PAID: ("paid", ("city", "to", "coins", "why", "thing")),  # trade with a neighbour, or cost to the bank
    GAINED: ("gained", ("city", "coins", "why", "thing")),  # from the bank: discard, effect, count
    BUILT: ("built", ("city", "card", "chain", "free")),  # `chain`: the card that made it free; `free`: by a power
    RAISED: ("stage", ("city", "stage", "card", "knows")),  # stages from 1
    DISCARDED: ("discarded", ("city", "card", "knows")),
    LEFT_OVER: ("spare", ("city", "card", "knows")),  # after the last turn of an age
    ASKED: ("asked", ("seat", "city", "why")),  # seventh or revive: a step of its own
    IN_VAIN: ("in_vain", ("city", "why")),  # a look into the pile that found nothing to build
    REVIVED: ("revived", ("city", "card")),  # NOTHING: none was taken
    CONFLICT: ("conflict", ("age", "city", "other", "shields", "theirs", "winner", "points")),
    AGE_ENDED: ("age_ended", ("age",)),
    ENDED: ("over", ("winners", "why", "points")),
}


@compiled
def report_draw(s: State, events: Events) -> None:
    """Two players: the card that the seat with the Free City card has drawn."""
    if s.players == 2:
        seat = controller(s)
        report(events, DRAWN, seat, s.deal[s.age][FREE_CITY][s.turn], seat, 0, 0)


@compiled
def report_start(states: State.Array, i: int, events: Ints) -> int:
    """Tells the opening of a game that has just been started, and returns the number of rows."""
    events[EVENT_ROOM - 1] = 0
    report(events, AGE, 0, 0, 0, 0, 0)
    report_draw(states[i], events)
    return events[EVENT_ROOM - 1]


def stage_of(thing: int) -> tuple[int, int]:
    """The board (board * 2 + side) and the number, from 1, of a stage that a row names as its thing."""
    for board in range(2 * len(CATALOG.boards)):
        for number in range(STAGES[board]):
            if STAGE[board][number] == thing:
                return board, number + 1
    raise ValueError(f"{thing} is not a stage")


__all__ = [
    "BANK",
    "NOBODY",
    "NOTHING",
    "ROWS",
    "EVENT_ROOM",
    "EVENT_WIDTH",
    "WHYS",
    "stage_of",
    "report_draw",
    "report_start",
]
