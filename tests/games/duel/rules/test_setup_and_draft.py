"""Set-up and draft of Duel: rulings 1 to 7.

Deals are made at random from many seeds, and drafts are played pick by pick; what lies on the table, what is in the
box and who picks when must be as the rulings say.
"""

from __future__ import annotations

from collections import Counter

import pytest

import mirabilia
from duel_positions import CARD, CATALOG, TOKEN, WONDER, City, play, position, texts

ruling = pytest.mark.ruling
SEEDS = range(60)


def drafted(seed: int, picks: int) -> mirabilia.Game:
    game = mirabilia.new_game("duel", seed=seed)
    for _ in range(picks):
        seat = game.to_act[0]
        game.play(seat, game.options(seat)[0])
    return game


@ruling(1)
def test_both_start_with_seven_coins_and_the_pawn_in_the_centre() -> None:
    for seed in SEEDS:
        start = mirabilia.new_game("duel", seed=seed).snapshot()
        assert start["coins"] == [7, 7]
        assert start["pawn"] == 0
        for city in start["cities"]:
            assert (city["cards"], city["wonders"], city["tokens"], city["symbols"]) == ([], [], [], {})
        assert start["discard"] == []


@ruling(1)
def test_four_looting_tokens_lie_ready_two_on_each_side() -> None:
    cities = mirabilia.new_game("duel", seed=1).snapshot()["cities"]
    ready = [{"at": 3, "coins": 2}, {"at": 6, "coins": 5}]
    assert [city["loot_left"] for city in cities] == [ready, ready]


@ruling(1)
def test_either_seat_may_be_the_first_player() -> None:
    assert {mirabilia.new_game("duel", seed=seed).to_act for seed in SEEDS} == {(0,), (1,)}


@ruling(2)
def test_five_tokens_lie_on_the_board_and_the_box_holds_the_other_five() -> None:
    for seed in SEEDS:
        game = mirabilia.new_game("duel", seed=seed)
        for view in (game.view(0), game.view(1), game.view(None)):
            assert len(view["board_tokens"]) == len(view["box_tokens"]) == 5
            assert sorted(view["board_tokens"] + view["box_tokens"]) == sorted(TOKEN)


@ruling(2)
def test_every_token_is_sometimes_on_the_board() -> None:
    seen = Counter(name for seed in SEEDS for name in mirabilia.new_game("duel", seed=seed).deal["board_tokens"])
    assert set(seen) == set(TOKEN)
    assert all(10 < count < 50 for count in seen.values())  # about 30 of 60 each


@ruling(3)
@pytest.mark.parametrize("first", [0, 1])
def test_the_draft_is_one_two_one_then_the_second_player_begins(first: int) -> None:
    seed = next(s for s in SEEDS if mirabilia.new_game("duel", seed=s).deal["first_player"] == first)
    second = 1 - first
    order = []
    game = mirabilia.new_game("duel", seed=seed)
    while game.view(None)["phase"] == "draft":
        seat = game.to_act[0]
        order.append(seat)
        game.play(seat, game.options(seat)[-1])
    assert order == [first, second, second, first, second, first, first, second]
    assert [len(city["wonders"]) for city in game.snapshot()["cities"]] == [4, 4]


@ruling(3)
def test_the_second_four_wonders_are_shown_only_after_the_first_four_are_taken() -> None:
    for picks in range(8):
        game = drafted(3, picks)
        wonders = game.deal["wonders"]
        shown = set(wonders[:4]) if picks < 4 else set(wonders[4:])
        options = {option.get("wonder") for option in game.options(game.to_act[0])}
        assert options <= shown and len(options) == 4 - picks % 4
        for seat in (0, 1, None):
            view = game.view(seat)
            assert set(view["draft"]) == options
            hidden = set(wonders[4:]) if picks < 4 else set()
            assert not hidden & set(_strings(view))


@ruling(3)
def test_a_wonder_taken_belongs_to_the_one_who_took_it() -> None:
    game = mirabilia.new_game("duel", seed=5)
    owned: dict[int, list[str]] = {0: [], 1: []}
    for _ in range(8):
        seat = game.to_act[0]
        option = game.options(seat)[1 % len(game.options(seat))]
        owned[seat].append(str(option.get("wonder")))
        game.play(seat, option)
    for seat in (0, 1):
        assert [w["name"] for w in game.snapshot()["cities"][seat]["wonders"]] == owned[seat]
    unused = set(WONDER) - set(owned[0]) - set(owned[1])
    assert len(unused) == 4


