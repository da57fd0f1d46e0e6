"""Calling the core: a Python function for each entry point, by ctypes.

An array is handed over as its address and its lengths. Its kind is looked at first, because the core would read any
memory it is given. The same code calls a core on every platform, also WebAssembly.
"""

from __future__ import annotations

import ctypes
import operator
import struct
import sys
from collections.abc import Callable

import numpy as np

from mirabilia.engine.signatures import (
    ROWS,
    Anything,
    Array,
    Group,
    Hearer,
    Number,
    Parameter,
    Signature,
    entry_name,
    slots,
)

_C_TYPES = {"q": ctypes.c_int64, "d": ctypes.c_double, "?": ctypes.c_bool}
_INT, _ADDRESS = ctypes.c_int64, ctypes.c_void_p


def attach(library: ctypes.CDLL, part: str) -> None:
    """Passes a part of the core the three functions of this process that it needs."""
    if sys.platform == "win32":
        memory, system = ctypes.CDLL("msvcrt"), ctypes.CDLL("kernel32")
        rest = system.SwitchToThread
    else:
        memory = ctypes.CDLL(None)
        rest = memory.sched_yield
    given = (ctypes.cast(function, _ADDRESS) for function in (memory.malloc, memory.free, rest))
    function = getattr(library, f"attach_{part}")
    function.argtypes, function.restype = [_ADDRESS] * 3, None
    function(*given)


def key_of(library: ctypes.CDLL, part: str) -> int:
    """The beginning of the hash of the sources that a part was made from."""
    function = getattr(library, f"key_{part}")
    function.argtypes, function.restype = [], _INT
    return int(function())


def place(array: Anything, kind: np.dtype[Anything], dimensions: int) -> int:
    """The address of an array, which must be one of that kind."""
    if not isinstance(array, np.ndarray) or array.dtype != kind or array.ndim != dimensions:
        found = f"{array.ndim}-dimensional of {array.dtype}" if isinstance(array, np.ndarray) else type(array).__name__
        raise TypeError(f"an array of {kind} with {dimensions} dimensions is needed, not {found}")
    try:
        # the buffer of records describes all fields, which NumPy writes every time: ten times slower than a view
        return ctypes.addressof(_from_buffer(array if kind.names is None else array.view(_BYTE)))
    except (TypeError, ValueError):  # an array that cannot be written, is empty, or is not contiguous
        if not array.flags.c_contiguous:
            raise TypeError("a contiguous array is needed") from None
        return int(array.ctypes.data)


_from_buffer: Anything = ctypes.c_char.from_buffer
_BYTE = np.dtype(np.uint8)


def entry(
    library: ctypes.CDLL, function: Callable[..., object], signature: Signature
) -> Callable[..., Anything] | None:
    """A Python function that calls the entry point; None if the core has none."""
    if not signature.is_callable:
        return None
    try:
        silent = _bound(library, entry_name(function, False), signature, False)
        reporting = _bound(library, entry_name(function, True), signature, True) if signature.reports else None
    except AttributeError:
        return None
    return _caller(function, signature, silent, reporting)


def _bound(library: ctypes.CDLL, name: str, signature: Signature, reports: bool) -> Anything:
    function = getattr(library, name)
    types: list[type] = []
    for _, parameter in signature.parameters:
        if isinstance(parameter, Hearer):
            if reports:
                types += [_ADDRESS, _INT]
        elif isinstance(parameter, Array):
            types += [_ADDRESS] + [_INT] * parameter.dimensions
        elif isinstance(parameter, Group):
            types.append(_ADDRESS)
        else:
            assert isinstance(parameter, Number)
            types.append(_C_TYPES[parameter.letter])
    function.argtypes = types
    function.restype = None if signature.result is None else _C_TYPES[_letter(signature.result)]
    return function


def _letter(parameter: Parameter) -> str:
    assert isinstance(parameter, Number)
    return parameter.letter


class _Writer:
    """Writes the source of a caller; its names are its parameters and those in `names`."""

    def __init__(self) -> None:
        self.names: dict[str, object] = {"_place": place, "_whole": operator.index, "_WrongType": ctypes.ArgumentError}

    def named(self, value: object) -> str:
        """A name for a value."""
        name = f"_c{len(self.names)}"
        self.names[name] = value
        return name

    def array(self, array: Array, text: str) -> list[str]:
        lengths = [f"len({text})"] if array.dimensions == 1 else [f"*{text}.shape"]
        return [f"_place({text}, {self.named(array.kind)}, {array.dimensions})", *lengths]

    def group(self, group: Group, text: str) -> str:
        """A block with the slots of a group; it lives as long as the call."""
        letters = "".join("q" if letter in "p?" else letter for letter, _ in slots(group))
        pack = self.named(struct.Struct(f"<{letters}").pack)
        return f"{pack}({', '.join(self._slots(group, text))})"

    def _slots(self, group: Group, text: str) -> list[str]:
        found: list[str] = []
        for name, field in group.fields:
            if isinstance(field, Group):
                found += self._slots(field, f"{text}.{name}")
            elif isinstance(field, Array):
                found += self.array(field, f"{text}.{name}")
            else:
                found.append(f"{text}.{name}")
        return found


def _caller(function: Anything, signature: Signature, silent: Anything, reporting: Anything) -> Callable[..., Anything]:
    """The function with its own parameter names and defaults. NumPy integers become Python integers where needed."""
    writer = _Writer()
    given: list[str] = []
    again: list[str] = []
    buffer = ""
    for name, parameter in signature.parameters:
        if isinstance(parameter, Hearer):
            buffer = name
            pieces = ["<buffer>"]
        elif isinstance(parameter, Array):
            pieces = writer.array(parameter, name)
        elif isinstance(parameter, Group):
            pieces = [writer.group(parameter, name)]
        else:
            pieces = [name]
        given += pieces
        again += [f"_whole({name})"] if isinstance(parameter, Number) and parameter.letter == "q" else pieces
    names = [name for name, _ in signature.parameters]

    def call(target: str, pieces: list[str], reported: bool) -> str:
        handed = []
        for piece in pieces:
            if piece != "<buffer>":
                handed.append(piece)
            elif reported:
                handed += writer.array(ROWS, buffer)
        return f"{target}({', '.join(handed)})"

    def both(reported: bool, indent: str) -> list[str]:
        target = writer.named(reporting if reported else silent)
        return [
            f"{indent}try:",
            f"{indent}    return {call(target, given, reported)}",
            f"{indent}except _WrongType:",
            f"{indent}    return {call(target, again, reported)}",
        ]

    lines = [f"def {function.__name__}({', '.join(names)}):"]
    if buffer:
        lines += [f"    if {buffer} is not None:", *both(True, "        ")]
    lines += both(False, "    ")
    exec(compile("\n".join(lines), f"<caller of {function.__qualname__}>", "exec"), writer.names)
    caller: Anything = writer.names[function.__name__]
    caller.__defaults__ = function.__defaults__
    return caller  # type: ignore[no-any-return]
