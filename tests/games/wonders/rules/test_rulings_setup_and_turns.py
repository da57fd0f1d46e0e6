"""Set-up, ages and turns of 7 Wonders: rulings 1 to 12."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import mirabilia
from wonders_positions import CATALOG, City, cards, coins, of_card, position, take_turn, texts, ways

ruling = pytest.mark.ruling
SEVERAL = (3, 4, 5, 6, 7)


def dealt(deal: dict[str, Any], age: int) -> list[str]:
    """Every card dealt in an age, the draw pile included."""
    piles = deal.get("draw_piles")
    return [name for hand in deal["hands"][age - 1] for name in hand] + (piles[age - 1] if piles else [])


@ruling(1)
@pytest.mark.parametrize("players", SEVERAL)
def test_cards_are_used_whose_number_is_not_above_the_player_count(players: int) -> None:
    deal = mirabilia.new_game("wonders", players=players, seed=players).deal
    for age in (1, 2, 3):
        wanted = Counter[str]()
        for card in CATALOG.cards:
            if card.age == age and card.color != "purple":
                wanted[card.name] += sum(number <= players for number in card.copies)
        found = Counter(name for name in dealt(deal, age) if name not in CATALOG.guilds)
        assert found == +wanted


@ruling(2)
@pytest.mark.parametrize("players", SEVERAL)
def test_age_three_has_two_guilds_more_than_players_and_which_ones_is_chance(players: int) -> None:
    seen = set()
    for seed in range(12):
        deal = mirabilia.new_game("wonders", players=players, seed=seed).deal
        guilds = [name for name in dealt(deal, 3) if name in CATALOG.guilds]
        assert len(guilds) == len(set(guilds)) == players + 2
        assert not set(CATALOG.guilds) & {*dealt(deal, 1), *dealt(deal, 2)}
        seen.add(frozenset(guilds))
    assert len(seen) > 1


@ruling(3)
@pytest.mark.parametrize("players", SEVERAL)
def test_every_deck_is_dealt_out_seven_cards_each(players: int) -> None:
    game = mirabilia.new_game("wonders", players=players, seed=1)
    for hands in game.deal["hands"]:
        assert [len(hand) for hand in hands] == [7] * players
    assert [sorted(hand) for hand in game.snapshot()["hands"]] == [sorted(hand) for hand in game.deal["hands"][0]]


@ruling(4)
def test_boards_and_sides_are_random_and_never_the_same_board_twice() -> None:
    boards = [mirabilia.new_game("wonders", players=7, seed=seed).deal["boards"] for seed in range(10)]
    for table in boards:
        assert len({city for city, _ in table}) == 7
    assert len({tuple(map(tuple, table)) for table in boards}) == 10
    assert any(len({side for _, side in table}) == 2 for table in boards), "sides may be mixed"


@ruling(4)
def test_boards_may_be_chosen_by_side_or_by_name() -> None:
    assert {side for _, side in mirabilia.new_game("wonders", players=5, seed=1, boards="A").deal["boards"]} == {"A"}
    assert {side for _, side in mirabilia.new_game("wonders", players=5, seed=1, boards="B").deal["boards"]} == {"B"}
    chosen = [["Gizah", "B"], ["Rhodos", "A"], ["Babylon", "B"]]
    assert mirabilia.new_game("wonders", players=3, seed=1, boards=chosen).deal["boards"] == chosen


@ruling(5)
@pytest.mark.parametrize("players", (2, *SEVERAL))
def test_everybody_starts_with_three_coins(players: int) -> None:
    assert coins(mirabilia.new_game("wonders", players=players, seed=4)) == [3] * max(players, 3)


@ruling(5)
def test_coins_have_no_upper_limit() -> None:
    game = position(City(coins=300), City(), City())
    take_turn(game)
    assert coins(game)[0] == 303


@ruling(6)
@pytest.mark.parametrize("players", (2, 3, 7))
def test_a_game_has_three_ages_of_six_turns(players: int) -> None:
    game = mirabilia.new_game("wonders", players=players, seed=5, boards="A")
    seen = []
    while not game.over:
        at = (game.snapshot()["age"], game.snapshot()["turn"])
        if not seen or seen[-1] != at:
            seen.append(at)
        seat = game.to_act[0]
        game.play(seat, game.options(seat)[-1])
    assert seen == [(age, turn) for age in (1, 2, 3) for turn in range(1, 7)]


@ruling(6)
def test_choices_are_secret_until_all_have_chosen_and_then_act_at_once() -> None:
    game = position(City(), City(), City(), hands=[["Altar"], ["Theater"], ["Loom"]])
    before = game.snapshot()["cities"]
    game.play(0, "build Altar")
    game.play(2, "build Loom")
    assert game.snapshot()["cities"] == before
    for other in (1, 2, None):
        assert "Altar" not in str(game.view(other))
    assert game.view(1)["to_act"] == [1]
    game.play(1, "build Theater")
    assert [cards(game, seat) for seat in (0, 1, 2)] == [["Altar"], ["Theater"], ["Loom"]]


@ruling(7)
@pytest.mark.parametrize(("age", "giver"), [(1, +1), (2, -1), (3, +1)])
@pytest.mark.parametrize("players", SEVERAL)
def test_hands_go_left_in_ages_one_and_three_and_right_in_age_two(players: int, age: int, giver: int) -> None:
    game = position(*[City() for _ in range(players)], age=age, turn=1)
    held = game.snapshot()["hands"]
    chosen = [game.options(seat)[0].get("card") for seat in range(players)]
    take_turn(game, *(f"discard {name}" for name in chosen))
    for seat in range(players):
        from_seat = (seat + giver) % players
        assert Counter(game.snapshot()["hands"][seat]) == Counter(held[from_seat]) - Counter([chosen[from_seat]])


@ruling(8)
def test_a_card_is_built_or_put_under_the_next_stage_or_discarded_for_three_coins() -> None:
    def start() -> Any:
        return position(City("Gizah A", cards=["Stone Pit"]), City(), City(), hands=[["Altar"]])

    assert of_card(start(), 0, "Altar") == ["build", "discard", "stage"]
    built, staged, discarded = (
        take_turn(start(), move) for move in ("build Altar", "stage with Altar", "discard Altar")
    )
    assert (sorted(cards(built, 0)), coins(built)[0]) == (["Altar", "Stone Pit"], 3)
    assert built.snapshot()["cities"][0]["stages"] == 0
    assert (cards(staged, 0), coins(staged)[0], staged.snapshot()["cities"][0]["stages"]) == (["Stone Pit"], 3, 1)
    assert (cards(discarded, 0), coins(discarded)[0]) == (["Stone Pit"], 6)
    assert "Altar" in discarded.snapshot()["discard"]
    for game in (built, staged, discarded):
        assert "Altar" not in game.snapshot()["hands"][2], "the card has left the hand that was passed on"
        assert len(game.snapshot()["hands"][2]) == 6


@ruling(9)
def test_who_can_pay_for_nothing_must_discard() -> None:
    poor = City("Alexandria A", coins=0)
    game = position(poor, City("Rhodos A"), City("Ephesos A"), turn=6, hands=[["Baths", "Timber Yard"]])
    assert texts(game, 0) == ["discard Timber Yard", "discard Baths"]


@ruling(9)
def test_discarding_is_always_allowed() -> None:
    game = position(City("Gizah A", cards=["Baths"], coins=9), City(), City(), age=2, hands=[["Aqueduct"]])
    for name in game.snapshot()["hands"][0]:
        assert f"discard {name}" in texts(game, 0)


@ruling(10, "10.1")
def test_a_structure_built_this_turn_can_be_bought_from_only_in_the_next() -> None:
    game = position(
        City("Alexandria A"), City("Rhodos A"), City("Ephesos A"), turn=5,
        hands=[["Baths", "Altar", "Theater"], ["Stone Pit", "Baths"], ["Loom"]],
    )  # fmt: skip
    game.play(1, "build Stone Pit")
    assert ways(game, 0, "Baths") == []
    take_turn(game, "discard Altar", "build Stone Pit")
    assert ways(game, 0, "Baths") == [(0, 2)]


@ruling(10, "10.1")
def test_a_structure_built_this_turn_produces_only_from_the_next() -> None:
    game = position(
        City("Olympia A"), City("Alexandria A"), City("Ephesos A"), turn=5, hands=[["Stone Pit"], ["Baths"]]
    )
    take_turn(game, "build Stone Pit")
    assert ways(game, 0, "Baths") == [(0, 0)]


@ruling(10)
def test_what_is_affordable_does_not_depend_on_choices_already_made() -> None:
    start = position(City("Alexandria A", coins=0), City("Gizah A"), City("Ephesos A"), hands=[["Baths"], ["Workshop"]])
    seller, alone = start.copy(), start.copy()
    seller.play(1, "build Workshop pay 2,0")  # would bring seat 0 two coins
    assert texts(seller, 0) == texts(alone, 0)


@ruling(11, "8.6")
def test_in_the_sixth_turn_the_spare_card_is_discarded_without_coins() -> None:
    game = position(
        City(), City(), City(), turn=6, hands=[["Altar", "Loom"], ["Press", "Theater"], ["Baths", "Tavern"]]
    )
    take_turn(game, "build Altar", "build Press", "build Tavern")
    assert sorted(game.snapshot()["discard"]) == ["Baths", "Loom", "Theater"]
    assert coins(game) == [3, 3, 8]
    assert (game.snapshot()["age"], game.snapshot()["turn"]) == (2, 1)
    assert [len(hand) for hand in game.snapshot()["hands"]] == [7, 7, 7]


@ruling(11)
def test_in_the_sixth_turn_the_chosen_card_is_played_as_usual() -> None:
    game = position(City("Gizah A", cards=["Stone Pit"]), City(), City(), turn=6, hands=[["Altar", "Loom"]])
    assert of_card(game, 0, "Loom") == ["build", "discard", "stage"]
    take_turn(game, "stage with Loom")
    assert game.snapshot()["cities"][0]["stages"] == 1
    assert "Altar" in game.snapshot()["discard"] and "Loom" not in game.snapshot()["discard"]


@ruling(12)
def test_the_discard_pile_is_open_only_to_the_player_using_halikarnassos() -> None:
    game = position(
        City("Halikarnassos B", cards=["Ore Vein", "Foundry"]), City("Gizah A"), City("Rhodos A"), age=2, turn=2,
        hands=[["Sawmill"], ["Statue"], ["Temple"]], discard=["Pawnshop"],
    )  # fmt: skip
    take_turn(game, "stage with Sawmill", "discard Statue", "discard Temple")
    assert game.to_act == (0,)
    assert sorted(game.view(0)["discard"]["cards"]) == ["Pawnshop", "Statue", "Temple"]
    for seat in (1, 2, None):
        view = game.view(seat)
        assert view["discard"]["cards"] is None and view["discard"]["size"] == 3
        assert "Pawnshop" not in str(view)
    assert "Temple" not in str(game.view(1)["discard"]) and "Temple" in str(game.view(2)["discard"])
    game.play(0, "revive none")
    assert game.view(0)["discard"]["cards"] is None


def test_every_turn_takes_one_card_from_every_hand() -> None:
    game = mirabilia.new_game("wonders", players=4, seed=2)
    sizes = []
    while game.snapshot()["age"] == 1:
        sizes.append([len(hand) for hand in game.snapshot()["hands"]])
        take_turn(game)
    assert all(b == [n - 1 for n in a] for a, b in pairwise(sizes)) and len(sizes) == 6
