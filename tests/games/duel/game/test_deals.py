"""Deals of Duel: what may be given, what may be left out, and impossible deals, each refused with its place named."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest

import mirabilia

GOOD = mirabilia.new_game("duel", seed=5).deal


def changed(**entries: Any) -> dict[str, Any]:
    return {**copy.deepcopy(GOOD), **entries}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in copy.deepcopy(GOOD).items() if name != key}


def ages(age: int, slot: int, card: Any) -> dict[str, Any]:
    deal = copy.deepcopy(GOOD)
    deal["ages"][age][slot] = card
    return deal


def swapped_guild() -> dict[str, Any]:
    """Four guilds in Age III."""
    deal = copy.deepcopy(GOOD)
    guilds = [name for name in deal["ages"][2] if name.endswith("Guild")]
    spare = next(n for n in ("Builders Guild", "Magistrates Guild", "Tacticians Guild", "Scientists Guild")
                 if n not in guilds)  # fmt: skip
    plain = next(slot for slot, name in enumerate(deal["ages"][2]) if not name.endswith("Guild"))
    deal["ages"][2][plain] = spare
    return deal


IMPOSSIBLE: dict[str, tuple[Any, str]] = {
    # what is wrong -> (deal, where)
    "no dict": ([], "game"),
    "nothing": (None, "game"),
    "a text": (json.dumps(GOOD), "game"),
    "an empty dict": ({}, "game"),
    "an unknown game": (changed(game="chess"), "game"),
    "a game in an array": (changed(game=np.array(["duel", "duel"])), "game"),
    **{f"no {key}": (without(key), "deal") for key in GOOD if key not in ("game", "library_draw")},
    "a key too many": (changed(weather="fair"), "deal"),
    "a key that is no text": ({**GOOD, 7: 7}, "deal"),
    "a third player": (changed(first_player=2), "first_player"),
    "a player before the first": (changed(first_player=-1), "first_player"),
    "a player that is true": (changed(first_player=True), "first_player"),
    "a player that is a text": (changed(first_player="0"), "first_player"),
    "a player that is half": (changed(first_player=0.5), "first_player"),
    "a player that is huge": (changed(first_player=10**5000), "first_player"),
    "four tokens on the board": (changed(board_tokens=GOOD["board_tokens"][:4]), "board_tokens"),
    "six tokens in the box": (changed(box_tokens=[*GOOD["box_tokens"], "Law"]), "box_tokens"),
    "a token on the board and in the box": (
        changed(box_tokens=GOOD["board_tokens"]), "board_tokens and box_tokens",
    ),
    "a token twice": (changed(board_tokens=[GOOD["board_tokens"][0]] * 5), "board_tokens and box_tokens"),
    "an unknown token": (changed(board_tokens=[*GOOD["board_tokens"][:4], "Alchemy"]), "board_tokens[4]"),
    "tokens as a text": (changed(board_tokens="Law"), "board_tokens"),
    "tokens as a set": (changed(board_tokens=set(GOOD["board_tokens"])), "board_tokens"),
    "no tokens at all": (changed(board_tokens=None), "board_tokens"),
    "a draw that is not in the box": (changed(library_draw=GOOD["board_tokens"][:3]), "library_draw[0]"),
    "a draw of two": (changed(library_draw=GOOD["box_tokens"][:2]), "library_draw"),
    "a draw of one token three times": (changed(library_draw=GOOD["box_tokens"][:1] * 3), "library_draw"),
    "seven wonders": (changed(wonders=GOOD["wonders"][:7]), "wonders"),
    "a wonder twice": (changed(wonders=[*GOOD["wonders"][:7], GOOD["wonders"][0]]), "wonders"),
    "an unknown wonder": (changed(wonders=[*GOOD["wonders"][:7], "Colosseum"]), "wonders[7]"),
    "a wonder that is a number": (changed(wonders=[*GOOD["wonders"][:7], 7]), "wonders[7]"),
    "two ages": (changed(ages=GOOD["ages"][:2]), "ages"),
    "ages as a dict": (changed(ages=dict(enumerate(GOOD["ages"]))), "ages"),
    "nineteen cards": (changed(ages=[GOOD["ages"][0][:19], *GOOD["ages"][1:]]), "ages[0]"),
    "a card twice": (ages(1, 4, GOOD["ages"][1][5]), "ages[1]"),
    "a card of another age": (ages(0, 3, "Palace"), "ages[0]"),
    "an unknown card": (ages(2, 19, "Colosseum"), "ages[2][19]"),
    "a card that is none": (ages(2, 19, None), "ages[2][19]"),
    "a card that is a list": (ages(2, 19, ["Palace"]), "ages[2][19]"),
    "four guilds": (swapped_guild(), "ages[2]"),
    "a draft that is a text": (changed(draft="no"), "draft"),
    "a draft that is a number": (changed(draft=0), "draft"),
}  # fmt: skip


@pytest.mark.parametrize("fault", IMPOSSIBLE)
def test_an_impossible_deal_is_refused_and_the_place_named(fault: str) -> None:
    deal, where = IMPOSSIBLE[fault]
    with pytest.raises(mirabilia.BadDeal) as caught:
        mirabilia.from_deal(deal)
    assert caught.value.details["where"] == where, str(caught.value)
    assert isinstance(caught.value, ValueError) and json.dumps(caught.value.as_dict())


def test_a_deal_is_given_back_as_it_was() -> None:
    for seed in range(20):
        deal = mirabilia.new_game("duel", seed=seed).deal
        assert mirabilia.from_deal(deal).deal == deal == json.loads(json.dumps(deal))


def test_tuples_do_as_well_as_lists() -> None:
    deal = {key: tuple(value) if isinstance(value, list) else value for key, value in GOOD.items()}
    assert mirabilia.from_deal(deal).deal == GOOD


@pytest.mark.parametrize("deal", [without("library_draw"), changed(library_draw=None)])
def test_without_a_draw_the_box_gives_its_first_three(deal: dict[str, Any]) -> None:
    game = mirabilia.from_deal(deal)
    assert game.deal["library_draw"] == GOOD["box_tokens"][:3]


def test_a_game_does_not_share_its_deal_with_the_caller() -> None:
    deal = copy.deepcopy(GOOD)
    game = mirabilia.from_deal(deal)
    deal["ages"][0].reverse()
    assert game.deal == GOOD
    game.deal["ages"][0].reverse()
    assert game.deal == GOOD


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("chess", {}), (None, {}), (7, {}), (np.array(["duel", "duel"]), {}), (["duel"], {}),
        ("duel", {"players": 3}), ("duel", {"players": True}), ("duel", {"players": 2.0}), ("duel", {"players": "2"}),
        ("duel", {"seed": "7"}), ("duel", {"seed": 1.5}), ("duel", {"seed": True}), ("duel", {"seed": [1]}),
        ("duel", {"boards": "A"}), ("duel", {"first_game_wonders": "yes"}), ("duel", {"first_game_wonders": 1}),
        ("wonders", {"first_game_wonders": True}),
    ],
)  # fmt: skip
def test_games_and_options_that_do_not_exist_are_refused(name: Any, options: dict[str, Any]) -> None:
    with pytest.raises(mirabilia.UnknownGame):
        mirabilia.new_game(name, **options)


@pytest.mark.parametrize("seed", [0, -1, 2**64, -(2**70), pytest.param(10**5000, id="huge")])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert mirabilia.new_game("duel", seed=seed).deal == mirabilia.new_game("duel", seed=seed).deal
