"""The end of an age and of the game in Duel: rulings 54 to 61."""

from __future__ import annotations

import pytest

import mirabilia
from duel_positions import City, coins, play, position, scores, texts
from mirabilia.games.duel.game.game import DuelGame

ruling = pytest.mark.ruling


def ended(a: City, b: City, *, pawn: int = 0, seat: int = 0) -> DuelGame:
    """The end of Age III: the last card is discarded by `seat`, so that the cities are what is scored."""
    game = position(a, b, age=3, layout=["Pretorium"], pawn=pawn, to_act=seat)
    return play(game, "discard Pretorium")


@ruling(54)
def test_an_age_ends_when_its_cards_are_gone_and_the_next_layout_is_dealt() -> None:
    game = position(age=1, layout=["Quarry", "Press"])
    play(game, "discard Quarry")
    assert game.view(None)["age"] == 1
    play(game, "discard Press")
    view = game.view(None)
    assert (view["age"], view["phase"], len(view["layout"])) == (2, "starter", 20)


@ruling(54)
def test_the_chooser_of_the_next_starter_sees_the_new_layout() -> None:
    game = position(age=1, layout=["Press"])
    deck = game.snapshot()["ages"][1]
    play(game, "discard Press")
    for seat in (0, 1, None):
        shown = {slot["slot"]: slot["card"] for slot in game.view(seat)["layout"] if slot["up"]}
        assert shown and all(card == deck[slot] for slot, card in shown.items())


@ruling(54)
def test_choices_of_the_last_play_come_before_the_age_ends() -> None:
    a = City(cards=["Workshop"], coins=60)
    game = position(a, age=2, layout=["Laboratory"], board=["Law", "Economy"])
    play(game, "build Laboratory")
    view = game.view(None)
    assert (view["age"], view["phase"], view["layout"]) == (2, "token", [])
    play(game, "token Law")
    assert (game.view(None)["age"], game.view(None)["phase"]) == (3, "starter")


@ruling(54)
def test_choices_of_the_very_last_play_come_before_the_game_ends() -> None:
    game = position(City(plans=["The Mausoleum"], coins=60), age=3, layout=["Palace"], discard=["Town Hall"])
    play(game, "wonder The Mausoleum with Palace")
    assert not game.over
    play(game, "revive Town Hall")
    assert game.over and game.result.scores[0]["civilian"] == 7


@ruling(55)
@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize(("pawn", "chooser"), [(1, 1), (5, 1), (-1, 0), (-4, 0)])
def test_the_player_with_the_weaker_army_chooses_who_starts(pawn: int, chooser: int, last: int) -> None:
    for starter in (0, 1):
        game = position(age=1, layout=["Press"], pawn=pawn, to_act=last)
        play(game, "discard Press")
        assert game.to_act == (chooser,) and texts(game) == ["starter 0", "starter 1"]
        play(game, f"starter {starter}")
        assert game.to_act == (starter,) and game.view(None)["phase"] == "turn"


@ruling(55)
@pytest.mark.parametrize("last", [0, 1])
def test_with_the_pawn_in_the_centre_who_took_the_last_card_chooses(last: int) -> None:
    game = position(age=2, layout=["Walls"], pawn=0, to_act=last)
    play(game, "discard Walls")
    assert game.to_act == (last,) and texts(game) == ["starter 0", "starter 1"]


@ruling(55)
def test_a_move_with_the_last_card_decides_who_is_weaker() -> None:
    game = position(City(coins=60), age=1, layout=["Guard Tower"], pawn=-1)
    play(game, "build Guard Tower")
    assert game.snapshot()["pawn"] == 0 and game.to_act == (0,)
    game = position(City(coins=60), age=1, layout=["Guard Tower"], pawn=0)
    play(game, "build Guard Tower")
    assert game.to_act == (1,)


@ruling(56)
def test_a_supremacy_ends_the_game_before_an_extra_turn() -> None:
    a = City(plans=["The Colossus"], tokens=["Theology"], coins=60)
    game = position(a, layout=["Quarry", "Press"], pawn=7)
    play(game, "wonder The Colossus with Quarry")
    assert game.over and game.to_act == () and game.result.kind == "military"


