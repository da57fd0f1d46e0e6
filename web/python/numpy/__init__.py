"""The few parts of NumPy that play and study need, for browsers, where NumPy itself cannot be had.

An array is memory with a kind and a shape. The core reads and writes the same memory: an array exports the buffer
protocol. Everything is done element by element, which is enough for what is done outside the core. Names, arguments and
results are NumPy's.
"""

from __future__ import annotations

import builtins
import math
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

Anything = Any

_LETTERS = {
    "i1": "b",
    "i2": "h",
    "i4": "i",
    "i8": "q",
    "u1": "B",
    "u2": "H",
    "u4": "I",
    "u8": "Q",
    "f4": "f",
    "f8": "d",
    "b1": "?",
}


class generic:
    """A kind of number; called, it makes one of Python's."""

    code = ""

    def __new__(cls, value: Anything = 0) -> Anything:
        return struct.unpack("<" + _LETTERS[cls.code], struct.pack("<" + _LETTERS[cls.code], value))[0]


class number(generic): ...


class integer(number): ...


class signedinteger(integer): ...


class unsignedinteger(integer): ...


class floating(number): ...


class void(generic): ...


class record(void): ...


class bool_(generic):
    code = "b1"


class int8(signedinteger):
    code = "i1"


class int16(signedinteger):
    code = "i2"


class int32(signedinteger):
    code = "i4"


class int64(signedinteger):
    code = "i8"


class uint8(unsignedinteger):
    code = "u1"


class uint16(unsignedinteger):
    code = "u2"


class uint32(unsignedinteger):
    code = "u4"


class uint64(unsignedinteger):
    code = "u8"


class float32(floating):
    code = "f4"


class float64(floating):
    code = "f8"


_BY_CODE = {
    kind.code: kind for kind in (bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64)
}

_BY_NAME = {kind.__name__: code for code, kind in _BY_CODE.items()}


class dtype:
    """What an element is: a number, a row of them, or a record with fields."""

    def __class_getitem__(cls, item: object) -> type:
        return cls

    def __init__(self, kind: Anything = float64, shape: tuple[int, ...] = ()) -> None:
        self.shape = tuple(shape)
        self.fields: dict[str, tuple[dtype, int]] | None = None
        self.names: tuple[str, ...] | None = None
        if isinstance(kind, tuple):  # (record, layout): fields are attributes here in any case
            kind = kind[1]
        if isinstance(kind, list):
            self._record(kind)
            return
        if isinstance(kind, dtype):
            self.__dict__.update(kind.__dict__)
            self.shape = tuple(shape) or kind.shape
            self.itemsize = self._size * math.prod(self.shape)
            return
        named = kind.lstrip("<>=|") if isinstance(kind, str) else ""
        code = {int: "i8", float: "f8", bool: "b1"}.get(kind) or _BY_NAME.get(named) or named or kind.code
        self.type, self.char = _BY_CODE[code], _LETTERS[code]
        self.kind = code[0]
        self.str = ("|" if code[1] == "1" else "<") + code
        self._size = int(code[1])
        self.itemsize = self._size * math.prod(self.shape)

    def _record(self, fields: list[tuple[Anything, ...]]) -> None:
        self.type, self.char, self.kind = void, "V", "V"
        self.fields, end = {}, 0
        for name, kind, *shape in fields:
            field = dtype(kind, shape[0] if shape else ())
            self.fields[name] = (field, end)
            end += field.itemsize
        self.names = tuple(self.fields)
        self.itemsize = self._size = end
        self.str = f"|V{end}"

    @property
    def base(self) -> dtype:
        return dtype(self.type) if self.shape else self

    @property
    def descr(self) -> list[tuple[Anything, ...]]:
        assert self.fields is not None
        return [
            (name, kind.str, kind.shape) if kind.shape else (name, kind.str) for name, (kind, _) in self.fields.items()
        ]

    def newbyteorder(self, _order: str) -> dtype:
        return self  # everything here is little-endian

    def _key(self) -> tuple[object, ...]:
        fields = tuple((name, kind._key(), at) for name, (kind, at) in self.fields.items()) if self.fields else ()
        return self.str, self.shape, fields

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dtype):
            try:
                other = dtype(other)
            except (KeyError, AttributeError, TypeError):
                return False
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"dtype({self.str!r})"


class _Flags:
    c_contiguous = True
    writeable = True


