"""Deals at the border: what is wrong is said, and nothing but `BadDeal` ever comes out."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mirabilia
from mirabilia.errors import BadDeal, UnknownGame
from mirabilia.games.wonders.game.game import new as new_wonders
from mirabilia.games.wonders.game.game import read as wonders_from_deal

THREE = new_wonders(3, 1).deal
TWO = new_wonders(2, 1).deal
SEVEN = new_wonders(7, 1).deal


def changed(deal: dict[str, Any], path: list[Any], value: Any) -> dict[str, Any]:
    """A copy of a deal with one place changed; no value removes it."""
    other: Any = copy.deepcopy(deal)
    at = other
    for key in path[:-1]:
        at = at[key]
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return other  # type: ignore[no-any-return]


class Pretender(dict):  # type: ignore[type-arg]
    """Looks like a deal until somebody reads it."""

    def get(self, *_: Any) -> Any:
        raise RuntimeError("no")

    __getitem__ = __contains__ = get  # type: ignore[assignment]


FIRST = THREE["hands"][0][0]
BAD = {
    "no boards": changed(THREE, ["boards"], ...),
    "no hands": changed(THREE, ["hands"], ...),
    "unknown key": {**THREE, "seed": 5},
    "key that is no text": {**THREE, 5: 5},
    "one player": changed(THREE, ["boards"], THREE["boards"][:1]),
    "eight players": changed(THREE, ["boards"], SEVEN["boards"] + [["Rhodos", "A"]]),
    "fewer boards than hands": changed(THREE, ["boards"], THREE["boards"][:2]),
    "more boards than hands": changed(THREE, ["boards"], SEVEN["boards"][:4]),
    "same board twice": changed(THREE, ["boards", 1], [THREE["boards"][0][0], "B"]),
    "unknown city": changed(THREE, ["boards", 0], ["Atlantis", "A"]),
    "bad side": changed(THREE, ["boards", 0, 1], "C"),
    "side of wrong type": changed(THREE, ["boards", 0, 1], 1),
    "side that cannot be hashed": changed(THREE, ["boards", 0, 1], []),
    "board as text": changed(THREE, ["boards", 0], "Rhodos A"),
    "board of three": changed(THREE, ["boards", 0], ["Rhodos", "A", "B"]),
    "boards as dict": changed(THREE, ["boards"], {0: ["Rhodos", "A"]}),
    "hands as text": changed(THREE, ["hands"], "Loom"),
    "two ages": changed(THREE, ["hands"], THREE["hands"][:2]),
    "a hand missing": changed(THREE, ["hands", 1], THREE["hands"][1][:2]),
    "a short hand": changed(THREE, ["hands", 0, 0], FIRST[:6]),
    "a long hand": changed(THREE, ["hands", 0, 0], [*FIRST, "Loom"]),
    "an unknown card": changed(THREE, ["hands", 0, 0, 0], "Coffee House"),
    "a number as card": changed(THREE, ["hands", 0, 0, 0], 7),
    "a list as card": changed(THREE, ["hands", 0, 0, 0], ["Loom"]),
    "None as card": changed(THREE, ["hands", 2, 2, 6], None),
    "a card of another age": changed(THREE, ["hands", 0, 0, 0], "Palace"),
    "a guild in Age I": changed(THREE, ["hands", 0, 0, 0], "Spies Guild"),
    "a card of more players": changed(THREE, ["hands", 0, 0, 0], "Tavern"),
    "one copy too many": changed(THREE, ["hands", 0, 0], [FIRST[1], *FIRST[1:]]),
    "ages exchanged": changed(THREE, ["hands"], [THREE["hands"][1], THREE["hands"][0], THREE["hands"][2]]),
    "Free City with three players": {**THREE, "free_city": ["Gizah", "A"]},
    "two players without Free City": changed(TWO, ["free_city"], ...),
    "two players without draw piles": changed(TWO, ["draw_piles"], ...),
    "a short draw pile": changed(TWO, ["draw_piles", 0], TWO["draw_piles"][0][:6]),
    "Free City on a player's board": changed(TWO, ["free_city"], TWO["boards"][0]),
    "draw piles of two ages": changed(TWO, ["draw_piles"], TWO["draw_piles"][:2]),
    "a pretender": Pretender(THREE),
}


def guilds_too_many() -> dict[str, Any]:
    """One guild instead of another card of Age III."""
    deal = copy.deepcopy(THREE)
    held = {card for hand in deal["hands"][2] for card in hand}
    spare = next(guild for guild in mirabilia.games.wonders.game.deal.CATALOG.edition(1).guilds if guild not in held)
    hand = next(hand for hand in deal["hands"][2] if any(not card.endswith("Guild") for card in hand))
    place = next(place for place, card in enumerate(hand) if not card.endswith("Guild"))
    hand[place] = spare
    return deal


BAD["too many guilds"] = guilds_too_many()


@pytest.mark.parametrize("fault", BAD)
def test_bad_deals_are_refused_and_say_where(fault: str) -> None:
    with pytest.raises(BadDeal) as caught:
        wonders_from_deal(BAD[fault])
    assert caught.value.details["where"]
    assert str(caught.value)


@pytest.mark.parametrize("deal", [THREE, TWO, SEVEN])
def test_good_deals_come_back_as_they_were(deal: dict[str, Any]) -> None:
    game = mirabilia.from_deal(deal)
    assert game.deal == deal
    again = game.deal
    again["hands"][0][0][0] = "changed"
    assert game.deal == deal  # a copy was handed out


def test_tuples_do_as_well_as_lists() -> None:
    deal = {**THREE, "boards": tuple(tuple(board) for board in THREE["boards"])}
    assert wonders_from_deal(deal).deal == THREE


garbage = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(FIRST)
    | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=8) | st.dictionaries(st.text(max_size=6) | st.integers(), inner, max_size=4),
    max_leaves=20,
)
KEYS = st.sampled_from(["game", "boards", "hands", "free_city", "draw_piles", "other"])


@settings(max_examples=300, deadline=None)
@given(garbage)
def test_garbage_is_a_bad_deal(thing: Any) -> None:
    with pytest.raises(BadDeal):
        wonders_from_deal(thing)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([THREE, TWO]), KEYS, st.integers(0, 2), st.integers(0, 2), garbage)
def test_a_deal_with_garbage_in_it_is_a_bad_deal(deal: Any, key: str, first: int, second: int, thing: Any) -> None:
    broken = copy.deepcopy(deal)
    if key in ("boards", "hands") and first < len(broken[key]):
        if key == "hands" and second < len(broken[key][first]):
            broken[key][first][second] = thing
        else:
            broken[key][first] = thing
    else:
        broken[key] = thing
    if broken != deal:
        with pytest.raises(BadDeal):
            wonders_from_deal(broken)


@pytest.mark.parametrize(
    ("players", "seed", "boards"),
    [
        (1, 1, "random"),
        (8, 1, "random"),
        ("3", 1, "random"),
        (True, 1, "random"),
        (None, 1, "random"),
        (3, "x", "random"),
        (3, 1.5, "random"),
        (3, 1, "C"),
        (3, 1, 5),
        (3, 1, [["Rhodos", "A"]]),
        (3, 1, [["Rhodos", "A"], ["Rhodos", "B"], ["Gizah", "A"]]),
        (3, 1, [["Rhodos", "A"], ["Nowhere", "B"], ["Gizah", "A"]]),
        (3, 1, [["Rhodos", "A"], ["Ephesos", "X"], ["Gizah", "A"]]),
        (2, 1, [["Rhodos", "A"], ["Ephesos", "A"], ["Gizah", "A"], ["Babylon", "A"]]),
    ],
)
def test_games_that_do_not_exist(players: Any, seed: Any, boards: Any) -> None:
    with pytest.raises(UnknownGame):
        new_wonders(players, seed, boards)


def test_boards_can_be_chosen() -> None:
    assert {side for _, side in new_wonders(7, 1, "A").deal["boards"]} == {"A"}
    assert {side for _, side in new_wonders(7, 1, "B").deal["boards"]} == {"B"}
    chosen = [["Gizah", "A"], ["Rhodos", "B"]]
    deal = new_wonders(2, 1, chosen).deal
    assert deal["boards"] == chosen and deal["free_city"][0] not in ("Gizah", "Rhodos")
    assert new_wonders(2, 1, [*chosen, ["Babylon", "B"]]).deal["free_city"] == ["Babylon", "B"]
    assert new_wonders(2, -3, "A").deal["free_city"][1] == "A"
