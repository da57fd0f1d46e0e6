"""Science symbols and progress tokens of Duel: rulings 35 to 44."""

from __future__ import annotations

import pytest

from duel_positions import CARD, TOKEN, WONDER, City, coins, play, position, price, scores, texts
from mirabilia.games.duel.catalog import Effect

ruling = pytest.mark.ruling

# symbol -> the two cards that bear it, the earlier one first
PAIRS = {
    "quill": ("Scriptorium", "Library"),
    "mortar": ("Pharmacist", "Dispensary"),
    "wheel": ("Apothecary", "School"),
    "pendulum": ("Workshop", "Laboratory"),
    "armillary_sphere": ("University", "Observatory"),
    "sundial": ("Academy", "Study"),
}
FIVE = ["Scriptorium", "Pharmacist", "Apothecary", "Workshop", "University"]  # five different symbols
BOARD = ["Agriculture", "Architecture", "Economy", "Law", "Masonry"]


@ruling(35)
@pytest.mark.parametrize("symbol", PAIRS)
def test_the_second_copy_of_a_symbol_gives_a_token_of_choice(symbol: str) -> None:
    first, second = PAIRS[symbol]
    assert CARD[first].effect.science == CARD[second].effect.science == symbol
    game = position(City(cards=[first], coins=60), age=CARD[second].age, layout=[second])
    board = game.view(None)["board_tokens"]
    play(game, f"build {second}")
    assert game.to_act == (0,) and game.view(None)["phase"] == "token"
    assert texts(game) == [f"token {name}" for name in board] and len(board) == 5
    play(game, f"token {board[2]}")
    assert game.snapshot()["cities"][0]["tokens"] == [board[2]]
    assert board[2] not in game.view(None)["board_tokens"]


@ruling(35)
def test_a_first_copy_or_the_opponents_copy_gives_no_token() -> None:
    game = position(City(coins=60), City(cards=["Workshop"]), age=2, layout=["Laboratory", "Walls"])
    play(game, "build Laboratory")
    assert game.to_act == (1,) and game.view(None)["phase"] == "turn"


@ruling(35)
def test_each_symbol_is_on_two_cards_and_six_pairs_exist() -> None:
    bearers = [card.effect.science for card in CARD.values() if card.effect.science]
    assert sorted(bearers) == sorted(2 * list(PAIRS))


@ruling(36)
def test_a_pair_without_a_token_on_the_board_gives_nothing() -> None:
    game = position(City(cards=["Workshop"], coins=60), age=2, layout=["Laboratory", "Walls"], board=[])
    play(game, "build Laboratory")
    assert game.to_act == (1,) and game.view(None)["phase"] == "turn"
    assert game.snapshot()["cities"][0]["tokens"] == []


@ruling(37)
def test_there_is_nothing_to_do_but_take_one_of_the_tokens() -> None:
    board = ["Economy", "Law", "Strategy"]
    game = position(City(cards=["Workshop"], coins=60), age=2, layout=["Laboratory", "Walls"], board=board)
    play(game, "build Laboratory")
    assert texts(game) == [f"token {name}" for name in board] and game.options(1) == []


@ruling(37)
def test_taking_the_token_is_compulsory_even_a_single_one() -> None:
    game = position(City(cards=["Workshop"], coins=60), age=2, layout=["Laboratory", "Walls"], board=["Economy"])
    play(game, "build Laboratory")
    assert texts(game) == ["token Economy"]


@ruling(38)
def test_law_is_a_symbol_of_its_own_that_makes_no_pair() -> None:
    assert TOKEN["Law"].effect == Effect(science="scales")
    assert "scales" not in [card.effect.science for card in CARD.values()]
    a = City(cards=["Workshop", "Scriptorium"], coins=60)
    game = position(a, age=2, layout=["Laboratory", "Walls"], board=BOARD)
    play(game, "build Laboratory", "token Law")
    assert game.to_act == (1,) and game.view(None)["phase"] == "turn"  # no second token
    city = game.snapshot()["cities"][0]
    assert (city["distinct_symbols"], city["symbols"]) == (3, {"quill": 1, "pendulum": 2, "scales": 1})


