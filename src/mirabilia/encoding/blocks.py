"""Numbering in blocks: each block of features has a name and a shape, and they follow one another."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping

Blocks = Mapping[str, tuple[int, ...]]


def starts_of(blocks: Blocks) -> dict[str, int]:
    """Where each block begins."""
    found, at = {}, 0
    for name, shape in blocks.items():
        found[name] = at
        at += math.prod(shape)
    return found


def size_of(blocks: Blocks) -> int:
    """How many features all blocks have together."""
    return sum(math.prod(shape) for shape in blocks.values())


def layout_of(game: str, blocks: Blocks, names: Iterable[str]) -> str:
    """A hash of a game's blocks and of the names its features count by: equal hashes mean equal features."""
    text = repr((game, [(name, *shape) for name, shape in blocks.items()], list(names)))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
