"""Compiled and plain Duel are the same game, move by move; and compiled code never leaves its arrays.

Two hundred games are played uncompiled in one other process, with MIRABILIA_PLAIN=1, and compared position by position
with compiled play: all fields of the state and all options. A further process runs with NUMBA_BOUNDSCHECK=1, which
turns every index out of range into an error.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from duel_play import step_digests
from mirabilia.engine.running import ONLY_PLAIN as PLAIN

TESTS = Path(__file__).parents[1]
GAMES, SEED = 200, 20


def run_python(code: str, **environment: str) -> str:
    """What a fresh Python process prints."""
    env = {**os.environ, "PYTHONPATH": str(TESTS), **environment}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, cwd=TESTS)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(PLAIN, reason="needs the compiled rules")
def test_plain_games_equal_compiled_games_move_by_move() -> None:
    code = (
        "import json, duel_play\nfrom mirabilia.engine.running import ONLY_PLAIN\nassert ONLY_PLAIN\n"
        f"print(json.dumps(duel_play.step_digests({GAMES}, {SEED})))"
    )
    plain = json.loads(run_python(code, MIRABILIA_PLAIN="1"))
    compiled = step_digests(GAMES, SEED)
    assert len(plain) == len(compiled) == GAMES
    for game, (one, other) in enumerate(zip(plain, compiled, strict=True)):
        differing = [step for step, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]]
        assert not differing, f"game {game} differs from step {differing[0]} on"


@pytest.mark.slow
def test_no_index_leaves_its_array() -> None:
    """Compiles the rules once more, with checked indices (their cache key differs)."""
    code = (
        "import duel_play\nfrom duel_positions import position\n"
        "from mirabilia.games.duel.rules.playout import play_random_games\n"
        "from mirabilia.games.duel.rules.options import MAX_OPTIONS\n"
        "from mirabilia.games.duel.rules.redeal import redeal\nfrom mirabilia.games.duel.rules.state import State\n"
        "from mirabilia.engine.records import ints\nfrom mirabilia.engine.rng import new_rng\n"
        "import numba\nassert numba.config.BOUNDSCHECK == 1\n"
        "duel_play.step_digests(200, 3)\n"
        "play_random_games(State.zeros(1), 3000, 5, ints(MAX_OPTIONS), ints(4), ints(8))\n"
        "played = duel_play.play_games(20, 8)\nrng = new_rng(1)\n"
        "for n in range(len(played.history)):\n"
        "    for seat in (-1, 0, 1):\n"
        "        redeal(played.history, n, seat, ints(64), rng)\n"
        "print('fine')"
    )
    assert run_python(code, NUMBA_BOUNDSCHECK="1", MIRABILIA_NUMBA="1").strip() == "fine"
