"""Two players and the Free City: rulings 51 to 61, 8.16 to 8.18, 8.27, 9.5 and 10.1, 10.7 to 10.10, 10.12 to 10.14.

Seat 0 has the Free City on its right, seat 1 on its left. Seat 0 decides for it in odd turns of Ages I and III and in
even turns of Age II. In the sixth turn that is seat 1, seat 0 and seat 1.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import mirabilia
from mirabilia.engine.records import plain
from mirabilia.errors import IllegalMove, NotYourTurn
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import LOCAL_BIT
from wonders_positions import CATALOG, City, cards, coins, of_card, scores, take_turn, texts, two_players, ways

ruling = pytest.mark.ruling
FREE = 2


def new(seed: int = 1, **more: Any) -> Any:
    return mirabilia.new_game("wonders", players=2, seed=seed, **more)


def free_texts(game: Any, seat: int) -> list[str]:
    """The Free City's options as texts without their prefix."""
    found = texts(game, seat)
    assert all(text.startswith("free city: ") for text in found), found
    return [text.removeprefix("free city: ") for text in found]


def sixth(hand: list[str], free: City, *, a: City | None = None, b: City | None = None, **more: Any) -> Any:
    """Age I, turn 6: seat 1 holds three cards and decides for the Free City."""
    more = {"hands": [["Altar", "Theater"], hand], **more}
    return two_players(a or City("Rhodos A"), b or City("Ephesos A"), free, turn=6, **more)


# ---- set-up ----


@ruling(51, "8.18")
@pytest.mark.parametrize("seed", range(5))
def test_the_three_player_cards_are_dealt_to_two_hands_and_a_draw_pile(seed: int) -> None:
    deal = new(seed).deal
    for age in (1, 2, 3):
        dealt = [*deal["hands"][age - 1][0], *deal["hands"][age - 1][1], *deal["draw_piles"][age - 1]]
        guilds = [name for name in dealt if name in CATALOG.guilds]
        assert len(deal["draw_piles"][age - 1]) == 7 and len(dealt) == 21
        assert len(set(guilds)) == len(guilds) == (5 if age == 3 else 0)
        assert Counter(dealt) - Counter(guilds) == Counter(CATALOG.deck(age, 3))


@ruling(51)
def test_three_different_boards_and_three_coins_each() -> None:
    game = new()
    snapshot = game.snapshot()
    boards = [[city["board"], city["side"]] for city in snapshot["cities"]]
    assert boards == [*game.deal["boards"], game.deal["free_city"]]
    assert len({board for board, _ in boards}) == 3
    assert coins(game) == [3, 3, 3]
    assert game.seats == 2, "the Free City is no seat"


# ---- neighbours ----


@ruling(52)
def test_every_city_is_the_neighbour_of_both_others() -> None:
    """Only one city has stone; where it lies decides which purse the coins go to."""
    for seller, wanted in (
        (0, {1: (0, 2), FREE: (2, 0)}),
        (1, {0: (2, 0), FREE: (0, 2)}),
        (FREE, {0: (0, 2), 1: (2, 0)}),
    ):
        boards = ["Rhodos A", "Ephesos A", "Olympia A"]
        boards[seller] = "Gizah A"
        cities = [City(board) for board in boards]
        game = two_players(*cities, turn=6, hands=[["Baths", "Altar"], ["Baths", "Loom", "Press"]])
        for seat in (0, 1):
            if seat in wanted:
                assert ways(game, seat, "Baths") == [wanted[seat]]
        game.play(1, "discard Loom")
        if FREE in wanted:
            assert ways(game, 1, "Baths") == [wanted[FREE]]


@ruling(52, 56)
@pytest.mark.parametrize(("move", "after"), [("pay 2,0", [5, 3, 1]), ("pay 0,2", [3, 5, 1])])
def test_what_the_free_city_pays_to_the_left_goes_to_seat_0_and_to_the_right_to_seat_1(
    move: str, after: list[int]
) -> None:
    makers = [City("Rhodos A", ["Stone Pit"]), City("Ephesos A", ["Stone Pit"])]
    game = sixth(["Baths", "Loom", "Press"], City("Olympia A"), a=makers[0], b=makers[1])
    take_turn(game, "build Altar", "build Loom", free=f"build Baths {move}")
    assert coins(game) == after


@ruling(52)
def test_guilds_and_vineyards_count_the_free_city_as_a_neighbour() -> None:
    game = two_players(City(coins=0), City(cards=["Sawmill"]), City(cards=["Quarry", "Clay Pool"]), age=2, turn=6,
                       hands=[["Vineyard", "Loom", "Press"], ["Temple", "Statue"]])  # fmt: skip
    take_turn(game, "build Vineyard", free="build Loom")
    assert coins(game)[0] == 3


