"""The encoding of a game: three compiled modules and what columns mean, with the same names in every game's folder."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from mirabilia.encoding.naming import Meaning


class Encoding(NamedTuple):
    """What `mirabilia.encoding` asks."""

    actions: ModuleType  # decisions as numbers
    observation: ModuleType  # what a seat may know, as columns
    sparse: ModuleType  # the same as a list of yes/no features
    meaning_of: Callable[[str], Meaning]  # what a part of the observation says
