"""What things cost in Duel: rulings 14 to 24, as tables of cities, cards and prices.

The exhaustive comparison with brute force is in test_payment_brute_force.py; here stands one readable case per rule.
"""

from __future__ import annotations

import pytest

from duel_positions import City, changed, coins, play, position, price, quote, texts

ruling = pytest.mark.ruling


@ruling(14)
def test_production_is_not_used_up() -> None:
    a = City(cards=["Quarry"], coins=0)
    game = position(a, City(coins=0), layout=["Baths", "Tavern", "Altar"])
    assert price(game, "Baths") == 0
    play(game, "build Baths", "discard Tavern")
    assert price(changed(game), "Altar") == 0
    again = position(City(cards=["Quarry", "Baths"], coins=0), age=2, layout=["Rostrum"])
    assert price(again, "Rostrum") == 2  # the wood is missing, the stone is made again


@ruling(14)
def test_production_covers_as_many_units_as_it_makes() -> None:
    game = position(City(cards=["Quarry", "Shelf Quarry"], coins=0), age=2, layout=["Aqueduct", "Walls"])
    assert (price(game, "Aqueduct"), price(game, "Walls")) == (0, 0)


@ruling(15)
@pytest.mark.parametrize(
    ("opponent", "unit"),
    [
        ([], 2),
        (["Quarry"], 3),
        (["Quarry", "Stone Pit"], 4),
        (["Shelf Quarry"], 4),
        (["Quarry", "Stone Pit", "Shelf Quarry"], 6),
        (["Clay Pool", "Press"], 2),
    ],
)
def test_a_missing_unit_costs_two_and_one_per_symbol_of_the_opponent(opponent: list[str], unit: int) -> None:
    game = position(City(coins=60), City(cards=opponent), age=2, layout=["Walls", "Aqueduct"])
    assert (price(game, "Walls"), price(game, "Aqueduct")) == (2 * unit, 3 * unit)
    play(game, "build Aqueduct")
    assert coins(game) == (60 - 3 * unit, 7)


@ruling(15)
def test_the_own_production_does_not_raise_the_price() -> None:
    game = position(City(cards=["Quarry"], coins=60), age=2, layout=["Aqueduct"])
    assert price(game, "Aqueduct") == 4


@ruling(15)
def test_grey_cards_of_the_opponent_count_too() -> None:
    b = City(cards=["Glassworks", "Glass-blower", "Drying Room"])
    game = position(City(coins=60), b, age=2, layout=["Laboratory", "School"])
    assert price(game, "Laboratory") == 2 + 2 * 4
    assert price(game, "School") == 2 + 2 * 3


@ruling(15)
def test_prices_rise_with_the_symbols_the_opponent_builds() -> None:
    game = position(City(coins=60), City(coins=60), age=2, layout=["Shelf Quarry", "Walls", "Glass-blower", "Statue"])
    assert (price(game, "Walls", 0), price(game, "Walls", 1)) == (4, 4)
    play(game, "build Shelf Quarry")
    assert (price(game, "Walls", 0), price(game, "Walls", 1)) == (0, 8)
    assert price(game, "Statue", 1) == 4  # clay is no dearer


@ruling(16)
@pytest.mark.parametrize(
    ("plans", "move"),
    [
        ((), "build Caravansery"),
        ((), "build Forum"),
        ((), "build Customs House"),
        (("The Great Lighthouse",), "wonder The Great Lighthouse with Forum"),
        (("Piraeus",), "wonder Piraeus with Forum"),
    ],
)
def test_prices_do_not_rise_when_the_opponent_builds_other_producers(plans: tuple[str, ...], move: str) -> None:
    layout = ["Caravansery", "Forum", "Customs House", "Walls", "Library"]
    game = position(City(plans=plans, coins=60), City(coins=60), age=2, layout=layout)
    before = price(game, "Walls", 1), price(game, "Library", 1)
    play(game, move)
    assert (price(game, "Walls", 1), price(game, "Library", 1)) == before


@ruling(16)
@pytest.mark.parametrize(
    "opponent",
    [
        City(cards=["Caravansery"]),
        City(cards=["Forum"]),
        City(wonders=["The Great Lighthouse", "Piraeus"]),
        City(cards=["Stone Reserve", "Customs House"]),
    ],
)
def test_yellow_cards_and_wonders_of_the_opponent_do_not_raise_prices(opponent: City) -> None:
    game = position(City(coins=60), opponent, age=2, layout=["Walls", "Library"])
    assert (price(game, "Walls"), price(game, "Library")) == (4, 6)