# ---- who decides ----


@ruling(53, 58, 59)
def test_the_free_city_card_starts_with_seat_0_in_ages_one_and_three_with_seat_1_in_age_two_and_alternates() -> None:
    game = new(3, boards=[["Gizah", "A"], ["Rhodos", "A"], ["Ephesos", "A"]])
    seen: dict[tuple[int, int], int] = {}
    while not game.over:
        snapshot = game.snapshot()
        at = (snapshot["age"], snapshot["turn"])
        seat = game.to_act[0]
        option = game.options(seat)[-1]
        if option.get("city") == "free":
            seen[at] = seat
            assert game.view(None)["free_city"]["controller"] == seat
        game.play(seat, option)
    assert seen == {(age, turn): (age - 1 + turn - 1) % 2 for age in (1, 2, 3) for turn in range(1, 7)}


@ruling(53, "10.12")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_drawn_card_is_in_its_players_hand_from_the_start_of_the_turn(age: int) -> None:
    game = new(4, boards=[["Gizah", "A"], ["Rhodos", "A"], ["Ephesos", "A"]])
    while game.snapshot()["age"] < age:
        game.play(game.to_act[0], game.options(game.to_act[0])[-1])
    first = 1 if age == 2 else 0
    top = game.deal["draw_piles"][age - 1]
    hands = game.snapshot()["hands"]
    assert Counter(hands[first]) == Counter([*game.deal["hands"][age - 1][first], top[0]])
    assert Counter(hands[1 - first]) == Counter(game.deal["hands"][age - 1][1 - first])
    assert game.snapshot()["draw_pile"] == top[1:]
    assert game.view(first)["hand"] == hands[first]
    assert top[0] not in game.view(1 - first)["hand"]
    assert game.view(1 - first)["free_city"] == {"controller": first, "draw_pile": 6}


@ruling(53, "8.16")
def test_the_own_choice_comes_first_then_the_free_citys() -> None:
    game = sixth(["Altar", "Loom", "Press"], City())
    assert game.to_act == (0, 1)
    assert not any(o.get("city") for o in game.options(1)), "first one for the own city"
    with pytest.raises(IllegalMove):
        game.play(1, "free city: build Loom")
    game.play(1, "build Altar")
    assert game.to_act == (0, 1), "the second choice is still owed"
    assert {o.get("city") for o in game.options(1)} == {"free"}
    assert {o.get("card") for o in game.options(1)} == {"Loom", "Press"}, "of the rest of the hand"
    game.play(1, "free city: build Press")
    assert game.to_act == (0,) and game.options(1) == []


@ruling(53)
def test_the_other_player_chooses_one_card_and_decides_nothing_for_the_free_city() -> None:
    game = sixth(["Altar", "Loom", "Press"], City())
    game.play(0, "build Theater")
    assert game.options(0) == [] and game.to_act == (1,)
    with pytest.raises((IllegalMove, NotYourTurn)):
        game.play(0, "free city: build Altar")


@ruling(53)
def test_the_order_of_the_seats_does_not_matter() -> None:
    ends = []
    for order in ((0, 1, 1), (1, 0, 1), (1, 1, 0)):
        game = sixth(["Altar", "Loom", "Press"], City())
        moves = {0: ["build Theater"], 1: ["build Altar", "free city: build Loom"]}
        for seat in order:
            game.play(seat, moves[seat].pop(0))
        ends.append((game.snapshot(), game.moves))
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][1] == ((0, "build Theater"), (1, "build Altar"), (1, "free city: build Loom"))


@ruling("10.13")
def test_changing_the_own_choice_drops_the_free_citys() -> None:
    game = sixth(["Altar", "Loom", "Press"], City())
    game.play(1, "build Altar")
    game.play(1, "free city: build Loom")
    assert game.to_act == (0,)
    game.play(1, "build Loom")
    assert game.to_act == (0, 1)
    assert {o.get("card") for o in game.options(1)} == {"Altar", "Press"}
    game.play(0, "build Theater")
    assert game.snapshot()["age"] == 1, "not resolved: the Free City's choice is owed again"
    game.play(1, "free city: build Press")
    assert (cards(game, 1), cards(game, FREE)) == (["Loom"], ["Press"])


@ruling("10.13")
def test_the_free_citys_choice_alone_may_be_changed() -> None:
    game = sixth(["Altar", "Loom", "Press"], City())
    for move in ("build Altar", "free city: build Loom", "free city: build Press"):
        game.play(1, move)
    assert game.to_act == (0,)
    take = game.copy()
    game.play(0, "build Theater")
    assert (cards(game, 1), cards(game, FREE)) == (["Altar"], ["Press"])
    take.take_back(1)
    assert take.to_act == (0, 1) and not any(o.get("city") for o in take.options(1))