@ruling(56)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_supremacy_with_the_last_card_ends_the_game_before_the_age_does(age: int) -> None:
    card = {1: "Guard Tower", 2: "Walls", 3: "Pretorium"}[age]
    b = City(cards=["Palace", "Town Hall"], coins=50)
    game = position(City(coins=60), b, age=age, layout=[card], pawn=8)
    play(game, f"build {card}")
    assert game.over and game.result.kind == "military" and game.result.winners == (0,)
    assert game.view(None)["age"] == age


@ruling(56)
def test_a_scientific_supremacy_ends_the_game_before_a_pairs_token() -> None:
    a = City(cards=["Scriptorium", "Pharmacist", "Apothecary", "Workshop", "University"], coins=60)
    game = position(a, age=3, layout=["Study", "Palace"])
    play(game, "build Study")
    assert game.over and game.result.kind == "science" and len(game.view(None)["board_tokens"]) == 5


@ruling(57)
@pytest.mark.parametrize(
    ("pawn", "points"),
    [(0, (0, 0)), (1, (2, 0)), (2, (2, 0)), (3, (5, 0)), (5, (5, 0)), (6, (10, 0)), (8, (10, 0)), (-1, (0, 2)),
     (-3, (0, 5)), (-8, (0, 10))],
)  # fmt: skip
def test_military_points_go_to_the_player_ahead(pawn: int, points: tuple[int, int]) -> None:
    game = ended(City(), City(), pawn=pawn)
    assert tuple(score["military"] for score in game.result.scores) == points


@ruling(57)
@pytest.mark.parametrize(("purse", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (31, 10)])
def test_three_coins_are_one_point_rounded_down(purse: int, points: int) -> None:
    game = ended(City(), City(coins=purse))
    assert game.result.scores[1]["treasury"] == points


@ruling(57)
def test_all_categories_are_added_up() -> None:
    a = City(
        cards=["Palace", "Baths", "Academy", "School", "Port", "Lighthouse", "Builders Guild", "Stable"],
        wonders=["The Pyramids", "The Temple of Artemis"], tokens=["Philosophy", "Mathematics"], coins=10,
    )  # fmt: skip
    game = ended(a, City(coins=0), pawn=4, seat=1)
    assert game.result.scores[0] == {
        "military": 5, "civilian": 10, "science": 4, "commerce": 6, "guilds": 4, "wonders": 9, "progress": 13,
        "treasury": 3, "total": 54,
    }  # fmt: skip
    assert game.result.winners == (0,) and game.result.kind == "civilian"


@ruling(57)
def test_unbuilt_wonders_score_nothing() -> None:
    game = ended(City(plans=["The Pyramids"]), City())
    assert game.result.scores[0]["wonders"] == 0


@ruling(58)
@pytest.mark.parametrize(
    ("guild", "mine", "theirs", "points"),
    [
        ("Merchants Guild", ["Tavern"], ["Brewery", "Forum"], 2),
        ("Merchants Guild", ["Tavern", "Port"], ["Forum"], 2),
        ("Merchants Guild", [], [], 0),
        ("Magistrates Guild", ["Baths", "Altar", "Theater"], ["Temple"], 3),
        ("Magistrates Guild", ["Baths"], ["Temple", "Statue"], 2),
        ("Scientists Guild", ["Workshop"], ["School", "Study", "Academy"], 3),
        ("Tacticians Guild", ["Stable", "Walls"], ["Garrison", "Barracks"], 2),  # equal: the same value
        ("Tacticians Guild", ["Stable"], [], 1),
    ],
)
def test_a_guild_counts_the_city_that_has_most(guild: str, mine: list[str], theirs: list[str], points: int) -> None:
    for seat in (0, 1):
        cities = [City(), City()]
        cities[seat].cards, cities[1 - seat].cards = [*mine, guild], theirs
        game = ended(cities[0], cities[1], seat=1 - seat)
        assert game.result.scores[seat]["guilds"] == points
        assert game.result.scores[1 - seat]["guilds"] == 0


@ruling(58)
@pytest.mark.parametrize(("mine", "theirs", "points"), [(0, 0, 0), (1, 3, 6), (3, 1, 6), (2, 2, 4)])
def test_the_builders_guild_counts_wonders(mine: int, theirs: int, points: int) -> None:
    names = ["The Pyramids", "The Sphinx", "The Colossus", "Piraeus", "The Mausoleum", "The Appian Way"]
    a, b = City(cards=["Builders Guild"], wonders=names[:mine]), City(wonders=names[3 : 3 + theirs])
    assert ended(a, b).result.scores[0]["guilds"] == points


