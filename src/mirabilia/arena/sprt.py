"""Sequential probability ratio test: stop a match as soon as it is clear which of two Elo bounds is the better guess.

Generalised test over groups of games (Van den Bergh, as used for chess engines): a group is one deal with all its
rotations, its outcome the mean score of the tested bot. For two seats this is the pentanomial test. Pairing is thereby
used: luck of the deal cancels within a group, and the test ends sooner than one over single games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

RARE = 1e-3  # counted for outcomes that have not been seen, so that the first few groups decide nothing


def expected_score(elo: float, players: int = 2) -> float:
    """The share of wins of one bot that is `elo` stronger than each of its `players` - 1 equal opponents."""
    strength = 10 ** (elo / 400)
    return strength / (strength + players - 1)


@dataclass(frozen=True)
class Sprt:
    """The test of elo1 (accept) against elo0 (reject). alpha, beta: chances of a wrong accept and a wrong reject."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"the first bound must be below the second, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError("alpha and beta are chances between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first the test rejects, above the second it accepts."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, outcomes: Mapping[float, float], players: int = 2) -> float:
        """The log-likelihood ratio for counts of group outcomes (mean score of the tested bot: 0, 0.25 ... 1)."""
        return log_likelihood_ratio(outcomes, expected_score(self.elo0, players), expected_score(self.elo1, players))

    def verdict(self, llr: float) -> str | None:
        """ "accepted" (elo1), "rejected" (elo0), or None to continue."""
        low, high = self.bounds
        return "rejected" if llr <= low else "accepted" if llr >= high else None


def group_support(players: int) -> list[float]:
    """Outcomes a group can have when nobody draws, and for two seats also with draws."""
    steps = 4 if players == 2 else players
    return [n / steps for n in range(steps + 1)]


def outcomes_of(scores: Sequence[float], players: int = 2) -> dict[float, float]:
    """Counts of group outcomes, with every possible one in it."""
    counts = Counter(round(score, 9) for score in scores)
    return {value: float(counts.get(value, 0)) for value in sorted({*group_support(players), *counts})}


def log_likelihood_ratio(outcomes: Mapping[float, float], score0: float, score1: float) -> float:
    """How much better a mean of score1 explains the outcomes than score0, each by its best distribution."""
    if not any(outcomes.values()):
        return 0.0
    counts = {value: max(count, RARE) for value, count in outcomes.items()}
    total = sum(counts.values())
    shares = [(value, count / total) for value, count in sorted(counts.items())]
    best0, best1 = _best_with_mean(shares, score0), _best_with_mean(shares, score1)
    return total * sum(share * math.log(p1 / p0) for (_, share), p0, p1 in zip(shares, best0, best1, strict=True))


def _best_with_mean(shares: Sequence[tuple[float, float]], mean: float) -> list[float]:
    """The likeliest distribution over the same values that has this mean: share / (1 + x (value - mean))."""
    lowest, highest = shares[0][0] - mean, shares[-1][0] - mean
    if lowest >= 0 or highest <= 0:
        raise ValueError(f"a mean score of {mean:.3f} cannot be had")
    low, high = -1 / highest, -1 / lowest  # between them all probabilities are positive

    def excess(x: float) -> float:
        return sum(share * (value - mean) / (1 + x * (value - mean)) for value, share in shares)

    for _ in range(200):  # the function falls; halve until nothing is left between the ends
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if excess(middle) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + middle * (value - mean)) for value, share in shares]
