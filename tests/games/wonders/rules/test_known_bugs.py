"""Rule bugs that people reported of programs that play 7 Wonders: each one by name, so that it never happens here."""

from __future__ import annotations

import pytest

import mirabilia
from mirabilia.errors import IllegalMove
from wonders_positions import City, cards, coins, of_card, position, quote, scores, take_turn, texts, two_players, ways


def test_bulk_purchase_at_a_discount() -> None:
    """Several units at once: every one of them at the lower price, not only the first, and to the right purse."""
    seller = City("Gizah A", ["Quarry"], coins=0)
    me = City("Alexandria A", ["East Trading Post"], coins=3)
    game = position(me, seller, City("Ephesos A"), age=2, hands=[["Walls"]])
    assert ways(game, 0, "Walls") == [(0, 3)]
    take_turn(game, "build Walls pay 0,3")
    assert coins(game)[:2] == [0, 3 + 3]


def test_bulk_purchase_of_goods_at_two_prices() -> None:
    """Raw materials at 1 on the right, goods at 2: Pantheon asks three raw and three manufactured units."""
    seller = City("Babylon A", ["Brickyard", "Ore Vein", "Glassworks", "Loom", "Press"], coins=0)
    game = position(
        City("Gizah A", ["East Trading Post"], coins=9), seller, City("Olympia A"), age=3, hands=[["Pantheon"]]
    )
    assert ways(game, 0, "Pantheon") == [(0, 9)]
    market = City("Gizah A", ["East Trading Post", "Marketplace"], coins=6)
    game = position(market, seller, City("Olympia A"), age=3, hands=[["Pantheon"]])
    assert ways(game, 0, "Pantheon") == [(0, 6)]


def test_bulk_purchase_mixes_a_cheap_and_a_full_price_neighbour() -> None:
    around = [City("Gizah A", ["Quarry"]), City("Ephesos A", ["Quarry"])]
    game = position(City("Alexandria A", ["East Trading Post"], coins=9), *around, age=2, hands=[["Walls"]])
    assert ways(game, 0, "Walls") == [(0, 3), (2, 2), (4, 1)]


def test_halikarnassos_on_the_last_turn_of_an_age_sees_this_turns_spare_cards() -> None:
    me = City("Halikarnassos A", ["Foundry", "Ore Vein"], stages=1, coins=0)
    game = position(me, City("Gizah A"), City("Rhodos A"), age=1, turn=6,
                    hands=[["Altar", "Loom"], ["Theater", "Press"], ["Baths", "Tavern"]])  # fmt: skip
    take_turn(game, "stage with Loom", "discard Theater", "build Tavern")
    assert (game.snapshot()["age"], game.snapshot()["turn"]) == (1, 6)
    assert sorted(texts(game, 0)) == sorted(
        ["revive Altar", "revive Theater", "revive Press", "revive Baths", "revive none"]
    )
    game.play(0, "revive Press")
    assert "Press" in cards(game, 0) and "Press" not in game.snapshot()["discard"]
    assert (game.snapshot()["age"], game.snapshot()["turn"]) == (2, 1)


def test_halikarnassos_on_the_last_turn_of_the_game() -> None:
    me = City("Halikarnassos A", ["Foundry", "Ore Vein"], stages=1)
    game = position(me, City(), City(), age=3, turn=6, hands=[["Arsenal", "Palace"], ["Senate", "Study"]])
    take_turn(game, "stage with Arsenal", "discard Senate")
    assert not game.over and game.to_act == (0,)
    game.play(0, "revive Palace")
    assert game.result is not None and game.result.scores[0]["civilian"] == 8


def test_babylon_b_built_on_turn_six_plays_the_seventh_card_in_that_turn() -> None:
    me = City("Babylon B", ["Sawmill", "Glassworks"], stages=1, coins=0)
    game = position(me, City("Gizah A"), City("Rhodos A"), turn=6, hands=[["Altar", "Theater"]])
    take_turn(game, "stage with Altar")
    assert texts(game, 0) == ["build Theater", "discard Theater"]
    game.play(0, "build Theater")
    assert "Theater" in cards(game, 0)
    assert "Theater" not in game.snapshot()["discard"]


def test_babylon_b_may_build_two_stages_in_one_sixth_turn() -> None:
    me = City("Babylon B", ["Sawmill", "Brickyard", "Glassworks", "Press"], stages=1)
    game = position(me, City(), City(), age=2, turn=6, hands=[["Statue", "Temple"]])
    take_turn(game, "stage with Statue")
    game.play(0, "stage with Temple")
    assert game.snapshot()["cities"][0]["stages"] == 3


def test_no_duplicate_by_olympia_a() -> None:
    game = position(City("Olympia A", ["Loom", "Altar"], stages=2), City(), City(), age=2, hands=[["Loom", "Press"]])
    assert "free_build" not in of_card(game, 0, "Loom") and "free_build" in of_card(game, 0, "Press")
    with pytest.raises(IllegalMove):
        game.play(0, "free Loom")


