"""Coins and the order of effects in Duel: rulings 25 to 29."""

from __future__ import annotations

import pytest

from duel_positions import City, coins, play, position, scores

ruling = pytest.mark.ruling


@ruling(25)
@pytest.mark.parametrize(
    ("a", "age", "card", "gain"),
    [
        (City(), 1, "Tavern", 4),
        (City(), 2, "Brewery", 6),
        (City(cards=["Brewery"]), 3, "Arena", 0),
        (City(cards=["Brewery"], wonders=["The Sphinx", "The Colossus"]), 3, "Arena", 4),
        (City(cards=["Tavern"]), 3, "Lighthouse", 2),
    ],
)
def test_coins_of_a_card_come_from_the_bank_when_it_is_built(a: City, age: int, card: str, gain: int) -> None:
    a.coins = 10
    game = position(a, age=age, layout=[card, "Palace"] if age == 3 else [card])
    play(game, f"build {card}")
    assert coins(game) == (10 + gain, 7)


@ruling(25)
def test_coin_effects_pay_once_only() -> None:
    game = position(City(coins=0), City(coins=0), layout=["Tavern", "Altar", "Theater", "Guard Tower"])
    play(game, "build Tavern", "build Altar", "build Theater", "build Guard Tower")
    assert coins(game) == (4, 0)


@ruling(26)
@pytest.mark.parametrize(
    ("a", "card", "gain"),
    [
        (City(cards=["Tavern"]), "Lighthouse", 2),  # itself and Tavern
        (City(), "Lighthouse", 1),  # itself
        (City(cards=["Glassworks", "Press", "Quarry"]), "Chamber of Commerce", 6),
        (City(cards=["Quarry", "Clay Pool", "Shelf Quarry"]), "Port", 6),
        (City(cards=["Stable", "Walls"]), "Armory", 2),
        (City(cards=["Stable"], wonders=["The Sphinx", "Piraeus"]), "Arena", 4),
    ],
)
def test_coins_per_card_count_the_city_with_the_new_card(a: City, card: str, gain: int) -> None:
    a.coins = 50
    game = position(a, City(cards=["Brewery", "Forum", "Glass-blower"]), age=3, layout=[card])
    cost = next(o.get("price") for o in game.options(0) if o.text == f"build {card}")
    play(game, f"build {card}")
    assert coins(game)[0] == 50 - cost + gain


@ruling(26, 58)
def test_a_guild_pays_for_the_city_that_has_most_when_built() -> None:
    for seat_with_most, red in ((0, (["Stable", "Walls"], ["Garrison"])), (1, (["Stable"], ["Garrison", "Walls"]))):
        a, b = City(cards=red[0], coins=50), City(cards=red[1])
        game = position(a, b, age=3, layout=["Tacticians Guild"])
        cost = game.options(0)[0].get("price")
        play(game, "build Tacticians Guild")
        assert coins(game)[0] == 50 - cost + 2, seat_with_most


@ruling(27)
@pytest.mark.parametrize(("before", "after"), [(0, 0), (2, 0), (3, 0), (4, 1), (9, 6)])
def test_the_appian_way_never_takes_more_than_there_is(before: int, after: int) -> None:
    game = position(City(plans=["The Appian Way"], coins=20), City(coins=before), layout=["Quarry", "Press"])
    play(game, "wonder The Appian Way with Quarry")
    assert coins(game)[1] == after


@ruling(27)
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_looting_never_takes_more_than_there_is(before: int, after: int) -> None:
    game = position(City(), City(coins=before), layout=["Guard Tower", "Press"], pawn=2)
    play(game, "build Guard Tower")
    assert coins(game) == (7, after)


@ruling(28)
def test_the_bank_does_not_run_out() -> None:
    game = position(City(plans=["The Temple of Artemis"], coins=900), layout=["Quarry", "Tavern"])
    play(game, "wonder The Temple of Artemis with Quarry", "build Tavern")
    assert coins(game)[0] == 900 - 8 + 12 + 4


@ruling(29)
def test_urbanism_pays_before_looting_takes_coins() -> None:
    # Urbanism belongs to the one who builds, so only the builder's own order can be seen: 4 coins, then shields.
    a = City(cards=["Garrison"], tokens=["Urbanism"], coins=0)
    game = position(a, City(coins=5), age=2, layout=["Barracks"], pawn=2)
    play(game, "build Barracks")
    assert coins(game) == (4, 3)


@ruling(29)
def test_all_shields_are_taken_before_the_choices() -> None:
    a = City(plans=["The Statue of Zeus"], coins=30)
    game = position(a, City(cards=["Quarry"], coins=5), layout=["Press", "Tavern"], pawn=2)
    play(game, "wonder The Statue of Zeus with Press")
    assert game.view(None)["phase"] == "destroy"
    assert (game.snapshot()["pawn"], coins(game)[1]) == (3, 3)


@ruling(29, 34)
def test_zones_passed_on_the_winning_move_are_still_looted() -> None:
    game = position(City(coins=30), City(coins=9), age=3, layout=["Pretorium"], pawn=6, looted=((), (3,)))
    play(game, "build Pretorium")
    assert game.over and game.snapshot()["pawn"] == 9
    assert coins(game)[1] == 9  # space 6 was reached before this move: its token is not entered again


@ruling(29, 32)
def test_a_winning_move_through_a_new_zone_takes_its_coins() -> None:
    a = City(tokens=["Strategy"], coins=30)
    game = position(a, City(coins=9), age=3, layout=["Pretorium"], pawn=5)
    play(game, "build Pretorium")
    assert game.over and game.result.kind == "military"
    assert (game.snapshot()["pawn"], coins(game)) == (9, (22, 4))


@ruling(29, 34)
def test_the_pawn_stops_at_the_capital() -> None:
    a = City(tokens=["Strategy"], coins=30)
    game = position(a, City(coins=9), age=3, layout=["Pretorium"], pawn=7)
    play(game, "build Pretorium")
    assert game.snapshot()["pawn"] == 9


def test_points_on_cards_count_in_their_category() -> None:
    a = City(cards=["Baths", "Workshop", "Lighthouse"], wonders=["The Sphinx"], tokens=["Philosophy"], coins=8)
    game = position(a)
    assert scores(game, 0) == {
        "military": 0, "civilian": 3, "science": 1, "commerce": 3, "guilds": 0, "wonders": 6, "progress": 7,
        "treasury": 2, "total": 22,
    }  # fmt: skip
