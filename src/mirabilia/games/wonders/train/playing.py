"""Self-play of 7 Wonders on several threads: every generation has games of all sizes and editions."""

from __future__ import annotations

import numpy as np

from mirabilia.bots.network import Network
from mirabilia.engine.compiling import Floats
from mirabilia.games.wonders.bots.judgement import FORMAT, POINTS, buffers_for
from mirabilia.games.wonders.encoding.traits import MAX_TRAITS
from mirabilia.games.wonders.search.tree import Searcher
from mirabilia.games.wonders.train import selfplay
from mirabilia.train.learning import Part
from mirabilia.train.playing import MANY, Harvest, Manner, Players, numbers_of, tenths
from mirabilia.train.samples import Samples, joined, new_samples, part_of

# The part of the rows that games of each size get.
SHARES = {2: 0.2, 3: 0.24, 4: 0.16, 5: 0.14, 6: 0.12, 7: 0.14}
COMPARED_SIZE = 3


class WondersPlayers(Players[Searcher, selfplay.Diary]):
    """Threads that play 7 Wonders. Networks are compared at a table of three, one against two: a third is fair."""

    form, endings, keep, heat, group = FORMAT, 0, 0.3, 0.7, COMPARED_SIZE
    games_at = selfplay.T_GAMES

    def __init__(self, threads: int, seed: int) -> None:
        super().__init__(threads, seed, (selfplay.training_searcher, buffers_for, selfplay.new_diary))

    def play(self, net: Network, former: Network, manner: Manner, rows: int) -> Harvest:
        """As `Players.play`."""
        numbers = numbers_of(manner)
        # Small jobs, the dearest first, so that all threads end at about the same time.
        jobs = [(players, job) for players in sorted(SHARES, reverse=True) for job in range(self.threads)]
        free = list(range(self.threads))
        self.clear_tallies()

        def run(job: tuple[int, int]) -> tuple[int, Samples]:
            players = job[0]
            room = new_samples(int(rows * SHARES[players]) // self.threads + selfplay.ROOM, POINTS, MAX_TRAITS)
            n = free.pop()
            try:
                used = selfplay.play_games(
                    self.searchers[n],
                    net,
                    former,
                    self.buffers[n],
                    self.diaries[n],
                    room,
                    selfplay.Settings(numbers, players),
                    MANY,
                )
            finally:
                free.append(n)
            return players, part_of(room, 0, int(used))

        done = self.on_threads(jobs, run)
        parts: list[Part] = [
            (joined([samples for size, samples in done if size == players]), players) for players in sorted(SHARES)
        ]
        tally = self.tally()
        facts = {
            "best_score": tally[selfplay.T_SCORE] / max(1.0, tally[selfplay.T_GAMES]),
            "former_of_fair": tally[selfplay.T_WON] / max(1e-9, tally[selfplay.T_FAIR]),
        }
        return Harvest(parts, int(tally[selfplay.T_GAMES]), {name: float(value) for name, value in facts.items()})

    def match(self, n: int, first: Network, second: Network | None, games: int, tally: Floats) -> None:
        """As `Players.match`."""
        settings = selfplay.Settings(numbers_of(Manner()), COMPARED_SIZE)
        both = (first, second or first, second is None)
        mine = (self.buffers[n], self.diaries[n], settings)
        selfplay.match_ahead(self.searchers[n], *both, *mine, games, tally)

    def calibration(self, net: Network, harvest: Harvest) -> list[tuple[float, float, int]]:
        """As `Players.calibration`, over all sizes."""
        called, seen = [], []
        for samples, group in harvest.parts:
            chances = np.zeros(len(samples.win))
            selfplay.predict(net, self.buffers[0], samples, group, chances)
            won = np.asarray(samples.ending).reshape(-1, group).astype(np.float64)
            called.append(chances)
            seen.append((won / np.maximum(1.0, won.sum(axis=1, keepdims=True))).reshape(-1))
        return tenths(np.concatenate(called), np.concatenate(seen))
