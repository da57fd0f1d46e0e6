"""Playing over the socket: numbers, views, commands, refusals, take-backs, hidden choices."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from mirabilia import from_deal, read_record
from server.harness import InnerServer, Seat


def duel_of_two(server: InnerServer, **options):
    """A begun Duel between two people: both with their sockets, the one to move first."""
    anna, bert = server.person("Anna"), server.person("Bert")
    made = anna.table("duel", seed=5, **options)
    bert.post("/join", {"secret": made["links"]["invite"]})
    table = made["table"]["id"]
    anna.command(table, "start")
    seats = [anna.socket(table), bert.socket(table)]
    seats[0].until("presence", here=[0, 1])
    seats.sort(key=lambda seat: not seat.state["options"])
    return table, *seats


def test_a_whole_duel_against_a_bot_and_its_record(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel", seats=["me", {"kind": "bot", "level": "random"}], start=True)["table"]["id"]
    with anna.socket(table) as seat:
        while seat.state["table"]["status"] != "over":
            if seat.state["options"]:
                assert seat.play()["type"] == "ack"
            seat.until("update")
        final = seat.state
    record = read_record(anna.http.get(f"/tables/{table}/record").text)
    game = record.verify()
    assert final["view"]["result"] == game.result.as_dict()
    assert final["view"]["deal"] == game.deal, "after the game everything is open"
    assert record.tags["seat0"] == "Anna"


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_the_table_commits_to_the_deal_at_the_start_and_shown_at_the_end(server: InnerServer, game: str) -> None:
    anna = server.person("Anna")
    bots = [{"kind": "bot", "level": "random"}] * (1 if game == "duel" else 2)
    table = anna.table(game, seats=["me", *bots])["table"]
    assert table["commitment"] is None and table["nonce"] is None and not table["options"]["seeded"]
    with anna.socket(table["id"]) as seat:
        assert seat.command("start")["type"] == "ack"
        committed = seat.until_event("started")["data"]["commitment"]
        assert len(committed) == 64 and seat.state["table"]["commitment"] == committed
        while seat.state["table"]["status"] != "over":
            assert seat.state["table"]["nonce"] is None
            if seat.state["options"]:
                answer = seat.play()
                if answer["type"] == "refuse":
                    seat.state = answer["state"]
                    continue
            seat.until("update")
        facts, view = seat.state["table"], seat.state["view"]
        deal = view["deal"] if game == "duel" else view["secrets"]["deal"]
        before = [
            message for message in seat.log if (message.get("state") or {}).get("table", {}).get("status") != "over"
        ]
    assert facts["nonce"] not in json.dumps(before)
    text = json.dumps(deal, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert hashlib.sha256(f"{facts['nonce']}\n{text}".encode()).hexdigest() == committed == facts["commitment"]
    record = read_record(anna.http.get(f"/tables/{table['id']}/record").text)
    assert record.keeps_commitment and record.tags["commitment"] == committed
    assert anna.table(game, seats=["me", *bots], seed=7)["table"]["options"]["seeded"]


@pytest.mark.parametrize("players", [2, 3, 7])
def test_a_whole_game_of_7_wonders_against_bots(server: InnerServer, players: int) -> None:
    anna = server.person("Anna")
    bots = [{"kind": "bot", "level": "random"}] * (players - 1)
    table = anna.table("wonders", players=players, seats=["me", *bots], start=True)["table"]["id"]
    with anna.socket(table) as seat:
        while seat.state["table"]["status"] != "over":
            if seat.state["options"]:
                answer = seat.play()
                assert answer["type"] == "ack" or answer["code"] == "stale"
                if answer["type"] == "refuse":
                    seat.state = answer["state"]
                    continue
            seat.until("update")
    game = read_record(anna.http.get(f"/tables/{table}/record").text).verify()
    assert game.seats == players
    kinds = {event["kind"] for event in seat.events}
    assert {"ready", "turn", "over"} <= kinds


def test_the_view_is_the_engines_and_nothing_else(server: InnerServer) -> None:
    table, first, second = duel_of_two(server)
    for _ in range(12):
        mover, other = (first, second) if first.state["options"] else (second, first)
        mover.play()
        mover.until("update")
        other.until("update")
    live = server.hub.table(table).state.game
    twin = from_deal(live.deal)
    for seat, move in live.moves:
        twin.play(seat, move)
    for seat in (first, second):
        assert seat.state["view"] == json.loads(json.dumps(twin.view(seat.you)))
        texts = [option["text"] for option in seat.state["options"]]
        assert texts == [option.text for option in twin.options(seat.you)]
        assert seat.state["quotes"] == [json.loads(json.dumps(q.as_dict())) for q in twin.quotes(seat.you)]
    first.close()
    second.close()


def test_a_refused_command_says_why_and_brings_the_state(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    before = second.seq
    assert second.play("draft The Sphinx")["code"] == "not_your_turn"
    answer = first.play("build Nonsense")
    assert answer["code"] == "illegal_move" and answer["state"]["view"] == first.state["view"]
    assert first.play("?")["code"] in ("illegal_move", "not_a_move")
    stale = first.command("play", at=7, move=first.state["options"][0]["text"])
    assert (stale["code"], stale["args"]) == ("stale", {"at": 7, "now": 0})
    assert second.seq == before, "refusals change nothing"
    first.close()
    second.close()


def test_the_same_command_id_is_carried_out_once(server: InnerServer) -> None:
    table, first, second = duel_of_two(server)
    move = first.state["options"][0]["text"]
    once = first.command("play", id="same", at=0, move=move)
    again = first.command("play", id="same", at=0, move=move)
    other = first.command("play", id="same", at=1, move="draft Piraeus")
    assert (once["again"], again["again"], other["code"]) == (False, True, "id_used")
    assert once["seq"] == again["seq"]
    assert server.hub.table(table).state.facts.moves == 1
    # the same id of another seat is another command
    second.settle()
    assert second.command("play", id="same", at=1, move=second.state["options"][0]["text"])["again"] is False
    first.close()
    second.close()


def test_a_client_that_comes_back_gets_what_it_missed(server: InnerServer) -> None:
    table, first, second = duel_of_two(server)
    last = second.seq
    cookie = second.ws.request.headers["Cookie"].split("=", 1)[1]
    second.close()
    first.play()
    first.settle()
    back = Seat(server, table, cookie, last_seq=last)
    assert [event["seq"] for event in back.welcome["events"]] == list(range(last + 1, back.seq + 1))
    assert not back.welcome["reset"] and back.seq == first.seq
    same = Seat(server, table, cookie, last_seq=back.seq)
    assert same.welcome["events"] == [] and same.state["view"] == back.state["view"]
    ahead = Seat(server, table, cookie, last_seq=10_000)
    assert ahead.welcome["reset"]
    for seat in (first, back, same, ahead):
        seat.close()


def test_hidden_choices_show_only_who_is_ready_and_can_be_changed(server: InnerServer) -> None:
    people = [server.person(name) for name in ("Anna", "Bert", "Cleo")]
    made = people[0].table("wonders", players=3, seed=3)
    table = made["table"]["id"]
    for person in people[1:]:
        person.post("/join", {"secret": made["links"]["invite"]})
    people[0].command(table, "start")
    anna, bert, cleo = (person.socket(table) for person in people)
    moves = [option["text"] for option in anna.state["options"]]
    assert anna.play(moves[0])["type"] == "ack"
    anna.until_event("ready")
    assert anna.state["table"]["ready"] == [0] and anna.state["options"] == []
    assert len(anna.state["view"]["choices"]) == 1
    assert anna.command("play", at=0, move=moves[1])["type"] == "ack", "a choice can be changed"
    anna.until("update")
    assert anna.command("take_back", at=0)["type"] == "ack"
    anna.until_event("unready")
    assert anna.state["table"]["ready"] == [] and anna.state["view"]["choices"] == []
    assert anna.command("take_back", at=0)["code"] == "nothing_to_take_back"
    bert.settle()
    told = json.dumps([event for event in bert.events if event["kind"] in ("ready", "unready")])
    assert moves[0] not in told and moves[1] not in told
    anna.play(moves[1])
    bert.play(bert.state["options"][0]["text"])
    assert cleo.command("play", at=0, move=cleo.state["options"][0]["text"])["type"] == "ack"
    turn = anna.until_event("turn")
    assert turn["data"]["moves"] == 3
    game = server.hub.table(table).state.game
    assert game.moves[0] == (0, moves[1])
    assert anna.command("take_back", at=3)["code"] == "nothing_to_take_back", "nothing after the reveal"
    for seat in (anna, bert, cleo):
        seat.close()


def test_duel_takes_back_only_what_revealed_nothing(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    assert first.command("take_back", at=0)["code"] == "nothing_to_take_back"
    before = first.state["view"]
    first.play()
    first.until("update")
    answer = first.command("take_back", at=1)
    assert answer["type"] == "ack", "the first pick of the draft shows nothing"
    first.until_event("taken_back")
    assert first.state["view"] == before
    codes = set()
    for _ in range(60):
        for seat in (first, second):
            seat.settle()
        mover, other = (first, second) if first.state["options"] else (second, first)
        if not mover.state["options"]:
            break
        up = {slot["card"] for slot in mover.state["view"]["layout"]} | set(mover.state["view"]["draft"])
        mover.play()
        mover.until("update")
        view = mover.state["view"]
        shown = {slot["card"] for slot in view["layout"]} | set(view["draft"])
        answer = mover.command("take_back", at=view["moves"])
        if answer["type"] == "refuse":
            codes.add(answer["code"])
            if answer["code"] == "revealed":
                assert shown - up or view["library"] or view["phase"] == "over"
        else:
            assert not shown - up, "something was turned up and still taken back"
            mover.until_event("taken_back")
            mover.play()
            mover.until("update")
        other.settle()
    assert "revealed" in codes
    first.close()
    second.close()


def test_later_a_move_is_taken_back_by_request(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    first.play()
    second.until("update")
    second.play()
    first.until("update")
    first.settle()
    assert first.command("take_back", at=2)["code"] == "others_moved"
    assert first.command("ask_take_back", at=2)["type"] == "ack"
    second.until_event("asked")
    assert second.command("ask_take_back", at=2)["code"] == "already_asked"
    assert first.command("answer_take_back", allow=True)["code"] == "own_seat"
    assert second.command("answer_take_back", allow=False)["type"] == "ack"
    first.settle()
    assert first.state["table"]["moves"] == 2 and first.state["table"]["asked"] is None
    first.command("ask_take_back", at=2)
    second.command("answer_take_back", allow=True)
    first.until_event("taken_back")
    assert first.state["table"]["moves"] == 0 and first.state["table"]["assisted"]
    assert second.command("answer_take_back", allow=True)["code"] == "nothing_asked"
    first.close()
    second.close()


def test_bots_let_one_take_back(server: InnerServer) -> None:
    anna = server.person("Anna")
    made = anna.table("duel", seed=5, seats=["me", {"kind": "bot", "level": "random"}], start=True)
    with anna.socket(made["table"]["id"]) as seat:
        while not seat.state["options"]:
            seat.until("update")
        before = seat.state["view"]["moves"]
        seat.play()
        seat.until("update")
        while not seat.state["options"]:
            seat.until("update")
        assert seat.command("ask_take_back", at=seat.state["table"]["moves"])["type"] == "ack"
        seat.until_event("taken_back")
        assert seat.state["view"]["moves"] == before


def test_watchers_see_the_open_view_and_no_chat(server: InnerServer) -> None:
    anna = server.person("Anna")
    made = anna.table("duel", chat="free", seats=["me", {"kind": "bot", "level": "random"}], start=True)
    table, watch = made["table"]["id"], made["links"]["watch"]
    watcher = Seat(server, table, token=watch)
    assert watcher.you is None and watcher.state["options"] == [] and watcher.state["view"]["you"] is None
    with anna.socket(table) as seat:
        assert seat.command("chat", text="hello there")["type"] == "ack"
        assert watcher.command("chat", text="me too")["code"] == "not_seated"
        assert watcher.command("play", at=0, move="draft Piraeus")["code"] == "not_seated"
        watcher.settle()
        assert "private" in {event["kind"] for event in watcher.events}
        assert "hello there" not in json.dumps(watcher.log)
        seat.settle()
        assert "hello there" in json.dumps(seat.log)
    watcher.close()


def happened(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What happened in the game, from the table's events."""
    return [one for event in events for one in event.get("data", {}).get("events", ())]


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 2), ("wonders", 4)])
def test_the_log_is_the_same_live_after_a_reload_and_in_a_replay(server: InnerServer, game: str, players: int) -> None:
    """For a seat with the cards it put face down itself, for a watcher without any."""
    anna = server.person("Anna")
    made = anna.table(game, players=players, seats=["me", *[{"kind": "bot", "level": "random"}] * (players - 1)])
    table, watch = made["table"]["id"], made["links"]["watch"]
    with anna.socket(table) as seat, Seat(server, table, token=watch) as watcher:
        assert seat.command("start")["type"] == "ack"
        while seat.state["table"]["status"] != "over":
            if seat.state["options"]:
                answer = seat.play(seat.state["options"][-1]["text"])  # often face down
                if answer["type"] == "refuse":
                    seat.state = answer["state"]
                    continue
            seat.until("update")
        watcher.settle()
        live = {seat.you: happened(seat.events), None: happened(watcher.events)}
    played = read_record(anna.http.get(f"/tables/{table}/record").text).verify()
    for viewer, told in live.items():
        assert told == [event.seen_by(viewer).as_dict() for event in played.events]
        asking = {"headers": {"x-mirabilia-link": watch}} if viewer is None else {}
        person = server.person() if viewer is None else anna
        reloaded = person.get(f"/tables/{table}/events", params={"limit": 1000}, **asking)["events"]
        assert happened(reloaded) == told
        eyes = {} if viewer is None else {"seat": viewer}
        replayed = []
        for first in range(0, len(played.moves) + 1, 100):
            params = {"from": first, "to": first + 99, **eyes}
            replayed += person.get(f"/tables/{table}/replay", params=params, **asking)["positions"]
        assert [one for position in replayed for one in position["events"]] == told
    if game == "wonders":
        mine, open_to_all = (
            [one["card"] for one in live[viewer] if one["event"] in ("discarded", "stage")] for viewer in (0, None)
        )
        assert any(mine) and not any(open_to_all) and None in mine


