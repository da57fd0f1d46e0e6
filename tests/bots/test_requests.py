"""What a bot is asked: limits, names, views and options that make no sense are refused with a code."""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path

import msgspec
import pytest

import mirabilia
from mirabilia.bots import BOT_NAMES, LEVELS, Analysis, BotError, Considered, Limits, make_bot
from mirabilia.bots.thinking import read_analysis


def question(game_name="duel", **options):
    game = mirabilia.new_game(game_name, seed=5, **options)
    seat = game.to_act[0]
    return game.view(seat), game.options(seat)


@pytest.mark.parametrize("name", ["", "grandmaster", None, 3, "Hard"])
def test_an_unknown_level_is_refused(name):
    with pytest.raises(BotError) as caught:
        make_bot(name)
    assert caught.value.code == "unknown_bot"


@pytest.mark.parametrize(
    "limits",
    [
        {"simulations": 0},
        {"simulations": -5},
        {"simulations": 1.5},
        {"simulations": True},
        {"milliseconds": 0},
        {"milliseconds": -1},
        {"milliseconds": float("nan")},
        {"milliseconds": "100"},
        {"seconds": 1},
        [100],
        7,
    ],
)
def test_senseless_limits_are_refused(limits):
    view, options = question()
    with pytest.raises(BotError) as caught:
        make_bot("random").choose(view, options, limits)
    assert caught.value.code == "bad_limits"


@pytest.mark.parametrize("name", BOT_NAMES)
def test_a_view_of_other_rules_is_refused(name):
    view, options = question()
    view["rules"] = "0"
    with pytest.raises(BotError) as caught:
        make_bot(name).choose(view, options)
    assert caught.value.code == "other_rules"


def test_a_spectator_has_nothing_to_choose():
    game = mirabilia.new_game("duel", seed=5)
    with pytest.raises(BotError) as caught:
        make_bot("random").choose(game.view(None), game.options(game.to_act[0]))
    assert caught.value.code == "bad_view"


@pytest.mark.parametrize("options", [[], None, "build Baths", [1], [{}], [None]])
def test_options_that_are_none_are_refused(options):
    view, _ = question()
    with pytest.raises(BotError) as caught:
        make_bot("random").choose(view, options)
    assert caught.value.code == "bad_options"


@pytest.mark.parametrize("name", BOT_NAMES)
@pytest.mark.parametrize("game_name", ["duel", "wonders"])
def test_options_that_do_not_match_the_view_are_refused(name, game_name):
    view, options = question(game_name)
    with pytest.raises(BotError) as caught:
        make_bot(name).choose(view, options[:-1], {"milliseconds": 5})
    assert caught.value.code == "bad_options"


@pytest.mark.parametrize("name", BOT_NAMES)
def test_one_option_is_answered_at_once(name):
    game = mirabilia.new_game("duel", seed=5)
    while len(game.options(game.to_act[0])) > 1:  # the last pick of a draft round is forced
        game.play(game.to_act[0], game.options(game.to_act[0])[0])
    seat = game.to_act[0]
    answer = make_bot(name).think(game.view(seat), game.options(seat), {"milliseconds": 60_000})
    assert answer.option == game.options(seat)[0]
    assert answer.analysis.forced and answer.analysis["forced"]
    assert make_bot(name).choose(game.view(seat), game.options(seat), {"milliseconds": 60_000}) == answer.option


@pytest.mark.parametrize("name", ["hard", "search", "network"])
def test_the_chance_to_win_is_told_for_a_forced_decision_too(name):
    game = mirabilia.new_game("duel", seed=5)
    while len(game.options(game.to_act[0])) > 1:
        game.play(game.to_act[0], game.options(game.to_act[0])[0])
    seat = game.to_act[0]
    analysis = make_bot(name).think(game.view(seat), game.options(seat)).analysis
    assert analysis.forced and 0 < analysis.win_chance < 1 and analysis.simulations < 1000


def test_an_analysis_has_typed_fields_and_reads_like_its_json():
    view, options = question("duel")
    analysis = make_bot("search", seed=3).think(view, options, Limits(simulations=40)).analysis
    assert isinstance(analysis, Analysis) and analysis.simulations == 40 and len(analysis.expected) == 2
    assert analysis.best[0].visits >= analysis.best[-1].visits and analysis.best[0].option in [
        option.as_dict() for option in options
    ]
    assert dict(analysis) == analysis.as_dict() == json.loads(json.dumps(analysis.as_dict()))
    assert analysis["best"][0]["value"] == analysis.best[0].value and "chances" not in analysis
    assert make_bot("random").think(view, options).analysis == Analysis()


def test_what_a_bot_outside_says_is_read_as_far_as_it_is_ours():
    said = {"value": 1, "win_chance": "high", "mood": "good", "best": [{"option": {"action": "draft"}, "visits": 3}]}
    read = read_analysis(said)
    assert read == Analysis(value=1, best=(Considered({"action": "draft"}, 3),))


def test_the_docs_list_every_field_of_an_analysis():
    docs = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \|", docs.split("## What `think` says")[1].split("\n## ")[0], re.MULTILINE)
    assert listed == [field.name for kind in (Analysis, Considered) for field in msgspec.structs.fields(kind)]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game_name", ["duel", "wonders"])
def test_options_may_be_dicts_and_the_very_entry_comes_back(level, game_name):
    view, options = question(game_name)
    dicts = [option.as_dict() for option in options]
    chosen = make_bot(level).choose(view, dicts, Limits(milliseconds=10))
    assert any(chosen is entry for entry in dicts)


@pytest.mark.parametrize("game_name", ["duel", "wonders"])
def test_one_bot_may_be_asked_by_several_threads(game_name):
    view, options = question(game_name)
    alone = make_bot("search", seed=3, simulations=60).choose(view, options)
    bot, answers = make_bot("search", seed=3, simulations=60), []
    threads = [threading.Thread(target=lambda: answers.append(bot.choose(view, options))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [alone] * 6


@pytest.mark.parametrize("game_name", ["duel", "wonders"])
def test_values_are_shares_of_the_win_as_the_protocol_says(game_name):
    view, options = question(game_name)
    analysis = make_bot("search", seed=3).decide(view, options, Limits(simulations=80)).analysis
    assert 0 <= analysis["value"] <= 1 and 0 <= analysis["win_chance"] <= 1
    assert all(0 <= each["value"] <= 1 for each in analysis["best"])