class ndarray:
    """Memory with a kind and a shape; always contiguous. Parts are views of the same memory."""

    flags = _Flags()

    def __class_getitem__(cls, item: object) -> type:
        return cls

    def __init__(self, shape: Anything, kind: Anything = float64, buffer: Anything = None, offset: int = 0) -> None:
        self.shape: tuple[int, ...] = (shape,) if isinstance(shape, int) else tuple(shape)
        self.dtype = kind if isinstance(kind, dtype) else dtype(kind)
        self.size = math.prod(self.shape)
        self.itemsize = self.dtype.itemsize
        self.nbytes = self.size * self.itemsize
        memory = memoryview(bytearray(self.nbytes) if buffer is None else buffer).cast("B")
        self._memory = memory[offset : offset + self.nbytes]
        self._flat: Anything = self._memory if self.dtype.fields else self._memory.cast(self.dtype.char)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    def __buffer__(self, flags: int) -> memoryview:
        return memoryview(self._flat)

    @property
    def ctypes(self) -> Anything:
        return _Address(self)

    def __len__(self) -> int:
        return self.shape[0]

    # ---- reading and writing ----

    def _part(self, place: int) -> ndarray:
        shape = self.shape[1:]
        return ndarray(shape, self.dtype, self._memory, place * math.prod(shape) * self.itemsize)

    def _at(self, place: int) -> int:
        if not -self.shape[0] <= place < self.shape[0]:
            raise IndexError(f"index {place} is out of bounds for axis 0 with size {self.shape[0]}")
        return place % self.shape[0] if self.shape[0] else 0

    def __getitem__(self, place: Anything) -> Anything:
        if isinstance(place, str):
            return _Field(self, place)
        if isinstance(place, ndarray):
            return array([self[k] for k in _chosen(place)], self.dtype)
        if isinstance(place, tuple):
            first, *rest = place
            part = self[first]
            if not rest:
                return part
            if isinstance(first, slice):
                return array([row[tuple(rest) if len(rest) > 1 else rest[0]] for row in part], self.dtype)
            return part[tuple(rest) if len(rest) > 1 else rest[0]]
        if isinstance(place, slice):
            start, stop, step = place.indices(self.shape[0])
            if step != 1:
                return array([self[k] for k in range(start, stop, step)], self.dtype)
            inner = math.prod(self.shape[1:]) * self.itemsize
            return ndarray((max(0, stop - start), *self.shape[1:]), self.dtype, self._memory, start * inner)
        at = self._at(int(place))
        if len(self.shape) > 1:
            return self._part(at)
        if self.dtype.fields:
            return _Record(self, at)
        return self._flat[at]

    def __setitem__(self, place: Anything, value: Anything) -> None:
        if isinstance(place, (ndarray, list)):
            chosen = place if isinstance(place, list) else _chosen(place)
            for number, k in enumerate(chosen):
                self[k] = value[number] if isinstance(value, (ndarray, list, tuple)) else value
            return
        if isinstance(place, tuple):
            first, *rest = place
            if rest:
                self[first][tuple(rest) if len(rest) > 1 else rest[0]] = value
                return
            place = first
        if place is Ellipsis:
            place = slice(None)
        if isinstance(place, slice) or len(self.shape) > 1:
            target = self[place]
            if isinstance(value, ndarray) and value.dtype == target.dtype and value.size == target.size:
                target._memory[:] = value._memory
            elif isinstance(value, (ndarray, list, tuple, range, memoryview)):
                flat = list(_flatten(value))
                if len(flat) != target.size:
                    raise ValueError(f"{len(flat)} values for {target.size} places")
                for k, number in enumerate(flat):
                    target._flat[k] = target._number(number)
            else:
                for k in range(target.size):
                    target._flat[k] = target._number(value)
            return
        at = self._at(int(place))
        if self.dtype.fields:
            size = self.itemsize
            self._memory[at * size : (at + 1) * size] = value.tobytes() if not isinstance(value, bytes) else value
        else:
            self._flat[at] = self._number(value)

    def _number(self, value: Anything) -> Anything:
        kind = self.dtype.kind
        return float(value) if kind == "f" else bool(value) if kind == "b" else int(value)

    def __iter__(self) -> Iterator[Anything]:
        return (self[k] for k in range(self.shape[0]))

    def tolist(self) -> Anything:
        if self.dtype.fields:
            return [[_Record(self, k)[name] for name in self.dtype.names or ()] for k in range(self.shape[0])]
        return _nested(self._flat.tolist(), self.shape)

    def tobytes(self) -> bytes:
        return bytes(self._memory)

    def item(self, *place: int) -> Anything:
        return self._flat[place[0] if place else 0]

    # ---- other shapes and kinds ----

    def copy(self) -> ndarray:
        return ndarray(self.shape, self.dtype, bytearray(self._memory))

    __copy__ = copy

    def __deepcopy__(self, _memory: object) -> ndarray:
        return self.copy()

    def view(self, kind: Anything) -> ndarray:
        kind = kind if isinstance(kind, dtype) else dtype(kind)
        last = self.shape[-1] * self.itemsize // kind.itemsize
        return ndarray((*self.shape[:-1], last), kind, self._memory)

    def reshape(self, *shape: Anything) -> ndarray:
        wanted = list(shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)
        if -1 in wanted:
            rest = -math.prod(wanted)
            wanted[wanted.index(-1)] = self.size // rest if rest else 0
        return ndarray(wanted, self.dtype, self._memory)

    def ravel(self) -> ndarray:
        return self.reshape(-1)

    def astype(self, kind: Anything) -> ndarray:
        made = ndarray(self.shape, kind)
        for k, value in enumerate(self._flat):
            made._flat[k] = made._number(value)
        return made

    def fill(self, value: Anything) -> None:
        self.reshape(-1)[:] = value

    # ---- arithmetic ----

    def _each(self, other: Anything, work: Callable[[Anything, Anything], Anything], kind: Anything = None) -> ndarray:
        values = self._flat
        if isinstance(other, (ndarray, list, tuple)):
            others: Iterable[Anything] = list(_flatten(other))
        else:
            others = [other] * self.size
        results = [work(a, b) for a, b in zip(values, others, strict=True)]
        if kind is None:
            kind = float64 if any(isinstance(value, float) for value in results) else self.dtype
        made = ndarray(self.shape, kind)
        for k, value in enumerate(results):
            made._flat[k] = made._number(value)
        return made

    def __add__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a + b)

    def __sub__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a - b)

    def __rsub__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: b - a)

    def __mul__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a * b)

    def __truediv__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a / b, float64)

    def __and__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a & b)

    def __neg__(self) -> ndarray:
        return self._each(0, lambda a, _: -a)

    __radd__, __rmul__ = __add__, __mul__

    def __iadd__(self, other: Anything) -> ndarray:
        self[:] = self + other
        return self

    def __isub__(self, other: Anything) -> ndarray:
        self[:] = self - other
        return self

    def __imul__(self, other: Anything) -> ndarray:
        self[:] = self * other
        return self

    def __itruediv__(self, other: Anything) -> ndarray:
        self[:] = self / other
        return self

    def __lt__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a < b, bool_)

    def __le__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a <= b, bool_)

    def __gt__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a > b, bool_)

    def __ge__(self, other: Anything) -> ndarray:
        return self._each(other, lambda a, b: a >= b, bool_)

    def __eq__(self, other: Anything) -> Anything:
        return self._each(other, lambda a, b: a == b, bool_)

    def __ne__(self, other: Anything) -> Anything:
        return self._each(other, lambda a, b: a != b, bool_)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth of several values is ambiguous")
        return bool(self._flat[0])

    def sum(self, axis: int | None = None) -> Anything:
        if axis is None:
            return builtins.sum(self._flat)
        rows = self.tolist() if axis == 1 else zip(*self.tolist(), strict=True)
        return array([builtins.sum(row) for row in rows])

    def max(self) -> Anything:
        return builtins.max(self._flat)

    def min(self) -> Anything:
        return builtins.min(self._flat)

    def mean(self, axis: int | None = None, keepdims: bool = False) -> Anything:
        if axis is None:
            return self.sum() / self.size
        before, count, behind = _around(self, axis)
        flat = self._flat
        made = ndarray((*self.shape[:axis], *((1,) if keepdims else ()), *self.shape[axis + 1 :]), float64)
        for k in range(before):
            for n in range(behind):
                first = k * count * behind + n
                total = builtins.sum(flat[first + behind * place] for place in range(count))
                made._flat[k * behind + n] = total / count if count else math.nan
        return made

    def any(self) -> bool:
        return builtins.any(self._flat)

    def all(self) -> bool:
        return builtins.all(self._flat)

    def argmax(self) -> int:
        return builtins.max(range(self.size), key=self._flat.__getitem__)

    def __repr__(self) -> str:
        return f"array({self.tolist()!r}, dtype={self.dtype.str!r})"


