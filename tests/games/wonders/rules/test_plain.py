"""Compiled and uncompiled rules play the same games, step by step."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wonders_digest import digest

TESTS = Path(__file__).parents[3]
GAMES = 50

SEARCHING = """
import mirabilia.games.wonders.catalog as catalog
catalog.closed_form_holds = lambda any_catalog: False
from mirabilia.games.wonders.rules import payment
assert payment.splits is payment.splits_by_search
"""
CHECKSUMS = """
from mirabilia.games.wonders.rules.playout import play_random_games
print([play_random_games(players, 12, 9) for players in range(2, 8)])
"""


def plainly(*command: str) -> list[str]:
    """The output lines of a Python command run with uncompiled rules."""
    environment = {**os.environ, "MIRABILIA_PLAIN": "1"}
    run = subprocess.run([sys.executable, *command], env=environment, cwd=TESTS, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.split("\n")[:-1]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_same_games_uncompiled(players: int) -> None:
    told = plainly("wonders_digest.py", str(players), str(GAMES))
    assert [int(line) for line in told] == [digest(players, game) for game in range(GAMES)]


def test_payment_by_search_plays_the_same_games() -> None:
    """A catalog outside the condition of the closed form switches to the search when the rules are loaded."""
    assert plainly("-c", SEARCHING + CHECKSUMS) == plainly("-c", CHECKSUMS)