@ruling("10.13")
def test_the_other_player_changing_drops_nothing() -> None:
    game = sixth(["Altar", "Loom", "Press"], City())
    game.play(0, "build Theater")
    game.play(1, "build Altar")
    game.play(0, "discard Theater")
    game.take_back(0)
    assert {o.get("city") for o in game.options(1)} == {"free"}
    game.play(1, "free city: build Press")
    assert game.to_act == (0,)
    game.play(0, "discard Altar")
    assert cards(game, FREE) == ["Press"]


@ruling("10.12")
def test_unresolved_choices_do_not_show_in_the_snapshot() -> None:
    game = sixth(["Altar", "Loom", "Press"], City())
    before = game.snapshot()
    game.play(1, "build Altar")
    game.play(1, "free city: build Loom")
    after = game.snapshot()
    assert {k: v for k, v in after.items() if k != "to_act"} == {k: v for k, v in before.items() if k != "to_act"}


# ---- duties ----


@ruling(54, "10.7")
def test_the_free_city_must_build_if_any_card_of_the_rest_allows_it() -> None:
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", coins=0))
    game.play(1, "discard Baths")
    assert free_texts(game, 1) == ["build Loom"]


@ruling(54, "10.7")
def test_only_if_nothing_can_be_built_is_a_card_discarded_for_three_coins() -> None:
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", coins=0))
    game.play(1, "build Loom")
    assert free_texts(game, 1) == ["discard Baths", "discard Apothecary"]
    game.play(1, "free city: discard Baths")
    game.play(0, "build Altar")
    assert coins(game)[FREE] == 3 and "Baths" in game.snapshot()["discard"]


@ruling(54)
def test_the_duty_looks_at_the_hand_without_the_card_taken_for_the_own_city() -> None:
    """With Loom gone nothing else can be built, so Loom may not be what frees the player from the duty."""
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", coins=0))
    game.play(1, "build Loom")
    assert {o.action for o in game.options(1)} == {"discard"}
    game.play(1, "discard Apothecary")
    assert {o.action for o in game.options(1)} == {"build"}


@ruling(54, "10.7")
def test_a_stage_is_building_too_and_any_card_will_do() -> None:
    """Olympia A's first stage costs 2 wood; Baths and Apothecary cannot be paid."""
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", ["Lumber Yard"], coins=0))
    game.play(1, "build Loom")
    assert free_texts(game, 1) == ["stage with Baths", "stage with Apothecary"]


@ruling(54)
def test_building_and_stages_are_offered_side_by_side_and_no_discard() -> None:
    game = sixth(["Press", "Loom", "Apothecary"], City("Olympia A", ["Lumber Yard"], coins=0))
    game.play(1, "build Loom")
    assert sorted(free_texts(game, 1)) == ["build Press", "stage with Apothecary", "stage with Press"]


@ruling(54, 18)
def test_a_card_the_free_city_has_does_not_oblige_it() -> None:
    game = sixth(["Press", "Loom", "Glassworks"], City("Olympia A", ["Press", "Glassworks"], coins=0))
    game.play(1, "build Loom")
    assert sorted(free_texts(game, 1)) == ["discard Glassworks", "discard Press"]


@ruling(54, 56)
def test_a_build_that_must_be_bought_obliges_too() -> None:
    """The Free City cannot save its coins: stone is for sale and affordable, so Baths must be built."""
    makers = {"a": City("Rhodos A", ["Stone Pit"]), "b": City("Ephesos A")}
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", coins=2), **makers)
    game.play(1, "build Loom")
    assert free_texts(game, 1) == ["build Baths pay 2,0"]
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", coins=1), **makers)
    game.play(1, "build Loom")
    assert sorted(free_texts(game, 1)) == ["discard Apothecary", "discard Baths"]


@ruling("10.7", "9.5")
def test_olympia_a_as_free_city_owes_a_free_build_before_a_discard() -> None:
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", stages=2, coins=0))
    game.play(1, "build Loom")
    assert free_texts(game, 1) == ["free Baths", "free Apothecary"]
    game.play(1, "free city: free Baths")
    game.play(0, "build Altar")
    assert cards(game, FREE) == ["Baths"]


@ruling("10.7", "9.5")
def test_olympia_a_as_free_city_has_one_free_build_per_age() -> None:
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", stages=2, coins=0, free_build_used=True))
    game.play(1, "build Loom")
    assert sorted(free_texts(game, 1)) == ["discard Apothecary", "discard Baths"]
    game.play(1, "free city: discard Baths")
    game.play(0, "build Altar")
    game.play(1, game.options(1)[0])  # Age II: seat 1 has the Free City card
    assert any(o.action == "free_build" for o in game.options(1))


