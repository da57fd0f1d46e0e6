"""`search` for 7 Wonders: the bot around the compiled trees (`simulate.py`) and the network.

Given simulations it is reproducible: the random numbers come from the bot's seed and the view. What the searcher knows
of the other players' hands is used exactly.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from mirabilia.bots.base import Answer, Bot, Choice, Limits, check_request
from mirabilia.bots.network import Network
from mirabilia.bots.searching import (
    Ranked,
    Weighed,
    common_analysis,
    grow,
    in_style,
    mean_points,
    ranked_options,
    tried_options,
)
from mirabilia.bots.wonders import simulate
from mirabilia.bots.wonders.judgement import desk_for, own_network
from mirabilia.game.wonders.read_view import codes_of_options, read_view
from mirabilia.rules.rng import new_rng, seed_rng
from mirabilia.rules.wonders.tables import CATEGORIES

NODES = 1_000_000  # 32 bytes each
EXPLORATION = 0.8


class WondersSearch(Bot):
    """Monte Carlo tree search with a tree for every seat and a network for a judge."""

    name = "search"

    def __init__(
        self,
        seed: int = 0,
        limits: Limits | None = None,
        *,
        network: Network | None = None,
        style: str | None = None,
        exploration: float = EXPLORATION,
        nodes: int = NODES,
    ) -> None:
        super().__init__(seed)
        self.limits = limits or Limits(milliseconds=100)
        self.network = own_network() if network is None else network
        self.style = style
        self.exploration = exploration
        self.worker = simulate.new_worker(nodes, new_rng(seed))
        self.desk = desk_for()

    @property
    def nodes(self) -> Any:
        """The memory of the trees."""
        return self.worker.nodes

    @property
    def tree(self) -> Any:
        """Nodes used, nodes there are, the root of the asking seat."""
        return self.worker.tree

    def tried(self) -> dict[int, tuple[int, float]]:
        """Visits and value of each decision at the root, by its code."""
        return tried_options(self.worker.nodes, int(self.worker.tree[2]))

    def weigh(
        self, view: Mapping[str, Any], options: Sequence[Choice], simulations: int, only: Choice | None = None
    ) -> Weighed:
        """What the search thinks of all options, or with `only` of that one: everything then goes through it.

        The random numbers depend on seed and view alone.
        """
        check_request(view, options)
        with self._one_at_a_time:
            ranked = self._search(view, options, Limits(simulations=simulations), only)
            found = self._analysis(ranked, view["you"], view["players"])
            chance = float(found["win_chance"])
            return Weighed(
                ranked=ranked if only is None else [],
                chance=chance,
                error=0.0,
                points=tuple(found["expected"]),
                ways=tuple({"civilian": share} for share in found["chances"]),
            )

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        ranked = in_style("wonders", self.style, self._search(view, options, limits.or_else(self.limits)))
        return Answer(ranked[0][2], self._analysis(ranked, view["you"], view["players"]))

    def _search(
        self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits, only: Choice | None = None
    ) -> Ranked:
        started = time.perf_counter()
        seat, worker = view["you"], self.worker
        position = read_view(view)
        codes = codes_of_options(position, seat, options)
        simulate.plant(worker, view["players"], seat)
        if only is not None:
            worker.tree[3] = codes[list(options).index(only)]
        worker.tally[:] = 0
        worker.states[0] = position[0]
        seed_rng(worker.rng, self.position_seed(view))
        grow(limits, started, lambda count: self._simulate(seat, count))
        return ranked_options(worker.nodes, seat, options, codes)

    def _simulate(self, seat: int, count: int) -> None:
        simulate.simulate(self.worker, self.network, self.desk, seat, self.exploration, count)

    def _analysis(self, ranked: Ranked, seat: int, players: int) -> dict[str, Any]:
        tally = self.worker.tally
        simulations = max(1.0, float(tally[simulate.T_SIMULATIONS]))
        samples = max(1.0, float(tally[simulate.T_SAMPLES]))
        names = (*CATEGORIES, "total")
        starts = [simulate.T_SCORES + who * simulate.WIDTH for who in range(players)]
        chances = [round(float(tally[simulate.T_WINS + who]) / simulations, 4) for who in range(players)]
        return {
            **common_analysis(ranked, float(tally[simulate.T_WINS + seat]), simulations),
            "chances": chances,
            "expected": [mean_points(names, tally[at : at + simulate.WIDTH], samples) for at in starts],
        }
