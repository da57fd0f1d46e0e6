"""The quick judgement of Duel: its features, its weights as a file, what it thinks, and what fitting does."""

from __future__ import annotations

import math
import random
from collections import Counter

import msgspec
import numpy as np
import pytest

import mirabilia
from mirabilia.bots.duel import tree, value
from mirabilia.bots.duel.fitting import Fitting, look_ahead
from mirabilia.bots.duel.position import state_from_view
from mirabilia.bots.duel.value import BLOCKS, FEATURES, LAYOUT, MOST, POINT, STARTS
from mirabilia.rules.duel.apply import apply
from mirabilia.rules.duel.options import MAX_OPTIONS, options
from mirabilia.rules.duel.scoring import total_points
from mirabilia.rules.duel.setup import deal
from mirabilia.rules.duel.state import DISCARD, NOBODY, OVER, TURN, WONDER, State, kind_of
from mirabilia.rules.duel.tables import CAPITAL, CATALOG, SLOTS
from mirabilia.rules.records import ints, words
from mirabilia.rules.rng import new_rng

numba = pytest.importorskip("numba")


@numba.njit
def odds(states, weights, which):
    return value.odds_of(states[0], weights, which)


@numba.njit
def features(states, seat, which):
    return value.city_features(states[0], seat, which)


@numba.njit
def moment(states):
    return value.moment_of(states[0])


@numba.njit
def points_of(states, seat):
    return total_points(states[0], seat)


def positions(seed, games=1):
    """Positions of random games, with their options."""
    chance = random.Random(seed)
    for number in range(games):
        states, buffer = State.zeros(1), ints(MAX_OPTIONS)
        deal(states, 0, 2, buffer, new_rng(1000 * seed + number))
        while states[0]["phase"] != OVER:
            count = int(options(states, 0, states[0]["actor"], buffer))
            yield states, buffer, count
            count = int(options(states, 0, states[0]["actor"], buffer))
            apply(states, 0, states[0]["actor"], buffer[chance.randrange(count)])


def mirrored(states):
    """The same position with the seats exchanged."""
    other = states.copy()
    for name in State.dtype.names:
        if State.dtype[name].shape[:1] == (2,):
            other[name][0] = states[name][0][::-1]
    other["actor"] = 1 - states["actor"]
    other["pawn"] = -states["pawn"]
    return other


def test_the_two_seats_are_judged_alike():
    weights = np.random.default_rng(1).normal(size=LAYOUT.size)
    which = ints(MOST)
    for states, _, _ in positions(1, games=5):
        assert odds(mirrored(states), weights, which) == pytest.approx(-odds(states, weights, which))


def test_the_odds_are_the_sum_of_the_weights_of_both_cities_and_of_the_lead():
    weights = np.random.default_rng(2).normal(size=LAYOUT.size)
    which = ints(MOST)
    for states, _, _ in positions(2, games=4):
        at = moment(states) * FEATURES
        expected = weights[at + STARTS["points"]] * POINT * (points_of(states, 0) - points_of(states, 1))
        for seat, sign in ((0, 1), (1, -1)):
            number = features(states, seat, which)
            assert 0 < number <= MOST
            assert len(set(which[:number].tolist())) == number
            assert which[:number].min() >= 0
            assert which[:number].max() < FEATURES
            expected += sign * weights[at + which[:number]].sum()
        assert odds(states, weights, which) == pytest.approx(expected)


def shown(states, seat):
    """A city's features as block and place in it."""
    which = ints(MOST)
    found = Counter()
    for number in which[: features(states, seat, which)].tolist():
        block = max((name for name in BLOCKS if STARTS[name] <= number), key=STARTS.__getitem__)
        found[block, number - STARTS[block]] += 1
    return found


