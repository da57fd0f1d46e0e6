"""Effects of cards and the conflicts: rulings 30 to 37, 8.1, 8.4, 8.5, 8.13 and 10.2."""

from __future__ import annotations

import pytest

from wonders_positions import City, coins, position, scores, take_turn

ruling = pytest.mark.ruling


@ruling(30)
def test_coins_of_a_card_are_taken_once_when_it_is_built() -> None:
    game = position(City(), City(), City(), turn=3, hands=[["Tavern"], ["Altar"]])
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 8
    take_turn(game, "build Altar")
    assert coins(game)[0] == 8


@ruling(30, 47)
@pytest.mark.parametrize(
    ("board", "stages", "given"),
    [
        ("Ephesos A", 1, 9),
        ("Ephesos B", 0, 4),
        ("Ephesos B", 1, 4),
        ("Ephesos B", 2, 4),
        ("Rhodos B", 0, 3),
        ("Rhodos B", 1, 4),
    ],
)
def test_coins_of_a_stage_are_taken_at_once(board: str, stages: int, given: int) -> None:
    everything = ["Sawmill", "Quarry", "Stone Pit", "Foundry", "Mine", "Clay Pit", "Loom", "Glassworks", "Press"]
    game = position(City(board, cards=everything, stages=stages, coins=2), City(), City(), age=3, turn=2)
    stage = next(o.text for o in game.options(0) if o.action == "stage")
    take_turn(game, stage)
    assert coins(game)[0] == 2 + given
    take_turn(game)
    assert coins(game)[0] == 2 + given + 3


@ruling(31, "8.5", "10.2")
def test_vineyard_counts_brown_cards_of_three_cities_and_of_the_same_turn() -> None:
    game = position(
        City("Gizah A", cards=["Lumber Yard"], coins=0), City("Rhodos A", cards=["Stone Pit"], coins=5),
        City("Ephesos A", cards=["Clay Pool"], coins=5), age=2, hands=[["Vineyard"], ["Sawmill"], ["Quarry"]],
    )  # fmt: skip
    take_turn(game, "build Vineyard", "build Sawmill", "build Quarry")
    assert coins(game) == [5, 4, 4]


@ruling(31, "8.4", "10.2")
def test_bazar_gives_two_coins_per_grey_card_also_of_the_same_turn() -> None:
    game = position(
        City("Gizah A", cards=["Loom"], coins=0), City("Rhodos A"), City("Ephesos A", cards=["Glassworks"]),
        City("Olympia A", cards=["Press"], coins=0), age=2,
        hands=[["Bazar"], ["Press"], ["Loom"], ["Glassworks"]],
    )  # fmt: skip
    take_turn(game, "build Bazar", "build Press", "build Loom", "build Glassworks")
    # own Loom, the left neighbour's Press and Glassworks, the right neighbour's Press; not the city opposite
    assert coins(game)[0] == 8


@ruling(31)
def test_the_count_is_the_same_whichever_seat_builds_vineyard() -> None:
    for seat in range(3):
        hands = [["Sawmill"], ["Quarry"], ["Foundry"]]
        hands[seat] = ["Vineyard"]
        game = position(City(coins=1), City(coins=1), City(coins=1), age=2, hands=hands)
        take_turn(game, *(f"build {hand[0]}" for hand in hands))
        assert coins(game)[seat] == 3


@ruling("10.2", "8.5")
def test_a_vineyard_does_not_count_a_card_revived_later_in_the_turn() -> None:
    game = position(
        City("Gizah A", coins=0), City("Halikarnassos B", cards=["Foundry"], coins=0), City("Rhodos A"), age=2, turn=2,
        hands=[["Vineyard"], ["Statue"]], discard=["Lumber Yard"],
    )  # fmt: skip
    take_turn(game, "build Vineyard", "stage with Statue")
    assert coins(game)[0] == 1
    game.play(1, "revive Lumber Yard")
    assert coins(game)[0] == 1


@ruling("10.2", "8.5")
def test_a_revived_vineyard_counts_everything_laid_down_before_it() -> None:
    game = position(
        City("Gizah A", coins=1), City("Halikarnassos B", cards=["Foundry"], coins=0), City("Rhodos A", coins=1),
        age=2, turn=2, hands=[["Quarry"], ["Statue"], ["Sawmill"]], discard=["Vineyard"],
    )  # fmt: skip
    take_turn(game, "build Quarry", "stage with Statue", "build Sawmill")
    game.play(1, "revive Vineyard")
    assert coins(game) == [0, 3, 0]


# card, what stands in the city, stages, coins when built, points
OWN_CITY = {
    "Haven": (["Lumber Yard", "Sawmill"], 0, 2, 2),
    "Lighthouse": (["Tavern", "Marketplace"], 0, 3, 3),
    "Chamber of Commerce": (["Loom", "Press"], 0, 4, 4),
    "Arena": ([], 2, 6, 2),
}
CHAIN_GIVER = {"Haven": "Forum", "Lighthouse": "Caravansery", "Arena": "Dispensary"}


