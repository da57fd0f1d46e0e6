"""The searches: reproducible, fair, bounded in memory and time, and worth their name."""

from __future__ import annotations

import random
import time

import pytest

import mirabilia
from jitting import jit
from mirabilia.bots import Limits, make_bot
from mirabilia.bots.registry import make_search
from mirabilia.engine.records import ints
from mirabilia.games.duel.bots import endgame
from mirabilia.games.duel.bots.search import DuelSearch
from mirabilia.games.duel.rules.apply import apply
from mirabilia.games.duel.rules.options import MAX_OPTIONS, options
from mirabilia.games.duel.rules.state import OVER, State
from mirabilia.games.duel.rules.tables import CATEGORIES
from mirabilia.games.duel.search.tree import result_for_first
from mirabilia.games.wonders.bots.search import WondersSearch


def played(name, seed, moves, **options):
    """A game after some random moves."""
    game = mirabilia.new_game(name, seed=seed, **options)
    chance = random.Random(seed)
    for _ in range(moves):
        seat = chance.choice(game.to_act)
        game.play(seat, chance.choice(game.options(seat)))
        if game.over:
            break
    return game


def search_for(game, seed=0, simulations=300):
    kind = DuelSearch if game.name == "duel" else WondersSearch
    return kind(seed, Limits(simulations=simulations), nodes=50_000)


@pytest.mark.parametrize(("name", "players", "moves"), [("duel", None, 30), ("wonders", 3, 20), ("wonders", 2, 15)])
def test_the_same_seed_and_simulations_give_the_same_answer(name, players, moves):
    game = played(name, 11, moves, players=players)
    seat = game.to_act[0]
    answers = [search_for(game, seed=4).think(game.view(seat), game.options(seat)) for _ in range(2)]
    assert answers[0].option == answers[1].option
    assert answers[0].analysis == answers[1].analysis
    assert answers[0].analysis["simulations"] == 300


@pytest.mark.parametrize(("name", "players", "moves"), [("duel", None, 30), ("wonders", 3, 21), ("wonders", 2, 16)])
def test_one_option_can_be_looked_at_alone(name, players, moves):
    """Everything goes through it: its chance is its own, however bad, and other options cannot touch it."""
    game = played(name, 11, moves, players=players)
    seat = game.to_act[0]
    view, options = game.view(seat), game.options(seat)
    judge = search_for(game, seed=4)
    weighed = judge.weigh(view, options, 400)
    assert sum(visits for visits, _, _ in weighed.ranked) == 400
    best, worst = weighed.ranked[0][2], weighed.ranked[-1][2]
    alone = {option.text: judge.weigh(view, options, 400, only=option) for option in (best, worst)}
    again = search_for(game, seed=4).weigh(view, options, 400, only=worst)
    assert again == alone[worst.text]
    assert alone[best.text].chance > alone[worst.text].chance
    assert sum(sum(ways.values()) for ways in again.ways) == pytest.approx(1, abs=0.01)
    assert len(again.points) == game.seats and again.ranked == []


def test_a_game_without_search_has_no_judge():
    with pytest.raises(mirabilia.UnknownGame, match="no game"):
        make_search("chess")


def test_duel_search_cannot_tell_two_hidden_worlds_apart():
    for seed in range(4):
        game = played("duel", seed, 12 + 9 * seed)
        seat = game.to_act[0]
        other = game.redealt(seat, seed + 99)
        assert other.snapshot() != game.snapshot()
        first = search_for(game, seed).think(game.view(seat), game.options(seat))
        second = search_for(other, seed).think(other.view(seat), other.options(seat))
        assert first.option == second.option
        assert first.analysis == second.analysis