def test_the_features_are_what_everybody_sees_at_the_table():
    """Compared with the view of a game, which the rules make in another way."""
    game = mirabilia.new_game("duel", seed=6)
    chance = random.Random(6)
    looked_at = 0
    while not game.over:
        seat = game.to_act[0]
        view = game.view(seat)
        states = state_from_view(view)
        for who, city in enumerate(view["cities"]):
            told = shown(states, who)
            cards = {CATALOG.card_id[card] for card in city["cards"]}
            assert {place for block, place in told if block == "card"} == cards
            assert told["coins", min(city["coins"], value.COINS_TOLD)] == 1
            assert told["symbols", city["distinct_symbols"]] == 1
            assert told["singles", list(city["symbols"].values()).count(1)] == 1
            assert {place for block, place in told if block == "token"} == {CATALOG.token_id[t] for t in city["tokens"]}
            looked_at += 1
        game.play(seat, chance.choice(game.options(seat)))
    assert looked_at > 60


def test_every_block_of_features_is_met_in_play():
    met = {"points"}
    for states, _, _ in positions(3, games=40):
        met |= {block for seat in range(2) for block, _ in shown(states, seat)}
    assert met == set(BLOCKS)


def test_moments_follow_each_other_and_all_are_met():
    met = []
    for states, _, _ in positions(4, games=30):
        now = moment(states)
        cards = bin(int(states[0]["present"])).count("1")
        assert now // value.PARTS_OF_AGE == states[0]["age"]
        assert now % value.PARTS_OF_AGE == min((SLOTS - cards) // value.CARDS_A_PART, value.PARTS_OF_AGE - 1)
        met.append(now)
    assert set(met) == set(range(value.MOMENTS))


def test_judging_changes_nothing_in_the_position():
    weights, which = value.fitted_weights(), ints(MOST)
    for states, _, _ in positions(5):
        before = states.copy()
        odds(states, weights, which)
        assert (states == before).all()


def changed(states, **fields):
    other = states.copy()
    for name, content in fields.items():
        other[name][0] = content
    return other


def test_more_of_what_wins_is_judged_better():
    """In the middle of every age: an army further on, a symbol more, coins, points, the own turn."""
    weights, which = value.fitted_weights(), ints(MOST)
    seen = Counter()
    for states, _, _ in positions(7, games=30):
        s = states[0]
        if s["phase"] != TURN or bin(int(s["present"])).count("1") != SLOTS // 2:
            continue
        here = odds(states, weights, which)
        richer = changed(states, coins=s["coins"] + np.array([4, 0], np.int16))
        seen["richer"] += odds(richer, weights, which) > here
        if abs(s["pawn"]) < CAPITAL - 4:
            seen["stronger"] += odds(changed(states, pawn=s["pawn"] + 3), weights, which) > here
            seen["armies"] += 1
        seen["all"] += 1
    assert seen["all"] >= 60
    assert seen["richer"] >= 0.9 * seen["all"]
    assert seen["stronger"] >= 0.9 * seen["armies"]


def test_a_decision_that_wins_at_once_has_the_highest_prior():
    """Every decision's odds are those of the position it leads to; a finished game is won or lost."""
    weights, which = value.fitted_weights(), ints(MOST)
    desk = State.zeros(3)
    won = 0
    for states, buffer, count in positions(8, games=60):
        desk[1] = states[0]
        me = int(states[0]["actor"])
        for k in range(count):
            told = tree.odds_after(desk, words(desk), buffer[k], weights, which)
            after = states.copy()
            apply(after, 0, me, buffer[k])
            if after[0]["winner"] == NOBODY:
                expected = odds(after, weights, which) * (1 - 2 * me)
                assert told == pytest.approx(max(-tree.LIMIT, min(tree.LIMIT, expected)))
            elif after[0]["winner"] == me:
                won += 1
                assert told == tree.LIMIT
    assert won > 20


def test_options_said_to_be_the_same_are_judged_the_same():
    weights, which = value.fitted_weights(), ints(MOST)
    desk = State.zeros(3)
    shared = Counter()
    for states, buffer, count in positions(9, games=5):
        desk[1] = states[0]
        codes = buffer[:count].copy()
        told = [tree.odds_after(desk, words(desk), code, weights, which) for code in codes]
        for k in range(count):
            same = tree.same_before(codes, k)
            if same >= 0:
                assert same < k
                assert told[same] == told[k]
                shared[kind_of(int(codes[k]))] += 1
    assert set(shared) == {WONDER, DISCARD}


def test_weights_survive_the_file():
    weights = value.fitted_weights()
    assert LAYOUT.to_text(weights) == value.WEIGHTS_FILE.read_text()
    assert len(weights) == LAYOUT.size == value.MOMENTS * FEATURES
    assert np.isfinite(weights).all()


def test_a_card_unknown_to_the_weights_is_worth_what_others_are_on_average():
    groups = msgspec.json.decode(value.WEIGHTS_FILE.read_bytes())
    known = groups["age 2, part 1"]["card"]
    lost = known.pop(CATALOG.cards[30].name)
    weights = LAYOUT.from_groups(groups)
    at = value.PARTS_OF_AGE * FEATURES + STARTS["card"] + 30
    assert weights[at] == pytest.approx(sum(known.values()) / len(known))
    assert weights[at] != lost


def test_weights_of_another_shape_are_refused_by_name():
    groups = msgspec.json.decode(value.WEIGHTS_FILE.read_bytes())
    groups["age 3, part 5"]["coins"].append(0.0)
    with pytest.raises(ValueError, match="age 3, part 5, coins"):
        LAYOUT.from_groups(groups)


def wins(weights, opponent, pairs, seed):
    """The share of games that looking ahead with some weights wins against other weights, each deal from both seats."""
    states, buffer, which = State.zeros(2), ints(MAX_OPTIONS), ints(MOST)
    memory, rng, total = words(states), new_rng(seed), 0.0
    for number in range(2 * pairs):
        states[:] = State.zeros(2)
        deal(states, 0, 2, buffer, new_rng(seed + number // 2))
        while states[0]["phase"] != OVER:
            actor = states[0]["actor"]
            count = options(states, 0, actor, buffer)
            mine = weights if states[0]["actor"] == number % 2 else opponent
            apply(states, 0, actor, look_ahead(states, memory, buffer, count, mine, which, rng, 0.0))
        winner = int(states[0]["winner"])
        total += 0.5 if winner == 2 else float(winner == number % 2)
    return total / (2 * pairs)


def test_fitting_from_nothing_soon_judges_and_plays_better():
    fitting = Fitting(np.zeros(LAYOUT.size), seed=3)
    first = fitting.step(200, 0.05)
    for _ in range(25):
        last = fitting.step(200, 0.05)
    assert first == pytest.approx(0.25, abs=0.03)  # nothing known: every game is a coin
    assert last < first - 0.02
    assert wins(fitting.weights, np.zeros(LAYOUT.size), 40, seed=50) > 0.7


def test_the_weights_in_use_beat_freshly_started_ones():
    fitting = Fitting(np.zeros(LAYOUT.size), seed=4)
    for _ in range(10):
        fitting.step(100, 0.05)
    assert wins(value.fitted_weights(), fitting.weights, 60, seed=70) > 0.6


def test_fitting_is_reproducible():
    runs = []
    for _ in range(2):
        fitting = Fitting(value.fitted_weights(), seed=8)
        fitting.step(40, 0.01)
        runs.append(fitting.weights)
    assert (runs[0] == runs[1]).all()
    assert (runs[0] != value.fitted_weights()).any()


def test_a_chance_is_the_logistic_function_of_the_odds():
    assert value.chance(0.0) == 0.5
    for told in (-5.0, -0.3, 1.7):
        assert value.chance(told) == pytest.approx(1 / (1 + math.exp(-told)))
        assert value.chance(told) + value.chance(-told) == pytest.approx(1.0)
