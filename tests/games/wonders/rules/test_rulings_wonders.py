"""Powers of the boards: rulings 38 to 47, 8.7, 8.8, 8.14, 9.1 to 9.4 and 10.2, 10.4 to 10.6, 10.11."""

from __future__ import annotations

from typing import Any

import pytest

from wonders_positions import BOARD, CARD, City, cards, coins, of_card, position, scores, take_turn, texts, ways

ruling = pytest.mark.ruling


@ruling(38)
@pytest.mark.parametrize("name", BOARD)
def test_side_a_gives_three_points_a_special_stage_and_seven_points(name: str) -> None:
    assert len(BOARD[name].A) == 3
    earned = [scores(position(City(f"{name} A", stages=n), City(), City()), 0)["wonder"] for n in range(4)]
    assert (earned[1], earned[3] - earned[2]) == (3, 7)


# ---- Olympia A ----


@ruling(39, "10.4")
def test_olympia_a_builds_one_structure_per_age_for_nothing_coins_included() -> None:
    game = position(
        City("Olympia A", stages=2, coins=0), City(), City(), age=2, turn=3,
        hands=[["Sawmill", "Statue"], [], ["Walls"]],
    )  # fmt: skip
    assert of_card(game, 0, "Statue") == ["discard", "free_build"]
    assert of_card(game, 0, "Sawmill") == ["discard", "free_build"]
    take_turn(game, "free Sawmill")
    assert (cards(game, 0), coins(game)[0]) == (["Sawmill"], 0)
    assert of_card(game, 0, "Walls") == ["discard"], "once in an age"


@ruling(39)
def test_olympia_a_has_its_free_build_again_in_the_next_age_and_it_does_not_carry_over() -> None:
    game = position(City("Olympia A", stages=2), City(), City(), age=1, turn=6)
    assert any(o.action == "free_build" for o in game.options(0))
    take_turn(game)
    free = [o.text for o in game.options(0) if o.action == "free_build"]
    take_turn(game, free[0])
    assert not any(o.action == "free_build" for o in game.options(0)), "the unused one of Age I is gone"


@ruling(39)
def test_a_used_free_build_comes_back_with_the_next_age() -> None:
    game = position(City("Olympia A", stages=2, free_build_used=True), City(), City(), age=1, turn=6)
    assert not any(o.action == "free_build" for o in game.options(0))
    take_turn(game)
    assert any(o.action == "free_build" for o in game.options(0))


@ruling(39)
def test_the_free_build_is_for_structures_not_for_stages() -> None:
    game = position(City("Olympia A", stages=2, coins=0), City("Gizah A"), City("Ephesos A"), age=2)
    assert not any(o.action == "stage" for o in game.options(0))


@ruling("10.4")
def test_the_free_build_is_offered_for_every_card_the_city_lacks_also_a_free_one() -> None:
    me = City("Olympia A", ["Loom", "Altar"], stages=2, coins=0)
    game = position(me, City(), City(), age=2, turn=5, hands=[["Loom", "Press", "Temple"]])
    assert [of_card(game, 0, name) for name in ("Loom", "Press", "Temple")] == [
        ["discard"],
        ["build", "discard", "free_build"],
        ["build", "discard", "free_build"],
    ]
    take_turn(game, "free Press")
    assert not any(o.action == "free_build" for o in game.options(0)), "using it spends the power of the age"


@ruling("10.4")
def test_the_free_build_is_in_force_from_the_turn_after_its_stage() -> None:
    me = City("Olympia A", ["Quarry"], stages=1, coins=0)
    game = position(me, City(), City(), age=2, turn=4, hands=[["Walls"], [], ["Statue"]])
    assert not any(o.action == "free_build" for o in game.options(0))
    take_turn(game, "stage with Walls")
    assert "free_build" in of_card(game, 0, "Statue")


