"""How fast batches step: decisions with their masks and observations, on one thread and on all.

Choosing decisions is the user's part and is not counted; making masks, observations and steps is.
Games of OpenSpiel and PettingZoo are driven the same way in the same run, where they are installed.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from mirabilia import batch
from mirabilia.cli.bench.subjects import Subject
from mirabilia.engine.processors import cores
from mirabilia.game import KINDS
from mirabilia.json_types import JsonObject

GAMES_AT_ONCE = 1024  # for each thread
STEPS = 120  # of all games, per run
AIMS = {
    ("duel", 2): {"decisions_per_cpu_second": 2_000_000, "batch_ratio_of_two": 1.8},
    ("wonders", 3): {"decisions_per_cpu_second": 1_200_000, "batch_ratio_of_two": 1.8},
}
# key, its unit and digits; what it is called says the text bench.batch.KEY
ROWS: tuple[tuple[str, str, int], ...] = (
    ("decisions_per_cpu_second", "/CPU s", 0),
    ("legal_ns", "ns", 0),
    ("observe_ns", "ns", 0),
    ("step_ns", "ns", 0),
    ("float_decisions_per_cpu_second", "/CPU s", 0),
    ("decisions_per_second_all", "/s", 0),
    ("batch_ratio", "x", 2),
    ("batch_ratio_of_two", "x", 2),
    ("batch_ratio_of_two_quiet", "x", 2),
    ("open_spiel", "/CPU s", 0),
    ("open_spiel_ratio", "x", 0),
    ("pettingzoo", "/CPU s", 0),
    ("pettingzoo_ratio", "x", 0),
)
SMALLER_IS_BETTER = {"legal_ns", "observe_ns", "step_ns"}
BY_WALL_TIME = {key for key, _, _ in ROWS if "ratio_of" in key or key.endswith("_all") or key == "batch_ratio"}
NOTES = 3  # below the table: bench.batch.how.1 and so on


class Driver:
    """A batch with something to decide in it."""

    def __init__(self, subject: Subject, threads: int, kind: type[np.uint8] | type[np.float32] = np.uint8) -> None:
        options = {"players": subject.players} if len(KINDS[subject.name].players) > 1 else {}
        games = GAMES_AT_ONCE * threads
        self.batch = batch.make(subject.name, games, threads=threads, seeds=1, **options)
        self.masks = np.zeros((games, self.batch.num_actions), np.uint8)
        self.seen = np.zeros((games, self.batch.observation_size), kind)
        self.actions = np.zeros(games, np.int64)
        self.steps = 0

    def choose(self) -> NDArray[np.int64]:
        """A random legal action of each game."""
        self.steps += 1
        return self.batch.sample(self.actions, seed=self.steps)

    def run(self, clock: Callable[[], float], steps: int = STEPS) -> float:
        """Seconds for steps with masks and observations."""
        spent = 0.0
        for _ in range(steps):
            actions = self.choose()
            begun = clock()
            self.batch.step(actions, legal=self.masks, observe=self.seen)
            spent += clock() - begun
        return spent

    def parts(self, clock: Callable[[], float], steps: int = STEPS) -> tuple[float, float, float]:
        """Seconds for masks, observations and steps in calls of their own."""
        legal = observe = step = 0.0
        for _ in range(steps):
            begun = clock()
            self.batch.legal(self.masks)
            masked = clock()
            self.batch.observe(self.seen)
            seen = clock()
            actions = self.choose()
            chosen = clock()
            self.batch.step(actions)
            legal += masked - begun
            observe += seen - masked
            step += clock() - chosen
        return legal, observe, step


def measure_batch(subject: Subject, runs: int) -> dict[str, object]:
    """Every number about batches of one game."""
    decisions = GAMES_AT_ONCE * STEPS
    result: JsonObject = {"threads": cores()}
    single, floats = Driver(subject, 1), Driver(subject, 1, np.float32)
    for driver in (single, floats):
        driver.run(time.process_time, 5)  # the first calls load machine code
    spent = [single.run(time.process_time) for _ in range(runs)]
    result["decisions_per_cpu_second"] = decisions / statistics.median(spent)
    parts = [single.parts(time.process_time) for _ in range(max(1, runs // 2))]
    for number, name in enumerate(("legal", "observe", "step")):
        result[f"{name}_ns"] = statistics.median(part[number] for part in parts) / decisions * 1e9
    spent = [floats.run(time.process_time) for _ in range(max(1, runs // 2))]
    result["float_decisions_per_cpu_second"] = decisions / statistics.median(spent)
    result |= _threads(subject, single, runs, decisions)
    result |= _others(result["decisions_per_cpu_second"])
    return result


def _threads(subject: Subject, single: Driver, runs: int, decisions: int) -> dict[str, float]:
    """Wall time of one thread, two, and all; `decisions` are those of one thread, and each more makes as many."""
    drivers = {1: single, 2: Driver(subject, 2)}
    if cores() > 2:
        drivers[cores()] = Driver(subject, cores())
    times: dict[int, list[float]] = {threads: [] for threads in drivers}
    for run in range(runs + 1):
        for threads, driver in drivers.items():
            took = driver.run(time.perf_counter, STEPS if run else 5)
            if run:
                times[threads].append(took)
    most = max(drivers)
    ratios = {
        threads: [threads * one / many for one, many in zip(times[1], times[threads], strict=True)]
        for threads in drivers
    }
    return {
        "decisions_per_second_all": most * decisions / statistics.median(times[most]),
        "batch_ratio": statistics.median(ratios[most]),
        "batch_ratio_of_two": statistics.median(ratios[2]),
        "batch_ratio_of_two_quiet": 2 * min(times[1]) / min(times[2]),
    }


def _others(ours: float) -> dict[str, float]:
    """The same for games of other libraries."""
    result = {}
    if find_spec("pyspiel") is not None:
        result["open_spiel"] = _open_spiel("backgammon", 0.4)
        result["open_spiel_ratio"] = ours / result["open_spiel"]
    if find_spec("pettingzoo") is not None and find_spec("pygame") is not None:
        result["pettingzoo"] = _pettingzoo(0.4)
        result["pettingzoo_ratio"] = ours / result["pettingzoo"]
    return result


def _open_spiel(name: str, seconds: float) -> float:
    """Decisions per CPU second of a game of OpenSpiel."""
    import pyspiel

    game, dice = pyspiel.load_game(name), random.Random(1)
    decisions, spent = 0, 0.0
    while spent < seconds:
        state = game.new_initial_state()
        begun = time.process_time()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(dice.choice(state.chance_outcomes())[0])
                continue
            legal = state.legal_actions()
            state.legal_actions_mask()
            state.observation_tensor()
            state.apply_action(legal[dice.randrange(len(legal))])
            decisions += 1
        spent += time.process_time() - begun
    return decisions / spent


def _pettingzoo(seconds: float) -> float:
    """Decisions per CPU second of a classic game of PettingZoo."""
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    decisions, spent = 0, 0.0
    while spent < seconds:
        begun = time.process_time()
        env.reset(seed=decisions)
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
            decisions += not (ended or cut)
        spent += time.process_time() - begun
    return decisions / spent
