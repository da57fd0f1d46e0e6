"""Annotations for arrays of other kinds than int64 and float64: what encodings, batches and networks work on.

In plain mode lists stand in for some of them.
"""

from __future__ import annotations

from typing import Protocol

from mirabilia.engine.compiling import Row, Rows, Tables, stored


@stored("uint8")
class Bytes(Row[int], Protocol):
    """A row of uint8, such as a mask or an observation."""


@stored("uint8", 2)
class ByteRows(Rows[int], Protocol):
    """Rows of uint8, one per game."""


@stored("int8")
class Marks(Row[int], Protocol):
    """A row of int8."""


@stored("int16")
class Shorts(Row[int], Protocol):
    """A row of int16."""


@stored("int16", 2)
class ShortRows(Rows[int], Protocol):
    """Rows of int16."""


@stored("int16", 3)
class ShortTables(Tables[int], Protocol):
    """Tables of int16."""


@stored("int32")
class Numbers(Row[int], Protocol):
    """A row of int32, where memory counts."""


@stored("int32", 2)
class SmallRows(Rows[int], Protocol):
    """Rows of int32."""


@stored("int64", 2)
class IntRows(Rows[int], Protocol):
    """Rows of int64."""


@stored("float32")
class FloatRow(Row[float], Protocol):
    """A row of float32."""


@stored("float32", 2)
class FloatRows(Rows[float], Protocol):
    """Rows of float32."""


@stored("float64", 2)
class DoubleRows(Rows[float], Protocol):
    """Rows of float64."""
