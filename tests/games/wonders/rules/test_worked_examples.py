"""The worked examples and numbers of the rulebooks, 1 to 76: what they say of cards, boards and points, played here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

import mirabilia
from wonders_positions import (
    BOARD,
    CARD,
    CATALOG,
    WHOLE,
    City,
    cards,
    coins,
    position,
    quote,
    scores,
    take_turn,
    texts,
    ways,
)

F = TypeVar("F", bound=Callable[..., Any])
SEEN: set[int] = set()
RAW = set(WHOLE.resources.raw)
MADE = set(WHOLE.resources.manufactured)


def example(*numbers: int) -> Callable[[F], F]:
    """Notes which examples a test plays."""
    SEEN.update(numbers)
    return lambda test: test


def row(number: int, *values: Any) -> Any:
    """A row of a table of cases that stands for one example."""
    SEEN.add(number)
    return pytest.param(*values, id=f"{number}: {values[0]}")


def test_no_example_is_left_out() -> None:
    assert set(range(1, 77)) == SEEN, sorted(set(range(1, 77)) ^ SEEN)


# ---- costs ----

COSTS = [
    row(1, "Marketplace", {}),
    row(2, "Mine", {"coins": 1}),
    row(3, "Baths", {"stone": 1}),
    row(4, "Arena", {"stone": 2, "ore": 1}),
    row(5, "Stables", {"clay": 1, "wood": 1, "ore": 1}),
    row(13, "Timber Yard", {"coins": 1}),
    row(15, "East Trading Post", {}),
    row(17, "Barracks", {"ore": 1}),
    row(18, "Scriptorium", {"papyrus": 1}),
    row(19, "Aqueduct", {"stone": 3}),
    row(20, "University", {"wood": 2, "glass": 1, "papyrus": 1}),
    row(21, "Library", {"stone": 2, "cloth": 1}),
    row(22, "Forum", {"clay": 2}),
]
MAKERS = {
    "wood": ["Lumber Yard", "Sawmill"],
    "stone": ["Stone Pit", "Quarry"],
    "ore": ["Ore Vein", "Foundry"],
    "clay": ["Clay Pool", "Brickyard"],
    "glass": ["Glassworks"],
    "cloth": ["Loom"],
    "papyrus": ["Press"],
}


@pytest.mark.parametrize(("name", "cost"), COSTS)
def test_a_card_costs_what_the_example_says(name: str, cost: dict[str, int]) -> None:
    assert CARD[name].cost == cost
    makers = [card for good in cost if good != "coins" for card in MAKERS[good]]
    bank = cost.get("coins", 0)
    game = position(City("Halikarnassos B", makers, coins=bank), City(), City(), age=CARD[name].age, hands=[[name]])
    assert ways(game, 0, name) == [(0, 0)]
    take_turn(game, f"build {name}")
    assert name in cards(game, 0) and coins(game)[0] >= 0


CHAINS = [
    row(5, "Stables", "Apothecary"),
    row(6, "Library", "Scriptorium"),
    row(6, "Courthouse", "Scriptorium"),
    row(23, "Library", "Scriptorium"),
    row(24, "Statue", "Theater"),
    row(24, "Gardens", "Statue"),
]


@pytest.mark.parametrize(("name", "giver"), CHAINS)
def test_a_card_is_free_with_the_one_the_example_names(name: str, giver: str) -> None:
    around = [City("Ephesos A"), City("Babylon A")]
    game = position(City("Gizah A", [giver], coins=0), *around, age=CARD[name].age, hands=[[name]])
    assert ways(game, 0, name) == [(0, 0)] and quote(game, 0, name)["chain"]
    game = position(City("Gizah A", coins=0), *around, age=CARD[name].age, hands=[[name]])
    assert ways(game, 0, name) == []


@example(16)
def test_the_example_city_of_giza_has_what_it_needs_or_not() -> None:
    """2 stone, a clay, an ore, a papyrus and a cloth."""
    makers = ["Stone Pit", "Clay Pool", "Ore Vein", "Press", "Loom"]
    me = City("Gizah A", makers, coins=0)
    for name, can in (
        ("Barracks", True),
        ("Scriptorium", True),
        ("Library", True),
        ("Aqueduct", False),
        ("University", False),
        ("Forum", False),
    ):
        game = position(me, City("Rhodos A"), City("Ephesos A"), age=CARD[name].age, hands=[[name]])
        assert bool(ways(game, 0, name)) == can, name
    assert BOARD["Gizah"].resource == "stone"


# ---- the decks ----


@example(7, 8, 9)
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_deck_of_a_player_count(players: int) -> None:
    deal = mirabilia.new_game("wonders", players=players, seed=1).deal
    for age in (1, 2, 3):
        dealt = [name for hand in deal["hands"][age - 1] for name in hand]
        assert len(dealt) == {3: 21, 4: 28, 5: 35, 6: 42, 7: 49}[players]
        assert all(min(n for c in CATALOG.cards if c.name == name for n in c.copies) <= players for name in dealt)
    guilds = [name for hand in deal["hands"][2] for name in hand if name in CATALOG.guilds]
    assert len(guilds) == {3: 5, 4: 6, 5: 7, 6: 8, 7: 9}[players]


@example(10, 11, 12)
def test_the_cards_of_the_box() -> None:
    assert [sum(len(c.copies) for c in CATALOG.cards if c.age == age) for age in (1, 2, 3)] == [49, 49, 50]
    assert len(WHOLE.colors) == 7 and len(CATALOG.boards) == 7 and len(CATALOG.guilds) == 10
    by_age = {age: {c.color for c in CATALOG.cards if c.age == age} for age in (1, 2, 3)}
    assert not {"brown", "grey"} & by_age[3]
    assert [age for age in by_age if "purple" in by_age[age]] == [3]


@example(14)
def test_only_brown_cards_cost_coins() -> None:
    assert {c.color for c in CATALOG.cards if "coins" in c.cost} == {"brown"}


@example(25)
def test_chains_start_with_age_two_and_name_a_card_of_the_age_before() -> None:
    for card in CATALOG.cards:
        for giver in card.free_with:
            assert card.age >= 2 and CARD[giver].age == card.age - 1


@example(31)
def test_four_green_cards_of_each_symbol() -> None:
    assert Counter(c.effect.science for c in CATALOG.cards if c.color == "green") == dict.fromkeys(
        WHOLE.science.symbols, 4
    )


@example(55)
def test_brown_cards_give_one_unit_in_age_one_and_two_of_a_kind_in_age_two() -> None:
    for card in CATALOG.cards:
        if card.color == "brown":
            units = card.effect.produces
            assert card.effect.sellable
            if card.age == 1:
                assert len(units) == 1 and len(units[0]) in (1, 2)
            else:
                assert len(units) == 2 and units[0] == units[1] and len(units[0]) == 1


@example(56)
def test_shields_of_red_cards_are_the_number_of_their_age() -> None:
    assert all(c.effect.shields == c.age for c in CATALOG.cards if c.color == "red")


@example(76)
def test_the_two_player_game_uses_the_three_player_cards() -> None:
    deal = mirabilia.new_game("wonders", players=2, seed=1).deal
    for age in range(3):
        parts = [*deal["hands"][age], deal["draw_piles"][age]]
        assert [len(part) for part in parts] == [7, 7, 7]
        plain = [name for part in parts for name in part if name not in CATALOG.guilds]
        assert len(plain) == (16 if age == 2 else 21)


# ---- boards ----


@example(26, 27)
def test_every_stage_costs_goods_and_most_wonders_have_three() -> None:
    stages = {(b.city, side): b.stages(side) for b in CATALOG.boards for side in ("A", "B")}
    assert all(stage.cost and set(stage.cost) <= RAW | MADE for board in stages.values() for stage in board)
    numbers = Counter(len(board) for board in stages.values())
    assert numbers == {3: 12, 2: 1, 4: 1}


@example(28, 29)
def test_alexandria_a() -> None:
    assert BOARD["Alexandria"].A[1].cost == {"ore": 2}
    game = position(City("Alexandria A", ["Ore Vein", "Foundry"], stages=1, coins=0), City(), City())
    assert ways(game, 0, "stage") == [(0, 0)]
    assert scores(position(City("Alexandria A", stages=3), City(), City()), 0)["wonder"] == 10


@example(38)
@pytest.mark.parametrize("name", BOARD)
def test_side_a_is_worth_three_and_seven(name: str) -> None:
    first, _, third = BOARD[name].A
    assert (first.effect.points, third.effect.points) == (3, 7)


EVERYTHING = [card for makers in MAKERS.values() for card in makers] + [
    "Timber Yard",
    "Excavation",
    "Clay Pit",
    "Forest Cave",
]


def with_stage(board: str, stage: int) -> Any:
    """A game in which seat 0 has just built this stage."""
    game = position(City(board, EVERYTHING, stage - 1, coins=0), City("", coins=0), City("", coins=0), age=3, turn=3)
    return take_turn(game, next(o.text for o in game.options(0) if o.action == "stage" and sum(o.get("pay")) == 0))


STAGES = [  # example, board, stage, coins, shields, points of the stage
    row(39, "Rhodos A", 2, 0, 2, 0),
    row(41, "Ephesos A", 2, 9, 0, 0),
    row(45, "Gizah A", 2, 0, 0, 5),
    row(46, "Rhodos B", 1, 3, 1, 3),
    row(46, "Rhodos B", 2, 4, 1, 4),
    row(47, "Alexandria B", 3, 0, 0, 7),
    row(48, "Ephesos B", 1, 4, 0, 2),
    row(48, "Ephesos B", 2, 4, 0, 3),
    row(48, "Ephesos B", 3, 4, 0, 5),
    row(49, "Babylon B", 1, 0, 0, 3),
    row(50, "Olympia B", 2, 0, 0, 5),
    row(52, "Halikarnassos B", 1, 0, 0, 2),
    row(52, "Halikarnassos B", 2, 0, 0, 1),
    row(52, "Halikarnassos B", 3, 0, 0, 0),
    row(53, "Gizah B", 1, 0, 0, 3),
    row(53, "Gizah B", 2, 0, 0, 5),
    row(53, "Gizah B", 3, 0, 0, 5),
    row(53, "Gizah B", 4, 0, 0, 7),
]


@pytest.mark.parametrize(("board", "stage", "given", "shields", "points"), STAGES)
def test_a_stage_gives_what_the_example_says(board: str, stage: int, given: int, shields: int, points: int) -> None:
    before = position(City(board, EVERYTHING, stage - 1, coins=0), City(), City(), age=3)
    game = with_stage(board, stage)
    assert coins(game)[0] == given
    assert game.snapshot()["cities"][0]["shields"] == shields + before.snapshot()["cities"][0]["shields"]
    assert scores(game, 0)["wonder"] - scores(before, 0)["wonder"] == points


@example(53)
def test_gizah_b_is_worth_twenty() -> None:
    assert scores(position(City("Gizah B", stages=4), City(), City()), 0)["wonder"] == 20


@example(40, 47)
@pytest.mark.parametrize(
    ("board", "stages", "more"), [("Alexandria A", 2, RAW), ("Alexandria B", 1, RAW), ("Alexandria B", 2, MADE)]
)
def test_alexandria_produces_one_good_of_a_group_not_for_sale(board: str, stages: int, more: set[str]) -> None:
    city = position(City(board, stages=stages), City(), City()).view(None)["cities"][0]
    assert set(city["produces"][-1]) == more and city["sells"] == [["glass"]]


@example(42, 49)
@pytest.mark.parametrize(("board", "stages"), [("Babylon A", 2), ("Babylon B", 3)])
def test_babylon_has_a_science_symbol_of_choice(board: str, stages: int) -> None:
    game = position(City(board, ["Workshop", "School"], stages), City(), City(), age=3)
    assert scores(game, 0)["science"] == 3 + 7


@example(43)
def test_olympia_a_builds_one_structure_per_age_free() -> None:
    game = position(City("Olympia A", stages=2, coins=0), City(), City(), age=3, hands=[["Palace"]])
    take_turn(game, "free Palace")
    assert cards(game, 0) == ["Palace"] and not any(o.action == "free_build" for o in game.options(0))


@example(44, 52)
@pytest.mark.parametrize(("board", "stage"), [("Halikarnassos A", 2), *(("Halikarnassos B", n) for n in (1, 2, 3))])
def test_halikarnassos_builds_from_the_discards(board: str, stage: int) -> None:
    game = with_stage(board, stage)
    assert game.to_act == (0,) and texts(game, 0)[-1] == "revive none"


@example(49)
def test_babylon_b_plays_the_seventh_card() -> None:
    game = take_turn(
        position(City("Babylon B", stages=2), City(), City(), turn=6, hands=[["Altar", "Loom"]]), "build Loom"
    )
    assert texts(game, 0) == ["build Altar", "discard Altar"]


@example(50, 51, 54)
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_posts_and_olympia_b(side: str) -> None:
    around = (
        [City("Gizah A", ["Loom"]), City("Ephesos A")]
        if side == "right"
        else [City("Ephesos A"), City("Gizah A", ["Loom"])]
    )
    posts = {"right": ["East Trading Post"], "left": ["West Trading Post"]}
    other = {"right": ["West Trading Post"], "left": ["East Trading Post"]}

    def price(me: City, card: str) -> int:
        game = position(me, *around, hands=[[card]])
        (pay,) = ways(game, 0, card)
        return sum(pay)

    assert price(City("Rhodos A", posts[side]), "Baths") == 1
    assert price(City("Rhodos A", other[side]), "Baths") == 2
    assert price(City("Rhodos A", ["Marketplace"]), "Apothecary") == 1
    assert price(City("Rhodos A", ["Marketplace"]), "Baths") == 2
    assert price(City("Olympia B", stages=1), "Baths") == price(City("Rhodos A", [*posts[side], *other[side]]), "Baths")
    assert price(City("Olympia B", stages=1), "Apothecary") == 2


@example(50)
def test_olympia_b_copies_a_guild() -> None:
    game = position(City("Olympia B", stages=3), City(cards=["Spies Guild", "Walls"]), City(), age=3)
    assert scores(game, 0)["guilds"] == 1


# ---- points ----


@example(30)
def test_altar_aqueduct_and_town_hall_are_thirteen_points() -> None:
    game = position(City(cards=["Altar", "Aqueduct", "Town Hall"]), City(), City(), age=3)
    assert scores(game, 0)["civilian"] == 13


GREEN = {
    "compass": ["Apothecary", "Dispensary", "Lodge", "Academy"],
    "gear": ["Workshop", "Laboratory", "Observatory", "Study"],
    "tablet": ["Scriptorium", "Library", "School", "University"],
}
SCIENCE = [row(32, (3, 2, 1), 21), row(33, (3, 2, 2), 31)]


@pytest.mark.parametrize(("numbers", "points"), SCIENCE)
def test_science(numbers: tuple[int, int, int], points: int) -> None:
    green = [name for symbol, number in zip(GREEN, numbers, strict=True) for name in GREEN[symbol][:number]]
    assert scores(position(City(cards=green), City(), City(), age=3), 0)["science"] == points


@example(74)
def test_six_symbols_of_a_kind_are_thirty_six_points() -> None:
    game = position(City("Babylon A", [*GREEN["gear"], "Scientists Guild"], stages=2), City(), City(), age=3)
    assert scores(game, 0)["science"] == 36


@example(34)
def test_conflict_tokens_add_up() -> None:
    game = position(City(victory_points=1 + 3 + 5, defeats=3), City(), City(), age=3)
    assert scores(game, 0)["military"] == 6


@example(35)
def test_fourteen_coins_are_four_points() -> None:
    assert scores(position(City(coins=14), City(), City()), 0)["treasury"] == 4


@example(36)
def test_alexandria_with_three_shields_against_five_and_two_in_age_two() -> None:
    five, two = ["Walls", "Stables", "Barracks"], ["Walls"]
    game = position(
        City("Alexandria A", ["Walls", "Barracks"]), City(cards=five), City(), City(cards=two), age=2, turn=6
    )
    take_turn(game)
    city = game.snapshot()["cities"][0]
    assert (city["victory_points"], city["defeats"]) == (3, 1)


# ---- yellow cards ----


@example(57)
def test_vineyard_gives_a_coin_per_brown_card_of_three_cities() -> None:
    brown = ["Lumber Yard", "Sawmill"]
    game = position(
        City(cards=brown, coins=0), City(cards=brown), City(cards=brown), City(cards=brown), age=2, hands=[["Vineyard"]]
    )
    take_turn(game, "build Vineyard")
    assert coins(game)[0] == 6


@example(58)
def test_bazar_gives_two_coins_per_grey_card_of_three_cities() -> None:
    grey = ["Loom", "Press"]
    game = position(
        City(cards=grey, coins=0), City(cards=grey), City(cards=grey), City(cards=grey), age=2, hands=[["Bazar"]]
    )
    take_turn(game, "build Bazar")
    assert coins(game)[0] == 12


@example(59)
def test_caravansery_and_forum_produce_one_good_not_for_sale() -> None:
    city = position(City("Gizah A", ["Caravansery", "Forum"]), City(), City(), age=3).view(None)["cities"][0]
    assert city["sells"] == [["stone"]]
    assert {frozenset(unit) for unit in city["produces"][1:]} == {frozenset(RAW), frozenset(MADE)}


OWN = [  # example, card, city, coins, points
    row(37, "Chamber of Commerce", ["Loom", "Press", "Brickyard"], 0, 4, 4),
    row(60, "Arena", ["Dispensary"], 2, 6, 2),
    row(61, "Haven", ["Forum", "Lumber Yard", "Sawmill", "Quarry"], 0, 3, 3),
    row(62, "Chamber of Commerce", ["Loom", "Glassworks", "Press", "Brickyard"], 0, 6, 6),
    row(63, "Lighthouse", ["Caravansery", "Tavern"], 0, 3, 3),
    *(row(75, "Arena", ["Dispensary"], stages, 3 * stages, stages) for stages in (1, 2, 3, 4)),
]


@pytest.mark.parametrize(("card", "standing", "stages", "given", "points"), OWN)
def test_a_yellow_card_gives_coins_and_points(
    card: str, standing: list[str], stages: int, given: int, points: int
) -> None:
    game = position(
        City("Gizah B", standing, stages, coins=0), City("Rhodos A"), City("Ephesos A"), age=3, turn=2, hands=[[card]]
    )
    take_turn(game, f"build {card}")
    assert (coins(game)[0], scores(game, 0)["commerce"]) == (given, points)


# ---- guilds: own city, each neighbour, points ----

GUILDS = [
    row(64, "Spies Guild", City(cards=["Circus"]), City(cards=["Walls"]), 2),
    row(65, "Magistrates Guild", City(cards=["Senate"]), City(cards=["Altar"]), 2),
    row(66, "Workers Guild", City(cards=["Quarry"]), City(cards=["Sawmill"]), 2),
    row(67, "Craftsmens Guild", City(cards=["Press"]), City(cards=["Loom"]), 4),
    row(68, "Traders Guild", City(cards=["Forum"]), City(cards=["Tavern"]), 2),
    row(69, "Philosophers Guild", City(cards=["Lodge"]), City(cards=["Study"]), 2),
    row(70, "Builders Guild", City(stages=2), City(stages=3), 8),
    row(71, "Shipowners Guild", City(cards=["Quarry", "Loom", "Forum"]), City(cards=["Sawmill", "Press"]), 3),
    row(72, "Strategists Guild", City(defeats=4), City(defeats=1), 2),
]


@pytest.mark.parametrize(("guild", "own", "neighbour", "points"), GUILDS)
def test_a_guild_counts_what_the_example_says(guild: str, own: City, neighbour: City, points: int) -> None:
    me = City(**{**vars(own), "cards": [*own.cards, guild]})
    game = position(me, neighbour, City(cards=["Altar", "Walls", "Quarry"], stages=1, defeats=2), neighbour, age=3)
    assert scores(game, 0)["guilds"] == points


@example(73)
def test_scientists_guild_is_a_symbol_of_choice() -> None:
    game = position(City(cards=["Workshop", "School", "Scientists Guild"]), City(), City(), age=3)
    assert (scores(game, 0)["science"], scores(game, 0)["guilds"]) == (10, 0)
