"""What follows from a city's things is counted in one place: recounting any reached state changes nothing."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

from event_tallies import reported_game

SIZES = [("duel", 2), *(("wonders", players) for players in range(2, 8))]
# What recounting must make anew; the rest says what happened.
DERIVED = {
    "duel": (
        "goods unit_price cheap_goods colors choices symbols distinct_symbols choice_count discount gains_trade "
        "red_shields always_extra chain_coins built_wonders"
    ),
    "wonders": "own sell price shields symbols free_builds sevenths copies",
}


def recounted(game: str, state: dict[str, Any]) -> dict[str, Any]:
    module = importlib.import_module(f"mirabilia.games.{game}.rules.recount")
    record = importlib.import_module(f"mirabilia.games.{game}.rules.state").State
    states = record.from_dict(state)
    module.recount(states, 0)
    return record.as_dict(states)


def spoiled(value: Any, dice: random.Random) -> Any:
    return [spoiled(part, dice) for part in value] if isinstance(value, list) else dice.randrange(100)


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_recounting_a_reached_state_changes_nothing(game: str, players: int) -> None:
    for seed in range(12):
        for _, state in reported_game(game, players, seed):
            assert recounted(game, state) == state


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_recounting_needs_none_of_the_old_sums(game: str, players: int) -> None:
    dice = random.Random(5)
    for _, state in list(reported_game(game, players, 3))[::5]:
        wrong = dict(state)
        for name in DERIVED[game].split():
            wrong[name] = spoiled(state[name], dice)
            if game == "wonders":  # cities that are not in the game have no sums
                wrong[name][state["cities"] :] = state[name][state["cities"] :]
        assert recounted(game, wrong) == state
