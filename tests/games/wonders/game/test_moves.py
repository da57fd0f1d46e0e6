"""Options of 7 Wonders at the border: their keys, their texts, refusals that change nothing, and records."""

from __future__ import annotations

from typing import Any

import pytest

import mirabilia
from mirabilia.errors import GameOver, IllegalMove, NotYourTurn
from mirabilia.game.notation import format_move, parse_move
from wonders_play import PLAYERS, facts, played, positions
from wonders_positions import City, position, take_turn, texts

KEYS = {
    "build": {"action", "card", "pay", "bank"},
    "stage": {"action", "card", "pay"},
    "discard": {"action", "card"},
    "free_build": {"action", "card"},
    "revive": {"action", "card"},
}
# Boards that bring every kind of decision, for the seats and for the Free City.
TWO = [
    [["Babylon", "B"], ["Olympia", "A"], ["Halikarnassos", "B"]],
    [["Halikarnassos", "A"], ["Rhodos", "B"], ["Babylon", "B"]],
    [["Gizah", "B"], ["Halikarnassos", "B"], ["Olympia", "A"]],
]
MORE = [
    ["Olympia", "A"],
    ["Halikarnassos", "B"],
    ["Babylon", "B"],
    ["Gizah", "B"],
    ["Rhodos", "B"],
    ["Ephesos", "A"],
    ["Alexandria", "B"],
]


@pytest.mark.parametrize("players", PLAYERS)
def test_options_have_exactly_the_keys_of_their_action_and_a_text_that_names_them(players: int) -> None:
    tables = TWO if players == 2 else [MORE[:players]]
    for seed, boards in enumerate(tables):
        for game in positions(players, seed, boards):
            for seat in game.to_act:
                options = game.options(seat)
                assert len({option.text for option in options}) == len(options)
                for option in options:
                    told = option.as_dict()
                    free = {"city"} if told.get("city") == "free" else set()
                    assert set(told) == KEYS[told["action"]] | free
                    parsed = parse_move(option.text)
                    assert format_move(parsed) == option.text
                    assert {**told, **parsed} == told, "a text says nothing else than its option"
                    if "pay" in told and any(told["pay"]):
                        assert parsed["pay"] == told["pay"]
                    assert game.find_option(seat, option.text) == option == game.find_option(seat, told)


def test_two_copies_of_a_card_in_a_hand_are_one_option() -> None:
    game = position(City(), City(), City(), City(), turn=6, hands=[["Tavern", "Tavern"]])
    assert texts(game, 0) == ["build Tavern", "discard Tavern"]
    take_turn(game, "build Tavern")
    assert game.snapshot()["discard"].count("Tavern") == 1


def test_a_text_without_a_payment_does_not_mean_a_bought_build() -> None:
    game = position(City("Alexandria A"), City("Gizah A"), City("Ephesos A", ["Stone Pit"]), hands=[["Baths"]])
    assert [t for t in texts(game, 0) if "build Baths" in t] == ["build Baths pay 0,2", "build Baths pay 2,0"]
    for move in ("build Baths", "build Baths pay 0,0", {"action": "build", "card": "Baths", "pay": [0, 0], "bank": 0}):
        with pytest.raises(IllegalMove):
            game.play(0, move)


def test_a_dict_needs_exactly_its_keys() -> None:
    game = position(City("Gizah A"), City(), City(), hands=[["Baths"]])
    wrong: list[dict[str, Any]] = [
        {"action": "build", "card": "Baths", "pay": [0, 0]},
        {"action": "build", "card": "Baths", "pay": [0, 0], "bank": 0, "city": None},
        {"action": "build", "card": "Baths", "pay": [0, 0], "bank": 0, "city": "free"},
        {"action": "discard", "card": "Baths", "pay": [0, 0]},
        {"action": "revive", "card": None},
        {"action": "free_build", "card": "Baths"},
    ]
    before = facts(game)
    for move in wrong:
        with pytest.raises(IllegalMove):
            game.play(0, move)
    assert facts(game) == before
    game.play(0, {"action": "build", "card": "Baths", "pay": (0, 0), "bank": 0})


def test_a_seat_that_owes_nothing_is_told_so_in_a_step_of_another() -> None:
    me = City("Babylon B", stages=2)
    game = take_turn(position(me, City(), City(), turn=6, hands=[["Altar", "Loom"]]), "build Altar")
    before = facts(game)
    for seat in (1, 2):
        assert game.options(seat) == [] and game.quotes(seat) == []
        with pytest.raises(NotYourTurn):
            game.play(seat, "discard Loom")
        with pytest.raises(IllegalMove):
            game.take_back(seat)
    with pytest.raises(IllegalMove):
        game.take_back(0)
    assert facts(game) == before and game.to_act == (0,)


def test_a_revive_for_the_free_city_is_its_players_alone() -> None:
    asked = (g for seed in range(20) for g in positions(2, seed, TWO[0]) if g.snapshot()["phase"] == "revive")
    game = next(asked)
    (seat,) = game.to_act
    other = 1 - seat
    assert {o.get("city") for o in game.options(seat)} == {"free"} and game.options(other) == []
    with pytest.raises(NotYourTurn):
        game.play(other, "free city: revive none")
    with pytest.raises(IllegalMove):
        game.play(seat, "revive none")
    assert game.view(other)["discard"]["cards"] is None
    assert sorted(game.view(seat)["discard"]["cards"]) == sorted(game.snapshot()["discard"])
    game.play(seat, "free city: revive none")


@pytest.mark.parametrize("players", PLAYERS)
def test_after_the_end_everything_is_refused(players: int) -> None:
    game = played(players, 3)
    assert game.to_act == () and all(game.options(seat) == [] for seat in game.seats)
    for seat in game.seats:
        with pytest.raises(GameOver):
            game.play(seat, "discard Loom")
        with pytest.raises(GameOver):
            game.take_back(seat)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_read_again_is_the_same_game(players: int) -> None:
    game = played(players, 7, TWO[0] if players == 2 else MORE[:players])
    text = game.record().dumps()
    again = mirabilia.read_record(text).verify()
    assert again.snapshot() == game.snapshot() and again.result == game.result
    assert again.record().dumps() == text
    assert [again.log(seat) for seat in game.seats] == [game.log(seat) for seat in game.seats]


@pytest.mark.parametrize("players", [2, 3])
def test_an_unfinished_record_holds_resolved_moves_only(players: int) -> None:
    for number, game in enumerate(positions(players, 4)):
        if number in (1, 7, 20):
            record = mirabilia.read_record(game.record().dumps())
            assert record.result is None
            again = record.verify()
            assert {**again.snapshot(), "to_act": None} == {**game.snapshot(), "to_act": None}
