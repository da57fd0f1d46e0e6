"""Numba's part of the build, and the only module that knows how Numba works inside.

Numba types a function and lowers it to LLVM's language, module by module; then it would optimise, compile and load the
result. The build wants the text of the modules and nothing else. So in a process of its own the steps after lowering
are taken out, and every module is kept as it was written.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from numba.core import caching, cgutils, codegen, cpu, types

from mirabilia.engine import compiling

Internal = Any  # objects of Numba that have no types of their own
_RUNTIME = "nrt"  # Numba's own module for counted memory; the core brings a smaller one
UNKNOWN = "mirabilia.unknown"


class Lowered(NamedTuple):
    """A function in LLVM's language: the Python function, whether this form reports events, and its symbol."""

    function: Callable[..., object]
    reports: bool
    symbol: str


def keep_only_lowering(texts: list[str]) -> None:
    """Makes Numba stop after lowering, for the rest of this process; the text of each module goes to `texts`."""

    def add_ir_module(self: Internal, module: Internal) -> None:
        if self.name != _RUNTIME:
            texts.append(str(module))

    def add_linking_library(self: Internal, library: Internal) -> None:
        self._linking_libraries.append(library)

    def finalize(self: Internal) -> None:
        self._finalized = True

    def nothing(*given: object, **named: object) -> None:
        return None

    def entry(*given: object, **named: object) -> object:
        return [].append  # dispatchers insist on a built-in function, and on a different one each time

    library: Internal = codegen.CPUCodeLibrary
    library.add_ir_module, library.add_linking_library, library.finalize = add_ir_module, add_linking_library, finalize
    context: Internal = cpu.CPUContext
    context.create_cpython_wrapper = context.create_cfunc_wrapper = nothing
    context.get_executable = entry
    context.add_dynamic_addr = lambda self, builder, address, info: _unknown(self, builder)
    cache: Internal = caching.Cache
    cache.save_overload = cache.load_overload = nothing


def _unknown(context: Internal, builder: Internal) -> Internal:
    """In place of an address of this process, which means nothing in a library: a symbol that must not be used."""
    pointer = context.get_value_type(types.voidptr)
    tools: Internal = cgutils
    return builder.load(tools.add_global_variable(builder.module, pointer, UNKNOWN))


def lower(modules: list[str], progress: Callable[[str], None]) -> tuple[list[str], list[Lowered]]:
    """Imports the modules; the texts of all that their functions need, and the functions."""
    texts: list[str] = []
    keep_only_lowering(texts)
    compiling.listeners.append(lambda name, seconds: progress(name))
    for module in modules:
        importlib.import_module(module)
    lowered = []
    for function, dispatcher in compiling.made:
        for kinds, result in dispatcher.overloads.items():
            is_buffer = _event_buffers(function)
            reports = any(kind is not types.none for kind, buffer in zip(kinds, is_buffer, strict=True) if buffer)
            lowered.append(Lowered(function, reports, result.fndesc.mangled_name))
    return texts, lowered


def _event_buffers(function: Callable[..., object]) -> list[bool]:
    """Which parameters are event buffers."""
    hints = [hint for name, hint in function.__annotations__.items() if name != "return"]
    return [hint in ("Events", compiling.Events) for hint in hints]


_LAYOUT = re.compile(r"^target (triple|datalayout) = .*$", re.MULTILINE)
_DEFINED = re.compile(r"^define (?!internal|linkonce|weak)", re.MULTILINE)


def adapted(text: str, triple: str, layout: str) -> str:
    """A module's text for a target. A function that comes in several modules is linked once."""
    text = _LAYOUT.sub("", text).replace("= common global", "= internal global")
    return f'target triple = "{triple}"\ntarget datalayout = "{layout}"\n' + _DEFINED.sub("define weak_odr ", text)
