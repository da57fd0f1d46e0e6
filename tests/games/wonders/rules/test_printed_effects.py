"""Every card and every stage, built once: the city then has exactly what is printed, and no other city anything.

Positions for tests work out production, prices, shields, symbols and points from the catalog (`derived`). Here the
rules come to the same numbers by building, card by card and stage by stage.
"""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia.games.wonders.rules.state import State
from wonders_positions import BOARD, CARD, City, cities_of, derived, position, take_turn, two_players

ruling = pytest.mark.ruling
EVERYTHING = [
    "Sawmill", "Lumber Yard", "Quarry", "Stone Pit", "Foundry", "Ore Vein", "Brickyard", "Clay Pool", "Timber Yard",
    "Excavation", "Clay Pit", "Forest Cave", "Loom", "Glassworks", "Press",
]  # fmt: skip


def as_printed(game: Any) -> None:
    """The state holds what follows from the cities that the snapshot shows."""
    values = State.as_dict(game.states)
    for key, entries in derived(cities_of(game)).items():
        assert values[key][: len(entries)] == entries, key


@ruling(15, 17, 22, 28, 33, 37)
@pytest.mark.parametrize("name", CARD)
def test_a_card_gives_its_city_what_is_printed(name: str) -> None:
    game = position(City("Olympia A", stages=2), City(), City(), age=CARD[name].age, turn=2, hands=[[name]])
    take_turn(game, f"free {name}")
    as_printed(game)


@ruling(15, 22, 28, 29, 37, 46)
@pytest.mark.parametrize("board", [f"{name} {side}" for name in BOARD for side in ("A", "B")])
def test_a_stage_gives_its_city_what_is_printed(board: str) -> None:
    name, side = board.split()
    for stages in range(len(BOARD[name].stages(side))):
        game = position(City(board, EVERYTHING, stages), City(), City(), age=3, turn=2)
        take_turn(game, next(o.text for o in game.options(0) if o.action == "stage" and not any(o.get("pay"))))
        assert game.snapshot()["cities"][0]["stages"] == stages + 1
        as_printed(game)


@ruling(22, 52)
@pytest.mark.parametrize("name", [name for name, card in CARD.items() if card.age == 1 and 3 in card.copies])
def test_the_free_city_has_what_its_cards_print(name: str) -> None:
    free = City("Olympia A", stages=2)
    hand = [name, *[other for other in ("Altar", "Theater", "Loom") if other != name][:2]]
    game = two_players(City(), City(), free, turn=6, hands=[["Press", "Glassworks"], hand])
    take_turn(game, "build Press", f"build {hand[1]}", free=f"free {name}")
    assert name in game.snapshot()["cities"][2]["cards"]
    as_printed(game)
