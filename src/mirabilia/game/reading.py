"""Reading single fields of a state from Python, without reading all of it; copying it in one piece."""

from __future__ import annotations

from typing import TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from mirabilia.engine.records import Packed, Records
from mirabilia.json_types import Json, JsonObject

Values: TypeAlias = JsonObject  # one state as plain ints and lists by field, as `State.as_dict` reads it
R = TypeVar("R", bound=Packed)


def field(states: Records[R], name: str) -> Json:
    """One field of the first state, as plain ints and lists."""
    value: Json = cast("NDArray[np.void]", states)[name].tolist()[0]
    return value


def copied(states: Records[R]) -> Records[R]:
    """An independent copy, as bytes: NumPy would copy a record field by field, which takes sixty times as long."""
    array = cast("NDArray[np.void]", states)
    return np.ndarray(array.shape, array.dtype, bytearray(array.tobytes()))
