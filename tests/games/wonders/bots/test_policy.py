"""The quick policy of 7 Wonders: its features, its weights as a file, and that fitting makes it better."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import numpy as np
import pytest

from jitting import jit
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.games.wonders.bots import features, policy
from mirabilia.games.wonders.bots.features import BLOCKS, FEATURES, MAX_FEATURES, STARTS
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.setup import SCRATCH, deal
from mirabilia.games.wonders.rules.state import State, acting
from mirabilia.games.wonders.rules.tables import CATALOG, EDITIONS, FREE_CITY
from mirabilia.games.wonders.train.fitting import ALL, Fitting, decision_features


@jit
def features_of(states, city, code, which, much):
    return decision_features(states[0], city, code, which, much)


@jit
def worths_of(states, seat, buffer, count, quick):
    return policy.weigh(states[0], seat, buffer, count, quick)


@jit
def weights_begin(states, seat, code):
    city = policy.city_of(states[0], seat, code)
    return city, policy.weights_at(states[0], city)


@jit
def picked(states, seat, buffer, count, quick, heat, rng):
    return buffer[policy.pick(states[0], seat, buffer, count, quick, heat, rng)]


@jit
def best_of(states, seat, buffer, count, quick):
    return policy.pick_best(states[0], seat, buffer, count, quick)


def positions(players, seed, games=1):
    """Positions of random games with the seat to decide and its options."""
    chance = random.Random(seed)
    for number in range(games):
        states, seats, buffer = State.zeros(1), ints(8), ints(MAX_OPTIONS)
        deal(states, 0, players, number % EDITIONS if players > 2 else 0, ints(SCRATCH), new_rng(1000 * seed + number))
        while acting(states, 0, seats):
            seat = int(seats[0])
            count = int(options(states, 0, seat, buffer))
            yield states, seat, buffer, count
            count = int(options(states, 0, seat, buffer))
            apply(states, 0, seat, buffer[chance.randrange(count)])


def block_of(number):
    return max((name for name in BLOCKS if STARTS[name] <= number), key=STARTS.__getitem__)


@pytest.mark.parametrize("players", range(2, 8))
def test_a_worth_is_the_sum_of_weights_times_features(players):
    rng = np.random.default_rng(players)
    quick = policy.new_quick(rng.normal(size=ALL))
    which, much = ints(MAX_FEATURES), np.zeros(MAX_FEATURES)
    for states, seat, buffer, count in positions(players, players, games=3):
        highest = worths_of(states, seat, buffer, count, quick)
        expected = []
        for k in range(count):
            city, start = weights_begin(states, seat, buffer[k])
            number = features_of(states, city, buffer[k], which, much)
            assert 0 < number <= MAX_FEATURES
            assert which[:number].min() >= 0
            assert which[:number].max() < FEATURES
            expected.append(quick.weights[start + which[:number]] @ much[:number])
        assert quick.worth[:count] == pytest.approx(expected)
        assert highest == pytest.approx(max(expected))


def test_every_block_of_features_is_met_in_play():
    met = Counter()
    which, much = ints(MAX_FEATURES), np.zeros(MAX_FEATURES)
    for players in (2, 3, 5, 7):
        for states, seat, buffer, count in positions(players, 50 + players, games=12):
            for k in range(count):
                city, _ = weights_begin(states, seat, buffer[k])
                for number in which[: features_of(states, city, buffer[k], which, much)]:
                    met[block_of(int(number))] += 1
    assert set(met) == set(BLOCKS)


def test_the_free_city_has_weights_of_its_own():
    begins = {}
    for states, seat, buffer, _ in positions(2, 9):
        city, start = weights_begin(states, seat, buffer[0])
        begins[int(city)] = int(start)
    assert begins == {0: 0, 1: 0, FREE_CITY: FEATURES}


def test_weighing_changes_nothing_in_the_position():
    quick = policy.new_quick()
    for states, seat, buffer, count in positions(4, 4):
        before = states.copy()
        worths_of(states, seat, buffer, count, quick)
        assert (states == before).all()


def test_picking_follows_the_worths():
    quick = policy.new_quick()
    states, seat, buffer, count = next(positions(3, 1))
    worths_of(states, seat, buffer, count, quick)
    worth = quick.worth[:count].copy()
    chances = np.exp(worth - worth.max())
    chances /= chances.sum()
    rng, draws = new_rng(5), 20_000
    drawn = Counter(picked(states, seat, buffer, count, quick, 1.0, rng) for _ in range(draws))
    for k in range(count):
        spread = 5 * np.sqrt(chances[k] * (1 - chances[k]) / draws) + 1e-3
        assert drawn[int(buffer[k])] / draws == pytest.approx(chances[k], abs=spread)
    best = int(buffer[int(worth.argmax())])
    assert best_of(states, seat, buffer, count, quick) == best
    assert {picked(states, seat, buffer, count, quick, 1e-3, rng) for _ in range(50)} == {best}


def test_weights_survive_the_file():
    weights = policy.fitted_weights()
    text = policy.LAYOUT.to_text(weights)
    written = msgspec.json.decode(text)
    # The file may be older than a card: then the text has more rows than the file, and the same numbers for all others.
    for name, groups in msgspec.json.decode(policy.WEIGHTS_FILE.read_bytes()).items():
        for group, rows in groups.items():
            if isinstance(rows, dict):
                assert {row: written[name][group][row] for row in rows} == rows
            else:
                assert written[name][group] == rows
    again = policy.LAYOUT.from_groups(written)
    assert again == pytest.approx(np.round(weights, 3), abs=1e-9)
    assert len(again) == ALL


def test_a_card_unknown_to_the_weights_is_worth_what_others_are_on_average():
    groups = msgspec.json.decode(policy.WEIGHTS_FILE.read_bytes())
    known = groups["two"]["build"]
    lost = known.pop(CATALOG.kinds[3].name)
    weights = policy.LAYOUT.from_groups(groups)
    assert weights[STARTS["build"] + 3] == pytest.approx(sum(known.values()) / len(known))
    assert weights[STARTS["build"] + 3] != lost


def test_weights_of_another_shape_are_refused_by_name():
    groups = msgspec.json.decode(policy.WEIGHTS_FILE.read_bytes())
    groups["two"]["purse"][0] = groups["two"]["purse"][0][:-1]
    groups["two"]["purse"][1] = groups["two"]["purse"][1][:-1]
    groups["two"]["purse"][2] = groups["two"]["purse"][2][:-1]
    with pytest.raises(ValueError, match="two, purse"):
        policy.LAYOUT.from_groups(groups)


@pytest.mark.parametrize(("players", "least"), [(3, 33.0), (2, 33.0)])
def test_fitting_from_nothing_soon_plays_better_than_chance(players, least):
    fitting = Fitting(np.zeros(ALL), seed=3)
    first = fitting.step(players, 400, 0.05)
    for _ in range(15):
        last = fitting.step(players, 400, 0.05)
    assert first < 31.0
    assert last > least


def test_fitting_is_reproducible_and_leaves_other_tables_alone():
    runs = []
    for _ in range(2):
        fitting = Fitting(policy.fitted_weights(), seed=8)
        fitting.step(3, 60, 0.01)
        runs.append(fitting.weights)
    assert (runs[0] == runs[1]).all()
    moved = runs[0] != policy.fitted_weights()
    at = policy.SETS.index("three") * FEATURES
    assert moved[at : at + FEATURES].any()
    moved[at : at + FEATURES] = False
    assert not moved.any()


def test_each_edition_has_weights_of_its_own():
    fitting = Fitting(policy.fitted_weights(), seed=8, threads=2)
    fitting.step(3, 60, 0.01, edition=1)
    moved = fitting.weights != policy.fitted_weights()
    at = policy.SETS.index("three (2)") * FEATURES
    assert moved[at : at + FEATURES].any()
    moved[at : at + FEATURES] = False
    assert not moved.any()


def test_an_edition_without_weights_begins_with_those_of_the_first():
    groups = msgspec.json.decode(policy.WEIGHTS_FILE.read_bytes())
    without = {name: blocks for name, blocks in groups.items() if not name.endswith(" (2)")}
    weights = policy.LAYOUT.from_groups(without).reshape(len(policy.SETS), FEATURES)
    assert (weights[policy.SETS.index("three (2)")] == weights[policy.SETS.index("three")]).all()


def test_a_table_of_guests_only_teaches_nothing():
    fitting = Fitting(policy.fitted_weights(), seed=8)
    points = fitting.step(3, 20, 0.01, guests=1.0)
    assert (fitting.weights == policy.fitted_weights()).all()
    assert points > 35.0  # greedy's own level, far above chance


def test_next_holder_is_the_seat_the_hand_goes_to():
    """Compared with the rules themselves: who holds the packet one turn later."""

    @jit
    def holder(states, city):
        return features.next_holder(states[0], city)

    from mirabilia.games.wonders.rules.tables import LAST_TURN, PACKET

    for players in range(2, 8):
        for states, seat, _, _ in positions(players, 70 + players):
            s = states[0]
            if s["turn"] < LAST_TURN:
                packet = PACKET[players][s["age"]][s["turn"]][seat]
                later = [other for other in range(players) if PACKET[players][s["age"]][s["turn"] + 1][other] == packet]
                assert later == [holder(states, seat)]
