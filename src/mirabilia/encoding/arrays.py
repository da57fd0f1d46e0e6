"""Annotations for the arrays that encodings write into: rows of bytes, and tables of rows (lists in plain mode)."""

from __future__ import annotations

from typing import Any


class Bytes:
    """Annotation: a contiguous row of uint8, such as a mask or an observation."""

    @staticmethod
    def numba_type() -> Any:
        from numba import types

        return types.uint8[::1]


class ByteRows:
    """Annotation: rows of uint8, one per game."""

    @staticmethod
    def numba_type() -> Any:
        from numba import types

        return types.uint8[:, ::1]


class Numbers:
    """Annotation: a contiguous row of int32, where memory counts."""

    @staticmethod
    def numba_type() -> Any:
        from numba import types

        return types.int32[::1]


class IntRows:
    """Annotation: rows of int64."""

    @staticmethod
    def numba_type() -> Any:
        from numba import types

        return types.int64[:, ::1]


class SmallRows:
    """Annotation: rows of int32."""

    @staticmethod
    def numba_type() -> Any:
        from numba import types

        return types.int32[:, ::1]


class FloatRow:
    """Annotation: a contiguous row of float32."""

    @staticmethod
    def numba_type() -> Any:
        from numba import types

        return types.float32[::1]


class FloatRows:
    """Annotation: rows of float32."""

    @staticmethod
    def numba_type() -> Any:
        from numba import types

        return types.float32[:, ::1]
