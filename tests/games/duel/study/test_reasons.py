"""The reasons of Duel: each on a made position where it is true, and on one where it is not."""

from __future__ import annotations

import pytest

from duel_positions import City, position, quote
from mirabilia.games.duel.rules.state import State
from mirabilia.games.duel.study import reasons
from mirabilia.games.duel.study.position import Position
from mirabilia.study.judge import Followed
from mirabilia.study.model import Outlook
from mirabilia.study.reasons import Compared, lead, points

NOTHING = Followed(0.5, 0.0, Outlook())
# Green cards with six different symbols.
SYMBOLS = ["Workshop", "Apothecary", "Scriptorium", "Pharmacist", "Academy"]


def compared(game, played, best, after_played=NOTHING, after_best=NOTHING):
    """Two options of the seat to act."""
    seat = game.to_act[0]
    view, look = game.view(seat), Position(State.copy_of(game.states))
    return Compared(view, look, game.find_option(seat, played), game.find_option(seat, best), after_played, after_best)


def reasons_of(finder, *given, **more):
    """Kinds and arguments that a finder tells."""
    return [(reason.kind, reason.about, reason.args) for reason in finder(compared(*given, **more))]


def test_a_win_at_once_by_military():
    near = position(City(coins=9), pawn=8, layout=["Guard Tower", "Tavern"])
    assert reasons_of(reasons.wins_now, near, "build Tavern", "build Guard Tower") == [
        ("wins_now.military", "best", {})
    ]
    far = position(City(coins=9), pawn=7, layout=["Guard Tower", "Tavern"])
    assert reasons_of(reasons.wins_now, far, "build Tavern", "build Guard Tower") == []


def test_a_win_at_once_by_science():
    layout = ["University", "Arena"]
    five = position(City(cards=SYMBOLS, coins=40), age=3, layout=layout)
    assert reasons_of(reasons.wins_now, five, "build Arena", "build University") == [("wins_now.science", "best", {})]
    four = position(City(cards=SYMBOLS[:4], coins=40), age=3, layout=layout)
    assert reasons_of(reasons.wins_now, four, "build Arena", "build University") == []


def test_a_win_with_the_last_card():
    ahead = position(City(cards=["Palace"]), City(), age=3, layout=["Arena"])
    behind = position(City(), City(cards=["Palace", "Town Hall", "Gardens"]), age=3, layout=["Arena"])
    assert reasons_of(reasons.wins_now, ahead, "discard Arena", "discard Arena") == []  # the one played wins as well
    assert reasons_of(reasons.wins_now, behind, "discard Arena", "discard Arena") == []


@pytest.mark.parametrize(("pawn", "expected"), [(-8, ["loses_now.military"]), (-6, [])])
def test_leaving_the_opponent_a_win(pawn, expected):
    game = position(City(coins=9), City(coins=9), pawn=pawn, layout=["Guard Tower", "Tavern"])
    found = reasons_of(reasons.loses_now, game, "build Tavern", "discard Guard Tower")
    assert [kind for kind, _, _ in found] == expected
    assert [args for _, _, args in found] == [{"card": "Guard Tower", "player": 1}] * len(expected)


def test_what_turns_up_was_not_known():
    """A card that lay face down may not be spoken of, even if it would win for the opponent."""
    game = position(City(coins=9), City(coins=9), pawn=-8, layout={9: "Guard Tower", 14: "Tavern", 19: "Clay Pit"})
    assert reasons_of(reasons.loses_now, game, "build Tavern", "build Clay Pit") == []
    assert reasons_of(reasons.opens, game, "build Tavern", "build Clay Pit") == []


@pytest.mark.parametrize(("symbols", "expected"), [(4, 5), (3, 4), (2, None)])
def test_leaving_the_opponent_a_symbol(symbols, expected):
    game = position(City(coins=20), City(cards=SYMBOLS[:symbols], coins=40), age=3, layout=["Academy", "Arena"])
    found = reasons_of(reasons.leaves_symbol, game, "build Arena", "discard Academy")
    if expected is None:
        assert found == []
    else:
        assert found == [("leaves_symbol", "played", {"card": "Academy", "player": 1, "number": expected})]


@pytest.mark.parametrize("coins", [7, 0])
def test_opening_a_card_for_the_opponent(coins):
    """Baths lie face up under Tavern; they cost a stone, which the opponent has to buy."""
    game = position(City(coins=9), City(coins=coins), layout={5: "Baths", 9: "Tavern", 19: "Clay Pit"})
    found = reasons_of(reasons.opens, game, "build Tavern", "build Clay Pit")
    assert found == ([("opens", "played", {"card": "Baths", "player": 1, "n": 2})] if coins else [])


def test_opening_a_card_that_costs_the_opponent_nothing():
    game = position(City(coins=9), City(cards=["Quarry"], coins=0), layout={5: "Baths", 9: "Tavern", 19: "Clay Pit"})
    assert reasons_of(reasons.opens, game, "build Tavern", "build Clay Pit") == [
        ("opens.free", "played", {"card": "Baths", "player": 1})
    ]


@pytest.mark.parametrize(("wonder", "brings"), [("The Sphinx", True), ("The Pyramids", False)])
def test_an_extra_turn(wonder, brings):
    game = position(City(plans=[wonder], coins=60), layout=["Tavern", "Clay Pit"])
    found = reasons_of(reasons.extra_turn, game, "build Tavern", f"wonder {wonder} with Tavern")
    assert found == ([("extra_turn", "best", {})] if brings else [])


