"""The fixed list of tasks: which tables a candidate sits at, against whom, how often and with which seeds.

A change of anything here makes another benchmark: raise `VERSION`, and results of the former one are refused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from mirabilia.arena.schedule import Schedule
from mirabilia.arena.settings import Entrant, Settings
from mirabilia.errors import MirabiliaError, brief

VERSION = 1
SEED = 20261119
QUICK = 10  # the quick part plays one game in this many
SUITES = ("full", "quick")
CANDIDATE = "candidate"


class BenchmarkError(MirabiliaError, ValueError):
    """A benchmark that cannot be run, or a result file that is not what it says."""

    code = "benchmark"


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the benchmark."""

    id: str
    measures: str  # "strength": the share of wins; "calibration": stated chances beside what came of them
    game: str
    players: int
    edition: int = 1
    opponent: str | None = None  # in all other seats; None: the candidate itself
    games: int

    def settings(self, candidate: Entrant) -> Settings:
        """The match of the arena that this task is: every deal from every seat."""
        other = (
            Entrant("opponent", self.opponent) if self.opponent else msgspec.structs.replace(candidate, name="again")
        )
        return Settings(
            game=self.game,
            players=self.players,
            options={} if self.edition == 1 else {"edition": self.edition},
            entrants=[msgspec.structs.replace(candidate, name=CANDIDATE), other],
            mode="gauntlet",
            seed=SEED + TASKS.index(self),
            records=True,
        ).checked()

    def games_of(self, suite: str) -> int:
        """How many games the full or the quick part has: whole deals."""
        wanted = self.games if suite == "full" else self.games // QUICK
        return -(-wanted // self.players) * self.players

    def schedule(self, candidate: Entrant) -> Schedule:
        """Which game is which."""
        return Schedule(self.settings(candidate))


def _tasks() -> tuple[Task, ...]:
    tables = (
        ("duel", {"game": "duel", "players": 2}, 400, 100),
        ("wonders-3", {"game": "wonders", "players": 3}, 240, 48),
        ("wonders-5", {"game": "wonders", "players": 5}, 150, 30),
        ("wonders-second-4", {"game": "wonders", "players": 4, "edition": 2}, 200, 40),
    )
    tasks = []
    for name, table, games, own in tables:
        tasks += [
            Task(id=f"{name}/{opponent}", measures="strength", opponent=opponent, games=games, **table)  # type: ignore[arg-type]
            for opponent in ("greedy", "normal", "expert")
        ]
        tasks.append(Task(id=f"{name}/calibration", measures="calibration", games=own, **table))  # type: ignore[arg-type]
    return tuple(tasks)


TASKS = _tasks()


def tasks_hash() -> str:
    """A hash of everything that decides the tasks: equal hashes, equal deals and opponents."""
    return hashlib.sha256(msgspec.json.encode([VERSION, SEED, QUICK, TASKS])).hexdigest()[:16]


def tasks_named(names: str | Sequence[str] | None = None) -> list[Task]:
    """The tasks of these names, in order; "duel" means all whose name begins with "duel/". All without names."""
    chosen = []
    names = [names] if isinstance(names, str) else names or ()
    for name in names:
        if not isinstance(name, str):
            raise BenchmarkError(f"a task is named by a text such as 'duel/greedy', not {brief(name)}")
        found = [task for task in TASKS if task.id == name or task.id.startswith(f"{name.rstrip('/')}/")]
        if not found:
            raise BenchmarkError(f"there is no task {name!r}; there are: {', '.join(task.id for task in TASKS)}")
        chosen += found
    return [task for task in TASKS if task in chosen or not names]


def task_of(name: str) -> Task:
    """The task of exactly this name."""
    for task in TASKS:
        if task.id == name:
            return task
    raise BenchmarkError(f"there is no task {name!r}")
