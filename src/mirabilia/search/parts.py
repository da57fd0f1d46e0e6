"""What a search needs of a game."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from mirabilia.game.rules import States
from mirabilia.json_types import JsonFields


class SearchParts(NamedTuple):
    """The compiled loops over the trees of a game, and its reader of views."""

    kernels: ModuleType
    read_view: Callable[[JsonFields], States]
