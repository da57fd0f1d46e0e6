"""Calibration: bots tell what was seen, the scripts that measure and mend it find slopes and lifts again."""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mirabilia
from mirabilia.bots import Limits
from mirabilia.bots import network as networks
from mirabilia.bots.calibration import (
    Calibration,
    calibrated_chance,
    calibrated_error,
    read_calibration,
    write_calibration,
)
from mirabilia.games.duel.bots import judgement as duel
from mirabilia.games.wonders.bots import judgement as wonders
from mirabilia.games.wonders.bots.search import WondersSearch, of_playouts
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


def test_slopes_and_lifts_of_play_outs_are_fitted_in_their_own_file(tmp_path):
    path, moments, one = tmp_path / "playouts.json", 18, networks.ONE
    write_calibration(path, [one] * moments, [0] * moments, {"calibrated_on": {"games": 0, "positions": 0}})
    np.savez(tmp_path / "four.npz", rows=rows_of(3 * 2 + 1, 0.6, -0.3, 40_000, 4, 6), games=8000)
    said = run("fit-calibration", tmp_path / "four.npz", "--playouts", path, MIRABILIA_PLAIN="1")
    slopes, lifts = (np.asarray(of) / one for of in read_calibration(path))
    assert "moment 7: 40,000 positions" in said
    assert abs(slopes[7] - 0.6) < 0.03 and set(np.delete(slopes, 7)) == {1.0}
    assert abs(lifts[7] + 0.3) < 0.03 and set(np.delete(lifts, 7)) == {0.0}
    assert '"positions": 40000' in path.read_text()


def test_the_search_that_plays_out_tells_what_was_seen_and_chooses_as_before():
    one, chance, unlike = networks.ONE, random.Random(4), 0
    plain, told = (WondersSearch(1, Limits(simulations=60)) for _ in range(2))
    plain.calibration = Calibration([one] * 18, [0] * 18)
    for players in (2, 3, 6):
        game = mirabilia.new_game("wonders", seed=players, players=players)
        while not game.over:
            seat = chance.choice(game.to_act)
            view, options = game.view(seat), game.options(seat)
            if len(options) > 1 and chance.random() < 0.15:
                before, after = plain.think(view, options), told.think(view, options)
                moment, found = 3 * (players - 2) + view["age"] - 1, before.analysis["win_chance"]
                assert before.option == after.option
                assert after.analysis["win_chance"] == pytest.approx(
                    calibrated_chance(of_playouts(), moment, found), abs=2e-4
                )
                assert sum(after.analysis["chances"]) == pytest.approx(1, abs=1e-3)
                weighed = told.weigh(view, options, 60)
                assert weighed.chance == after.analysis["win_chance"]
                assert weighed.error == pytest.approx(calibrated_error(of_playouts(), moment, found, 60), abs=1e-3)
                unlike += found != after.analysis["win_chance"]
            game.play(seat, chance.choice(options))
    assert unlike > 5


def test_the_error_of_a_chance_told_is_what_the_stretched_odds_make_of_it():
    one, found, simulations = networks.ONE, 0.3, 400
    by = Calibration([one, one // 2], [0, one // 4])
    assert calibrated_error(by, 0, found, simulations) == pytest.approx(math.sqrt(0.3 * 0.7 / 400), abs=1e-6)
    step = 1e-3
    steepness = (calibrated_chance(by, 1, found + step) - calibrated_chance(by, 1, found - step)) / (2 * step)
    assert calibrated_error(by, 1, found, simulations) == pytest.approx(
        steepness * math.sqrt(0.3 * 0.7 / 400), abs=1e-4
    )
    assert calibrated_error(by, 1, 0.0, simulations) == calibrated_error(by, 1, 1.0, simulations) == 0.0


def test_only_the_search_of_7_wonders_plays_out():
    with pytest.raises(subprocess.CalledProcessError) as refused:
        run("measure-calibration", "--playouts", "--games", 1)
    assert "only the search of 7 Wonders plays out" in refused.value.stderr
