"""Simultaneous choices: hidden, changeable and withdrawable until the last one, with and without the Free City."""

from __future__ import annotations

import random

import pytest

from mirabilia.errors import GameOver, IllegalMove, NotYourTurn
from mirabilia.games.wonders.game.game import new as new_wonders
from mirabilia.games.wonders.game.quotes import quotes_for
from mirabilia.games.wonders.rules.state import State
from wonders_play import facts, played


def test_a_choice_stays_hidden_and_can_be_changed() -> None:
    game = new_wonders(3, 1)
    first, second = game.options(1)[0], game.options(1)[-1]
    spectator, other = game.view(None), game.view(0)
    game.play(1, first)
    assert game.to_act == (0, 2)
    assert game.options(1) == []
    assert game.view(1)["choices"] == [first.as_dict()]
    assert game.view(0)["choices"] == game.view(None)["choices"] == []
    for before, after in ((spectator, game.view(None)), (other, game.view(0))):
        assert {**after, "ready": [], "to_act": [0, 1, 2]} == before
        assert after["ready"] == [1]
    game.play(1, second.text)
    assert game.view(1)["choices"] == [second.as_dict()]
    assert game.moves == ()
    game.play(0, game.options(0)[0])
    game.play(2, game.options(2)[0])
    assert [seat for seat, _ in game.moves] == [0, 1, 2]
    assert game.moves[1] == (1, second.text)
    assert game.snapshot()["turn"] == 2


def test_a_choice_can_be_taken_back() -> None:
    game = new_wonders(4, 2)
    before = facts(game)
    game.play(3, game.options(3)[0])
    game.take_back(3)
    assert game.to_act == (0, 1, 2, 3) and facts(game) == before
    with pytest.raises(IllegalMove) as caught:
        game.take_back(3)
    assert caught.value.code == "nothing_to_take_back"
    with pytest.raises(NotYourTurn):
        game.take_back(4)


def test_nothing_can_be_changed_once_a_turn_has_resolved() -> None:
    game = new_wonders(3, 3)
    options = [game.options(seat)[-1] for seat in game.seats]
    for seat in game.seats:
        game.play(seat, options[seat])
    with pytest.raises(IllegalMove):
        game.take_back(0)
    with pytest.raises(IllegalMove):
        game.play(0, options[0])  # the hand has been passed on
    over = played(3, 3)
    for call in (lambda: over.take_back(0), lambda: over.play(0, options[0])):
        with pytest.raises(GameOver):
            call()


def test_the_free_citys_choice_comes_second_and_falls_with_the_first() -> None:
    game = new_wonders(2, 4)
    assert game.view(0)["free_city"] == {"controller": 0, "draw_pile": 6}
    own = game.options(0)
    assert all("city" not in option.as_dict() for option in own)
    game.play(0, own[-1])
    assert game.to_act == (0, 1)
    free = game.options(0)
    assert free and all(option.as_dict()["city"] == "free" for option in free)
    assert all(quote.city == "free" for quote in game.quotes(0))
    game.play(0, free[0])
    assert game.to_act == (1,) and len(game.view(0)["choices"]) == 2
    game.play(0, free[-1])  # changing the second choice keeps the first
    assert game.to_act == (1,)
    game.play(0, own[0])  # changing the first withdraws the second (10.13)
    assert game.to_act == (0, 1)
    assert game.view(0)["choices"] == [own[0].as_dict()]
    game.play(1, game.options(1)[-1])
    assert game.to_act == (0,)
    game.take_back(0)
    assert game.to_act == (0,)
    game.play(0, own[0].text)
    game.play(0, game.options(0)[0].text)
    assert [seat for seat, _ in game.moves] == [0, 0, 1]
    assert game.moves[1][1].startswith("free city: ")
    assert game.view(1)["free_city"]["controller"] == 1


def test_a_free_city_choice_before_the_own_one_is_refused() -> None:
    game = new_wonders(2, 5)
    game.play(0, game.options(0)[0])
    free = game.options(0)[0]
    game.take_back(0)
    with pytest.raises(IllegalMove):
        game.play(0, free)
    game.play(1, game.options(1)[0])
    with pytest.raises(IllegalMove):
        game.play(1, free)


def test_known_hands_shrink_to_what_they_can_still_hold() -> None:
    game = new_wonders(3, 6)
    assert [hand["among"] for hand in game.view(0)["hands"]] == [None, None]
    passed_on = game.view(0)["hand"]
    for seat in game.seats:
        game.play(seat, next(option for option in game.options(seat) if option.action == "discard"))
    known = {hand["seat"]: hand for hand in game.view(0)["hands"]}
    assert known[1]["among"] is None
    assert known[2]["gone"] == 0 and known[2]["size"] == 6  # Age I passes to the left: seat 0's hand is with seat 2
    assert sorted([*known[2]["among"], *game.view(0)["discard"]["own"]]) == sorted(passed_on)
    for seat in game.seats:
        game.play(seat, next(option for option in game.options(seat) if option.action == "discard"))
    known = {hand["seat"]: hand for hand in game.view(0)["hands"]}
    assert known[1]["size"] == 5 and known[1]["gone"] == 1  # seat 2 discarded one of six cards seat 0 had seen
    assert len(known[1]["among"]) == 6


@pytest.mark.parametrize("players", range(2, 8))
def test_quotes_stay_right_while_choices_come_and_go(players: int) -> None:
    """They are found once per position; whatever was chosen, withdrawn or copied meanwhile, they are the true ones."""
    rng = random.Random(players)
    game = new_wonders(players, players)
    while not game.over:
        seat = rng.choice(game.to_act)
        game.play(seat, rng.choice(game.options(seat)))
        if rng.random() < 0.2 and game.hidden_choices:
            game.take_back(rng.choice(game.hidden_choices)[0])
        if rng.random() < 0.2:
            game = game.copy()
        for one in game.seats:
            fresh = quotes_for(game.states, State.as_dict(game.states), one, game._pending)
            assert game.quotes(one) == fresh
            game.quotes(one).clear()  # what was handed out is the caller's own
