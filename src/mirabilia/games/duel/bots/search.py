"""`search` for Duel: the bot around the compiled tree (`simulate.py`), the network and the exact end (`endgame.py`).

Given simulations it is reproducible: the random numbers come from the bot's seed and the view. Given milliseconds it
searches in slices and, from one question of a game to the next, keeps the part of the tree that is still true.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from mirabilia.bots.base import SHOWN, Answer, Choice, Limits, check_request, described
from mirabilia.bots.calibration import calibrated_chance
from mirabilia.bots.network import Network
from mirabilia.bots.searching import NODES, SearchBot, common_analysis, in_style, mean_points
from mirabilia.bots.thinking import Analysis
from mirabilia.bots.weigher import Ranked, Weighed
from mirabilia.engine.records import clear, ints, put
from mirabilia.engine.rng import new_rng, seed_rng
from mirabilia.games.duel.bots import bidding, endgame, simulate
from mirabilia.games.duel.bots.judgement import ENDINGS, buffers_for, own_network
from mirabilia.games.duel.bots.reuse import find_subtree
from mirabilia.games.duel.game.read_view import codes_of_options, read_view
from mirabilia.games.duel.game.view import RESULT_KINDS
from mirabilia.games.duel.rules.options import MAX_OPTIONS
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.rules.tables import CATEGORIES
from mirabilia.games.duel.search.tree import EXPLORATION, SEATS, T_SIMULATIONS, T_WINS, Searcher, new_searcher, plant
from mirabilia.json_types import JsonFields

ENDGAME_POSITIONS = 200_000


class DuelSearch(SearchBot[Searcher]):
    """Monte Carlo tree search with a network for a judge, and exact play at the end."""

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
        searcher = new_searcher(nodes, new_rng(seed), endgame.MAX_DEPTH + 1)
        super().__init__(seed, limits or Limits(milliseconds=100), searcher, exploration, style)
        self.network = own_network() if network is None else network
        self.buffers = buffers_for()
        self.explanation = simulate.new_explanation()
        self._kept: tuple[int, State.Array] | None = None  # moves played, position: what the tree was grown for

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        if view["phase"] == "bid":
            return bidding.answer(view, options, self.position_seed(view))
        limits = limits.or_else(self.limits)
        started = time.perf_counter()
        position = read_view(view)
        codes = codes_of_options(position, view["you"], options)
        solved = self._solved(position, codes)
        if solved is not None:
            return self._exact_answer(solved, options)
        self._plant(view, position, fresh=limits.simulations is not None)
        seed_rng(self.searcher.rng, self.position_seed(view))
        self.grow(limits, started, lambda count: self._simulate(view["you"], count))
        ranked = in_style("duel", self.style, self.ranked(options, codes))
        return Answer(ranked[0][2], self._analysis(ranked, view["you"]))

    def weigh(
        self, view: JsonFields, options: Sequence[Choice], simulations: int, only: Choice | None = None
    ) -> Weighed:
        """What the search thinks of all options, or with `only` of that one: everything then goes through it.

        The random numbers are the same for each option, and depend on seed and view alone.
        """
        check_request(view, options)
        if view["phase"] == "bid":
            return bidding.weighed(view, options, only)
        with self._one_at_a_time:
            position = read_view(view)
            codes = codes_of_options(position, view["you"], options)
            place = None if only is None else list(options).index(only)
            solved = self._solved(position, codes)
            self._plant(view, position, fresh=True)
            self._kept = None
            if place is not None:
                self.searcher.tree[3] = codes[place]
            seed_rng(self.searcher.rng, self.position_seed(view))
            self.grow(Limits(simulations=simulations), 0.0, lambda count: self._simulate(view["you"], count))
            ranked = self.ranked(options, codes)
            found = self._analysis(ranked, view["you"])
            chance = found.win_chance or 0.0
            if solved is not None:
                entries = [(0, value, option) for value, option in zip(solved, options, strict=True)]
                ranked = sorted(entries, key=lambda entry: -entry[1])
                chance = self._solved_chance(ranked[0][1] if place is None else solved[place])
            return Weighed(
                ranked=ranked if only is None else [],
                chance=chance,
                error=0.0,
                points=found.expected,
                ways=self._ways(),
                exact=solved is not None,
            )

    def _plant(self, view: JsonFields, position: State.Array, fresh: bool) -> None:
        """Sets the root: a new one, or a node of the last search that stands for this very position."""
        searcher, root = self.searcher, 0
        if self._kept is not None and not fresh and searcher.tree[0] < len(searcher.nodes) // 2:
            steps = view.get("moves", 0) - self._kept[0]
            root = find_subtree(searcher.nodes, searcher.tree, self._kept[1], position, steps)
        if root == 0:
            plant(searcher, SEATS, view["you"])
        searcher.tree[2] = root
        clear(searcher.tally)
        clear(self.explanation)
        searcher.states[0] = position[0]
        self._kept = (view.get("moves", 0), position)

    def _simulate(self, seat: int, count: int) -> None:
        simulate.simulate(self.searcher, self.network, self.buffers, self.explanation, seat, self.exploration, count)

    def _ways(self) -> tuple[dict[str, float], ...]:
        """By seat: the chance of each kind of victory."""
        explanation = self.explanation
        samples = max(1.0, float(explanation[simulate.T_SAMPLES]))
        shares = explanation[simulate.T_ENDINGS : simulate.T_ENDINGS + ENDINGS].reshape(2, ENDINGS // 2) / samples
        return tuple(
            {kind: round(float(share), 4) for kind, share in zip(RESULT_KINDS, row, strict=True)} for row in shares
        )

    def _chance(self, seat: int) -> float:
        """The calibrated chance of a seat to win."""
        tally = self.searcher.tally
        found = float(tally[T_WINS + seat]) / max(1.0, float(tally[T_SIMULATIONS]))
        return calibrated_chance(self.network, int(self.explanation[simulate.T_MOMENT]), found)

    def _analysis(self, ranked: Ranked, seat: int) -> Analysis:
        tally, explanation = self.searcher.tally, self.explanation
        samples = max(1.0, float(explanation[simulate.T_SAMPLES]))
        kinds, size = ENDINGS // 2, len(CATEGORIES)
        endings = explanation[simulate.T_ENDINGS : simulate.T_ENDINGS + ENDINGS].reshape(2, kinds).sum(axis=0) / samples
        starts = (simulate.T_SCORES, simulate.T_SCORES + size)
        shares = {kind: round(float(share), 4) for kind, share in zip(RESULT_KINDS, endings, strict=True)}
        return msgspec.structs.replace(
            common_analysis(ranked, self._chance(seat), float(tally[T_SIMULATIONS])),
            expected=tuple(mean_points(CATEGORIES, explanation[at : at + size], samples) for at in starts),
            endings=shares,
        )

    def _solved(self, position: State.Array, codes: list[int]) -> list[float] | None:
        """The exact value of each decision; None if the end is too far or would take too many positions."""
        if not endgame.can_be_solved(position, 0):
            return None
        searcher = self.searcher
        searcher.states[0] = position[0]
        buffer = ints(MAX_OPTIONS * (endgame.MAX_DEPTH + 1))
        budget, values, numbers = ints(1), ints(len(codes)), ints(len(codes))
        budget[0] = ENDGAME_POSITIONS
        put(numbers, codes)
        args = (searcher.states, searcher.words, buffer, searcher.buffer, budget, numbers, len(codes), values)
        if not endgame.solve_options(*args):
            return None
        return [int(value) / 1e6 for value in values]

    @staticmethod
    def _exact_answer(values: list[float], options: Sequence[Choice]) -> Answer:
        ranked = sorted(zip(values, options, strict=True), key=lambda entry: -entry[0])
        best = tuple(described(option, 0, value) for value, option in ranked[:SHOWN])
        value = ranked[0][0]
        chance = DuelSearch._solved_chance(value)
        return Answer(ranked[0][1], Analysis(value=value, win_chance=chance, solved=True, best=best))

    @staticmethod
    def _solved_chance(value: float) -> float:
        """A solved value is a win, a shared win or none, with a trace of how clear it is."""
        return round(2 * value) / 2
