"""Building structures and stages: rulings 13 to 21, and the readings of chains (9.6, 10.3)."""

from __future__ import annotations

import pytest

from wonders_positions import BOARD, CARD, CATALOG, City, cards, coins, of_card, position, quote, take_turn, texts, ways

ruling = pytest.mark.ruling


@ruling(13, "8.11")
def test_a_cost_in_coins_goes_to_the_bank_in_the_turn_of_building() -> None:
    game = position(City(coins=1), City(), City(), hands=[["Timber Yard"]])
    (option,) = [o for o in game.options(0) if o.action == "build" and o.get("card") == "Timber Yard"]
    assert option.as_dict() == {"action": "build", "card": "Timber Yard", "pay": [0, 0], "bank": 1}
    take_turn(game, "build Timber Yard")
    assert coins(game) == [0, 6, 6]


@ruling(13, "8.11")
def test_a_cost_in_coins_must_be_affordable_at_the_start_of_the_turn() -> None:
    game = position(City("Gizah A", coins=0), City("Alexandria A"), City(), hands=[["Timber Yard"], ["Baths"]])
    game.play(1, "build Baths pay 2,0")  # brings seat 0 two coins, too late
    assert of_card(game, 0, "Timber Yard") == ["discard"]


@ruling(13)
def test_only_brown_cards_cost_coins_and_none_costs_coins_and_goods() -> None:
    for card in CATALOG.cards:
        assert "coins" not in card.cost or (card.color, set(card.cost)) == ("brown", {"coins"})


@ruling(13, "8.12")
def test_stages_cost_goods_only() -> None:
    for board in CATALOG.boards:
        for side in ("A", "B"):
            assert all(stage.cost and "coins" not in stage.cost for stage in board.stages(side))


@ruling(14)
def test_goods_are_not_spent_and_serve_again_next_turn() -> None:
    game = position(
        City("Gizah A", cards=["Quarry"], coins=0), City(), City(), age=2,
        hands=[["Aqueduct"], [], ["Walls"]],
    )  # fmt: skip
    take_turn(game, "build Aqueduct")
    assert ways(game, 0, "Walls") == [(0, 0)]


SOURCES = {
    "the board": (City("Gizah A"), "Baths"),
    "a brown card": (City("Alexandria A", cards=["Stone Pit"]), "Baths"),
    "a brown card with alternatives": (City("Alexandria A", cards=["Timber Yard"]), "Baths"),
    "a grey card": (City("Gizah A", cards=["Loom"]), "Apothecary"),
    "Caravansery": (City("Alexandria A", cards=["Caravansery"]), "Baths"),
    "Forum": (City("Gizah A", cards=["Forum"]), "Apothecary"),
    "a stage of Alexandria A": (City("Alexandria A", stages=2), "Baths"),
    "a stage of Alexandria B": (City("Alexandria B", stages=2), "Apothecary"),
}


@ruling(15, 46)
@pytest.mark.parametrize("source", SOURCES)
def test_production_comes_from_board_brown_grey_yellow_cards_and_stages(source: str) -> None:
    city, card = SOURCES[source]
    without = City(city.board, coins=0) if source != "the board" else City("Alexandria A", coins=0)
    for me, wanted in ((City(**{**vars(city), "coins": 0}), [(0, 0)]), (without, [])):
        game = position(me, City("Rhodos A"), City("Ephesos A"), hands=[[card]])
        assert ways(game, 0, card) == wanted


@ruling(16)
def test_a_card_with_alternatives_gives_one_of_them_per_turn() -> None:
    """Clay Pit is ore or clay: with a wood it makes neither two of the three goods of Stables nor all."""
    game = position(
        City("Olympia A", cards=["Clay Pit"], coins=9), City("Ephesos A"), City("Alexandria A"), age=2,
        hands=[["Stables"]],
    )  # fmt: skip
    assert ways(game, 0, "Stables") == []
    game = position(
        City("Olympia A", cards=["Clay Pit"], coins=9), City("Rhodos A"), City("Alexandria A"), age=2,
        hands=[["Stables"]],
    )  # fmt: skip
    assert ways(game, 0, "Stables") == [(0, 2)]