def test_live_scores_can_be_hidden(server: InnerServer) -> None:
    for option, expected in (("hidden", [None, None]), ("own", [0, None])):
        anna = server.person("Anna")
        made = anna.table("duel", live_score=option, seed=1, seats=["me", {"kind": "outside"}], start=True)
        with anna.socket(made["table"]["id"]) as seat:
            scores = seat.state["view"]["scores"]
            assert [type(score) for score in scores] == [type(score) for score in expected]


def test_resync_ping_and_order_of_messages(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    first.send(type="resync")
    assert first.until("update")["events"] == []
    first.send(type="play", id="x", at=0, move=first.state["options"][0]["text"])
    assert first.receive()["type"] == "ack", "the ack comes before the update"
    assert first.receive()["type"] == "update"
    first.send(type="hello", v=1)
    assert first.until("refuse")["code"] == "hello_twice"
    first.close()
    second.close()


def test_hello_must_come_first_and_be_right(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel")["table"]["id"]
    for message, code in (
        ({"type": "ping"}, "hello_first"),
        ({"type": "hello", "v": 2}, "wrong_version"),
        ({"type": "hello", "v": 1, "extra": 1}, "bad_message"),
        ({"type": "hello", "v": 1, "seat": 1}, "no_access"),
        ({"type": "hello", "v": 1, "token": "wx" + table + "A" * 24}, "bad_link"),
    ):
        seat = Seat(server, table, anna.cookie, hello=False)
        seat.send(**message)
        assert seat.until("refuse")["code"] == code
        with pytest.raises(ConnectionClosed):
            while True:
                seat.receive()
    unknown = Seat(server, "a" * 12, anna.cookie, hello=False)
    unknown.send(type="hello", v=1)
    assert unknown.until("refuse")["code"] == "no_such_table"


@pytest.mark.parametrize("players", [2, 3, 7])
def test_small_updates_lead_to_the_state_the_server_has(server: InnerServer, players: int) -> None:
    """When somebody is ready, only what changed is sent; put together it is the whole state, for every seat."""
    people = [server.person(f"Player {number}") for number in range(players)]
    made = people[0].table("wonders", players=players, seed=4)
    table = made["table"]["id"]
    for person in people[1:]:
        person.post("/join", {"secret": made["links"]["invite"]})
    people[0].command(table, "start")
    seats = [person.socket(table) for person in people]
    watcher = Seat(server, table, token=made["links"]["watch"])
    sent = small = 0

    def compare() -> None:
        for person, seat in zip(people, seats, strict=True):
            seat.settle()
            whole = person.get(f"/tables/{table}/state")["state"]
            assert {**seat.state, "clock": None} == {**whole, "clock": None}

    compare()
    for _ in range(3):
        for seat in seats:
            seat.settle()
            if seat.state["options"]:
                seat.play()
            compare()
        seats[0].command("take_back", at=seats[0].state["table"]["moves"])
        compare()
        if seats[0].state["options"]:
            seats[0].play()
    for seat in (*seats, watcher):
        seat.settle()
        updates = [message for message in seat.log if message["type"] == "update"]
        small += sum(message["state"] is None for message in updates)
        sent += len(updates)
        seat.close()
    assert small > sent // 2 or players == 2
