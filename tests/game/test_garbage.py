"""Garbage at every entry: whatever is thrown at `from_deal`, `play`, `read_record` and `parse_move`, only the
documented errors come out, and the game is as it was. Hypothesis makes the garbage, from nothing and by damaging good
input."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import mirabilia
from mirabilia.game.notation import format_move, parse_move

DEAL = mirabilia.new_game("duel", seed=3).deal
often = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))


def some_record() -> str:
    rng = random.Random(3)
    game = mirabilia.new_game("duel", seed=3)
    while not game.over:
        game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
    return game.record().dumps()


RECORD = some_record()

atoms = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.binary(max_size=6)
    | st.sampled_from(["duel", "wonders", "Law", "Baths", "The Sphinx", "build", "draft", "build Baths"])
)  # fmt: skip
things = st.recursive(
    atoms,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | atoms, inner, max_size=4),
    max_leaves=10,
)


def damaged(data: st.DataObject, good: Any) -> Any:
    """Good data with one place replaced, removed or doubled."""
    spot = good
    path = []
    while isinstance(spot, dict | list) and spot and data.draw(st.booleans() | st.just(True)):
        key = data.draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
        path.append((spot, key))
        spot = spot[key]
    if not path:
        return data.draw(things)
    holder, key = path[data.draw(st.integers(0, len(path) - 1))]
    what = data.draw(st.sampled_from(["replace", "remove", "double"]))
    if what == "replace":
        holder[key] = data.draw(things)
    elif what == "remove":
        del holder[key]
    elif isinstance(holder, list):
        holder.append(copy.deepcopy(holder[key]))
    else:
        holder[data.draw(st.text(max_size=5))] = holder[key]
    return good


@often
@given(things)
def test_from_deal_raises_only_bad_deal(thing: Any) -> None:
    try:
        mirabilia.from_deal(thing)
    except mirabilia.BadDeal as error:
        assert error.details["where"] and str(error)


@often
@given(st.data())
def test_from_deal_raises_only_bad_deal_for_damaged_deals(data: st.DataObject) -> None:
    deal = damaged(data, copy.deepcopy(DEAL))
    try:
        game = mirabilia.from_deal(deal)
    except mirabilia.BadDeal as error:
        assert error.details["where"] and json.dumps(error.as_dict())
    else:
        assert game.to_act and game.options(game.to_act[0])


def some_game() -> mirabilia.Game:
    rng = random.Random(8)
    game = mirabilia.new_game("duel", seed=8)
    for _ in range(20):
        game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
    return game


GAME = some_game()
BEFORE = json.dumps(GAME.snapshot()), GAME.moves
names = st.sampled_from(["Baths", "Press", "Altar", "The Sphinx", "Law", "", "None"])
keys = st.sampled_from(["action", "card", "wonder", "token", "price", "gain", "seat", "pay"])
moves = (
    things
    | st.dictionaries(keys, things, max_size=5)
    | st.builds("{} {}".format, st.sampled_from(["build", "discard", "token", "draft", "x"]), names)
    | st.text(max_size=40)
)  # fmt: skip


@often
@given(st.sampled_from([0, 1]) | things, moves)
def test_play_raises_only_move_errors_and_changes_nothing(seat: Any, move: Any) -> None:
    listed = [option.as_dict() for option in GAME.options(GAME.to_act[0])]
    texts = [option.text for option in GAME.options(GAME.to_act[0])]
    game = GAME.copy()
    try:
        game.play(seat, move)
    except (mirabilia.IllegalMove, mirabilia.NotYourTurn) as error:
        assert error.code and json.dumps(error.as_dict(), default=repr)
        assert (json.dumps(game.snapshot()), game.moves) == BEFORE
    else:
        assert seat == GAME.to_act[0] and (move in listed or str(move).strip() in texts)
    assert (json.dumps(GAME.snapshot()), GAME.moves) == BEFORE


@often
@given(st.text(max_size=120) | st.text(alphabet="builder cwthpay0123,:-\n", max_size=60))
def test_parse_move_raises_only_illegal_move(text: str) -> None:
    try:
        move = parse_move(text)
    except mirabilia.IllegalMove:
        return
    again = parse_move(format_move(move))
    assert {k: v for k, v in again.items() if k != "pay"} == {k: v for k, v in move.items() if k != "pay"}
    assert again.get("pay", [0, 0]) == move.get("pay", [0, 0])


@often
@given(things | st.text(max_size=300))
def test_read_record_raises_only_bad_record(thing: Any) -> None:
    try:
        mirabilia.read_record(thing)
    except mirabilia.BadRecord as error:
        assert error.code and str(error)


@settings(often, max_examples=250)
@given(st.data())
def test_damaged_records_raise_only_bad_record(data: st.DataObject) -> None:
    lines = RECORD.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        what = data.draw(st.sampled_from(["text", "cut", "remove", "double", "swap", "digit"]))
        line = lines[place]
        if what == "text":
            lines[place] = data.draw(st.text(max_size=40))
        elif what == "cut":
            lines[place] = line[: data.draw(st.integers(0, len(line)))]
        elif what == "remove":
            del lines[place : place + 1]
        elif what == "double":
            lines.insert(place, line)
        elif what == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], line
        else:
            lines[place] = line.translate({ord(a): b for a, b in zip("0123456789", "1234567890", strict=True)})
    text = "\n".join(lines)
    try:
        game = mirabilia.read_record(text).verify()
    except mirabilia.BadRecord as error:
        assert error.code and str(error)
    else:
        assert game.over  # the damage was none, say an empty line


@settings(often, max_examples=200)
@given(st.integers(0, len(RECORD) - 1), st.characters())
def test_a_record_with_one_character_changed_is_refused_or_the_same_game(place: int, character: str) -> None:
    text = RECORD[:place] + character + RECORD[place + 1 :]
    try:
        game = mirabilia.read_record(text).verify()
    except mirabilia.BadRecord:
        return
    assert game.snapshot()["cities"] == mirabilia.read_record(RECORD).replay().snapshot()["cities"]
