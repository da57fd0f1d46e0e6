"""A turn of Duel: which cards may be taken, for what, and when new ones are turned up. Rulings 8 to 13."""

from __future__ import annotations

import pytest

from duel_positions import CARD, CATALOG, City, coins, names_in, play, position, scores, texts, without_wonders
from mirabilia.games.duel.game.game import DuelGame

ruling = pytest.mark.ruling

# Age I, near row only: slots 9 to 13 lie face down under pairs of 14 to 19.
TWO_ROWS = {
    9: "Baths", 10: "Altar", 11: "Theater", 12: "Tavern", 13: "Stable",
    14: "Quarry", 15: "Clay Pool", 16: "Lumber Yard", 17: "Guard Tower", 18: "Glassworks", 19: "Press",
}  # fmt: skip


def lying(game: DuelGame, slot: int) -> str | None:
    """What a spectator sees of a slot: its card, None for a face-down one, "gone" for an empty place."""
    return next((entry["card"] for entry in game.view(None)["layout"] if entry["slot"] == slot), "gone")


@ruling(8)
@pytest.mark.parametrize("age", [1, 2, 3])
def test_only_cards_that_nothing_covers_can_be_taken(age: int) -> None:
    game = position(City(coins=60), age=age)
    place = CATALOG.layouts[age - 1].slots
    deck = game.snapshot()["ages"][age - 1]
    near_row = {deck[slot] for slot in range(20) if not place[slot].under}
    assert {text.split(" ", 1)[1] for text in without_wonders(texts(game))} == near_row


@ruling(8)
def test_one_covering_card_is_enough_to_keep_a_card_closed() -> None:
    game = position(City(coins=60), layout=TWO_ROWS)
    play(game, "discard Quarry")  # slot 9 still lies under slot 15
    assert not any("Baths" in text for text in texts(game))
    play(game, "discard Clay Pool")
    assert "discard Baths" in texts(game)


@ruling(8)
def test_a_card_must_be_taken_there_is_no_pass() -> None:
    game = position(City(coins=0), layout=["Scriptorium"])
    assert texts(game) == ["discard Scriptorium"]


@ruling(9)
def test_a_card_is_built_discarded_or_put_under_a_wonder() -> None:
    built = ["The Colossus", "Piraeus"]
    game = position(City(coins=60, wonders=built, plans=["The Sphinx", "The Pyramids"]), layout=["Quarry"])
    assert texts(game) == [
        "build Quarry", "wonder The Sphinx with Quarry", "wonder The Pyramids with Quarry", "discard Quarry",
    ]  # fmt: skip


@ruling(9)
def test_discarding_is_always_possible() -> None:
    game = position(City(coins=0, plans=["The Sphinx"]), age=3, layout=["Palace", "Town Hall", "Pretorium"])
    assert texts(game) == ["discard Palace", "discard Town Hall", "discard Pretorium"]


@ruling(10)
def test_a_card_is_turned_up_when_the_last_card_on_it_is_gone() -> None:
    game = position(layout=TWO_ROWS)
    assert lying(game, 9) is None
    play(game, "discard Quarry")
    assert lying(game, 9) is None
    play(game, "discard Clay Pool")
    assert lying(game, 9) == "Baths"
    assert lying(game, 10) is None


@ruling(10)
def test_one_play_can_turn_up_two_cards() -> None:
    game = position(layout={k: v for k, v in TWO_ROWS.items() if k not in (14, 16)})
    play(game, "discard Clay Pool")
    assert (lying(game, 9), lying(game, 10)) == ("Baths", "Altar")


# A choice of each kind, made while slot 9 is about to be uncovered; the wonder or card that asks is played first.
CHOICES = {
    "token": (City(cards=["Workshop"], coins=60), City(), "build Laboratory", "token Law"),
    "library": (City(plans=["The Great Library"], coins=60), City(), "wonder The Great Library with {}", "library {}"),
    "destroy": (
        City(plans=["The Statue of Zeus"], coins=60), City(cards=["Quarry"]),
        "wonder The Statue of Zeus with {}", "destroy Quarry",
    ),
    "revive": (City(plans=["The Mausoleum"], coins=60), City(), "wonder The Mausoleum with {}", "revive Tavern"),
}  # fmt: skip


