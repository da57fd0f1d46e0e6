"""The scripts that measure and mend calibration: slopes and lifts are found again, a stopped measurement goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from mirabilia.bots import network as networks
from mirabilia.bots.duel import judgement as duel
from mirabilia.train.learning import first_weights

SCRIPTS = Path(__file__).parents[2] / "scripts"


def run(script, *words, **variables):
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / script), *map(str, words)],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_slope_and_lift_are_found_again_and_other_moments_keep_theirs(tmp_path):
    chance = np.random.default_rng(4)
    called = chance.uniform(0.02, 0.98, 40_000)
    seats = chance.integers(0, 2, len(called))
    odds = (called / (1 - called)) ** 1.4 * np.exp(0.2)
    won = chance.random(len(called)) < odds / (1 + odds)
    first = np.where(seats == 0, called, 1 - called)
    sight = np.full(len(called), 0.5)
    games, moments = np.arange(len(called)) // 5, np.full(len(called), 3)
    rows = np.stack([games, moments, seats, won, sight, sight, first, 1 - first], axis=1)
    np.savez(tmp_path / "rows.npz", rows=rows, games=8000)
    whole = networks.rounded(first_weights(duel.FORMAT, 3))
    networks.write_network(tmp_path / "some.net", duel.FORMAT, whole, {"note": "a test"})
    files = (tmp_path / "rows.npz", "--network", tmp_path / "some.net", "--out", tmp_path / "told.net")
    run("fit-calibration", *files, MIRABILIA_PLAIN="1")
    read = networks.read_network(tmp_path / "told.net", duel.FORMAT)
    slopes = np.asarray(read.slopes) / networks.ONE
    lifts = np.asarray(read.lifts) / networks.ONE
    assert abs(slopes[3] - 1.4) < 0.04 and set(np.delete(slopes, 3)) == {1.0}
    assert abs(lifts[3] - 0.2) < 0.04 and set(np.delete(lifts, 3)) == {0.0}
    assert np.array_equal(read.first, whole["first"])
    assert networks.about_network(tmp_path / "told.net")[0]["card"] == {
        "note": "a test",
        "calibrated_on": {"games": 8000, "positions": 40_000},
    }


def test_a_measurement_goes_on_where_it_stopped(tmp_path):
    asked = ("--simulations", 6, "--positions", 4, "--save", tmp_path / "duel.npz", "--games")
    assert "4 positions of 1 games" in run("measure-calibration", *asked, 1)
    told = run("measure-calibration", *asked, 3)
    assert "12 positions of 3 games" in told and told.count("largest gap") == 2
    with np.load(tmp_path / "duel.npz") as kept:
        assert sorted(set(kept["rows"][:, 0])) == [0, 1, 2]
        assert np.allclose(kept["rows"][:, 4] + kept["rows"][:, 5], 1)
        assert np.allclose(kept["rows"][:, 6] + kept["rows"][:, 7], 1)
