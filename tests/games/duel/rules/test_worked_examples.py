"""The worked examples of the rulebooks, one row each: what they say a card costs or does, played out here."""

from __future__ import annotations

import pytest

from duel_positions import CARD, City, coins, play, position, price, quote, texts

COSTS = {
    "Lumber Yard": {},
    "Stone Pit": {"coins": 1},
    "Baths": {"stone": 1},
    "Arena": {"clay": 1, "stone": 1, "wood": 1},
    "Horse Breeders": {"clay": 1, "wood": 1},
    "Garrison": {"clay": 1},
    "Apothecary": {"glass": 1},
    "Scriptorium": {"coins": 2},
    "Caravansery": {"coins": 2, "glass": 1, "papyrus": 1},
    "Fortifications": {"stone": 2, "clay": 1, "papyrus": 1},
    "Aqueduct": {"stone": 3},
}

# what the example shows: own city, opponent's city, card, its price
PRICES = {
    "Lumber Yard is free": ([], [], "Lumber Yard", 0),
    "Stone Pit costs a coin": ([], [], "Stone Pit", 1),
    "Horse Breeders are free with a Stable": (["Stable"], [], "Horse Breeders", 0),
    "1 stone 3 clay 1 papyrus builds Baths": (["Quarry", "Clay Pool", "Brickyard", "Press"], [], "Baths", 0),
    "1 stone 3 clay 1 papyrus builds Garrison": (["Quarry", "Clay Pool", "Brickyard", "Press"], [], "Garrison", 0),
    "1 stone 3 clay 1 papyrus must trade for Apothecary": (
        ["Quarry", "Clay Pool", "Brickyard", "Press"], [], "Apothecary", 2,
    ),
    "a stone costs 4 against a Shelf Quarry": ([], ["Shelf Quarry"], "Baths", 4),
    "the third stone costs its producer 2": (["Shelf Quarry"], [], "Aqueduct", 2),
    "Fortifications cost 5 in coins": (["Quarry", "Clay Pool"], ["Stone Pit"], "Fortifications", 5),
    "Aqueduct costs 12 against a Shelf Quarry": ([], ["Shelf Quarry"], "Aqueduct", 12),
    "Scriptorium costs 2 coins": ([], [], "Scriptorium", 2),
    "Caravansery costs 7 in coins": ([], ["Press"], "Caravansery", 7),
    "Baths free Aqueduct": (["Baths"], ["Shelf Quarry"], "Aqueduct", 0),
    "Palisade frees Fortifications": (["Palisade"], [], "Fortifications", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", COSTS)
def test_the_cost_of_a_card_is_the_one_of_the_example(name: str) -> None:
    assert CARD[name].cost == COSTS[name]


@pytest.mark.parametrize("example", PRICES)
def test_the_price_is_the_one_of_the_example(example: str) -> None:
    mine, theirs, card, wanted = PRICES[example]
    game = position(City(cards=mine, coins=12), City(cards=theirs), age=CARD[card].age, layout=[card])
    assert price(game, card) == wanted
    play(game, f"build {card}")
    gained = CARD[card].effect.coins
    assert coins(game)[0] == 12 - wanted + gained


def test_horse_breeders_cost_clay_and_wood_without_a_stable() -> None:
    game = position(City(coins=12), age=2, layout=["Horse Breeders"])
    assert (price(game, "Horse Breeders"), quote(game, "Horse Breeders")["chain"]) == (4, False)


def test_discarding_with_tavern_and_clay_reserve_gives_four_coins() -> None:
    game = position(City(cards=["Tavern", "Clay Reserve"], coins=0), layout=["Quarry"])
    play(game, "discard Quarry")
    assert coins(game)[0] == 4


def test_the_colossus_costs_three_clay_and_a_glass_and_moves_the_pawn_two() -> None:
    makes = City(cards=["Clay Pool", "Brickyard", "Glassworks"], plans=["The Colossus"], coins=0)
    game = position(makes, layout=["Quarry", "Press"])
    play(game, "wonder The Colossus with Quarry")
    assert (game.snapshot()["pawn"], coins(game)[0]) == (2, 0)


@pytest.mark.parametrize("pawn", [1, 2])
def test_archery_range_with_two_shields_can_enter_the_two_coin_zone(pawn: int) -> None:
    game = position(City(coins=12), City(coins=9), age=2, layout=["Archery Range"], pawn=pawn)
    play(game, "build Archery Range")
    assert (game.snapshot()["pawn"], coins(game)[1]) == (pawn + 2, 7)


def test_strategy_moves_the_pawn_three_for_a_red_card_with_two_shields() -> None:
    game = position(City(tokens=["Strategy"], coins=12), age=2, layout=["Walls"])
    play(game, "build Walls")
    assert game.snapshot()["pawn"] == 3


def test_the_opening_example_uses_cards_of_age_one_only() -> None:
    assert {CARD[name].age for name in ("Baths", "Stone Pit", "Lumber Yard", "Scriptorium")} == {1}


def test_when_the_colossus_is_the_seventh_wonder_the_pyramids_return_to_the_box() -> None:
    a = City(wonders=["The Sphinx", "Piraeus", "The Appian Way"], plans=["The Colossus"], coins=60)
    b = City(wonders=["The Mausoleum", "The Great Library", "Circus Maximus"], plans=["The Pyramids"], coins=60)
    game = position(a, b, layout=["Quarry", "Press"])
    play(game, "wonder The Colossus with Quarry")
    assert texts(game) == ["build Press", "discard Press"]
    assert game.snapshot()["cities"][1]["wonders"][3]["lost"]
