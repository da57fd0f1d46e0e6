"""Buying from neighbours: rulings 22 to 29, 8.9, 8.10, 9.7, 9.8 and 10.1."""

from __future__ import annotations

import pytest

import mirabilia
from wonders_positions import City, coins, position, quote, take_turn, two_players, ways

ruling = pytest.mark.ruling


@ruling(22)
def test_goods_come_from_the_two_neighbours_only() -> None:
    """Five at the table, only the city opposite has stone."""
    boards = ["Alexandria A", "Rhodos A", "Gizah A", "Ephesos A", "Olympia A"]
    game = position(*[City(board, coins=20) for board in boards], hands=[["Baths"], ["Baths"]])
    assert ways(game, 0, "Baths") == []
    assert ways(game, 1, "Baths") == [(0, 2)]


FOR_SALE = {
    "the starting resource": (City("Gizah A"), "Baths", True),
    "a brown card": (City("Olympia A", cards=["Stone Pit"]), "Baths", True),
    "a grey card": (City("Olympia A", cards=["Loom"]), "Apothecary", True),
    "Caravansery": (City("Olympia A", cards=["Caravansery"]), "Baths", False),
    "Forum": (City("Olympia A", cards=["Forum"]), "Apothecary", False),
    "Alexandria A stage 2": (City("Alexandria A", stages=2), "Baths", False),
    "Alexandria B stage 1": (City("Alexandria B", stages=1), "Baths", False),
    "Alexandria B stage 2": (City("Alexandria B", stages=2), "Apothecary", False),
}


@ruling(22, 46)
@pytest.mark.parametrize("what", FOR_SALE)
def test_board_brown_and_grey_cards_sell_yellow_cards_and_stages_do_not(what: str) -> None:
    seller, card, sells = FOR_SALE[what]
    game = position(City("Rhodos A"), seller, City("Ephesos A"), hands=[[card]])
    assert ways(game, 0, card) == ([(0, 2)] if sells else [])


@ruling(23)
def test_a_unit_costs_two_coins_paid_to_its_owner_or_one_with_a_discount() -> None:
    seller = City("Gizah A", cards=["Quarry"], coins=0)
    game = position(City("Alexandria A", coins=9), seller, City("Ephesos A"), age=2, hands=[["Walls"]])
    assert ways(game, 0, "Walls") == [(0, 6)]
    take_turn(game, "build Walls pay 0,6")
    assert coins(game) == [3, 6 + 3, 6]
    cheap = City("Alexandria A", cards=["East Trading Post"], coins=9)
    game = position(cheap, seller, City("Ephesos A"), age=2, hands=[["Walls"]])
    assert ways(game, 0, "Walls") == [(0, 3)]


@ruling(24)
def test_two_stone_sold_to_each_side_bring_eight_coins_and_the_owner_uses_them_too() -> None:
    game = position(
        City("Alexandria A", coins=4), City("Gizah A", cards=["Quarry"], coins=0), City("Ephesos A", coins=4), age=2,
        hands=[["Loom"], ["Walls"], ["Press"]],
    )  # fmt: skip
    take_turn(game, "stage with Loom pay 0,4", "build Walls", "stage with Press pay 4,0")
    assert coins(game) == [0, 8, 0]
    assert game.snapshot()["cities"][1]["cards"] == ["Quarry", "Walls"]


@ruling(25)
def test_if_both_neighbours_have_a_good_the_buyer_chooses_or_splits() -> None:
    both = [City("Gizah A", cards=["Quarry"]), City("Rhodos A", cards=["Quarry"])]
    game = position(City("Alexandria A", coins=20), *both, age=2, hands=[["Walls"]])
    assert ways(game, 0, "Walls") == [(0, 6), (2, 4), (4, 2)]


@ruling(25)
def test_not_more_units_than_a_neighbour_produces() -> None:
    few = [City("Rhodos A", cards=["Stone Pit"]), City("Ephesos A", cards=["Quarry"])]
    game = position(City("Alexandria A", coins=20), *few, age=2, hands=[["Walls"]])
    assert ways(game, 0, "Walls") == [(4, 2)]
    game = position(
        City("Alexandria A", coins=20), few[0], City("Ephesos A", cards=["Timber Yard"]), age=2, hands=[["Walls"]]
    )
    assert ways(game, 0, "Walls") == []


