"""A seat is never sent what it may not know. Every byte sent to every seat and watcher is kept and searched.

What a seat may not know is reckoned here without the views: from the deal and the moves alone. In Duel a card may be
named once it lies face up; in 7 Wonders once the seat has held it in hand or somebody has built it. The words of the
messages are compared with the names of the deal, so a leak in any field, event or refusal is found. The rows of numbers
that learning programs get (`mirabilia.encoding.observe`) are held to the same: along the moves of each game every
column that stands for a card or a token is read back as its name.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from mirabilia import encoding, from_deal
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.wonders.catalog import wonders_catalog
from server.harness import InnerServer, Seat


def texts(value: Any) -> Iterator[str]:
    """Every text in a message, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


VERBS = "draft|build|discard|wonder|stage with|free city:|free|revive|destroy|token|library"
SPLIT = re.compile(rf"(?:^|(?<= ))(?:{VERBS}) | with | pay \d+,\d+$")


def names_in(message: Any, names: set[str]) -> set[str]:
    """The names that occur in the message's texts, alone or as a part of a move's text."""
    found = set()
    for text in set(texts(message)):
        if text in names:
            found.add(text)
        elif " " in text:
            found |= {part for part in SPLIT.split(text) if part in names}
    return found


def play_recorded(server: InnerServer, game: str, players: int, seed: int) -> tuple[list[Seat], Any]:
    """A whole game of people and a watcher, with refused moves in between; their logs hold all they were sent."""
    rng = random.Random(seed)
    people = [server.person(f"P{n}") for n in range(players)]
    made = people[0].table(game, players=players, seed=seed)
    table = made["table"]["id"]
    for person in people[1:]:
        person.post("/join", {"secret": made["links"]["invite"]})
    people[0].command(table, "start")
    seats = [person.socket(table) for person in people]
    watcher = Seat(server, table, token=made["links"]["watch"])
    while True:
        for seat in seats:
            seat.settle()
        if seats[0].state["table"]["status"] == "over":
            break
        for seat in seats:
            if rng.random() < 0.05:
                seat.command("play", at=seat.state["table"]["moves"], move="build Nonsense")
            if seat.state["options"]:
                seat.play(rng.choice(seat.state["options"])["text"])
                if game == "duel":
                    break
    watcher.settle()
    state = server.hub.table(table).state
    for seat in (*seats, watcher):
        seat.close()
    for person in people:
        person.http.close()
    return [*seats, watcher], state.game


def columns_named(game: Any) -> dict[str, list[tuple[int, str]]]:
    """The columns of an observation that stand for cards, wonders and tokens, by part: column and name."""
    if game.name == "duel":
        catalog = duel_catalog()
        things = {"wonders": catalog.wonders, "tokens": catalog.tokens, "library": catalog.tokens, "": catalog.cards}
    else:
        things = {"": wonders_catalog().kinds}
    found: dict[str, list[tuple[int, str]]] = {}
    for part, columns in encoding.layout(game.name, int(game.seats)):
        kind = next(kind for kind in things if part.startswith(kind))
        names = [thing.name for thing in things[kind]]
        if columns.stop - columns.start == len(names):
            found[part] = list(zip(range(columns.start, columns.stop), names, strict=True))
    return found


def named_in_row(game: Any, seat: int, columns: dict[str, list[tuple[int, str]]], *, prefix: str = "") -> set[str]:
    """What an observation of a seat names."""
    row = encoding.observe(game, seat)
    return {name for part, named in columns.items() if part.startswith(prefix) for column, name in named if row[column]}


def moves_shown(message: dict[str, Any]) -> int | None:
    state = message.get("state")
    return None if not state else state["table"]["moves"]


def check_duel(seats: list[Seat], final: Any) -> int:
    """No card before it is face up, no wonder before its draft round, no library token but to the chooser."""
    deal = final.deal
    cards = {name for age in deal["ages"] for name in age}
    wonders = set(deal["wonders"])
    tokens = set(deal["library_draw"])
    game = from_deal(deal)
    columns = columns_named(game)
    assert {"open", "covered", "discarded", "buried", "wonders_offered", "library"} <= set(columns)
    allowed_by_moves: list[tuple[set[str], set[str], tuple[int, ...], str]] = []
    shown: set[str] = set()
    for number in range(len(final.moves) + 1):
        snapshot = game.snapshot()
        if snapshot["phase"] != "draft":
            shown |= {slot["card"] for slot in snapshot["layout"] if slot["up"]}
        rounds = 4 if number < 4 else 8
        allowed_by_moves.append((set(shown), set(deal["wonders"][:rounds]), game.to_act, snapshot["phase"]))
        for seat in game.seats:
            named = named_in_row(game, seat, columns)
            assert named & cards <= shown and named & wonders <= set(deal["wonders"][:rounds])
            if game.to_act != (seat,) or snapshot["phase"] != "library":
                assert not named_in_row(game, seat, columns, prefix="library")
        if number < len(final.moves):
            game.play(*final.moves[number])
    searched = 0
    for seat in seats:
        for message in seat.log:
            moves = moves_shown(message)
            if moves is None or message["state"]["table"]["status"] != "playing":
                continue
            seen, drafted, to_act, phase = allowed_by_moves[moves]
            named = names_in(message, cards)
            assert named <= seen, f"seat {seat.you} was told of {named - seen} after {moves} moves"
            assert names_in(message, wonders) <= drafted
            if phase == "library" and to_act != (seat.you,):
                told = names_in({k: v for k, v in message["state"].items() if k in ("options", "quotes")}, tokens)
                assert not told and message["state"]["view"]["library"] == []
            searched += 1
    return searched


