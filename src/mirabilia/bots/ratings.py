"""Ratings of the levels, as measured (docs/bots.md says how): Elo with the width of a 95 % interval."""

from __future__ import annotations

RATINGS: dict[str, str] = {
    "random": "-51 ± 170",
    "novice": "585 ± 81",
    "beginner": "800 ± 54",
    "easy": "1000",
    "normal": "1258 ± 63",
    "hard": "1488 ± 83",
}
