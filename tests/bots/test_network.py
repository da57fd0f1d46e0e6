"""Networks: what they see is what a seat may know, plain mode equals compiled, and foreign files are refused."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import mirabilia
from mirabilia.bots import BotError, Limits, calibration
from mirabilia.bots import network as networks
from mirabilia.bots.searching import FORCED_SIMULATIONS
from mirabilia.encoding.blocks import carried_over
from mirabilia.engine.records import ints
from mirabilia.games.duel.bots import judgement as duel
from mirabilia.games.duel.bots.search import DuelSearch
from mirabilia.games.duel.encoding import features as duel_features
from mirabilia.games.wonders.bots import judgement as wonders
from mirabilia.games.wonders.encoding import features as wonders_features
from mirabilia.train.learning import first_weights


def positions(name, games, **options):
    """Positions of random games, a few of each."""
    for seed in range(games):
        game = mirabilia.new_game(name, seed=seed, **options)
        chance = random.Random(seed)
        while not game.over:
            if chance.random() < 0.2:
                yield game
            seat = chance.choice(game.to_act)
            game.play(seat, chance.choice(game.options(seat)))


def seen_in_duel(game):
    which = ints(duel_features.MAX_FEATURES)
    count = duel_features.features(game.states, 0, which)
    return list(which[:count])


def seen_in_wonders(game, seat):
    which, standing = ints(wonders_features.MAX_FEATURES), ints(wonders_features.STANDING_ROOM)
    count = wonders_features.features(game.states, 0, seat, standing, which)
    return list(which[:count])


def test_features_of_duel_are_what_both_players_know():
    for n, game in enumerate(positions("duel", 12)):
        seen = seen_in_duel(game)
        assert len(set(seen)) == len(seen) <= duel_features.MAX_FEATURES
        assert all(0 <= feature < duel_features.FEATURES for feature in seen)
        assert seen_in_duel(game.redealt(game.to_act[0], n)) == seen


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_features_of_7_wonders_are_what_a_seat_knows(players):
    for n, game in enumerate(positions("wonders", 3, players=players)):
        seat = n % players
        seen = seen_in_wonders(game, seat)
        assert len(set(seen)) == len(seen) <= wonders_features.MAX_FEATURES
        assert all(0 <= feature < wonders_features.FEATURES for feature in seen)
        assert sorted(seen_in_wonders(game.redealt(seat, n), seat)) == sorted(seen)


def test_different_positions_have_different_features():
    seen = [tuple(seen_in_duel(game)) for game in positions("duel", 6)]
    assert len(set(seen)) > 0.99 * len(seen)


@pytest.mark.parametrize("judgement", [duel, wonders])
def test_a_file_gives_back_the_numbers_it_was_made_of(judgement, tmp_path):
    whole = networks.rounded(first_weights(judgement.FORMAT, 3))
    path = tmp_path / "some.net"
    networks.write_network(path, judgement.FORMAT, whole, {"note": "a test"})
    read = networks.read_network(path, judgement.FORMAT)
    for name, array in read._asdict().items():
        assert np.array_equal(array, whole[name])
    assert networks.about_network(path)[0]["card"] == {"note": "a test"}


def damaged(path, change):
    content = path.read_bytes()
    line, numbers = content[len(networks.MAGIC) :].split(b"\n", 1)
    about = json.loads(line)
    about, numbers = change(about, numbers)
    path.write_bytes(networks.MAGIC + json.dumps(about).encode() + b"\n" + numbers)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda about, numbers: ({**about, "version": 99}, numbers), "version 99"),
        (lambda about, numbers: ({**about, "features": {"all": [len(numbers)]}}, numbers), "other sizes"),
        (lambda about, numbers: ({**about, "traits": {"all": [duel.traits.TRAITS]}}, numbers), "traits is known"),
        (lambda about, numbers: ({**about, "traits": "none"}, numbers), "damaged"),
        (lambda about, numbers: ({**about, "version": 1}, numbers), "version 1"),
        (lambda about, numbers: ({**about, "game": "wonders"}, numbers), "plays 'wonders'"),
        (lambda about, numbers: (about, numbers[:-2]), "damaged"),
        (lambda about, numbers: (about, bytes([numbers[0] ^ 1]) + numbers[1:]), "damaged"),
        (lambda about, numbers: ({"version": 1}, numbers), "damaged"),
    ],
)
def test_a_damaged_or_foreign_file_is_refused_with_a_sentence(change, said, tmp_path):
    path = tmp_path / "some.net"
    networks.write_network(path, duel.FORMAT, networks.rounded(first_weights(duel.FORMAT, 3)), {})
    damaged(path, change)
    with pytest.raises(BotError, match=said) as refused:
        networks.read_network(path, duel.FORMAT)
    assert refused.value.code == "bad_network"


def test_rows_go_by_name_and_what_is_new_gets_the_mean_of_what_differs_only_in_that():
    rows = np.arange(12, dtype=np.int16).reshape(6, 2) ** 2
    given = {"card": (2, ("Mine", "Loom", "Altar"))}
    wanted = {"sun": (2,), "card": (2, ("Altar", "Well", "Mine", "Altar (2)"))}
    carried = carried_over(rows, given, wanted).tolist()
    new = np.rint(rows.reshape(2, 3, 2).mean(axis=1)).astype(int).tolist()
    assert carried[:2] == [[0, 0], [0, 0]]
    assert carried[2:] == [altar_0 := rows[2].tolist(), new[0], rows[0].tolist(), altar_0] + [
        altar_1 := rows[5].tolist(),
        new[1],
        rows[3].tolist(),
        altar_1,
    ]
    with pytest.raises(ValueError, match="card has 2 axes instead of 1"):
        carried_over(rows, given, {"card": (("Mine",),)})


def with_slopes(*slopes, lifts=(0,) * 7):
    whole = networks.rounded(first_weights(duel.FORMAT, 5))
    told = {"slopes": np.array(slopes, np.int32), "lifts": np.array(lifts, np.int32)}
    return networks.network_of({**whole, **told})


def test_a_slope_stretches_the_odds_of_its_moment_where_a_chance_is_told():
    one = networks.ONE
    net = with_slopes(one, 2 * one, one // 2, one, one, one, one)
    for found in (0.0, 0.001, 0.02, 0.31, 0.5, 0.77, 0.95, 0.9999, 1.0):
        assert calibration.calibrated_chance(net, 0, found) == pytest.approx(found, abs=1e-9)
    for found in (0.05, 0.31, 0.5, 0.77, 0.95):
        odds = found / (1 - found)
        assert calibration.calibrated_chance(net, 1, found) == pytest.approx(odds**2 / (1 + odds**2), abs=2e-5)
        assert calibration.calibrated_chance(net, 2, found) == pytest.approx(odds**0.5 / (1 + odds**0.5), abs=2e-5)
    for moment in range(3):
        told = [calibration.calibrated_chance(net, moment, k / 2000) for k in range(2001)]
        assert told == sorted(told) and told[0] == 0.0 and told[-1] == 1.0


def test_of_several_seats_the_searchers_chance_is_told_and_the_others_share_the_rest():
    net = with_slopes(*[2 * networks.ONE] * 7)
    found = [0.5, 0.3, 0.2]
    mine = calibration.calibrated_chance(net, 1, 0.3)
    assert calibration.calibrated_shares(net, 1, found, 1) == pytest.approx(
        [0.5 * (1 - mine) / 0.7, mine, 0.2 * (1 - mine) / 0.7]
    )
    assert calibration.calibrated_shares(net, 1, [0.0, 1.0, 0.0], 1) == [0.0, 1.0, 0.0]


def test_a_lift_adds_to_the_odds_of_its_moment():
    net = with_slopes(*[networks.ONE] * 7, lifts=[0, networks.ONE // 2, 0, 0, 0, 0, 0])
    for found in (0.05, 0.31, 0.5, 0.77, 0.95):
        odds = found / (1 - found) * math.exp(0.5)
        assert calibration.calibrated_chance(net, 0, found) == pytest.approx(found, abs=1e-9)
        assert calibration.calibrated_chance(net, 1, found) == pytest.approx(odds / (1 + odds), abs=2e-5)
    assert calibration.calibrated_chance(net, 1, 0.0) == 0.0 and calibration.calibrated_chance(net, 1, 1.0) == 1.0


def test_a_bot_tells_the_stretched_chance_and_chooses_as_before():
    one = networks.ONE
    flat, steep = (DuelSearch(1, Limits(simulations=40), network=with_slopes(*[slope] * 7)) for slope in (one, 2 * one))
    unlike = 0
    for game in positions("duel", 2):
        seat = game.to_act[0]
        view, options = game.view(seat), game.options(seat)
        before, after = flat.think(view, options), steep.think(view, options)
        assert before.option == after.option
        if "simulations" in before.analysis:
            found, told = before.analysis["win_chance"], after.analysis["win_chance"]
            assert told == pytest.approx(found**2 / (found**2 + (1 - found) ** 2), abs=5e-4)
            count = 40 if len(options) > 1 else FORCED_SIMULATIONS
            assert flat.weigh(view, options, count).chance == found
            assert steep.weigh(view, options, count).chance == told
            unlike += told != found
    assert unlike > 5


@pytest.mark.parametrize("judgement", [duel, wonders])
def test_the_packages_networks_are_calibrated_by_small_changes(judgement):
    slopes, lifts = (
        np.asarray(of) / networks.ONE for of in (judgement.own_network().slopes, judgement.own_network().lifts)
    )
    assert ((slopes >= 0.5) & (slopes <= 2.5)).all() and (abs(lifts) <= 0.5).all()


def test_a_file_that_is_no_network_is_refused(tmp_path):
    path = tmp_path / "picture.net"
    path.write_bytes(b"\x89PNG\r\n")
    with pytest.raises(BotError, match="not a network"):
        networks.read_network(path, duel.FORMAT)
    with pytest.raises(BotError, match="cannot be read"):
        networks.read_network(tmp_path / "nowhere.net", duel.FORMAT)


JUDGE = """
import json, random
import mirabilia
from mirabilia.games.duel.bots import judgement as duel
from mirabilia.bots.network import network_of, rounded
from mirabilia.train.learning import first_weights
net, buffers, said = network_of(rounded(first_weights(duel.FORMAT, 5))), duel.buffers_for(), []
for seed in range(2):
    game, chance = mirabilia.new_game("duel", seed=seed), random.Random(seed)
    while not game.over:
        said.append(duel.judge(game.states, 0, net, buffers))
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.options(seat)))
print(json.dumps(said))
"""


def test_plain_mode_judges_as_compiled_code_does():
    plain = subprocess.run(
        [sys.executable, "-c", JUDGE],
        env={**os.environ, "MIRABILIA_PLAIN": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = subprocess.run([sys.executable, "-c", JUDGE], capture_output=True, text=True, check=True)
    assert json.loads(plain.stdout) == json.loads(compiled.stdout)
    assert len(set(json.loads(compiled.stdout))) > 50


def test_the_network_of_duel_knows_who_is_winning():
    """Positions of games between random players: the one it calls likely wins more often, and chances stay chances."""
    net, buffers = duel.own_network(), duel.buffers_for()
    right = asked = 0
    for seed in range(60):
        game, chance = mirabilia.new_game("duel", seed=500 + seed), random.Random(seed)
        called = {}
        while not game.over:
            seat = game.to_act[0]
            said = duel.judge(game.states, 0, net, buffers)
            assert 0.0 <= said <= 1.0
            called[len(game.moves)] = said if seat == 0 else 1 - said
            game.play(seat, chance.choice(game.options(seat)))
        late = called[max(called) - min(6, len(called) - 1)]
        if abs(late - 0.5) > 0.2:
            asked += 1
            right += (late > 0.5) == (0 in game.result.winners)
    assert asked > 20 and right / asked > 0.75