@ruling(25)
def test_dominated_splits_are_not_offered() -> None:
    """With a post to the left the stone of the right is never cheaper, but still another neighbour's."""
    both = [City("Gizah A"), City("Rhodos A", cards=["Stone Pit"])]
    game = position(City("Alexandria A", cards=["West Trading Post"]), *both, hands=[["Baths"]])
    assert ways(game, 0, "Baths") == [(0, 2), (1, 0)]


@ruling(26)
def test_bought_goods_serve_only_in_the_turn_of_purchase() -> None:
    game = position(
        City("Alexandria A", coins=2), City("Gizah A"), City("Ephesos A"), turn=4,
        hands=[["Baths"], ["Altar", "Baths"]],
    )  # fmt: skip
    take_turn(game, "build Baths pay 0,2")
    assert game.view(0)["cities"][0]["produces"] == [["glass"]]
    assert ways(game, 0, "stage") == []


@ruling(27)
def test_coins_earned_by_trade_can_be_spent_only_next_turn() -> None:
    game = position(
        City("Gizah A", coins=0), City("Alexandria A"), City("Rhodos A"), turn=4,
        hands=[["Barracks"], ["Baths", "Barracks"]],
    )  # fmt: skip
    game.play(1, "build Baths pay 2,0")
    game.play(2, "discard " + game.snapshot()["hands"][2][0])
    assert ways(game, 0, "Barracks") == []
    game.play(0, "discard Barracks")
    assert coins(game)[0] == 5


@ruling(27, "10.1")
def test_coins_from_a_discard_or_a_card_can_be_spent_only_next_turn() -> None:
    """Nobody can pay with what the same turn brings, and the purse never goes below nothing."""
    game = position(
        City("Gizah A", coins=1), City("Rhodos A"), City("Ephesos A"), turn=5, hands=[["Barracks", "Tavern"]]
    )
    assert ways(game, 0, "Barracks") == []
    take_turn(game, "build Tavern")
    assert coins(game)[0] == 6


POSTS = {
    "East Trading Post": (("raw", "right"),),
    "West Trading Post": (("raw", "left"),),
    "Marketplace": (("manufactured", "left"), ("manufactured", "right")),
}


@ruling(28, "8.10")
@pytest.mark.parametrize("post", POSTS)
@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("goods", ["raw", "manufactured"])
def test_each_post_makes_its_goods_cheaper_on_its_side(post: str, side: str, goods: str) -> None:
    board, card = ("Gizah A", "Baths") if goods == "raw" else ("Alexandria A", "Workshop")
    seller, other = City(board), City("Ephesos A")
    around = [seller, other] if side == "right" else [other, seller]
    game = position(City("Rhodos A", cards=[post]), *around, hands=[[card]])
    price = 1 if (goods, side) in POSTS[post] else 2
    assert ways(game, 0, card) == [(price, 0) if side == "left" else (0, price)]


@ruling(28, "8.9")
@pytest.mark.parametrize("post", POSTS)
def test_a_post_works_from_the_next_turn(post: str) -> None:
    goods, side = POSTS[post][-1]
    board, card = ("Gizah A", "Baths") if goods == "raw" else ("Alexandria A", "Workshop")
    around = [City(board), City("Ephesos A")] if side == "right" else [City("Ephesos A"), City(board)]
    game = position(City("Rhodos A"), *around, turn=4, hands=[[post, card], [card]])
    assert sum(ways(game, 0, card)[0]) == 2
    take_turn(game, f"build {post}")
    assert sum(ways(game, 0, card)[0]) == 1


@ruling(28)
@pytest.mark.parametrize("post", POSTS)
def test_a_post_changes_no_other_price(post: str) -> None:
    game = take_turn(position(City("Rhodos A"), City(), City(), turn=4, hands=[[post]]), f"build {post}")
    mine, right, left = (city["prices"] for city in game.view(None)["cities"])
    for goods in ("raw", "manufactured"):
        for side in ("left", "right"):
            assert mine[goods][side] == (1 if (goods, side) in POSTS[post] else 2)
            assert left[goods][side] == right[goods][side] == 2