@pytest.mark.parametrize("players", [2, 3, 5])
def test_wonders_search_cannot_tell_two_hidden_worlds_apart(players):
    for seed in range(3):
        game = played("wonders", seed, 5 * players + 3 * seed, players=players)
        while len(game.to_act) != players:  # between turns, so that no hidden choice is pending
            seat = game.to_act[0]
            game.play(seat, game.options(seat)[0])
        other = game.redealt(0, seed + 50)
        assert other.snapshot() != game.snapshot()
        first = search_for(game, seed).think(game.view(0), game.options(0))
        second = search_for(other, seed).think(other.view(0), other.options(0))
        assert first.option == second.option
        assert first.analysis == second.analysis


@pytest.mark.parametrize(("name", "kind"), [("duel", DuelSearch), ("wonders", WondersSearch)])
def test_a_full_memory_only_stops_the_tree_from_growing(name, kind):
    game = played(name, 3, 9)
    seat = game.to_act[0]
    bot = kind(1, Limits(simulations=3000), nodes=200)
    answer = bot.think(game.view(seat), game.options(seat))
    assert answer.option in game.options(seat)
    assert int(bot.tree[0]) <= 200


@pytest.mark.parametrize(("name", "players"), [("duel", None), ("wonders", 3), ("wonders", 7)])
def test_no_option_is_left_untried_however_bad_it_looks(name, players):
    for seed in range(3):
        game = played(name, seed, 9 * (players or 2), players=players)
        seat = game.to_act[0]
        bot = search_for(game, simulations=3000)
        bot.think(game.view(seat), game.options(seat))
        visits = [visits for visits, _ in bot.tried().values()]
        assert len(visits) == len(game.options(seat)) > 1
        assert min(visits) >= 1 and max(visits) > 3000 / len(visits)


@pytest.mark.parametrize("players", [2, 3, 7])
def test_every_seat_of_7_wonders_has_a_tree_that_is_walked(players):
    game = played("wonders", 4, 6 * players, players=players)
    while len(game.to_act) != players:  # between turns: everybody is about to decide
        seat = game.to_act[0]
        game.play(seat, game.options(seat)[0])
    asked = game.to_act[-1]
    bot = search_for(game, simulations=400)
    bot.think(game.view(asked), game.options(asked))
    for seat in game.to_act:
        bot.tree[2] = seat
        tried = bot.tried()
        walked = sum(visits for visits, _ in tried.values())
        assert walked == 400 if seat == asked else 150 < walked < 250  # the others follow the policy half of the time
        assert all(0 <= value <= 1 for _, value in tried.values())
    bot.tree[2] = asked
    assert len(bot.tried()) == len(game.options(asked))


def test_every_seat_of_7_wonders_is_valued_for_its_own_good():
    """Late in a game with a clear leader, the leader's tree is full of wins and the others' of losses."""
    game = mirabilia.new_game("wonders", seed=12, players=3)
    greedy, chance = make_bot("greedy", 1), make_bot("random", 1)
    while not (game.view(0)["age"] == 3 and game.view(0)["turn"] == 5 and len(game.to_act) == 3):
        seat = game.to_act[0]
        bot = greedy if seat == 1 else chance
        game.play(seat, bot.choose(game.view(seat), game.options(seat)))
    bot = search_for(game, simulations=600)
    bot.think(game.view(0), game.options(0))
    usual = []
    for seat in range(3):
        bot.tree[2] = seat
        tried = bot.tried().values()
        usual.append(sum(visits * value for visits, value in tried) / sum(visits for visits, _ in tried))
    assert usual[1] > 0.9
    assert max(usual[0], usual[2]) < 0.3


@pytest.mark.parametrize("kind", [DuelSearch, WondersSearch])
def test_the_memory_of_a_search_is_below_64_megabytes(kind):
    assert kind().nodes.nbytes < 64e6


