"""What a user of the library takes for granted: reads from threads, copies, NumPy numbers, results that stay so."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import get_overloads

import numpy as np
import pytest

import mirabilia
from mirabilia.bots import Limits, make_bot
from mirabilia.errors import BadRecord, UnknownGame
from mirabilia.games import KINDS


def played(name: str, moves: int, **options: object) -> mirabilia.Game:
    game = mirabilia.new_game(name, seed=5, **options)  # type: ignore[arg-type]
    while not game.over and len(game.moves) < moves:
        seat = game.to_act[0]
        game.play(seat, game.options(seat)[-1])
    return game


GAMES = [("duel", {}), ("wonders", {"players": 2}), ("wonders", {"players": 3}), ("wonders", {"players": 7})]


@pytest.mark.parametrize("players", [3, 7])
def test_seats_may_be_read_from_threads_at_once(players: int) -> None:
    with ThreadPoolExecutor(players) as threads:
        for seed in range(40):
            game = mirabilia.new_game("wonders", players=players, seed=seed)
            alone = mirabilia.new_game("wonders", players=players, seed=seed)
            together = threading.Barrier(players)

            def read(seat: int, game: mirabilia.Game = game, together: threading.Barrier = together) -> object:
                together.wait()
                return [option.text for option in game.options(seat)], game.view(seat), game.quotes(seat)

            for seat, (texts, view, quotes) in enumerate(threads.map(read, game.seats)):
                assert texts == [option.text for option in alone.options(seat)]
                assert view == alone.view(seat) and quotes == alone.quotes(seat)


@pytest.mark.parametrize("name, options", GAMES)
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda game: game.copy()])
def test_a_copy_is_a_game_of_its_own(name: str, options: dict[str, int], how) -> None:  # type: ignore[no-untyped-def]
    game = played(name, 12, **options)
    before = game.record().dumps(), game.snapshot()
    twin = how(game)
    assert type(twin) is type(game) and twin.snapshot() == game.snapshot()
    while not twin.over:
        seat = twin.to_act[0]
        twin.play(seat, twin.options(seat)[0])
    assert (game.record().dumps(), game.snapshot()) == before
    game.record().verify()
    twin.record().verify()


@pytest.mark.parametrize("kind", [np.int64, np.uint8, np.int32])
def test_numpy_numbers_are_numbers(kind: type) -> None:
    assert mirabilia.new_game("duel", seed=kind(5)).deal == mirabilia.new_game("duel", seed=5).deal
    game = mirabilia.new_game("wonders", seed=kind(5), players=kind(4))
    assert game.deal == mirabilia.new_game("wonders", seed=5, players=4).deal
    limits = Limits(simulations=kind(20))
    assert limits == Limits(simulations=20) and type(limits.simulations) is int


@pytest.mark.parametrize("name", KINDS)
def test_new_game_has_a_type_for_each_game(name: str) -> None:
    """An overload per game takes what its kind lists, and returns its own class."""
    for overload in get_overloads(mirabilia.new_game):
        parameters = dict(inspect.signature(overload).parameters)
        if parameters.pop("name").annotation == f"Literal[{name!r}]":
            assert set(parameters) == {"players", "seed", *(option.name for option in KINDS[name].options)}
            assert inspect.signature(overload).return_annotation == type(mirabilia.new_game(name)).__name__
            return
    raise AssertionError(f"new_game has no overload for {name}")


def test_errors_name_the_option_that_is_wrong() -> None:
    from mirabilia.envs import aec, single

    calls: list[tuple[type[mirabilia.MirabiliaError], str, Callable[[], object]]] = [
        (mirabilia.BadSeed, "seed", lambda: mirabilia.new_game("duel", seed="x")),  # type: ignore[call-overload]
        (mirabilia.BadPlayers, "players", lambda: mirabilia.new_game("wonders", players=9)),
        (mirabilia.BadPlayers, "players", lambda: mirabilia.encoding.layout("wonders", 9)),
        (mirabilia.BadOption, "colour", lambda: mirabilia.new_game("duel", colour=1)),  # type: ignore[call-overload]
        (mirabilia.BadSeat, "seat", lambda: single.MirabiliaEnv("duel", seat=2)),
        (mirabilia.BadReward, "reward", lambda: aec("duel", reward="gold")),
    ]
    for kind, option, call in calls:
        with pytest.raises(kind) as caught:
            call()
        assert type(caught.value) is kind and caught.value.details["option"] == option
        assert caught.value.code == "bad_option" and isinstance(caught.value, mirabilia.UnknownGame)


def test_the_board_is_drawn_by_the_library_alone() -> None:
    """`print(game)` needs no package beyond the engine's own."""
    code = (
        "import sys, mirabilia\n"
        "print(mirabilia.new_game('duel', seed=1)); print(mirabilia.new_game('wonders', seed=1))\n"
        "assert not {'rich', 'typer', 'babel', 'mirabilia.cli', 'mirabilia.locales'} & set(sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "7 Wonders Duel" in ran.stdout and "Player 2" in ran.stdout and "coins" in ran.stdout


@pytest.mark.parametrize("seed", [True, np.True_, 1.0, "1", None, [1], np.float64(2)])
def test_what_is_no_number_is_refused(seed: object) -> None:
    game = mirabilia.new_game("duel", seed=1)
    with pytest.raises(UnknownGame):
        game.redealt(0, seed)  # type: ignore[arg-type]
    if seed is not None:
        with pytest.raises(UnknownGame):
            mirabilia.new_game("wonders", seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("name, options", GAMES)
def test_results_cannot_be_changed_and_have_hashes(name: str, options: dict[str, int]) -> None:
    game = played(name, 1000, **options)
    assert game.result is not None
    text = game.record().dumps()
    game.result.scores[0]["total"] = 999
    game.result.scores.clear()
    assert game.record().dumps() == text
    assert len({game.result, game.copy().result}) == 1
    assert len({game.record(), mirabilia.read_record(text)}) == 1
    with pytest.raises(AttributeError):
        game.result.kind = "military"  # type: ignore[misc]


def test_options_cannot_be_changed() -> None:
    option = mirabilia.new_game("duel", seed=1).options(mirabilia.new_game("duel", seed=1).to_act[0])[0]
    with pytest.raises(AttributeError):
        option.wonder = "Piraeus"  # type: ignore[misc]


@pytest.mark.parametrize("moves", [-5, 9999, "3", 1.5, True])
def test_replay_refuses_moves_that_are_not_there(moves: object) -> None:
    record = played("duel", 20).record()
    with pytest.raises(BadRecord):
        record.replay(moves)  # type: ignore[arg-type]
    assert len(record.replay(np.int64(7)).moves) == 7  # type: ignore[arg-type]


def test_lazy_names_are_listed() -> None:
    import mirabilia.bots

    assert {"make_bot", "LEVELS", "Limits"} <= set(dir(mirabilia.bots))


@pytest.mark.parametrize("name, options", GAMES)
def test_undo_goes_back_decision_by_decision(name: str, options: dict[str, int]) -> None:
    game = mirabilia.new_game(name, seed=3, **options)  # type: ignore[arg-type]
    chance, before = random.Random(3), []
    for _ in range(40):
        if game.over:
            break
        before.append((game.copy(), game.view(None)))
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.options(seat)))
    end = game.copy()
    assert game == end and game != before[-1][0]
    while before:
        earlier, seen = before.pop()
        seat, text = game.undo()
        assert game == earlier and game.view(None) == seen and game.log(seat) == earlier.log(seat)
        assert seat in game.to_act and text in [option.text for option in game.options(seat)]
    assert not game.moves
    with pytest.raises(mirabilia.IllegalMove):
        game.undo()