@ruling(39)
def test_a_structure_built_free_has_its_whole_effect() -> None:
    game = position(City("Olympia A", stages=2, coins=0), City(cards=["Sawmill"]), City(), age=2, hands=[["Vineyard"]])
    take_turn(game, "free Vineyard")
    assert coins(game)[0] == 1


# ---- Halikarnassos ----


def halikarnassos(**more: Any) -> Any:
    """Halikarnassos B about to build its first stage with an own ore and one bought nowhere."""
    values: dict[str, Any] = {"age": 2, "turn": 2, "hands": [["Sawmill"], ["Statue"], ["Temple"]], "discard": ["Altar"]}
    values.update(more)
    me = values.pop("me", City("Halikarnassos B", ["Foundry"], coins=0))
    return position(me, City("Gizah A"), City("Rhodos A"), **values)


@ruling(40, "8.7", "8.8")
def test_halikarnassos_takes_one_card_of_the_pile_at_the_end_of_the_turn_and_builds_it_free() -> None:
    game = take_turn(halikarnassos(), "stage with Sawmill", "discard Statue", "discard Temple")
    assert game.to_act == (0,)
    assert texts(game, 0) == ["revive Altar", "revive Temple", "revive Statue", "revive none"]
    assert game.options(1) == [] and game.options(2) == []
    game.play(0, "revive Statue")
    assert cards(game, 0) == ["Foundry", "Statue"]
    assert sorted(game.snapshot()["discard"]) == ["Altar", "Temple"]
    assert coins(game)[0] == 0
    assert game.snapshot()["turn"] == 3 and game.to_act == (0, 1, 2)


@ruling(40)
def test_the_player_may_take_none() -> None:
    game = take_turn(halikarnassos(), "stage with Sawmill")
    game.play(0, {"action": "revive", "card": None})
    assert cards(game, 0) == ["Foundry"] and "Altar" in game.snapshot()["discard"]
    assert game.snapshot()["turn"] == 3


@ruling(40, "8.8")
def test_the_power_is_used_once_in_the_turn_of_its_stage_only() -> None:
    game = take_turn(halikarnassos(), "stage with Sawmill")
    game.play(0, "revive none")
    take_turn(game)
    assert len(game.to_act) == 3 and game.snapshot()["turn"] == 4


@ruling(40)
def test_cards_discarded_for_coins_and_at_the_end_of_ages_are_in_the_pile() -> None:
    game = position(City(), City("Halikarnassos B", ["Foundry"]), City(), age=1, turn=6,
                    hands=[["Altar", "Loom"], ["Theater", "Press"], ["Baths", "Glassworks"]])  # fmt: skip
    take_turn(game, "discard Altar", "stage with Press", "build Glassworks")
    assert game.to_act == (1,)
    assert sorted(texts(game, 1)) == sorted(
        ["revive Altar", "revive Loom", "revive Theater", "revive Baths", "revive none"]
    )


@ruling(40, 18, "10.6")
def test_nothing_the_city_has_can_be_taken() -> None:
    me = City("Halikarnassos B", ["Foundry", "Altar"], coins=0)
    game = take_turn(halikarnassos(me=me), "stage with Sawmill", "discard Statue", "discard Temple")
    assert texts(game, 0) == ["revive Temple", "revive Statue", "revive none"]


@ruling(40, "10.6")
def test_nothing_is_asked_if_no_card_of_the_pile_can_be_built() -> None:
    me = City("Halikarnassos B", ["Foundry", "Altar"], coins=0)
    game = position(me, City("Gizah A", ["Quarry"]), City("Rhodos A", ["Sawmill"]), age=2, turn=2,
                    hands=[["Sawmill"], ["Statue"], ["Temple"]], discard=["Altar"])  # fmt: skip
    take_turn(game, "stage with Sawmill", "stage with Statue", "stage with Temple")
    assert game.to_act == (0, 1, 2) and game.snapshot()["turn"] == 3


