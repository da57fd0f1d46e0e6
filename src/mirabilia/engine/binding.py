"""Loops written once for both games.

A loop calls the rules and encodings by the names that both games share (`options`, `apply`, `observe` ...). Those names
are not imported where the loop is written: `bind` gives each function a copy with the names of one game in their place
and compiles that. So there is one text to read, and each game gets machine code with its own rules inlined.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType

from mirabilia.engine.compiling import compiled


def bind(names: dict[str, object], loops: tuple[Callable[..., object], ...]) -> None:
    """Compiles the loops with the names of one game, the globals of the module that asks, and adds them there.

    Each loop stands after those it calls.
    """
    for loop in loops:
        assert isinstance(loop, FunctionType)
        bound = FunctionType(loop.__code__, {**loop.__globals__, **names}, loop.__name__)
        bound.__annotations__ = loop.__annotations__
        bound.__module__ = str(names["__name__"])  # decides which engine's cache it belongs to
        bound.__doc__ = loop.__doc__
        names[loop.__name__] = compiled(bound)