@ruling(4)
def test_the_first_game_has_fixed_wonders_and_no_draft() -> None:
    for seed in range(8):
        game = mirabilia.new_game("duel", seed=seed, first_game_wonders=True)
        first = game.deal["first_player"]
        assert game.to_act == (first,)
        assert game.view(None)["phase"] == "turn"
        cities = game.snapshot()["cities"]
        assert [w["name"] for w in cities[first]["wonders"]] == [
            "The Pyramids", "The Great Lighthouse", "The Temple of Artemis", "The Statue of Zeus",
        ]  # fmt: skip
        assert [w["name"] for w in cities[1 - first]["wonders"]] == [
            "Circus Maximus", "Piraeus", "The Appian Way", "The Colossus",
        ]  # fmt: skip


@ruling(5)
def test_each_age_has_twenty_cards_three_are_left_out_and_age_three_holds_three_guilds() -> None:
    left_out: Counter[str] = Counter()
    for seed in SEEDS:
        ages = mirabilia.new_game("duel", seed=seed).deal["ages"]
        assert [len(age) for age in ages] == [20, 20, 20]
        for number, age in enumerate(ages, 1):
            assert len(set(age)) == 20
            assert {CARD[name].age for name in age} == {number}
            guilds = [name for name in age if CARD[name].color == "purple"]
            assert len(guilds) == (3 if number == 3 else 0)
            plain = {c.name for c in CATALOG.cards if c.age == number and c.color != "purple"}
            assert len(plain - set(age)) == 3
            left_out.update(plain - set(age))
    assert set(left_out) == {card.name for card in CATALOG.cards if card.color != "purple"}


@ruling(5)
def test_every_guild_and_every_place_for_it_occurs() -> None:
    ages = [mirabilia.new_game("duel", seed=seed).deal["ages"][2] for seed in SEEDS]
    guilds = Counter(name for age in ages for name in age if CARD[name].color == "purple")
    assert set(guilds) == {card.name for card in CATALOG.cards if card.color == "purple"}
    places = {slot for age in ages for slot, name in enumerate(age) if CARD[name].color == "purple"}
    assert len(places) == 20


@ruling(5)
def test_what_is_left_out_stays_unknown_to_both_players() -> None:
    game = drafted(11, 8)
    for seat in (0, 1, None):
        view = game.view(seat)
        named = {name for name in _strings(view) if name in CARD}
        assert named == {slot["card"] for slot in view["layout"] if slot["up"]}


@ruling(6)
def test_the_back_of_a_face_down_guild_shows_that_it_is_one_but_not_which() -> None:
    layout = {0: "Palace", 1: "Study", 2: "Builders Guild", 3: "Arsenal", 4: "Moneylenders Guild"}
    layout |= {5: "Port", 6: "Armory", 7: "Circus", 8: "Senate"}
    game = position(age=3, layout=layout)
    for seat in (0, 1, None):
        slots = {slot["slot"]: slot for slot in game.view(seat)["layout"]}
        assert [slots[n]["back"] for n in range(5)] == ["age 3", "age 3", "guild", "age 3", "guild"]
        assert [slots[n]["card"] for n in range(5)] == ["Palace", "Study", None, None, None]
        assert not {"Builders Guild", "Moneylenders Guild", "Arsenal"} & set(_strings(game.view(seat)))


@ruling(7)
def test_the_first_player_of_the_draft_starts_age_one() -> None:
    for seed in range(12):
        game = drafted(seed, 8)
        assert game.to_act == (game.deal["first_player"],)
        assert game.view(None)["age"] == 1


def test_no_layout_lies_on_the_table_during_the_draft() -> None:
    game = drafted(2, 5)
    assert game.view(0)["layout"] == [] and game.quotes(0) != []
    assert [q for q in game.quotes(0) if q.card] == []


def test_a_position_from_the_builder_is_an_ordinary_game() -> None:
    game = position(City(cards=["Baths"], coins=3), layout=["Temple", "Aqueduct"], age=2)
    assert texts(game) == ["discard Temple", "build Aqueduct", "discard Aqueduct"]
    play(game, "build Aqueduct")
    assert game.to_act == (1,) and game.copy().snapshot() == game.snapshot()


def _strings(thing: object) -> list[str]:
    """Every text inside nested data."""
    if isinstance(thing, str):
        return [thing]
    if isinstance(thing, dict):
        return [text for key, value in thing.items() for text in (*_strings(key), *_strings(value))]
    if isinstance(thing, list | tuple):
        return [text for value in thing for text in _strings(value)]
    return []
