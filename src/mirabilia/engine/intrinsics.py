"""What `atomics.py` and `bits.py` offer, in machine code: written for Numba, and so for the core."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from mirabilia.engine.arrays import ByteRows, Bytes, FloatRows
from mirabilia.engine.compiling import Ints
from mirabilia.engine.inlining import inlined

T = TypeVar("T")
Untyped = Any  # what Numba and llvmlite hand over to those who write machine code for them
types: Untyped = numba.types
carray: Untyped = cast(Untyped, numba).carray
_code: Untyped = cgutils
_NUMBER = types.int64
_ALIGNED = 8  # bytes


def _place(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
    """Where the number args[1] of the array args[0] lies."""
    array = _code.create_struct_proxy(signature.args[0])(context, builder, args[0])
    return builder.gep(array.data, [args[1]])


@intrinsic
def _load(typing_context: Untyped, queue: Untyped, place: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
        return builder.load_atomic(_place(context, builder, signature, args), "acquire", _ALIGNED)

    return _NUMBER(queue, _NUMBER), write


@intrinsic
def _store(typing_context: Untyped, queue: Untyped, place: Untyped, number: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> None:
        builder.store_atomic(args[2], _place(context, builder, signature, args), "release", _ALIGNED)

    return types.void(queue, _NUMBER, _NUMBER), write


@intrinsic
def _add(typing_context: Untyped, queue: Untyped, place: Untyped, number: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
        return builder.atomic_rmw("add", _place(context, builder, signature, args), args[2], "acq_rel")

    return _NUMBER(queue, _NUMBER, _NUMBER), write


@intrinsic
def _swap(typing_context: Untyped, queue: Untyped, place: Untyped, old: Untyped, new: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
        where = _place(context, builder, signature, args)
        return builder.extract_value(builder.cmpxchg(where, args[2], args[3], "acq_rel", "acquire"), 1)

    return types.boolean(queue, _NUMBER, _NUMBER, _NUMBER), write


@intrinsic
def _put_eight(typing_context: Untyped, out: Untyped, at: Untyped, eight: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> None:
        where = builder.bitcast(_place(context, builder, signature, args), ir.IntType(64).as_pointer())
        builder.store(args[2], where, align=1)

    return types.void(out, _NUMBER, _NUMBER), write


def _without_owner(context: Untyped, builder: Untyped, kind: Untyped, value: Untyped) -> Untyped:
    """An array, or all arrays of a tuple, without the count of who holds them."""
    if isinstance(kind, types.BaseTuple):
        for k, part in enumerate(kind.types):
            bare = _without_owner(context, builder, part, builder.extract_value(value, k))
            value = builder.insert_value(value, bare, k)
    elif isinstance(kind, types.Array):
        array = _code.create_struct_proxy(kind)(context, builder, value)
        array.meminfo = _code.get_null_value(array.meminfo.type)
        value = array._getvalue()
    return value


@intrinsic
def _unowned(typing_context: Untyped, arrays: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
        return _without_owner(context, builder, signature.args[0], args[0])

    return arrays(arrays), write


@intrinsic
def _fetch(typing_context: Untyped, array: Untyped, place: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> None:
        number, pointer = ir.IntType(32), ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = _code.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        where = builder.bitcast(_place(context, builder, signature, args), pointer)
        builder.call(function, [where, number(0), number(3), number(1)])  # for reading, into all caches, data

    return types.void(array, _NUMBER), write


@intrinsic
def _pointer(typing_context: Untyped, address: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(_NUMBER), write


@intrinsic
def _trailing_zeros(typing_context: Untyped, mask: Untyped) -> Untyped:
    def write(context: Untyped, builder: Untyped, signature: Untyped, args: Untyped) -> Untyped:
        return builder.cttz(args[0], ir.IntType(1)(1))

    return _NUMBER(_NUMBER), write


_at: Untyped = _pointer
trailing_zeros = cast("Callable[[int], int]", _trailing_zeros)  # (mask): of a number that is not 0
put_eight = cast("Callable[[Bytes, int, int], None]", _put_eight)  # (out, at, eight): lowest byte first
load = cast("Callable[[Ints, int], int]", _load)  # (queue, place): a number as the other threads left it
# (queue, place, number): writes a number; whoever loads it also sees what was written before it
store = cast("Callable[[Ints, int, int], None]", _store)
add = cast("Callable[[Ints, int, int], int]", _add)  # (queue, place, number): adds to a number
swap = cast("Callable[[Ints, int, int, int], bool]", _swap)  # (queue, place, old, new): writes new if it is still old
# (arrays): an array or a tuple of them, of which somebody else takes care that it stays. Counting its holders takes
# many times as long as a step of a game, when several threads count the same ones.
unowned = cast("Callable[[T], T]", _unowned)
fetch = cast("Callable[[object, int], None]", _fetch)  # (array, place): this number of the array is needed soon
rest = cast(  # (): gives way to threads that wait for a core
    "Callable[[], int]",
    types.ExternalFunction("SwitchToThread" if sys.platform == "win32" else "sched_yield", types.int32()),
)


@inlined
def ints_at(address: int, count: int) -> Ints:
    """The int64 array at an address."""
    array: Ints = carray(_at(address), count, np.int64)
    return array


@inlined
def bytes_at(address: int, rows: int, columns: int) -> ByteRows:
    """The rows of uint8 at an address."""
    array: ByteRows = carray(_at(address), (rows, columns), np.uint8)
    return array


@inlined
def floats_at(address: int, rows: int, columns: int) -> FloatRows:
    """The rows of float32 at an address."""
    array: FloatRows = carray(_at(address), (rows, columns), np.float32)
    return array
