"""The ladder: who wins rises, ties change little, and odd tables break nothing."""

from __future__ import annotations

from mirabilia.game import Result
from mirabilia.study.ladder import ladder


def result(*totals: int) -> Result:
    best = max(totals)
    winners = tuple(seat for seat, total in enumerate(totals) if total == best)
    return Result(winners, "civilian", [{"total": total} for total in totals])


def test_winners_rise():
    games = [(["Anna", "Bela", "Cleo"], result(50, 40, 30))] * 6
    rungs = ladder(games)
    assert [rung.name for rung in rungs] == ["Anna", "Bela", "Cleo"]
    assert rungs[0].rating > 1200 > rungs[2].rating
    assert (rungs[0].games, rungs[0].wins) == (6, 6)
    assert rungs[0].spread < 400
    assert ladder(games) == rungs


def test_shared_wins_and_empty_seats():
    first, second = ladder([(["Anna", "Bela"], result(40, 40))])
    assert first.rating == second.rating and first.wins == second.wins == 0.5
    alone = ladder([(["Anna", "", ""], result(10, 20, 30))])
    assert [(rung.name, rung.games) for rung in alone] == [("Anna", 1)]
    assert ladder([(["Anna", "Anna"], result(1, 2))]) == ()
    assert ladder([]) == ()
