"""What can be asked for: texts of entrants and limits, and every senseless match refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia.arena.settings import (
    ArenaError,
    Budget,
    Entrant,
    Settings,
    distinct,
    parse_entrant,
    parse_limits,
)
from mirabilia.bots.base import BotError


@pytest.mark.parametrize(
    ("text", "entrant"),
    [
        ("random", Entrant("random", "random")),
        ("hard@simulations=400", Entrant("hard@400", "hard", Budget(simulations=400))),
        ("hard@milliseconds=50", Entrant("hard@50ms", "hard", Budget(milliseconds=50.0))),
        ("me = hard@milliseconds=2.5", Entrant("me", "hard", Budget(milliseconds=2.5))),
        ("cmd:python3 x.py --depth=3", Entrant("python3 x.py --depth=3", "cmd:python3 x.py --depth=3")),
        ("js=cmd:node x.mjs", Entrant("js", "cmd:node x.mjs")),
        ("js=cmd:node a@b.mjs@simulations=9", Entrant("js", "cmd:node a@b.mjs", Budget(simulations=9))),
    ],
)
def test_entrants_from_text(text: str, entrant: Entrant) -> None:
    assert parse_entrant(text) == entrant


def test_a_command_is_known_by_its_prefix() -> None:
    assert parse_entrant("cmd:node x").command == "node x"
    assert parse_entrant("random").command is None


@pytest.mark.parametrize(
    "text", ["", "cmd:", "cmd:'x", "name=", "random@simulations=0", "random@milliseconds=-1", "a@simulations=x"]
)
def test_senseless_entrants_are_refused(text: str) -> None:
    with pytest.raises((ArenaError, BotError)):
        parse_entrant(text)


@pytest.mark.parametrize(
    "text",
    [
        "simulations",
        "simulations=",
        "simulations=0",
        "milliseconds=-3",
        "seconds=1",
        "simulations=1.5",
        "milliseconds=nan",
    ],
)
def test_senseless_limits_are_refused_by_code(text: str) -> None:
    with pytest.raises(BotError) as caught:
        parse_limits(text)
    assert caught.value.code == "bad_limits"


def test_a_bot_may_meet_itself() -> None:
    names = [entrant.name for entrant in distinct([parse_entrant("random")] * 3)]
    assert names == ["random", "random#2", "random#3"]


TWO = [Entrant("a", "random"), Entrant("b", "random")]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "chess"}, "no game"),
        ({"players": 3}, "players"),
        ({"game": "wonders", "players": 8}, "2 to 7"),
        ({"mode": "swiss"}, "mode"),
        ({"entrants": TWO[:1]}, "at least two"),
        ({"entrants": TWO[:1] * 2}, "same name"),
        ({"grace": -1}, "seconds"),
    ],
)
def test_impossible_matches_are_refused(changes: dict[str, Any], words: str) -> None:
    fields: dict[str, Any] = {"game": "duel", "players": 2, "entrants": TWO}
    with pytest.raises(ArenaError, match=words):
        Settings(**{**fields, **changes}).checked()


def test_an_entrants_own_limits_win() -> None:
    entrants = [Entrant("a", "random", Budget(simulations=5)), Entrant("b", "random")]
    settings = Settings(game="duel", players=2, entrants=entrants, budget=Budget(milliseconds=7.0)).checked()
    assert settings.limits_of(entrants[0]).simulations == 5
    assert settings.limits_of(entrants[0]).milliseconds is None
    assert settings.limits_of(entrants[1]).milliseconds == 7


def test_differences_are_named() -> None:
    one = Settings(game="duel", players=2, entrants=TWO)
    assert one.difference(Settings(game="duel", players=2, entrants=TWO)) is None
    assert "seed is 4 there and 0 here" in str(one.difference(Settings(game="duel", players=2, entrants=TWO, seed=4)))
    other = Settings(game="duel", players=2, entrants=list(reversed(TWO)))
    assert "entrants" in str(one.difference(other))
