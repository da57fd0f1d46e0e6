"""Self-play of 7 Wonders on several threads: every generation has games of all sizes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mirabilia.bots.network import Network
from mirabilia.bots.wonders.judgement import FORMAT, POINTS, desk_for
from mirabilia.bots.wonders.policy import fitted_weights
from mirabilia.encoding.wonders.traits import MOST
from mirabilia.rules.rng import new_rng
from mirabilia.train.learning import Part
from mirabilia.train.playing import Harvest, Manner, tenths
from mirabilia.train.samples import joined, new_samples, part_of
from mirabilia.train.wonders import selfplay

MANY = 1 << 40
# The part of the rows that games of each size get.
SHARES = {2: 0.2, 3: 0.24, 4: 0.16, 5: 0.14, 6: 0.12, 7: 0.14}
COMPARED_SIZE = 3


class WondersPlayers:
    """Threads that play 7 Wonders, each with memory of its own."""

    form, endings, keep, heat = FORMAT, 0, 0.4, 0.004

    def __init__(self, threads: int, seed: int) -> None:
        self.threads = threads
        self.workers = [selfplay.training_worker(new_rng(seed * 1000 + n)) for n in range(threads)]
        self.desks = [desk_for() for _ in range(threads)]
        self.diaries = [selfplay.new_diary() for _ in range(threads)]

    def play(self, net: Network, former: Network, manner: Manner, rows: int) -> Harvest:
        """As `Players.play`."""
        settings = selfplay.Settings(_numbers(manner), np.asarray(fitted_weights()))
        # Small jobs, the dearest first, so that all threads end at about the same time.
        jobs = [(players, job) for players in sorted(SHARES, reverse=True) for job in range(self.threads)]
        free = list(range(self.threads))
        for diary in self.diaries:
            diary.tally[:] = 0.0

        def run(job: tuple[int, int]) -> tuple[int, Any]:
            players = job[0]
            room = new_samples(int(rows * SHARES[players]) // self.threads + selfplay.ROOM, POINTS, MOST)
            n = free.pop()
            try:
                used = selfplay.play_games(
                    self.workers[n], net, former, self.desks[n], self.diaries[n], room, settings, players, MANY
                )
            finally:
                free.append(n)
            return players, part_of(room, 0, int(used))

        with ThreadPoolExecutor(self.threads) as pool:
            done = list(pool.map(run, jobs))
        parts: list[Part] = [
            (joined([samples for size, samples in done if size == players]), players) for players in sorted(SHARES)
        ]
        tally = np.sum([diary.tally for diary in self.diaries], axis=0)
        facts = {
            "best_score": tally[selfplay.T_SCORE] / max(1.0, tally[selfplay.T_GAMES]),
            "former_of_fair": tally[selfplay.T_WON] / max(1e-9, tally[selfplay.T_FAIR]),
        }
        return Harvest(parts, int(tally[selfplay.T_GAMES]), {name: float(value) for name, value in facts.items()})

    def compare(self, first: Network, second: Network, games: int) -> float:
        """As `Players.compare`, at a table of three: one of the first against two of the second; a third is fair."""
        each = max(COMPARED_SIZE, games // self.threads // COMPARED_SIZE * COMPARED_SIZE)
        tallies = [np.zeros(2) for _ in range(self.threads)]

        def run(n: int) -> None:
            selfplay.match_ahead(
                self.workers[n], first, second, self.desks[n], self.diaries[n], COMPARED_SIZE, each, tallies[n]
            )

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(run, range(self.threads)))
        total = np.sum(tallies, axis=0)
        return float(total[1] / total[0])

    def calibration(self, net: Network, harvest: Harvest) -> list[tuple[float, float, int]]:
        """As `Players.calibration`, over all sizes."""
        called, seen = [], []
        for samples, group in harvest.parts:
            chances = np.zeros(len(samples.win))
            selfplay.predict(net, self.desks[0], samples, group, chances)
            won = samples.ending.reshape(-1, group).astype(np.float64)
            called.append(chances)
            seen.append((won / np.maximum(1.0, won.sum(axis=1, keepdims=True))).reshape(-1))
        return tenths(np.concatenate(called), np.concatenate(seen))


def _numbers(manner: Manner) -> Any:
    numbers = np.zeros(selfplay.NUMBERS)
    numbers[selfplay.S_HEAT] = manner.heat
    numbers[selfplay.S_KEEP] = manner.keep
    numbers[selfplay.S_TRACE] = manner.trace
    numbers[selfplay.S_SIMULATIONS] = manner.simulations
    numbers[selfplay.S_QUICK] = manner.quick
    numbers[selfplay.S_FULL_SHARE] = manner.full_share
    numbers[selfplay.S_WANTED_HEAT] = manner.wanted_heat
    numbers[selfplay.S_GUESSED] = manner.guessed
    return numbers