def test_no_duplicate_by_halikarnassos() -> None:
    me = City("Halikarnassos B", ["Foundry", "Loom"])
    game = position(me, City(), City(), age=2, turn=2, hands=[["Statue"], ["Loom"]], discard=["Loom", "Altar"])
    take_turn(game, "stage with Statue", "discard Loom")
    assert "revive Loom" not in texts(game, 0) and "revive Altar" in texts(game, 0)
    with pytest.raises(IllegalMove):
        game.play(0, "revive Loom")


def test_no_duplicate_by_a_seventh_card() -> None:
    game = position(City("Babylon B", ["Loom"], stages=2), City(), City(), age=2, turn=6, hands=[["Statue", "Loom"]])
    take_turn(game, "discard Statue")
    assert texts(game, 0) == ["discard Loom"]


def test_no_duplicate_of_a_card_free_by_chain() -> None:
    game = position(City("Gizah B", ["Baths", "Aqueduct"]), City(), City(), age=2, hands=[["Aqueduct"]])
    assert of_card(game, 0, "Aqueduct") == ["discard"]


@pytest.mark.parametrize(
    ("guild", "points"),
    [
        ("Workers Guild", 2),
        ("Craftsmens Guild", 6),
        ("Traders Guild", 1),
        ("Philosophers Guild", 1),
        ("Spies Guild", 3),
        ("Strategists Guild", 4),
        ("Shipowners Guild", 2),
        ("Magistrates Guild", 2),
        ("Builders Guild", 3 + 1 + 2),
    ],
)
def test_a_copied_guild_is_scored_by_the_copiers_neighbours(guild: str, points: int) -> None:
    """The guild's owner sits on the right; the city beyond it, which the owner would count, does not matter."""
    rich = [
        "Sawmill",
        "Foundry",
        "Loom",
        "Press",
        "Forum",
        "Bazar",
        "Lodge",
        "Study",
        "Circus",
        "Palace",
        "Senate",
        "Altar",
    ]
    game = position(
        City("Olympia B", ["Lumber Yard", "Loom"], stages=3, defeats=5),
        City("Gizah A", [guild, "Stone Pit", "Loom", "Press", "Walls", "Altar"], stages=1, defeats=1),
        City("Rhodos A", rich, stages=3, defeats=6),
        City("Ephesos A", ["Stone Pit", "Press", "Tavern", "Lodge", "Walls", "Circus", "Altar"], stages=2, defeats=3),
        age=3,
    )  # fmt: skip
    assert scores(game, 0)["guilds"] == points


def test_a_copied_scientists_guild_gives_the_copier_a_symbol() -> None:
    cities = [City("Olympia B", ["Workshop", "School"], stages=3), City(cards=["Scientists Guild", "Lodge"]), City()]
    game = position(*cities, age=3)
    assert (scores(game, 0)["science"], scores(game, 0)["guilds"]) == (3 + 7, 0)
    assert scores(game, 1)["science"] == 4, "the owner keeps its own symbol"


def test_a_worthless_copy_costs_nothing() -> None:
    game = position(City("Olympia B", stages=3), City(cards=["Spies Guild"]), City(), age=3)
    assert scores(game, 0)["guilds"] == 0


def test_purchase_of_a_resource_the_neighbour_does_not_make_is_refused() -> None:
    game = position(
        City("Alexandria A", coins=20), City("Gizah A"), City("Ephesos A"), hands=[["Baths", "Guard Tower"]]
    )
    before = game.snapshot()
    for move in (
        "build Guard Tower pay 0,2",
        "build Guard Tower pay 2,0",
        "build Guard Tower",
        "build Baths pay 2,0",
        "build Baths",
    ):
        with pytest.raises(IllegalMove):
            game.play(0, move)
    assert game.snapshot() == before
    assert quote(game, 0, "Guard Tower")["why"] == {"key": "missing_goods", "goods": {"clay": 1}}
    game.play(0, "build Baths pay 0,2")


def test_overpaying_or_underpaying_is_refused() -> None:
    game = position(City("Alexandria A", coins=20), City("Gizah A"), City("Ephesos A"), hands=[["Baths", "Workshop"]])
    for move in ("build Baths pay 0,1", "build Baths pay 0,3", "build Baths pay 2,2", "build Workshop pay 0,2"):
        with pytest.raises(IllegalMove):
            game.play(0, move)