@ruling("10.7")
def test_a_discard_with_the_free_build_unused_tells_that_every_card_left_stood_in_the_city() -> None:
    """The rules remember what a hidden discard cannot have been, for search: here anything the city lacks."""
    free = City("Olympia A", ["Loom", "Press"], stages=2, coins=0)
    game = two_players(City("Rhodos A"), City("Ephesos A"), free, age=2, turn=6,
                       hands=[["Walls", "Loom", "Press"], ["Statue", "Temple"]])  # fmt: skip
    game.play(0, "discard Walls")
    assert free_texts(game, 0) == ["discard Loom", "discard Press"]
    game.play(0, "free city: discard Loom")
    game.play(1, "discard Statue")
    barred = State.as_dict(game.states)["barred"][1][5]
    bits = plain(LOCAL_BIT)[1]
    possible = {name for name in CATALOG.deck(2, 3) if not barred & bits[CATALOG.card_id[name]]}
    assert possible == {"Loom", "Press"}


@ruling("10.7")
def test_a_player_never_has_such_a_duty() -> None:
    game = sixth(["Altar", "Loom", "Press"], City())
    assert of_card(game, 1, "Loom") == ["build", "discard"]
    assert of_card(game, 0, "Altar") == ["build", "discard"]


def chained(free: City, own: str = "build Loom") -> Any:
    """Age II, turn 6: seat 0 decides for the Free City between Aqueduct and Walls."""
    game = two_players(
        City("Rhodos A"), City("Ephesos A"), free, age=2, turn=6,
        hands=[["Loom", "Aqueduct", "Walls"], ["Press", "Statue"]],
    )  # fmt: skip
    game.play(0, own)
    return game


@ruling(57, "8.17", "10.8")
def test_a_card_chosen_for_the_free_city_that_is_free_by_chain_must_be_built_free() -> None:
    free = City("Gizah A", ["Baths", "Quarry"], coins=9)  # 3 stone: it could pay, and build its stage
    game = chained(free)
    assert [t for t in free_texts(game, 0) if "Aqueduct" in t] == ["build Aqueduct"]
    (option,) = [o for o in game.options(0) if o.get("card") == "Aqueduct"]
    assert option.as_dict() == {"action": "build", "card": "Aqueduct", "pay": [0, 0], "bank": 0, "city": "free"}


@ruling(57, "8.17", "10.8")
def test_there_is_no_duty_to_choose_the_chain_card() -> None:
    game = chained(City("Gizah A", ["Baths", "Quarry"], coins=9))
    assert [t for t in free_texts(game, 0) if "Walls" in t] == ["build Walls", "stage with Walls"]


@ruling("10.8")
def test_a_chain_card_the_free_city_already_has_may_go_under_a_stage() -> None:
    game = chained(City("Gizah A", ["Baths", "Quarry", "Aqueduct"], coins=9))
    assert [t for t in free_texts(game, 0) if "Aqueduct" in t] == ["stage with Aqueduct"]


@ruling("10.8")
def test_a_chain_card_has_one_option_even_with_a_free_build_of_olympia() -> None:
    game = chained(City("Olympia A", ["Baths"], stages=2, coins=0))
    assert [t for t in free_texts(game, 0) if "Aqueduct" in t] == ["build Aqueduct"]
    assert [t for t in free_texts(game, 0) if "Walls" in t] == ["free Walls"]


@ruling("10.8")
def test_a_card_without_cost_is_not_meant_by_the_chain_duty() -> None:
    game = two_players(
        City("Rhodos A"), City("Ephesos A"), City("Gizah A", ["Quarry"], coins=9), age=2, turn=6,
        hands=[["Loom", "Press", "Walls"], ["Temple", "Statue"]],
    )  # fmt: skip
    game.play(0, "build Loom")
    assert [t for t in free_texts(game, 0) if "Press" in t] == ["build Press", "stage with Press"]


# ---- simultaneous ----


@ruling(55, "10.1", "8.16")
def test_nothing_the_free_city_does_this_turn_helps_the_players_own_action() -> None:
    """The Free City gets coins by its own discard or gives coins by buying; purses are those at the start."""
    game = sixth(
        ["Baths", "Loom", "Apothecary"], City("Olympia A", coins=2), b=City("Ephesos A", ["Stone Pit"], coins=0)
    )
    own = texts(game, 1)
    game.play(1, "build Loom")
    game.play(1, "free city: build Baths pay 0,2")  # two coins for seat 1, from the next turn on
    assert game.find_option(1, "build Loom") is not None
    with pytest.raises(IllegalMove):
        game.play(1, "build Apothecary pay 2,0")
    assert [o.text for o in game.playable(1) if not o.get("city")] == own
    game.play(0, "build Altar")
    assert coins(game)[1] == 2


