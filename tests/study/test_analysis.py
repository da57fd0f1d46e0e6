"""Analysis: the same numbers every time, nothing from what a seat could not know, blunders found, forced moves free."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from mirabilia.bots import BotError
from mirabilia.bots.registry import make_search
from mirabilia.errors import BadRecord, UnknownGame
from mirabilia.game import Game, Result
from mirabilia.record import read_record
from mirabilia.study.analysis import analyse, decisions, judged, turning_points
from mirabilia.study.games import NotAnalysable
from mirabilia.study.hints import hint
from mirabilia.study.judge import SearchJudge
from mirabilia.study.model import BLUNDER, MISTAKE, SLIP, label_of
from study_games import finished, play_out, shortened, started

TABLES = [("duel", 2), ("wonders", 2), ("wonders", 3)]
MORE_TABLES = [("wonders", players) for players in (4, 5, 6, 7)]


@pytest.mark.parametrize(
    ("name", "players"), TABLES + [pytest.param(*table, marks=pytest.mark.slow) for table in MORE_TABLES]
)
def test_a_game_is_judged_the_same_every_time(name, players):
    record = finished(name, players, 3).record()
    seen = []
    analysis = analyse(record, 24, progress=lambda done, of: seen.append((done, of)))
    assert analysis == analyse(read_record(record.dumps()), 24)
    count = len(record.moves)
    assert seen == [(done, count) for done in range(count + 1)]
    assert [moment.number for moment in analysis] == list(range(count))
    assert [moment.played for moment in analysis] == [text for _, text in record.moves]
    for moment in analysis:
        assert 0 <= moment.after <= moment.chance <= 1
        assert moment.loss == pytest.approx(moment.chance - moment.after, abs=1e-3)
        assert moment.played in [each.move for each in moment.best]
        assert moment.best[0].loss == 0
        assert moment.label in ("", "only", label_of(moment.loss - moment.error))
        if moment.forced:
            assert (moment.loss, moment.label, moment.reasons) == (0, "", ())
    assert all(sum(point.chances) == pytest.approx(1, abs=1e-3) for point in analysis.curve)
    assert analysis.curve[-1].chances == tuple(
        1 / len(record.result.winners) if seat in record.result.winners else 0 for seat in range(players)
    )
    for summary in analysis.summaries:
        told = summary.start + summary.skill + summary.gifts + summary.luck
        assert told == pytest.approx(analysis.curve[-1].chances[summary.seat], abs=1e-3)


def test_labels_begin_at_their_thresholds():
    assert [label_of(loss) for loss in (0.0, SLIP - 1e-9, SLIP, MISTAKE, BLUNDER, 1.0)] == [
        "", "", "slip", "mistake", "blunder", "blunder",
    ]  # fmt: skip


def verdicts(game: Game, seat: int, moves: int, simulations: int = 40):
    """How a seat's decisions among the first few of a game are judged."""
    judge = SearchJudge(game.name, simulations)
    made = decisions(game.record())
    return [judged(each, judge) for each in made if each.seat == seat and each.number < moves]


@pytest.mark.parametrize(("name", "players", "moves"), [("duel", 2, 24), ("wonders", 2, 14), ("wonders", 3, 15)])
@pytest.mark.parametrize("seed", [5, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 16))])
def test_what_a_seat_could_not_know_changes_no_verdict(name, players, moves, seed):
    """Two games that a seat could not tell apart for so many moves, and that then go on in different ways."""
    game = started(name, players, seed, moves)
    seat = seed % players
    twin = game.redealt(seat, seed + 77)
    count = len(game.moves)
    assert twin.deal != game.deal
    first = play_out(game.copy(), 1)
    second = play_out(twin, 2)
    assert first.record() != second.record()
    assert verdicts(first, seat, count) == verdicts(second, seat, count)


def thrown_away(name: str, players: int, seed: int):
    """A late position in which one option keeps a won game and another throws it away, with both; None if none comes.

    A search with another seed and five times the budget says so.
    """
    game = started(name, players, seed, 60 if name == "duel" else 15 * players)
    judge = make_search(name, 99)
    while not game.over:
        seat = game.to_act[0]
        view, options = game.view(seat), game.options(seat)
        if len(options) > 1 and not game.hidden_choices:
            weighed = judge.weigh(view, options, 1500)
            best, worst = weighed.ranked[0][2], min(weighed.ranked, key=lambda entry: entry[1])[2]
            won = judge.weigh(view, options, 1500, only=best).chance
            lost = judge.weigh(view, options, 1500, only=worst).chance
            if won >= 0.75 and lost <= 0.25:
                return game, seat, best, worst
        game.play(seat, random.Random(seed).choice(options))
    return None


