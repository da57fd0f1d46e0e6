"""The second edition: rulings R2-1 to R2-21 (docs/rulings-wonders-2.md)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import mirabilia
from mirabilia.errors import BadDeal, MirabiliaError
from mirabilia.games.wonders.catalog import wonders_catalog
from wonders_positions import City, cards, coins, of_card, position, quote, scores, take_turn, texts, ways

ruling = pytest.mark.ruling
SECOND = wonders_catalog().edition(2)
BOARD = {board.city: board for board in SECOND.boards}


def second(*cities: City, **where: Any) -> Any:
    """A position of the second edition."""
    return position(*cities, edition=2, **where)


def event_of(game: Any, kind: str, city: int) -> dict[str, Any]:
    """The last event of that kind in a city."""
    return next(event for event in reversed(game.log(None)) if event["event"] == kind and event["city"] == city)


# ---- set-up and course ----


@ruling("R2-1", "R2-18")
def test_two_players_cannot_play_the_second_edition() -> None:
    with pytest.raises(MirabiliaError, match="edition 2, is for 3 to 7 players"):
        mirabilia.new_game("wonders", players=2, edition=2)
    deal = {**mirabilia.new_game("wonders", players=2, seed=1).deal, "edition": 2}
    with pytest.raises(BadDeal, match="3 to 7 players"):
        mirabilia.from_deal(deal)


@pytest.mark.parametrize("number", [0, 3, -1, "two", 1.5])
def test_there_are_two_editions(number: Any) -> None:
    with pytest.raises(MirabiliaError, match="edition"):
        mirabilia.new_game("wonders", edition=number)


def test_the_first_edition_is_the_default_and_deals_name_only_the_other() -> None:
    first, other = (mirabilia.new_game("wonders", seed=3, edition=number) for number in (1, 2))
    assert first == mirabilia.new_game("wonders", seed=3)
    assert "edition" not in first.deal and other.deal["edition"] == 2
    assert "edition" not in first.record().dumps() and "  edition 2\n" in other.record().dumps()
    assert mirabilia.from_deal({**first.deal, "edition": 1}) == first
    assert mirabilia.from_deal(other.deal) == other
    assert (first.view(0)["edition"], other.view(None)["edition"]) == (1, 2)
    with pytest.raises(BadDeal):
        mirabilia.from_deal({**other.deal, "edition": 1})


@ruling("R2-2")
def test_boards_and_sides_are_random_or_chosen_and_may_be_mixed() -> None:
    seen = {
        tuple(board)
        for seed in range(40)
        for board in mirabilia.new_game("wonders", seed=seed, edition=2).deal["boards"]
    }
    assert seen == {(city, side) for city in BOARD for side in ("A", "B")}
    chosen = [["Olympia", "B"], ["Gizah", "A"], ["Babylon", "B"]]
    assert mirabilia.new_game("wonders", edition=2, boards=chosen).deal["boards"] == chosen


@ruling("R2-3")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_decks_are_dealt_out_and_everyone_has_three_coins(players: int) -> None:
    game = mirabilia.new_game("wonders", players=players, seed=players, edition=2)
    for age, hands in enumerate(game.deal["hands"], 1):
        assert [len(hand) for hand in hands] == [7] * players
        dealt = Counter(card for hand in hands for card in hand)
        guilds = {card for card in dealt if card in SECOND.guilds}
        assert len(guilds) == (players + 2 if age == 3 else 0)
        assert dealt - Counter(guilds) == Counter(SECOND.deck(age, players))
    assert coins(game) == [3] * players


@ruling("R2-4")
def test_the_course_is_that_of_the_first_edition() -> None:
    game = second(City(coins=7), City(cards=["Barracks"], coins=7), City(), age=1, turn=6)
    take_turn(game)
    snapshot = game.snapshot()
    assert (snapshot["age"], snapshot["turn"]) == (2, 1)
    assert [city["victory_points"] for city in snapshot["cities"]] == [0, 2, 0]
    assert [city["defeats"] for city in snapshot["cities"]] == [1, 0, 1]
    assert (scores(game, 0)["treasury"], game.view(0)["passing"]) == (10 // 3, "right")


@ruling("R2-5")
@pytest.mark.parametrize("post", ["East Trading Post", "West Trading Post"])
def test_either_trading_post_opens_the_forum(post: str) -> None:
    game = second(City(cards=[post], coins=0), City(), City(), age=2, hands=[["Forum"]])
    assert ways(game, 0, "Forum") == [(0, 0)] and quote(game, 0, "Forum")["chain"]


@ruling("R2-5", "R2-8")
@pytest.mark.parametrize(
    ("giver", "card", "age"),
    [("Well", "Statue", 2), ("Altar", "Pantheon", 3), ("Theater", "Gardens", 3), ("Walls", "Fortifications", 3)],
)
def test_chains_of_this_edition(giver: str, card: str, age: int) -> None:
    game = second(City(cards=[giver], coins=0), City(), City(), age=age, hands=[[card]])
    assert quote(game, 0, card)["chain"] and ways(game, 0, card) == [(0, 0)]


@ruling("R2-5", "R2-8")
@pytest.mark.parametrize(
    ("giver", "card", "age"), [("Altar", "Temple", 2), ("Theater", "Statue", 2), ("Temple", "Pantheon", 3)]
)
def test_chains_of_the_first_edition_are_gone(giver: str, card: str, age: int) -> None:
    game = second(City(cards=[giver], coins=0), City(), City(), age=age, hands=[[card]])
    assert not quote(game, 0, card)["chain"]


# ---- new cards ----


@ruling("R2-6")
def test_ludus_pays_for_red_cards_at_once_and_counts_them_at_the_end() -> None:
    red = ["Barracks", "Stockade"]
    game = second(
        City("Rhodos A", cards=[*red, "Stone Pit"], stages=2, coins=0), City(), City(), age=3, turn=3,
        hands=[["Ludus"], [], ["Arsenal"]],
    )  # fmt: skip
    take_turn(game, "build Ludus")
    assert coins(game)[0] == 6, "neither the board's shields nor Ludus itself"
    assert scores(game, 0)["commerce"] == 2
    grown = second(City(cards=[*red, "Ludus", "Castrum"]), City(), City(), age=3)
    assert scores(grown, 0)["commerce"] == 3


@ruling("R2-7")
@pytest.mark.parametrize(("board", "complete"), [("Gizah A", 3), ("Gizah B", 4), ("Babylon B", 2), ("Rhodos B", 2)])
def test_decorators_guild_asks_for_a_complete_wonder(board: str, complete: int) -> None:
    for stages in range(complete + 1):
        game = second(City(board, cards=["Decorators Guild"], stages=stages), City(), City(), age=3)
        assert scores(game, 0)["guilds"] == (7 if stages == complete else 0)


@ruling("R2-7")
def test_shipowners_guild_counts_decorators_guild() -> None:
    game = second(City(cards=["Shipowners Guild", "Decorators Guild"]), City(), City(), age=3)
    assert scores(game, 0)["guilds"] == 2


@ruling("R2-8")
def test_well_and_castrum_are_plain_cards() -> None:
    game = second(City(cards=["Well", "Castrum"]), City(), City(), age=3)
    assert scores(game, 0)["civilian"] == 3 and game.snapshot()["cities"][0]["shields"] == 3
    castrum = next(card for card in SECOND.kinds if card.name == "Castrum")
    assert (castrum.free_with, castrum.unlocks) == ((), ())


# ---- boards ----


@ruling("R2-9")
def test_starting_resources() -> None:
    assert {city: board.resource for city, board in BOARD.items()} == {
        "Rhodos": "ore", "Alexandria": "glass", "Ephesos": "papyrus", "Babylon": "wood", "Olympia": "clay",
        "Halikarnassos": "cloth", "Gizah": "stone",
    }  # fmt: skip
    for side in ("A", "B"):
        game = second(City(f"Olympia {side}"), City(), City())
        city = game.view(0)["cities"][0]
        assert city["produces"] == city["sells"] == [["clay"]]


OLYMPIA = {"A": (2, 3, 2), "B1": (1, 1, 2), "B2": (2, 6, 2)}  # stages, a turn in which the power holds, age


@ruling("R2-10", "R2-19")
@pytest.mark.parametrize("power", OLYMPIA)
def test_a_free_card_costs_neither_goods_nor_coins_and_has_one_build(power: str) -> None:
    stages, turn, age = OLYMPIA[power]
    city = City(f"Olympia {power[0]}", stages=stages, coins=0)
    game = second(city, City(), City(), age=age, turn=turn, hands=[["Sawmill", "Aqueduct"]])
    for card in ("Sawmill", "Aqueduct"):
        builds = [option.as_dict() for option in game.options(0) if option.card == card and option.action == "build"]
        assert builds == [{"action": "build", "card": card, "pay": [0, 0], "bank": 0}]
        told = quote(game, 0, card)
        assert (told["pays"], told["bank"], told["chain"], told["affordable"]) == ([[0, 0]], 0, False, True)
        assert told["plan"] == [{"good": "all", "source": "power", "price": 0}]
        assert not any(option.action == "free_build" for option in game.options(0))
    take_turn(game, "build Aqueduct")
    assert (cards(game, 0), coins(game)[0]) == (["Aqueduct"], 0)
    built = event_of(game, "built", 0)
    assert built["free"] and built["chain"] is None


@ruling("R2-10")
@pytest.mark.parametrize("power", OLYMPIA)
def test_a_free_card_helps_no_stage_and_no_second_structure_of_a_name(power: str) -> None:
    stages, turn, age = OLYMPIA[power]
    city = City(f"Olympia {power[0]}", cards=["Loom"], stages=stages, coins=0)
    game = second(city, City("Gizah A"), City("Rhodos A"), age=age, turn=turn, hands=[["Loom", "Aqueduct"]])
    assert of_card(game, 0, "Loom") == ["discard"]
    assert "stage" not in of_card(game, 0, "Aqueduct")


@ruling("R2-10", "R2-20")
def test_a_power_holds_from_the_turn_after_its_stage() -> None:
    goods = ["Sawmill", "Stone Pit"]
    game = second(
        City("Olympia A", cards=goods, stages=1, coins=0), City(), City(), age=2, turn=2,
        hands=[["Aqueduct", "Loom"], [], ["Walls"]],
    )  # fmt: skip
    assert "build" not in of_card(game, 0, "Aqueduct")
    assert game.view(0)["cities"][0]["free_colors"] == []
    take_turn(game, "stage with Aqueduct")
    assert "build" in of_card(game, 0, "Walls")
    assert "red" in game.view(1)["cities"][0]["free_colors"]


@ruling("R2-11", "R2-12")
def test_only_colours_that_the_city_lacks_are_free() -> None:
    city = City("Olympia A", cards=["Baths"], stages=2, coins=0)
    for age, hand in ((1, ["Altar", "Stockade"]), (2, ["Courthouse", "Walls"]), (3, ["Palace", "Arsenal"])):
        game = second(city, City(), City(), age=age, turn=4, hands=[hand])
        blue, red = hand
        assert ways(game, 0, red) == [(0, 0)], "a colour that is not there yet, in whatever age"
        if age > 1:
            assert ways(game, 0, blue) == [], "Baths stood there before"
    assert game.view(0)["cities"][0]["free_colors"] == ["brown", "grey", "yellow", "red", "green", "purple"]


@ruling("R2-11")
def test_each_colour_is_free_once_in_a_game() -> None:
    game = second(
        City("Olympia A", stages=2, coins=0), City(), City(), age=1, turn=6,
        hands=[["Stockade", "Baths"]],
    )  # fmt: skip
    take_turn(game, "build Stockade")
    assert game.view(0)["age"] == 2
    assert "red" not in game.view(0)["cities"][0]["free_colors"], "it does not start afresh with an age"


@ruling("R2-12")
def test_cards_under_the_board_and_its_own_goods_are_no_cards() -> None:
    game = second(
        City("Olympia A", cards=["Sawmill", "Stone Pit"], stages=1, coins=0), City(), City(), age=2, turn=2,
        hands=[["Stables"], [], ["Walls"]],
    )  # fmt: skip
    take_turn(game, "stage with Stables")
    assert ways(game, 0, "Walls") == [(0, 0)], "the red card lies under the board"
    fresh = second(City("Olympia A", stages=2, coins=0), City(), City(), age=2, turn=2, hands=[["Brickyard"]])
    assert ways(fresh, 0, "Brickyard") == [(0, 0)], "the board's clay is not a brown card"


@ruling("R2-13")
@pytest.mark.parametrize("move", ["discard Walls", "stage with Walls"])
def test_a_card_sold_or_buried_changes_nothing(move: str) -> None:
    made = ["Brickyard", "Clay Pool"]
    game = second(
        City("Olympia A", cards=made, stages=2, coins=0), City(), City(), age=2, turn=2,
        hands=[["Walls"], [], ["Stables"]],
    )  # fmt: skip
    take_turn(game, move)
    assert ways(game, 0, "Stables") == [(0, 0)]


@ruling("R2-14", "R2-20")
@pytest.mark.parametrize("age", [2, 3])
def test_olympia_night_has_the_first_card_of_an_age_free(age: int) -> None:
    card = {2: "Aqueduct", 3: "Palace"}[age]
    for turn in range(1, 7):
        game = second(City("Olympia B", stages=1, coins=0), City(), City(), age=age, turn=turn, hands=[[card]])
        assert ways(game, 0, card) == ([(0, 0)] if turn == 1 else [])


@ruling("R2-14")
@pytest.mark.parametrize("move", ["discard Aqueduct", "stage with Aqueduct"])
def test_a_first_turn_without_a_build_loses_the_power_for_the_age(move: str) -> None:
    game = second(
        City("Olympia B", cards=["Brickyard", "Clay Pool"], stages=1, coins=0), City(), City(), age=2, turn=1,
        hands=[["Aqueduct"], [], ["Walls"]],
    )  # fmt: skip
    take_turn(game, move)
    assert "Walls" in game.view(0)["hand"]
    assert ways(game, 0, "Walls") == []


@ruling("R2-15", "R2-20")
def test_olympia_night_has_the_last_card_of_every_age_free() -> None:
    for age, card in ((1, "Baths"), (2, "Walls"), (3, "Palace")):
        for turn in range(1, 7):
            city = City("Olympia B", cards=["Loom"], stages=2, coins=0)
            game = second(city, City("Rhodos A"), City("Ephesos A"), age=age, turn=turn, hands=[[card]])
            assert ways(game, 0, card) == ([(0, 0)] if turn in (1, 6) else [])


@ruling("R2-15")
def test_the_card_left_over_is_not_built() -> None:
    game = second(City("Olympia B", stages=2, coins=0), City(), City(), age=1, turn=6, hands=[["Baths", "Altar"]])
    take_turn(game, "build Baths")
    assert cards(game, 0) == ["Baths"] and game.view(0)["age"] == 2
    assert "Altar" in game.snapshot()["discard"]


@ruling("R2-15")
def test_built_in_a_sixth_turn_it_serves_from_the_next_age_on() -> None:
    game = second(
        City("Olympia B", cards=["Brickyard", "Clay Pool"], stages=1, coins=0), City(), City(), age=1, turn=6,
        hands=[["Loom", "Baths"]],
    )  # fmt: skip
    take_turn(game, "stage with Loom")
    snapshot = game.snapshot()
    assert (snapshot["age"], snapshot["cities"][0]["stages"], snapshot["cities"][0]["cards"]) == (
        2,
        2,
        ["Clay Pool", "Brickyard"],
    )


@ruling("R2-16", "R2-21")
def test_babylon_night_plays_the_seventh_card_from_the_stage_on() -> None:
    assert len(BOARD["Babylon"].B) == 2
    game = second(
        City("Babylon B", cards=["Quarry"], coins=0), City(), City(), age=1, turn=6, hands=[["Loom", "Altar"]]
    )
    take_turn(game, "stage with Loom")
    assert game.view(0)["phase"] == "seventh" and game.to_act == (0,)
    assert of_card(game, 0, "Altar") == ["build", "discard"]
    game.play(0, "build Altar")
    assert cards(game, 0) == ["Altar", "Quarry"] and game.view(0)["age"] == 2


@ruling("R2-16")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_babylon_night_has_it_in_every_age_and_its_symbol_with_the_second_stage(age: int) -> None:
    game = second(City("Babylon B", stages=1), City(), City(), age=age, turn=6)
    take_turn(game)
    assert game.view(0)["phase"] == "seventh"
    assert scores(second(City("Babylon B", stages=2), City(), City()), 0)["science"] == 1


@ruling("R2-16")
def test_the_seventh_card_may_be_built_buried_or_sold() -> None:
    game = second(
        City("Babylon B", cards=["Brickyard", "Clay Pool", "Glassworks"], stages=1), City(), City(), age=1, turn=6,
        hands=[["Altar", "Loom"]],
    )  # fmt: skip
    take_turn(game, "discard Loom")
    assert of_card(game, 0, "Altar") == ["build", "discard", "stage"]


@ruling("R2-17")
def test_other_boards_do_what_they_did() -> None:
    first = {board.city: board for board in wonders_catalog().edition(1).boards}
    for city in ("Halikarnassos", "Alexandria", "Ephesos", "Gizah", "Rhodos"):
        for side in ("A", "B"):
            effects = [[stage.effect for stage in boards[city].stages(side)] for boards in (first, BOARD)]
            assert effects[0] == effects[1]
    assert first["Rhodos"] is BOARD["Rhodos"]
    game = second(
        City("Halikarnassos A", cards=["Glassworks", "Press"], stages=1, coins=0), City(), City(), age=2, turn=2,
        hands=[["Walls"]], discard=["Palace"],
    )  # fmt: skip
    take_turn(game, "stage with Walls")
    assert "revive Palace" in texts(game, 0) and "revive none" in texts(game, 0)
    game.play(0, "revive Palace")
    assert cards(game, 0) == ["Glassworks", "Press", "Palace"]


@ruling("R2-18")
def test_powers_and_cards_of_the_first_edition_are_gone() -> None:
    specials = {stage.effect.special for board in SECOND.boards for side in "AB" for stage in board.stages(side)}
    assert not specials & {"free_build_once_per_age", "copy_neighbour_guild"}
    assert not {"Pawnshop", "Strategists Guild"} & {card.name for card in SECOND.cards}
    assert "two" not in str(SECOND.players) and 2 not in SECOND.players


@ruling("R2-19")
def test_a_chain_is_named_even_where_a_power_makes_the_card_free() -> None:
    game = second(
        City("Olympia A", cards=["Well"], stages=2, coins=0), City(), City(), age=2, turn=1, hands=[["Statue", "Walls"]]
    )
    assert quote(game, 0, "Statue")["chain"]
    night = second(
        City("Olympia B", cards=["Well"], stages=1, coins=0), City(), City(), age=2, turn=1, hands=[["Statue"]]
    )
    assert ways(night, 0, "Statue") == [(0, 0)] and quote(night, 0, "Statue")["chain"]
    take_turn(night, "build Statue")
    built = event_of(night, "built", 0)
    assert (built["chain"], built["free"]) == ("Well", False)


@ruling("R2-19")
def test_a_card_without_cost_owes_nothing_to_a_power() -> None:
    game = second(City("Olympia B", stages=1, coins=0), City(), City(), age=1, turn=1, hands=[["Altar"]])
    take_turn(game, "build Altar")
    assert not event_of(game, "built", 0)["free"]


@ruling("R2-20")
def test_a_colour_is_looked_up_at_the_start_of_the_turn() -> None:
    game = second(
        City("Olympia A", stages=2, coins=0), City(), City(), age=2, turn=2, hands=[["Walls"], [], ["Stables"]]
    )
    assert game.view(0)["cities"][0]["free_colors"].count("red") == 1
    take_turn(game, "build Walls")
    assert "Stables" in game.view(0)["hand"]
    assert ways(game, 0, "Stables") == []


@ruling("R2-21")
def test_in_a_sixth_turn_babylon_comes_before_halikarnassos() -> None:
    game = second(
        City("Halikarnassos A", cards=["Glassworks", "Press"], stages=1),
        City("Babylon B", stages=1),
        City(),
        age=1, turn=6, hands=[["Loom"], ["Altar"]], discard=["Baths"],
    )  # fmt: skip
    take_turn(game, "stage with Loom")
    assert (game.view(0)["phase"], game.to_act) == ("seventh", (1,))
    game.play(1, next(option for option in game.options(1) if option.action == "discard"))
    assert (game.view(0)["phase"], game.to_act) == ("revive", (0,))
