"""Wonders of Duel, their extra turns and their choices: rulings 45 to 53."""

from __future__ import annotations

import pytest

from duel_positions import CARD, WONDER, City, coins, names_in, play, position, price, quote, scores, texts

ruling = pytest.mark.ruling
FOUR = ["The Sphinx", "Piraeus", "The Colossus", "Circus Maximus"]
EXTRA = [name for name, wonder in WONDER.items() if wonder.effect.extra_turn]


def wonder_moves(moves: list[str]) -> list[str]:
    return [move for move in moves if move.startswith("wonder ")]


@ruling(45)
@pytest.mark.parametrize("seat", [0, 1])
def test_when_the_seventh_wonder_is_built_the_eighth_is_lost(seat: int) -> None:
    cities = [City(coins=60), City(coins=60)]
    cities[seat].wonders, cities[seat].plans = ["The Appian Way", "The Sphinx", "Piraeus"], ["The Colossus"]
    cities[1 - seat].wonders = ["The Mausoleum", "The Great Library", "The Great Lighthouse"]
    cities[1 - seat].plans = ["The Pyramids"]
    game = position(*cities, layout=["Quarry", "Press", "Tavern"], to_act=seat)
    assert len(wonder_moves(texts(game))) == 3
    play(game, "wonder The Colossus with Quarry")
    assert game.to_act == (1 - seat,)
    assert wonder_moves(texts(game)) == []
    assert [q for q in game.quotes(1 - seat) if q.wonder] == []
    lost = game.snapshot()["cities"][1 - seat]["wonders"][3]
    assert lost["name"] == "The Pyramids" and lost["lost"] and not lost["built"]


@ruling(45)
def test_the_eighth_wonder_may_be_the_builders_own() -> None:
    a = City(wonders=["The Sphinx", "Piraeus"], plans=["The Hanging Gardens", "The Pyramids"], coins=60)
    b = City(wonders=["The Colossus", "Circus Maximus", "The Mausoleum", "The Great Library"])
    game = position(a, b, layout=["Quarry", "Press", "Tavern"])
    play(game, "wonder The Hanging Gardens with Quarry")
    assert game.to_act == (0,)  # its extra turn comes, but no wonder is left to build
    assert wonder_moves(texts(game)) == []
    assert scores(game, 0)["wonders"] == 6 + 2 + 3


@ruling(45)
def test_six_wonders_leave_room_for_one_more() -> None:
    a = City(wonders=["The Sphinx", "Piraeus"], plans=["The Hanging Gardens", "The Pyramids"], coins=60)
    b = City(wonders=["The Colossus", "Circus Maximus", "The Mausoleum"], plans=["The Great Library"], coins=60)
    game = position(a, b, layout=["Quarry", "Press", "Tavern"])
    assert len(wonder_moves(texts(game))) == 6 and not game.snapshot()["cities"][0]["wonders"][3]["lost"]


@ruling(46)
def test_extra_turns_follow_one_another() -> None:
    a = City(plans=["The Sphinx", "Piraeus", "The Hanging Gardens", "The Temple of Artemis"], coins=90)
    game = position(a, layout=["Quarry", "Press", "Tavern", "Altar", "Theater", "Baths"])
    for wonder, card in zip(a.plans, ["Quarry", "Press", "Tavern", "Altar"], strict=True):
        play(game, f"wonder {wonder} with {card}")
        assert game.to_act == (0,)
    play(game, "discard Theater")
    assert game.to_act == (1,)


@ruling(46)
@pytest.mark.parametrize("wonder", WONDER)
def test_five_wonders_give_an_extra_turn_the_others_none(wonder: str) -> None:
    assert len(EXTRA) == 5
    game = position(City(plans=[wonder], coins=60), City(), layout=["Quarry", "Press"])
    play(game, f"wonder {wonder} with Quarry")
    if game.view(None)["phase"] == "library":
        play(game, texts(game)[0])
    assert game.to_act == ((0,) if wonder in EXTRA else (1,))


@ruling(47)
@pytest.mark.parametrize("age", [1, 2])
def test_an_extra_turn_gained_with_the_last_card_of_an_age_is_lost(age: int) -> None:
    card = {1: "Quarry", 2: "Walls"}[age]
    # the pawn stands on seat 1's side, so seat 1 chooses who starts; then that player has one ordinary turn
    game = position(City(plans=["The Sphinx"], coins=60), City(coins=9), age=age, layout=[card], pawn=2)
    play(game, f"wonder The Sphinx with {card}")
    assert game.view(None)["phase"] == "starter" and game.to_act == (1,)
    assert not game.view(None)["extra_turn"]
    play(game, "starter 1")
    play(game, texts(game)[-1])
    assert game.to_act == (0,)


