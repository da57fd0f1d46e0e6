"""What the search bots of both games share: limits, the memory of the trees, and reading the answer off the root."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from mirabilia.bots.base import SHOWN, Choice, Limits, described, fields_of
from mirabilia.bots.styles import NEARLY, WORTH_A_LOOK, liking
from mirabilia.bots.thinking import Analysis
from mirabilia.bots.weigher import Ranked, Weigher
from mirabilia.engine.compiling import Ints
from mirabilia.json_types import JsonFields
from mirabilia.search.nodes import Node
from mirabilia.wanted import check_wanted

NODES = 1_000_000  # 32 bytes each
FIRST_SLICE = 16  # simulations before the first look at the clock
FORCED_SIMULATIONS = 100  # for the chance to win where there is nothing to decide: a few milliseconds
SLICE = 256  # simulations between looks at the clock: a few milliseconds


class Trees(Protocol):
    """What the searchers of both games have."""

    @property
    def nodes(self) -> Node.Array: ...
    @property
    def tree(self) -> Ints: ...


W = TypeVar("W", bound=Trees)


class SearchBot(Weigher, Generic[W]):
    """A bot that grows trees of nodes, in memory made once (`searcher`)."""

    name = "search"

    def __init__(self, seed: int, limits: Limits, searcher: W, exploration: float, style: str | None) -> None:
        super().__init__(seed)
        self.limits = limits
        self.searcher = searcher
        self.exploration = exploration
        self.style = style
        self._touched = 0  # the most nodes ever used: memory that was never written takes no place

    @property
    def memory(self) -> int:
        return self._touched * Node.dtype.itemsize

    def forced(self, view: JsonFields, options: Sequence[Choice]) -> Analysis:
        return self._decided(view, options, Limits(simulations=FORCED_SIMULATIONS)).analysis

    @property
    def nodes(self) -> Node.Array:
        """The memory of the trees."""
        return self.searcher.nodes

    @property
    def tree(self) -> Ints:
        """Nodes used, nodes there are, the root of the decision asked for."""
        return self.searcher.tree

    def grow(self, limits: Limits, started: float, simulate: Callable[[int], None]) -> None:
        """Simulates in slices until the limits are reached; `started` is when the question came.

        `NotWanted` if nobody waits any more.
        """
        left = limits.simulations if limits.simulations is not None else 1 << 60
        until = None if limits.milliseconds is None else started + limits.milliseconds / 1000
        size = FIRST_SLICE
        while left > 0:
            check_wanted()
            before = time.perf_counter()
            count = min(size, left)
            simulate(count)
            left -= count
            size = SLICE
            if until is not None:
                now = time.perf_counter()
                if now >= until:
                    break
                in_time = int((until - now) / (now - before) * count)
                size = max(1, min(SLICE, in_time))
        self._touched = max(self._touched, int(self.tree[0]))

    def tried(self) -> dict[int, tuple[int, float]]:
        """Visits and value of each decision at the root, by its code."""
        seen: dict[int, tuple[int, float]] = {}
        child = Node.as_dict(self.nodes, int(self.tree[2]))["first"]
        while child:
            node = Node.as_dict(self.nodes, child)
            visits = node["visits"]
            seen[node["code"]] = (visits, node["value"] / visits if visits else 0.0)
            child = node["next"]
        return seen

    def ranked(self, options: Sequence[Choice], codes: Sequence[int]) -> Ranked:
        """The options by visits and value, the most visited first."""
        seen = self.tried()
        entries = [(*seen.get(code, (0, 0.0)), option) for code, option in zip(codes, options, strict=True)]
        return sorted(entries, key=lambda entry: (-entry[0], -entry[1]))


def in_style(game: str, style: str | None, ranked: Ranked) -> Ranked:
    """The ranking with the option in front that the style likes best of those nearly as good as the best."""
    if style is None:
        return ranked
    visits, value, _ = ranked[0]
    near = [entry for entry in ranked if entry[0] >= WORTH_A_LOOK * visits and entry[1] >= value - NEARLY]
    liked = max(near, key=lambda entry: liking(game, style, fields_of(entry[2])))
    if liking(game, style, fields_of(liked[2])) <= liking(game, style, fields_of(ranked[0][2])):
        return ranked
    return [liked, *(entry for entry in ranked if entry is not liked)]


def common_analysis(ranked: Ranked, chance: float, simulations: float) -> Analysis:
    """The part of an analysis that does not depend on the game."""
    return Analysis(
        value=round(ranked[0][1], 4),
        win_chance=round(chance, 4),
        simulations=int(simulations),
        best=tuple(described(option, visits, value) for visits, value, option in ranked[:SHOWN]),
    )


def mean_points(names: Sequence[str], sums: Iterable[float], samples: float) -> dict[str, float]:
    """Average points by category."""
    return {name: round(float(total) / max(1.0, samples), 2) for name, total in zip(names, sums, strict=True)}