class _Address:
    def __init__(self, owner: ndarray) -> None:
        self._owner = owner

    @property
    def data(self) -> int:
        import ctypes

        memory = self._owner._memory
        return ctypes.addressof(ctypes.c_char.from_buffer(memory)) if len(memory) else 0


class _Field:
    """One field of an array of records, for all of them."""

    def __init__(self, owner: ndarray, name: str) -> None:
        self._owner, self._name = owner, name

    def __getitem__(self, place: int) -> Anything:
        return _Record(self._owner, self._owner._at(place))[self._name]

    def __setitem__(self, place: Anything, value: Anything) -> None:
        places = range(*place.indices(len(self._owner))) if isinstance(place, slice) else [self._owner._at(place)]
        for at in places:
            _Record(self._owner, at)[self._name] = value

    def __iter__(self) -> Iterator[Anything]:
        return (self[k] for k in range(len(self._owner)))

    def tolist(self) -> Anything:
        return [value.tolist() if isinstance(value, ndarray) else value for value in self]


class _Record:
    """One record of an array: its fields by name or as attributes."""

    __slots__ = ("_at", "_owner")

    def __init__(self, owner: ndarray, at: int) -> None:
        object.__setattr__(self, "_owner", owner)
        object.__setattr__(self, "_at", at)

    def _field(self, name: str) -> ndarray:
        kind, offset = self._owner.dtype.fields[name]
        return ndarray(kind.shape, kind.base, self._owner._memory, self._at * self._owner.itemsize + offset)

    def __getitem__(self, name: str) -> Anything:
        field = self._field(name)
        return field if field.shape else field._flat[0]

    def __setitem__(self, name: str, value: Anything) -> None:
        field = self._field(name)
        if field.shape:
            field[:] = value
        else:
            field._flat[0] = field._number(value)

    def __getattr__(self, name: str) -> Anything:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Anything) -> None:
        self[name] = value

    def tobytes(self) -> bytes:
        size = self._owner.itemsize
        return bytes(self._owner._memory[self._at * size : (self._at + 1) * size])