@ruling(10)
@pytest.mark.parametrize("kind", CHOICES)
def test_choices_of_a_play_come_before_new_cards_are_turned_up(kind: str) -> None:
    a, b, move, choice = CHOICES[kind]
    game = position(
        a, b, age=2, discard=["Tavern"], board=["Law", "Economy"], library=["Masonry", "Strategy", "Theology"],
        layout={6: "Statue", 11: "Laboratory", 12: "Walls"},
    )  # fmt: skip
    assert lying(game, 6) is None
    play(game, move.format("Laboratory"))
    assert game.to_act == (0,) and game.view(None)["phase"] == kind
    assert lying(game, 6) is None and lying(game, 11) == "gone"
    play(game, choice.format("Strategy"))
    assert lying(game, 6) == "Statue"
    assert game.to_act == (1,)


@ruling(11)
def test_an_extra_turn_begins_after_the_revealing() -> None:
    game = position(City(plans=["The Sphinx"], coins=60), layout={9: "Baths", 14: "Quarry", 19: "Press"})
    play(game, "wonder The Sphinx with Quarry")
    assert game.to_act == (0,)
    assert lying(game, 9) == "Baths" and "discard Baths" in texts(game)


@ruling(12)
@pytest.mark.parametrize(
    ("yellow", "gain"),
    [
        ([], 2),
        (["Tavern"], 3),
        (["Tavern", "Clay Reserve"], 4),
        (["Tavern", "Brewery", "Forum", "Lighthouse", "Port"], 7),
    ],
)
def test_discarding_pays_two_and_one_per_yellow_card(yellow: list[str], gain: int) -> None:
    game = position(City(cards=[*yellow, "Baths"], coins=1), City(cards=["Stone Reserve"]), layout=["Quarry", "Press"])
    option = next(option for option in game.options(0) if option.text == "discard Quarry")
    assert option.as_dict() == {"action": "discard", "card": "Quarry", "gain": gain}
    play(game, "discard Quarry")
    assert coins(game) == (1 + gain, 7)


@ruling(12)
def test_the_discard_pile_is_open_to_both_players() -> None:
    game = position(layout=["Quarry", "Press"], discard=["Tavern"])
    play(game, "discard Quarry")
    for seat in (0, 1, None):
        assert sorted(game.view(seat)["discard"]) == ["Quarry", "Tavern"]
    assert "Quarry" not in [name for city in game.snapshot()["cities"] for name in city["cards"]]


@ruling(13)
def test_a_wonder_costs_its_own_price_and_not_the_cards() -> None:
    makes = City(cards=["Shelf Quarry", "Quarry", "Press"], plans=["The Pyramids"], coins=0)
    game = position(makes, age=3, layout=["Pretorium", "Palace"])
    assert texts(game)[0] == "wonder The Pyramids with Pretorium"
    play(game, "wonder The Pyramids with Pretorium")
    assert coins(game) == (0, 7)
    assert scores(game, 0)["wonders"] == 9


@ruling(13)
def test_the_card_under_a_wonder_has_no_effect_and_is_not_discarded() -> None:
    game = position(City(plans=["The Pyramids"], coins=20), layout=["Guard Tower", "Press"])
    play(game, "wonder The Pyramids with Guard Tower")
    after = game.snapshot()
    assert after["pawn"] == 0
    assert after["discard"] == []
    assert after["cities"][0]["cards"] == []
    assert after["cities"][0]["wonders"][0] == {
        "name": "The Pyramids", "built": True, "lost": False, "under": "Guard Tower",
    }  # fmt: skip


@ruling(13)
def test_only_own_unbuilt_wonders_can_be_built_each_once() -> None:
    mine = City(wonders=["The Sphinx", "Piraeus", "The Mausoleum"], plans=["The Colossus"], coins=60)
    game = position(mine, City(plans=["The Pyramids"], coins=60), layout=["Quarry", "Press"])
    assert [text for text in texts(game) if text.startswith("wonder")] == [
        "wonder The Colossus with Quarry", "wonder The Colossus with Press",
    ]  # fmt: skip


def test_the_turn_passes_to_the_other_player() -> None:
    game = position(layout=["Quarry", "Press", "Tavern"])
    for seat in (0, 1):
        assert game.to_act == (seat,)
        assert game.options(1 - seat) == []
        play(game, texts(game)[-1])


def test_every_card_can_be_built_when_paid_for_and_is_then_in_the_city() -> None:
    for name, card in CARD.items():
        game = position(City(coins=90), City(coins=0), age=card.age, layout=[name])
        before = coins(game)[0]
        option = next(o for o in game.options(0) if o.action == "build")
        assert option.get("price") == card.cost.get("coins", 0) + 2 * sum(
            units for good, units in card.cost.items() if good != "coins"
        )
        play(game, f"build {name}")
        assert names_in(game._values["cards"][0]) == [name]
        assert coins(game)[0] <= before - option.get("price") + 6