@pytest.mark.parametrize(("name", "players"), [("duel", None), ("wonders", 7)])
def test_a_time_limit_is_kept(name, players, monkeypatch):
    """The clock is the process's own here, so that a busy machine does not decide the test."""
    monkeypatch.setattr(time, "perf_counter", time.process_time)
    game = played(name, 5, 40, players=players)
    seat = game.to_act[0]
    bot = make_bot("search", 1)
    bot.think(game.view(seat), game.options(seat), {"milliseconds": 20})  # loads what it needs
    overruns = []
    for _ in range(5):
        started = time.perf_counter()
        bot.think(game.view(seat), game.options(seat), {"milliseconds": 150})
        overruns.append(time.perf_counter() - started - 0.15)
    assert sorted(overruns)[2] < 0.03  # the median, a fifth of the limit


def test_an_analysis_explains_the_choice():
    game = played("duel", 9, 25)
    seat = game.to_act[0]
    answer = search_for(game).think(game.view(seat), game.options(seat))
    analysis = answer.analysis
    assert analysis["best"][0]["option"] == answer.option.as_dict()
    visits = [entry["visits"] for entry in analysis["best"]]
    assert visits == sorted(visits, reverse=True)
    assert 0 <= analysis["win_chance"] <= 1
    assert 0 <= analysis["value"] <= 1
    assert sum(analysis["endings"].values()) == pytest.approx(1, abs=0.01)
    assert len(analysis["expected"]) == 2
    assert tuple(analysis["expected"][0]) == CATEGORIES


def test_the_tree_is_kept_from_one_question_to_the_next():
    game = played("duel", 21, 10)
    bot = DuelSearch(1, Limits(milliseconds=60), nodes=200_000)
    kept = 0
    while not game.over and len(game.moves) < 40:
        seat = game.to_act[0]
        if len(game.options(seat)) > 1:
            option = bot.choose(game.view(seat), game.options(seat))
            kept += int(bot.tree[2]) != 0
        else:
            option = game.options(seat)[0]
        game.play(seat, option)
    assert kept >= 10


def test_a_kept_tree_is_never_taken_for_another_position():
    bot = DuelSearch(1, Limits(milliseconds=20), nodes=200_000)
    for seed in range(6):
        game = played("duel", 40 + seed, 10 + seed)
        seat = game.to_act[0]
        bot.choose(game.view(seat), game.options(seat))
        assert int(bot.tree[2]) == 0


# ---- the exact end ----


def plain_minimax(states):
    """The value for seat 0 by trying everything."""
    if states[0]["phase"] == OVER:
        return value_for_first_of(states)
    buffer = ints(MAX_OPTIONS)
    count = options(states, 0, int(states[0]["actor"]), buffer)
    values = []
    for code in buffer[:count].copy():
        after = states.copy()
        apply(after, 0, int(states[0]["actor"]), int(code))
        values.append(plain_minimax(after))
    return max(values) if states[0]["actor"] == 0 else min(values)


@jit
def value_for_first_of(states):
    return result_for_first(states[0])


def late_positions(cards):
    """Positions of the last age with so many cards left and none of them face down."""
    found = 0
    for seed in range(400):
        game = played("duel", seed, 0)
        chance = random.Random(seed)
        while not game.over:
            values = State.as_dict(game.states)
            if endgame.can_be_solved(game.states, 0) and bin(values["present"]).count("1") == cards:
                yield game
                found += 1
                break
            seat = game.to_act[0]
            game.play(seat, chance.choice(game.options(seat)))
        if found >= 6:
            return


@pytest.mark.parametrize("cards", [2, 3])
def test_the_end_is_solved_exactly(cards):
    checked = 0
    for game in late_positions(cards):
        seat = game.to_act[0]
        choices = game.options(seat)
        answer = DuelSearch(1).decide(game.view(seat), choices, Limits(milliseconds=10))
        assert answer.analysis["solved"]
        after = State.copy_of(game.states)
        apply(after, 0, seat, game.code_of(seat, answer.option))
        best = plain_minimax(State.copy_of(game.states))
        assert plain_minimax(after) == pytest.approx(best, abs=1e-6)
        mine = best if seat == 0 else 1 - best
        assert answer.analysis["value"] == pytest.approx(mine, abs=1e-5)
        checked += 1
    assert checked >= 4
