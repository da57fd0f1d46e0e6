"""What a bot is asked: limits, names, views and options that make no sense are refused with a code."""

from __future__ import annotations

import threading

import pytest

import mirabilia
from mirabilia.bots import BOT_NAMES, LEVELS, BotError, Limits, make_bot


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
    assert answer.analysis["forced"]


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
