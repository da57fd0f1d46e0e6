"""What compiled loops of several threads need of the machine itself.

Numbers that threads read and change at once without a lock: `queue` is an array of int64 that they share; a `load` sees
all that was written before the `store` whose number it reads, `add` and `swap` change a number in one piece, `rest`
lets another thread have the core. Memory: arrays at the addresses that a work queue carries; `unowned`, which passes
arrays on without reference counting; `fetch`, which prefetches memory; `put_eight`, which writes eight
bytes at once. The machine code for all this is in `intrinsics.py`; plain mode does the same in Python.
"""

from __future__ import annotations

import ctypes
import threading
from typing import TYPE_CHECKING, Any, TypeVar, cast

from mirabilia.engine.arrays import ByteRows, Bytes, FloatRows
from mirabilia.engine.compiling import Ints
from mirabilia.engine.running import BY_NUMBA

if TYPE_CHECKING or not BY_NUMBA:
    from mirabilia.engine.views import RowViews

    T = TypeVar("T")
    _one_at_a_time = threading.Lock()

    def load(queue: Ints, place: int) -> int:
        """A number as the other threads left it."""
        return queue[place]

    def store(queue: Ints, place: int, number: int) -> None:
        """Writes a number; whoever loads it also sees what was written before it."""
        queue[place] = number

    def add(queue: Ints, place: int, number: int) -> int:
        """Adds to a number; what it was before."""
        with _one_at_a_time:
            before = queue[place]
            queue[place] = before + number
        return before

    def swap(queue: Ints, place: int, old: int, new: int) -> bool:
        """Writes `new` if the number is still `old`; says whether it was."""
        with _one_at_a_time:
            if queue[place] != old:
                return False
            queue[place] = new
        return True

    def rest() -> int:
        """Gives way to threads that wait for a core."""
        return 0

    def unowned(arrays: T) -> T:
        """An array or a tuple of them, of which somebody else takes care that it stays.

        Counting its holders takes many times as long as a step of a game, when several threads count the same ones.
        """
        return arrays

    def fetch(array: object, place: int) -> None:
        """This number of the array is needed soon."""

    def put_eight(out: Bytes, at: int, eight: int) -> None:
        """Writes the eight bytes of a number, lowest first."""
        for k in range(8):
            out[at + k] = eight >> 8 * k & 255

    def _memory_at(address: int, size: int, letter: str) -> memoryview:
        memory: Any = memoryview((ctypes.c_char * size).from_address(address))
        numbers: memoryview = memory.cast("B").cast(letter)
        return numbers

    def ints_at(address: int, count: int) -> Ints:
        """The int64 array at an address."""
        return cast(Ints, _memory_at(address, 8 * count, "q"))

    def bytes_at(address: int, rows: int, columns: int) -> ByteRows:
        """The rows of uint8 at an address."""
        return cast(ByteRows, RowViews(_memory_at(address, rows * columns, "B"), (rows, columns)))

    def floats_at(address: int, rows: int, columns: int) -> FloatRows:
        """The rows of float32 at an address."""
        return cast(FloatRows, RowViews(_memory_at(address, 4 * rows * columns, "f"), (rows, columns)))

else:
    from mirabilia.engine.intrinsics import (  # noqa: F401
        add,
        bytes_at,
        fetch,
        floats_at,
        ints_at,
        load,
        put_eight,
        rest,
        store,
        swap,
        unowned,
    )