@ruling(47)
def test_an_extra_turn_gained_with_the_very_last_card_ends_the_game() -> None:
    game = position(City(plans=["The Sphinx"], coins=60), age=3, layout=["Palace"])
    play(game, "wonder The Sphinx with Palace")
    assert game.over and game.result.kind == "civilian"


@ruling(48)
@pytest.mark.parametrize(
    ("wonder", "choices"),
    [("The Statue of Zeus", ["Quarry", "Sawmill"]), ("Circus Maximus", ["Glassworks", "Drying Room"])],
)
def test_one_brown_or_grey_card_of_the_opponent_is_destroyed(wonder: str, choices: list[str]) -> None:
    b = City(cards=["Quarry", "Sawmill", "Glassworks", "Drying Room", "Baths", "Tavern"])
    game = position(City(cards=["Clay Pool", "Press"], plans=[wonder], coins=60), b, layout=["Altar", "Theater"])
    play(game, f"wonder {wonder} with Altar")
    assert game.to_act == (0,) and texts(game) == [f"destroy {name}" for name in choices]
    assert game.view(1)["destroy_color"] == CARD[choices[0]].color
    play(game, f"destroy {choices[1]}")
    after = game.snapshot()
    assert choices[1] not in after["cities"][1]["cards"] and after["discard"] == [choices[1]]
    assert after["cities"][0]["cards"] == ["Clay Pool", "Press"] and game.to_act == (1,)


@ruling(48)
@pytest.mark.parametrize(("wonder", "other"), [("The Statue of Zeus", "Press"), ("Circus Maximus", "Quarry")])
def test_without_a_card_to_destroy_the_rest_of_the_wonder_counts(wonder: str, other: str) -> None:
    mine = City(cards=["Clay Pool", "Glassworks"], plans=[wonder], coins=60)
    game = position(mine, City(cards=[other]), layout=["Altar", "Theater"])
    play(game, f"wonder {wonder} with Altar")
    assert game.to_act == (1,) and game.snapshot()["pawn"] == 1
    assert scores(game, 0)["wonders"] == 3


@ruling(49)
def test_production_and_counts_of_a_destroyed_card_end_at_once() -> None:
    b = City(cards=["Shelf Quarry", "Quarry", "Shipowners Guild"], coins=20)
    game = position(City(plans=["The Statue of Zeus"], coins=60), b, age=2, layout=["Walls", "Aqueduct"])
    assert (price(game, "Walls", 1), price(game, "Walls", 0)) == (0, 2 * 5)
    assert scores(game, 1)["guilds"] == 2
    play(game, "wonder The Statue of Zeus with Aqueduct", "destroy Shelf Quarry")
    assert (price(game, "Walls", 1), price(game, "Walls", 0)) == (2, 2 * 3)
    assert scores(game, 1)["guilds"] == 1


@ruling(49)
def test_nothing_earlier_is_undone_by_destroying() -> None:
    # Port paid for its brown cards before one of them is destroyed: the coins stay.
    b = City(cards=["Quarry", "Clay Pool", "Port"], coins=10)
    game = position(City(plans=["The Statue of Zeus"], coins=60), b, age=3, layout=["Palace", "Study"])
    play(game, "wonder The Statue of Zeus with Palace", "destroy Quarry")
    assert coins(game)[1] == 10 and game.snapshot()["cities"][1]["cards"] == ["Clay Pool", "Port"]


@ruling(50)
def test_the_mausoleum_builds_any_card_of_the_discard_pile() -> None:
    a = City(plans=["The Mausoleum"], wonders=["The Sphinx"], under=["Theater"], coins=60)
    pile = ["Baths", "Walls", "Builders Guild"]
    game = position(a, age=3, layout=["Palace", "Study"], discard=pile)
    play(game, "wonder The Mausoleum with Palace")
    assert game.to_act == (0,) and texts(game) == [f"revive {name}" for name in pile]
    play(game, "revive Builders Guild")
    after = game.snapshot()
    assert after["cities"][0]["cards"] == ["Builders Guild"] and after["discard"] == ["Baths", "Walls"]
    assert scores(game, 0)["guilds"] == 4  # two wonders


@ruling(50)
def test_a_destroyed_card_can_be_revived_and_produces_again() -> None:
    a = City(plans=["The Statue of Zeus", "The Mausoleum"], tokens=["Theology"], coins=60)
    game = position(a, City(cards=["Shelf Quarry"]), age=2, layout=["Walls", "Temple", "Statue"])
    play(game, "wonder The Statue of Zeus with Temple", "destroy Shelf Quarry")
    play(game, "wonder The Mausoleum with Statue", "revive Shelf Quarry")
    assert (price(game, "Walls", 0), price(game, "Walls", 1)) == (0, 8)


