"""Hints: from view and options alone, the same for worlds the seat cannot tell apart, and a warning where it counts."""

from __future__ import annotations

import pytest

from mirabilia.locales import LANGUAGES
from mirabilia.study.deciding import judge_options
from mirabilia.study.hints import explain, hint, judge_for, warn
from mirabilia.study.judge import Followed, Ranked, SearchJudge
from mirabilia.study.model import MISTAKE, Outlook
from mirabilia.study.telling import tell
from study_games import started

PLACES = [("duel", 2, 12), ("duel", 2, 31), ("wonders", 2, 9), ("wonders", 3, 12), ("wonders", 4, 40)]
MORE = [("duel", 2, 47), ("duel", 2, 3), ("wonders", 5, 30), ("wonders", 7, 70), ("wonders", 2, 30)]


@pytest.mark.parametrize(
    ("name", "players", "moves"), PLACES + [pytest.param(*place, marks=pytest.mark.slow) for place in MORE]
)
def test_hidden_facts_change_no_hint(name, players, moves):
    game = started(name, players, moves, moves)
    seat = game.to_act[-1]
    twin = game.redealt(seat, 123)
    assert twin.snapshot() != game.snapshot()
    judge, other = SearchJudge(name, 60), SearchJudge(name, 60)
    told = []
    for each, asked in ((game, judge), (twin, other)):
        view, options = each.view(seat), each.options(seat)
        warned = [warn(view, options, option, judge=asked) for option in options[:3]]
        told.append((hint(view, options, judge=asked), explain(view, options, judge=asked), warned))
    assert told[0] == told[1]
    best, shown, _ = told[0]
    texts = [option.text for option in game.options(seat)]
    assert best.move == shown[0].move and best.move in texts
    assert 1 <= len(shown) <= 3 and all(each.move in texts for each in shown)
    chances = [each.chance for each in shown]
    assert chances == sorted(chances, reverse=True)


def test_a_warning_comes_before_a_blunder_only():
    """A won end of Duel: the option that keeps it is free of questions, those that throw it away are not."""
    for seed in range(60):
        game = started("duel", 2, seed, 62)
        if game.over or len(game.options(game.to_act[0])) < 2:
            continue
        seat = game.to_act[0]
        view, options = game.view(seat), game.options(seat)
        judge = judge_for(view, 300)
        shown = explain(view, options, judge=judge)
        worst = min(options, key=lambda option: judge.follow(view, options, option).chance)
        if shown[0].chance - judge.follow(view, options, worst).chance < 0.5:
            continue
        best = next(option for option in options if option.text == shown[0].move)
        assert warn(view, options, best, judge=judge) is None
        asked = warn(view, options, worst, judge=judge)
        assert asked is not None and asked.better == best.text
        assert asked.before - asked.after >= MISTAKE
        return
    raise AssertionError("no such position")


class Leaning:
    """A judge that calls the first option best by a wide margin, known with some standard error."""

    name, simulations = "leaning", 1

    def __init__(self, error):
        self.error = error

    def rank(self, view, options):
        return [Ranked(option, 1.0 - 0.1 * place, 1) for place, option in enumerate(options)]

    def follow(self, view, options, option):
        return Followed(0.9 if option == options[0] else 0.5, self.error, Outlook())


def test_nobody_is_warned_in_the_draft_or_of_what_is_not_sure():
    game = started("duel", 2, 1, 0)
    seat = game.to_act[0]
    options, view = game.options(seat), game.view(seat)
    assert len(options) > 1
    assert all(warn(view, options, option, 20) is None for option in options)

    game = started("duel", 2, 1, 12)
    seat = game.to_act[0]
    view, options = game.view(seat), game.options(seat)
    assert warn(view, options, options[1], judge=Leaning(0.2)) is None
    assert warn(view, options, options[1], judge=Leaning(0.01)) is not None


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 3)])
def test_a_reason_never_contradicts_the_verdict(name, players):
    """Over many decisions: what is told of the best option speaks for it, of any other against it; and a loss of points
    or a danger that is told is one by the numbers the verdict rests on."""
    seen = 0
    for moves in range(8, 40 if name == "duel" else 50, 3):
        game = started(name, players, moves, moves)
        if game.over:
            continue
        seat = game.to_act[0]
        view, options = game.view(seat), game.options(seat)
        judge = judge_for(view, 60)
        for option in options:
            verdict = judge_options(judge, view, options, option)
            best, *others = verdict.shown
            assert best.loss == 0 and all(other.loss >= 0 for other in others)
            assert {reason.about for reason in best.reasons} <= {"best"}
            for other in others:
                assert {reason.about for reason in other.reasons} <= {"played"}
            if verdict.label in ("slip", "mistake", "blunder"):
                with_best, with_played = verdict.best.outlook, verdict.played.outlook
                for reason in verdict.reasons:
                    seen += 1
                    kind, _, way = reason.kind.partition(".")
                    if kind == "points":
                        category = reason.args["category"]
                        assert with_best.points[seat][category] > with_played.points[seat][category]
                    elif kind == "risk":
                        foe = reason.args["player"]
                        assert with_played.ways[foe][way] > with_best.ways[foe][way]
                    elif kind == "way":
                        assert with_best.ways[seat][way] > with_played.ways[seat][way]
            warned = warn(view, options, option, judge=judge)
            if warned is not None:
                assert warned.before > warned.after and warned.better == best.move != option.text
    assert seen > 10


def test_a_forced_decision_gets_its_option_and_no_warning():
    game = started("duel", 2, 1, 3)  # the last wonder of a round of the draft
    seat = game.to_act[0]
    view, options = game.view(seat), game.options(seat)
    assert len(options) == 1
    assert hint(view, options, 10).move == options[0].text
    assert warn(view, options, options[0], 10) is None


@pytest.mark.parametrize("language", [each.code for each in LANGUAGES])
def test_every_hint_can_be_told(language):
    for name, players, moves in PLACES[:4]:
        game = started(name, players, 5, moves)
        seat = game.to_act[0]
        names = [f"P{number}" for number in range(players)]
        for judged in explain(game.view(seat), game.options(seat), 40):
            for reason in judged.reasons:
                sentence = tell(reason, language, game=name, names=names)
                assert "{" not in sentence and sentence.endswith(".")