@ruling("10.6")
def test_the_same_name_twice_in_the_pile_is_one_option_and_one_card_taken() -> None:
    game = take_turn(
        halikarnassos(discard=["Altar", "Altar"]), "stage with Sawmill", "discard Statue", "discard Temple"
    )
    assert texts(game, 0).count("revive Altar") == 1
    game.play(0, "revive Altar")
    assert game.snapshot()["discard"].count("Altar") == 1


@ruling(40)
@pytest.mark.parametrize("stages", [0, 1, 2])
def test_every_stage_of_halikarnassos_b_looks_into_the_pile(stages: int) -> None:
    makes = ["Foundry", "Brickyard", "Clay Pool", "Glassworks", "Press"]
    me = City("Halikarnassos B", makes, stages)
    game = take_turn(halikarnassos(me=me), "stage with Sawmill")
    assert game.to_act == (0,) and "revive Altar" in texts(game, 0)


@ruling(40, 44)
def test_halikarnassos_a_looks_with_its_second_stage_only() -> None:
    makes = ["Foundry", "Ore Vein", "Brickyard", "Loom"]
    asked = []
    for stages in (0, 1, 2):
        game = take_turn(halikarnassos(me=City("Halikarnassos A", makes, stages)), "stage with Sawmill")
        asked.append(len(game.to_act) == 1)
    assert asked == [False, True, False]


@ruling(41)
def test_a_red_card_taken_in_the_sixth_turn_counts_at_the_conflicts() -> None:
    me = City("Halikarnassos B", ["Foundry"])
    game = position(me, City("Gizah A"), City("Ephesos A"), turn=6, hands=[["Altar", "Loom"]], discard=["Barracks"])
    take_turn(game, "stage with Altar")
    assert (game.snapshot()["age"], game.snapshot()["turn"]) == (1, 6), "no conflicts before the card is taken"
    assert not any(city["defeats"] for city in game.snapshot()["cities"])
    game.play(0, "revive Barracks")
    assert [(c["victory_points"], c["defeats"]) for c in game.snapshot()["cities"]] == [(2, 0), (0, 1), (0, 1)]


@ruling(42)
def test_only_halikarnassos_has_the_power() -> None:
    for name, board in BOARD.items():
        for side in ("A", "B"):
            specials = {stage.effect.special for stage in board.stages(side)}
            assert ("build_from_discard" in specials) == (name == "Halikarnassos")
    assert not any(card.effect.special for card in CARD.values())


# ---- Babylon B ----


def babylon(turn_six: list[str], *, me: City | None = None, age: int = 1, **more: Any) -> Any:
    city = me or City("Babylon B", stages=2)
    return position(city, City("Gizah A"), City("Rhodos A"), age=age, turn=6, hands=[turn_six], **more)


@ruling(43, "10.5", "8.14")
def test_babylon_b_builds_its_seventh_card_puts_it_under_a_stage_or_discards_it() -> None:
    me = City("Babylon B", ["Brickyard", "Press"], stages=2)
    game = take_turn(babylon(["Altar", "Theater"], me=me), "build Altar")
    assert game.to_act == (0,) and game.snapshot()["turn"] == 6
    assert texts(game, 0) == ["build Theater", "stage with Theater", "discard Theater"]
    built, staged, discarded = game.copy(), game.copy(), game.copy()
    built.play(0, "build Theater")
    staged.play(0, "stage with Theater")
    discarded.play(0, "discard Theater")
    assert "Theater" in cards(built, 0) and coins(built)[0] == 3
    assert staged.snapshot()["cities"][0]["stages"] == 3 and "Theater" not in staged.snapshot()["discard"]
    assert coins(discarded)[0] == 6 and "Theater" in discarded.snapshot()["discard"]
    for after in (built, staged, discarded):
        assert (after.snapshot()["age"], after.snapshot()["turn"]) == (2, 1)


@ruling(43)
def test_the_seventh_card_is_built_at_its_cost() -> None:
    game = take_turn(babylon(["Altar", "Baths"], me=City("Babylon B", stages=2, coins=1)), "build Altar")
    assert texts(game, 0) == ["discard Baths"]
    game = take_turn(babylon(["Altar", "Baths"], me=City("Babylon B", stages=2, coins=2)), "build Altar")
    assert texts(game, 0) == ["build Baths pay 0,2", "discard Baths"]
    game.play(0, "build Baths pay 0,2")
    assert coins(game)[:2] == [0, 8]


