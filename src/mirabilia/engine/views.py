"""How plain mode sees arrays: the same memory, with Python's own numbers.

NumPy's numbers are slow one by one and overflow in ways of their own. So where a plain function is called from outside,
each array becomes a `memoryview` (or rows of them), and an array of records becomes objects with the fields as
attributes. Nothing is copied: what a plain function writes, the core reads, which is why a running program can change
from one to the other between two calls.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np

from mirabilia.engine.signatures import Anything, Array, Group, Parameter, Record


def view(parameter: Parameter, given: Anything) -> Anything:
    """An argument as a plain function takes it."""
    if isinstance(parameter, Group):
        fields = (view(field, value) for (_, field), value in zip(parameter.fields, given, strict=True))
        return tuple.__new__(parameter.type, fields)
    if isinstance(parameter, Record) and isinstance(given, np.void):
        record = _twin_of(parameter.record).from_address(given.__array_interface__["data"][0])
        record.owner = given
        return record
    if not isinstance(given, np.ndarray):
        return given
    assert isinstance(parameter, Array)
    if parameter.record is not None:
        return RecordViews(given, parameter.record)
    given = given.view(parameter.kind)  # arrays from files may name their order of bytes, which `memoryview` minds
    if given.ndim == 1:
        return memoryview(given)
    return RowViews(memoryview(given.reshape(-1)), given.shape)


class RowViews:
    """Rows of numbers, or of rows."""

    __slots__ = ("flat", "shape", "step")

    def __init__(self, flat: memoryview, shape: tuple[int, ...]) -> None:
        self.flat, self.shape = flat, shape
        self.step = 1
        for length in shape[1:]:
            self.step *= length

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, place: Anything) -> Anything:
        if isinstance(place, tuple):
            return self[place[0]][place[1] if len(place) == 2 else place[1:]]
        step = self.step
        if isinstance(place, slice):
            start, stop, _ = place.indices(self.shape[0])
            return RowViews(self.flat[start * step : stop * step], (stop - start, *self.shape[1:]))
        if place < 0:
            place += self.shape[0]
        row = self.flat[place * step : (place + 1) * step]
        return row if len(self.shape) == 2 else RowViews(row, self.shape[1:])

    def __setitem__(self, place: tuple[int, ...], value: Anything) -> None:
        self[place[0]][place[1] if len(place) == 2 else place[1:]] = value

    def __iter__(self) -> Iterator[Anything]:
        return (self[k] for k in range(len(self)))


class RecordViews:
    """An array of records, each made when it is first asked for."""

    __slots__ = ("_array", "_kind", "_made")

    def __init__(self, array: Anything, record: type) -> None:
        self._array, self._kind = array, _twin_of(record)
        self._made: dict[int, RecordView] = {}

    def __len__(self) -> int:
        return len(self._array)

    def __getitem__(self, place: Anything) -> Anything:
        if isinstance(place, slice):
            part = RecordViews.__new__(RecordViews)
            part._array, part._kind, part._made = self._array[place], self._kind, {}
            return part
        made = self._made.get(place)
        if made is None:
            at = place if place >= 0 else place + len(self._array)
            made = self._made[place] = self._kind.from_buffer(self._array, at * self._array.itemsize)
        return made


class RecordView(ctypes.Structure):
    """A record: single numbers are fields of the structure, rows and tables are views of its memory."""

    rows: dict[str, tuple[int, np.dtype[Anything], tuple[int, ...]]] = {}  # by name: offset, kind, shape

    def __getattr__(self, name: str) -> Anything:
        if name not in type(self).rows:
            raise AttributeError(name)
        offset, kind, shape = type(self).rows[name]
        size = kind.itemsize
        for length in shape:
            size *= length
        memory: Anything = memoryview(self)
        flat = memory.cast("B")[offset : offset + size].cast(kind.char)
        rows: Anything = flat if len(shape) == 1 else _nested(flat, shape)
        self.__dict__[name] = rows
        return rows


def _nested(flat: Anything, shape: tuple[int, ...]) -> Anything:
    """Tables of a record, as tuples of rows, which are read quicker than `RowViews`."""
    if len(shape) == 1:
        return flat
    step = len(flat) // shape[0]
    return tuple(_nested(flat[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0]))


_TWINS: dict[type, type[RecordView]] = {}


def _twin_of(record: Anything) -> type[RecordView]:
    """The structure that stands for a type of record."""
    if record in _TWINS:
        return _TWINS[record]
    fields: list[tuple[str, type]] = []
    rows = {}
    end = 0
    for name in record.dtype.names:
        kind, offset = record.dtype.fields[name][:2]
        if kind.shape:
            rows[name] = (offset, kind.base, kind.shape)
            continue
        if offset > end:
            fields.append((f"_before_{name}", ctypes.c_char * (offset - end)))
        fields.append((name, np.ctypeslib.as_ctypes_type(kind)))
        end = offset + kind.itemsize
    if record.dtype.itemsize > end:
        fields.append(("_behind", ctypes.c_char * (record.dtype.itemsize - end)))
    twin = type(f"{record.__name__}View", (RecordView,), {"_fields_": fields, "rows": rows})
    assert ctypes.sizeof(twin) == record.dtype.itemsize
    assert all(getattr(twin, n).offset == record.dtype.fields[n][1] for n in record.dtype.names if n not in rows)
    _TWINS[record] = twin
    return twin
