"""How fast bots think: simulations, quick decisions, time limits and memory, over the questions of whole games.

The questions are those of a game that quick bots played, so that the opening, the middle and the end all count. How
well bots play is not measured here but in the arena (docs/bots.md).
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence

from mirabilia.bots import Bot, Limits, make_bot
from mirabilia.cli.bench.subjects import Subject
from mirabilia.game import Option
from mirabilia.json_types import JsonObject

Question = tuple[JsonObject, Sequence[Option]]  # a view and its options

SIMULATIONS = {"duel": 2000, "wonders": 400}  # per question
TIMED = 100  # milliseconds
LATE = 20  # questions of the end of a game at which limits are watched
AIMS = {
    "duel": {"simulations_per_cpu_second": 100_000, "greedy_ms": 1.0, "over_limit": 1.2, "memory_mib": 512},
    "wonders": {"greedy_ms": 1.0, "over_limit": 1.2, "memory_mib": 512},
}
# key, its unit and digits; what it is called says the text bench.bots.KEY
ROWS: tuple[tuple[str, str, int], ...] = (
    ("questions", "", 0),
    ("simulations_per_cpu_second", "/CPU s", 0),
    ("greedy_ms", "ms", 2),
    ("over_limit", "x", 2),
    ("long_simulations", "", 0),
    ("memory_mib", "MiB", 0),
)
SMALLER_IS_BETTER = {"greedy_ms", "over_limit", "memory_mib"}
BY_WALL_TIME = {"over_limit"}
NOTES = 5  # below the table: bench.bots.how.1 and so on


def questions_of(subject: Subject, seed: int) -> list[Question]:
    """What was asked in one game of quick searches."""
    game = subject.new_game(seed)
    bots = [make_bot("search", seat, simulations=100) for seat in game.seats]
    questions: list[Question] = []
    while not game.over:
        seat = game.to_act[0]
        view, options = game.view(seat), game.options(seat)
        if len(options) > 1:
            questions.append((view, options))
        game.play(seat, bots[seat].choose(view, options))
    return questions


def measure_bots(subject: Subject, runs: int, seconds: float) -> JsonObject:
    """Every number about the bots of one game."""
    search, greedy = make_bot("search", 1), make_bot("greedy", 1)
    games = [questions_of(subject, seed) for seed in range(1, runs + 1)]
    limits = Limits(simulations=SIMULATIONS[subject.name])
    for bot in (search, greedy):
        bot.think(*games[0][0], Limits(simulations=10))  # the first call loads machine code
    rates, decisions = [], []
    for questions in games:
        spent, simulations = thinking(search, questions, limits)
        rates.append(simulations / spent)
        decisions.append(thinking(greedy, questions, None)[0] / len(questions))
    middle = games[0][len(games[0]) // 2]
    long = search.think(*middle, Limits(milliseconds=int(1000 * seconds)))
    return {
        "questions": statistics.median(len(questions) for questions in games),
        "simulations_per_cpu_second": statistics.median(rates),
        "simulations_per_cpu_second_least": min(rates),
        "simulations_per_cpu_second_most": max(rates),
        "greedy_ms": 1000 * statistics.median(decisions),
        "over_limit": worst_of_limit(search, games[-1][-LATE:]),
        "long_simulations": long.analysis.simulations,
        "memory_mib": peak_memory(),
    }


def thinking(bot: Bot, questions: list[Question], limits: Limits | None) -> tuple[float, int]:
    """CPU time that a bot spends on all questions, and the simulations it says it made."""
    simulations = 0
    started = time.thread_time()
    for view, options in questions:
        answer = bot.think(view, options, limits)
        simulations += answer.analysis.simulations or 0
    return max(1e-9, time.thread_time() - started), simulations


def worst_of_limit(bot: Bot, questions: list[Question]) -> float:
    """The longest answer as a part of what was allowed."""
    worst = 0.0
    for view, options in questions:
        started = time.perf_counter()
        bot.think(view, options, Limits(milliseconds=TIMED))
        worst = max(worst, time.perf_counter() - started)
    return 1000 * worst / TIMED


def peak_memory() -> float | None:
    """The most memory this process has held, in MiB; None where the system does not tell."""
    try:
        import resource
    except ImportError:  # not on Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
