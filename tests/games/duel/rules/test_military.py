"""The conflict pawn of Duel, looting and military supremacy: rulings 30 to 34."""

from __future__ import annotations

import pytest

from duel_positions import CARD, WONDER, City, coins, play, position, scores, texts

ruling = pytest.mark.ruling
RED = [card for card in CARD.values() if card.color == "red"]


@ruling(30)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("card", RED, ids=lambda card: card.name)
def test_each_shield_of_a_red_card_moves_the_pawn_one_space(card, seat: int) -> None:  # type: ignore[no-untyped-def]
    rich = City(coins=60)
    game = position(rich, rich, age=card.age, layout=[card.name], to_act=seat)
    play(game, f"build {card.name}")
    assert game.snapshot()["pawn"] == card.effect.shields * (1 if seat == 0 else -1)


@ruling(30)
@pytest.mark.parametrize(("wonder", "shields"), [("The Colossus", 2), ("Circus Maximus", 1), ("The Statue of Zeus", 1)])
@pytest.mark.parametrize("seat", [0, 1])
def test_wonders_move_the_pawn_too(wonder: str, shields: int, seat: int) -> None:
    assert WONDER[wonder].effect.shields == shields
    cities = [City(coins=60), City(coins=60)]
    cities[seat].plans = [wonder]
    game = position(*cities, layout=["Quarry", "Press"], to_act=seat)
    play(game, f"wonder {wonder} with Quarry")
    assert game.snapshot()["pawn"] == shields * (1 if seat == 0 else -1)


@ruling(30)
def test_the_pawn_moves_back_through_the_centre() -> None:
    game = position(City(coins=60), age=2, layout=["Walls"], pawn=-1)
    play(game, "build Walls")
    assert game.snapshot()["pawn"] == 1


@ruling(31)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("space", range(0, 8))
def test_a_looting_token_is_taken_on_entering_its_zone(seat: int, space: int) -> None:
    step = 1 if seat == 0 else -1
    cities = [City(coins=20), City(coins=20)]
    game = position(*cities, layout=["Guard Tower", "Press"], pawn=space * step, to_act=seat)
    play(game, "build Guard Tower")
    loss = {3: 2, 6: 5}.get(space + 1, 0)
    after = coins(game)
    assert (after[seat], after[1 - seat]) == (20, 20 - loss)


@ruling(31)
@pytest.mark.parametrize("seat", [0, 1])
def test_each_looting_token_is_taken_once_per_side(seat: int) -> None:
    step = 1 if seat == 0 else -1
    cities = [City(coins=20), City(coins=20)]
    looted: list[list[int]] = [[], []]
    looted[1 - seat] = [3]
    game = position(*cities, layout=["Guard Tower", "Press"], pawn=2 * step, to_act=seat, looted=(looted[0], looted[1]))
    play(game, "build Guard Tower")
    assert coins(game) == (20, 20)


@ruling(31)
def test_the_tokens_of_the_other_side_stay() -> None:
    game = position(City(coins=20), City(coins=20), layout=["Guard Tower", "Palisade", "Press"], pawn=2)
    play(game, "build Guard Tower")
    left = [[token["at"] for token in city["loot_left"]] for city in game.snapshot()["cities"]]
    assert left == [[3, 6], [6]]


@ruling(32)
@pytest.mark.parametrize(
    ("pawn", "shields", "loss"),
    [(2, 4, 7), (2, 3, 2), (1, 2, 2), (0, 3, 2), (3, 3, 5), (5, 4, 5), (-1, 4, 2)],
)
def test_a_long_move_takes_every_token_on_its_way(pawn: int, shields: int, loss: int) -> None:
    a = City(coins=60, tokens=["Strategy"] if shields == 4 else [])
    card = {2: "Walls", 3: "Pretorium", 4: "Pretorium"}[shields]
    game = position(a, City(coins=20), age=CARD[card].age, layout=[card], pawn=pawn)
    play(game, f"build {card}")
    assert game.snapshot()["pawn"] == pawn + shields
    assert coins(game)[1] == 20 - loss


