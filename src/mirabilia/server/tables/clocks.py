"""Clocks: presets, and what a decision does to them. Nobody loses on time; a late seat is only marked.

Clocks run in game time: milliseconds since 1970 less all the time during which no server was running, so a restart
costs nobody anything. A seat that owes a decision has a `due` moment; Duel keeps a bank and adds to it for each move,
7 Wonders gives the same time for every decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from mirabilia.game import kind_of

SECOND = 1000


@dataclass(frozen=True)
class Pace:
    """How much time there is: a bank with an increment, or (bank 0) the same time for every decision."""

    bank: int
    each: int  # increment with a bank, otherwise the time for a decision

    def grant(self) -> int:
        """The time that "wait" gives to a seat whose time is up."""
        return self.bank // 3 if self.bank else self.each


PRESETS = ("none", "relaxed", "fast", "days")  # each game says what they mean (`GameKind.clocks`)


class Clock(msgspec.Struct):
    """The clocks of a table. `bank` and `due` have one entry per seat; `due` is None while a clock is stopped."""

    preset: str = "none"
    bank: list[int] = []
    due: list[int | None] = []

    def copy(self) -> Clock:
        """An independent copy."""
        return Clock(self.preset, list(self.bank), list(self.due))

    @property
    def next_due(self) -> int | None:
        """When the next clock runs out."""
        return min((due for due in self.due if due is not None), default=None)


def pace_of(preset: str, game: str) -> Pace | None:
    """The pace of a preset for a game; None without a clock."""
    pace = kind_of(game).clocks.get(preset)
    return None if pace is None else Pace(pace[0] * SECOND, pace[1] * SECOND)


def new_clock(preset: str, game: str, seats: int) -> Clock:
    """Full clocks, stopped."""
    pace = pace_of(preset, game)
    bank = pace.bank if pace else 0
    return Clock(preset, [bank] * seats, [None] * seats)


def run(clock: Clock, game: str, now: int, owing: Sequence[int], moved: Iterable[int], late: Iterable[int]) -> None:
    """After a change: stops the clocks of seats that moved or owe nothing, starts those of seats that owe a decision.

    `owing` are seats whose person owes a decision; a late seat's clock stays at zero until it moves.
    """
    pace = pace_of(clock.preset, game)
    if pace is None:
        return
    moved, late = set(moved), set(late)
    for seat, due in enumerate(clock.due):
        if due is not None and (seat in moved or seat not in owing):
            clock.due[seat] = None
            if pace.bank:
                clock.bank[seat] = max(0, due - now) + (pace.each if seat in moved else 0)
    for seat in owing:
        if clock.due[seat] is None and seat not in late:
            clock.due[seat] = now + (clock.bank[seat] if pace.bank else pace.each)


def give_more(clock: Clock, game: str, now: int, seat: int) -> None:
    """The others chose to wait for a late seat: its clock starts again."""
    pace = pace_of(clock.preset, game)
    if pace is not None:
        clock.bank[seat] = pace.grant() if pace.bank else 0
        clock.due[seat] = now + pace.grant()


class SeatClock(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat's clock: time left in ms (None: no limit), and whether it runs."""

    left: int | None = None
    runs: bool = False


class ClocksShown(msgspec.Struct, frozen=True):
    """The clocks of a table at a server's time."""

    preset: str
    now: int
    seats: list[SeatClock]


def shown(clock: Clock, game: str, game_now: int, now: int, late: Sequence[bool]) -> ClocksShown:
    """The clocks for everyone to see, as time left."""
    pace = pace_of(clock.preset, game)
    seats: list[SeatClock] = []
    for seat, is_late in enumerate(late):
        due = clock.due[seat] if pace else None
        if pace is None:
            left = None
        elif due is not None:
            left = max(0, due - game_now)
        else:
            left = 0 if is_late else clock.bank[seat] if pace.bank else pace.each
        seats.append(SeatClock(left, due is not None))
    return ClocksShown(clock.preset, now, seats)
