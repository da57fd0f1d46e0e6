"""Verifies a result file: that nothing in it was changed, that its numbers follow from its games, and that the games
were played as it says, by the rules and by the opponents of the tasks.

Every reference bot answers equal questions equally. So each of its decisions is asked again, whoever the candidate was;
a candidate that can be asked again is asked too.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

import msgspec

from mirabilia import encoding
from mirabilia.arena.schedule import PlannedGame, Schedule
from mirabilia.arena.settings import Entrant, Settings
from mirabilia.benchmark.results import Outcome, Result, TaskResult, summary
from mirabilia.benchmark.tasks import CANDIDATE, BenchmarkError, Task, task_of
from mirabilia.bots import BOT_NAMES, STYLES, Bot, make_bot
from mirabilia.errors import MirabiliaError
from mirabilia.game import Game, new_game

BY_THE_CLOCK = ("search", "network", "master")  # without a limit in simulations these think by the clock
SAMPLE = 10  # games of each task

Listener = Callable[[int, int], None]


class Checked(NamedTuple):
    """What was found right."""

    tasks: int
    games: int  # in the file
    replayed: int
    asked_again: int  # decisions of reference bots, and of the candidate where it can be asked
    candidate_too: bool


def verify(
    result: Result,
    *,
    sample: int | None = SAMPLE,
    jobs: int = 1,
    candidate: str | None = None,
    seed: int | None = None,
    listen: Listener | None = None,
) -> Checked:
    """Checks a result; `BenchmarkError` says in one sentence what is wrong with it.

    `sample` games of each task are replayed (None: all), drawn by `seed` or by chance. `candidate` names the bot where
    it is here, such as "py:mybot.py:Mine": then its decisions are asked again too.
    """
    _same_benchmark(result)
    for part in result.results:
        _complete(result, part)
    asked = result.candidate if candidate is None else msgspec.structs.replace(result.candidate, what=candidate)
    again = candidate is not None or is_repeatable(result.candidate)
    draw = random.Random(seed)
    chosen = [
        (part.task, asked, again, outcome)
        for part in result.results
        for outcome in (part.outcomes if sample is None else draw.sample(part.outcomes, min(sample, part.games)))
    ]
    decisions = 0
    for done, count in enumerate(_replayed(chosen, jobs), 1):
        decisions += count
        if listen is not None:
            listen(done, len(chosen))
    games = sum(part.games for part in result.results)
    return Checked(len(result.results), games, len(chosen), decisions, again)


def is_repeatable(candidate: Entrant) -> bool:
    """Whether a candidate is one of our bots and thinks by a number of simulations, not by the clock."""
    level, _, style = candidate.what.partition("-")
    if level not in BOT_NAMES or (style and style not in STYLES) or candidate.budget.milliseconds is not None:
        return False
    return level not in BY_THE_CLOCK or candidate.budget.simulations is not None


def _same_benchmark(result: Result) -> None:
    here = Result(name="", candidate=result.candidate, results=[])
    for field, what in (
        ("tasks", "tasks"),
        ("rules", "rules"),
        ("catalog", "cards"),
        ("encoding", "numbers of actions"),
    ):
        there, ours = getattr(result, field), getattr(here, field)
        if there != ours:
            raise BenchmarkError(f"the result was made with other {what} ({there}) than this version has ({ours})")
    if result.digest() != result.hash:
        raise BenchmarkError("the file was changed after it was written: its content does not match its hash")
    names = [part.task for part in result.results]
    if not names:
        raise BenchmarkError("the file has no tasks")
    if len(set(names)) < len(names):
        raise BenchmarkError("a task is in the file twice")


def _complete(result: Result, part: TaskResult) -> None:
    """That a task has all its games once, and that its numbers follow from them."""
    task = task_of(part.task)
    wanted = task.games_of(result.suite)
    if [outcome.game for outcome in part.outcomes] != list(range(wanted)):
        raise BenchmarkError(f"{part.task}: the games are not the {wanted} of the {result.suite} part, each once")
    for outcome in part.outcomes:
        if len(outcome.wins) != task.players or abs(sum(outcome.wins) - 1) > 1e-6 or min(outcome.wins) < 0:
            raise BenchmarkError(f"{part.task}, game {outcome.game}: the shares of the win do not add up to one")
    counted = summary(task, result.candidate, part.outcomes)
    for field in ("games", "share", "low", "high", "forfeits", "calibration"):
        stated, is_so = getattr(part, field), getattr(counted, field)
        if stated != is_so:
            raise BenchmarkError(f"{part.task}: the file states {field} {stated}, its games give {is_so}")


Job = tuple[str, Entrant, bool, Outcome]


def _replayed(chosen: Sequence[Job], jobs: int) -> Iterator[int]:
    """Replays games, here or in processes; how many decisions were asked again, game by game."""
    if jobs <= 1:
        yield from map(replay, chosen)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(replay, chosen, chunksize=4)


def replay(job: Job) -> int:
    """Replays one game and asks its bots again; how many decisions that were."""
    name, candidate, again, outcome = job
    where = f"{name}, game {outcome.game}"
    task = task_of(name)
    try:
        return _Replay(task, candidate, again, outcome).asked()
    except BenchmarkError as error:
        raise BenchmarkError(f"{where}: {error.message}") from None
    except MirabiliaError as error:
        raise BenchmarkError(f"{where}: {error.message}") from error


class _Replay:
    """One game, played again from its numbers."""

    def __init__(self, task: Task, candidate: Entrant, again: bool, outcome: Outcome) -> None:
        self.task = task
        self.outcome = outcome
        self.settings: Settings = task.settings(candidate)
        schedule = Schedule(self.settings)
        self.plan: PlannedGame = schedule.plan(outcome.game)
        seed = schedule.deal_seed(self.plan.deal)
        self.game: Game = new_game(task.game, players=task.players, seed=seed, **self.settings.options)
        self.bots: dict[int, Bot] = {}
        for seat, number in enumerate(self.plan.seats):
            reference = task.opponent is not None and number == 1
            if reference or again:
                self.bots[seat] = make_bot(self._entrant(seat).what, seed=schedule.bot_seed(outcome.game, seat))
        self.stated: list[list[float]] = [[] for _ in self.plan.seats]

    def _entrant(self, seat: int) -> Entrant:
        return self.settings.entrants[self.plan.seats[seat]]

    def asked(self) -> int:
        """Plays all moves, asks again, and compares the end."""
        count = 0
        for number, action in enumerate(self.outcome.moves, 1):
            if self.game.over:
                raise BenchmarkError(f"{len(self.outcome.moves) - number + 1} moves come after the end")
            count += self._move(number, action)
        self._compare_the_end()
        return count

    def _move(self, number: int, action: int) -> int:
        seat = self.game.to_act[0]
        options = self.game.options(seat)
        option = encoding.option_of(self.game, seat, action)
        bot = self.bots.get(seat)
        asked = len(options) > 1 and bot is not None
        if asked and bot is not None:
            limits = self.settings.limits_of(self._entrant(seat))
            answer = bot.think(self.game.view(seat), options, limits)
            if answer.option != option:
                who = (
                    "the candidate" if self.plan.seats[seat] == 0 or self.task.opponent is None else self.task.opponent
                )
                raise BenchmarkError(
                    f"at move {number} {who} chooses {answer.option!s} when asked again, not {option!s}"
                )
            if answer.analysis.win_chance is not None:
                self.stated[seat].append(answer.analysis.win_chance)
        self.game.play(seat, option)
        return int(asked)

    def _compare_the_end(self) -> None:
        outcome, game = self.outcome, self.game
        if outcome.forfeit is not None:
            self._compare_the_forfeit()
            return
        if not game.over or game.result is None:
            raise BenchmarkError("the moves stop before the end")
        result = game.result
        wins = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in game.seats]
        totals = [score["total"] for score in result.scores]
        for what, stated, is_so in (
            ("wins", outcome.wins, wins),
            ("points", outcome.totals, totals),
            ("kind of victory", outcome.kind, result.kind),
        ):
            if stated != is_so:
                raise BenchmarkError(f"the file states {what} {stated}, the moves give {is_so}")
        if outcome.chances and len(self.bots) == len(self.plan.seats) and outcome.chances != self.stated:
            raise BenchmarkError("the candidate states other chances when asked again")

    def _compare_the_forfeit(self) -> None:
        """Only the candidate may forfeit, and who forfeits wins nothing."""
        outcome = self.outcome
        seat = outcome.forfeit.seat if outcome.forfeit is not None else -1
        if self.game.over or seat not in self.game.seats:
            raise BenchmarkError("the forfeit does not fit its game")
        if self._entrant(seat).name != CANDIDATE and self.task.opponent is not None:
            raise BenchmarkError(f"{self.task.opponent} forfeits, which no opponent of a task does; run the task again")
        others = len(self.plan.seats) - 1
        if outcome.wins != [0.0 if place == seat else 1 / others for place in self.game.seats]:
            raise BenchmarkError("who forfeited has a share of the win")
