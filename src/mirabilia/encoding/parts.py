"""The encoding of a game: three compiled modules, and what columns and actions are called."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple

from mirabilia.encoding.naming import Meaning
from mirabilia.game import Option


class Encoding(NamedTuple):
    """What `mirabilia.encoding` asks."""

    actions: ModuleType  # decisions as numbers
    observation: ModuleType  # what a seat may know, as columns
    sparse: ModuleType  # the same as a list of yes/no features
    meaning_of: Callable[[str], Meaning]  # what a part of the observation says
    action_name: Callable[[Option], str]  # what `actions.NAMES` calls an option
