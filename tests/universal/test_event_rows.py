"""What a step tells is all that happened: accounts kept from rows alone agree with the state after every step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import wonders_positions as wonders
from duel_positions import City, position
from event_tallies import DuelTally, Row, WondersTally, reported_game, rows_of
from mirabilia.engine.records import ints
from mirabilia.engine.reporting import EVENT_ROOM
from mirabilia.engine.running import ONLY_PLAIN as PLAIN
from mirabilia.games.duel.game.game import DuelGame
from mirabilia.games.duel.rules.apply import apply_reporting
from mirabilia.games.duel.rules.event_rows import ROWS as DUEL_ROWS
from mirabilia.games.duel.rules.state import State
from mirabilia.games.wonders.rules.apply import apply_reporting as wonders_apply
from mirabilia.games.wonders.rules.event_rows import ROWS as WONDERS_ROWS
from mirabilia.games.wonders.rules.scoring import SCORE_ROOM, SCORE_WIDTH, winners
from mirabilia.games.wonders.rules.state import State as WondersState

TESTS = Path(__file__).parents[1]
SIZES = [("duel", 2), *(("wonders", players) for players in range(2, 8))]


def check_game(game: str, players: int, seed: int, seen: Counter[str]) -> None:
    steps = reported_game(game, players, seed)
    rows, state = next(steps)
    tally: Any = (DuelTally if game == "duel" else WondersTally)(state)
    tally.hear(rows)
    tally.check(state)
    for rows, state in steps:
        tally.hear(rows)
        tally.check(state)
        seen.update(row["kind"] for row in rows)
        seen.update(f"over by {row['why']}" for row in rows if row["kind"] == "over")
    if game == "wonders":
        check_end(tally, state)


def check_end(tally: WondersTally, state: dict[str, Any]) -> None:
    """What decided is what the scores say."""
    assert tally.over is not None
    states, out = WondersState.from_dict(state), ints(SCORE_ROOM)
    assert int(winners(states, 0, out)) == tally.over["winners"]
    totals = [int(out[seat * SCORE_WIDTH + SCORE_WIDTH - 1]) for seat in range(tally.players)]
    leaders = [seat for seat in range(tally.players) if totals[seat] == max(totals)]
    won = [seat for seat in range(tally.players) if tally.over["winners"] >> seat & 1]
    assert tally.over["points"] == max(totals) and set(won) <= set(leaders)
    expected = "points" if len(leaders) == 1 else ("coins" if len(won) < len(leaders) else "shared")
    assert tally.over["why"] == expected


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_accounts_from_rows_agree_with_the_state_after_every_step(game: str, players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(100 if game == "duel" else 30):
        check_game(game, players, seed, seen)
    names = {name for name, _ in (DUEL_ROWS if game == "duel" else WONDERS_ROWS).values()}
    rare = {"in_vain", "drawn", "revived", "asked"}  # not every small batch has them
    assert names - rare <= set(seen)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), SIZES)
def test_accounts_from_rows_agree_in_many_games(game: str, players: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(1000, 3000):
        check_game(game, players, seed, seen)
    kinds = DUEL_ROWS if game == "duel" else WONDERS_ROWS
    # with more than two players the discard pile is hardly ever empty, and nothing is drawn
    absent = {"drawn", "in_vain"} if players > 2 else set()
    assert {name for name, _ in kinds.values()} - absent <= set(seen)
    if game == "duel":
        assert {f"over by {why}" for why in ("capital", "symbols", "points", "blue_points")} <= set(seen)


# ---- single steps of Duel, chosen for what is easily reported wrongly ----


def events(game: DuelGame, text: str) -> list[Row]:
    """Plays a decision; the rows without those about the layout."""
    seat = game.to_act[0]
    code = game.code_of(seat, text)
    buffer = ints(EVENT_ROOM)
    rows = rows_of("duel", buffer, int(apply_reporting(game.states, 0, seat, code, buffer)))
    game._refresh()  # the game did not hear of this step
    return [row for row in rows if row["kind"] != "turned_up"]


def of_kind(rows: list[Row], kind: str) -> list[Row]:
    return [row for row in rows if row["kind"] == kind]


def test_looting_tells_what_was_really_lost_also_when_the_loser_was_paid_before() -> None:
    game = position(City(coins=20), City(tokens=["Economy"], coins=0), age=2, pawn=2, layout=["Walls", "Aqueduct"])
    rows = events(game, "build Walls")
    paid, looted = of_kind(rows, "paid"), of_kind(rows, "looted")
    assert [(row["to"], row["coins"], row["why"]) for row in paid] == [(1, 4, "trade")]
    assert [(row["city"], row["coins"], row["face"]) for row in looted] == [(1, 2, 2)]
    assert [(row["start"], row["end"]) for row in of_kind(rows, "pawn")] == [(2, 4)]
    assert State.as_dict(game.states)["coins"] == [16, 2]


def test_a_city_without_coins_is_looted_of_nothing() -> None:
    game = position(City(coins=20), City(coins=0), age=2, pawn=2, layout=["Walls", "Aqueduct"])
    assert [(row["coins"], row["face"]) for row in of_kind(events(game, "build Walls"), "looted")] == [(0, 2)]


def test_an_extra_turn_by_theology_is_told_after_the_choice_it_waited_for() -> None:
    game = position(
        City(coins=60, tokens=["Theology"], plans=["The Great Library"]),
        City(),
        age=2,
        layout=["Walls", "Aqueduct", "Forum"],
        board=["Law"],
        library=["Masonry", "Economy", "Urbanism"],
    )
    rows = events(game, "wonder The Great Library with Walls")
    assert [row["why"] for row in of_kind(rows, "asked")] == ["library"] and not of_kind(rows, "extra_turn")
    rows = events(game, "library Masonry")
    assert [row["why"] for row in of_kind(rows, "token")] == ["box"]
    assert [(row["city"], row["why"]) for row in of_kind(rows, "extra_turn")] == [(0, "token")]


def test_an_extra_turn_that_the_end_of_the_age_takes_away_is_not_told() -> None:
    game = position(City(coins=60, plans=["The Temple of Artemis"]), City(), age=2, layout=["Walls"])
    rows = events(game, "wonder The Temple of Artemis with Walls")
    assert not of_kind(rows, "extra_turn")
    assert [row["kind"] for row in rows][-3:] == ["age_ended", "age", "asked"]


def test_a_wonder_that_finds_nothing_to_destroy_says_so() -> None:
    game = position(City(coins=60, plans=["Circus Maximus"]), City(), age=2, layout=["Walls", "Aqueduct"])
    rows = events(game, "wonder Circus Maximus with Walls")
    assert [row["why"] for row in of_kind(rows, "in_vain")] == ["destroy"] and not of_kind(rows, "asked")


def test_a_look_into_the_pile_that_finds_nothing_is_told() -> None:
    """7 Wonders (10.6): the only card of the pile stands in the city already."""
    me = wonders.City("Halikarnassos B", ["Foundry", "Altar"], coins=0)
    others = wonders.City("Gizah A", ["Quarry"]), wonders.City("Rhodos A", ["Sawmill"])
    hands = [["Sawmill"], ["Statue"], ["Temple"]]
    game = wonders.position(me, *others, age=2, turn=2, hands=hands, discard=["Altar"])
    buffer, rows = ints(EVENT_ROOM), []
    for seat, text in enumerate(("stage with Sawmill", "stage with Statue", "stage with Temple")):
        code = game.code_of(seat, text)
        rows = rows_of("wonders", buffer, int(wonders_apply(game.states, 0, seat, code, buffer)))
        assert bool(rows) == (seat == 2)  # choices report nothing until all are made
    assert [(row["city"], row["why"]) for row in of_kind(rows, "in_vain")] == [(0, "revive")]
    assert [row["knows"] for row in of_kind(rows, "stage")] == [0, 1, 2] and not of_kind(rows, "asked")


# ---- one source, two ways ----


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_reporting_does_not_change_the_step(game: str, players: int) -> None:
    """The same decisions, reported and unreported, lead to the same states."""
    reported_states = [state for _, state in reported_game(game, players, 77)]
    assert unreported_states(game, players, 77) == reported_states


def unreported_states(game: str, players: int, seed: int) -> list[dict[str, Any]]:
    import importlib

    module = importlib.import_module(f"mirabilia.games.{game}.rules.apply")
    silent = module.apply
    original = module.apply_reporting

    def without_rows(states: Any, i: int, seat: int, code: int, buffer: Any) -> int:
        silent(states, i, seat, code)
        return 0

    module.apply_reporting = without_rows
    try:
        return [state for _, state in reported_game(game, players, seed)]
    finally:
        module.apply_reporting = original


def digests(games: int) -> list[int]:
    """A number for every game of each size: over all rows of all its steps."""
    return [
        zlib.crc32(repr([rows for rows, _ in reported_game(game, players, seed)]).encode())
        for game, players in SIZES
        for seed in range(games)
    ]


@pytest.mark.skipif(PLAIN, reason="needs the compiled rules")
def test_uncompiled_rules_tell_the_same() -> None:
    code = "import json\nfrom test_event_rows import digests\nprint(json.dumps(digests(4)))"
    paths = os.pathsep.join((str(TESTS), str(TESTS / "universal")))
    env = {**os.environ, "PYTHONPATH": paths, "MIRABILIA_PLAIN": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, cwd=TESTS)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == digests(4)
