"""`search` for Duel: the bot around the compiled tree (`tree.py`) and the exact end (`endgame.py`).

Given simulations it is reproducible: the random numbers come from the bot's seed and the view. Given milliseconds it
searches in slices and, from one question of a game to the next, keeps the part of the tree that is still true.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from mirabilia.bots.base import Answer, Bot, Choice, Limits, described
from mirabilia.bots.duel import endgame, tree
from mirabilia.bots.duel.position import codes_of_options, state_from_view
from mirabilia.bots.duel.reuse import find_subtree
from mirabilia.rules.duel.options import BUFFER
from mirabilia.rules.duel.state import State
from mirabilia.rules.duel.tables import CATEGORIES
from mirabilia.rules.records import ints, words
from mirabilia.rules.rng import new_rng

NODES = 1_000_000  # 32 bytes each
FIRST_SLICE = 16  # simulations before the first look at the clock
SLICE = 256  # simulations between looks at the clock: a few milliseconds
ENDGAME_POSITIONS = 200_000
SHOWN = 5


class DuelSearch(Bot):
    """Monte Carlo tree search with exact play at the end."""

    name = "search"

    def __init__(
        self,
        seed: int = 0,
        limits: Limits | None = None,
        *,
        rounds: int = 3,
        exploration: float = 1.0,
        nodes: int = NODES,
    ) -> None:
        super().__init__(seed)
        self.limits = limits or Limits(milliseconds=100)
        self.rounds = rounds
        self.exploration = exploration
        self.states = State.zeros(endgame.MAX_DEPTH + 1)
        self.words = words(self.states)
        self.nodes = tree.Node.zeros(nodes)
        self.tree = ints(3)
        self.path = ints(2 * tree.MAX_PATH + 2)
        self.places, self.buffer, self.pool = ints(BUFFER), ints(BUFFER), ints(BUFFER)
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
        self._grow(view, limits, started)
        return self._answer(view, options, codes)

    def _plant(self, view: Mapping[str, Any], position: Any, fresh: bool) -> None:
        """Sets the root: a new one, or a node of the last search that stands for this very position."""
        root = 0
        if self._kept is not None and not fresh and self.tree[0] < len(self.nodes) // 2:
            steps = view.get("moves", 0) - self._kept[0]
            root = find_subtree(self.nodes, self.tree, self._kept[1], position, steps)
        if not root:
            self.nodes[0] = np.zeros(1, tree.Node.dtype)[0]
            self.tree[0], self.tree[1] = 1, len(self.nodes)
        self.tree[2] = root
        self.tally[:] = 0
        self.states[0] = position[0]
        self._kept = (view.get("moves", 0), position)

    def _grow(self, view: Mapping[str, Any], limits: Limits, started: float) -> None:
        """Simulates until the limits are reached."""
        rng = new_rng(self.position_seed(view))
        left = limits.simulations if limits.simulations is not None else 1 << 60
        until = None if limits.milliseconds is None else started + limits.milliseconds / 1000
        size = FIRST_SLICE
        while left > 0:
            before = time.perf_counter()
            count = min(size, left)
            self._simulate(view["you"], rng, count)
            left -= count
            size = SLICE
            if until is not None:
                now = time.perf_counter()
                if now >= until:
                    break
                in_time = int((until - now) / (now - before) * count)
                size = max(1, min(SLICE, in_time))

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
            seat,
            self.rounds,
            self.exploration,
            count,
        )

    def _answer(self, view: Mapping[str, Any], options: Sequence[Choice], codes: list[int]) -> Answer:
        """The most visited option, with what the search saw."""
        seen: dict[int, tuple[int, float]] = {}
        child = int(self.nodes[self.tree[2]]["first"])
        while child:
            node = self.nodes[child]
            visits = int(node["visits"])
            seen[int(node["code"])] = (visits, float(node["value"]) / visits if visits else 0.0)
            child = int(node["next"])
        ranked = sorted(
            ((*seen.get(code, (0, 0.0)), option) for code, option in zip(codes, options, strict=True)),
            key=lambda entry: (-entry[0], -entry[1]),
        )
        return Answer(ranked[0][2], self._analysis(view["you"], ranked))

    def _analysis(self, seat: int, ranked: list[tuple[int, float, Choice]]) -> dict[str, Any]:
        tally = self.tally
        simulations = max(1.0, tally[tree.T_SIMULATIONS])
        samples = max(1.0, tally[tree.T_SAMPLES])
        expected = []
        for who in range(2):
            first = tree.T_SCORES + who * len(CATEGORIES)
            points = tally[first : first + len(CATEGORIES)] / samples
            expected.append({name: round(float(value), 2) for name, value in zip(CATEGORIES, points, strict=True)})
        return {
            "value": round(ranked[0][1], 4),
            "win_chance": round(float(tally[tree.T_WINS] / simulations), 4),
            "simulations": int(simulations),
            "best": [described(option, visits, value) for visits, value, option in ranked[:SHOWN]],
            "expected": expected,
            "endings": {
                "civilian": round(float(tally[tree.T_CIVILIAN] / simulations), 4),
                "military": round(float(tally[tree.T_MILITARY] / simulations), 4),
                "science": round(float(tally[tree.T_SCIENCE] / simulations), 4),
            },
        }

    def _solve(self, position: Any, options: Sequence[Choice], codes: list[int]) -> Answer | None:
        """The exactly best option, or None if that would take too many positions."""
        self.states[0] = position[0]
        buffer = ints(BUFFER * (endgame.MAX_DEPTH + 1))
        budget, values, numbers = ints(1), ints(len(codes)), ints(len(codes))
        budget[0] = ENDGAME_POSITIONS
        numbers[:] = codes
        args = (self.states, self.words, buffer, self.buffer, budget, numbers, len(codes), values)
        if not endgame.solve_options(*args):
            return None
        ranked = sorted(
            ((int(value), option) for value, option in zip(values, options, strict=True)), key=lambda entry: -entry[0]
        )
        best = [described(option, 0, value / 1e6) for value, option in ranked[:SHOWN]]
        value = ranked[0][0] / 1e6
        return Answer(ranked[0][1], {"value": value, "win_chance": round(value), "solved": True, "best": best})
