"""`search` for 7 Wonders: the bot around the compiled tree (`tree.py`).

Given simulations it is reproducible: the random numbers come from the bot's seed and the view. What the searcher knows
of the other players' hands is used exactly.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mirabilia.bots.base import Answer, Choice, Limits, check_request
from mirabilia.bots.searching import Ranked, SearchBot, Weighed, common_analysis, in_style, mean_points
from mirabilia.bots.wonders import tree
from mirabilia.bots.wonders.policy import Desk
from mirabilia.game.wonders.read_view import codes_of_options, read_view
from mirabilia.rules.records import ints, words
from mirabilia.rules.rng import new_rng
from mirabilia.rules.wonders.options import MAX_OPTIONS
from mirabilia.rules.wonders.scoring import SCORE_ROOM
from mirabilia.rules.wonders.state import State
from mirabilia.rules.wonders.tables import CATEGORIES, CITIES

NODES = 1_000_000  # 32 bytes each


class WondersSearch(SearchBot):
    """Monte Carlo tree search with a tree for every seat."""

    def __init__(
        self,
        seed: int = 0,
        limits: Limits | None = None,
        *,
        style: str | None = None,
        heat: float = 0.6,
        own_heat: float = 0.4,
        exploration: float = 1.2,
        nodes: int = NODES,
    ) -> None:
        super().__init__(seed, limits or Limits(milliseconds=200), nodes)
        self.style = style
        self.heat = heat
        self.own_heat = own_heat
        self.desk = Desk()
        self.exploration = exploration
        self.states = State.zeros(2)
        self.words = words(self.states)
        self.paths, self.scores = ints(CITIES * tree.MAX_PATH), ints(SCORE_ROOM)
        self.here, self.lengths = ints(CITIES), ints(CITIES)
        self.places, self.buffer = ints(MAX_OPTIONS), ints(MAX_OPTIONS)
        self.tally = np.zeros(tree.T_SCORES + SCORE_ROOM)

    def weigh(
        self, view: Mapping[str, Any], options: Sequence[Choice], simulations: int, only: Choice | None = None
    ) -> Weighed:
        """What the search thinks of all options, or with `only` of that one: everything then goes through it.

        The random numbers depend on seed and view alone.
        """
        check_request(view, options)
        with self._one_at_a_time:
            ranked = self._search(view, options, Limits(simulations=simulations), only)
            found = self._analysis(ranked, view["players"])
            chance = float(found["win_chance"])
            return Weighed(
                ranked=ranked if only is None else [],
                chance=chance,
                error=math.sqrt(chance * (1 - chance) / simulations),
                points=tuple(found["expected"]),
                ways=tuple({"civilian": share} for share in found["chances"]),
            )

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        ranked = in_style("wonders", self.style, self._search(view, options, limits.or_else(self.limits)))
        return Answer(ranked[0][2], self._analysis(ranked, view["players"]))

    def _search(
        self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits, only: Choice | None = None
    ) -> Ranked:
        started = time.perf_counter()
        seat = view["you"]
        position = read_view(view)
        codes = codes_of_options(position, seat, options)
        self.plant(roots=view["players"])
        self.tree[2] = seat
        if only is not None:
            self.tree[3] = codes[list(options).index(only)]
        self.tally[:] = 0
        self.states[0] = position[0]
        rng = new_rng(self.position_seed(view))
        self.grow(limits, started, lambda count: self._simulate(seat, rng, count))
        return self.ranked(options, codes)

    def _simulate(self, seat: int, rng: Any, count: int) -> None:
        tree.run_simulations(
            self.states,
            self.words,
            self.nodes,
            self.tree,
            self.here,
            self.lengths,
            self.paths,
            self.places,
            self.buffer,
            self.scores,
            rng,
            self.tally,
            self.desk.weights,
            self.desk.worth,
            self.desk.which,
            self.desk.much,
            seat,
            self.heat,
            self.own_heat,
            self.exploration,
            count,
        )

    def _analysis(self, ranked: Ranked, players: int) -> dict[str, Any]:
        simulations = max(1.0, float(self.tally[tree.T_SIMULATIONS]))
        wins = self.tally[tree.T_WINS : tree.T_WINS + players]
        names = (*CATEGORIES, "total")
        starts = [tree.T_SCORES + seat * tree.WIDTH for seat in range(players)]
        return {
            **common_analysis(ranked, float(wins[int(self.tree[2])]), simulations),
            "chances": [round(float(won) / simulations, 4) for won in wins],
            "expected": [mean_points(names, self.tally[at : at + tree.WIDTH], simulations) for at in starts],
        }
