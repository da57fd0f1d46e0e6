"""`search` for Duel: the bot around the compiled tree (`tree.py`) and the exact end (`endgame.py`).

Given simulations it is reproducible: the random numbers come from the bot's seed and the view. Given milliseconds it
searches in slices and, from one question of a game to the next, keeps the part of the tree that is still true.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mirabilia.bots.base import SHOWN, Answer, Choice, Limits, described
from mirabilia.bots.duel import endgame, tree
from mirabilia.bots.duel.position import codes_of_options, state_from_view
from mirabilia.bots.duel.reuse import find_subtree
from mirabilia.bots.duel.value import MOST, fitted_weights
from mirabilia.bots.searching import Ranked, SearchBot, common_analysis, mean_points
from mirabilia.rules.duel.options import MAX_OPTIONS
from mirabilia.rules.duel.scoring import SCORE_WIDTH
from mirabilia.rules.duel.state import State
from mirabilia.rules.duel.tables import CATEGORIES
from mirabilia.rules.records import ints, words
from mirabilia.rules.rng import new_rng

NODES = 1_000_000  # 32 bytes each
ENDGAME_POSITIONS = 200_000


class DuelSearch(SearchBot):
    """Monte Carlo tree search with exact play at the end."""

    def __init__(
        self,
        seed: int = 0,
        limits: Limits | None = None,
        *,
        rounds: int = 5,
        horizon: int = 20,
        exploration: float = 1.0,
        weights: Any = None,
        nodes: int = NODES,
    ) -> None:
        super().__init__(seed, limits or Limits(milliseconds=100), nodes)
        self.rounds = rounds
        self.horizon = horizon
        self.weights = fitted_weights() if weights is None else weights
        self.exploration = exploration
        self.states = State.zeros(endgame.MAX_DEPTH + 1)
        self.words = words(self.states)
        self.path = ints(2 * tree.MAX_PATH + 2)
        self.places, self.buffer, self.pool = ints(MAX_OPTIONS), ints(MAX_OPTIONS), ints(MAX_OPTIONS)
        self.which = ints(MOST)
        self.tally = np.zeros(tree.TALLY_SIZE)
        self._kept: tuple[int, Any] | None = None  # moves played, position: what the tree was grown for

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        limits = limits.or_else(self.limits)
        started = time.perf_counter()
        position = state_from_view(view)
        codes = codes_of_options(position, options)
        if endgame.can_be_solved(position, 0):
            solved = self._solve(position, options, codes)
            if solved is not None:
                return solved
        self._plant(view, position, fresh=limits.simulations is not None)
        rng = new_rng(self.position_seed(view))
        self.grow(limits, started, lambda count: self._simulate(view["you"], rng, count))
        ranked = self.ranked(options, codes)
        return Answer(ranked[0][2], self._analysis(ranked))

    def _plant(self, view: Mapping[str, Any], position: Any, fresh: bool) -> None:
        """Sets the root: a new one, or a node of the last search that stands for this very position."""
        root = 0
        if self._kept is not None and not fresh and self.tree[0] < len(self.nodes) // 2:
            steps = view.get("moves", 0) - self._kept[0]
            root = find_subtree(self.nodes, self.tree, self._kept[1], position, steps)
        if root == 0:
            self.plant()
        self.tree[2] = root
        self.tally[:] = 0
        self.states[0] = position[0]
        self._kept = (view.get("moves", 0), position)

    def _simulate(self, seat: int, rng: Any, count: int) -> None:
        tree.run_simulations(
            self.states,
            self.words,
            self.nodes,
            self.tree,
            self.path,
            self.places,
            self.buffer,
            self.pool,
            rng,
            self.tally,
            self.weights,
            self.which,
            seat,
            self.rounds,
            self.horizon,
            self.exploration,
            count,
        )

    def _analysis(self, ranked: Ranked) -> dict[str, Any]:
        tally = self.tally
        simulations = max(1.0, float(tally[tree.T_SIMULATIONS]))
        kinds = (("civilian", tree.T_CIVILIAN), ("military", tree.T_MILITARY), ("science", tree.T_SCIENCE))
        size = len(CATEGORIES)
        samples = max(1.0, float(tally[tree.T_SAMPLES]))
        return {
            **common_analysis(ranked, float(tally[tree.T_WINS]), simulations),
            "expected": [
                mean_points(CATEGORIES, tally[first : first + size], samples)
                for first in (tree.T_SCORES, tree.T_SCORES + SCORE_WIDTH)
            ],
            "endings": {kind: round(float(tally[place]) / samples, 4) for kind, place in kinds},
        }

    def _solve(self, position: Any, options: Sequence[Choice], codes: list[int]) -> Answer | None:
        """The exactly best option, or None if that would take too many positions."""
        self.states[0] = position[0]
        buffer = ints(MAX_OPTIONS * (endgame.MAX_DEPTH + 1))
        budget, values, numbers = ints(1), ints(len(codes)), ints(len(codes))
        budget[0] = ENDGAME_POSITIONS
        numbers[:] = codes
        args = (self.states, self.words, buffer, self.buffer, budget, numbers, len(codes), values)
        if not endgame.solve_options(*args):
            return None
        ranked = sorted(
            ((int(value) / 1e6, option) for value, option in zip(values, options, strict=True)),
            key=lambda entry: -entry[0],
        )
        best = [described(option, 0, value) for value, option in ranked[:SHOWN]]
        value = ranked[0][0]
        return Answer(ranked[0][1], {"value": value, "win_chance": round(value), "solved": True, "best": best})