@ruling(55, "10.1")
def test_the_free_citys_purse_is_the_one_at_the_start_of_the_turn() -> None:
    """Seat 1 buys from it and seat 0 too; what they pay is not there yet for the Free City's own purchase."""
    free = City("Gizah A", coins=1)
    game = two_players(
        City("Rhodos A", ["Lumber Yard"]), City("Ephesos A"), free, turn=6,
        hands=[["Baths", "Theater"], ["Baths", "Stockade", "Apothecary"]],
    )  # fmt: skip
    game.play(0, "build Baths pay 0,2")
    game.play(1, "build Baths pay 2,0")
    assert sorted(free_texts(game, 1)) == ["discard Apothecary", "discard Stockade"]
    game.play(1, "free city: discard Stockade")
    assert coins(game) == [1, 1, 1 + 4 + 3]


@ruling("10.1")
def test_goods_built_this_turn_serve_nobody_yet() -> None:
    game = two_players(
        City("Rhodos A"), City("Ephesos A", coins=9), City("Olympia A", coins=9), turn=6,
        hands=[["Stone Pit", "Theater"], ["Loom", "Baths", "Press"]],
    )  # fmt: skip
    game.play(0, "build Stone Pit")
    assert ways(game, 1, "Baths") == []
    game.play(1, "build Loom")
    assert ways(game, 1, "Baths") == []


@ruling(31, "10.2")
def test_the_free_citys_vineyard_counts_after_all_cards_are_laid_down() -> None:
    game = two_players(
        City(coins=1), City(coins=1), City(cards=["Clay Pool"], coins=0), age=2, turn=6,
        hands=[["Sawmill", "Vineyard", "Walls"], ["Quarry", "Statue"]],
    )  # fmt: skip
    take_turn(game, "build Sawmill", "build Quarry", free="build Vineyard")
    assert coins(game) == [0, 0, 3]


@ruling(31, 55)
def test_a_players_vineyard_counts_what_the_free_city_builds_this_turn() -> None:
    game = two_players(
        City(coins=0), City(coins=1), City(coins=1), age=2, turn=6,
        hands=[["Sawmill", "Vineyard", "Walls"], ["Quarry", "Statue"]],
    )  # fmt: skip
    take_turn(game, "build Vineyard", "build Quarry", free="build Sawmill")
    assert coins(game) == [2, 0, 0]


# ---- buying and selling ----


@ruling(56)
def test_whose_good_the_free_city_buys_is_decided_whatever_the_price() -> None:
    """With a post to the left (seat 0) it is cheaper there, and the dearer purchase may still be chosen."""
    free = City("Olympia A", ["West Trading Post"], coins=3)
    makers = {"a": City("Rhodos A", ["Stone Pit"]), "b": City("Ephesos A", ["Stone Pit"])}
    game = sixth(["Baths", "Loom", "Apothecary"], free, **makers)
    game.play(1, "build Loom")
    assert free_texts(game, 1) == ["build Baths pay 0,2", "build Baths pay 1,0"]
    game.play(1, "free city: build Baths pay 0,2")
    game.play(0, "build Altar")
    assert coins(game) == [3, 5, 1]


@ruling(56)
def test_the_free_city_pays_with_its_own_coins() -> None:
    makers = {"a": City("Rhodos A", ["Stone Pit"], coins=50), "b": City("Ephesos A", coins=50)}
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", coins=1), **makers)
    game.play(1, "build Loom")
    assert ways(game, 1, "Baths") == []


@ruling(56)
def test_the_free_city_pays_coin_costs_to_the_bank() -> None:
    game = sixth(["Timber Yard", "Loom", "Apothecary"], City("Rhodos B", coins=1), a=City("Gizah A"))
    game.play(1, "build Loom")
    (option,) = game.options(1)
    assert option.as_dict() == {"action": "build", "card": "Timber Yard", "pay": [0, 0], "bank": 1, "city": "free"}
    game.play(1, option)
    game.play(0, "build Altar")
    assert coins(game) == [3, 3, 0]


@ruling(56, 24)
def test_the_free_city_sells_to_both_and_uses_its_goods_itself() -> None:
    free = City("Gizah A", coins=0)
    game = two_players(City("Rhodos A"), City("Ephesos A"), free, turn=6,
                       hands=[["Baths", "Theater"], ["Baths", "Loom", "Baths"]])  # fmt: skip
    take_turn(game, "build Baths pay 0,2", "build Baths pay 2,0", free="build Baths")
    assert coins(game) == [1, 1, 4]
    assert [cards(game, city) for city in range(3)] == [["Baths"]] * 3


