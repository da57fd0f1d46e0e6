"""Columns of an observation: what stands where in a row of numbers, who may know it, and how floats are scaled.

An observation is a row of uint8: counts and flags, nothing below zero. As float32 the same numbers are divided by the
scale of their column, so that most of them lie between 0 and 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MAX_VALUE = 255  # what a column can hold; larger numbers are cut to it


class Part(NamedTuple):
    """Some columns with one meaning."""

    name: str
    start: int
    size: int
    private: bool  # depends on what not everyone at the table knows
    scale: float

    @property
    def columns(self) -> slice:
        return slice(self.start, self.start + self.size)


@dataclass
class Columns:
    """The parts of an observation, in order."""

    parts: list[Part] = field(default_factory=list)

    @property
    def size(self) -> int:
        return self.parts[-1].start + self.parts[-1].size if self.parts else 0

    def add(self, name: str, size: int = 1, *, private: bool = False, scale: float = 1.0) -> int:
        """Appends a part; returns its first column."""
        start = self.size
        self.parts.append(Part(name, start, size, private, scale))
        return start

    def private(self) -> NDArray[np.bool_]:
        """Which columns hold private knowledge."""
        return np.concatenate([np.full(part.size, part.private) for part in self.parts])

    def factors(self) -> NDArray[np.float32]:
        """What a uint8 row is multiplied with to become a row of float32."""
        return np.concatenate([np.full(part.size, 1.0 / part.scale, np.float32) for part in self.parts])
