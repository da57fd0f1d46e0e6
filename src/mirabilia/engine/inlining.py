"""Helpers that are written into the functions that call them.

A call of a compiled function costs some ten nanoseconds for every array that it hands on, which is more than the small
helpers of loops and observations work. `@inlined` puts a helper's text in place of its calls; it has no machine code
of its own. `inline` does so for helpers of loops that both games share (`binding.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TypeVar, cast

from mirabilia.engine.running import BY_NUMBA

F = TypeVar("F", bound=Callable[..., object])


def inlined(function: F) -> F:
    """A helper of compiled functions that becomes part of each."""
    if not BY_NUMBA:
        from mirabilia.engine.functions import Helper

        return cast("F", Helper(cast(FunctionType, function)))
    import numba

    return cast("F", numba.njit(inline="always", error_model="numpy")(function))


def inline(names: dict[str, object], helpers: tuple[Callable[..., object], ...]) -> None:
    """Adds the helpers of loops to the names of one game, to be bound before the loops that call them."""
    for helper in helpers:
        assert isinstance(helper, FunctionType)
        copy = FunctionType(helper.__code__, {**helper.__globals__, **names}, helper.__name__)
        names[helper.__name__] = inlined(copy)
