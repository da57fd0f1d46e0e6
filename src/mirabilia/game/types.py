"""The types of what the games of one kind hand out; schema, TypeScript and docs follow from them."""

from __future__ import annotations

from types import UnionType
from typing import NamedTuple

import msgspec


class GameTypes(NamedTuple):
    """One row of types; `prefix` goes before their names outside Python."""

    prefix: str
    view: type[msgspec.Struct]
    option: UnionType
    quote: type[msgspec.Struct]
    deal: type[msgspec.Struct]
    event: UnionType
