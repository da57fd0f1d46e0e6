"""Ratings of the levels in each game, as measured (docs/bots.md says how): Elo with the width of a 95 % interval."""

from __future__ import annotations

RATINGS: dict[str, dict[str, str]] = {
    "duel": {
        "random": "-51 ± 170",
        "novice": "585 ± 81",
        "beginner": "800 ± 54",
        "easy": "1000",
        "normal": "1258 ± 63",
        "hard": "1488 ± 83",
        "expert": "1639 ± 94",
    },
    "wonders": {
        "novice": "647 ± 66",
        "beginner": "864 ± 43",
        "easy": "1000",
        "normal": "1187 ± 42",
        "hard": "1348 ± 76",
        "expert": "1445 ± 114",
    },
}
