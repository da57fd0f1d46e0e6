"""The reasons of 7 Wonders: each on a made position where it is true, and on one where it is not."""

from __future__ import annotations

import pytest

from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.study import reasons
from mirabilia.games.wonders.study.position import Position
from mirabilia.study.judge import Followed
from mirabilia.study.model import Outlook
from mirabilia.study.reasons import Compared
from wonders_positions import City, position

NOTHING = Followed(0.5, 0.0, Outlook())
LEFT, RIGHT = 2, 1  # of seat 0 among three


def reasons_of(finder, game, played, best):
    """Kinds and arguments that a finder tells about two options of seat 0."""
    view, look = game.view(0, memory=False), Position(State.copy_of(game.states), 0)
    options = [game.find_option(0, each) for each in (played, best)]
    found = finder(Compared(view, look, *options, NOTHING, NOTHING))
    return [(reason.kind, reason.about, reason.args) for reason in found]


def table(mine: City, right: City | None = None, left: City | None = None, *, hand=(), age=1, turn=1):
    """Three cities; seat 1 sits to the right of seat 0, seat 2 to the left."""
    return position(mine, right or City(), left or City(), hands=[list(hand)], age=age, turn=turn)


def test_paying_the_other_neighbour():
    """Stockade costs a wood, which both neighbours sell."""
    both = table(City("Gizah A", coins=6), City(cards=["Lumber Yard"]), City(cards=["Lumber Yard"]), hand=["Stockade"])
    found = reasons_of(reasons.paying, both, "build Stockade pay 2,0", "build Stockade pay 0,2")
    assert found == [("pays_rival", "played", {"n": 2, "player": LEFT})]
    assert reasons_of(reasons.paying, both, "build Stockade pay 0,2", "discard Stockade") == []


def test_paying_more_than_needed():
    mine = City("Gizah A", cards=["East Trading Post"], coins=6)
    game = table(mine, City(cards=["Lumber Yard"]), City(cards=["Lumber Yard"]), hand=["Stockade"])
    found = reasons_of(reasons.paying, game, "build Stockade pay 2,0", "build Stockade pay 0,1")
    assert found == [("pays_more", "played", {"n": 1})]
    assert reasons_of(reasons.paying, game, "build Stockade pay 0,1", "build Stockade pay 2,0") == []


@pytest.mark.parametrize(("card", "free"), [("Altar", True), ("Baths", False)])
def test_giving_up_what_costs_nothing(card, free):
    """Altar costs nothing; Baths a stone that would have to be bought."""
    game = table(City("Rhodos A"), City(cards=["Stone Pit"]), hand=[card, "Loom"])
    found = reasons_of(reasons.thrown_away, game, f"discard {card}", "build Loom")
    assert found == ([("thrown_away", "played", {"card": card})] if free else [])


@pytest.mark.parametrize(("theirs", "expected"), [((), RIGHT), (("Barracks",), None)])
def test_shields_past_a_neighbour(theirs, expected):
    """One shield beats neighbours with none, not one with as many; the other neighbour is far ahead."""
    strong = City(cards=["Barracks", "Stockade", "Guard Tower"])
    game = table(City("Rhodos A"), City(cards=theirs), strong, hand=["Barracks", "Loom"])
    found = reasons_of(reasons.conflict, game, "build Loom", "build Barracks")
    assert found == ([] if expected is None else [("conflict", "best", {"player": expected, "n": 1})])
    assert reasons_of(reasons.conflict, game, "build Barracks", "build Loom") == []


@pytest.mark.parametrize("has_it", [False, True])
def test_a_card_passed_on(has_it):
    """In the first age hands go to the left; Pawnshop is worth three points to whoever lacks it."""
    game = table(City("Rhodos A"), left=City(cards=["Pawnshop"] if has_it else []), hand=["Pawnshop", "Loom"])
    found = reasons_of(reasons.passes_on, game, "build Loom", "build Pawnshop")
    assert found == ([] if has_it else [("passes_on", "played", {"card": "Pawnshop", "player": LEFT, "n": 3})])
    kept = reasons_of(reasons.keeps_from, game, "build Loom", "discard Pawnshop")
    assert kept == ([] if has_it else [("keeps_from", "best", {"card": "Pawnshop", "player": LEFT, "n": 3})])


def test_a_card_of_little_worth_or_of_the_last_turn_is_not_spoken_of():
    game = table(City("Rhodos A"), hand=["Altar", "Loom"])
    assert reasons_of(reasons.keeps_from, game, "build Loom", "discard Altar") == []  # two points
    last = table(City("Rhodos A"), hand=["Pawnshop", "Loom"], turn=6)
    assert reasons_of(reasons.keeps_from, last, "build Loom", "discard Pawnshop") == []  # nobody gets it


@pytest.mark.parametrize(("coins", "short"), [(3, True), (9, False)])
def test_coins_that_the_next_stage_needs(coins, short):
    """Gizah's first stage wants two stones: one has to be bought for two coins; so has the wood for Stockade."""
    sellers = City(cards=["Stone Pit", "Lumber Yard"])
    game = table(City("Gizah A", coins=coins), sellers, hand=["Stockade", "Loom"])
    found = reasons_of(reasons.stage_short, game, "build Stockade pay 0,2", "build Loom")
    assert found == ([("stage_short", "played", {"n": 2, "stage": 1})] if short else [])


@pytest.mark.parametrize(("cards", "complete"), [(["Apothecary", "Workshop"], True), (["Apothecary"], False)])
def test_a_set_of_symbols(cards, complete):
    game = table(City("Ephesos A", cards=cards), hand=["Scriptorium", "Loom"])
    found = reasons_of(reasons.science_set, game, "build Loom", "build Scriptorium")
    assert found == ([("science_set", "best", {"n": 7})] if complete else [])


@pytest.mark.parametrize(
    ("board", "left", "expected"),
    [
        ("Rhodos A", "Gizah A", ("goods.scarce", {"good": "glass"})),
        ("Rhodos A", "Alexandria A", ("goods", {"good": "glass"})),  # the neighbour sells some
        ("Babylon A", "Alexandria A", ("goods", {"good": "glass"})),
        ("Alexandria A", "Gizah A", None),  # it has glass from the start
    ],
)
def test_the_first_source_of_a_resource(board, left, expected):
    game = table(City(board), City("Ephesos A"), City(left), hand=["Glassworks", "Altar"])
    found = reasons_of(reasons.goods, game, "build Altar", "build Glassworks")
    assert found == ([(expected[0], "best", expected[1])] if expected else [])


def test_a_resource_that_the_next_stage_needs():
    """The first stage of Rhodos costs two wood."""
    game = table(City("Rhodos A"), hand=["Lumber Yard", "Altar"])
    found = reasons_of(reasons.goods, game, "build Altar", "build Lumber Yard")
    assert found == [("goods.stage", "best", {"good": "wood", "stage": 1})]


def test_a_chain_to_a_later_card():
    game = table(City("Rhodos A"), hand=["Altar", "Pawnshop"])
    found = reasons_of(reasons.chain, game, "build Pawnshop", "build Altar")
    assert found == [("chain", "best", {"card": "Altar", "later": "Temple"})]
    assert reasons_of(reasons.chain, game, "build Altar", "build Pawnshop") == []
