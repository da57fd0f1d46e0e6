"""Ratings of the levels in each game, as measured (docs/bots.md says how): Elo with the width of a 95 % interval. And
what a decision takes them."""

from __future__ import annotations

RATINGS: dict[str, dict[str, str]] = {
    "duel": {
        "random": "78 ± 92",
        "novice": "616 ± 35",
        "beginner": "786 ± 26",
        "easy": "1000",
        "normal": "1196 ± 24",
        "hard": "1414 ± 37",
        "expert": "1552 ± 43",
        "master": "1724 ± 113",
        "search": "1630 ± 79",
        "network": "1630 ± 79",
        "greedy": "829 ± 37",
    },
    "wonders": {
        "random": "< −100",
        "novice": "704 ± 38",
        "beginner": "870 ± 24",
        "easy": "1000",
        "normal": "1116 ± 23",
        "hard": "1266 ± 34",
        "expert": "1404 ± 52",
        "master": "1555 ± 80",
        "search": "1568 ± 77",
        "network": "1553 ± 82",
        "greedy": "922 ± 46",
    },
}

# Milliseconds for a decision, on one core of an ordinary machine; 7 Wonders with three players. 0: less than one.
MILLISECONDS: dict[str, dict[str, int]] = {
    "duel": {"novice": 0, "beginner": 0, "easy": 0, "normal": 0, "hard": 1, "expert": 5, "master": 2000},
    "wonders": {"novice": 0, "beginner": 0, "easy": 0, "normal": 0, "hard": 1, "expert": 6, "master": 2500},
}
