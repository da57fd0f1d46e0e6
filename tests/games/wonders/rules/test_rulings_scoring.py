"""The end and the final scoring: rulings 48 to 50, 8.2, 8.3, 8.19, 8.20 and 8.26."""

from __future__ import annotations

import pytest

from wonders_positions import City, position, scores, take_turn, two_players

ruling = pytest.mark.ruling


@ruling(48, "8.26")
def test_seven_categories_are_added_up() -> None:
    me = City(
        "Gizah A", ["Altar", "Lighthouse", "Workshop", "Spies Guild"], stages=1, coins=8, victory_points=4, defeats=1
    )
    game = position(me, City("Rhodos A", ["Walls"]), City("Ephesos A"), age=3)
    assert scores(game, 0) == {
        "military": 3,
        "treasury": 2,
        "wonder": 3,
        "civilian": 2,
        "science": 1,
        "commerce": 1,
        "guilds": 1,
        "total": 13,
    }


@ruling(48)
def test_the_game_ends_after_the_conflicts_of_age_three() -> None:
    game = position(City(cards=["Circus"]), City(), City(), age=3, turn=6)
    take_turn(game)
    assert game.over and game.to_act == () and game.result is not None
    assert [score["military"] for score in game.result.scores] == [10, -1, -1]
    assert (game.snapshot()["age"], game.snapshot()["turn"]) == (3, 6)
    assert game.result.kind == "civilian"


@ruling(48, "8.19")
@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (14, 4), (15, 5)])
def test_three_coins_are_a_point_and_the_rest_is_lost(coins: int, points: int) -> None:
    assert scores(position(City(coins=coins), City(), City()), 0)["treasury"] == points


@ruling(48)
def test_conflict_points_may_be_negative() -> None:
    assert scores(position(City(defeats=6), City(), City()), 0)["military"] == -6


GREEN = {
    "compass": ["Apothecary", "Dispensary", "Lodge", "Academy"],
    "gear": ["Workshop", "Laboratory", "Observatory", "Study"],
    "tablet": ["Scriptorium", "Library", "School", "University"],
}


@ruling(49, "8.2", "8.3")
@pytest.mark.parametrize(
    ("compasses", "gears", "tablets", "points"),
    [
        (3, 2, 1, 21),
        (3, 2, 2, 31),
        (0, 0, 0, 0),
        (1, 0, 0, 1),
        (1, 1, 1, 10),
        (4, 0, 0, 16),
        (4, 4, 4, 76),
        (2, 2, 0, 8),
    ],
)
def test_science_is_squares_and_seven_per_set(compasses: int, gears: int, tablets: int, points: int) -> None:
    green = [*GREEN["compass"][:compasses], *GREEN["gear"][:gears], *GREEN["tablet"][:tablets]]
    assert scores(position(City("Gizah A", green), City(), City(), age=3), 0)["science"] == points


def ended(*cities: City) -> tuple[int, ...]:
    """The winners after everybody has discarded a last card; nobody has shields."""
    game = take_turn(position(*cities, age=3, turn=6))
    assert game.result is not None
    return game.result.winners


@ruling(50)
def test_most_points_win_whatever_the_coins() -> None:
    assert ended(City(cards=["Palace"], coins=0), City(coins=20), City(coins=3)) == (0,)


@ruling(50)
def test_a_tie_goes_to_more_coins() -> None:
    assert ended(City(coins=4), City(coins=5), City(coins=3)) == (1,)


@ruling(50, "8.20")
def test_a_tie_on_points_and_coins_is_a_shared_victory() -> None:
    assert ended(City(coins=5), City(coins=3), City(coins=5)) == (0, 2)


@ruling(50, "8.20")
def test_a_win_is_possible_with_less_than_no_points() -> None:
    assert ended(City(coins=0, defeats=6), City(coins=0, defeats=3), City(coins=0, defeats=5)) == (1,)


@ruling(61, "10.14")
@pytest.mark.parametrize(("first", "second", "winners"), [(5, 5, (0, 1)), (4, 5, (1,)), (5, 4, (0,))])
def test_with_two_players_the_same_order_decides(first: int, second: int, winners: tuple[int, ...]) -> None:
    game = two_players(City(coins=first), City(coins=second), City(cards=["Palace"], coins=90), age=3, turn=6)
    for seat in (0, 1):
        game.play(seat, next(o for o in game.options(seat) if o.action == "discard"))
    game.play(1, next(o for o in game.options(1)))
    assert game.result is not None and len(game.result.scores) == 2
    assert game.result.winners == winners
