"""`search` for 7 Wonders: the bot around the compiled trees (`simulate.py`).

Two judges can drive the same trees. The levels play every simulation to the end of the game by the quick policy. Given
a network (the package's own for the bot `network`, or a file made by `mirabilia train wonders`), the search asks that
and plays nothing out.

Given simulations it is reproducible: the random numbers come from the bot's seed and the view. What the searcher knows
of the other players' hands is used exactly.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from mirabilia.bots.base import Answer, Choice, Limits, check_request
from mirabilia.bots.calibration import Calibrated, Calibration, calibrated_error, calibrated_shares, read_calibration
from mirabilia.bots.network import Network
from mirabilia.bots.searching import NODES, SearchBot, common_analysis, in_style, mean_points
from mirabilia.bots.thinking import Analysis
from mirabilia.bots.weigher import Ranked, Weighed
from mirabilia.engine.records import clear
from mirabilia.engine.rng import new_rng, seed_rng
from mirabilia.games.wonders.bots import drafting, policy, simulate
from mirabilia.games.wonders.bots.judgement import buffers_for
from mirabilia.games.wonders.game.read_view import codes_of_options, read_view
from mirabilia.games.wonders.rules.tables import CATEGORIES
from mirabilia.games.wonders.search.tree import EXPLORATION, T_SIMULATIONS, T_WINS, WIDTH, Searcher, new_searcher, plant
from mirabilia.json_types import JsonFields

PLAYOUTS_FILE = Path(__file__).with_name("playouts.json")


@cache
def of_playouts() -> Calibration:
    """How chances found by play-outs are calibrated: slopes and lifts for each size of the table and age."""
    return read_calibration(PLAYOUTS_FILE)


class WondersSearch(SearchBot[Searcher]):
    """Monte Carlo tree search with a tree for every seat; judged by play-outs of the policy, or by a network."""

    def __init__(
        self,
        seed: int = 0,
        limits: Limits | None = None,
        *,
        network: Network | None = None,
        style: str | None = None,
        exploration: float | None = None,
        nodes: int = NODES,
    ) -> None:
        searcher = new_searcher(nodes, new_rng(seed))
        super().__init__(seed, limits or Limits(milliseconds=100), searcher, exploration or EXPLORATION, style)
        self.network = network
        self.calibration: Calibrated = network or of_playouts()
        self.buffers = buffers_for()
        self.quick = policy.new_quick()
        self.explanation = simulate.new_explanation()

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        if view["phase"] == "board":
            return drafting.answer(view, options, self.position_seed(view))
        ranked = in_style("wonders", self.style, self._search(view, options, limits.or_else(self.limits)))
        return Answer(ranked[0][2], self._analysis(ranked, view))

    def weigh(
        self, view: JsonFields, options: Sequence[Choice], simulations: int, only: Choice | None = None
    ) -> Weighed:
        """What the search thinks of all options, or with `only` of that one: everything then goes through it.

        The random numbers depend on seed and view alone.
        """
        check_request(view, options)
        if view["phase"] == "board":
            return drafting.weighed(view, options, only)
        with self._one_at_a_time:
            ranked = self._search(view, options, Limits(simulations=simulations), only)
            found = self._analysis(ranked, view)
            return Weighed(
                ranked=ranked if only is None else [],
                chance=found.win_chance or 0.0,
                error=self._error(view["you"], simulations) if self.network is None else 0.0,
                points=found.expected,
                ways=tuple({"civilian": share} for share in found.chances),
            )

    def _search(
        self, view: JsonFields, options: Sequence[Choice], limits: Limits, only: Choice | None = None
    ) -> Ranked:
        started = time.perf_counter()
        seat, searcher = view["you"], self.searcher
        position = read_view(view)
        codes = codes_of_options(position, seat, options)
        plant(searcher, view["players"], seat)
        if only is not None:
            searcher.tree[3] = codes[list(options).index(only)]
        clear(searcher.tally)
        clear(self.explanation.points)
        searcher.states[0] = position[0]
        seed_rng(searcher.rng, self.position_seed(view))
        self.grow(limits, started, lambda count: self._simulate(seat, count))
        return self.ranked(options, codes)

    def _simulate(self, seat: int, count: int) -> None:
        searcher, buffers, explanation = self.searcher, self.buffers, self.explanation
        if self.network is not None:
            simulate.simulate(searcher, self.network, buffers, explanation, self.quick, seat, self.exploration, count)
            return
        simulate.simulate_by_playing(searcher, explanation, self.quick, seat, self.exploration, count)

    @property
    def _moment(self) -> int:
        return int(self.explanation.points[simulate.T_MOMENT])

    def _error(self, seat: int, simulations: int) -> float:
        """The standard error of the calibrated chance after this many play-outs."""
        found = float(self.searcher.tally[T_WINS + seat]) / simulations
        return calibrated_error(self.calibration, self._moment, found, simulations)

    def _analysis(self, ranked: Ranked, view: JsonFields) -> Analysis:
        seat, players = view["you"], view["players"]
        tally, points = self.searcher.tally, self.explanation.points
        simulations = max(1.0, float(tally[T_SIMULATIONS]))
        samples = max(1.0, float(points[simulate.T_SAMPLES]))
        names = (*CATEGORIES, "total")
        chances = [float(tally[T_WINS + who]) / simulations for who in range(players)]
        if self.network is not None:
            # what the searcher may expect is what its choice is worth; the mean also counts all it only tried
            chances[seat] = ranked[0][1]
        chances = calibrated_shares(self.calibration, self._moment, chances, seat)
        starts = [simulate.T_SCORES + who * WIDTH for who in range(players)]
        return msgspec.structs.replace(
            common_analysis(ranked, chances[seat], simulations),
            chances=tuple(round(chance, 4) for chance in chances),
            expected=tuple(mean_points(names, points[at : at + WIDTH], samples) for at in starts),
        )