@pytest.mark.parametrize("has_one", [True, False])
def test_a_pair_of_symbols(has_one):
    game = position(City(cards=["Workshop"] if has_one else [], coins=40), age=2, layout=["Laboratory", "Forum"])
    found = reasons_of(reasons.pair, game, "discard Forum", "build Laboratory")
    assert found == ([("pair", "best", {"symbol": "pendulum"})] if has_one else [])


@pytest.mark.parametrize("coins", [30, 0])
def test_keeping_a_card_from_the_opponent(coins):
    game = position(City(coins=5), City(coins=coins), age=2, layout=["Aqueduct", "Forum"])
    found = reasons_of(reasons.denies, game, "discard Forum", "discard Aqueduct")
    assert found == ([("denies", "best", {"card": "Aqueduct", "player": 1})] if coins else [])


@pytest.mark.parametrize(
    ("age", "layout", "mine", "expected"),
    [
        (1, ["Glassworks", "Altar"], [], "goods.only"),
        (2, ["Glass-blower", "Statue", "Forum"], [], "goods.wonders"),  # the Forum gives glass as well
        (2, ["Glass-blower", "Statue"], ["Glassworks"], None),  # the city produces it already
    ],
)
def test_a_resource_that_wonders_need(age, layout, mine, expected):
    plans = ["The Sphinx", "The Temple of Artemis", "The Colossus", "The Pyramids"]
    game = position(City(cards=mine, plans=plans, coins=30), age=age, layout=layout)
    found = reasons_of(reasons.goods, game, f"build {layout[1]}", f"build {layout[0]}")
    needing = [name for name in plans if "glass" in reasons.WONDERS[name].cost]
    named = dict(zip(("wonder", "another", "third"), needing, strict=True))
    args = {"n": len(needing), "good": "glass", **named}
    assert found == ([(expected, "best", args)] if expected else [])


def test_coins_that_a_wonder_needs():
    layout = ["Palisade", "Clay Pit"]
    built = ["The Colossus", "The Mausoleum", "The Temple of Artemis"]
    rich = position(City(wonders=built, plans=["The Pyramids"], coins=60), layout=layout)
    price = quote(rich, "The Pyramids")["price"]
    just = position(City(wonders=built, plans=["The Pyramids"], coins=price), layout=layout)
    expected = [("coins_short", "played", {"n": 2, "wonder": "The Pyramids"})]
    assert reasons_of(reasons.coins_short, just, "build Palisade", "discard Palisade") == expected
    assert reasons_of(reasons.coins_short, rich, "build Palisade", "discard Palisade") == []


def ways(mine: float, theirs: float) -> Followed:
    """An outlook with these chances to win by science, and the rest on points."""
    civilian = (1 - mine - theirs) / 2
    sides = [{"civilian": civilian, "military": 0.0, "science": share} for share in (mine, theirs)]
    return Followed(civilian + mine, 0.0, Outlook((), tuple(sides)))


def test_ways_to_win_that_come_and_go():
    game = position(City(coins=9), layout=["Guard Tower", "Tavern"])
    moves = (game, "build Tavern", "build Guard Tower")
    better = {"after_played": ways(0.1, 0.3), "after_best": ways(0.3, 0.1)}
    assert reasons_of(reasons.risk, *moves, **better) == [("risk.science", "played", {"share": 0.2, "player": 1})]
    assert reasons_of(reasons.way, *moves, **better) == [("way.science", "best", {"share": 0.2})]
    same = {"after_played": ways(0.1, 0.3), "after_best": ways(0.12, 0.28)}
    assert reasons_of(reasons.risk, *moves, **same) == reasons_of(reasons.way, *moves, **same) == []


def test_a_chain_to_a_later_card():
    game = position(City(coins=9), layout=["Altar", "Guard Tower"])
    expected = [("chain", "best", {"card": "Altar", "later": "Temple"})]
    assert reasons_of(reasons.chain, game, "build Guard Tower", "build Altar") == expected
    assert reasons_of(reasons.chain, game, "build Altar", "build Guard Tower") == []
    gone = position(City(coins=9), City(cards=["Temple"]), age=1, layout=["Altar", "Guard Tower"])
    assert reasons_of(reasons.chain, gone, "build Guard Tower", "build Altar") == []


def outlook(*totals: float) -> Followed:
    """An outlook with these points for blue cards."""
    return Followed(0.5, 0.0, Outlook(tuple({"civilian": total, "science": 1.0} for total in totals)))


def test_expected_points_and_lead():
    game = position(City(coins=9), layout=["Guard Tower", "Tavern"])
    moves = (game, "build Tavern", "build Guard Tower")
    less = {"after_played": outlook(10, 12), "after_best": outlook(13.5, 12)}
    assert reasons_of(points, *moves, **less) == [("points", "played", {"category": "civilian", "points": 4})]
    even = {"after_played": outlook(10, 12), "after_best": outlook(10.5, 12)}
    assert reasons_of(points, *moves, **even) == reasons_of(lead, *moves, **even) == []
    passed = {"after_played": outlook(10, 12), "after_best": outlook(10.5, 9)}
    assert reasons_of(lead, *moves, **passed) == [("lead", "played", {"points": 4})]