@ruling(16, 24)
def test_each_neighbour_may_buy_either_alternative_whatever_the_owner_uses() -> None:
    owner = City("Alexandria A", cards=["Clay Pit"], coins=0)
    game = position(
        City("Gizah A"), owner, City("Ephesos A"),
        hands=[["Guard Tower"], ["Barracks"], ["Guard Tower", "Barracks"]],
    )  # fmt: skip
    take_turn(game, "build Guard Tower pay 0,2", "build Barracks", "build Guard Tower pay 2,0")
    assert coins(game) == [1, 4, 1]
    assert cards(game, 1) == ["Clay Pit", "Barracks"]


@ruling(17)
def test_a_card_of_two_units_gives_both_every_turn() -> None:
    game = position(City(cards=["Sawmill"], coins=0), City(), City(), age=2, hands=[["Caravansery"]])
    assert ways(game, 0, "Caravansery") == [(0, 0)]


@ruling(18)
@pytest.mark.parametrize("name", ["Loom", "Glassworks", "Press"])
def test_the_age_two_copy_of_a_grey_card_is_the_same_structure(name: str) -> None:
    game = position(City("Gizah A", cards=[name, "Stone Pit"]), City(), City(), age=2, hands=[[name]])
    assert of_card(game, 0, name) == ["discard", "stage"]
    assert quote(game, 0, name)["why"] == {"key": "already_built"}


@ruling(18)
def test_no_second_structure_of_a_name_is_built_even_by_chain_or_by_the_free_build() -> None:
    game = position(
        City("Olympia A", cards=["Baths", "Aqueduct", "Altar"], stages=2), City(), City(), age=2,
        hands=[["Aqueduct", "Temple"]],
    )  # fmt: skip
    assert of_card(game, 0, "Aqueduct") == ["discard"]
    assert of_card(game, 0, "Temple") == ["build", "discard", "free_build"]


@ruling(19, "10.3")
@pytest.mark.parametrize(("name", "giver"), [(card.name, giver) for card in CATALOG.cards for giver in card.free_with])
def test_a_chain_makes_the_card_free_and_is_always_used(name: str, giver: str) -> None:
    """Rich enough to buy, and still there is no paid build."""
    rich = City("Gizah B", cards=[giver], coins=30)
    around = [
        City("Rhodos A", cards=["Sawmill", "Foundry", "Brickyard"]),
        City("Ephesos A", cards=["Loom", "Glassworks"]),
    ]
    game = position(rich, *around, age=CARD[name].age, hands=[[name]])
    builds = [o.as_dict() for o in game.options(0) if o.action == "build" and o.get("card") == name]
    assert builds == [{"action": "build", "card": name, "pay": [0, 0], "bank": 0}]
    assert quote(game, 0, name)["chain"]
    take_turn(game, f"build {name}")
    assert name in cards(game, 0)


@ruling(19)
def test_without_the_giver_the_card_must_be_paid() -> None:
    game = position(City("Gizah A", cards=["Altar"], coins=0), City(), City(), age=2, hands=[["Aqueduct"]])
    assert ways(game, 0, "Aqueduct") == []
    assert not quote(game, 0, "Aqueduct")["chain"]


@ruling(19)
@pytest.mark.parametrize("post", ["East Trading Post", "West Trading Post"])
def test_either_trading_post_frees_the_forum(post: str) -> None:
    game = position(City("Gizah A", cards=[post], coins=0), City(), City(), age=2, hands=[["Forum"]])
    assert ways(game, 0, "Forum") == [(0, 0)]


@ruling("8.15")
def test_owning_the_giver_is_what_counts_also_if_it_was_built_in_this_very_age() -> None:
    """A giver of Age I taken from the discard pile in Age II frees its card at once."""
    game = position(
        City("Halikarnassos B", cards=["Foundry"], coins=0), City("Gizah A"), City("Rhodos A"), age=2, turn=2,
        hands=[["Sawmill"], [], ["Aqueduct"]], discard=["Baths"],
    )  # fmt: skip
    take_turn(game, "stage with Sawmill")
    game.play(0, "revive Baths")
    assert ways(game, 0, "Aqueduct") == [(0, 0)]


@ruling("9.6", "10.3")
def test_a_chain_is_a_permission_the_card_may_go_under_a_stage_or_be_discarded() -> None:
    game = position(City("Gizah A", cards=["Baths", "Stone Pit"]), City(), City(), age=2, hands=[["Aqueduct"]])
    assert of_card(game, 0, "Aqueduct") == ["build", "discard", "stage"]