def _chosen(place: ndarray) -> list[int]:
    values = place.tolist()
    return [k for k, wanted in enumerate(values) if wanted] if place.dtype.kind == "b" else values


def _flatten(values: Anything) -> Iterator[Anything]:
    if isinstance(values, ndarray):
        yield from values._flat
    elif isinstance(values, memoryview):
        yield from values.tolist()
    elif isinstance(values, (list, tuple, range)):
        for value in values:
            yield from _flatten(value)
    else:
        yield values


def _nested(flat: list[Anything], shape: tuple[int, ...]) -> Anything:
    if not shape:
        return flat[0]
    if len(shape) == 1:
        return flat
    step = math.prod(shape[1:])
    return [_nested(flat[k * step : (k + 1) * step], shape[1:]) for k in range(shape[0])]


def _shape_of(values: Anything) -> tuple[int, ...]:
    if isinstance(values, ndarray):
        return values.shape
    if isinstance(values, memoryview):
        return tuple(values.shape or (len(values),))
    if not isinstance(values, (list, tuple, range)):
        return ()
    return (len(values), *(_shape_of(values[0]) if len(values) else ()))


# ---- making arrays ----


def array(values: Anything, dtype: Anything = None) -> ndarray:
    if isinstance(values, Iterator):
        values = list(values)
    flat = list(_flatten(values))
    if dtype is None:
        if isinstance(values, ndarray):
            dtype = values.dtype
        else:
            booleans = bool(flat) and builtins.all(isinstance(value, bool) for value in flat)
            whole = bool(flat) and builtins.all(isinstance(value, int) for value in flat)
            dtype = bool_ if booleans else int64 if whole else float64
    made = ndarray(_shape_of(values), dtype)
    for k, value in enumerate(flat):
        made._flat[k] = made._number(value)
    return made


def asarray(values: Anything, dtype: Anything = None) -> ndarray:
    if isinstance(values, ndarray) and (dtype is None or values.dtype == dtype):
        return values
    return array(values, dtype)


