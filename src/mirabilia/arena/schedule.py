"""Which game is which: from the settings and a game's number to its deal, its seats and its seeds.

Games come in groups: one deal, one line-up, every rotation of the seats. All line-ups play the same deals. The number
of a game says everything about it, so that cores and machines may play them in any order.
"""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from mirabilia.arena.settings import Settings


@dataclass(frozen=True)
class PlannedGame:
    """One game to be played."""

    index: int
    group: int  # games of one group share deal and line-up
    deal: int
    lineup: int
    seats: tuple[int, ...]  # the entrant of each seat


class Waiting:
    """The numbers of the games still to be played, handed out one by one to any number of threads.

    They are never listed: a match may be asked for with more games than any memory holds.
    """

    def __init__(self, total: int, finished: Collection[int] = ()) -> None:
        self.count = total - sum(0 <= index < total for index in finished)
        self._numbers = (index for index in range_of(total) if index not in finished)
        self._again: list[int] = []
        self._lock = threading.Lock()

    def take(self) -> int | None:
        """The next game, or None when all have been handed out."""
        with self._lock:
            return self._again.pop() if self._again else next(self._numbers, None)

    def give_back(self, index: int) -> None:
        """A game that was handed out but could not be played."""
        with self._lock:
            self._again.append(index)

    def __iter__(self) -> Iterator[int]:
        while (index := self.take()) is not None:
            yield index


def range_of(total: int) -> Iterator[int]:
    """Numbers from 0 on, however many: `range` itself ends at the machine's word."""
    return itertools.takewhile(lambda index: index < total, itertools.count())


class Schedule:
    """All games of a match, by number."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lineups = lineups(settings)
        self.group_size = settings.players

    def groups_for(self, games: int) -> int:
        """Groups to play for at least `games` games of every line-up."""
        return -(-max(1, games) // self.group_size) * len(self.lineups)

    def total(self, games: int) -> int:
        """Games to play for at least `games` games of every line-up: whole groups only."""
        return self.groups_for(games) * self.group_size

    def plan(self, index: int) -> PlannedGame:
        """The game of that number."""
        group, turn = divmod(index, self.group_size)
        deal, lineup = divmod(group, len(self.lineups))
        names = self.lineups[lineup]
        seats = tuple(names[(seat + turn) % len(names)] for seat in range(len(names)))
        return PlannedGame(index, group, deal, lineup, seats)

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal: the same for all line-ups and rotations."""
        return derived(self.settings.seed, "deal", deal)

    def bot_seed(self, index: int, seat: int) -> int:
        """The seed of the bot at a seat of a game."""
        return derived(self.settings.seed, "bot", index, seat)


def derived(*parts: object) -> int:
    """A seed of 48 bits that looks unlike those of neighbouring numbers; it fits a double, for bots in any language."""
    text = "|".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest(), "big")


def lineups(settings: Settings) -> list[tuple[int, ...]]:
    """Who sits together, as numbers of entrants; each line-up plays every rotation of its seats.

    Gauntlet: the first entrant against each other one, alone among its copies. Round robin: all choices of as many
    entrants as there are seats; with fewer entrants than seats, everyone alone against the copies of each other one.
    """
    players, count = settings.players, len(settings.entrants)
    if settings.mode == "gauntlet":
        return [(0, *[other] * (players - 1)) for other in range(1, count)]
    if count >= players:
        return list(combinations(range(count), players))
    return [(one, *[other] * (players - 1)) for one, other in permutations(range(count), 2)]
