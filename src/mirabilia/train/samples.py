"""What is kept of games to learn from: one row per position, in arrays made once.

A row holds the features of a position, the moment of the game, and what came of it: the chance to win, the ending, the
points by category, and for the decision made there how good each option turned out to be. Rows of one position of 7
Wonders, one for each seat, stand side by side (`group` rows); in Duel a group is one row.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from mirabilia.engine.arrays import FloatRow, FloatRows, Marks, ShortRows, Shorts, ShortTables

WIDTH = 192  # features of a row at most; positions with more are not kept
OPTIONS = 32  # decisions with more options teach no priors
NO_ENDING = -1
NO_TRAIT = -1


class Samples(NamedTuple):
    """Rows. Points are in the network's units; `wanted` adds up to 1 over the options of a row."""

    features: ShortRows  # row, number
    feature_count: Shorts  # of a row
    moment: Marks
    win: FloatRow
    ending: Marks  # NO_ENDING where none is taught
    points: FloatRows  # row, category
    options: Shorts  # of a row; 0 if the row teaches no priors
    traits: ShortTables  # row, option, number; NO_TRAIT after the last
    wanted: FloatRows  # row, option


def new_samples(rows: int, points: int, traits: int) -> Samples:
    """Room for so many rows."""
    return Samples(
        np.zeros((rows, WIDTH), np.int16),
        np.zeros(rows, np.int16),
        np.zeros(rows, np.int8),
        np.zeros(rows, np.float32),
        np.full(rows, NO_ENDING, np.int8),
        np.zeros((rows, points), np.float32),
        np.zeros(rows, np.int16),
        np.full((rows, OPTIONS, traits), NO_TRAIT, np.int16),
        np.zeros((rows, OPTIONS), np.float32),
    )


def part_of(samples: Samples, start: int, stop: int) -> Samples:
    """Rows from `start` up to `stop`, in the same memory."""
    return Samples._make(array[start:stop] for array in samples)


def joined(parts: list[Samples]) -> Samples:
    """All rows of several parts, copied."""
    return Samples._make(np.concatenate(arrays) for arrays in zip(*parts, strict=True))
