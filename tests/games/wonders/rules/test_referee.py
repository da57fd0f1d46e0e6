"""Whole games beside the referee, a second and independent reading of the rules: nothing may ever differ.

After every decision: who owes what, every option with all its payments, every city, hand, pile and coin; at the end
scores and winners. In the two-player game every board is the Free City's once.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import mirabilia
from mirabilia.game.notation import format_move, parse_move
from mirabilia.games.wonders.catalog import wonders_catalog
from mirabilia.games.wonders.rules.state import State
from wonders_positions import BOARD, cities_of, derived, facts
from wonders_referee import Referee

SIDES = [f"{name} {side}" for name in BOARD for side in ("A", "B")]


def texts(moves: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> list[str]:
    """Options in a comparable form: all keys and values."""
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


def play_beside_the_referee(game: Any, seed: int) -> None:
    """A random game; with odd seeds stages are preferred, so that the boards' powers come into play."""
    referee = Referee(game.deal)
    chance = random.Random(seed)
    while not game.over:
        assert game.to_act == referee.to_act
        assert facts(game.snapshot()) == referee.snapshot()
        for seat in game.seats:
            options = game.options(seat)
            assert texts([option.as_dict() for option in options]) == texts(referee.options(seat))
            for option in options:
                parsed = parse_move(option.text)
                assert {**option.as_dict(), **parsed} == option.as_dict() and format_move(parsed) == option.text
        values = State.as_dict(game.states)
        edition = wonders_catalog().edition(game.deal.get("edition", 1))
        for key, entries in derived(cities_of(game), edition).items():
            assert values[key][: len(entries)] == entries, key
        seat = chance.choice(game.to_act)
        options = game.options(seat)
        if seed % 2 and chance.random() < 0.8:
            builds = [option for option in options if option.action != "discard"]
            options = [option for option in builds if option.action == "stage"] or builds or options
        option = chance.choice(options)
        game.play(seat, chance.choice([option, option.as_dict(), option.text]))
        referee.play(seat, option.as_dict())
    assert referee.over and referee.to_act == ()
    assert facts(game.snapshot()) == referee.snapshot()
    assert game.result.scores == [referee.scores(seat) for seat in game.seats]
    assert game.result.winners == referee.winners()
    again = mirabilia.read_record(game.record().dumps()).verify()
    assert again.snapshot() == game.snapshot() and again.moves == game.moves


@pytest.mark.parametrize("board", SIDES)
def test_two_players_with_every_board_as_the_free_city(board: str) -> None:
    seed = SIDES.index(board)
    chance = random.Random(seed)
    own = chance.sample([name for name in BOARD if name != board.split()[0]], 2)
    boards = [*([name, chance.choice("AB")] for name in own), board.split()]
    play_beside_the_referee(mirabilia.new_game("wonders", players=2, seed=seed, boards=boards), 2 * seed + 1)


@pytest.mark.parametrize("seed", range(4))
def test_two_players_at_random(seed: int) -> None:
    play_beside_the_referee(mirabilia.new_game("wonders", players=2, seed=100 + seed), seed)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_three_to_five_players(players: int, seed: int) -> None:
    play_beside_the_referee(mirabilia.new_game("wonders", players=players, seed=seed), seed)


@pytest.mark.parametrize("players", [6, 7])
def test_six_and_seven_players(players: int) -> None:
    play_beside_the_referee(mirabilia.new_game("wonders", players=players, seed=players), 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_many_games(players: int) -> None:
    for seed in range(1000, 1150 if players == 2 else 1030):
        play_beside_the_referee(mirabilia.new_game("wonders", players=players, seed=seed), seed)


SECOND = [board.city for board in wonders_catalog().edition(2).boards]


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("city", SECOND)
def test_the_second_edition_with_every_board(city: str, side: str) -> None:
    seed = 2 * SECOND.index(city) + (side == "B")
    chance = random.Random(seed)
    others = chance.sample([name for name in SECOND if name != city], 2 + seed % 3)
    boards = [[city, side], *([name, chance.choice("AB")] for name in others)]
    game = mirabilia.new_game("wonders", players=len(boards), seed=seed, boards=boards, edition=2)
    play_beside_the_referee(game, 2 * seed + 1)


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_second_edition_at_random(players: int) -> None:
    play_beside_the_referee(mirabilia.new_game("wonders", players=players, seed=players, edition=2), players)
