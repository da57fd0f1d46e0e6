"""Ratings against synthetic matches of known strengths, and intervals against how often they hold the truth."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from mirabilia.arena.ratings import openskill_ratings, rate, wilson, win_share
from mirabilia.arena.results import GameResult, places_of


def synthetic(
    strengths: list[float],
    lineups: list[tuple[int, ...]],
    deals: int,
    seed: int = 1,
    draws: float = 0.0,
    luck: float = 0.0,
) -> list[GameResult]:
    """Games by the model: seats win in proportion to strength; `luck` of a deal favours a seat in all rotations."""
    rng, results = random.Random(seed), []
    for deal in range(deals):
        players = len(lineups[0])
        favour = [rng.gauss(0, luck) for _ in range(players)]
        for lineup in lineups:
            for turn in range(players):
                seats = [lineup[(seat + turn) % players] for seat in range(players)]
                weights = [10 ** ((strengths[bot] + favour[seat]) / 400) for seat, bot in enumerate(seats)]
                winner = rng.choices(range(players), weights)[0]
                wins = [1 / players] * players if rng.random() < draws else [float(s == winner) for s in range(players)]
                index = len(results)
                places = places_of(wins, [rng.randrange(50) for _ in seats])
                results.append(
                    GameResult(
                        index=index, group=index // players, deal=deal, seats=seats, wins=wins, places=places, kind="x"
                    )
                )
    return results


def centred(strengths: list[float]) -> list[float]:
    return [strength - sum(strengths) / len(strengths) for strength in strengths]


def test_round_robin_finds_known_strengths() -> None:
    strengths = [0.0, 100.0, 250.0, 400.0]
    results = synthetic(strengths, list(itertools.combinations(range(4), 2)), deals=400)
    for rating, truth in zip(rate(results, 4, samples=100), centred(strengths), strict=True):
        assert rating.elo == pytest.approx(truth, abs=35)
        assert rating.low < rating.elo < rating.high
        assert rating.high - rating.low < 80


def test_big_tables_and_copies_find_the_same_strengths() -> None:
    strengths = [300.0, 0.0, 150.0]
    alone = [(one, other, other, other) for one, other in itertools.permutations(range(3), 2)]
    results = synthetic(strengths, alone, deals=250)
    for rating, truth in zip(rate(results, 3, samples=50), centred(strengths), strict=True):
        assert rating.elo == pytest.approx(truth, abs=40)


def test_two_bots_have_the_elo_of_their_score() -> None:
    results = synthetic([200.0, 0.0], [(0, 1)], deals=500)
    score = sum(win for r in results for bot, win in zip(r.seats, r.wins, strict=True) if bot == 0) / len(results)
    one, other = rate(results, 2, samples=20)
    assert one.elo - other.elo == pytest.approx(400 * math.log10(score / (1 - score)), abs=2)
    assert one.elo == pytest.approx(-other.elo)


def test_draws_count_as_shares() -> None:
    results = synthetic([0.0, 0.0], [(0, 1)], deals=50, draws=1.0)
    one, other = rate(results, 2, samples=20)
    assert one.elo == pytest.approx(0, abs=1e-6)
    assert other.elo == pytest.approx(0, abs=1e-6)


def test_an_unbeaten_bot_has_a_finite_rating_marked_open() -> None:
    results = synthetic([5000.0, 0.0], [(0, 1)], deals=50)
    best, worst = rate(results, 2)
    assert best.open_above and not best.open_below
    assert worst.open_below and not worst.open_above
    assert 200 < best.elo < 2000
    assert best.high - best.low > 200


def test_no_games_rate_nobody() -> None:
    assert [rating.elo for rating in rate([], 2)] == [0, 0]


def test_the_same_results_give_the_same_ratings_in_any_order() -> None:
    results = synthetic([100.0, 0.0, 50.0], list(itertools.combinations(range(3), 2)), deals=40)
    assert rate(results, 3, samples=30) == rate(list(results), 3, samples=30)
    assert openskill_ratings(results, 3) == openskill_ratings(list(reversed(results)), 3)


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    held = 0
    for seed in range(60):
        results = synthetic([120.0, 0.0], [(0, 1)], deals=60, seed=seed)
        rating = rate(results, 2, samples=120)[0]
        held += rating.low <= 60.0 <= rating.high
    assert held >= 51  # 57 of 60 on average; 50 or fewer would be a surprise of 0.1 %


def test_pairing_narrows_intervals_where_luck_of_the_deal_is_large() -> None:
    lucky = synthetic([60.0, 0.0], [(0, 1)], deals=300, luck=600.0)
    plain = synthetic([60.0, 0.0], [(0, 1)], deals=300)
    narrow, wide = rate(lucky, 2, samples=150)[0], rate(plain, 2, samples=150)[0]
    assert narrow.high - narrow.low < 0.85 * (wide.high - wide.low)


def test_openskill_orders_the_bots() -> None:
    results = synthetic([0.0, 200.0, 400.0], list(itertools.combinations(range(3), 2)), deals=60)
    mus = [rating["mu"] for rating in openskill_ratings(results, 3)]
    assert mus == sorted(mus)


def test_wilson_against_known_values() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(1.0, 100) == pytest.approx((0.9630, 1.0), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


def test_shares_know_of_their_groups() -> None:
    rng = random.Random(3)
    single = win_share([[float(rng.random() < 0.5)] for _ in range(400)])
    assert (single.low, single.high) == pytest.approx(wilson(single.share, 400), abs=0.005)
    exchanged = win_share([[0.0, 1.0]] * 200)  # the deal decides everything: the two bots are certainly equal
    assert exchanged.share == 0.5
    assert exchanged.high - exchanged.low < 0.5 * (single.high - single.low)
    doubled = win_share([[value, value] for value in (0.0, 1.0) for _ in range(100)])  # pairs that say nothing new
    assert doubled.high - doubled.low > 1.2 * (single.high - single.low)
    assert win_share([]).games == 0


def test_places() -> None:
    assert places_of([0.0, 1.0], [50, 40]) == [2, 1]
    assert places_of([0.5, 0.5], [50, 50]) == [1, 1]
    assert places_of([0.0, 1.0, 0.0, 0.0], [30, 60, 40, 40]) == [4, 1, 2, 2]


@pytest.mark.parametrize("games", [100, 99])
def test_a_bot_against_its_like_has_an_honest_interval_also_with_half_a_pair(games: int) -> None:
    """On paired deals everything cancels, so that drawing deals again would show next to no spread."""
    results = []
    for index in range(games):
        seats = [index % 2, 1 - index % 2]
        results.append(
            GameResult(
                index=index, group=index // 2, deal=index // 2, seats=seats, wins=[1.0, 0.0], places=[1, 2], kind="x"
            )
        )
    rating = rate(results, 2, samples=100)[0]
    assert rating.low < -30 and rating.high > 30
