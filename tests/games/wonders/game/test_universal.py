"""What holds in every game of 7 Wonders, for every number of players, through the public API."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import mirabilia
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.errors import GameOver, IllegalMove, NotYourTurn
from mirabilia.games.wonders.game.game import WondersGame
from mirabilia.games.wonders.game.game import new as new_wonders
from mirabilia.games.wonders.rules.redeal import redeal
from mirabilia.games.wonders.rules.setup import SCRATCH
from mirabilia.games.wonders.rules.state import State
from wonders_play import PLAYERS, decide, facts, normal, played, positions

# Boards whose powers have steps of their own come up far more often than by chance.
POWERFUL = [["Halikarnassos", "B"], ["Babylon", "B"], ["Olympia", "A"], ["Olympia", "B"], ["Halikarnassos", "A"]]
OTHERS = [["Rhodos", "A"], ["Gizah", "B"], ["Ephesos", "A"], ["Alexandria", "B"]]


def boards_for(players: int, seed: int) -> Any:
    """Random boards for even seeds, otherwise a mix of the powerful ones and others."""
    if seed % 2 == 0:
        return "random"
    chance = random.Random(seed)
    cities = max(players, 3)
    chosen: list[list[str]] = []
    for board in chance.sample(POWERFUL, len(POWERFUL)) + chance.sample(OTHERS, len(OTHERS)):
        if len(chosen) < cities and board[0] not in [city for city, _ in chosen]:
            chosen.append(board)
    chance.shuffle(chosen)
    return chosen


@pytest.mark.parametrize("players", PLAYERS)
def test_replay_equals_play_step_by_step(players: int) -> None:
    for seed in range(4):
        after: dict[int, Any] = {}  # by the number of moves carried out
        for game in positions(players, seed, boards_for(players, seed)):
            after.setdefault(len(game.moves), {**game.snapshot(), "to_act": None})
        again = mirabilia.from_deal(json.loads(json.dumps(game.deal)))
        assert isinstance(again, WondersGame)
        seen: dict[int, Any] = {}
        for seat, text in game.moves:
            seen.setdefault(len(again.moves), {**again.snapshot(), "to_act": None})
            again.play(seat, text)
        seen[len(again.moves)] = {**again.snapshot(), "to_act": None}
        assert seen == after
        assert facts(again) == facts(game)
        assert (again.moves, again.result) == (game.moves, game.result)
        assert all(again.log(seat) == game.log(seat) for seat in (None, *game.seats))


@pytest.mark.parametrize("players", PLAYERS)
def test_to_act_and_options_belong_together(players: int) -> None:
    for game in positions(players, players, boards_for(players, 1)):
        owing = game.to_act
        assert list(owing) == sorted(set(owing))
        assert bool(owing) != game.over
        for seat in game.seats:
            options = game.options(seat)
            assert bool(options) == (seat in owing)
            texts = [option.text for option in options]
            assert len(set(texts)) == len(texts)
            for option in options:
                assert game.find_option(seat, option.text) == option
                assert game.find_option(seat, option.as_dict()) == option


@pytest.mark.parametrize("players", PLAYERS)
def test_every_option_can_be_carried_out_and_leaves_copies_alone(players: int) -> None:
    chance = random.Random(players)
    for game in positions(players, 30 + players, boards_for(players, 1)):
        if game.over or chance.random() < 0.9:
            continue
        before, view = facts(game), game.view(0)
        for seat in game.to_act:
            for option in game.options(seat):
                other = game.copy()
                other.play(seat, option)
                while not other.over and other.to_act and other.moves == game.moves:
                    decide(other, chance)
                assert min(city["coins"] for city in other.snapshot()["cities"]) >= 0
        assert facts(game) == before
        assert game.view(0) == view


@pytest.mark.parametrize("players", PLAYERS)
def test_everything_else_is_refused_and_changes_nothing(players: int) -> None:
    chance = random.Random(players)
    rubbish: list[Any] = [
        "",
        "build",
        "build Nothing",
        "discard Loom pay 1,1",
        "free city: ",
        "x" * 5000,
        None,
        3,
        [],
        {},
    ]
    rubbish += [{"action": "build"}, {"action": "build", "card": ["Loom"]}, {"action": "stage", "card": {}, "pay": 5}]
    for game in positions(players, 60 + players, boards_for(players, 3)):
        if chance.random() < 0.85 and not game.over:
            continue
        before, moves = facts(game), game.moves
        for seat in game.seats:
            for option in game.options(seat):
                wrong = option.as_dict()
                if "pay" in wrong:
                    wrong["pay"] = [wrong["pay"][0] + 1, wrong["pay"][1]]
                else:
                    wrong["card"] = "Palace of Nobody"
                rubbish[-1] = wrong
            for thing in rubbish:
                with pytest.raises((IllegalMove, NotYourTurn, GameOver)) as caught:
                    game.play(seat, thing)
                if game.over:
                    assert isinstance(caught.value, GameOver)
        for seat in (-1, players, 99, "0", None, True, 1.5):
            with pytest.raises(NotYourTurn):
                game.play(seat, "discard Loom")  # type: ignore[arg-type]
        assert facts(game) == before and game.moves == moves


@pytest.mark.parametrize("players", PLAYERS)
def test_views_are_json_and_the_end_is_open(players: int) -> None:
    for game in positions(players, 5):
        for seat in (None, *game.seats):
            view = game.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert json.loads(json.dumps(game.log(seat))) == game.log(seat)
            assert ("secrets" in view) == game.over
        assert json.loads(json.dumps(game.snapshot())) == game.snapshot()
    assert game.view(0)["secrets"]["deal"] == game.deal
    assert game.view(None)["result"] == game.result.as_dict()  # type: ignore[union-attr]
    assert all(entry.get("card", "") is not None for entry in game.log(None))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_seat_cannot_tell_redealt_games_apart(players: int) -> None:
    """What a seat cannot know is dealt anew; the game is then played again with the same public moves.

    Every redealt game must be a legal game that ends in exactly the redealt state, and the seat's view, options,
    quotes and log must be the same to the last letter.
    """
    chance = random.Random(players)
    different = checked = 0
    for seed in range(8):
        for game in positions(players, 100 + seed, boards_for(players, seed)):
            later_step = game.view(None)["phase"] != "choose"
            if game.over or chance.random() < (0.4 if later_step else 0.95):
                continue
            seat = chance.randrange(players)
            states = State.copy_of(game.states)
            assert redeal(states, 0, seat, ints(SCRATCH), new_rng(seed))
            other = game.redealt(seat, seed)
            assert facts(other) == normal(State.as_dict(states))
            assert other.to_act == game.to_act or set(game.to_act) < set(other.to_act)
            for ready in game.view(seat)["ready"]:  # choices of others were withdrawn: let them choose something
                while ready in other.to_act and other.to_act != game.to_act:
                    other.play(ready, chance.choice(other.options(ready)))
            assert other.view(seat) == game.view(seat)
            assert other.options(seat) == game.options(seat)
            assert other.quotes(seat) == game.quotes(seat)
            assert other.log(seat) == game.log(seat)
            assert other.view(None) == game.view(None)
            assert other.log(None) == game.log(None)
            different += other.snapshot() != game.snapshot()
            checked += 1
    assert checked > 20 and different > checked * 0.8


def test_redealing_a_finished_game_changes_nothing() -> None:
    game = played(3, 1)
    assert game.redealt(1, 5).snapshot() == game.snapshot()


@pytest.mark.parametrize("players", PLAYERS)
def test_quotes_agree_with_options_and_plans_add_up(players: int) -> None:
    for game in positions(players, 200 + players, boards_for(players, 1)):
        for seat in game.to_act:
            quotes = game.quotes(seat)
            options = [option.as_dict() for option in game.options(seat)]
            if options[0]["action"] == "revive":
                assert quotes == []
                continue
            city = options[0].get("city")
            index = 2 if city == "free" else seat
            coins = game.snapshot()["cities"][index]["coins"]
            for quote in quotes:
                told = quote.as_dict()
                json.dumps(told)
                assert told.get("city") == city
                is_card = "card" in told
                within = [pay for pay in told["pays"] if sum(pay) + told["bank"] <= coins]
                if is_card:
                    listed = [o["pay"] for o in options if o["action"] == "build" and o["card"] == told["card"]]
                else:
                    listed = [o["pay"] for o in options if o["action"] == "stage" and o["card"] == options[0]["card"]]
                    if city == "free" and not listed:
                        continue  # that card must be built by its chain
                why = (told["why"] or {}).get("key")
                if why == "earlier_stage_first":
                    assert told["stage"] > told["why"]["stage"]
                elif why != "already_built":
                    assert listed == within
                assert told["affordable"] == (told["why"] is None)
                givers = [line["by"] for line in told["plan"] if line["source"] == "chain"]
                assert len(givers) == told["chain"] and set(givers) <= set(game.snapshot()["cities"][index]["cards"])
                if told["pays"]:
                    assert sum(line["price"] for line in told["plan"]) == min(map(sum, told["pays"])) + told["bank"]
                    assert all(line["source"] != "missing" for line in told["plan"])
                elif told["why"]["key"] == "missing_goods":
                    missing = [line["good"] for line in told["plan"] if line["source"] == "missing"]
                    assert sum(told["why"]["goods"].values()) == len(missing) > 0
            for option in game.options(seat):
                plan = game.plan(seat, option)
                for side, number in (("left", 0), ("right", 1)):
                    paid = sum(line.price for line in plan if line.source == side)
                    assert paid == (option.pay or (0, 0))[number]


def test_equal_seeds_give_equal_games() -> None:
    assert new_wonders(4, 11).deal == new_wonders(4, 11).deal
    assert new_wonders(4, 11).deal != new_wonders(4, 12).deal
    assert new_wonders(4, None).deal != new_wonders(4, None).deal