def check_wonders(seats: list[Seat], final: Any) -> int:
    """No card that the seat has not held and nobody has built (or, for a reviving seat, that was not discarded)."""
    deal = final.deal
    names = {name for age in deal["hands"] for hand in age for name in hand}
    for pile in deal.get("draw_piles", ()):
        names.update(pile)
    game = from_deal(deal)
    known: list[set[str]] = [set() for _ in game.seats]
    columns = columns_named(game)
    assert {"hand", "discard_known", "last_card", "left.hand_among", "right.hand_certain"} <= set(columns)
    public: set[str] = set()
    timeline: dict[int, tuple[list[set[str]], set[str], tuple[int, ...], str]] = {}
    moves = list(final.moves)
    while True:
        snapshot = game.snapshot()
        for seat in game.seats:
            known[seat] |= set(snapshot["hands"][seat])
        for city in snapshot["cities"]:
            public |= set(city["cards"])
        discard = set(snapshot["discard"]) if snapshot["phase"] == "revive" else set()
        free = {name.lower() for name in snapshot.get("draw_pile", ())}
        timeline[len(game.moves)] = ([set(k) for k in known], set(public) | set(), game.to_act, snapshot["phase"])
        if discard:
            for seat in game.to_act:
                known[seat] |= discard
                timeline[len(game.moves)][0][seat] |= discard
        if game.seats == 2 and free:
            # the seat that holds the Free City card sees the card it decides about through its options
            for seat in game.seats:
                for option in game.options(seat):
                    if option.get("city") == "free" and option.get("card"):
                        known[seat].add(option.get("card"))
                        timeline[len(game.moves)][0][seat].add(option.get("card"))
        for seat in game.seats:
            assert named_in_row(game, seat, columns) <= known[seat] | public
        if game.over:
            break
        made = len(game.moves)
        while len(game.moves) == made:
            seat, move = moves.pop(0)
            if game.seats == 2:
                for option in game.options(seat):
                    if option.get("card"):
                        known[seat].add(option.get("card"))
                        timeline[made][0][seat].add(option.get("card"))
            game.play(seat, move)
    searched = 0
    for viewer in seats:
        for message in viewer.log:
            count = moves_shown(message)
            if count is None or message["state"]["table"]["status"] != "playing" or count not in timeline:
                continue
            hands, built, _, _ = timeline[count]
            allowed = built | (hands[viewer.you] if viewer.you is not None else set())
            told = names_in(message, names)
            assert told <= allowed, f"seat {viewer.you} was told of {told - allowed} after {count} moves"
            searched += 1
    return searched


def other_choices_are_hidden(seats: list[Seat]) -> None:
    """While choices are hidden, a message to one seat never changes with what another chose: only readiness shows."""
    for viewer in seats:
        for message in viewer.log:
            view = (message.get("state") or {}).get("view")
            if view and view["game"] == "wonders" and not view["over"]:
                assert len(view["choices"]) <= (2 if view["players"] == 2 else 1)
                if viewer.you is None:
                    assert view["choices"] == [] and view["hand"] is None


@pytest.mark.parametrize("seed", range(4))
def test_duel_never_tells_what_is_face_down(server: InnerServer, seed: int) -> None:
    seats, final = play_recorded(server, "duel", 2, seed)
    assert check_duel(seats, final) > 100


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (2, 2), (5, 3)])
def test_7_wonders_never_tells_hands_discards_and_choices(server: InnerServer, players: int, seed: int) -> None:
    seats, final = play_recorded(server, "wonders", players, seed)
    assert check_wonders(seats, final) > 30
    other_choices_are_hidden(seats)


def test_the_search_would_find_a_leak(server: InnerServer) -> None:
    """The proof of the proof: a face-down card planted into one message is found."""
    seats, final = play_recorded(server, "duel", 2, 99)
    hidden = final.deal["ages"][2][0]
    message = next(m for m in seats[0].log if moves_shown(m) == 10 and m["state"]["table"]["status"] == "playing")
    message["state"]["quotes"].append({"plan": [{"by": hidden}]})
    with pytest.raises(AssertionError, match="was told of"):
        check_duel(seats, final)
    json.dumps(message)


@pytest.mark.slow
def test_two_hundred_games_leak_nothing(server: InnerServer, capsys: pytest.CaptureFixture) -> None:
    searched = size = 0
    for number in range(200):
        if number % 4 == 3:
            seats, final = play_recorded(server, "wonders", 2 + number // 4 % 6, number)
            searched += check_wonders(seats, final)
            other_choices_are_hidden(seats)
        else:
            seats, final = play_recorded(server, "duel", 2, number)
            searched += check_duel(seats, final)
        size += sum(len(json.dumps(message)) for seat in seats for message in seat.log)
    with capsys.disabled():
        print(f"\nleak test: 200 games, {searched} messages, {size / 1e6:.0f} MB searched")