@ruling(22, 56)
def test_yellow_production_of_the_free_city_is_not_for_sale() -> None:
    game = sixth(["Baths", "Loom", "Altar"], City("Olympia A", ["Caravansery"]))
    assert ways(game, 1, "Baths") == []


# ---- hands ----


@ruling(58, "8.27")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_two_hands_are_exchanged_every_turn_in_every_age(age: int) -> None:
    game = new(6, boards=[["Gizah", "A"], ["Rhodos", "A"], ["Ephesos", "A"]])
    while game.snapshot()["age"] < age:
        game.play(game.to_act[0], game.options(game.to_act[0])[-1])
    for turn in range(1, 6):
        snapshot = game.snapshot()
        in_charge = (age - 1 + turn - 1) % 2
        rest = [Counter(hand) for hand in snapshot["hands"]]
        for seat in (0, 1):
            for _ in range(2 if seat == in_charge else 1):
                option = game.options(seat)[-1]
                rest[seat] -= Counter([option.get("card")])
                game.play(seat, option)
        drawn = Counter([snapshot["draw_pile"][0]])
        after = [Counter(hand) for hand in game.snapshot()["hands"]]
        assert after[in_charge] == rest[1 - in_charge], "who had the Free City card does not draw next"
        assert after[1 - in_charge] == rest[in_charge] + drawn
        assert game.snapshot()["draw_pile"] == snapshot["draw_pile"][1:]


@ruling(58)
def test_hands_have_the_sizes_of_the_game() -> None:
    game = new(7, boards=[["Gizah", "A"], ["Rhodos", "A"], ["Ephesos", "A"]])
    sizes = []
    while game.snapshot()["age"] == 1:
        at = [len(hand) for hand in game.snapshot()["hands"]]
        if at not in sizes:
            sizes.append(at)
        game.play(game.to_act[0], game.options(game.to_act[0])[-1])
    assert sizes == [[8, 7], [6, 7], [6, 5], [4, 5], [4, 3], [2, 3]]


@ruling(60)
def test_in_the_sixth_turn_the_last_card_of_the_pile_is_discarded_with_the_players_last_cards() -> None:
    game = sixth(["Altar", "Loom", "Press"], City(), pile=["Glassworks"])
    assert game.snapshot()["draw_pile"] == ["Glassworks"]
    take_turn(game, "build Theater", "build Loom", free="build Press")
    assert sorted(game.snapshot()["discard"]) == ["Altar", "Altar", "Glassworks"]
    assert coins(game) == [3, 3, 3], "without coins"
    assert (game.snapshot()["age"], game.snapshot()["turn"]) == (2, 1)
    assert len(game.snapshot()["draw_pile"]) == 6


# ---- powers of the Free City's board ----


@ruling("9.5", "10.9", 43)
def test_babylon_b_as_free_city_plays_the_last_card_of_the_draw_pile() -> None:
    game = sixth(["Altar", "Loom", "Press"], City("Babylon B", stages=2), pile=["Glassworks"])
    take_turn(game, "build Theater", "build Loom", free="build Press")
    assert game.to_act == (1,), "the player controlling it in the sixth turn"
    snapshot = game.snapshot()
    assert (snapshot["age"], snapshot["turn"], snapshot["phase"]) == (1, 6, "seventh")
    assert snapshot["draw_pile"] == ["Glassworks"] and snapshot["hands"] == [[], []]
    assert sorted(snapshot["discard"]) == ["Altar", "Altar"], "the players' spare cards are in the pile"
    assert free_texts(game, 1) == ["build Glassworks"]
    assert game.options(0) == []
    game.play(1, "free city: build Glassworks")
    assert cards(game, FREE) == ["Glassworks", "Press"]
    assert game.snapshot()["age"] == 2


@ruling("10.9")
@pytest.mark.parametrize(
    ("free", "card", "wanted"),
    [
        (City("Babylon B", stages=2, coins=0), "Baths", ["discard Baths"]),
        (City("Babylon B", ["Glassworks"], stages=2), "Glassworks", ["discard Glassworks"]),
        (City("Babylon B", ["Brickyard", "Press"], stages=2, coins=0), "Baths", ["stage with Baths"]),
        (
            City("Babylon B", ["Brickyard", "Press"], stages=2),
            "Glassworks",
            ["build Glassworks", "stage with Glassworks"],
        ),
        (City("Babylon B", ["Brickyard", "Press", "Baths"], stages=2), "Aqueduct", ["build Aqueduct"]),
    ],
)
def test_the_free_citys_duties_hold_for_its_seventh_card(free: City, card: str, wanted: list[str]) -> None:
    game = sixth(["Altar", "Loom", "Press"], free, pile=[card])
    game.play(0, "build Altar")
    game.play(1, "build Altar")
    game.play(1, next(o for o in game.options(1)))
    assert game.to_act == (1,) and free_texts(game, 1) == wanted


