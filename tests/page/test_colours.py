"""The seven kinds stay apart for every eye: CIEDE2000 of all pairs in four models of vision, from the style sheet."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[2] / "web/src/styles/tokens.css"
KINDS = ["raw", "crafted", "trade", "civic", "science", "war", "guild"]
LEAST = 18.0

# Machado, Oliveira and Fernandes 2009, full severity, for linear RGB.
VISION = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}


def colours() -> dict[str, tuple[float, float, float]]:
    """The pigments as the style sheet has them, 0 to 1."""
    css = TOKENS.read_text(encoding="utf-8")
    found = {}
    for name in KINDS:
        match = re.search(rf"--{name}:\s*#([0-9a-f]{{6}});", css)
        assert match, name
        found[name] = tuple(int(match[1][i : i + 2], 16) / 255 for i in (0, 2, 4))
    return found  # type: ignore[return-value]


def linear(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def lab(colour: tuple[float, float, float], matrix: list[list[float]]) -> tuple[float, float, float]:
    """CIELAB of a colour as that eye sees it."""
    rgb = [linear(c) for c in colour]
    seen = [min(1.0, max(0.0, sum(m * c for m, c in zip(row, rgb, strict=True)))) for row in matrix]
    r, g, b = seen
    xyz = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: tuple[float, float, float], two: tuple[float, float, float]) -> float:
    """The colour difference of the CIE, 2000 (Sharma's formulation)."""
    (l1, a1, b1), (l2, a2, b2) = one, two
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1 = math.degrees(math.atan2(b1, a1)) % 360
    h2 = math.degrees(math.atan2(b2, a2)) % 360
    dl, dc = l2 - l1, c2 - c1
    dh = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh_big = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if c1 * c2 == 0 else ((h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2) % 360)
    t = (
        1
        - 0.17 * math.cos(math.radians(hm - 30))
        + 0.24 * math.cos(math.radians(2 * hm))
        + 0.32 * math.cos(math.radians(3 * hm + 6))
        - 0.20 * math.cos(math.radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * math.sqrt(cm**7 / (cm**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh_big / sh) ** 2 + rt * (dc / sc) * (dh_big / sh))


def test_the_formula_gives_published_values() -> None:
    """Two of Sharma's test pairs."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447)) == pytest.approx(1.4441, abs=1e-4)


@pytest.mark.parametrize("vision", VISION)
def test_all_kinds_are_far_apart(vision: str) -> None:
    seen = {name: lab(colour, VISION[vision]) for name, colour in colours().items()}
    near = {f"{a} {b}": round(ciede2000(seen[a], seen[b]), 1) for a, b in combinations(KINDS, 2)}
    assert min(near.values()) >= LEAST, {pair: d for pair, d in near.items() if d < LEAST}