@ruling(32)
@pytest.mark.parametrize("card", OWN_CITY)
def test_counting_yellow_cards_give_coins_and_points_by_the_own_city_only(card: str) -> None:
    standing, stages, given, points = OWN_CITY[card]
    giver = [CHAIN_GIVER[card]] if card in CHAIN_GIVER else ["Brickyard"]
    extra = 1 if card == "Lighthouse" else 0  # Caravansery is yellow itself
    neighbour = ["Stone Pit", "Clay Pool", "Loom", "Press", "Tavern", "Bazar"]
    around = [City("Rhodos A", neighbour, stages=3), City("Olympia A", neighbour, stages=3)]
    me = City("Gizah A", [*standing, *giver], stages, coins=0)
    game = position(me, *around, City("Ephesos A"), age=3, turn=3, hands=[[card]])
    take_turn(game, f"build {card}")
    assert coins(game)[0] == given + extra
    assert scores(game, 0)["commerce"] == points + extra


@ruling(32)
def test_coins_are_by_the_state_when_built_points_by_the_state_at_the_end() -> None:
    me = City("Gizah A", ["Dispensary", "Sawmill", "Lumber Yard", "Stone Pit"], stages=0, coins=0)
    game = position(me, City(), City(), age=3, turn=5, hands=[["Arena"], ["Palace"]])
    take_turn(game, "build Arena")
    assert (coins(game)[0], scores(game, 0)["commerce"]) == (0, 0)
    take_turn(game, "stage with Palace")
    assert coins(game)[0] == 0
    assert game.result is not None and game.result.scores[0]["commerce"] == 1


@ruling(32)
def test_lighthouse_counts_itself_for_coins_and_points() -> None:
    game = position(City("Gizah A", ["Glassworks"], coins=0), City(), City(), age=3, hands=[["Lighthouse"]])
    take_turn(game, "build Lighthouse")
    assert (coins(game)[0], scores(game, 0)["commerce"]) == (1, 1)


@ruling(33, "8.13")
def test_boards_and_their_stages_are_no_brown_or_grey_cards() -> None:
    """Alexandria B produces a glass by its board and two units by its stages: none of them is a card."""
    boards = [City("Alexandria B", stages=2, coins=0), City("Gizah A"), City("Rhodos A"), City("Ephesos A")]
    for card, age in (("Vineyard", 2), ("Bazar", 2)):
        game = position(*boards, age=age, hands=[[card]])
        take_turn(game, f"build {card}")
        assert coins(game)[0] == 0
    me = City("Alexandria B", ["Forum", "Haven", "Chamber of Commerce", "Shipowners Guild"], stages=2)
    game = position(me, *boards[1:], age=3)
    assert (scores(game, 0)["commerce"], scores(game, 0)["guilds"]) == (0, 1)


@ruling(33)
def test_guilds_do_not_count_boards() -> None:
    game = position(
        City("Gizah A", ["Workers Guild", "Craftsmens Guild"]), City("Alexandria B", stages=2), City("Rhodos A"), age=3
    )
    assert scores(game, 0)["guilds"] == 0


# guild: what the left, the own and the right city hold, and the points
NEIGHBOURS = {
    "Workers Guild": (["Lumber Yard", "Sawmill"], ["Stone Pit", "Quarry"], ["Lumber Yard"], 3),
    "Craftsmens Guild": (["Loom", "Press"], ["Loom", "Glassworks"], ["Loom"], 6),
    "Traders Guild": (["Tavern", "Bazar"], ["Forum"], ["Tavern"], 3),
    "Philosophers Guild": (["Study", "School"], ["Lodge"], ["Study"], 3),
    "Spies Guild": (["Walls", "Circus"], ["Arsenal"], ["Walls"], 3),
    "Magistrates Guild": (["Altar", "Palace"], ["Senate"], ["Altar"], 3),
}


@ruling(34, "8.1")
@pytest.mark.parametrize("guild", NEIGHBOURS)
def test_six_guilds_count_cards_of_the_two_neighbours_and_not_the_own(guild: str) -> None:
    left, own, right, points = NEIGHBOURS[guild]
    far = City(cards=[*left, *own])
    game = position(City(cards=[guild, *own]), City(cards=right), far, far, City(cards=left), age=3)
    assert scores(game, 0)["guilds"] == points


@ruling(34)
def test_builders_guild_counts_stages_of_all_three_cities() -> None:
    cities = [City("Gizah B", ["Builders Guild"], stages=4), City(stages=1), City(stages=3), City(stages=2)]
    game = position(*cities, age=3)
    assert scores(game, 0)["guilds"] == 4 + 1 + 2