@ruling("10.9", 43)
def test_babylon_b_as_free_city_has_the_power_also_when_built_in_the_sixth_turn() -> None:
    free = City("Babylon B", ["Sawmill", "Glassworks"], stages=1, coins=0)
    game = sixth(["Altar", "Loom", "Press"], free, pile=["Stone Pit"])
    take_turn(game, "build Theater", "build Loom", free="stage with Press")
    assert game.to_act == (1,) and free_texts(game, 1) == ["build Stone Pit"]


@ruling("10.9")
def test_a_discarded_seventh_card_gives_the_free_city_three_coins() -> None:
    game = sixth(["Altar", "Loom", "Press"], City("Babylon B", stages=2, coins=0), pile=["Baths"])
    take_turn(game, "build Theater", "build Loom", free="build Press")
    game.play(1, "free city: discard Baths")
    assert coins(game) == [3, 3, 3] and "Baths" in game.snapshot()["discard"]


@ruling("10.14", 43)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_players_seventh_card_is_the_last_in_hand_after_both_choices(seat: int) -> None:
    cities = [City("Rhodos A"), City("Ephesos A")]
    cities[seat] = City("Babylon B", stages=2)
    game = two_players(*cities, City("Gizah A"), turn=6, pile=["Glassworks"],
                       hands=[["Baths", "Theater"], ["Altar", "Loom", "Press"]])  # fmt: skip
    take_turn(game, "build Theater", "build Loom", free="build Press")
    last = ["Baths", "Altar"]
    assert game.to_act == (seat,)
    assert game.snapshot()["hands"][seat] == [last[seat]] and game.snapshot()["hands"][1 - seat] == []
    assert game.snapshot()["draw_pile"] == []
    assert sorted(game.snapshot()["discard"]) == sorted(["Glassworks", last[1 - seat]])
    assert f"discard {last[seat]}" in texts(game, seat)
    assert not any(o.get("city") for o in game.options(seat))


@ruling("9.5", "10.10", 40)
def test_halikarnassos_as_free_city_its_player_decides_and_may_take_none() -> None:
    free = City("Halikarnassos B", ["Foundry"], coins=0)
    game = sixth(["Altar", "Loom", "Press"], free, pile=["Stone Pit"], discard=["Barracks", "Foundry"])
    take_turn(game, "build Theater", "build Loom", free="stage with Press")
    assert game.to_act == (1,)
    assert free_texts(game, 1) == ["revive Stone Pit", "revive Altar", "revive Barracks", "revive none"]
    assert game.options(1)[-1].as_dict() == {"action": "revive", "card": None, "city": "free"}
    none = game.copy()
    none.play(1, "free city: revive none")
    assert none.snapshot()["age"] == 2 and cards(none, FREE) == ["Foundry"]
    game.play(1, "free city: revive Barracks")
    assert sorted(cards(game, FREE)) == ["Barracks", "Foundry"]
    military = [(c["victory_points"], c["defeats"]) for c in game.snapshot()["cities"]]
    assert military == [(0, 1), (0, 1), (2, 0)], "before the conflicts"


@ruling("10.10", "10.12")
def test_while_a_revive_is_awaited_hands_are_not_passed_on_and_nothing_is_drawn() -> None:
    free = City("Halikarnassos B", ["Foundry"], coins=0)
    game = two_players(
        City("Rhodos A"), City("Ephesos A"), free, age=1, turn=3, discard=["Barracks"],
        hands=[["Altar", "Loom", "Press", "Baths", "Workshop", "Theater"], ["Glassworks", "Stockade"]],
        pile=["Stone Pit", "Clay Pool", "Ore Vein", "Marketplace"],
    )  # fmt: skip
    take_turn(game, "build Altar", "build Glassworks", free="stage with Press")
    snapshot = game.snapshot()
    assert game.to_act == (0,)
    assert (snapshot["turn"], snapshot["phase"]) == (3, "revive")
    assert [sorted(hand) for hand in snapshot["hands"]] == [["Baths", "Loom", "Theater", "Workshop"], ["Stockade"]]
    assert snapshot["draw_pile"] == ["Stone Pit", "Clay Pool", "Ore Vein", "Marketplace"]
    game.play(0, "free city: revive none")
    hands = [sorted(hand) for hand in game.snapshot()["hands"]]
    assert hands == [["Stockade"], ["Baths", "Loom", "Stone Pit", "Theater", "Workshop"]]
    assert game.snapshot()["draw_pile"] == ["Clay Pool", "Ore Vein", "Marketplace"]


