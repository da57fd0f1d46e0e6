"""Numbered actions: every option has one number of its own, and the number leads back to the option."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mirabilia
from mirabilia import encoding
from mirabilia.engine.records import ints
from mirabilia.errors import IllegalMove, MirabiliaError

TABLES = [("duel", 2), ("wonders", 2), ("wonders", 3), ("wonders", 4), ("wonders", 7)]


def compiled_actions(game: str):
    if game == "duel":
        from mirabilia.games.duel.encoding import actions
        from mirabilia.games.duel.rules.options import MAX_OPTIONS as room
    else:
        from mirabilia.games.wonders.encoding import actions
        from mirabilia.games.wonders.rules.options import MAX_OPTIONS as room
    return actions, ints(room)


def new_game(name: str, players: int, seed: int):
    return mirabilia.new_game(name, seed=seed, **({"players": players} if name == "wonders" else {}))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_numbers_and_options_lead_to_each_other(name: str, players: int) -> None:
    actions, codes = compiled_actions(name)
    dice = random.Random(players)
    seen = set()
    for seed in range(4):
        game = new_game(name, players, seed)
        while not game.over:
            for seat in game.seats:
                options = game.options(seat)
                numbers = [encoding.action_of(option) for option in options]
                assert len(set(numbers)) == len(options)
                seen.update(numbers)
                mask = np.zeros(encoding.num_actions(name), np.uint8)
                assert actions.legal(game.states, 0, seat, codes, mask) == len(options)
                assert sorted(numbers) == np.flatnonzero(mask).tolist() == encoding.legal_actions(game, seat)
                for option, number in zip(options, numbers, strict=True):
                    assert actions.code_of_action(game.states, 0, seat, codes, number) == game.code_of(seat, option)
                some = dice.choice(options) if options else None
                if some is not None:
                    assert encoding.option_of(game, seat, encoding.action_of(some)) == some
                illegal = next(number for number in range(len(mask)) if not mask[number])
                assert actions.code_of_action(game.states, 0, seat, codes, illegal) == -1
            seat = dice.choice(game.to_act)
            game.play(seat, dice.choice(game.options(seat)))
    assert len(seen) > 100


@pytest.mark.parametrize("name", ["duel", "wonders"])
def test_names_are_the_moves(name: str) -> None:
    names = encoding.action_names(name)
    assert len(names) == len(set(names)) == encoding.num_actions(name)
    game = new_game(name, 3, 5)
    dice = random.Random(1)
    while not game.over:
        seat = game.to_act[0]
        option = dice.choice(game.options(seat))
        said = names[encoding.action_of(option)]
        assert said.startswith(option.action)
        for key in ("card", "wonder", "token"):
            assert option.get(key) is None or option.get(key) in said
        game.play(seat, option)


def test_payments_are_ranked_cheapest_first() -> None:
    several = 0
    for seed in range(30):
        game = mirabilia.new_game("wonders", players=3, seed=seed)
        dice = random.Random(seed)
        while not game.over:
            seat = game.to_act[0]
            options = game.options(seat)
            ways: dict[tuple, list] = {}
            for option in options:
                if option.get("pay"):
                    ways.setdefault((option.action, option.get("card")), []).append(option)
            for group in ways.values():
                several += len(group) > 1
                ranked = sorted(group, key=lambda option: option.rank)
                assert [option.rank for option in ranked] == list(range(len(group)))
                order = [(sum(option.get("pay")), option.get("pay")[0]) for option in ranked]
                assert order == sorted(order)
                first = encoding.action_of(ranked[0])
                assert [encoding.action_of(option) for option in ranked] == list(range(first, first + len(group)))
            game.play(seat, dice.choice(options))
    assert several > 50


def test_a_rank_does_not_depend_on_the_purse() -> None:
    from mirabilia.games.wonders.rules.options import options
    from mirabilia.games.wonders.rules.ranks import payment_rank

    compared = 0
    for seed in range(20):
        game = mirabilia.new_game("wonders", players=3, seed=seed)
        dice = random.Random(seed)
        while not game.over:
            seat = game.to_act[0]
            mine = {game.code_of(seat, option): option.rank for option in game.options(seat)}
            rich = game.copy()
            rich.states["coins"][0, seat] = 50
            _, codes = compiled_actions("wonders")
            count = options(rich.states, 0, seat, codes)
            theirs = {int(codes[k]): int(payment_rank(codes, count, k)) for k in range(count)}
            for code, rank in mine.items():
                assert theirs[code] == rank
                compared += rank > 0
            game.play(seat, dice.choice(game.options(seat)))
    assert compared > 50


def test_refusals() -> None:
    game = mirabilia.new_game("duel", seed=1)
    seat = game.to_act[0]
    with pytest.raises(IllegalMove, match="build"):
        encoding.option_of(game, seat, encoding.action_names("duel").index("build Palace"))
    for nonsense in (-1, 10**9, "draft", None, True):
        with pytest.raises(IllegalMove):
            encoding.option_of(game, seat, nonsense)  # type: ignore[arg-type]
    with pytest.raises(IllegalMove, match="find_option"):
        encoding.action_of(game.options(seat)[0].as_dict())  # type: ignore[arg-type]
    with pytest.raises(MirabiliaError):
        encoding.num_actions("chess")


def test_the_layout_is_the_one_of_this_version() -> None:
    """If this fails, the meaning of numbers changed: raise ENCODING_VERSION, and put the new hashes here."""
    assert encoding.ENCODING_VERSION == 2
    assert (encoding.num_actions("duel"), encoding.num_actions("wonders")) == (1142, 1350)
