"""The clocks: medians of several runs, CPU time where one core is measured, wall time where threads are.

Machines are busy with other things too. CPU time leaves most of that out; ratios compare runs that were made in turn
within the same minute; worst cases are the best of a few tries at each position, so that an interruption is not taken
for a slow position.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Callable

from mirabilia.cli.bench.subjects import Job, Subject, copy_rows
from mirabilia.engine.processors import cores
from mirabilia.engine.records import copy_repeatedly, ints

ROOM = 1024  # options of one position, far more than there can be
TRIES, REPEATS = 5, 100  # per position: best of TRIES timings of REPEATS calls each


def games_for(subject: Subject, seconds: float) -> int:
    """How many random games take about that much CPU time."""
    subject.random_games(1, 1)()  # the first call loads machine code, which would be taken for slow games
    games = 20
    while True:
        job = subject.random_games(games, 1)
        started = time.thread_time()
        job()
        took = time.thread_time() - started
        if took > seconds / 5:
            return max(1, int(games * seconds / took))
        games *= 4


def one_core(subject: Subject, games: int, runs: int) -> dict[str, float]:
    """Random games per second of CPU time: median, least and most of the runs, and how long a run was."""
    subject.random_games(1, 1)()
    times = []
    for run in range(runs):
        job = subject.random_games(games, run + 1)
        started = time.thread_time()
        job()
        times.append(max(1e-9, time.thread_time() - started))
    return {
        "games_per_cpu_second": games / statistics.median(times),
        "games_per_cpu_second_least": games / max(times),
        "games_per_cpu_second_most": games / min(times),
        "run_cpu_s": statistics.median(times),
    }


def all_cores(subject: Subject, games: int, runs: int) -> dict[str, float]:
    """One thread and as many as there are cores, in turn; the ratio of their speeds in wall time."""
    counts = sorted({1, 2, cores()}) if cores() > 1 else [1]
    rates: dict[int, list[float]] = {count: [] for count in counts}
    for run in range(runs):
        for count in counts:
            jobs = [subject.random_games(games, 100 * run + thread) for thread in range(count)]
            rates[count].append(count * games / wall_time(jobs))
    most = counts[-1]
    result = {
        "threads": most,
        "games_per_second_all_cores": statistics.median(rates[most]),
        "threads_ratio": _ratio(rates[1], rates[most]),
        "threads_ratio_quiet": max(rates[most]) / max(rates[1]),
    }
    if 2 in rates:
        result["threads_ratio_of_two"] = _ratio(rates[1], rates[2])
        result["threads_ratio_of_two_quiet"] = max(rates[2]) / max(rates[1])
    return result


def _ratio(one: list[float], more: list[float]) -> float:
    """How much faster, run by run, so that a busy moment falls on both."""
    return statistics.median(b / a for a, b in zip(one, more, strict=True))


def wall_time(jobs: list[Job]) -> float:
    """Seconds until jobs that start together, each in its own thread, are all done."""
    gate = threading.Barrier(len(jobs) + 1)

    def work(job: Job) -> None:
        gate.wait()
        job()

    threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    gate.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    return max(1e-9, time.perf_counter() - started)


def memory(subject: Subject, runs: int) -> dict[str, float]:
    """Bytes of a state, and the time of one copy."""
    rows, copies, count = copy_rows(subject), copy_repeatedly, 200_000
    copies(rows, 1)  # compiled here, not in the first run
    times = []
    for _ in range(runs):
        started = time.thread_time()
        copies(rows, count)
        times.append((time.thread_time() - started) / count)
    return {"state_bytes": subject.state.dtype.itemsize, "copy_ns": statistics.median(times) * 1e9}


def from_python(subject: Subject, runs: int) -> dict[str, float]:
    """One step (apply a decision, list what follows) called from Python, on the rules and on the public game."""
    script, buffer, on_rules, on_game = subject.script(1), ints(ROOM), [], []
    play = subject.script_player(script)
    for run in range(runs + 1):  # the first run only warms up
        states = subject.new_game(1).states
        started = time.thread_time()
        play(states, buffer)
        rules = (time.thread_time() - started) / len(script)
        game, chance, moves = subject.new_game(1), random.Random(1), 0
        started = time.thread_time()
        while not game.over:
            seat = game.to_act[0]
            game.play(seat, chance.choice(game.options(seat)))
            moves += 1
        if run:
            on_rules.append(rules)
            on_game.append((time.thread_time() - started) / moves)
    return {"step_us": statistics.median(on_rules) * 1e6, "game_step_us": statistics.median(on_game) * 1e6}


def single_calls(subject: Subject, games: int) -> dict[str, float]:
    """Mean and worst time of listing options, and of pricing one cost, over the positions of random games."""
    options, quote = subject.repeated_options(), subject.repeated_quote()
    buffer, option_times, quote_times = ints(ROOM), [], []
    for number in range(games):
        game, chance = subject.new_game(1000 + number), random.Random(number)
        while not game.over:
            seat = game.to_act[0]
            states = game.copy().states
            option_times.append(_best(options, states, 0, seat, buffer))
            if quote is not None:
                for city, cost in subject.quotes_at(game, seat):
                    quote_times.append(_best(quote, states, 0, city, cost, buffer))
            game.play(seat, chance.choice(game.options(seat)))
    result: dict[str, float] = {"positions": len(option_times)}
    for what, times in (("options", option_times), ("quote", quote_times)):
        if times:
            result[f"{what}_mean_us"] = statistics.fmean(times) * 1e6
            result[f"{what}_worst_us"] = max(times) * 1e6
    return result


def _best(function: Callable[..., int], *arguments: object) -> float:
    """Seconds of one call, inside a compiled loop; the best of a few tries."""
    function(*arguments, 1)
    best = float("inf")
    for _ in range(TRIES):
        started = time.perf_counter()
        function(*arguments, REPEATS)
        best = min(best, (time.perf_counter() - started) / REPEATS)
    return best