@ruling(39)
@pytest.mark.parametrize("seat", [0, 1])
def test_six_different_symbols_win_at_once(seat: int) -> None:
    cities = [City(coins=60), City(coins=60)]
    cities[seat].cards = FIVE
    game = position(*cities, age=3, layout=["Academy", "Palace"], to_act=seat)
    play(game, "build Academy")
    assert game.over and (game.result.winners, game.result.kind) == ((seat,), "science")


@ruling(39)
def test_five_symbols_with_pairs_do_not_win() -> None:
    a = City(cards=[*FIVE[:4], "Library", "Dispensary"], coins=60)
    game = position(a, age=3, layout=["University", "Palace"])
    play(game, "build University")
    assert not game.over and game.snapshot()["symbols"] == [5, 0]


@ruling(39)
def test_law_from_the_board_can_be_the_sixth_symbol() -> None:
    game = position(City(cards=FIVE, coins=60), age=3, layout=["Observatory", "Palace"], board=BOARD)
    play(game, "build Observatory")
    assert not game.over
    play(game, "token Law")
    assert game.over and game.result.kind == "science"


@ruling(39)
def test_law_from_the_great_library_can_be_the_sixth_symbol() -> None:
    a = City(cards=FIVE, plans=["The Great Library"], coins=60)
    game = position(a, age=3, layout=["Palace", "Arsenal"], board=["Economy"], library=["Law", "Masonry", "Theology"])
    play(game, "wonder The Great Library with Palace", "library Law")
    assert game.over and game.result.kind == "science"


@ruling(39)
def test_a_sixth_symbol_by_a_pair_card_needs_a_new_symbol() -> None:
    game = position(City(cards=FIVE, coins=60), age=3, layout=["Observatory", "Palace"], board=["Economy"])
    play(game, "build Observatory", "token Economy")
    assert not game.over


@ruling(40)
@pytest.mark.parametrize("token", ["Agriculture", "Urbanism"])
def test_coins_of_a_token_come_at_once(token: str) -> None:
    a = City(cards=["Workshop"], coins=60)
    game = position(a, age=2, layout=["Laboratory", "Walls"], board=[token])
    cost = price(game, "Laboratory")
    play(game, "build Laboratory", f"token {token}")
    assert coins(game) == (60 - cost + 6, 7)


@ruling(40)
def test_a_discount_helps_only_builds_after_it_was_taken() -> None:
    a = City(cards=["Workshop"], coins=60, plans=["The Pyramids"])
    game = position(a, age=2, layout=["Laboratory", "Aqueduct", "Walls"], board=["Masonry", "Architecture"])
    before = price(game, "Aqueduct"), price(game, "The Pyramids")
    play(game, "build Laboratory", "token Masonry")
    assert coins(game)[0] == 60 - 6  # nothing is paid back
    assert (price(game, "Aqueduct", 0), price(game, "The Pyramids", 0)) == (before[0] - 4, before[1])


@ruling(40)
def test_theology_gives_nothing_to_wonders_already_built() -> None:
    a = City(cards=["Workshop"], wonders=["The Pyramids"], coins=60)
    game = position(a, age=2, layout=["Laboratory", "Walls"], board=["Theology"])
    play(game, "build Laboratory", "token Theology")
    assert game.to_act == (1,)


@ruling(41)
def test_the_great_library_draws_three_of_the_box_and_keeps_one() -> None:
    a = City(plans=["The Great Library"], coins=60)
    drawn = ["Philosophy", "Strategy", "Theology"]
    game = position(a, layout=["Quarry", "Press"], board=BOARD, library=drawn)
    box = game.view(None)["box_tokens"]
    play(game, "wonder The Great Library with Quarry")
    assert game.to_act == (0,) and texts(game) == [f"library {name}" for name in drawn]
    play(game, "library Strategy")
    after = game.snapshot()
    assert after["cities"][0]["tokens"] == ["Strategy"]
    assert after["box_tokens"] == [name for name in box if name != "Strategy"]  # two went back
    assert after["board_tokens"] == BOARD
    assert game.to_act == (1,)


