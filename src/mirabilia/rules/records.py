"""Records: one structured NumPy record per game, and its list-backed twin for plain mode.

A record type is written as a class of fields (`class State(Packed): coins = Int16[2]`). In compiled code its
fields are read as `s.coins[p]`; states cross the border between Python and compiled code as arrays of records
(`State.Array`), because handing over a single record costs microseconds. Copies go through an int64 view of the
same memory, which is far quicker than assigning records.
"""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from mirabilia.rules.compiling import PLAIN, Ints, compiled


class _Field:
    """A field's element type and shape; `Int8[3, 20]` makes a 3 by 20 table of int8."""

    def __init__(self, dtype: Any, shape: tuple[int, ...] = ()) -> None:
        self.dtype = np.dtype(dtype)
        self.shape = shape

    def __getitem__(self, shape: int | tuple[int, ...]) -> _Field:
        return _Field(self.dtype, shape if isinstance(shape, tuple) else (shape,))


Int8: Any = _Field(np.int8)
Int16: Any = _Field(np.int16)
Int32: Any = _Field(np.int32)
Int64: Any = _Field(np.int64)
Float32: Any = _Field(np.float32)


class _ArrayOf:
    """Annotation for an array of records."""

    def __init__(self, record: type[Packed]) -> None:
        self.record = record

    def numba_type(self) -> Any:
        return self.record.numba_type()[::1]


class _Words:
    """Annotation for the int64 view of an array of records, one row per record."""

    def numba_type(self) -> Any:
        from numba import types

        return types.int64[:, ::1]


if TYPE_CHECKING:

    class Words:
        """Rows of int64, one per record."""

        shape: tuple[int, int]

        def __getitem__(self, place: Any) -> Any: ...
        def __setitem__(self, place: Any, value: Any) -> None: ...

else:
    Words = _Words()


class Packed:
    """Base of record types. Subclasses list their fields; `dtype` is made from them."""

    dtype: np.dtype[Any]
    if TYPE_CHECKING:

        class Array:
            """An array of records (a list in plain mode)."""

            def __getitem__(self, place: int) -> Any: ...

    else:
        Array: Any
    _shapes: dict[str, tuple[int, ...]]
    _regions: dict[str, tuple[int, int]]  # where the fields of each element type lie, in bytes
    _places: dict[str, tuple[str, Any]]  # each field's element type and its place in that region

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
        cls.dtype = layout
        cls._shapes = {name: fields[name].shape for name in fields}
        cls._regions, cls._places = _regions(layout, order)
        setattr(cls, "Array", _ArrayOf(cls))  # noqa: B010  (to a type checker it is a class)

    @classmethod
    def numba_type(cls) -> Any:
        from numba import from_dtype

        return from_dtype(cls.dtype)

    @classmethod
    def zeros(cls, count: int = 1) -> Any:
        """`count` records of zeros: a NumPy array, or a list of plain twins in plain mode."""
        if PLAIN:
            return [_blank(cls) for _ in range(count)]
        return np.zeros(count, cls.dtype)

    @classmethod
    def copy_of(cls, states: Any) -> Any:
        """An independent copy of an array of records."""
        return [copy.deepcopy(state) for state in states] if PLAIN else states.copy()

    @classmethod
    def as_dict(cls, states: Any, index: int = 0) -> dict[str, Any]:
        """One record as plain Python ints and lists: the one bulk read for views and tests."""
        if PLAIN:
            return {name: copy.deepcopy(getattr(states[index], name)) for name in cls._shapes}
        # Fields of one type lie side by side: one read per type, then the lists are cut out of it.
        row = states[index : index + 1].view(np.uint8)
        flat = {kind: row[start:stop].view(kind).tolist() for kind, (start, stop) in cls._regions.items()}
        return {name: _cut(flat[kind], place) for name, (kind, place) in cls._places.items()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Any:
        """An array of one record with these values."""
        states = cls.zeros(1)
        for name in cls._shapes:
            if PLAIN:
                setattr(states[0], name, copy.deepcopy(values[name]))
            else:
                states[name][0] = values[name]
        return states


def _regions(layout: np.dtype[Any], order: list[str]) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[str, Any]]]:
    """`Packed._regions` and `Packed._places` of a layout whose fields stand in `order`."""
    assert layout.fields is not None
    regions: dict[str, tuple[int, int]] = {}
    places = {}
    for name in order:
        field, offset = layout.fields[name][:2]
        kind = field.base.str  # a text: NumPy's own types are slow keys
        start, _ = regions.get(kind, (offset, offset))
        regions[kind] = (start, offset + field.itemsize)
        places[name] = (kind, _places((offset - start) // field.base.itemsize, field.shape))
    return regions, places


def _places(start: int, shape: tuple[int, ...]) -> Any:
    """Where a field's values stand among those of its type: an index, a slice, or for tables a list of these."""
    if len(shape) < 2:
        return slice(start, start + shape[0]) if shape else start
    size = math.prod(shape[1:])
    return [_places(start + size * n, shape[1:]) for n in range(shape[0])]


def _cut(flat: list[Any], place: Any) -> Any:
    return [_cut(flat, inner) for inner in place] if isinstance(place, list) else flat[place]


def _blank(cls: type[Packed]) -> Any:
    twin = cls()
    for name, shape in cls._shapes.items():
        setattr(twin, name, np.zeros(shape, np.int64).tolist() if shape else 0)
    return twin


def words(states: Any) -> Any:
    """The same memory as rows of int64, for quick copies (the list itself in plain mode)."""
    return states if PLAIN else states.view(np.int64).reshape(len(states), -1)


def table(values: Any, dtype: Any = np.int64) -> Any:
    """A constant table of the rules: a NumPy array, or nested lists in plain mode."""
    array = np.ascontiguousarray(np.asarray(values, dtype=dtype))
    return array.tolist() if PLAIN else array


def plain(values: Any) -> Any:
    """A table as nested Python lists, for code outside the compiled rules."""
    return values if isinstance(values, list) else values.tolist()


def ints(count: int) -> Any:
    """A buffer of int64 zeros, for options and the like (a list in plain mode)."""
    return [0] * count if PLAIN else np.zeros(count, np.int64)


if PLAIN:

    def workspace(size: int) -> Ints:
        """Scratch memory of compiled code, zeros at first."""
        return ints(size)

else:

    @compiled
    def workspace(size: int) -> Ints:
        """Scratch memory of compiled code, zeros at first."""
        return np.zeros(size, np.int64)  # type: ignore[return-value]


if PLAIN:

    def copy_words(source: Words, i: int, target: Words, j: int) -> None:
        """Copies record `i` of `source` over record `j` of `target`."""
        target[j] = copy.deepcopy(source[i])

else:

    @compiled
    def copy_words(source: Words, i: int, target: Words, j: int) -> None:
        """Copies record `i` of `source` over record `j` of `target`."""
        for k in range(source.shape[1]):
            target[j, k] = source[i, k]
