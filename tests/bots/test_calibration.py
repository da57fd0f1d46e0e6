"""The scripts that measure and mend calibration: slopes and lifts are found again, a stopped measurement goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from mirabilia.bots import network as networks
from mirabilia.bots.duel import judgement as duel
from mirabilia.bots.wonders import judgement as wonders
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


def rows_of(moment, slope, lift, count, players, seed):
    """Positions of one moment that end as often as their odds, stretched and lifted, say."""
    chance = np.random.default_rng(seed)
    called = chance.uniform(0.02, 0.98, count)
    seats = chance.integers(0, players, count)
    odds = (called / (1 - called)) ** slope * np.exp(lift)
    won = chance.random(count) < odds / (1 + odds)
    sight = np.full((count, players), 1 / players)
    told = np.where(np.arange(players) == seats[:, None], called[:, None], (1 - called[:, None]) / (players - 1))
    head = np.stack([np.arange(count) // 5, np.full(count, moment), seats, won], axis=1)
    return np.concatenate([head, sight, told], axis=1)


def fitted(folder, judgement, *files):
    """Slopes and lifts that the script finds, and the network's file."""
    whole = networks.rounded(first_weights(judgement.FORMAT, 3))
    networks.write_network(folder / "some.net", judgement.FORMAT, whole, {"note": "a test"})
    paths = [folder / f"rows{number}.npz" for number in range(len(files))]
    for path, rows in zip(paths, files, strict=True):
        np.savez(path, rows=rows, games=8000)
    run("fit-calibration", *paths, "--network", folder / "some.net", "--out", folder / "told.net", MIRABILIA_PLAIN="1")
    read = networks.read_network(folder / "told.net", judgement.FORMAT)
    assert np.array_equal(read.first, whole["first"])
    return np.asarray(read.slopes) / networks.ONE, np.asarray(read.lifts) / networks.ONE


def test_slope_and_lift_are_found_again_and_other_moments_keep_theirs(tmp_path):
    slopes, lifts = fitted(tmp_path, duel, rows_of(3, 1.4, 0.2, 40_000, 2, 4))
    assert abs(slopes[3] - 1.4) < 0.04 and set(np.delete(slopes, 3)) == {1.0}
    assert abs(lifts[3] - 0.2) < 0.04 and set(np.delete(lifts, 3)) == {0.0}
    assert networks.about_network(tmp_path / "told.net")[0]["card"] == {
        "note": "a test",
        "calibrated_on": {"games": 8000, "positions": 40_000},
    }


def test_few_games_of_one_size_are_told_like_the_same_age_at_others(tmp_path):
    three, seven = 3 * 1 + 2, 3 * 5 + 2  # the last age
    slopes, lifts = fitted(
        tmp_path, wonders, rows_of(three, 1.4, 0.2, 40_000, 3, 4), rows_of(seven, 0.7, -0.5, 60, 7, 5)
    )
    assert abs(slopes[three] - 1.4) < 0.06 and abs(lifts[three] - 0.2) < 0.06
    assert 1.2 < slopes[seven] < slopes[three] and 0.0 < lifts[seven] < lifts[three]
    assert set(np.delete(slopes, [three, seven])) == {1.0}


def test_a_measurement_goes_on_where_it_stopped(tmp_path):
    asked = ("--simulations", 6, "--positions", 4, "--save", tmp_path / "duel.npz", "--games")
    assert "4 positions of 1 games" in run("measure-calibration", *asked, 1)
    told = run("measure-calibration", *asked, 3)
    assert "12 positions of 3 games" in told and told.count("largest gap") == 2
    with np.load(tmp_path / "duel.npz") as kept:
        assert sorted(set(kept["rows"][:, 0])) == [0, 1, 2]
        assert np.allclose(kept["rows"][:, 4] + kept["rows"][:, 5], 1)
        assert np.allclose(kept["rows"][:, 6] + kept["rows"][:, 7], 1)