@ruling(43, "10.5")
def test_the_stage_built_in_the_sixth_turn_gives_the_seventh_card_at_once() -> None:
    me = City("Babylon B", ["Sawmill", "Glassworks"], stages=1)
    game = take_turn(babylon(["Altar", "Theater"], me=me), "stage with Altar")
    assert game.to_act == (0,) and texts(game, 0) == ["build Theater", "discard Theater"]


@ruling(43)
def test_without_the_second_stage_there_is_no_seventh_card() -> None:
    game = take_turn(babylon(["Altar", "Theater"], me=City("Babylon B", stages=1)), "build Altar")
    assert game.snapshot()["age"] == 2 and "Theater" in game.snapshot()["discard"]


@ruling(43)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_power_holds_in_every_age(age: int) -> None:
    game = babylon([], age=age)
    take_turn(game)
    assert game.to_act == (0,)
    game.play(0, game.options(0)[-1])
    assert game.over if age == 3 else game.snapshot()["age"] == age + 1


@ruling("9.1", "10.2")
def test_the_seventh_card_may_be_paid_with_what_the_sixth_brought() -> None:
    goods = take_turn(babylon(["Stone Pit", "Baths"], me=City("Babylon B", stages=2, coins=0)), "build Stone Pit")
    assert "build Baths" in texts(goods, 0)
    money = take_turn(babylon(["Tavern", "Baths"], me=City("Babylon B", stages=2, coins=0)), "build Tavern")
    assert "build Baths pay 0,2" in texts(money, 0)
    post = take_turn(
        babylon(["East Trading Post", "Baths"], me=City("Babylon B", stages=2, coins=1)), "build East Trading Post"
    )
    assert "build Baths pay 0,1" in texts(post, 0)


@ruling("9.1")
def test_the_seventh_card_may_be_paid_with_what_neighbours_built_and_paid_this_turn() -> None:
    game = position(
        City("Babylon B", stages=2, coins=0), City("Ephesos A"), City("Rhodos A"), turn=6,
        hands=[["Altar", "Baths"], ["Stone Pit"], ["Guard Tower"]],
    )  # fmt: skip
    take_turn(game, "build Altar", "build Stone Pit", "build Guard Tower pay 0,2")
    assert texts(game, 0) == ["build Baths pay 0,2", "discard Baths"]


@ruling("9.1", 19)
def test_the_seventh_card_may_be_free_by_a_chain() -> None:
    me = City("Babylon B", ["Baths"], stages=2, coins=0)
    game = take_turn(babylon(["Press", "Aqueduct"], me=me, age=2), "build Press")
    assert texts(game, 0) == ["build Aqueduct", "discard Aqueduct"]


@ruling(18, 43)
def test_a_seventh_card_the_city_has_cannot_be_built() -> None:
    game = take_turn(babylon(["Altar", "Loom"], me=City("Babylon B", ["Loom"], stages=2)), "build Altar")
    assert texts(game, 0) == ["discard Loom"]


def both(last: str) -> Any:
    """Babylon B with the power, and Halikarnassos building a stage, in one sixth turn."""
    return position(
        City("Halikarnassos B", ["Foundry"]), City("Babylon B", stages=2), City("Gizah A"), turn=6,
        hands=[["Altar", "Press"], ["Theater", last], ["Baths", "Glassworks"]],
    )  # fmt: skip


@ruling(44, "9.2", "8.7")
def test_babylons_seventh_card_comes_before_halikarnassos_which_may_take_it() -> None:
    game = take_turn(both("Loom"), "stage with Altar", "build Theater", "build Baths")
    assert game.to_act == (1,)
    game.play(1, "discard Loom")
    assert game.to_act == (0,)
    assert sorted(texts(game, 0)) == ["revive Glassworks", "revive Loom", "revive Press", "revive none"]