@ruling(41)
def test_only_the_builder_sees_the_tokens_drawn() -> None:
    a = City(plans=["The Great Library"], coins=60)
    game = position(a, layout=["Quarry", "Press"], board=BOARD, library=["Philosophy", "Strategy", "Theology"])
    for seat in (0, 1, None):
        assert game.view(seat)["library"] == []
    play(game, "wonder The Great Library with Quarry")
    assert game.view(0)["library"] == ["Philosophy", "Strategy", "Theology"]
    assert game.view(1)["library"] == game.view(None)["library"] == []
    assert game.options(1) == []


@ruling(41)
def test_theology_from_the_great_library_gives_no_extra_turn_for_it() -> None:
    a = City(plans=["The Great Library"], coins=60)
    game = position(a, layout=["Quarry", "Press"], board=BOARD, library=["Philosophy", "Strategy", "Theology"])
    play(game, "wonder The Great Library with Quarry", "library Theology")
    assert game.to_act == (1,)


@ruling(42)
@pytest.mark.parametrize(
    ("a", "card", "gain"),
    [
        (City(cards=["Baths"]), "Aqueduct", 4),  # by chain
        (City(cards=["Baths", "Shelf Quarry", "Quarry"]), "Aqueduct", 4),  # by chain, though it could be made
        (City(cards=["Shelf Quarry", "Quarry"]), "Aqueduct", 0),  # made, not chained
        (City(), "Drying Room", 0),  # without cost
        (City(), "Brewery", 6),
    ],
)
def test_urbanism_pays_for_chain_builds_only(a: City, card: str, gain: int) -> None:
    a.tokens, a.coins = ["Urbanism"], 10
    game = position(a, City(tokens=["Economy"]), age=2, layout=[card, "Walls"])
    play(game, f"build {card}")
    assert coins(game) == (10 + gain, 7)


@ruling(42, 51)
def test_urbanism_pays_nothing_for_a_card_from_the_mausoleum() -> None:
    a = City(cards=["Baths"], tokens=["Urbanism"], plans=["The Mausoleum"], coins=60)
    game = position(a, layout=["Quarry", "Press"], discard=["Aqueduct"])
    cost = price(game, "The Mausoleum")
    play(game, "wonder The Mausoleum with Quarry", "revive Aqueduct")
    assert coins(game)[0] == 60 - cost


@ruling(42)
def test_the_opponent_of_urbanism_gets_nothing() -> None:
    game = position(City(cards=["Baths"], coins=0), City(tokens=["Urbanism"], coins=0), age=2, layout=["Aqueduct"])
    play(game, "build Aqueduct")
    assert coins(game) == (0, 0)


@ruling(43)
@pytest.mark.parametrize("wonder", [name for name in WONDER if name not in ("The Great Library", "The Mausoleum")])
def test_theology_gives_an_extra_turn_for_every_later_wonder_but_only_one(wonder: str) -> None:
    a = City(plans=[wonder], tokens=["Theology"], coins=60)
    game = position(a, layout=["Quarry", "Press", "Tavern", "Altar"])
    play(game, f"wonder {wonder} with Quarry")
    assert game.to_act == (0,)
    play(game, "discard Press")
    assert game.to_act == (1,)


@ruling(43)
def test_theology_does_not_help_the_opponent() -> None:
    game = position(City(plans=["The Pyramids"], coins=60), City(tokens=["Theology"]), layout=["Quarry", "Press"])
    play(game, "wonder The Pyramids with Quarry")
    assert game.to_act == (1,)


@ruling(44)
@pytest.mark.parametrize(
    ("tokens", "points"), [(["Mathematics"], 3), (["Mathematics", "Law"], 6), (["Law", "Theology", "Mathematics"], 9)]
)
def test_mathematics_counts_itself(tokens: list[str], points: int) -> None:
    game = position(City(tokens=tokens), City(tokens=["Economy"]))
    assert scores(game, 0)["progress"] == points