@ruling(58)
def test_the_city_counted_at_the_end_may_differ_from_the_one_that_paid() -> None:
    a = City(cards=["Stable", "Walls"], coins=50)
    game = position(a, City(cards=["Garrison"], coins=50), age=3, layout=["Tacticians Guild", "Circus", "Pretorium"])
    play(game, "build Tacticians Guild")
    paid = coins(game)[0]
    play(game, "build Circus", "discard Pretorium")
    assert game.result.scores[0]["guilds"] == 2 and coins(game)[0] == paid + 2
    more = ended(City(cards=["Stable", "Tacticians Guild"]), City(cards=["Garrison", "Circus", "Walls"]))
    assert more.result.scores[0]["guilds"] == 3


@ruling(59)
@pytest.mark.parametrize(
    ("mine", "theirs", "points"),
    [
        (["Quarry", "Press"], ["Sawmill"], 2),
        (["Quarry", "Clay Pool"], ["Press", "Glassworks"], 2),  # never brown here plus grey there
        (["Quarry"], ["Press", "Sawmill", "Glassworks"], 3),
    ],
)
def test_the_shipowners_guild_counts_brown_and_grey_of_one_city(
    mine: list[str], theirs: list[str], points: int
) -> None:
    game = ended(City(cards=[*mine, "Shipowners Guild"]), City(cards=theirs))
    assert game.result.scores[0]["guilds"] == points


@ruling(59)
@pytest.mark.parametrize(
    ("mine", "theirs", "gain"), [(["Quarry", "Press"], ["Sawmill"], 2), (["Quarry"], ["Press", "Sawmill"], 2)]
)
def test_the_shipowners_guild_pays_for_brown_and_grey_of_one_city(
    mine: list[str], theirs: list[str], gain: int
) -> None:
    game = position(City(cards=mine, coins=50), City(cards=theirs), age=3, layout=["Shipowners Guild", "Palace"])
    cost = next(option.get("price") for option in game.options(0) if option.text == "build Shipowners Guild")
    play(game, "build Shipowners Guild")
    assert coins(game)[0] == 50 - cost + gain


@ruling(60)
@pytest.mark.parametrize(("mine", "theirs", "points"), [(0, 9, 3), (12, 5, 4), (8, 8, 2), (2, 1, 0)])
def test_the_moneylenders_guild_counts_coins_of_the_richer_city(mine: int, theirs: int, points: int) -> None:
    game = ended(City(cards=["Moneylenders Guild"], coins=mine), City(coins=theirs - 2), seat=1)
    assert coins(game) == (mine, theirs)  # the opponent discarded the last card for 2
    assert game.result.scores[0]["guilds"] == points
    assert [score["treasury"] for score in game.result.scores] == [mine // 3, theirs // 3]


@ruling(61)
@pytest.mark.parametrize(
    ("a", "b", "tie", "winners"),
    [
        # 9 points each; blue cards decide
        (City(cards=["Baths", "Altar"], coins=7), City(cards=["Theater"], coins=18), True, (0,)),
        (City(wonders=["The Pyramids"], coins=0), City(cards=["Palace"], coins=6), True, (1,)),
        # equal on blue cards too
        (City(cards=["Baths"], coins=1), City(cards=["Altar"], coins=3), True, (0, 1)),
        (City(coins=6), City(coins=8), True, (0, 1)),
        # no tie: blue cards do not matter
        (City(cards=["Palace"], coins=0), City(wonders=["The Pyramids"], coins=0), False, (1,)),
    ],
)
def test_a_tie_goes_to_more_points_on_blue_cards_else_it_is_shared(
    a: City, b: City, tie: bool, winners: tuple[int, ...]
) -> None:
    game = ended(a, b)  # seat 0 gains 2 coins by discarding
    totals = [score["total"] for score in game.result.scores]
    assert game.result.winners == winners
    assert (totals[0] == totals[1]) == tie


@ruling(61)
def test_a_shared_victory_names_both_seats_in_the_record_too() -> None:
    game = ended(City(coins=6), City(coins=8))
    assert game.result == mirabilia.Result((0, 1), "civilian", [scores(game, 0), scores(game, 1)])
