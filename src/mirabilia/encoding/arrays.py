"""Annotations for arrays of other kinds than int64 and float64: what encodings, batches and networks work on.

In plain mode lists stand in for some of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any


class Array:
    """Base of these annotations: contiguous arrays of one element type, with one dimension or more."""

    _kind: str
    _dimensions: int

    def __init_subclass__(cls, kind: str, dimensions: int = 1) -> None:
        cls._kind, cls._dimensions = kind, dimensions

    @classmethod
    def numba_type(cls) -> Any:
        from numba import types

        return types.Array(getattr(types, cls._kind), cls._dimensions, "C")

    if TYPE_CHECKING:
        shape: tuple[int, ...]

        def __getitem__(self, place: Any) -> Any: ...
        def __setitem__(self, place: Any, value: Any) -> None: ...
        def __len__(self) -> int: ...


class Bytes(Array, kind="uint8"):
    """A row of uint8, such as a mask or an observation."""


class ByteRows(Array, kind="uint8", dimensions=2):
    """Rows of uint8, one per game."""


class Marks(Array, kind="int8"):
    """A row of int8."""


class Shorts(Array, kind="int16"):
    """A row of int16."""


class ShortRows(Array, kind="int16", dimensions=2):
    """Rows of int16."""


class ShortTables(Array, kind="int16", dimensions=3):
    """Tables of int16."""


class Numbers(Array, kind="int32"):
    """A row of int32, where memory counts."""


class SmallRows(Array, kind="int32", dimensions=2):
    """Rows of int32."""


class IntRows(Array, kind="int64", dimensions=2):
    """Rows of int64."""


class FloatRow(Array, kind="float32"):
    """A row of float32."""


class FloatRows(Array, kind="float32", dimensions=2):
    """Rows of float32."""


class DoubleRows(Array, kind="float64", dimensions=2):
    """Rows of float64."""
