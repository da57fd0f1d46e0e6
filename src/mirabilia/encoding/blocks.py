"""Numbering in blocks: each block of features has a name and axes, and they follow one another.

An axis counts either something without names, such as coins, and is a number; or named things, such as cards, and is
the tuple of their names. So every feature has a name of its own, and what was learned about features can be carried
over to a catalog that has other cards (`carried_over`).
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Axis = int | tuple[str, ...]
Blocks = Mapping[str, tuple[Axis, ...]]
Rows = TypeVar("Rows", NDArray[np.signedinteger], NDArray[np.float64])

_EDITION = re.compile(r" \(\d+\)$")  # as catalogs mark what differs from a namesake of an earlier edition


def without_edition(name: str) -> str:
    """A name without the mark that sets it apart from a namesake of an earlier edition."""
    return _EDITION.sub("", name)


def shape_of(axes: tuple[Axis, ...]) -> tuple[int, ...]:
    """How much each axis of a block counts."""
    return tuple(axis if isinstance(axis, int) else len(axis) for axis in axes)


def starts_of(blocks: Blocks) -> dict[str, int]:
    """Where each block begins."""
    found, at = {}, 0
    for name, axes in blocks.items():
        found[name] = at
        at += math.prod(shape_of(axes))
    return found


def size_of(blocks: Blocks) -> int:
    """How many features all blocks have together."""
    return sum(math.prod(shape_of(axes)) for axes in blocks.values())


def layout_of(game: str, blocks: Blocks) -> str:
    """A hash of a game's blocks and of all names in them: equal hashes mean equal features."""
    text = repr((game, list(blocks.items())))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _labels(axis: Axis) -> tuple[str, ...]:
    return tuple(map(str, range(axis))) if isinstance(axis, int) else axis


def _along(rows: Rows, at: int, given: Axis, wanted: Axis) -> Rows:
    """One axis carried over: by name, then by the name without its edition; anything new gets the mean."""
    if given == wanted:
        return rows
    places = {label: place for place, label in enumerate(_labels(given))}
    mean = rows.mean(axis=at, keepdims=True)
    if rows.dtype.kind == "i":
        mean = np.rint(mean)
    found = [places.get(label, places.get(without_edition(label), len(places))) for label in _labels(wanted)]
    return np.take(np.concatenate([rows, mean.astype(rows.dtype)], axis=at), found, axis=at)


def carried_over(rows: Rows, given: Blocks, wanted: Blocks) -> Rows:
    """Rows numbered by `given` as rows numbered by `wanted`; `ValueError` names a block that cannot be carried over.

    Rows go by name. A new row gets the mean of its block's rows that differ from it only in what is new, a new
    block zeros; rows that are not wanted are dropped.
    """
    if given == wanted:
        return rows
    starts = starts_of(given)
    rest: tuple[int, ...] = rows.shape[1:]
    parts = []
    for name, axes in wanted.items():
        if name not in given:
            parts.append(np.zeros((math.prod(shape_of(axes)), *rest), rows.dtype))
            continue
        shape = shape_of(given[name])
        if len(shape) != len(axes):
            raise ValueError(f"{name} has {len(shape)} axes instead of {len(axes)}")
        block = rows[starts[name] : starts[name] + math.prod(shape)].reshape(*shape, *rest)
        for at, (old, new) in enumerate(zip(given[name], axes, strict=True)):
            block = _along(block, at, old, new)
        parts.append(block.reshape(-1, *rest))
    return np.concatenate(parts)