def test_alternatives_are_never_used_twice_by_the_owner() -> None:
    """Caravansery and a Timber Yard are two units, whatever they could be: Walls ask three stone."""
    me = City("Alexandria A", ["Caravansery", "Timber Yard"], coins=0)
    game = position(me, City("Ephesos A"), City("Olympia A"), age=2, hands=[["Walls", "School"]])
    assert ways(game, 0, "Walls") == []
    me = City("Gizah A", ["Caravansery", "Timber Yard"], coins=0)
    game = position(me, City("Ephesos A"), City("Olympia A"), age=2, hands=[["Walls", "School"]])
    assert ways(game, 0, "Walls") == [(0, 0)]


def test_alternatives_are_never_sold_twice_to_one_buyer() -> None:
    """A neighbour's Clay Pit is one unit: ore and clay together must come from elsewhere."""
    me = City("Olympia A", coins=20)
    game = position(me, City("Ephesos A", ["Clay Pit"]), City("Alexandria A"), age=2, hands=[["Stables"]])
    assert ways(game, 0, "Stables") == []
    game = position(me, City("Ephesos A", ["Clay Pit"]), City("Babylon A"), age=2, hands=[["Stables"]])
    assert ways(game, 0, "Stables") == [(2, 2)]


def test_alternatives_are_shared_out_in_the_one_way_that_works() -> None:
    """Wood or clay, wood or stone, and stone or clay for a wood, a stone and a clay: greedy choices fail."""
    me = City("Rhodos A", ["Tree Farm", "Timber Yard", "Excavation", "Glassworks", "Loom", "Press"], coins=0)
    game = position(me, City("Ephesos A"), City("Olympia A"), City("Alexandria A"), City("Babylon A"), City("Gizah A"),
                    age=3, hands=[["Palace"]])  # fmt: skip
    assert ways(game, 0, "Palace") == [(0, 0)]


def test_a_buried_card_is_not_in_the_discard_pile() -> None:
    game = position(City("Gizah A", ["Stone Pit"]), City("Halikarnassos B", ["Foundry"]), City(), age=1, turn=6,
                    hands=[["Altar", "Loom"], ["Press", "Theater"], ["Baths", "Glassworks"]])  # fmt: skip
    take_turn(game, "stage with Altar", "stage with Press", "discard Baths")
    assert sorted(game.snapshot()["discard"]) == ["Baths", "Glassworks", "Loom", "Theater"]
    assert not {"revive Altar", "revive Press"} & set(texts(game, 1))


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
@pytest.mark.parametrize(("post", "side"), [("East Trading Post", "right"), ("West Trading Post", "left")])
def test_trading_posts_are_on_the_right_side(players: int, post: str, side: str) -> None:
    """The left neighbour of seat i is seat i - 1; hands go left in Age I, so it gets what seat i passes on."""
    for seat in range(players):
        cities = [City() for _ in range(players)]
        cities[seat] = City("Alexandria A", [post])
        seller = (seat + 1 if side == "right" else seat - 1) % players
        cities[seller] = City("Gizah A")
        hands: list[list[str]] = [[] for _ in range(players)]
        hands[seat] = ["Baths"]
        game = position(*cities, hands=hands)
        assert ways(game, seat, "Baths") == [(1, 0) if side == "left" else (0, 1)]
        take_turn(
            game,
            *(f"build Baths pay {'1,0' if side == 'left' else '0,1'}" if s == seat else None for s in range(players)),
        )
        assert coins(game)[seller] == 3 + 3 + 1


def test_hands_go_to_the_neighbour_called_left() -> None:
    game = mirabilia.new_game("wonders", players=4, seed=9)
    held = game.snapshot()["hands"][1]
    for seat in game.seats:
        game.play(seat, f"discard {game.snapshot()['hands'][seat][0]}")
    assert set(game.snapshot()["hands"][0]) <= set(held)


def test_a_neighbours_discount_is_not_ones_own() -> None:
    """Who sells does not matter: only the buyer's own posts lower the price."""
    game = position(
        City("Alexandria A"), City("Gizah A", ["West Trading Post", "East Trading Post"]), City(), hands=[["Baths"]]
    )
    assert ways(game, 0, "Baths") == [(0, 2)]


def test_selling_the_same_stone_to_both_neighbours_is_paid_twice() -> None:
    game = position(
        City("Alexandria A"), City("Gizah A", coins=0), City("Ephesos A"), hands=[["Baths"], ["Altar"], ["Baths"]]
    )
    take_turn(game, "build Baths pay 0,2", "build Altar", "build Baths pay 2,0")
    assert coins(game) == [1, 4, 1]


def test_the_free_city_buys_where_its_player_says_and_not_from_the_cheapest() -> None:
    free = City("Olympia A", ["East Trading Post"], coins=3)
    cities = [City("Rhodos A", ["Stone Pit"]), City("Ephesos A", ["Stone Pit"])]
    game = two_players(*cities, free, turn=6, hands=[["Altar", "Theater"], ["Loom", "Baths", "Apothecary"]])
    game.play(1, "build Loom")
    assert ways(game, 1, "Baths") == [(0, 1), (2, 0)]