@ruling(50)
def test_cards_put_aside_and_cards_under_wonders_cannot_be_revived() -> None:
    a = City(plans=["The Mausoleum"], wonders=["The Sphinx"], under=["Theater"], coins=60)
    game = position(a, layout=["Quarry", "Press"], discard=["Baths"])
    play(game, "wonder The Mausoleum with Quarry")
    assert texts(game) == ["revive Baths"]


@ruling(51)
def test_a_revived_card_is_free_and_economy_gets_nothing() -> None:
    a = City(plans=["The Mausoleum"], cards=["Clay Pool", "Clay Pit", "Glassworks", "Glass-blower", "Press"], coins=0)
    game = position(a, City(tokens=["Economy"], coins=0), layout=["Quarry", "Tavern"], discard=["Palace", "Forum"])
    play(game, "wonder The Mausoleum with Quarry", "revive Palace")
    assert coins(game) == (0, 0)
    assert names_in(game._values["cards"][0])[-1] == "Palace"


@ruling(51)
@pytest.mark.parametrize(
    ("card", "gain", "pawn"), [("Tavern", 4, 0), ("Brewery", 6, 0), ("Lighthouse", 1, 0), ("Pretorium", 0, 3)]
)
def test_effects_of_a_revived_card_work_as_if_built(card: str, gain: int, pawn: int) -> None:
    game = position(City(plans=["The Mausoleum"], coins=60), layout=["Quarry", "Press"], discard=[card])
    cost = price(game, "The Mausoleum")
    play(game, "wonder The Mausoleum with Quarry", f"revive {card}")
    assert (coins(game)[0], game.snapshot()["pawn"]) == (60 - cost + gain, pawn)


@ruling(51)
def test_a_pair_made_by_a_revived_card_gives_its_token() -> None:
    a = City(plans=["The Mausoleum"], cards=["Workshop"], coins=60)
    game = position(a, layout=["Quarry", "Press"], discard=["Laboratory"], board=["Economy", "Law"])
    play(game, "wonder The Mausoleum with Quarry", "revive Laboratory")
    assert game.to_act == (0,) and texts(game) == ["token Economy", "token Law"]
    play(game, "token Law")
    assert game.to_act == (1,)


@ruling(51)
def test_a_revived_card_can_win_by_science_or_by_arms() -> None:
    five = ["Scriptorium", "Pharmacist", "Apothecary", "Workshop", "University"]
    for card, kind, pawn in (("Academy", "science", 0), ("Walls", "military", 7)):
        a = City(plans=["The Mausoleum"], cards=five, coins=60)
        game = position(a, layout=["Quarry", "Press"], discard=[card], pawn=pawn)
        play(game, "wonder The Mausoleum with Quarry", f"revive {card}")
        assert game.over and game.result.kind == kind


@ruling(52)
def test_with_an_empty_discard_pile_the_mausoleum_only_scores() -> None:
    game = position(City(plans=["The Mausoleum"], coins=60), layout=["Quarry", "Press"])
    play(game, "wonder The Mausoleum with Quarry")
    assert game.to_act == (1,) and scores(game, 0)["wonders"] == 2


@ruling(52)
def test_with_cards_in_the_pile_one_must_be_built() -> None:
    game = position(City(plans=["The Mausoleum"], coins=60), layout=["Quarry", "Press"], discard=["Guard Tower"])
    play(game, "wonder The Mausoleum with Quarry")
    assert texts(game) == ["revive Guard Tower"]


@ruling(53)
@pytest.mark.parametrize(
    ("wonder", "card", "saved"), [("The Great Lighthouse", "Walls", 2), ("Piraeus", "Laboratory", 2)]
)
def test_producing_wonders_give_one_unit_from_when_they_are_built(wonder: str, card: str, saved: int) -> None:
    game = position(City(plans=[wonder], coins=60), City(coins=60), age=2, layout=[card, "Temple", "Statue"])
    before = price(game, card)
    play(game, f"wonder {wonder} with Temple")
    assert price(game, card, seat=0) == before - saved
    assert "choice" in [line["source"] for line in quote(game, card, seat=0)["plan"]]
    assert price(game, card, seat=1) == before  # no use for the opponent, and no dearer either


def test_the_wonders_own_production_does_not_pay_for_it() -> None:
    game = position(City(plans=["The Great Lighthouse", "Piraeus"], coins=60), layout=["Quarry"])
    assert (price(game, "The Great Lighthouse"), price(game, "Piraeus")) == (8, 8)
