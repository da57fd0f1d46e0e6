"""Bots at the table: never an illegal decision, and the ladder goes up. Strength is measured in docs/bots.md."""

from __future__ import annotations

import random

import pytest

import mirabilia
from mirabilia.bots import BOT_NAMES, LEVELS, STYLES, make_bot


def play(name, bots, seed, limits=None, **options):
    """A whole game; every answer must be one of the options (play would refuse it otherwise)."""
    game = mirabilia.new_game(name, seed=seed, **options)
    chance = random.Random(seed)
    while not game.over:
        seat = chance.choice(game.to_act)
        choices = game.options(seat)
        option = bots[seat].choose(game.view(seat), choices, limits)
        assert option in choices
        game.play(seat, option)
    return game


QUICK = {"simulations": 8}


@pytest.mark.parametrize("bot", BOT_NAMES)
@pytest.mark.parametrize(("name", "players"), [("duel", 2), *(("wonders", n) for n in range(2, 8))])
def test_a_whole_game_without_an_illegal_decision(bot, name, players):
    play(name, [make_bot(bot, seat) for seat in range(players)], 77 + players, QUICK, players=players)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("duel", 2), *(("wonders", n) for n in range(2, 8))])
def test_twenty_thousand_games_without_an_illegal_decision(name, players):
    """A seventh of them. Every seat of every game draws its bot from all there are, levels in every style; searches
    think briefly."""
    names = [*BOT_NAMES, *(f"{level}-{style}" for level in LEVELS for style in STYLES)]
    bots = {(bot, seat): make_bot(bot, seat) for bot in names for seat in range(players)}
    for seed in range(2860):
        chance = random.Random(seed)
        play(name, [bots[chance.choice(names), seat] for seat in range(players)], seed, QUICK, players=players)


def wins(name, stronger, weaker, deals, players, limits=None):
    """The stronger bot's share of wins when it sits in every seat of every deal."""
    won = 0.0
    for seed in range(deals):
        for seat in range(players):
            bots = [make_bot(weaker, 100 + k) for k in range(players)]
            bots[seat] = make_bot(stronger, 7)
            result = play(name, bots, seed, limits, players=players).result
            won += (seat in result.winners) / len(result.winners)
    return won / (deals * players)


def test_greedy_beats_random_at_duel():
    assert wins("duel", "greedy", "random", 15, 2) >= 0.85


def test_search_beats_greedy_at_duel():
    assert wins("duel", "search", "greedy", 8, 2, {"simulations": 300}) >= 0.7


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_beats_random_at_7_wonders(players):
    assert wins("wonders", "greedy", "random", 6, players) >= 0.8


def test_search_beats_greedy_at_7_wonders():
    assert wins("wonders", "search", "greedy", 6, 3, {"simulations": 400}) >= 0.4  # a third would be fair


@pytest.mark.parametrize("style", ["scholar", "general", "merchant"])
def test_styles_play_differently(style):
    """Over a few positions a style chooses otherwise than the balanced bot at least once."""
    differing = 0
    game = mirabilia.new_game("wonders", players=4, seed=6)
    chance = random.Random(1)
    while not game.over:
        seat = game.to_act[0]
        options = game.options(seat)
        mine = make_bot(style, 1).choose(game.view(seat), options)
        differing += mine != make_bot("greedy", 1).choose(game.view(seat), options)
        game.play(seat, chance.choice(options))
    assert differing >= 1
