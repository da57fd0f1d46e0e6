"""Secrets: what a seat cannot know does not show in anything the game hands it.

Two thousand random positions are re-dealt for each seat and for a spectator: everything hidden from them is replaced.
Their view, options, quotes and log must stay the same to the letter, while the whole truth (the snapshot) differs.
"""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import mirabilia
from duel_play import biased, play_games, uniform
from duel_positions import CARD, TOKEN, City, game_at, play, position
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.engine.running import ONLY_PLAIN as PLAIN
from mirabilia.games.duel.game import view as duel_view
from mirabilia.games.duel.game.game import DuelGame
from mirabilia.games.duel.game.view import DuelView
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.state import State

POSITIONS = 2000


def shown_to(game: DuelGame, seat: int | None) -> str:
    """Everything the game hands to a seat (None: a spectator), as one text."""
    shown: dict[str, Any] = {"view": game.view(seat), "log": game.log(seat), "to_act": game.to_act}
    if seat is not None:
        shown["options"] = [option.as_dict() for option in game.options(seat)]
        shown["texts"] = [option.text for option in game.options(seat)]
        shown["quotes"] = [quote.as_dict() for quote in game.quotes(seat)]
    else:  # a spectator may ask for the quotes of either seat
        shown["quotes"] = [quote.as_dict() for player in game.seats for quote in game.quotes(player)]
    return json.dumps(shown, sort_keys=True)


def redealt(game: DuelGame, seat: int | None, rng: Any) -> DuelGame:
    """A game that differs only in what the seat cannot know."""
    twin = game.copy()
    redeal(twin.states, 0, -1 if seat is None else seat, ints(64), rng)
    twin._refresh()
    return twin


def random_positions() -> list[DuelGame]:
    """Positions of all ages and phases, more of the rare ones."""
    policies = [uniform(1), biased(2, {0: "green"}), biased(3, {1: "green", 0: "red"})]
    played = play_games(450, 7, policies)
    rng = random.Random(9)
    rare = [n for n in range(len(played.history)) if played.history["phase"][n] not in (1, 7)]
    usual = [n for n in range(len(played.history)) if played.history["phase"][n] == 1]
    chosen = rng.sample(rare, POSITIONS // 4) + rng.sample(usual, POSITIONS - POSITIONS // 4)
    return [game_at(played.history, n) for n in chosen]


@pytest.mark.skipif(PLAIN, reason="positions come from arrays")
def test_hidden_facts_change_nothing_a_seat_is_shown() -> None:
    rng = new_rng(11)
    changed = 0
    games = random_positions()
    assert len(games) == POSITIONS
    phases = {game.view(None)["phase"] for game in games}
    assert phases == {"draft", "turn", "token", "library", "destroy", "revive", "starter"}
    for game in games:
        for seat in (0, 1, None):
            twin = redealt(game, seat, rng)
            assert shown_to(twin, seat) == shown_to(game, seat)
            changed += twin.snapshot() != game.snapshot()
    # Only near the end of Age III is nothing hidden any more.
    assert changed > 0.85 * 3 * POSITIONS


@pytest.mark.parametrize("leak", ["layout", "library", "discard", "draft"])
def test_a_leak_would_be_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above fails when a view shows too much."""
    honest = duel_view.look

    def leaking(states: Any, values: dict[str, Any], seat: int | None, *rest: Any) -> DuelView:
        truth = duel_view.duel_snapshot(states, values, None)
        secrets: dict[str, Any] = {
            **truth,
            "draft": truth["wonders"],
            "discard": [*truth["discard"], *truth["ages"][2]],
        }
        return msgspec.structs.replace(honest(states, values, seat, *rest), **{leak: secrets[leak]})

    monkeypatch.setattr("mirabilia.games.duel.game.game.look", leaking)
    game = mirabilia.new_game("duel", seed=3)
    if leak != "draft":
        for _ in range(8):
            game.play(game.to_act[0], game.options(game.to_act[0])[0])
    assert isinstance(game, DuelGame)
    rng = new_rng(5)
    differing = [shown_to(redealt(game, seat, rng), seat) != shown_to(game, seat) for seat in (0, 1, None)]
    assert all(differing)


def names_in_view(view: dict[str, Any]) -> set[str]:
    text = json.dumps(view)
    return {name for name in CARD if f'"{name}"' in text}


def test_a_view_names_only_cards_that_have_been_seen() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        game = mirabilia.new_game("duel", seed=seed)
        seen: set[str] = set()
        while not game.over:
            for seat in (0, 1, None):
                view = game.view(seat)
                seen |= {slot["card"] for slot in view["layout"] if slot["up"]}
                assert names_in_view(view) <= seen
                assert all((slot["card"] is None) == (not slot["up"]) for slot in view["layout"])
            game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))


def test_an_ended_game_has_no_secrets() -> None:
    rng = random.Random(1)
    game = mirabilia.new_game("duel", seed=1)
    while not game.over:
        assert "deal" not in game.view(0)
        game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
    assert game.view(None)["deal"] == game.deal and game.view(0)["result"] == game.result.as_dict()


def library_choice() -> DuelGame:
    a = City(plans=["The Great Library"], coins=60)
    drawn = ["Philosophy", "Strategy", "Theology"]
    board = ["Agriculture", "Architecture", "Economy", "Law", "Masonry"]
    return play(
        position(a, layout=["Quarry", "Press"], board=board, library=drawn), "wonder The Great Library with Quarry"
    )


def test_the_one_choosing_from_the_box_keeps_the_draw_the_others_do_not() -> None:
    game = library_choice()
    rng = new_rng(2)
    own = {tuple(redealt(game, 0, rng).snapshot()["library"]) for _ in range(40)}
    assert own == {("Philosophy", "Strategy", "Theology")}
    for seat in (1, None):
        draws = {tuple(redealt(game, seat, rng).snapshot()["library"]) for _ in range(200)}
        assert len(draws) == 10  # all threes of the five in the box
        assert {name for draw in draws for name in draw} == set(game.view(seat)["box_tokens"]) <= set(TOKEN)


def test_what_others_chose_stays_as_it_was() -> None:
    """Cities, coins, discards, tokens, wonders and everything face up are the same after re-dealing."""
    rng = new_rng(3)
    chance = random.Random(3)
    game = mirabilia.new_game("duel", seed=8)
    assert isinstance(game, DuelGame)
    hidden = {"deck", "offered", "library"}
    while not game.over:
        before = State.as_dict(game.states)
        for seat in (0, 1, None):
            after = State.as_dict(redealt(game, seat, rng).states)
            assert {k: v for k, v in after.items() if k not in hidden} == {
                k: v for k, v in before.items() if k not in hidden
            }
            for age, (old, new) in enumerate(zip(before["deck"], after["deck"], strict=True)):
                known = age < before["age"] or before["phase"] == 7
                for slot in range(20):
                    faced = age == before["age"] and before["phase"] != 0 and (before["up"] >> slot) & 1
                    if known or faced:
                        assert old[slot] == new[slot]
        game.play(game.to_act[0], chance.choice(game.options(game.to_act[0])))
