"""A training run: tiny, from nothing, stopped and gone on with; its folder tells everything."""

from __future__ import annotations

import csv
import json
from dataclasses import replace

import numpy as np
import pytest

from mirabilia.bots import make_bot
from mirabilia.bots.base import BotError
from mirabilia.bots.network import about_network, read_network, rounded, weights_of, write_network
from mirabilia.games.duel.bots.judgement import FORMAT
from mirabilia.train.curves import draw_curves
from mirabilia.train.learning import first_weights
from mirabilia.train.run import Run, RunSettings, TrainingError


def tiny(minutes):
    return RunSettings(
        "duel",
        minutes,
        rows=1500,
        first_rows=3000,
        batch=128,
        search_from=2.0,
        compared_games=8,
        threads=1,
    )


def test_a_tiny_run_trains_stops_and_goes_on(tmp_path):
    run = Run(tmp_path, tiny(1e-6))
    run.go()  # the first generation is always finished
    assert run.generation == 1
    again = Run(tmp_path, replace(tiny(run.spent / 60 + 1e-6), batch=64, rate=1.0, seed=9))
    assert again.generation == 1
    assert again.learner.plan == run.learner.plan, "a run that goes on keeps its settings"
    again.go()
    assert again.generation == 2
    with (tmp_path / "curves.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["generation"] for line in lines] == ["1", "2"]
    assert float(lines[1]["loss_win"]) > 0 and int(lines[1]["games"]) > 0
    assert json.loads((tmp_path / "settings.json").read_text())["game"] == "duel"
    about, _ = about_network(tmp_path / "network.net")
    assert about["card"]["generations"] == 2
    assert make_bot(str(tmp_path / "network.net")).name == "network.net"
    pictures = draw_curves(tmp_path)
    assert {picture.name for picture in pictures} >= {"loss.svg", "strength.svg"}
    assert all(picture.read_text().startswith("<svg") for picture in pictures)
    with pytest.raises(TrainingError, match="holds a run of 'duel'"):
        Run(tmp_path, RunSettings("wonders", 1.0))


def test_a_run_can_begin_from_a_network_and_searches_at_once(tmp_path):
    start = tmp_path / "some.net"
    weights = first_weights(FORMAT, 7)
    write_network(start, FORMAT, rounded(weights), {"note": "where it began"})
    settings = replace(tiny(1e-6), start=str(start), first_rows=600, simulations=6, quick=3)
    run = Run(tmp_path / "run", settings)
    run.go()
    first, _ = about_network(tmp_path / "run" / "first.net")
    assert first["card"] == {"note": "where it began"}
    with (tmp_path / "run" / "curves.csv").open(newline="") as file:
        (line,) = csv.DictReader(file)
    assert line["simulations"] == "6" and line["against_first"] != ""
    started = weights_of(read_network(start, FORMAT))
    assert all(np.abs(started[name] - weights[name]).max() < 1e-3 for name in started)
    start.unlink()  # the run has all it needs
    assert Run(tmp_path / "run", settings).generation == 1
    with pytest.raises(BotError, match="cannot be read"):
        Run(tmp_path / "other", settings)