@ruling(29)
@pytest.mark.parametrize("side", ["left", "right"])
def test_olympia_b_buys_raw_materials_for_one_on_both_sides_and_no_goods(side: str) -> None:
    seller = City("Gizah A", cards=["Glassworks"])
    around = [seller, City("Ephesos A")] if side == "right" else [City("Ephesos A"), seller]
    game = position(City("Olympia B", stages=1), *around, hands=[["Baths", "Workshop"]])
    assert [sum(pay) for pay in ways(game, 0, "Baths")] == [1]
    assert [sum(pay) for pay in ways(game, 0, "Workshop")] == [2]


@ruling(29)
def test_discounts_do_not_add_up_and_the_posts_may_still_be_built() -> None:
    game = position(
        City("Olympia B", stages=1), City("Gizah A"), City(), turn=4, hands=[["East Trading Post"], ["Baths"]]
    )
    take_turn(game, "build East Trading Post")
    assert ways(game, 0, "Baths") == [(0, 1)]


@ruling(28, 29)
def test_olympia_b_pays_the_full_price_for_its_own_first_stage() -> None:
    game = position(City("Olympia B"), City("Rhodos A", cards=["Lumber Yard"]), City("Ephesos A"))
    assert ways(game, 0, "stage") == [(0, 2)]


@ruling("9.7")
def test_a_good_the_city_makes_may_be_bought_when_the_own_unit_serves_otherwise() -> None:
    """Senate asks 2 wood, a stone and an ore of a city with ore and a card of wood or stone: it buys a wood and, by
    what its own card serves as, another wood or the stone."""
    game = position(
        City("Rhodos A", cards=["Timber Yard"], coins=9), City("Gizah A"), City("Olympia A", cards=["Lumber Yard"]),
        age=3, hands=[["Senate"]],
    )  # fmt: skip
    assert ways(game, 0, "Senate") == [(2, 2), (4, 0)]


@ruling("9.8", 52)
@pytest.mark.parametrize(("seat", "post"), [(0, "East Trading Post"), (1, "West Trading Post")])
def test_the_free_city_is_on_the_side_the_post_points_to(seat: int, post: str) -> None:
    cities = [City("Rhodos A"), City("Ephesos A")]
    cities[seat].cards = [post]
    wanted = (0, 1) if seat == 0 else (1, 0)
    game = two_players(*cities, City("Gizah A"), turn=6, hands=[["Baths", "Altar"], ["Baths", "Loom", "Altar"]])
    assert ways(game, seat, "Baths") == [wanted]


@ruling("9.8", 52)
@pytest.mark.parametrize(("seller", "post"), [(0, "West Trading Post"), (1, "East Trading Post")])
def test_the_free_city_with_a_post_buys_cheaper_on_the_side_it_points_to(seller: int, post: str) -> None:
    boards = ["Gizah A", "Ephesos A"] if seller == 0 else ["Ephesos A", "Gizah A"]
    free = City("Rhodos A", cards=[post])
    game = two_players(City(boards[0]), City(boards[1]), free, turn=6, hands=[[], ["Altar", "Baths", "Loom"]])
    game.play(1, "build Altar")
    assert ways(game, 1, "Baths") == [(1, 0) if seller == 0 else (0, 1)]


@ruling("10.1")
@pytest.mark.parametrize("players", [3, 5])
def test_all_purses_prices_and_goods_of_a_turn_are_those_at_its_start(players: int) -> None:
    game = mirabilia.new_game("wonders", players=players, seed=11)
    for _ in range(9):
        before = [[o.as_dict() for o in game.options(seat)] for seat in game.seats]
        quoted = [[q.as_dict() for q in game.quotes(seat)] for seat in game.seats]
        for seat in game.to_act[:-1]:
            game.play(seat, game.options(seat)[0])
        last = game.to_act[0]
        assert [o.as_dict() for o in game.options(last)] == before[last]
        assert [q.as_dict() for q in game.quotes(last)] == quoted[last]
        game.play(last, game.options(last)[0])
        if len(game.to_act) == 1:
            break


@ruling(23, 25)
def test_a_quote_lists_also_what_the_purse_cannot_cover() -> None:
    both = [City("Gizah A", cards=["Quarry"]), City("Rhodos A", cards=["Quarry"])]
    game = position(City("Alexandria A", coins=1), *both, age=2, hands=[["Walls"]])
    assert quote(game, 0, "Walls")["pays"] == [[0, 6], [2, 4], [4, 2]]
    assert quote(game, 0, "Walls")["why"] == {"key": "coins_short", "short": 5}
    assert ways(game, 0, "Walls") == []