@ruling(33)
@pytest.mark.parametrize("card", RED, ids=lambda card: card.name)
def test_strategy_adds_a_shield_to_every_later_red_card(card) -> None:  # type: ignore[no-untyped-def]
    game = position(City(coins=60, tokens=["Strategy"]), age=card.age, layout=[card.name])
    play(game, f"build {card.name}")
    assert game.snapshot()["pawn"] == card.effect.shields + 1


@ruling(33)
@pytest.mark.parametrize("card", ["Altar", "Quarry", "Tavern", "Pharmacist"])
def test_strategy_does_not_make_other_cards_march(card: str) -> None:
    game = position(City(coins=60, tokens=["Strategy"]), layout=[card])
    play(game, f"build {card}")
    assert game.snapshot()["pawn"] == 0


@ruling(33)
def test_strategy_does_not_help_wonders() -> None:
    game = position(City(coins=60, tokens=["Strategy"], plans=["The Colossus"]), layout=["Quarry", "Press"])
    play(game, "wonder The Colossus with Quarry")
    assert game.snapshot()["pawn"] == 2


@ruling(33)
def test_strategy_does_not_work_backwards_or_for_the_opponent() -> None:
    a = City(cards=["Stable", "Workshop"], coins=60)
    game = position(a, City(coins=60), age=2, layout=["Laboratory", "Walls"], board=["Strategy"], pawn=1)
    play(game, "build Laboratory", "token Strategy")
    assert game.snapshot()["pawn"] == 1
    play(game, "build Walls")
    assert game.snapshot()["pawn"] == -1


@ruling(33, 51)
def test_strategy_counts_for_a_red_card_from_the_mausoleum() -> None:
    a = City(tokens=["Strategy"], plans=["The Mausoleum"], coins=60)
    game = position(a, layout=["Quarry", "Press"], discard=["Walls"])
    play(game, "wonder The Mausoleum with Quarry", "revive Walls")
    assert game.snapshot()["pawn"] == 3


@ruling(34)
@pytest.mark.parametrize("seat", [0, 1])
def test_reaching_the_capital_wins_at_once(seat: int) -> None:
    step = 1 if seat == 0 else -1
    game = position(City(coins=60), City(coins=60), layout=["Guard Tower", "Press"], pawn=8 * step, to_act=seat)
    play(game, "build Guard Tower")
    assert game.over and game.to_act == ()
    assert (game.result.winners, game.result.kind) == ((seat,), "military")
    assert game.options(0) == game.options(1) == []


@ruling(34)
@pytest.mark.parametrize(("wonder", "victim"), [("The Statue of Zeus", "Quarry"), ("Circus Maximus", "Press")])
def test_no_card_is_destroyed_after_the_wonder_has_won(wonder: str, victim: str) -> None:
    game = position(City(plans=[wonder], coins=60), City(cards=[victim]), layout=["Altar", "Baths"], pawn=8)
    play(game, f"wonder {wonder} with Altar")
    assert game.over and game.result.kind == "military"
    after = game.snapshot()
    assert after["cities"][1]["cards"] == [victim] and after["discard"] == []
    assert (after["phase"], after["pending"]) == ("over", [])


@ruling(34)
def test_a_military_victory_counts_whatever_the_points() -> None:
    b = City(cards=["Palace", "Town Hall", "Senate"], wonders=["The Pyramids"], coins=90)
    game = position(City(coins=0), b, layout=["Guard Tower", "Press"], pawn=8)
    play(game, "build Guard Tower")
    assert game.result.winners == (0,)
    assert scores(game, 1)["total"] > scores(game, 0)["total"]


def test_space_eight_is_not_yet_the_end() -> None:
    game = position(City(coins=60), layout=["Guard Tower", "Press"], pawn=7)
    play(game, "build Guard Tower")
    assert not game.over and texts(game)
