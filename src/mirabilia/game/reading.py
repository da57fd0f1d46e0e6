"""Reading single fields of a state from Python, without reading all of it."""

from __future__ import annotations

from typing import Any

from mirabilia.rules.compiling import PLAIN


def field(states: Any, name: str) -> Any:
    """One field of the first state, as plain ints and lists."""
    return getattr(states[0], name) if PLAIN else states[name].tolist()[0]
