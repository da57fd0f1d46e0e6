"""One test for every game and every number of players: random play through the public `Game`.

What holds for any game: whoever is to act has options and nobody else has; every option can be played, in each of its
three forms; copies and the original never touch each other; what is not listed is refused with the right error and
changes nothing; replaying the record gives every position again; the game ends.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import mirabilia
from mirabilia.game import Game, Option

CASES = [("duel", None), *(("wonders", players) for players in range(2, 8))]
IDS = [f"{name}-{players}" if players else name for name, players in CASES]
# games per case: many short ones of Duel, fewer of 7 Wonders with its larger tables
GAMES = {"duel": 240, "wonders": 4}


def start(name: str, players: int | None, seed: int) -> Game:
    return mirabilia.new_game(name, players=players, seed=seed)


def state_of(game: Game) -> str:
    """Everything there is to know about a game, as one text."""
    seats = (None, *game.seats)
    known = {
        "snapshot": game.snapshot(),
        "views": [game.view(seat) for seat in seats],
        "moves": game.moves,
        "to_act": game.to_act,
        "options": [[option.as_dict() for option in game.options(seat)] for seat in game.seats],
    }
    return json.dumps(known, sort_keys=True)


def purses(game: Game) -> list[int]:
    snapshot = game.snapshot()
    return [city["coins"] for city in snapshot["cities"]]


def choose(game: Game, rng: random.Random) -> tuple[int, Option]:
    seat = rng.choice(game.to_act)
    return seat, rng.choice(game.options(seat))


def playing(game: Game, rng: random.Random) -> Iterator[Game]:
    """The game before every decision of a random play to its end."""
    for _ in range(2000):
        if game.over:
            return
        yield game
        game.play(*choose(game, rng))
    raise AssertionError("the game does not end")


def check_who_decides(game: Game) -> None:
    assert game.to_act == tuple(sorted(set(game.to_act))) and game.to_act
    assert game.result is None
    for seat in game.seats:
        options = game.options(seat)
        assert bool(options) == (seat in game.to_act)
        assert len({option.text for option in options}) == len(options)
        assert len({json.dumps(option.as_dict(), sort_keys=True) for option in options}) == len(options)


def check_forms_of_options(game: Game) -> None:
    """An option is found again by itself, its dict, its dict by way of JSON, and its text."""
    for seat in game.to_act:
        for option in game.options(seat):
            for form in (option, option.as_dict(), json.loads(json.dumps(option.as_dict())), option.text):
                assert game.find_option(seat, form) == option


def check_all_options_on_copies(game: Game) -> None:
    before = state_of(game)
    for seat in game.to_act:
        for option in game.options(seat):
            twin = game.copy()
            assert state_of(twin) == before
            twin.play(seat, option)
            assert state_of(twin) != before
    assert state_of(game) == before


def strangers(game: Game, seat: int, rng: random.Random) -> Iterator[Any]:
    """Decisions that are not among the options: of other seats and positions, altered, or nonsense."""
    listed = {option.text for option in game.options(seat)}
    for option in game.options(seat)[:2]:
        fields = option.as_dict()
        yield {**fields, "extra": 1}
        yield {key: value for key, value in fields.items() if key != "action"}
        yield {**fields, "action": "conquer"}
        yield option.text + " twice"
        for key in ("price", "gain", "bank"):
            if key in fields:
                yield {**fields, key: fields[key] + 1}
                yield {**fields, key: str(fields[key])}
    names = ["Baths", "Palace", "Arena", "The Sphinx", "Law", "Press", "Nonsense", ""]
    for name in rng.sample(names, 4):
        for text in (f"build {name}", f"discard {name}", f"revive {name}", f"token {name}", f"stage with {name}"):
            if text not in listed:
                yield text
    yield from ("", " ", "pass", "starter 7", None, 7, [], ["build"], {}, {"action": None}, b"build Baths", object())


def check_refusals(game: Game, rng: random.Random) -> None:
    before = state_of(game)
    for seat in game.seats:
        if seat in game.to_act:
            for stranger in strangers(game, seat, rng):
                with pytest.raises(mirabilia.IllegalMove):
                    game.play(seat, stranger)
        elif game.name == "duel":  # in 7 Wonders a seat that has chosen may change its mind
            for option in game.options(game.to_act[0])[:2]:
                with pytest.raises(mirabilia.NotYourTurn):
                    game.play(seat, option)
    for nobody in (-1, len(game.seats), 99, None, True, 0.0, "0", 10**5000):
        with pytest.raises(mirabilia.NotYourTurn):
            game.play(nobody, game.options(game.to_act[0])[0])  # type: ignore[arg-type]
    assert state_of(game) == before


def check_end(game: Game) -> None:
    assert game.to_act == () and all(game.options(seat) == [] for seat in game.seats)
    result = game.result
    assert result is not None and result.winners and set(result.winners) <= set(game.seats)
    assert result.kind in ("civilian", "military", "science")
    assert len(result.scores) == len(game.seats)
    for score in result.scores:
        assert score["total"] == sum(points for category, points in score.items() if category != "total")
    before = state_of(game)
    for seat in game.seats:
        for move in ("discard Baths", {"action": "discard"}, None):
            with pytest.raises(mirabilia.GameOver):
                game.play(seat, move)  # type: ignore[arg-type]
    assert state_of(game) == before


@pytest.mark.parametrize(("name", "players"), CASES, ids=IDS)
def test_random_games_keep_the_laws_of_every_game(name: str, players: int | None) -> None:
    for seed in range(GAMES[name]):
        rng = random.Random(seed)
        game = start(name, players, seed)
        for step, position in enumerate(playing(game, rng)):
            check_who_decides(position)
            assert min(purses(position)) >= 0
            if (step + seed) % 19 == 0:
                check_forms_of_options(position)
            if (step + seed) % 61 == 0:
                check_all_options_on_copies(position)
                check_refusals(position, rng)
        check_end(game)


@pytest.mark.parametrize(("name", "players"), CASES, ids=IDS)
def test_replay_equals_play_step_by_step(name: str, players: int | None) -> None:
    for seed in range(GAMES[name] // 4):
        rng = random.Random(1000 + seed)
        game = start(name, players, seed)
        played: dict[int, str] = {}
        for _ in playing(game, rng):
            played.setdefault(len(game.moves), state_of(game))  # the first, when no choice of a turn is hidden yet
        played.setdefault(len(game.moves), state_of(game))
        record = mirabilia.read_record(game.record().dumps())
        seen = set()
        for position in record.steps():
            number = len(position.moves)
            if number not in seen and number % 4 == 0:
                assert state_of(position) == played[number]
            seen.add(number)
        assert seen == set(played)
        assert record.verify().result == game.result


@pytest.mark.parametrize(("name", "players"), CASES, ids=IDS)
def test_equal_seeds_give_equal_games_and_others_do_not(name: str, players: int | None) -> None:
    deals = [start(name, players, seed).deal for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]
    unseeded = [mirabilia.new_game(name, players=players).deal for _ in range(2)]
    assert unseeded[0] != unseeded[1]


@pytest.mark.parametrize(("name", "players"), CASES, ids=IDS)
def test_everything_handed_out_is_the_callers_own(name: str, players: int | None) -> None:
    """Changing what a game has handed out does not change the game."""
    rng = random.Random(4)
    game = start(name, players, 4)
    for _ in range(25):
        game.play(*choose(game, rng))
    before = state_of(game)
    for seat in (None, *game.seats):
        _spoil(game.view(seat))
    for seat in game.seats:
        for option in game.options(seat):
            _spoil(option.as_dict())
        game.options(seat).clear()
        for quote in game.quotes(seat):
            _spoil(quote.as_dict())
        game.quotes(seat).clear()
    _spoil(game.snapshot())
    _spoil(game.deal)
    assert state_of(game) == before


def _spoil(thing: Any) -> None:
    if isinstance(thing, dict):
        for value in thing.values():
            _spoil(value)
        thing.clear()
    elif isinstance(thing, list):
        for value in thing:
            _spoil(value)
        thing.clear()
