"""The sequential test against published values, and its error rates against their promise."""

from __future__ import annotations

import random

import pytest

from mirabilia.arena.sprt import Sprt, expected_score, group_support, log_likelihood_ratio, outcomes_of

PAIRS = (0.0, 0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(
    ("bounds", "outcomes", "llr"),
    [
        # Values other programs give for these counts (pairs of games lost-lost ... won-won; single games).
        ((0.5, 2.5), dict(zip(PAIRS, (223, 9863, 20279 + 1000, 10037, 246), strict=True)), -3.07),
        ((0.0, 2.0), dict(zip(PAIRS, (871, 26175, 55003 + 980, 26678, 821), strict=True)), -4.98),
        ((0.5, 2.5), {0.0: 21184, 0.5: 40708, 1.0: 21404}, -1.57),
    ],
)
def test_known_values(bounds: tuple[float, float], outcomes: dict[float, float], llr: float) -> None:
    assert Sprt(*bounds).llr(outcomes) == pytest.approx(llr, abs=0.006)


def test_single_games_without_draws_are_walds_own_test() -> None:
    """With wins and losses alone the ratio has the closed form of the plain test."""
    import math

    p0, p1 = expected_score(0), expected_score(30)
    expected = 60 * math.log(p1 / p0) + 40 * math.log((1 - p1) / (1 - p0))
    assert log_likelihood_ratio({0.0: 40, 1.0: 60}, p0, p1) == pytest.approx(expected, rel=1e-9)


def test_bounds_of_five_percent() -> None:
    assert Sprt(0, 30).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    sprt = Sprt(0, 30)
    assert [sprt.verdict(llr) for llr in (-3, -2.9, 0, 2.9, 3)] == ["rejected", None, None, None, "accepted"]


def test_nothing_played_decides_nothing() -> None:
    assert Sprt(0, 30).llr(outcomes_of([])) == 0
    assert abs(Sprt(0, 30).llr(outcomes_of([1.0]))) < 0.5


def test_scores_expected_at_bigger_tables() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(0, 7) == pytest.approx(1 / 7)
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(400, 3) == pytest.approx(10 / 12)
    assert group_support(2) == [0, 0.25, 0.5, 0.75, 1]
    assert group_support(3) == pytest.approx([0, 1 / 3, 2 / 3, 1])


@pytest.mark.parametrize("bounds", [(30, 0), (5, 5)])
def test_bounds_in_the_wrong_order_are_refused(bounds: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="below"):
        Sprt(*bounds)


def decide(sprt: Sprt, score: float, players: int, rng: random.Random) -> str:
    scores: list[float] = []
    while True:
        for _ in range(8):
            scores.append(sum(rng.random() < score for _ in range(players)) / players)
        verdict = sprt.verdict(sprt.llr(outcomes_of(scores, players), players))
        if verdict:
            return verdict


@pytest.mark.parametrize("players", [2, 3])
def test_error_rates_are_as_promised(players: int) -> None:
    """60 tests each at the bounds themselves: 5 % wrong on average, so more than 9 would be a surprise of 0.1 %."""
    sprt, rng = Sprt(0, 100), random.Random(5)
    wrong = sum(decide(sprt, expected_score(0, players), players, rng) == "accepted" for _ in range(60))
    missed = sum(decide(sprt, expected_score(100, players), players, rng) == "rejected" for _ in range(60))
    assert wrong <= 9
    assert missed <= 9