@ruling(44)
def test_the_conflicts_come_last() -> None:
    game = take_turn(both("Guard Tower"), "stage with Altar", "build Theater", "build Baths")
    game.play(1, "build Guard Tower")
    assert not any(city["defeats"] for city in game.snapshot()["cities"])
    game.play(0, "revive none")
    assert [city["defeats"] for city in game.snapshot()["cities"]] == [1, 0, 1]


@ruling("10.2")
def test_a_vineyard_built_in_the_sixth_turn_does_not_count_the_seventh_card() -> None:
    me = City("Babylon B", stages=2, coins=1)
    game = take_turn(babylon(["Vineyard", "Sawmill"], me=me, age=2), "build Vineyard")
    assert coins(game)[0] == 1
    game.play(0, "build Sawmill")
    assert coins(game)[0] == 0


@ruling("10.2", "8.5")
def test_a_seventh_card_vineyard_counts_the_sixth_cards() -> None:
    me = City("Babylon B", stages=2, coins=1)
    game = take_turn(babylon(["Vineyard", "Sawmill"], me=me, age=2), "build Sawmill")
    game.play(0, "build Vineyard")
    assert coins(game)[0] == 1


# ---- Olympia B ----


def copying(*, own: list[str], left: list[str], right: list[str], stages: int = 3, **more: Any) -> dict[str, int]:
    me = City("Olympia B", own, stages, **more)
    return scores(position(me, City("Gizah A", right), City(), City("Rhodos A", left), age=3), 0)


@ruling(45, "10.11")
def test_olympia_b_scores_the_best_guild_next_door_as_if_it_stood_in_the_own_city() -> None:
    """Spies Guild counts the red cards of Olympia's neighbours, not of the guild owner's."""
    points = copying(own=["Circus"], left=["Spies Guild", "Walls", "Barracks"], right=["Workers Guild", "Arsenal"])
    assert points["guilds"] == 3
    assert points["wonder"] == 5


@ruling(45)
def test_the_owner_of_the_copied_guild_loses_nothing() -> None:
    cities = [City("Olympia B", ["Circus"], stages=3), City("Gizah A", ["Spies Guild"]), City("Rhodos A", ["Walls"])]
    game = position(*cities, age=3)
    assert (scores(game, 0)["guilds"], scores(game, 1)["guilds"]) == (1, 2)


@ruling(45)
def test_without_a_guild_next_door_the_stage_is_worth_nothing() -> None:
    cities = [City("Olympia B", stages=3), City(), City(cards=["Spies Guild", "Walls"]), City()]
    assert scores(position(*cities, age=3), 0)["guilds"] == 0
    assert copying(own=[], left=["Walls"], right=["Arsenal"])["guilds"] == 0


@ruling(45)
def test_the_copy_needs_the_third_stage() -> None:
    assert copying(own=[], left=["Spies Guild", "Walls"], right=[], stages=2)["guilds"] == 0


@ruling(45)
def test_own_guilds_score_besides_the_copy() -> None:
    points = copying(own=["Workers Guild"], left=["Spies Guild", "Walls"], right=["Sawmill", "Arsenal"])
    assert points["guilds"] == 1 + 2


@ruling("9.3")
def test_a_copied_shipowners_guild_counts_no_purple_card_for_itself() -> None:
    points = copying(own=["Lumber Yard", "Loom"], left=["Shipowners Guild"], right=[])
    assert points["guilds"] == 2
    points = copying(own=["Lumber Yard", "Loom", "Traders Guild"], left=["Shipowners Guild"], right=[])
    assert points["guilds"] == 3


@ruling("9.4", "10.11", 45)
def test_a_copied_scientists_guild_is_a_symbol_of_choice_and_stands_under_science() -> None:
    points = copying(own=["Workshop", "Apothecary"], left=["Scientists Guild"], right=["Workers Guild"])
    assert (points["science"], points["guilds"]) == (3 + 7, 0)


