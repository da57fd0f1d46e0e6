"""Move text: `format_move` and `parse_move` are inverse, for every option of many games and for every kind of move."""

from __future__ import annotations

import random

import pytest

import mirabilia
from duel_positions import CARD, TOKEN, WONDER
from mirabilia.game.notation import MAX_LENGTH, format_move, parse_move

PRICES = ("price", "gain", "bank")

MOVES = {
    "draft The Sphinx": {"action": "draft", "wonder": "The Sphinx"},
    "build Baths": {"action": "build", "card": "Baths"},
    "discard Baths": {"action": "discard", "card": "Baths"},
    "wonder The Sphinx with Baths": {"action": "wonder", "wonder": "The Sphinx", "card": "Baths"},
    "token Law": {"action": "token", "token": "Law"},
    "library Theology": {"action": "library", "token": "Theology"},
    "revive Temple": {"action": "revive", "card": "Temple"},
    "revive none": {"action": "revive", "card": None},
    "destroy Press": {"action": "destroy", "card": "Press"},
    "board Gizah B": {"action": "board", "board": "Gizah", "side": "B"},
    "starter 0": {"action": "starter", "seat": 0},
    "starter 1": {"action": "starter", "seat": 1},
    "build Stables pay 2,1": {"action": "build", "card": "Stables", "pay": [2, 1]},
    "stage with Stables": {"action": "stage", "card": "Stables"},
    "stage with Stables pay 0,2": {"action": "stage", "card": "Stables", "pay": [0, 2]},
    "free Palace": {"action": "free_build", "card": "Palace"},
    "free city: discard Loom": {"action": "discard", "card": "Loom", "city": "free"},
    "free city: build Loom pay 10,0": {"action": "build", "card": "Loom", "pay": [10, 0], "city": "free"},
}


@pytest.mark.parametrize("text", MOVES)
def test_every_kind_of_move_has_one_text(text: str) -> None:
    assert parse_move(text) == MOVES[text]
    assert format_move(MOVES[text]) == text


def test_every_name_survives_the_way_to_text_and_back() -> None:
    moves = [{"action": action, "card": name} for name in CARD for action in ("build", "discard", "revive", "destroy")]
    moves += [{"action": action, "token": name} for name in TOKEN for action in ("token", "library")]
    moves += [{"action": "draft", "wonder": name} for name in WONDER]
    moves += [{"action": "wonder", "wonder": wonder, "card": card} for wonder in WONDER for card in CARD]
    for move in moves:
        assert parse_move(format_move(move)) == move
    assert len({format_move(move) for move in moves}) == len(moves)


def test_every_option_of_many_games_is_found_by_its_text() -> None:
    actions = set()
    for seed in range(60):
        rng = random.Random(seed)
        game = mirabilia.new_game("duel", seed=seed)
        while not game.over:
            seat = game.to_act[0]
            options = game.options(seat)
            for option in options:
                fields = {key: value for key, value in option.as_dict().items() if key not in PRICES}
                assert parse_move(option.text) == fields and format_move(fields) == option.text
                actions.add(option.action)
            chosen = rng.choice(options)
            game.play(seat, chosen.text)
            assert game.moves[-1] == (seat, chosen.text)
    assert actions == {"draft", "build", "discard", "wonder", "token", "library", "revive", "destroy", "starter"}


def test_spaces_around_a_text_do_not_matter() -> None:
    assert parse_move("  build Baths \n") == {"action": "build", "card": "Baths"}


@pytest.mark.parametrize(
    "text",
    ["", " ", "build", "build ", "Build Baths", "passes", "starter", "starter 2", "starter -1", "starter one",
     "wonder X", "wonder with", "bid", "bid -1", "pass 1", "stage",
     "stage Baths", "tokenLaw", "\x00", "x" * (MAX_LENGTH + 1)],
)  # fmt: skip
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(mirabilia.IllegalMove) as caught:
        parse_move(text)
    assert caught.value.code == "not_a_move"
