"""OpenSpiel's own API checks (`open_spiel.integration_tests.api_test`), unchanged, on states of our games.

OpenSpiel runs the checks of `EnforceAPIOnFullTreeBase` on whole game trees, and those of `EnforceAPIOnPartialTreeBase`
on states near the root. Ours are states along random games from the first chance to the end. Two checks are left out,
since they count all nodes of a tree. The one that returns add up to nothing compares floats bit by bit: it is run for
players whose shares are exact in binary, and all others are compared as floats should be.
"""

from __future__ import annotations

import random
from functools import cache

import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from mirabilia import envs
from open_spiel_play import forward

SIMULTANEOUS = [f"mirabilia_wonders(players={players})" for players in range(2, 8)]
TURNS = [f"mirabilia_wonders_turns(players={players})" for players in range(2, 8)]
GAMES = ["mirabilia_duel", *SIMULTANEOUS, *TURNS]
ANY_TREE = ("test_number_of_nodes", "test_game_is_perfect_recall")
EXACT = (2, 3, 5)  # players whose shares of a defeat are halves, quarters and so on


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    envs.register_open_spiel()


def names_of(base: type) -> list[str]:
    return [name for name in dir(base) if name.startswith("test_") and name not in ANY_TREE]


@cache
def states_of(name: str, seed: int = 11, every: int = 9) -> list:
    """States along a random game: the first, some chances, some decisions, and the end."""
    dice, state, kept = random.Random(seed), pyspiel.load_game(name).new_initial_state(), []
    steps = 0
    while not state.is_terminal():
        if steps % every == 0:
            kept.append(state.clone())
        steps += 1
        forward(state, dice)
    return [*kept, state]


def check(base: type, test: str, name: str) -> None:
    """One check of OpenSpiel's on the states of one game."""
    game = pyspiel.load_game(name)
    states = states_of(name)
    known = {"game": game, "game_name": name, "game_type": game.get_type(), "some_states": states, "all_states": states}
    getattr(type("Checks", (base,), known)(test), test)()


@pytest.mark.parametrize("test", names_of(api_test.EnforceAPIOnPartialTreeBase))
@pytest.mark.parametrize("name", GAMES)
def test_partial_tree(name: str, test: str) -> None:
    check(api_test.EnforceAPIOnPartialTreeBase, test, name)


@pytest.mark.parametrize("test", names_of(api_test.EnforceAPIOnFullTreeBase))
@pytest.mark.parametrize("name", ["mirabilia_duel", *TURNS])
def test_full_tree(name: str, test: str) -> None:
    if test != "test_constant_sum" or pyspiel.load_game(name).num_players() in EXACT:
        check(api_test.EnforceAPIOnFullTreeBase, test, name)


@pytest.mark.parametrize("name", GAMES)
def test_returns_add_up_to_nothing(name: str) -> None:
    returns = states_of(name)[-1].returns()
    assert sum(returns) == pytest.approx(0) and max(map(abs, returns)) <= 1 + 1e-9