@ruling(17)
@pytest.mark.parametrize(
    ("reserve", "card", "with_it"),
    [
        ("Stone Reserve", "Aqueduct", 3),
        ("Clay Reserve", "Statue", 2),
        ("Wood Reserve", "Courthouse", 2 + 3),
        ("Customs House", "School", 3 + 2),
    ],
)
def test_a_fixed_price_of_one_replaces_the_formula(reserve: str, card: str, with_it: int) -> None:
    b = City(cards=["Quarry", "Clay Pool", "Lumber Yard", "Glassworks", "Press"])
    game = position(City(cards=[reserve], coins=60), b, age=2, layout=[card])
    assert price(game, card) == with_it
    without = position(City(coins=60), b, age=2, layout=[card])
    assert price(without, card) > with_it


@ruling(17)
def test_a_fixed_price_counts_from_the_owners_next_turn() -> None:
    game = position(City(coins=20), layout=["Stone Reserve", "Baths", "Altar"])
    assert price(game, "Baths") == 2
    play(game, "build Stone Reserve")
    assert coins(game)[0] == 17
    assert price(game, "Baths", seat=1) == 2  # the opponent has no use of it
    play(game, "discard Altar")
    assert price(game, "Baths") == 1


@ruling(17)
def test_a_fixed_price_counts_on_an_extra_turn() -> None:
    # Only wonders give extra turns, so the reserve comes back by the Mausoleum, with Theology.
    a = City(plans=["The Mausoleum"], tokens=["Theology"], coins=60)
    game = position(a, layout=["Press", "Baths"], discard=["Stone Reserve"])
    play(game, "wonder The Mausoleum with Press", "revive Stone Reserve")
    assert game.to_act == (0,) and price(game, "Baths") == 1


@ruling(18)
@pytest.mark.parametrize(
    ("a", "b", "card", "wanted"),
    [
        # one producer covers the dearest unit it can
        (City(cards=["Caravansery"]), City(cards=["Quarry"]), "Rostrum", 2),
        (City(cards=["Caravansery"]), City(cards=["Lumber Yard"]), "Rostrum", 2),
        # one unit only
        (City(cards=["Caravansery"]), City(), "Aqueduct", 4),
        # two producers of one group give two units
        (City(cards=["Caravansery"], wonders=["The Great Lighthouse"]), City(), "Aqueduct", 2),
        # groups work side by side
        (City(cards=["Caravansery", "Forum"]), City(cards=["Glassworks"]), "Library", 2),
        (City(cards=["Forum"], wonders=["Piraeus"]), City(), "Laboratory", 2),
        # a fixed price makes that good the cheap one, so the producer covers another
        (City(cards=["Caravansery", "Stone Reserve"]), City(cards=["Quarry"]), "Rostrum", 1),
        (City(cards=["Caravansery", "Wood Reserve"]), City(cards=["Shelf Quarry"]), "Rostrum", 1),
        # nothing is gained by a good that is not needed
        (City(cards=["Forum"]), City(), "Rostrum", 4),
    ],
)
def test_choice_producers_are_used_for_what_saves_most(a: City, b: City, card: str, wanted: int) -> None:
    a.coins = 60
    game = position(a, b, age=2, layout=[card])
    assert price(game, card) == wanted


@ruling(18)
def test_a_choice_producer_gives_again_on_an_extra_turn() -> None:
    a = City(cards=["Caravansery"], plans=["The Sphinx"], coins=60)
    game = position(a, age=2, layout=["Walls", "Statue"])
    assert price(game, "The Sphinx") == 6  # of clay, stone and 2 glass one is given
    play(game, "wonder The Sphinx with Statue")
    assert game.to_act == (0,) and price(game, "Walls") == 2


@ruling(19)
@pytest.mark.parametrize(
    ("a", "card", "age", "wanted"),
    [
        (City(), "Caravansery", 2, 2 + 4),
        (City(cards=["Glassworks", "Press"]), "Caravansery", 2, 2),
        (City(cards=["Clay Pool"]), "Forum", 2, 3),
        (City(tokens=["Masonry", "Architecture"]), "Pretorium", 3, 8),
        (City(tokens=["Masonry", "Architecture"]), "Forum", 2, 3 + 2),
    ],
)
def test_the_coin_part_is_paid_in_addition_and_never_discounted(a: City, card: str, age: int, wanted: int) -> None:
    a.coins = 60
    game = position(a, age=age, layout=[card])
    assert price(game, card) == wanted
    play(game, f"build {card}")
    assert coins(game)[0] == 60 - wanted


