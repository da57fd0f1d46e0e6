"""The judge of a decision: the search bots, asked in a way that is fair to every option.

`rank` lets the search choose freely and reads off how the options compare. `follow` asks what comes of one option: the
whole budget goes through it, with the same random numbers as for any other, so that two options are compared on
equal terms, however little the search thinks of one of them. Only views and options go in.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from mirabilia.bots import Limits
from mirabilia.bots.registry import make_search
from mirabilia.bots.weigher import Weigher
from mirabilia.game import Option
from mirabilia.json_types import JsonFields
from mirabilia.study.model import Outlook

View = JsonFields


@dataclass(frozen=True)
class Ranked:
    """An option as the free search ranks it: its value, and how often it was tried."""

    option: Option
    value: float
    visits: int


@dataclass(frozen=True)
class Followed:
    """What follows an option: the chance to win with its standard error, and the expected outcome."""

    chance: float
    error: float
    outlook: Outlook


class Judge(Protocol):
    """What the study of a decision needs from a judge."""

    @property
    def name(self) -> str: ...

    @property
    def simulations(self) -> int: ...

    def rank(self, view: View, options: Sequence[Option]) -> list[Ranked]:
        """All options, the best first."""
        ...

    def follow(self, view: View, options: Sequence[Option], option: Option) -> Followed:
        """What follows one option."""
        ...


class SearchJudge:
    """The search bot of a game as judge: a budget of simulations for all options, half of it for one alone."""

    def __init__(self, game: str, simulations: int, seed: int = 0) -> None:
        self.simulations = Limits(simulations=simulations).simulations or 1
        self.name = f"search {game}"
        self._search: Weigher = make_search(game, seed)

    def rank(self, view: View, options: Sequence[Option]) -> list[Ranked]:
        weighed = self._search.weigh(view, options, self.simulations)
        return [Ranked(option, value, visits) for visits, value, option in weighed.ranked if isinstance(option, Option)]

    def follow(self, view: View, options: Sequence[Option], option: Option) -> Followed:
        weighed = self._search.weigh(view, options, max(1, self.simulations // 2), only=option)
        return Followed(weighed.chance, weighed.error, outlook_of(view, weighed.chance, weighed.points, weighed.ways))


def outlook_of(
    view: View, chance: float, points: Sequence[Mapping[str, float]], ways: Sequence[Mapping[str, float]]
) -> Outlook:
    """The outlook with the ways of winning scaled to the chances, which are known better than their parts."""
    you = int(view["you"])
    rest = math.fsum(share for seat, each in enumerate(ways) if seat != you for share in each.values())
    scaled = []
    for seat, each in enumerate(ways):
        wanted, total = (chance, math.fsum(each.values())) if seat == you else (1 - chance, rest)
        scaled.append({way: round(share * wanted / total, 4) if total else 0.0 for way, share in each.items()})
    return Outlook(tuple({**each} for each in points), tuple(scaled))
