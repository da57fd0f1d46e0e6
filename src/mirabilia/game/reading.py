"""Reading single fields of a state from Python, without reading all of it; copying it in one piece."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from mirabilia.rules.compiling import PLAIN


def field(states: Any, name: str) -> Any:
    """One field of the first state, as plain ints and lists."""
    return getattr(states[0], name) if PLAIN else states[name].tolist()[0]


def copied(states: Any) -> Any:
    """An independent copy, as bytes: NumPy would copy a record field by field, which takes thirty times as long."""
    return copy.deepcopy(states) if PLAIN else states.view(np.uint8).copy().view(states.dtype)
