"""The self-play loop of examples/rl learns: 90 % against random, with NumPy alone."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

FILE = Path(__file__).parents[2] / "examples" / "rl" / "numpy_selfplay.py"


def loaded():
    spec = importlib.util.spec_from_file_location("numpy_selfplay", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_it_reaches_ninety_percent() -> None:
    told: list[str] = []
    _, share = loaded().learn(900.0, aim=0.9, say=told.append)
    assert share >= 0.9, told


def test_a_round_is_played_and_pushes(monkeypatch: pytest.MonkeyPatch) -> None:
    module = loaded()
    monkeypatch.setattr(module, "GAMES", 8)
    games = module.batch.make("duel", 8, auto_reset=False)
    weights = np.zeros((len(module.COLUMNS) + 1, games.num_actions), np.float32)
    got, moves = module.play(games, (weights, weights), np.random.default_rng(1))
    assert np.allclose(got.sum(axis=1), 1) and len(moves) > 40
    rows, push, numbers, seats = moves[0]
    assert len(rows) == len(push) == len(numbers) == len(seats) == 8
    assert np.allclose(push.sum(axis=1), 0, atol=1e-5)
