"""Hints at a table: who may have them, that they are told from the seat's view, counted, and seen by all."""

from __future__ import annotations

from typing import Any

import pytest

from mirabilia.study import hints
from server.harness import InnerServer


def of_two(server: InnerServer, **options: Any) -> tuple[Any, Any, str]:
    anna, boris = server.person("Anna"), server.person("Boris")
    made = anna.table("duel", seats=["me", "open"], seed=3, **options)
    boris.post("/join", {"secret": made["links"]["invite"]})
    table = made["table"]["id"]
    anna.command(table, "start")
    return anna, boris, table


def hints_of(server: InnerServer, seats: list[Any], **wish: Any) -> str:
    made = server.person("Anna").table("duel", seats=seats, **wish)
    return str(made["table"]["options"]["hints"])


def test_tables_have_the_hints_that_suit_them_unless_they_say_otherwise(server: InnerServer) -> None:
    levels = server.person().get("/choices")["levels"]
    assert hints_of(server, ["me", "open"]) == "off"
    assert hints_of(server, ["me", {"kind": "here", "name": "Boris"}]) == "off"
    assert hints_of(server, ["me", {"kind": "bot", "level": levels[0]}]) == "gentle"
    assert hints_of(server, ["me", {"kind": "bot", "level": levels[-1]}]) == "on"
    assert hints_of(server, ["me", {"kind": "bot", "level": levels[0]}], hints="off") == "off"
    assert hints_of(server, ["me", "open"], hints="gentle") == "gentle"


def test_a_hint_is_what_the_seat_s_view_gives_and_is_counted(server: InnerServer) -> None:
    anna, boris, table = of_two(server, hints="on")
    state = anna.get(f"/tables/{table}/state")["state"]
    who, waits = (anna, boris) if state["table"]["waiting_for"] == [0] else (boris, anna)
    seat = state["table"]["waiting_for"][0]
    game = server.hub.table(table).state.game
    best = hints.hint(game.view(seat), game.options(seat), 20)
    told = who.post(f"/tables/{table}/hint", {"kind": "hint"})
    assert told["options"][0]["move"] == best.move and told["options"][0]["chance"] == best.chance
    three = who.post(f"/tables/{table}/hint", {"kind": "explain"})["options"]
    expected = hints.explain(game.view(seat), game.options(seat), 20)
    assert [each["move"] for each in three] == [each.move for each in expected]
    facts = waits.get(f"/tables/{table}")["table"]
    assert facts["seats"][seat]["hints"] == 2 and facts["seats"][1 - seat]["hints"] == 0
    kinds = [event["kind"] for event in waits.get(f"/tables/{table}/events")["events"]]
    assert kinds.count("hint") == 2
    assert waits.post(f"/tables/{table}/hint", {}, status=409)["code"] == "not_your_turn"


def test_between_people_there_are_none_and_nobody_else_gets_any(server: InnerServer) -> None:
    anna, boris, table = of_two(server)
    for person in (anna, boris):
        assert person.post(f"/tables/{table}/hint", {}, status=409)["code"] == "hints_off"
    anna, _, table = of_two(server, hints="on")
    watch = anna.get(f"/tables/{table}/links")["watch"]
    stranger = server.person("Eva").http
    assert stranger.post(f"/tables/{table}/hint", json={}).status_code == 403
    answer = stranger.post(f"/tables/{table}/hint", json={}, headers={"X-Mirabilia-Link": watch})
    assert answer.json()["code"] == "not_seated"
    assert anna.post(f"/tables/{table}/hint", {"seat": 1}, status=403)["code"] == "no_access"


@pytest.mark.parametrize("hinting", ["on", "gentle"])
def test_a_gentle_table_warns_of_what_gives_away_much_and_counts_nothing(server: InnerServer, hinting: str) -> None:
    anna, boris, table = of_two(server, hints=hinting)
    seat = anna.get(f"/tables/{table}")["table"]["waiting_for"][0]
    who = (anna, boris)[seat]
    game = server.hub.table(table).state.game
    for option in game.options(seat):
        answer = who.http.post(f"/tables/{table}/check", json={"move": option.text}).json()
        if hinting == "on":
            assert answer["code"] == "hints_off"
            continue
        warned = hints.warn(game.view(seat), game.options(seat), option, 20)
        assert (answer["warned"] or {}).get("after") == (warned.after if warned else None)
    assert who.get(f"/tables/{table}")["table"]["seats"][seat]["hints"] == 0
    if hinting == "gentle":
        assert who.post(f"/tables/{table}/check", {"move": "build Nothing"}, status=409)["code"] == "illegal_move"
