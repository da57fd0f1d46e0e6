"""Moves of Duel at the border: everything listed is accepted in each of its forms, everything else is refused with the
right error, and a refused move leaves the game exactly as it was."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import mirabilia
from duel_positions import CARD, TOKEN, WONDER, City, play, position
from mirabilia.game.notation import format_move


def fresh(seed: int, moves: int) -> mirabilia.Game:
    rng = random.Random(seed)
    game = mirabilia.new_game("duel", seed=seed)
    for _ in range(moves):
        if not game.over:
            game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
    return game


def thinkable(game: mirabilia.Game) -> Iterator[dict[str, Any]]:
    """Every decision of any position of Duel, with the prices of this one where it has them."""
    seat = game.to_act[0]
    quoted = {(q.card, q.wonder): q.price for q in game.quotes(seat)}
    gains = {o.get("gain") for o in game.options(seat) if o.action == "discard"} or {2}
    for card in CARD:
        yield {"action": "build", "card": card, "price": quoted.get((card, None), 0)}
        yield {"action": "discard", "card": card, "gain": next(iter(gains))}
        yield {"action": "revive", "card": card}
        yield {"action": "destroy", "card": card}
        for wonder in WONDER:
            yield {"action": "wonder", "card": card, "wonder": wonder, "price": quoted.get((None, wonder), 0)}
    for token in TOKEN:
        yield {"action": "token", "token": token}
        yield {"action": "library", "token": token}
    for wonder in WONDER:
        yield {"action": "draft", "wonder": wonder}
    for starter in (0, 1, 2):
        yield {"action": "starter", "seat": starter}


def test_of_everything_thinkable_exactly_the_options_are_accepted() -> None:
    phases = set()
    for seed in range(70):
        game = fresh(seed, 4 + 13 * seed % 71)
        if game.over:
            continue
        phases.add(game.view(None)["phase"])
        seat = game.to_act[0]
        listed = [option.as_dict() for option in game.options(seat)]
        before = json.dumps(game.snapshot()), game.moves
        accepted = []
        for number, move in enumerate(thinkable(game)):
            try:
                # dicts always, texts for every third: both ways must agree
                found = game.find_option(seat, move if number % 3 else format_move(move))
                accepted.append(found.as_dict())
            except mirabilia.IllegalMove:
                assert move not in listed
            if move not in listed:
                continue
            with pytest.raises(mirabilia.NotYourTurn):
                game.play(1 - seat, move)
        assert accepted.count(accepted[0]) == 1 and len(accepted) == len(listed)
        assert all(move in listed for move in accepted)
        assert (json.dumps(game.snapshot()), game.moves) == before
    assert phases >= {"draft", "turn", "starter"}


def turn() -> mirabilia.Game:
    return position(City(cards=["Tavern"], plans=["The Sphinx"], coins=20), layout=["Baths", "Quarry"])


FORMS: dict[str, tuple[Any, bool]] = {
    # a form of "build Baths" -> whether it is accepted
    "its dict": ({"action": "build", "card": "Baths", "price": 2}, True),
    "keys in another order": ({"price": 2, "card": "Baths", "action": "build"}, True),
    "a NumPy number": ({"action": "build", "card": "Baths", "price": np.int64(2)}, True),
    "a small NumPy number": ({"action": "build", "card": "Baths", "price": np.int8(2)}, True),
    "its text": ("build Baths", True),
    "its text with spaces around": ("  build Baths\n", True),
    "another price": ({"action": "build", "card": "Baths", "price": 1}, False),
    "no price": ({"action": "build", "card": "Baths"}, False),
    "a price that is a text": ({"action": "build", "card": "Baths", "price": "2"}, False),
    "a price that is a fraction": ({"action": "build", "card": "Baths", "price": 2.0}, False),
    "a price that is none": ({"action": "build", "card": "Baths", "price": None}, False),
    "a price that is an array": ({"action": "build", "card": "Baths", "price": np.array([2, 2])}, False),
    "a huge price": ({"action": "build", "card": "Baths", "price": 10**5000}, False),
    "a key too many": ({"action": "build", "card": "Baths", "price": 2, "hurry": True}, False),
    "a key of the other game": ({"action": "build", "card": "Baths", "price": 2, "pay": [0, 0]}, False),
    "a card that is a list": ({"action": "build", "card": ["Baths"], "price": 2}, False),
    "a card in small letters": ({"action": "build", "card": "baths", "price": 2}, False),
    "a text with a price": ("build Baths pay 2,0", False),
    "a text of the Free City": ("free city: build Baths", False),
    "bytes": (b"build Baths", False),
    "a list": (["build", "Baths"], False),
    "a number": (0, False),
    "none": (None, False),
    "an empty dict": ({}, False),
    "an empty text": ("", False),
    "a very long text": ("build " + "Baths" * 1000, False),
    "a very long dict": ({"action": "build", "card": "Baths" * 1000}, False),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_move_is_accepted_in_its_forms_and_no_other(form: str) -> None:
    move, accepted = FORMS[form]
    game = turn()
    before = game.snapshot()
    if accepted:
        game.play(0, move)
        assert game.moves == ((0, "build Baths"),)
    else:
        with pytest.raises(mirabilia.IllegalMove) as caught:
            game.play(0, move)
        assert game.snapshot() == before and game.moves == ()
        assert len(str(caught.value)) < 400 and json.dumps(caught.value.as_dict())


def test_true_is_no_price_and_no_seat() -> None:
    game = position(City(coins=20), layout=["Stone Pit", "Quarry"])
    with pytest.raises(mirabilia.IllegalMove):
        game.play(0, {"action": "build", "card": "Stone Pit", "price": True})
    game = play(position(layout=["Press"]), "discard Press")
    with pytest.raises(mirabilia.IllegalMove):
        game.play(game.to_act[0], {"action": "starter", "seat": True})


NO_SEATS = [-1, 2, 7, None, True, False, 0.0, "0", [0], (), 10**5000, np.array([0, 1]), np.int64(0)]


@pytest.mark.parametrize("seat", NO_SEATS, ids=range(len(NO_SEATS)))
def test_a_seat_that_does_not_exist_is_refused_everywhere(seat: Any) -> None:
    game = turn()
    before = game.snapshot()
    for call in (
        lambda: game.play(seat, "build Baths"),
        lambda: game.options(seat),
        lambda: game.quotes(seat),
        lambda: game.find_option(seat, "build Baths"),
        lambda: game.take_back(seat),
    ):
        with pytest.raises(mirabilia.NotYourTurn) as caught:
            call()
        assert caught.value.code == "no_such_seat"
    if seat is not None:
        with pytest.raises(mirabilia.NotYourTurn):
            game.view(seat)
    assert game.snapshot() == before


def test_an_option_of_an_earlier_position_is_judged_anew() -> None:
    game = turn()
    options = game.options(0)
    build = next(option for option in options if option.text == "build Baths")
    game.play(0, build)
    with pytest.raises(mirabilia.NotYourTurn):
        game.play(0, build)
    with pytest.raises(mirabilia.IllegalMove):
        game.play(1, build)
    assert game.moves == ((0, "build Baths"),)


def test_there_is_nothing_to_take_back_in_duel() -> None:
    game = turn()
    with pytest.raises(mirabilia.IllegalMove) as caught:
        game.take_back(0)
    assert caught.value.code == "nothing_to_take_back"


def test_an_ended_game_takes_no_more_moves() -> None:
    game = play(position(City(coins=9), layout=["Guard Tower", "Press"], pawn=8), "build Guard Tower")
    for seat in (0, 1):
        for move in ("build Press", {"action": "discard", "card": "Press", "gain": 2}, None, "nonsense"):
            with pytest.raises(mirabilia.GameOver):
                game.play(seat, move)
    assert game.quotes(0) == [] and len(game.moves) == 1


def test_refusals_carry_codes_and_details() -> None:
    game = turn()
    cases = [
        (0, "build Press", mirabilia.IllegalMove, "illegal_move"),
        (0, "sing", mirabilia.IllegalMove, "not_a_move"),
        (0, 7, mirabilia.IllegalMove, "not_a_move"),
        (1, "build Baths", mirabilia.NotYourTurn, "not_your_turn"),
        (5, "build Baths", mirabilia.NotYourTurn, "no_such_seat"),
    ]
    for seat, move, kind, code in cases:
        with pytest.raises(kind) as caught:
            game.play(seat, move)  # type: ignore[arg-type]
        assert caught.value.code == code and caught.value.as_dict()["code"] == code


def test_seats_are_a_number_and_can_be_walked() -> None:
    seats = turn().seats
    assert seats == 2 and len(seats) == 2 and list(seats) == [0, 1]
    assert 0 in seats and 2 not in seats and True not in seats