@ruling("10.11")
def test_the_guild_that_gives_most_is_copied_scientists_or_not() -> None:
    """A second gear brings 3."""
    red = ["Walls", "Circus", "Arsenal", "Barracks"]
    points = copying(own=["Workshop"], left=["Scientists Guild"], right=["Spies Guild", *red[:2]])
    assert (points["science"], points["guilds"]) == (4, 0)
    points = copying(own=["Workshop"], left=["Scientists Guild"], right=["Spies Guild", *red])
    assert (points["science"], points["guilds"]) == (1, 4)


@ruling("10.11")
@pytest.mark.parametrize("order", [("left", "right"), ("right", "left")])
def test_on_a_tie_the_other_guild_is_copied(order: tuple[str, str]) -> None:
    around = {order[0]: ["Scientists Guild"], order[1]: ["Spies Guild", "Walls", "Circus", "Arsenal"]}
    points = copying(own=["Workshop"], left=around["left"], right=around["right"])
    assert (points["science"], points["guilds"]) == (1, 3)


@ruling("10.11")
def test_the_copied_symbol_is_chosen_together_with_the_own_ones() -> None:
    """Own Scientists cannot be (there is one card), but symbols are chosen for the whole city."""
    points = copying(own=["Workshop", "Laboratory", "Study"], left=["Scientists Guild"], right=[])
    assert points["science"] == 16
    points = copying(own=["Workshop", "Laboratory", "School"], left=["Scientists Guild"], right=[])
    assert points["science"] == 4 + 1 + 1 + 7


@ruling("10.11")
@pytest.mark.parametrize(
    ("guild", "points"),
    [("Strategists Guild", 3), ("Builders Guild", 3 + 2 + 1), ("Craftsmens Guild", 6), ("Magistrates Guild", 1)],
)
def test_a_copied_guild_counts_from_the_copiers_seat(guild: str, points: int) -> None:
    cities = [
        City("Olympia B", ["Loom", "Palace"], stages=3, defeats=4),
        City("Gizah A", [guild, "Loom", "Press"], stages=2, defeats=1),
        City("Babylon A", ["Glassworks", "Altar", "Senate"], stages=3, defeats=6),
        City("Rhodos A", ["Loom", "Altar"], stages=1, defeats=2),
    ]
    assert scores(position(*cities, age=3), 0)["guilds"] == points


@ruling("10.11", 35)
def test_points_of_own_wild_symbols_stand_under_science() -> None:
    game = position(City("Babylon A", ["Scientists Guild"], stages=2), City(), City(), age=3)
    points = scores(game, 0)
    assert (points["science"], points["guilds"], points["wonder"]) == (4, 0, 3)


# ---- Alexandria, Ephesos, Rhodos ----


@ruling(46)
def test_alexandrias_stage_gives_one_good_of_choice_each_turn_and_only_one() -> None:
    me = City("Alexandria A", stages=2, coins=0)
    game = position(
        me, City("Ephesos A"), City("Halikarnassos A"), turn=5, hands=[["Baths", "Stockade", "Guard Tower"]]
    )
    assert all(ways(game, 0, card) == [(0, 0)] for card in ("Baths", "Stockade", "Guard Tower"))
    game = position(me, City("Ephesos A"), City("Halikarnassos A"), age=2, hands=[["Forum", "Caravansery"]])
    assert ways(game, 0, "Forum") == ways(game, 0, "Caravansery") == []


@ruling(47)
def test_rhodos_b_takes_coins_shields_and_points_at_once() -> None:
    game = position(City("Rhodos B", ["Quarry", "Stone Pit"], coins=0), City(), City(), age=2, turn=6)
    stage = next(o.text for o in game.options(0) if o.action == "stage")
    take_turn(game, stage)
    city = game.snapshot()["cities"][0]
    assert (city["coins"], city["shields"], city["victory_points"]) == (3, 1, 6)
    assert scores(game, 0)["wonder"] == 3
