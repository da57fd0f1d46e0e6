"""Records: one structured NumPy record per game.

A record type is written as a class of fields (`class State(Packed): coins = Int16[2]`). In compiled code its
fields are read as `s.coins[p]`; states cross the border between Python and compiled code as arrays of records
(`State.Array`), because handing over a single record costs microseconds. Copies go through an int64 view of the
same memory, which is far quicker than assigning records. Plain mode sees the same memory (`views.py`).
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeAlias, TypeVar, cast, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mirabilia.engine.compiling import Floats, Ints, N, Row, Rows, Tables, compiled, plain_twin
from mirabilia.json_types import Json, JsonFields, JsonObject

if TYPE_CHECKING:
    from numba.core.types import Type as NumbaType

R = TypeVar("R", bound="Packed")
V = TypeVar("V")
Place: TypeAlias = "int | list[Place]"
Whole = type[np.int64] | type[np.int8]


class _Field(Generic[V]):
    """A field's element type and shape. In a record it is what `V` says: a number, a row or a table of them."""

    def __init__(self, dtype: DTypeLike, shape: tuple[int, ...] = ()) -> None:
        self.dtype = np.dtype(dtype)
        self.shape = shape

    if TYPE_CHECKING:

        def __get__(self, record: Packed, kind: type[Packed]) -> V: ...
        def __set__(self, record: Packed, value: V) -> None: ...


class _Element(_Field[N]):
    """A field of one number; `Int8[3, 20]` makes a 3 by 20 table of int8."""

    @overload
    def __getitem__(self, shape: int) -> _Field[Row[N]]: ...
    @overload
    def __getitem__(self, shape: tuple[int, int]) -> _Field[Rows[N]]: ...
    @overload
    def __getitem__(self, shape: tuple[int, int, int]) -> _Field[Tables[N]]: ...
    def __getitem__(self, shape: int | tuple[int, ...]) -> _Field[Row[N]] | _Field[Rows[N]] | _Field[Tables[N]]:
        return _Field(self.dtype, shape if isinstance(shape, tuple) else (shape,))


Int8 = _Element[int](np.int8)
Int16 = _Element[int](np.int16)
Int32 = _Element[int](np.int32)
Int64 = _Element[int](np.int64)
Float32 = _Element[float](np.float32)


class Records(Protocol[R]):
    """An array of records."""

    @overload
    def __getitem__(self, place: int, /) -> R: ...
    @overload
    def __getitem__(self, place: slice, /) -> Records[R]: ...
    def __setitem__(self, place: int, value: R, /) -> None: ...
    def __len__(self) -> int: ...


class _ArrayOf:
    """Annotation for an array of records."""

    def __init__(self, record: type[Packed]) -> None:
        self.record = record

    @property
    def stored_as(self) -> tuple[object, int, type[Packed]]:
        return self.record.dtype, 1, self.record

    def numba_type(self) -> NumbaType:
        return self.record.numba_type()[::1]


class _Words:
    """Annotation for the int64 view of an array of records, one row per record."""

    stored_as = ("int64", 2, None)

    def numba_type(self) -> NumbaType:
        from numba import types

        return types.int64[:, ::1]


if TYPE_CHECKING:
    Words = Rows[int]
else:
    Words = _Words()


