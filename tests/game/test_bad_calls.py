"""Calls that cannot be: each gets one sentence of a typed error that names what was given, and nothing from inside."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import mirabilia
from mirabilia import batch, benchmark, encoding, search
from mirabilia.arena import parse_entrant
from mirabilia.bots import make_bot
from mirabilia.errors import MirabiliaError
from mirabilia.study import analyse
from mirabilia.study.hints import hint, warn

DUEL = mirabilia.new_game("duel", seed=1)
WONDERS = mirabilia.new_game("wonders", players=3, seed=1)
SEAT = DUEL.to_act[0]
VIEW, OPTIONS = DUEL.view(SEAT), DUEL.options(SEAT)
ROWS = batch.make("duel", 4, seeds=1)
TREES = search.make("duel", 4, nodes=100)
DEAL = DUEL.deal

HUGE = 10**30
BOARDS = [["Rhodos", "A"], ["Gizah", "B"], ["Olympia", "A"]]
Call = Callable[[], object]


def each(given: list[object], call: Callable[..., object]) -> list[tuple[object, Call]]:
    return [(value, lambda value=value: call(value)) for value in given]  # type: ignore[misc]


CALLS: list[tuple[object, Call]] = [
    *each(["chess", "", None, 3, b"duel", ["duel"], "Duel"], lambda x: mirabilia.new_game(x)),
    *each([1, 0, -1, 8, "3", 2.0, True, HUGE, [3]], lambda x: mirabilia.new_game("wonders", players=x)),
    *each([3, "2", 0], lambda x: mirabilia.new_game("duel", players=x)),
    *each(["7", 1.5, True, [1], float("nan")], lambda x: mirabilia.new_game("duel", seed=x)),
    *each([3, 0, "2", 2.0, True], lambda x: mirabilia.new_game("wonders", players=3, edition=x)),
    *each(["C", 3, {"a": 1}], lambda x: mirabilia.new_game("wonders", players=3, boards=x)),
    *each(["Atlantis", "C", None, 5], lambda x: mirabilia.new_game("wonders", boards=[["Rhodos", x], *BOARDS[1:]])),
    ("edition", lambda: mirabilia.new_game("duel", edition=2)),  # type: ignore[call-overload]
    ("boards", lambda: mirabilia.new_game("duel", boards="A")),  # type: ignore[call-overload]
    *each([-1, 2, "0", 1.0, True, HUGE], lambda x: DUEL.options(x)),
    *each([-1, 2, "0", 1.0, True, HUGE], lambda x: DUEL.view(x)),
    *each([-1, 3, "0", None, 1.0, HUGE], lambda x: WONDERS.take_back(x)),
    *each(["fly", "build Baths", {"action": "fly"}, {1: 2}], lambda x: DUEL.play(SEAT, x)),
    *each([None, 3, [], b"draft"], lambda x: DUEL.play(SEAT, x)),
    *each([None, 3, "x", []], lambda x: mirabilia.from_deal({**DEAL, "game": x})),
    *each([None, 3], lambda x: mirabilia.from_deal({**DEAL, "wonders": x})),
    ("boards", lambda: mirabilia.from_deal({"game": "wonders"})),
    *each([None, 3, b"a", "x"], lambda x: mirabilia.read_record(x)),
    *each(["nobody", None, 3, "nope.net", "py:x", "py:none.py:X"], lambda x: make_bot(x)),
    *each(["purple", "", 3], lambda x: make_bot("hard", style=x)),
    ("purple", lambda: make_bot("hard-purple")),
    *each(["x", 1.5, None, True], lambda x: make_bot("easy", seed=x)),
    *each([0, -1, "x", 1.5, True], lambda x: make_bot("random").choose(VIEW, OPTIONS, {"simulations": x})),
    *each([3, {"hours": 1}, "simulations=3"], lambda x: make_bot("random").choose(VIEW, OPTIONS, x)),
    *each([None, [], "x", {}], lambda x: make_bot("random").choose(VIEW, x)),
    *each([["x"], [3], [None]], lambda x: make_bot("random").choose(VIEW, x)),
    *each([-1, HUGE, None, "x", 1.5], lambda x: encoding.option_of(DUEL, SEAT, x)),
    *each([None, "x", 3], lambda x: encoding.observe(x, 0)),
    *each([5, -1, None, "x"], lambda x: encoding.observe(DUEL, x)),
    *each([None, 3, {}], lambda x: encoding.observe_view(x)),
    *each(["banana", int], lambda x: encoding.observe_view(VIEW, x)),
    *each(["chess", None, 3], lambda x: encoding.column_names(x)),
    *each([1, 8, "3", 2.5], lambda x: encoding.layout("wonders", players=x)),
    *each([0, -1, "x", None, 2.5, HUGE, True], lambda x: batch.make("duel", x)),
    *each([0, "x", None], lambda x: batch.make("duel", 4, threads=x)),
    *each(["x", 1.5, [1, 2, 3, "x"]], lambda x: batch.make("duel", 4, seeds=x)),
    ("2", lambda: batch.make("duel", 4, seeds=[1, 2])),
    ("colour", lambda: batch.make("duel", 4, colour="red")),
    *each(["gold", 3], lambda x: batch.make("duel", 4, reward=x)),
    *each([3, "x"], lambda x: batch.from_games([x])),
    *each([4, -1, "x", 1.0], lambda x: ROWS.game(x)),
    *each([[-1] * 4, [99999] * 4], lambda x: (ROWS.step(x), x[0])),
    ("object", lambda: ROWS.step([None] * 4)),
    ("float64", lambda: ROWS.step([1.5] * 4)),
    ("(3,)", lambda: ROWS.legal(np.zeros(3))),
    *each([2, -3], lambda x: ROWS.observe(seats=x)),
    *each(["x", 0, HUGE], lambda x: TREES.begin(ROWS, simulations=x)),
    *each([None, 3], lambda x: TREES.begin(x, simulations=2)),
    ("policy", lambda: TREES.expand("x", None)),
    *each([None, 3, "x"], lambda x: analyse(x)),
    ("game", lambda: hint({}, OPTIONS)),
    *each(["x", 3], lambda x: warn(VIEW, OPTIONS, x)),
    *each([None, 3, "", "x="], lambda x: parse_entrant(x)),
    *each(["nothing", 3], lambda x: benchmark.tasks_named([x])),
    *each(["/nope"], lambda x: benchmark.read(x)),
]


def naming(given: object) -> list[str]:
    """How a message may name what was given."""
    if isinstance(given, list) and given and isinstance(given[0], int):
        given = given[0]
    return [repr(given), str(given), type(given).__name__, repr(given)[1:-1]]


@pytest.mark.parametrize("given, call", CALLS, ids=[f"{place} {given!r:.30}" for place, (given, _) in enumerate(CALLS)])
def test_a_bad_call_gets_one_sentence(given: object, call: Call) -> None:
    before = DUEL.record().dumps()
    with pytest.raises(MirabiliaError) as caught:
        call()
    said = str(caught.value)
    assert said and "\n" not in said and len(said) < 400
    assert any(name in said for name in naming(given)), said
    assert DUEL.record().dumps() == before
