"""What the runs of both games share: how games are played for a generation, and what a generation reports."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.network import Buffers, Format, Network
from mirabilia.engine.compiling import Floats, Ints
from mirabilia.engine.records import clear
from mirabilia.engine.rng import new_rng
from mirabilia.train.learning import Part


@dataclass(frozen=True)
class Manner:
    """How the games of a generation are played."""

    guessed: float = 0.0  # part of the games played without the network, by the quick guess
    simulations: int = 0  # of a search that teaches; 0: one decision is looked ahead
    quick: int = 0  # of the searches between
    full_share: float = 0.3  # of searches that teach
    heat: float = 0.02
    opening_heat: float = 0.05
    surprise: float = 0.01  # decisions made at random
    keep: float = 0.15  # positions kept
    trace: float = 0.85  # of the next target in a position's target
    wanted_heat: float = 0.03
    doubt: float = 0.015  # of values one turn ahead in 7 Wonders: so much more makes an option e times likelier


@dataclass
class Harvest:
    """The rows of a generation and what its games were like."""

    parts: list[Part]
    games: int
    facts: dict[str, float] = field(default_factory=dict)


MANY = 1 << 40  # games: as many as fit

# The numbers of a manner that compiled code reads, in this order.
NUMBERS = (
    "heat",
    "keep",
    "trace",
    "simulations",
    "quick",
    "full_share",
    "wanted_heat",
    "guessed",
    "surprise",
    "opening_heat",
    "doubt",
)


def numbers_of(manner: Manner) -> NDArray[np.float64]:
    """A manner as an array, for compiled code."""
    return np.array([float(getattr(manner, name)) for name in NUMBERS])


class Counting(Protocol):
    """What the diaries of both games have."""

    @property
    def tally(self) -> Floats: ...


W = TypeVar("W", covariant=True)
D = TypeVar("D", bound=Counting, covariant=True)
J = TypeVar("J")
A = TypeVar("A")


class Players(ABC, Generic[W, D]):
    """Self-play of a game on several threads, each with memory of its own."""

    form: Format
    endings: int
    keep: float  # the part of the positions that games by looking ahead leave behind
    # of looking ahead: in Duel about what a small mistake costs, as a share of the win; in 7 Wonders 1 draws options as
    # likely as they seem, less than that rather the likeliest
    heat: float
    group: int  # games of one deal in a comparison: as many as there are seats
    games_at: int  # where tallies count games

    def __init__(
        self, threads: int, seed: int, parts: tuple[Callable[[Ints], W], Callable[[], Buffers], Callable[[], D]]
    ) -> None:
        new_searcher, new_buffers, new_diary = parts
        self.threads = threads
        self.searchers = [new_searcher(new_rng(seed * 1000 + n)) for n in range(threads)]
        self.buffers = [new_buffers() for _ in range(threads)]
        self.diaries = [new_diary() for _ in range(threads)]

    @abstractmethod
    def play(self, net: Network, former: Network, manner: Manner, rows: int) -> Harvest:
        """Games of the network against itself and a former one, until about so many rows are written."""

    @abstractmethod
    def match(self, n: int, first: Network, second: Network | None, games: int, tally: Floats) -> None:
        """Games of two networks on thread `n`, one decision ahead; `tally` receives games and wins of the first.

        Without a second network the others decide by the quick guess of the game's bots.
        """

    @abstractmethod
    def calibration(self, net: Network, harvest: Harvest) -> list[tuple[float, float, int]]:
        """For each tenth of the chance called: the mean called, the share seen, and the rows."""

    def compare(self, first: Network, second: Network | None, games: int) -> float:
        """The share of wins of the first network, one decision ahead, every deal from every seat (see `match`)."""
        each = max(self.group, games // self.threads // self.group * self.group)
        tallies = [np.zeros(2) for _ in range(self.threads)]
        self.on_threads(range(self.threads), lambda n: self.match(n, first, second, each, tallies[n]))
        total = np.sum(tallies, axis=0)
        return float(total[1] / total[0])

    def on_threads(self, jobs: Sequence[J], work: Callable[[J], A]) -> list[A]:
        """What `work` gives for each job, done by all threads."""
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(work, jobs))

    def clear_tallies(self) -> None:
        """Forgets what former games were like."""
        for diary in self.diaries:
            clear(diary.tally)

    def games(self) -> int:
        """Games of this generation that are over; may be asked while they are played."""
        return int(self.tally()[self.games_at])

    def tally(self) -> NDArray[np.float64]:
        """What all threads counted."""
        total: NDArray[np.float64] = np.sum([np.asarray(diary.tally) for diary in self.diaries], axis=0)
        return total


BATCH = 100  # games between two words about how far a measurement is


def shared_out(games: int, threads: int, play: Callable[[int, list[int]], A]) -> list[A]:
    """What `play` gives for each thread and its share of the games, which comes in batches."""
    batches = [min(BATCH, games - done) for done in range(0, games, BATCH)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda n: play(n, batches[n::threads]), range(threads)))


def tenths(called: NDArray[np.float64], seen: NDArray[np.float64]) -> list[tuple[float, float, int]]:
    """Called and seen chances by tenths of the called one."""
    found = []
    places = np.minimum((np.asarray(called) * 10).astype(int), 9)
    for tenth in range(10):
        inside = places == tenth
        rows = int(inside.sum())
        if rows:
            found.append((float(np.mean(called[inside])), float(np.mean(seen[inside])), rows))
        else:
            found.append((tenth / 10 + 0.05, float("nan"), 0))
    return found


def pairs(names: list[str], counts: NDArray[np.float64]) -> dict[str, tuple[int, float]]:
    """By name: how often, and the share of wins."""
    pairs = counts.reshape(-1, 2)
    return {name: (int(often), float(won / max(1.0, often))) for name, (often, won) in zip(names, pairs, strict=True)}