class Packed:
    """Base of record types. Subclasses list their fields; `dtype` is made from them."""

    dtype: np.dtype[np.void]
    # Each record type has an annotation `Array`; its class says so to a type checker: `Array = Records["State"]`.
    _shapes: dict[str, tuple[int, ...]]
    _reader: _Reader

    def __init_subclass__(cls) -> None:
        fields = {name: field for name, field in vars(cls).items() if isinstance(field, _Field)}
        for name in fields:
            delattr(cls, name)  # records have the fields, not their class
        # widest first: no padding inside, and the whole a multiple of 8 bytes so that it can be copied as words
        order = sorted(fields, key=lambda name: -fields[name].dtype.itemsize)
        layout = np.dtype([(name, fields[name].dtype, fields[name].shape) for name in order])
        padding = -layout.itemsize % 8
        if padding:
            layout = np.dtype([*layout.descr, ("_padding", np.int8, (padding,))])
        cls.dtype = np.dtype((np.record, layout))
        cls._shapes = {name: fields[name].shape for name in fields}
        cls._reader = _Reader(layout, order)
        setattr(cls, "Array", _ArrayOf(cls))  # noqa: B010  (to a type checker it is a type)

    @classmethod
    def numba_type(cls) -> NumbaType:
        from numba import from_dtype

        return from_dtype(cls.dtype)

    @classmethod
    def zeros(cls, count: int = 1) -> Records[Self]:
        """`count` records of zeros."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def copy_of(cls, states: Records[Self]) -> Records[Self]:
        """An independent copy of an array of records."""
        return _array(states).copy()

    @classmethod
    def as_dict(cls, states: Records[Self], index: int = 0) -> JsonObject:
        """One record as plain Python ints and lists: the one bulk read for views and tests."""
        return cls._reader.read(_array(states)[index : index + 1].tobytes())

    @classmethod
    def from_dict(cls, values: JsonFields) -> Records[Self]:
        """An array of one record with these values."""
        states = cls.zeros(1)
        for name in cls._shapes:
            _array(states)[name][0] = values[name]
        return states


_LETTERS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "f4": "f"}  # what `struct` calls the elements of records


class _Reader:
    """Reads a whole record at once: all numbers in one go, then the rows are cut out of them in another."""

    def __init__(self, layout: np.dtype[np.void], order: list[str]) -> None:
        assert layout.fields is not None
        kinds = {name: layout.fields[name][0] for name in order}
        counts = {name: math.prod(kinds[name].shape) for name in order}
        letters = "".join(f"{counts[name]}{_LETTERS[kinds[name].base.str[1:]]}" for name in order)
        self._numbers = struct.Struct(f"={letters}{layout.itemsize - struct.calcsize('=' + letters)}x")
        # Single numbers and rows first, so that most names go with one piece each; then the tables, row by row.
        self._names = [name for name in order if len(kinds[name].shape) < 2]
        start, starts = 0, {}
        for name in order:
            starts[name], start = start, start + counts[name]
        pieces: list[int | slice] = []
        for name in self._names:
            first, shape = starts[name], kinds[name].shape
            pieces.append(slice(first, first + shape[0]) if shape else first)
        self._tables: list[tuple[str, slice]] = []
        self._deep: list[tuple[str, Place]] = []
        for name in order:
            shape, first = kinds[name].shape, len(pieces)
            if len(shape) >= 2:
                place = _rows(pieces, starts[name], shape)
                if len(shape) == 2:
                    self._tables.append((name, slice(first, first + shape[0])))
                else:
                    self._deep.append((name, place))
        self._cut: Callable[[list[Json]], tuple[Json, ...]] = operator.itemgetter(*pieces, slice(0, 0))

    def read(self, record: bytes) -> JsonObject:
        """The fields of a record as plain ints and lists."""
        pieces = self._cut(list(self._numbers.unpack(record)))
        values: JsonObject = dict(zip(self._names, pieces, strict=False))
        for name, rows in self._tables:
            values[name] = [*pieces[rows]]
        for name, place in self._deep:
            values[name] = _nested(pieces, place)
        return values


def _rows(pieces: list[int | slice], start: int, shape: tuple[int, ...]) -> Place:
    """Adds the rows of a table to the pieces; says which are its own, nested as the table is."""
    if len(shape) == 1:
        pieces.append(slice(start, start + shape[0]))
        return len(pieces) - 1
    size = math.prod(shape[1:])
    return [_rows(pieces, start + size * n, shape[1:]) for n in range(shape[0])]


def _nested(pieces: tuple[Json, ...], place: Place) -> Json:
    return [_nested(pieces, inner) for inner in place] if isinstance(place, list) else pieces[place]


def _array(states: Records[R]) -> NDArray[np.void]:
    """Records as the array they are."""
    return cast("NDArray[np.void]", states)


def words(states: Records[R]) -> Words:
    """The same memory as rows of int64, for quick copies."""
    return _array(states).view(np.int64).reshape(len(states), -1)


@overload
def table(values: Sequence[int], dtype: Whole = np.int64) -> Ints: ...
@overload
def table(values: Sequence[Sequence[int]], dtype: Whole = np.int64) -> Rows[int]: ...
@overload
def table(values: Sequence[Sequence[Sequence[int]]], dtype: Whole = np.int64) -> Tables[int]: ...
@overload
def table(values: Sequence[Sequence[Sequence[Sequence[int]]]], dtype: Whole = np.int64) -> Row[Tables[int]]: ...
@overload
def table(values: Sequence[float], dtype: type[np.float64]) -> Floats: ...
@overload
def table(values: Sequence[Sequence[float]], dtype: type[np.float64]) -> Rows[float]: ...
def table(values: Sequence[object], dtype: DTypeLike = np.int64) -> object:
    """A constant table of the rules."""
    return np.ascontiguousarray(np.asarray(values, dtype=dtype))


@overload
def plain(values: Row[N]) -> list[N]: ...
@overload
def plain(values: Rows[N]) -> list[list[N]]: ...
@overload
def plain(values: Tables[N]) -> list[list[list[N]]]: ...
def plain(values: object) -> object:
    """A table as nested Python lists, for code outside the compiled rules."""
    return values.tolist() if isinstance(values, np.ndarray) else values


def ints(count: int) -> Ints:
    """A buffer of int64 zeros, for options and the like."""
    return np.zeros(count, np.int64)


def put(row: Row[N], values: Sequence[N] | NDArray[np.generic]) -> None:
    """Writes values over a whole row."""
    cast("list[N]", row)[:] = values


def clear(row: Floats) -> None:
    """Writes zeros over a whole row."""
    put(row, [0.0] * len(row))


def _workspace(size: int) -> list[int]:
    return [0] * size


@compiled
@plain_twin(_workspace)
def workspace(size: int) -> Ints:
    """Scratch memory of compiled code, zeros at first."""
    return np.zeros(size, np.int64)


def _copy_words(source: Words, i: int, target: Words, j: int) -> None:
    cast("list[int]", target[j])[:] = source[i]


@compiled
@plain_twin(_copy_words)
def copy_words(source: Words, i: int, target: Words, j: int) -> None:
    """Copies record `i` of `source` over record `j` of `target`."""
    for k in range(source.shape[1]):
        target[j, k] = source[i, k]


@compiled
def copy_repeatedly(rows: Words, count: int) -> None:
    """Copies states of a thousand the way search does, for measurements."""
    for number in range(count):
        copy_words(rows, number & 511, rows, 512 + (number & 511))
