"""Ratings of the levels in each game, as measured (docs/bots.md says how): Elo with the width of a 95 % interval. And
what a decision takes them."""

from __future__ import annotations

RATINGS: dict[str, dict[str, str]] = {
    "duel": {
        "random": "-13 ± 173",
        "novice": "624 ± 80",
        "beginner": "775 ± 60",
        "easy": "1000",
        "normal": "1252 ± 54",
        "hard": "1457 ± 74",
        "expert": "1584 ± 87",
        "master": "1756 ± 140",
    },
    "wonders": {
        "novice": "647 ± 66",
        "beginner": "864 ± 43",
        "easy": "1000",
        "normal": "1187 ± 42",
        "hard": "1348 ± 76",
        "expert": "1445 ± 114",
        "master": "1471 ± 200",
    },
}

# Milliseconds for a decision, on one core of an ordinary machine; 7 Wonders with three players. 0: less than one.
MILLISECONDS: dict[str, dict[str, int]] = {
    "duel": {"novice": 0, "beginner": 0, "easy": 0, "normal": 0, "hard": 1, "expert": 5, "master": 2000},
    "wonders": {"novice": 0, "beginner": 0, "easy": 0, "normal": 2, "hard": 9, "expert": 80, "master": 2500},
}
