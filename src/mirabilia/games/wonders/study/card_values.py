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
    """What building a card gave more than selling it: how often it was tried, means and half of their intervals."""

    tried: int
    wins: float  # share of the win
    wins_half: float  # of a 95 % interval
    points: float
    points_half: float

    @classmethod
    def of(cls, tried: int, wins: float, wins_deviation: float, points: float, points_deviation: float) -> Worth:
        """From the means and deviations of what was tried."""
        half = SURE / math.sqrt(tried)
        return cls(tried, *(round(n, 5) for n in (wins, half * wins_deviation, points, half * points_deviation)))

    def joined(self, other: Worth) -> Worth:
        """Both measurements as one."""
        tried = self.tried + other.tried
        values = []
        for name in ("wins", "points"):
            mean = squares = 0.0
            for each in (self, other):
                value, half = getattr(each, name), getattr(each, f"{name}_half")
                mean += each.tried / tried * value
                squares += each.tried / tried * (value**2 + (half / SURE) ** 2 * each.tried)
            values += [mean, math.sqrt(max(0.0, squares - mean**2))]
        return Worth.of(tried, *values)


def card_values() -> dict[str, dict[str, dict[str, Worth]]]:
    """By edition, number of players and name of the card."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, dict[str, Worth]]])