@ruling(34)
def test_shipowners_guild_counts_own_brown_grey_and_purple_cards_itself_included() -> None:
    own = ["Shipowners Guild", "Lumber Yard", "Quarry", "Loom", "Spies Guild", "Forum", "Altar"]
    around = City(cards=["Sawmill", "Press", "Workers Guild"])
    game = position(City(cards=own), around, City(), age=3)
    assert scores(game, 0)["guilds"] == 5


@ruling(34)
def test_strategists_guild_counts_defeat_tokens_of_both_neighbours() -> None:
    cities = [City(cards=["Strategists Guild"], defeats=5), City(defeats=2, victory_points=9), City(), City(defeats=1)]
    game = position(*cities, age=3)
    assert scores(game, 0)["guilds"] == 3


@ruling(35)
@pytest.mark.parametrize(
    ("own", "points"),
    [
        ([], 1),
        (["Workshop"], 4),  # a second gear rather than another symbol
        (["Workshop", "Apothecary"], 3 + 7),  # the set
        (["Workshop", "Laboratory", "Study"], 16),
        (["Workshop", "Laboratory", "Observatory", "Study", "Apothecary"], 25 + 1),  # a fifth gear, the set would be 25
    ],
)
@pytest.mark.parametrize("source", ["Scientists Guild", "Babylon A", "Babylon B"])
def test_the_symbol_of_choice_is_chosen_at_the_end(source: str, own: list[str], points: int) -> None:
    if source == "Scientists Guild":
        me = City("Gizah A", [*own, source])
    else:
        me = City(source, own, stages=2 if source == "Babylon A" else 3)
    game = position(me, City(), City(), age=3)
    assert scores(game, 0)["science"] == points
    assert scores(game, 0)["guilds"] == 0


@ruling(35)
def test_the_symbol_is_not_fixed_when_the_guild_is_built() -> None:
    """With one gear the best symbol is a gear; a compass built later makes it the tablet."""
    game = position(City("Gizah A", ["Workshop", "School", "Dispensary"]), City(), City(), age=3)
    assert scores(game, 0)["science"] == 3 + 7
    me = City("Gizah A", ["Workshop", "Scientists Guild", "School"], coins=0)
    game = position(me, City(), City(), age=3, turn=5, hands=[["Academy"]])
    assert scores(game, 0)["science"] == 3 + 7
    take_turn(game, "build Academy")
    assert scores(game, 0)["science"] == 4 + 1 + 1 + 7


@ruling(36)
@pytest.mark.parametrize(("age", "token"), [(1, 1), (2, 3), (3, 5)])
def test_more_shields_bring_a_victory_token_of_the_age_fewer_a_defeat(age: int, token: int) -> None:
    two, one, none = City(cards=["Barracks", "Stockade"]), City(cards=["Barracks"]), City()
    game = position(two, one, none, age=age, turn=6)
    take_turn(game)
    after = [(city["victory_points"], city["defeats"]) for city in game.snapshot()["cities"]]
    assert after == [(2 * token, 0), (token, 1), (0, 2)]


@ruling(36)
def test_equal_shields_bring_nothing_and_only_neighbours_are_compared() -> None:
    strong, weak = City(cards=["Circus"]), City()
    game = position(strong, City(cards=["Circus"]), weak, weak, weak, age=1, turn=6)
    take_turn(game)
    after = [(city["victory_points"], city["defeats"]) for city in game.snapshot()["cities"]]
    assert after == [(1, 0), (1, 0), (0, 1), (0, 0), (0, 1)]


@ruling(36)
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_there_is_no_conflict_before_the_sixth_turn(turn: int) -> None:
    game = position(City(cards=["Circus"]), City(), City(), turn=turn)
    take_turn(game)
    assert all(city["victory_points"] == city["defeats"] == 0 for city in game.snapshot()["cities"])


@ruling(36)
def test_a_red_card_of_the_sixth_turn_counts() -> None:
    game = position(City("Rhodos A"), City(), City(), turn=6, hands=[["Barracks"]])
    take_turn(game, "build Barracks")
    assert [city["victory_points"] for city in game.snapshot()["cities"]] == [2, 0, 0]


@ruling(37)
@pytest.mark.parametrize(("board", "stages", "shields"), [("Rhodos A", 2, 2), ("Rhodos B", 1, 1), ("Rhodos B", 2, 2)])
def test_shields_of_stages_count_with_those_of_red_cards(board: str, stages: int, shields: int) -> None:
    game = position(City(board, ["Barracks"], stages), City(), City(cards=["Walls"]), turn=6)
    assert game.snapshot()["cities"][0]["shields"] == shields + 1
    take_turn(game)
    city = game.snapshot()["cities"][0]
    assert (city["victory_points"], city["defeats"]) == ((1, 0) if shields == 1 else (2, 0))
