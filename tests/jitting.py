"""`jit` for loops of tests that call compiled functions: compiled where Numba runs those, plain Python elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mirabilia.engine.running import BY_NUMBA


def jit(function: Callable[..., Any]) -> Callable[..., Any]:
    """Numba's `njit`, or the function itself."""
    if not BY_NUMBA:
        return function
    import numba

    compiled: Callable[..., Any] = numba.njit(function)
    return compiled
