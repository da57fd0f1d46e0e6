"""Ratings of the levels, as measured (docs/bots.md says how): Elo with the width of a 95 % interval."""

from __future__ import annotations

RATINGS: dict[str, str] = {
    "random": "0",
    "novice": "386 ± 81",
    "beginner": "694 ± 108",
    "easy": "911 ± 120",
    "normal": "1146 ± 132",
    "hard": "1366 ± 143",
}
