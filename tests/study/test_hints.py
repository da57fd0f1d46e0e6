"""Hints: from view and options alone, the same for worlds the seat cannot tell apart, and a warning where it counts."""

from __future__ import annotations

import pytest

from mirabilia.locales import LANGUAGES
from mirabilia.study.hints import explain, hint, judge_for, warn
from mirabilia.study.judge import SearchJudge
from mirabilia.study.model import MISTAKE
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
        assert asked is not None and asked.loss >= MISTAKE and asked.label == "blunder"
        return
    raise AssertionError("no such position")


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
