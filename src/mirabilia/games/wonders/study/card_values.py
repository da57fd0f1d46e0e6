"""What a card of 7 Wonders is worth on average, as it was measured (docs/balance.md says how).

The file has, by edition, number of players and card, a `Worth`; `scripts/measure-balance values` writes it.
"""

from __future__ import annotations

import math
from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("card_values.json")
SURE = 1.96  # deviations of a mean in half of a 95 % interval


class Worth(msgspec.Struct, frozen=True, array_like=True):
    """What building one card brought more than selling it: how often it was tried, mean and deviation."""

    tried: int
    wins: float  # share of the win
    wins_deviation: float
    points: float
    points_deviation: float

    @property
    def wins_half(self) -> float:
        """Half of the 95 % interval of the mean."""
        return SURE * self.wins_deviation / math.sqrt(self.tried)

    @property
    def points_half(self) -> float:
        """Half of the 95 % interval of the mean."""
        return SURE * self.points_deviation / math.sqrt(self.tried)

    def joined(self, other: Worth) -> Worth:
        """Both measurements as one."""
        tried = self.tried + other.tried
        values = []
        for name in ("wins", "points"):
            means = [(each.tried / tried, getattr(each, name)) for each in (self, other)]
            mean = sum(part * value for part, value in means)
            spread = sum(
                each.tried / tried * (getattr(each, f"{name}_deviation") ** 2 + getattr(each, name) ** 2)
                for each in (self, other)
            )
            values += [round(mean, 5), round(math.sqrt(max(0.0, spread - mean**2)), 5)]
        return Worth(tried, *values)


def card_values() -> dict[str, dict[str, dict[str, Worth]]]:
    """By edition, number of players and name of the card."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, dict[str, Worth]]])
