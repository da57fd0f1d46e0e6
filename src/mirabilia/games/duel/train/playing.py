"""Self-play of Duel on several threads."""

from __future__ import annotations

import numpy as np

from mirabilia.bots.network import Network
from mirabilia.engine.compiling import Floats
from mirabilia.games.duel.bots.judgement import ENDINGS, FORMAT, POINTS, buffers_for
from mirabilia.games.duel.encoding.traits import MAX_TRAITS
from mirabilia.games.duel.game.view import RESULT_KINDS
from mirabilia.games.duel.search.tree import Searcher
from mirabilia.games.duel.train import selfplay
from mirabilia.train.playing import MANY, Harvest, Manner, Players, numbers_of, tenths
from mirabilia.train.samples import Samples, joined, new_samples, part_of


class DuelPlayers(Players[Searcher, selfplay.Diary]):
    """Threads that play Duel."""

    form, endings, keep, heat, group = FORMAT, ENDINGS, 0.15, 0.02, 2
    games_at = selfplay.T_GAMES

    def __init__(self, threads: int, seed: int) -> None:
        super().__init__(threads, seed, (selfplay.training_searcher, buffers_for, selfplay.new_diary))
        self._room: list[Samples] = []

    def play(self, net: Network, former: Network, manner: Manner, rows: int) -> Harvest:
        """As `Players.play`."""
        each = max(rows // self.threads, 0) + selfplay.LONGEST
        if not self._room or len(self._room[0].win) != each:
            self._room = [new_samples(each, 2 * POINTS, MAX_TRAITS) for _ in range(self.threads)]
        settings = selfplay.Settings(numbers_of(manner))
        self.clear_tallies()

        def run(n: int) -> int:
            mine = (self.buffers[n], self.diaries[n], self._room[n])
            return int(selfplay.play_games(self.searchers[n], net, former, *mine, settings, MANY))

        used = self.on_threads(range(self.threads), run)
        whole = joined([part_of(room, 0, count) for room, count in zip(self._room, used, strict=True)])
        tally = self.tally()
        games = max(1.0, tally[selfplay.T_PLAIN])
        facts = {
            "first_player": tally[selfplay.T_FIRST_WON] / games,
            "against_former": tally[selfplay.T_WON] / max(1.0, tally[selfplay.T_AGAINST]),
        }
        for k, kind in enumerate(RESULT_KINDS):
            facts[kind] = tally[selfplay.T_KINDS + k] / games
        return Harvest(
            [(whole, 1)], int(tally[selfplay.T_GAMES]), {name: float(value) for name, value in facts.items()}
        )

    def match(self, n: int, first: Network, second: Network | None, games: int, tally: Floats) -> None:
        """As `Players.match`."""
        both = (first, second or first, second is None)
        selfplay.match_ahead(self.searchers[n], *both, self.buffers[n], self.diaries[n], games, tally)

    def calibration(self, net: Network, harvest: Harvest) -> list[tuple[float, float, int]]:
        """As `Players.calibration`."""
        samples = harvest.parts[0][0]
        ending = np.asarray(samples.ending)
        decided = ending >= 0
        chances = np.zeros(len(samples.win))
        selfplay.predict(net, self.buffers[0], samples, chances)
        return tenths(chances[decided], (ending[decided] < ENDINGS // 2).astype(np.float64))