def ascontiguousarray(values: Anything, dtype: Anything = None) -> ndarray:
    return asarray(values, dtype)


def zeros(shape: Anything, dtype: Anything = float64) -> ndarray:
    return ndarray(shape, dtype)


empty = zeros


def full(shape: Anything, value: Anything, dtype: Anything = None) -> ndarray:
    kinds = {bool: bool_, int: int64, float: float64}
    made = ndarray(shape, dtype if dtype is not None else kinds[type(value)])
    made.fill(value)
    return made


def ones(shape: Anything, dtype: Anything = float64) -> ndarray:
    return full(shape, 1, dtype)


def arange(*bounds: int) -> ndarray:
    return array(list(range(*bounds)), int64)


def frombuffer(buffer: Anything, dtype: Anything = float64, count: int = -1, offset: int = 0) -> ndarray:
    kind = _dtype(dtype)
    memory = memoryview(buffer).cast("B")
    size = (len(memory) - offset) // kind.itemsize if count < 0 else count
    return ndarray((size,), kind, bytearray(memory[offset : offset + size * kind.itemsize]))


_dtype = dtype


def _around(values: ndarray, axis: int) -> tuple[int, int, int]:
    """How often an axis is gone along, its length, and how many elements are behind each of its places."""
    return math.prod(values.shape[:axis]), values.shape[axis], math.prod(values.shape[axis + 1 :])


def concatenate(parts: Sequence[ndarray], axis: int = 0) -> ndarray:
    before = math.prod(parts[0].shape[:axis])
    memory = bytearray()
    for k in range(before):
        for part in parts:
            size = part.nbytes // before
            memory += part._memory[k * size : (k + 1) * size]
    first = parts[0].shape
    length = builtins.sum(part.shape[axis] for part in parts)
    return ndarray((*first[:axis], length, *first[axis + 1 :]), parts[0].dtype, memory)


def take(values: ndarray, places: Sequence[int], axis: int = 0) -> ndarray:
    before, count, behind = _around(values, axis)
    size = behind * values.itemsize
    memory = bytearray()
    for k in range(before):
        for place in places:
            first = (k * count + int(place)) * size
            memory += values._memory[first : first + size]
    return ndarray((*values.shape[:axis], len(places), *values.shape[axis + 1 :]), values.dtype, memory)


# ---- functions of elements ----


def _mapped(work: Callable[[Anything], Anything], values: Anything, kind: Anything = float64) -> ndarray:
    given = asarray(values)
    made = ndarray(given.shape, kind)
    for k, value in enumerate(given._flat):
        made._flat[k] = made._number(work(value))
    return made


def log(values: Anything) -> ndarray:
    return _mapped(lambda value: math.log(value) if value > 0 else -math.inf, values)


def exp(values: Anything) -> ndarray:
    return _mapped(math.exp, values)


def rint(values: Anything) -> ndarray:
    return _mapped(builtins.round, values)


def isfinite(values: Anything) -> ndarray:
    return _mapped(math.isfinite, values, bool_)


def clip(values: Anything, low: Anything, high: Anything) -> ndarray:
    given = asarray(values)
    return _mapped(lambda value: builtins.min(builtins.max(value, low), high), given, given.dtype)


def argsort(values: Anything, kind: str | None = None) -> ndarray:
    flat = list(_flatten(values))
    return array(sorted(range(len(flat)), key=flat.__getitem__), int64)


def flatnonzero(values: Anything) -> ndarray:
    return array([k for k, value in enumerate(_flatten(values)) if value], int64)


def prod(values: Anything) -> Anything:
    return math.prod(_flatten(values))


def cumsum(values: Anything) -> ndarray:
    found, total = [], 0
    for value in _flatten(values):
        total += value
        found.append(total)
    return array(found)


class ctypeslib:
    """What ctypes calls the kinds of numbers."""

    @staticmethod
    def as_ctypes_type(kind: Anything) -> Anything:
        import ctypes

        names = {"b": "c_int8", "h": "c_int16", "i": "c_int32", "q": "c_int64", "f": "c_float", "d": "c_double"}
        names |= {"B": "c_uint8", "H": "c_uint16", "I": "c_uint32", "Q": "c_uint64", "?": "c_bool"}
        return getattr(ctypes, names[_dtype(kind).char])
