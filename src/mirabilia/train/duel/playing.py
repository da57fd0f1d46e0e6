"""Self-play of Duel on several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from mirabilia.bots.duel.judgement import ENDINGS, FORMAT, POINTS, desk_for
from mirabilia.bots.network import Network
from mirabilia.encoding.duel.traits import MOST
from mirabilia.rules.rng import new_rng
from mirabilia.train.duel import selfplay
from mirabilia.train.playing import Harvest, Manner, tenths
from mirabilia.train.samples import Samples, joined, new_samples, part_of

MANY = 1 << 40


class DuelPlayers:
    """Threads that play Duel, each with memory of its own."""

    form, endings, keep, heat = FORMAT, ENDINGS, 0.15, 0.02

    def __init__(self, threads: int, seed: int) -> None:
        self.threads = threads
        self.workers = [selfplay.training_worker(new_rng(seed * 1000 + n)) for n in range(threads)]
        self.desks = [desk_for() for _ in range(threads)]
        self.diaries = [selfplay.new_diary() for _ in range(threads)]
        self._room: list[Samples] = []

    def play(self, net: Network, former: Network, manner: Manner, rows: int) -> Harvest:
        """As `Players.play`."""
        each = max(rows // self.threads, 0) + selfplay.LONGEST
        if not self._room or len(self._room[0].win) != each:
            self._room = [new_samples(each, 2 * POINTS, MOST) for _ in range(self.threads)]
        settings = selfplay.Settings(_numbers(manner))

        def run(n: int) -> int:
            self.diaries[n].tally[:] = 0.0
            return int(
                selfplay.play_games(
                    self.workers[n], net, former, self.desks[n], self.diaries[n], self._room[n], settings, MANY
                )
            )

        with ThreadPoolExecutor(self.threads) as pool:
            used = list(pool.map(run, range(self.threads)))
        whole = joined([part_of(room, 0, count) for room, count in zip(self._room, used, strict=True)])
        tally = np.sum([diary.tally for diary in self.diaries], axis=0)
        games = max(1.0, tally[selfplay.T_PLAIN])
        facts = {
            "first_player": tally[selfplay.T_FIRST_WON] / games,
            "against_former": tally[selfplay.T_WON] / max(1.0, tally[selfplay.T_AGAINST]),
        }
        for k, kind in enumerate(("civilian", "military", "science")):
            facts[kind] = tally[selfplay.T_KINDS + k] / games
        return Harvest(
            [(whole, 1)], int(tally[selfplay.T_GAMES]), {name: float(value) for name, value in facts.items()}
        )

    def compare(self, first: Network, second: Network, games: int) -> float:
        """As `Players.compare`."""
        each = max(2, games // self.threads // 2 * 2)
        tallies = [np.zeros(2) for _ in range(self.threads)]

        def run(n: int) -> None:
            selfplay.match_ahead(self.workers[n], first, second, self.desks[n], self.diaries[n], each, tallies[n])

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(run, range(self.threads)))
        total = np.sum(tallies, axis=0)
        return float(total[1] / total[0])

    def calibration(self, net: Network, harvest: Harvest) -> list[tuple[float, float, int]]:
        """As `Players.calibration`."""
        samples = harvest.parts[0][0]
        decided = samples.ending >= 0
        chances = np.zeros(len(samples.win))
        selfplay.predict(net, self.desks[0], samples, chances)
        return tenths(chances[decided], (samples.ending[decided] < ENDINGS // 2).astype(np.float64))


def _numbers(manner: Manner) -> Any:
    numbers = np.zeros(10)
    numbers[selfplay.S_HEAT] = manner.heat
    numbers[selfplay.S_SURPRISE] = manner.surprise
    numbers[selfplay.S_KEEP] = manner.keep
    numbers[selfplay.S_TRACE] = manner.trace
    numbers[selfplay.S_SIMULATIONS] = manner.simulations
    numbers[selfplay.S_QUICK] = manner.quick
    numbers[selfplay.S_FULL_SHARE] = manner.full_share
    numbers[selfplay.S_WANTED_HEAT] = manner.wanted_heat
    numbers[selfplay.S_OPENING_HEAT] = manner.opening_heat
    numbers[selfplay.S_GUESSED] = manner.guessed
    return numbers