@ruling("10.14", 40)
def test_what_the_free_city_discards_lies_in_the_common_pile() -> None:
    me = City("Halikarnassos B", ["Foundry"])
    game = sixth(["Baths", "Loom", "Apothecary"], City("Olympia A", coins=0), a=me, pile=["Press"])
    take_turn(game, "stage with Altar", "build Loom", free="discard Baths")
    assert game.to_act == (0,)
    assert sorted(texts(game, 0)) == sorted(
        ["revive Baths", "revive Apothecary", "revive Theater", "revive Press", "revive none"]
    )
    assert coins(game)[FREE] == 3


@ruling("9.5", "10.10")
def test_olympia_b_as_free_city_asks_nothing_and_has_no_score() -> None:
    free = City("Olympia B", stages=3)
    game = two_players(City(cards=["Spies Guild", "Walls"]), City(), free, age=3, turn=6)
    take_turn(game)
    assert game.over and game.result is not None
    assert len(game.result.scores) == 2 and set(game.result.winners) <= {0, 1}


@ruling("10.14", 45)
def test_a_player_with_olympia_b_may_copy_a_guild_of_the_free_city() -> None:
    for seat in (0, 1):
        cities = [City("Rhodos A", ["Walls"]), City("Ephesos A", ["Walls"])]
        cities[seat] = City("Olympia B", stages=3)
        game = two_players(*cities, City("Gizah A", ["Spies Guild", "Circus"]), age=3)
        assert scores(game, seat)["guilds"] == 2


@ruling("10.14", 34)
@pytest.mark.parametrize("seat", [0, 1])
def test_guilds_count_the_other_player_and_the_free_city(seat: int) -> None:
    cities = [City("Rhodos A", ["Walls"]), City("Ephesos A", ["Walls"])]
    cities[seat].cards = ["Spies Guild", "Walls"]
    game = two_players(*cities, City("Gizah A", ["Circus", "Arsenal"]), age=3)
    assert scores(game, seat)["guilds"] == 3


# ---- conflicts and the end ----


@ruling(61)
@pytest.mark.parametrize(("age", "token"), [(1, 1), (2, 3), (3, 5)])
def test_conflicts_include_the_free_city(age: int, token: int) -> None:
    game = two_players(City("Rhodos A"), City("Ephesos A", ["Barracks"]), City("Gizah A", ["Walls"]), age=age, turn=6)
    for seat in (0, 1):
        game.play(seat, next(o for o in game.options(seat) if o.action == "discard"))
    in_charge = (age - 1 + 5) % 2
    game.play(in_charge, next(o for o in game.options(in_charge)))
    after = [(c["victory_points"], c["defeats"]) for c in game.snapshot()["cities"]]
    shields = [c["shields"] for c in game.snapshot()["cities"]]
    assert shields[:2] == [0, 1] and shields[2] >= 2
    assert after == [(0, 2), (token, 1), (2 * token, 0)]


@ruling(61)
def test_the_free_city_cannot_win() -> None:
    best = City("Gizah A", ["Palace", "Senate", "Town Hall"], stages=3, coins=90, victory_points=18)
    game = two_players(City(coins=0), City(coins=9), best, age=3, turn=6)
    take_turn(game)
    assert game.result is not None and game.result.winners == (1,)
    assert len(game.result.scores) == 2


@ruling(61)
def test_the_free_city_does_not_win_either_when_both_players_have_less_than_nothing() -> None:
    game = two_players(City(coins=0, defeats=9), City(coins=0, defeats=8), City(coins=9), age=3, turn=6)
    take_turn(game)
    assert game.result is not None and game.result.winners == (1,)
    assert all(score["total"] < 0 for score in game.result.scores)


@ruling("10.12")
def test_at_the_end_age_and_turn_are_still_three_and_six_and_everything_is_empty() -> None:
    game = take_turn(two_players(City(), City(), City(), age=3, turn=6))
    snapshot = game.snapshot()
    assert (snapshot["age"], snapshot["turn"]) == (3, 6)
    assert snapshot["hands"] == [[], []] and snapshot["draw_pile"] == []


@ruling("10.12")
def test_with_two_players_and_no_power_left_nothing_is_asked_after_the_sixth_turn() -> None:
    game = take_turn(sixth(["Altar", "Loom", "Press"], City("Babylon B", stages=1)))
    assert (game.snapshot()["age"], game.snapshot()["turn"]) == (2, 1)
    assert game.to_act == (0, 1)
