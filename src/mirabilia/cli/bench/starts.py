"""Cold and warm start: a fresh process that imports the package and plays one game, without and with a filled cache.

The cache is a temporary folder, so nobody's own is touched. Reported are wall seconds, CPU seconds and the process's
largest memory.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile

from mirabilia.cli.language import complain

PROGRAM = """
import json, random, sys, time
import mirabilia
game = mirabilia.new_game(sys.argv[1], players=int(sys.argv[2]), seed=1)
chance = random.Random(1)
while not game.over:
    seat = game.to_act[0]
    game.play(seat, chance.choice(game.options(seat)))
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
except ImportError:
    peak = None
print(json.dumps({"cpu": time.process_time(), "peak": peak}))
"""


def starts(name: str, players: int, warm_runs: int = 3) -> dict[str, float | None]:
    """Times of one cold start and the median of several warm ones."""
    with tempfile.TemporaryDirectory(prefix="mirabilia-bench-") as folder:
        cold = _start(name, players, folder)
        warm = [_start(name, players, folder) for _ in range(warm_runs)]
    return {
        "cold_start_s": cold["wall"],
        "cold_start_cpu_s": cold["cpu"],
        "warm_start_s": statistics.median(run["wall"] for run in warm),
        "warm_start_cpu_s": statistics.median(run["cpu"] for run in warm),
        "warm_peak_mib": warm[-1]["peak"],
    }


def _start(name: str, players: int, folder: str) -> dict[str, float]:
    import time

    environment = {**os.environ, "MIRABILIA_CACHE_DIR": folder}
    started = time.perf_counter()
    command = [sys.executable, "-c", PROGRAM, name, str(players)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    wall = time.perf_counter() - started
    if done.returncode != 0:
        raise complain("bench.start_failed", "failed", fault=" ".join(done.stderr.strip().splitlines()[-1:]))
    return {"wall": wall, **json.loads(done.stdout)}