def check_made_blunders(name: str, players: int, wanted: int):
    found = 0
    for seed in range(500):
        position = thrown_away(name, players, seed)
        if position is None:
            continue
        game, seat, best, worst = position
        number = len(game.moves) if not game.hidden_choices else None
        game.play(seat, worst)
        record = play_out(game, seed).record()
        at = next(k for k, (who, _) in enumerate(record.moves) if k >= (number or 0) and who == seat)
        assert record.moves[at] == (seat, worst.text)
        (moment,) = [judged(each, SearchJudge(name, 300)) for each in decisions(record) if each.number == at]
        assert moment.label == "blunder", f"{worst.text} instead of {best.text} lost only {moment.loss} (seed {seed})"
        found += 1
        if found == wanted:
            return
    raise AssertionError(f"only {found} positions found")


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 3)])
def test_made_blunders_are_found(name, players):
    check_made_blunders(name, players, 2)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 3)])
def test_twenty_made_blunders_of_twenty_are_found(name, players):
    check_made_blunders(name, players, 20)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_unfinished_game_is_refused(name, players):
    record = shortened(finished(name, players, 1).record(), 10)
    with pytest.raises(NotAnalysable, match="only a finished game") as refused:
        analyse(record)
    assert refused.value.as_dict()["code"] == "not_finished"


def test_damaged_and_foreign_records_are_refused():
    record = finished("duel", 2, 1).record()
    with pytest.raises(BadRecord, match="states"):
        loser = 1 - record.result.winners[0]
        analyse(replace(record, result=Result((loser,), record.result.kind, record.result.scores)))
    with pytest.raises(BadRecord, match="move 1"):
        analyse(replace(record, moves=((0, "build Nothing"), *record.moves[1:])))
    with pytest.raises(BadRecord, match="rules version"):
        analyse(replace(record, rules="0"))
    with pytest.raises((BadRecord, UnknownGame)):
        analyse(replace(record, deal={**record.deal, "game": "chess"}))


@pytest.mark.parametrize("simulations", [0, -5, 2.5, "many", True])
def test_a_budget_that_is_none_is_refused_and_not_replaced(simulations):
    game = finished("duel", 2, 1)
    with pytest.raises(BotError, match="simulations must be a whole number above zero"):
        analyse(game.record(), simulations)
    start = game.record().start()
    seat = start.to_act[0]
    with pytest.raises(BotError, match="simulations must be a whole number above zero"):
        hint(start.view(seat), start.options(seat), simulations)


@pytest.mark.parametrize("given", [None, "a text", 7, finished], ids=["nothing", "text", "number", "function"])
def test_what_is_no_record_is_refused_with_a_sentence(given):
    with pytest.raises(NotAnalysable, match="from its Record"):
        analyse(given, 8)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_turning_points_are_the_largest_changes_whoever_made_them(name, players):
    analysis = analyse(finished(name, players, 3).record(), 24)
    alone = name == "duel"
    for seat in range(players):
        own = {moment.number: -moment.loss for moment in analysis if moment.blamed and moment.seat == seat}
        others = {moment.number: moment.loss for moment in analysis if moment.blamed and moment.seat != seat}
        luck = {point.number: point.luck[seat] for point in analysis.curve if point.luck}
        made = {"own": own, "other": others if alone else {}, "luck": luck}
        told = turning_points(analysis, seat)
        assert told == analysis.summaries[seat].swings
        assert all(made[swing.by][swing.number] == swing.change for swing in told)
        sizes = [abs(swing.change) for swing in told]
        every = [*own.values(), *made["other"].values(), *(each for each in luck.values() if abs(each) >= MISTAKE)]
        assert sizes == sorted(map(abs, every), reverse=True)[:3]
    winner = max(range(players), key=lambda seat: analysis.curve[-1].chances[seat])
    assert turning_points(analysis) == turning_points(analysis, winner)


def test_gains_are_turning_points_too():
    """What the other gave away, and lucky cards, count as much as one's own mistakes."""
    analysis = analyse(finished("duel", 2, 3).record(), 24)
    told = [swing for seat in (0, 1) for swing in turning_points(analysis, seat)]
    assert any(swing.change > 0 for swing in told) and any(swing.change < 0 for swing in told)
    assert all((swing.change < 0) == (swing.by == "own") for swing in told if swing.by != "luck")


def test_stopping_by_the_progress_stops():
    def stop(done, of):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        analyse(finished("duel", 2, 1).record(), 8, progress=stop)


def test_the_package_hands_out_what_its_users_call() -> None:
    import mirabilia
    from mirabilia.study import hints, whatif

    assert mirabilia.study.analyse is analyse
    assert (mirabilia.study.hint, mirabilia.study.explain) == (hints.hint, hints.explain)
    assert mirabilia.study.play_on is whatif.play_on
    assert set(mirabilia.study.__all__) <= set(dir(mirabilia.study))