@ruling(20)
def test_a_card_under_a_stage_has_no_effect_and_is_no_structure() -> None:
    makes = City("Gizah A", cards=["Stone Pit", "Altar"], coins=0)
    game = position(makes, City(cards=["Lumber Yard"]), City(), age=2, hands=[["Vineyard"]])
    take_turn(game, "stage with Vineyard")
    city = game.snapshot()["cities"][0]
    assert (city["stages"], city["coins"], "Vineyard" in city["cards"]) == (1, 0, False)
    assert game.snapshot()["under_stages"][0] == ["Vineyard"]
    assert "Vineyard" not in game.snapshot()["discard"]
    assert game.view(0)["cities"][0]["colors"]["yellow"] == 0


@ruling(20)
def test_any_hand_card_serves_for_a_stage_also_one_the_city_has_or_cannot_pay() -> None:
    makes = City("Gizah A", cards=["Stone Pit", "Loom"], coins=0)
    game = position(makes, City("Rhodos A"), City("Ephesos A"), age=2, turn=6, hands=[["Loom", "Statue"]])
    assert [t for t in texts(game, 0) if t.startswith("stage")] == ["stage with Loom", "stage with Statue"]


@ruling(20)
def test_the_card_under_a_stage_stays_hidden() -> None:
    game = position(City("Gizah A", cards=["Stone Pit"]), City(), City(), age=2, turn=5, hands=[["Courthouse"]])
    take_turn(game, "stage with Courthouse")
    for seat in (1, 2, None):
        assert "Courthouse" not in str(game.log(seat)) and not game.view(seat)["buried"]
    assert "Courthouse" not in str(game.view(None))
    assert game.view(0)["buried"] == ["Courthouse"]


@ruling(20)
def test_a_stage_is_paid_like_a_structure_neighbours_included() -> None:
    game = position(City("Gizah A"), City("Rhodos A"), City("Ephesos A", cards=["Stone Pit"]), hands=[["Altar"]])
    assert ways(game, 0, "stage") == [(2, 0)]
    take_turn(game, "stage with Altar pay 2,0")
    assert coins(game) == [1, 6, 8]


@ruling(21)
def test_stages_are_built_from_left_to_right_each_once() -> None:
    everything = [
        "Sawmill",
        "Quarry",
        "Brickyard",
        "Foundry",
        "Loom",
        "Glassworks",
        "Press",
        "Stone Pit",
        "Lumber Yard",
    ]
    game = position(City("Gizah A", cards=everything), City(), City(), age=3)
    earned = []
    for _ in range(3):
        stage = next(o for o in game.options(0) if o.action == "stage")
        take_turn(game, stage.text)
        earned.append(game.snapshot()["cities"][0]["stages"])
    assert earned == [1, 2, 3]
    assert not any(o.action == "stage" for o in game.options(0))
    assert [stage.effect.points for stage in BOARD["Gizah"].A] == [3, 5, 7]


@ruling(21)
def test_the_next_stage_is_asked_its_own_cost() -> None:
    """Gizah A: 2 stone, then 3 wood. With stone alone the second cannot be built."""
    game = position(City("Gizah A", cards=["Quarry"], coins=0), City("Rhodos A"), City("Ephesos A"), age=2)
    assert ways(game, 0, "stage") == [(0, 0)]
    game = position(City("Gizah A", cards=["Quarry"], stages=1, coins=0), City("Rhodos A"), City("Ephesos A"), age=2)
    assert ways(game, 0, "stage") == []


@ruling(21)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_stages_are_not_tied_to_ages_and_never_owed(age: int) -> None:
    city = City("Gizah A", cards=["Quarry"], stages=0)
    game = position(city, City(), City(), age=age)
    assert ways(game, 0, "stage") == [(0, 0)]
    assert {"discard", "stage"} <= {o.action for o in game.options(0)}


@ruling("8.21")
def test_stables_cost_clay_wood_and_ore() -> None:
    assert CARD["Stables"].cost == {"clay": 1, "wood": 1, "ore": 1}


@ruling("8.22", "8.23", "8.24", "8.25")
def test_names_are_those_of_the_printed_cards_and_boards() -> None:
    names = set(CARD)
    assert {"Haven", "Scientists Guild", "Craftsmens Guild", "Bazar", "East Trading Post"} <= names
    assert not {"Port", "Scientific Guild", "Craftmans Guild", "Craftmens Guild", "Bazaar"} & names
    assert BOARD["Babylon"].wonder == "The Hanging Gardens of Babylon"
