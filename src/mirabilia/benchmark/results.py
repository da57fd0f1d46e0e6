"""A result file: what was played, every game's moves and outcome, and what follows from them.

Moves are the numbers of `mirabilia.encoding`; deals are not kept, because the tasks' seeds make them again. `hash`
covers everything but `made`, which says where and how fast: the same candidate gives the same hash on every machine.
"""

from __future__ import annotations

import hashlib
import platform
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import msgspec

from mirabilia import __version__, encoding
from mirabilia.arena.ratings import win_share
from mirabilia.arena.results import Forfeit, GameResult
from mirabilia.arena.settings import Entrant
from mirabilia.benchmark.tasks import SUITES, VERSION, BenchmarkError, Task, tasks_hash
from mirabilia.game import RULES_VERSION
from mirabilia.protocol.messages import catalog_hash
from mirabilia.record import read_record

TENTHS = 10


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One game. Which deal it is and who had which seat follows from its number."""

    game: int
    moves: list[int]  # actions, in the order in which the table asks
    wins: list[float]  # by seat; shares of one
    kind: str
    totals: list[int] = []  # points by seat; none after a forfeit
    forfeit: Forfeit | None = None
    chances: list[list[float]] = []  # calibration: by seat, the chances to win that the candidate stated


class Tenth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The positions whose stated chance was in one tenth of the scale."""

    stated: float
    observed: float
    positions: int


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stated chances beside what came of them."""

    positions: int
    brier: float  # mean squared error of the stated chances
    skill: float  # 1 less the Brier score over that of always stating the fair share
    error: float  # mean gap between stated and observed, weighted by positions, over tenths
    tenths: list[Tenth]


class TaskResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one task gave; everything but `outcomes` is computed from `outcomes`."""

    task: str
    games: int
    share: float  # of wins, or of first places, of the candidate's seat
    low: float  # 95 % interval, which knows that games come in deals
    high: float
    forfeits: int
    calibration: Calibration | None
    outcomes: list[Outcome]


class Training(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What it took to make the candidate, as its author states it."""

    samples: int | None = None  # decisions it learned from
    cpu_seconds: float | None = None
    note: str = ""


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole result file."""

    benchmark: int = VERSION
    suite: str = "full"
    tasks: str = msgspec.field(default_factory=tasks_hash)
    rules: str = RULES_VERSION
    catalog: str = msgspec.field(default_factory=catalog_hash)
    encoding: int = encoding.ENCODING_VERSION
    package: str = __version__
    name: str
    candidate: Entrant
    training: Training = Training()
    results: list[TaskResult]
    made: dict[str, str | float] = {}
    hash: str = ""

    def digest(self) -> str:
        """The hash of everything but `made` and the hash itself."""
        return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(self, made={}, hash=""))).hexdigest()


def outcome_of(result: GameResult, chances: bool) -> Outcome:
    """An outcome from a game of the arena, which has its record."""
    record = read_record(result.record)
    game = record.replay(0)
    moves = []
    for seat, text in record.moves:
        option = game.find_option(seat, text)
        moves.append(encoding.action_of(option))
        game.play(seat, option)
    totals = [scores["total"] for scores in result.scores]
    said = result.chances if chances and any(result.chances) else []
    return Outcome(result.index, moves, result.wins, result.kind, totals, result.forfeit, said)


def summary(task: Task, candidate: Entrant, outcomes: Sequence[Outcome]) -> TaskResult:
    """What the games of a task say: the one place that computes it, for writing and for verifying."""
    schedule = task.schedule(candidate)
    deals: dict[int, list[float]] = defaultdict(list)
    stated: list[tuple[float, float]] = []
    forfeits = 0
    for outcome in outcomes:
        plan = schedule.plan(outcome.game)
        deals[plan.deal].append(outcome.wins[plan.seats.index(0)])
        forfeits += outcome.forfeit is not None
        stated += [
            (chance, outcome.wins[seat])
            for seat, chances in enumerate(outcome.chances if outcome.forfeit is None else [])
            for chance in chances
        ]
    share = asdict(win_share(list(deals.values())))
    return TaskResult(
        task=task.id,
        games=len(outcomes),
        share=round(share["share"], 6),
        low=round(share["low"], 6),
        high=round(share["high"], 6),
        forfeits=forfeits,
        calibration=calibration(stated, 1 / task.players) if stated else None,
        outcomes=list(outcomes),
    )


def calibration(stated: Sequence[tuple[float, float]], fair: float) -> Calibration:
    """Stated chances and what came of them, by tenths."""
    brier = sum((chance - win) ** 2 for chance, win in stated) / len(stated)
    blind = sum((fair - win) ** 2 for _, win in stated) / len(stated)
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for chance, win in stated:
        bins[min(TENTHS - 1, int(chance * TENTHS))].append((chance, win))
    tenths = []
    for number in sorted(bins):
        inside = bins[number]
        mean_stated, mean_observed = (round(sum(column) / len(inside), 6) for column in zip(*inside, strict=True))
        tenths.append(Tenth(mean_stated, mean_observed, len(inside)))
    error = sum(abs(tenth.stated - tenth.observed) * tenth.positions for tenth in tenths) / len(stated)
    return Calibration(len(stated), round(brier, 6), round(1 - brier / blind, 6), round(error, 6), tenths)


def made_here(seconds: float, mean_ms: dict[str, float]) -> dict[str, str | float]:
    """Where and how fast a result was made."""
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    return {"machine": machine, "seconds": round(seconds, 1), **{f"ms {task}": ms for task, ms in mean_ms.items()}}


def write(result: Result, file: Path) -> Result:
    """Writes a result with its hash; one line per game, so that files can be compared."""
    result = msgspec.structs.replace(result, hash=result.digest())
    text = msgspec.json.format(msgspec.json.encode(result), indent=0).decode()
    file.write_text(text + "\n", encoding="utf-8")
    return result


def read(file: str | Path) -> Result:
    """The result in a file; `BenchmarkError` says why this version cannot judge it."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise BenchmarkError(f"{file}: {error.strerror}", code="file_unusable") from error
    try:
        version = msgspec.json.decode(data, type=_Version).benchmark
    except msgspec.DecodeError as error:
        raise BenchmarkError(f"{file} is not a result file: {error}") from error
    if version != VERSION:
        raise BenchmarkError(f"{file} is of benchmark {version}; this version has benchmark {VERSION}")
    try:
        result = msgspec.json.decode(data, type=Result)
    except msgspec.DecodeError as error:
        raise BenchmarkError(f"{file} is not a result file: {error}") from error
    if result.suite not in SUITES:
        raise BenchmarkError(f"{file}: there is no suite {result.suite!r}; there are {' and '.join(SUITES)}")
    return result


class _Version(msgspec.Struct):
    benchmark: int
