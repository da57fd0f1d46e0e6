"""A view of Duel turned back into a state: the seat would see the same, and the options are the same."""

from __future__ import annotations

import random
from itertools import islice

import msgspec
import pytest

import mirabilia
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.errors import BadView
from mirabilia.games.duel.game.read_view import codes_of_options, read_view
from mirabilia.games.duel.game.view import look
from mirabilia.games.duel.rules.redeal import redeal
from mirabilia.games.duel.rules.state import State

HIDDEN = {"deck", "offered", "library"}
LEFT_OVER = {"taken", "destroy_color"}  # of an earlier play; nobody reads them


def positions(seeds: range):
    """Positions of random games, with and without a draft."""
    for seed in seeds:
        game = mirabilia.new_game("duel", seed=seed, first_game_wonders=seed % 5 == 0)
        chance = random.Random(seed)
        while not game.over:
            yield game
            seat = game.to_act[0]
            game.play(seat, chance.choice(game.options(seat)))
        yield game


def test_every_public_field_comes_back():
    for game in positions(range(12)):
        true = State.as_dict(game.states)
        for seat in game.seats:
            view = game.view(seat)
            rebuilt = State.as_dict(read_view(view))
            skip = set(HIDDEN)
            if view["phase"] in ("draft", "turn", "starter", "over"):
                skip |= LEFT_OVER
            if view["phase"] != "destroy":
                skip.add("destroy_color")
            skip |= {"offered_left"}  # the order in which wonders were shown is not kept
            if view["phase"] == "over":
                skip.add("actor")
            differing = {name for name in true if name not in skip and true[name] != rebuilt[name]}
            assert not differing, (view["phase"], differing)


def test_the_rebuilt_state_shows_the_same_view_also_after_a_redeal():
    pool = ints(160)
    for number, game in enumerate(positions(range(100, 104))):
        for seat in game.seats:
            view = game.view(seat)
            states = read_view(view)
            redeal(states, 0, seat, pool, new_rng(number))
            seen = msgspec.to_builtins(look(states, State.as_dict(states), seat, len(game.moves), None, None))
            assert {key: view[key] for key in seen} == seen


def test_codes_of_the_options_are_those_of_the_real_game():
    for game in positions(range(200, 206)):
        if game.over:
            continue
        seat = game.to_act[0]
        options = game.options(seat)
        codes = codes_of_options(read_view(game.view(seat)), seat, options)
        if game.view(seat)["phase"] != "draft":  # there the place in the row is part of the code
            assert codes == [game.code_of(seat, option) for option in options]
        assert codes_of_options(read_view(game.view(seat)), seat, [option.as_dict() for option in options]) == codes


def test_options_of_another_position_are_refused():
    game = mirabilia.new_game("duel", seed=3)
    seat = game.to_act[0]
    view, options = game.view(seat), game.options(seat)
    states = read_view(view)
    other = mirabilia.new_game("duel", seed=4)
    for wrong in (
        options[:-1],
        options + options[:1],
        other.options(other.to_act[0]),
        [{"action": "starter", "seat": 0}],
    ):
        with pytest.raises(BadView) as caught:
            codes_of_options(states, seat, wrong)
        assert caught.value.code == "bad_options"


def test_an_altered_price_is_refused():
    game = next(g for g in positions(range(9, 10)) if not g.over and g.options(g.to_act[0])[0].action == "build")
    seat = game.to_act[0]
    options = [option.as_dict() for option in game.options(seat)]
    options[0]["price"] += 1
    with pytest.raises(BadView, match="price"):
        codes_of_options(read_view(game.view(seat)), seat, options)


@pytest.mark.parametrize(
    "damage",
    [
        lambda view: view.pop("cities"),
        lambda view: view["cities"][0]["cards"].append("Colosseum"),
        lambda view: view.update(phase="lunch"),
        lambda view: view.update(age=9),
        lambda view: view["layout"].clear(),
        lambda view: view.update(coins="many"),
    ],
)
def test_a_damaged_view_is_refused_with_a_reason(damage):
    game = next(islice(positions(range(50, 51)), 20, None))
    view = game.view(game.to_act[0])
    damage(view)
    with pytest.raises(BadView) as caught:
        read_view(view)
    assert caught.value.code == "bad_view"