@pytest.mark.parametrize("name, options", GAMES)
def test_a_game_shows_itself(name: str, options: dict[str, int]) -> None:
    game = played(name, 14, **options)
    assert type(game).__name__ in repr(game) and "\n" not in repr(game)
    text = str(game)
    assert text.count("\n") > 8 and str(game) == text
    assert "won by seat" in repr(played(name, 1000, **options))
    record = game.record(seat0="Anna")
    assert record.tags == {"seat0": "Anna"}
    assert str(record) == record.dumps() and "\n" not in repr(record) and len(repr(record)) < 80
    assert "\n\n\n" not in text and text == text.rstrip()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
@pytest.mark.parametrize("name, options", GAMES)
def test_what_a_program_keeps_can_be_copied_and_pickled(name: str, options: dict[str, int], again) -> None:  # type: ignore[no-untyped-def]
    game = played(name, 14, **options)
    seat = game.to_act[0]
    for thing in (game, game.record(), game.options(seat), game.quotes(seat), game.events):
        assert again(thing) == thing
    for level in ("random", "greedy", "normal-scholar", "hard"):
        bot = make_bot(level, seed=4)
        twin = again(bot)
        assert repr(twin) == repr(bot) and level in repr(bot)
        assert twin.choose(game.view(seat), game.options(seat)) == bot.choose(game.view(seat), game.options(seat))


@pytest.mark.parametrize("name, options", GAMES)
def test_a_redealt_game_is_a_whole_game(name: str, options: dict[str, int]) -> None:
    """Its record plays to the same position, and the seat sees nothing else than before."""
    for seed in range(6):
        game = played(name, 11 + 5 * seed, **options)
        for seat in game.seats:
            if game.over:
                continue
            twin = game.redealt(seat, seed)
            assert twin.view(seat) == game.view(seat) and twin.log(seat) == game.log(seat)
            again = mirabilia.read_record(twin.record().dumps()).replay()
            assert again.snapshot() == twin.snapshot() and again.log(None) == twin.log(None)
            assert (
                again.view(seat)["hand" if name == "wonders" else "layout"]
                == twin.view(seat)["hand" if name == "wonders" else "layout"]
            )
