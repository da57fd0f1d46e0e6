"""What the runs of both games share: how games are played for a generation, and what a generation reports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from mirabilia.bots.network import Format, Network
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


@dataclass
class Harvest:
    """The rows of a generation and what its games were like."""

    parts: list[Part]
    games: int
    facts: dict[str, float] = field(default_factory=dict)


class Players(Protocol):
    """Self-play of a game on several threads."""

    form: Format
    endings: int
    keep: float  # the part of the positions that games by looking ahead leave behind
    heat: float  # of looking ahead: about what a small mistake costs, as a share of the win

    def play(self, net: Network, former: Network, manner: Manner, rows: int) -> Harvest:
        """Games of the network against itself and a former one, until about so many rows are written."""

    def compare(self, first: Network, second: Network, games: int) -> float:
        """The share of wins of the first network, one decision ahead, on paired deals."""

    def calibration(self, net: Network, harvest: Harvest) -> list[tuple[float, float, int]]:
        """For each tenth of the chance called: the mean called, the share seen, and the rows."""


def tenths(called: Any, seen: Any) -> list[tuple[float, float, int]]:
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