@ruling(20)
@pytest.mark.parametrize(
    ("a", "b", "thing", "wanted"),
    [
        # Masonry: two units of a blue card, the dearest missing ones
        (City(tokens=["Masonry"]), City(), "Aqueduct", 2),
        (City(tokens=["Masonry"]), City(cards=["Glassworks"]), "Courthouse", 2),
        (City(tokens=["Masonry"]), City(cards=["Sawmill"]), "Courthouse", 2),
        (City(tokens=["Masonry"], cards=["Quarry"]), City(cards=["Shelf Quarry"]), "Aqueduct", 0),
        # fewer than two missing: nothing is paid back
        (City(tokens=["Masonry"], cards=["Shelf Quarry"]), City(), "Aqueduct", 0),
        (City(tokens=["Masonry"], cards=["Shelf Quarry", "Quarry"]), City(), "Aqueduct", 0),
        # not for other colours, and Architecture not for blue cards
        (City(tokens=["Masonry"]), City(), "Walls", 4),
        (City(tokens=["Architecture"]), City(), "Aqueduct", 6),
        # Architecture: wonders only
        (City(tokens=["Architecture"], plans=["The Pyramids"]), City(), "The Pyramids", 4),
        (City(tokens=["Masonry"], plans=["The Pyramids"]), City(), "The Pyramids", 8),
        (City(tokens=["Architecture"], plans=["The Pyramids"]), City(cards=["Press"]), "The Pyramids", 4),
        (City(tokens=["Architecture"], plans=["The Pyramids"]), City(cards=["Shelf Quarry"]), "The Pyramids", 6),
        # together with choice producers: 4 units of stone 4, wood 2; the producer and the discount take the stone
        (City(tokens=["Architecture"], plans=["Circus Maximus"], cards=["Caravansery"]),
         City(cards=["Shelf Quarry"]), "Circus Maximus", 2),
        # the producer takes the stone, so that the discount is free for the two glass
        (City(tokens=["Architecture"], plans=["The Sphinx"], cards=["Caravansery", "Clay Pool"]),
         City(cards=["Shelf Quarry"]), "The Sphinx", 0),
    ],
)  # fmt: skip
def test_a_discount_ignores_the_two_dearest_missing_units(a: City, b: City, thing: str, wanted: int) -> None:
    a.coins = 60
    game = position(a, b, age=2, layout=["Aqueduct", "Courthouse", "Walls"])
    assert price(game, thing) == wanted


@ruling(21)
@pytest.mark.parametrize(
    ("a", "age", "layout", "move"),
    [
        (City(plans=["The Temple of Artemis"], coins=7), 1, ["Quarry"], "wonder The Temple of Artemis with Quarry"),
        (City(plans=["The Hanging Gardens"], coins=7), 1, ["Quarry"], "wonder The Hanging Gardens with Quarry"),
        (City(cards=["Glassworks", "Press", "Brickyard"], coins=1), 3, ["Port"], "build Port"),
    ],
)
def test_coins_that_a_build_brings_cannot_pay_for_it(a: City, age: int, layout: list[str], move: str) -> None:
    game = position(a, age=age, layout=layout)
    assert move not in texts(game)
    a.coins += 1
    assert move in texts(position(a, age=age, layout=layout))


@ruling(21)
def test_a_purse_that_just_suffices_is_enough() -> None:
    assert "build Baths" in texts(position(City(coins=2), layout=["Baths"]))
    short = position(City(coins=1), layout=["Baths"])
    assert texts(short) == ["discard Baths"]
    assert quote(short, "Baths")["why"] == {"key": "coins_short", "short": 1}


