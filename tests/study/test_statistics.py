"""Statistics of a person: counts that can be checked by hand."""

from __future__ import annotations

import csv
import io

import pytest

from mirabilia.study.analysis import analyse
from mirabilia.study.statistics import Filter, PlayedGame, as_csv, statistics
from study_games import finished, shortened


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    duels = [finished("duel", 2, seed).record() for seed in (1, 2, 3)]
    table = finished("wonders", 4, 1).record()
    return [
        PlayedGame(duels[0], 0, "2026-01-02", "easy", analyse(duels[0], 12), ("", "easy")),
        PlayedGame(duels[1], 1, "2026-01-01", "=people"),
        PlayedGame(duels[2], 0, "2026-01-03", "easy", levels=("", "easy")),
        PlayedGame(table, 2, "2026-01-04", "mixed", analyse(table, 8), ("hard", "", "", "easy")),
        PlayedGame(shortened(table, 9), 2, "2026-01-05", "hard"),
    ]


def test_counts_add_up(games):
    stats = statistics(games)
    assert stats.games == 4  # the unfinished one is left out
    assert stats.wins == pytest.approx(sum(game.won for game in games))
    assert {each.name: each.games for each in stats.by_game} == {"duel": 3, "wonders": 1}
    assert {each.name: each.games for each in stats.by_size} == {"duel 2": 3, "wonders 4": 1}
    assert {each.name: each.games for each in stats.by_opponent} == {"easy": 2, "=people": 1, "mixed": 1}
    assert sum(each.games for each in stats.by_victory) == 4
    board = games[3].record.deal["boards"][2]
    assert f"{board[0]} {board[1]}" in {each.name for each in stats.by_board}
    total = next(each for each in stats.points["duel"] if each.category == "total")
    mine = [game.record.result.scores[game.seat]["total"] for game in games[:3]]
    theirs = [game.record.result.scores[1 - game.seat]["total"] for game in games[:3]]
    assert total.mine == pytest.approx(sum(mine) / 3, abs=0.01)
    assert total.others == pytest.approx(sum(theirs) / 3, abs=0.01)


def test_points_stand_beside_those_of_bots_of_one_level(games):
    stats = statistics(games).beside_bots
    assert {game: list(levels) for game, levels in stats.items()} == {"duel": ["easy"], "wonders": ["easy", "hard"]}
    total = next(each for each in stats["duel"]["easy"] if each.category == "total")
    scores = [games[n].record.result.scores for n in (0, 2)]  # the second game was among people
    assert (total.mine, total.others) == tuple(
        pytest.approx((scores[0][seat]["total"] + scores[1][seat]["total"]) / 2, abs=0.01) for seat in (0, 1)
    )
    total = next(each for each in stats["wonders"]["hard"] if each.category == "total")
    assert (total.mine, total.others, total.games) == (
        games[3].record.result.scores[2]["total"],
        games[3].record.result.scores[0]["total"],
        1,
    )


@pytest.mark.parametrize(
    ("only", "taken"),
    [
        (Filter(), [1, 0, 2, 3]),
        (Filter(game="duel"), [1, 0, 2]),
        (Filter(players=4), [3]),
        (Filter(bots=True), [0, 2, 3]),
        (Filter(bots=False), [1]),
        (Filter(since="2026-01-02", until="2026-01-03"), [0, 2]),
        (Filter(game="wonders", players=2), []),
    ],
)
def test_filters_choose_games_for_the_numbers_and_for_the_spreadsheet(games, only, taken):
    stats = statistics(games, only)
    assert stats.games == len(taken)
    assert stats.wins == pytest.approx(sum(games[n].won for n in taken))
    rows = list(csv.DictReader(io.StringIO(as_csv(games, only))))
    assert [row["date"] for row in rows] == [games[n].date for n in taken]


def test_accuracy_goes_by_date_and_habits_by_cost(games):
    stats = statistics(games)
    assert [each.date for each in stats.accuracy] == ["2026-01-02", "2026-01-04"]
    first, second = stats.accuracy
    assert second.average == pytest.approx((first.accuracy + second.accuracy) / 2, abs=0.01)
    assert [each.cost for each in stats.habits] == sorted((each.cost for each in stats.habits), reverse=True)
    assert statistics([]).games == 0


def test_a_spreadsheet_reads_it_and_calculates_nothing(games):
    rows = list(csv.DictReader(io.StringIO(as_csv(games))))
    assert [row["date"] for row in rows] == ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]
    assert rows[0]["against"] == "'=people"
    assert rows[1]["accuracy"] and not rows[2]["accuracy"]
