"""Perft: how many lines of so many decisions start from known positions. One wrong option somewhere changes a count.

`perft.txt` names a golden game, how many of its moves are played first, the depth and the count. When a count is wrong,
the failure shows it by first decision, as a place to look. `pytest tests/golden --regenerate-golden` counts anew.
"""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from golden_files import FOLDER, head, read
from mirabilia.engine.records import ints
from mirabilia.game import Game

FILE = FOLDER / "perft.txt"
LINES = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines()]


class Counting:
    """Counts lines of play by the compiled rules alone."""

    def __init__(self, game: str) -> None:
        modules = {
            name: importlib.import_module(f"mirabilia.games.{game}.rules.{name}")
            for name in ("state", "options", "apply")
        }
        self.record = modules["state"].State
        self.acting, self.options = modules["state"].acting, modules["options"].options
        self.apply = modules["apply"].apply
        self.buffer, self.seats = ints(modules["options"].MAX_OPTIONS), ints(8)

    def decisions(self, states: Any) -> list[tuple[int, int]]:
        """What the first seat that owes a decision may decide: seat and code."""
        if not self.acting(states, 0, self.seats):
            return []
        seat = int(self.seats[0])
        return [(seat, int(code)) for code in self.buffer[: self.options(states, 0, seat, self.buffer)]]

    def after(self, states: Any, decision: tuple[int, int]) -> Any:
        """The position after a decision, as a copy."""
        following = self.record.copy_of(states)
        self.apply(following, 0, *decision)
        return following

    def count(self, states: Any, depth: int) -> int:
        """Lines of exactly so many decisions; a game that ends earlier has none."""
        decisions = self.decisions(states)
        if depth == 1:
            return len(decisions)
        return sum(self.count(self.after(states, decision), depth - 1) for decision in decisions)


def position(name: str, moves: int) -> Game:
    """A golden game after some of its moves."""
    record = head(read(name))
    game = record.start()
    for seat, text in record.moves[:moves]:
        game.play(seat, text)
    return game


@pytest.mark.parametrize(("name", "moves", "depth", "expected"), LINES, ids=["-".join(line[:3]) for line in LINES])
def test_counts_of_lines(name: str, moves: str, depth: str, expected: str, request: pytest.FixtureRequest) -> None:
    game, plies = position(name, int(moves)), int(depth)
    counting = Counting(game.name)
    found = counting.count(game.states, plies)
    if request.config.getoption("--regenerate-golden"):
        lines = [[*line[:3], str(found)] if line[:3] == [name, moves, depth] else line for line in LINES]
        LINES[:] = lines
        FILE.write_text("".join(" ".join(line) + "\n" for line in lines), encoding="utf-8")
    elif found != int(expected):
        seat = game.to_act[0]
        options = {game.code_of(seat, option): option.text for option in game.options(seat)}
        by_first = []
        for who, code in counting.decisions(game.states):
            after = counting.after(game.states, (who, code))
            by_first.append(f"{options[code]}: {1 if plies == 1 else counting.count(after, plies - 1)}")
        pytest.fail(f"{found} lines, not {expected}; by first decision:\n" + "\n".join(by_first))


def test_every_kind_of_position_is_counted() -> None:
    """Both games, every size with a golden game, and every phase of Duel."""
    assert {name.split("_")[0] for name, *_ in LINES} == {"duel", "wonders"}
    phases = {position(name, int(moves)).view(None)["phase"] for name, moves, *_ in LINES}
    assert {"draft", "turn", "token", "library", "destroy", "revive", "starter", "choose", "seventh"} <= phases