@ruling(22)
@pytest.mark.parametrize(
    ("giver", "card", "age"),
    [
        ("Baths", "Aqueduct", 2), ("Altar", "Temple", 2), ("Theater", "Statue", 2), ("Scriptorium", "Library", 2),
        ("Pharmacist", "Dispensary", 2), ("Stable", "Horse Breeders", 2), ("Garrison", "Barracks", 2),
        ("Palisade", "Fortifications", 3), ("Tavern", "Lighthouse", 3), ("Statue", "Gardens", 3),
        ("Temple", "Pantheon", 3), ("Rostrum", "Senate", 3), ("School", "University", 3),
        ("Laboratory", "Observatory", 3), ("Brewery", "Arena", 3), ("Archery Range", "Siege Workshop", 3),
        ("Parade Ground", "Circus", 3),
    ],
)  # fmt: skip
def test_a_chain_makes_a_card_free_coins_included(giver: str, card: str, age: int) -> None:
    game = position(City(cards=[giver], coins=0), age=age, layout=[card])
    assert quote(game, card)["chain"] and price(game, card) == 0
    assert f"build {card}" in texts(game)
    alone = position(City(coins=0), age=age, layout=[card])
    assert not quote(alone, card)["chain"] and price(alone, card) > 0


@ruling(22)
def test_chains_of_the_opponent_and_of_cards_under_wonders_do_not_count() -> None:
    a = City(wonders=["The Sphinx"], under=["Baths"], coins=0)
    game = position(a, City(cards=["Altar", "Baths"]), age=2, layout=["Aqueduct", "Temple"])
    assert not quote(game, "Aqueduct")["chain"] and not quote(game, "Temple")["chain"]
    assert texts(game) == ["discard Aqueduct", "discard Temple"]


@ruling(23)
@pytest.mark.parametrize(
    ("a", "move", "paid", "to_economy"),
    [
        (City(), "build Walls", 4, 4),
        (City(cards=["Stone Reserve"]), "build Walls", 2, 2),  # fixed prices of 1 count too
        (City(), "build Forum", 5, 2),  # not the coin part
        (City(), "build Sawmill", 2, 0),
        (City(cards=["Garrison"]), "build Barracks", 0, 0),
        (City(), "build Barracks", 3, 0),
        (City(plans=["The Pyramids"]), "wonder The Pyramids with Walls", 8, 8),
        (City(tokens=["Architecture"], plans=["The Pyramids"]), "wonder The Pyramids with Walls", 4, 4),
    ],
)
def test_economy_receives_what_the_opponent_spends_on_trade(a: City, move: str, paid: int, to_economy: int) -> None:
    a.coins = 20
    game = position(a, City(tokens=["Economy"], coins=1), age=2, layout=["Walls", "Forum", "Sawmill", "Barracks"])
    play(game, move)
    assert coins(game) == (20 - paid, 1 + to_economy)


@ruling(23)
def test_the_holder_of_economy_pays_the_bank() -> None:
    game = position(City(tokens=["Economy"], coins=20), City(coins=1), age=2, layout=["Walls"])
    play(game, "build Walls")
    assert coins(game) == (16, 1)


@ruling(24)
def test_economy_is_paid_out_before_looting_takes_coins() -> None:
    # 4 coins of trade reach the empty purse before the pawn enters the zone that costs 2.
    game = position(City(coins=20), City(tokens=["Economy"], coins=0), age=2, layout=["Walls"], pawn=1)
    play(game, "build Walls")
    assert game.snapshot()["pawn"] == 3
    assert coins(game) == (16, 2)


@ruling(24)
def test_economy_is_paid_out_before_the_appian_way_takes_coins() -> None:
    a = City(plans=["The Appian Way"], coins=20)
    game = position(a, City(tokens=["Economy"], coins=0), layout=["Quarry", "Press"])
    play(game, "wonder The Appian Way with Quarry")
    assert coins(game) == (20 - 10 + 3, 10 - 3)


def test_a_plan_names_where_every_unit_comes_from() -> None:
    a = City(cards=["Lumber Yard", "Forum"], tokens=["Masonry"], coins=60)
    game = position(a, City(cards=["Quarry"]), age=3, layout=["Palace", "Town Hall"])
    palace = quote(game, "Palace")
    assert sorted((line["good"], line["source"], line["price"]) for line in palace["plan"]) == [
        ("clay", "discount", 0), ("glass", "choice", 0), ("glass", "trade", 2), ("stone", "discount", 0),
        ("wood", "own", 0),
    ]  # fmt: skip
    hall = quote(game, "Town Hall")
    assert (hall["price"], sum(line["price"] for line in hall["plan"])) == (5, 5)
