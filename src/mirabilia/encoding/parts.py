"""The encoding of a game: three compiled modules, which have the same names in every game's folder."""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple


class Encoding(NamedTuple):
    """What `mirabilia.encoding` asks."""

    actions: ModuleType  # decisions as numbers
    observation: ModuleType  # what a seat may know, as columns
    sparse: ModuleType  # the same as a list of yes/no features
