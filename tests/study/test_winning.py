"""What wins, counted over a few games: shares add up to what is fair."""

from __future__ import annotations

import pytest

from mirabilia.study.winning import Counts, count
from study_games import finished, shortened


def test_seats_of_all_sizes_are_counted_against_their_fair_share():
    games = [finished("wonders", players, players) for players in (3, 4, 5)]
    records = [game.record() for game in games]
    counts = count(Counts("wonders"), [*records, shortened(records[0], 5)])
    assert counts.games == 3
    boards = counts.marks.values()
    assert sum(tally.times for tally in boards) == 12
    assert sum(tally.wins for tally in boards) == pytest.approx(3)
    assert sum(tally.fair for tally in boards) == pytest.approx(3)
    assert sum(tally.times for tally in counts.first.values()) == 12
    mine, others, winners, losers = counts.colors["blue"]
    assert winners + losers == 12
    blue = [city["colors"]["blue"] for game in games for city in game.view(None)["cities"]]
    assert mine + others == sum(blue)


def test_games_can_be_added_later():
    first, second = (finished("wonders", 3, seed).record() for seed in (1, 2))
    assert count(count(Counts("wonders"), [first]), [second]) == count(Counts("wonders"), [first, second])
