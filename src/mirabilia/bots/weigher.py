"""A bot that can be asked how all options of a decision compare: what analysis, hints and data sets need."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mirabilia.bots.base import Bot, Choice
from mirabilia.json_types import JsonFields

Ranked = list[tuple[int, float, Choice]]  # visits, value, option


@dataclass(frozen=True)
class Weighed:
    """What a search thinks of a position, or of one option in it: for whoever compares options (`mirabilia.study`)."""

    ranked: Ranked  # all options with visits and value, the best first; empty if only one was looked at
    chance: float  # to win, with the option looked at
    error: float  # standard error of the chance, as far as it comes from playing out
    points: tuple[Mapping[str, float], ...]  # by seat: points by category
    ways: tuple[Mapping[str, float], ...] = ()  # by seat: chance by kind of victory
    exact: bool = False  # whether chances (not points) are solved instead of estimated


class Weigher(Bot):
    """A search that can be asked about all options, or about one."""

    @abstractmethod
    def weigh(
        self, view: JsonFields, options: Sequence[Choice], simulations: int, only: Choice | None = None
    ) -> Weighed:
        """What the search thinks of all options, or with `only` of that one."""
