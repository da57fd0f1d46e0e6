"""Ratings of the levels, as measured (docs/bots.md says how): Elo with the width of a 95 % interval."""

from __future__ import annotations

RATINGS: dict[str, str] = {}
