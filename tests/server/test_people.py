"""People come and go: links, joining, hosts, presence, leaving, clocks, rematch, chat, outside bots."""

from __future__ import annotations

import json
import queue
import re
import shlex
import sys
import threading
import time
from pathlib import Path

import pytest
import typer
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from mirabilia.bots import make_bot
from mirabilia.cli import sit
from mirabilia.errors import MirabiliaError
from mirabilia.locales import text
from mirabilia.protocol import BotService
from server.harness import InnerServer, Seat, inner_server
from server.test_play import duel_of_two

SIMPLE_BOT = Path(__file__).parents[2] / "examples" / "bots" / "simple_bot.py"


def test_invite_seat_and_watch_links_are_different_secrets(server: InnerServer) -> None:
    anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
    made = anna.table("duel")
    table, links = made["table"]["id"], made["links"]
    assert len({links["invite"], links["watch"], links["seat"]}) == 3
    assert bert.post("/links", {"secret": links["invite"]})["kind"] == "invite"
    assert bert.http.get(f"/tables/{table}").status_code == 403, "a look at a link opens nothing"
    joined = bert.post("/join", {"secret": links["invite"]})
    assert joined["seat"] == 1 and set(joined["links"]) >= {"watch", "seat"} and not joined["links"].get("invite")
    assert bert.post("/join", {"secret": links["invite"]})["seat"] == 1, "again: the same seat"
    assert cleo.post("/join", {"secret": links["invite"]}, 409)["code"] == "table_full"
    assert cleo.post("/join", {"secret": links["watch"]}, 403)["code"] == "bad_link"
    # the seat link takes the seat to another device
    tablet = server.person()
    moved = tablet.post("/join", {"secret": joined["links"]["seat"]})
    assert moved["seat"] == 1
    assert [entry["id"] for entry in tablet.get("/me/tables")["tables"]] == [table]
    with tablet.socket(table) as seat:
        assert seat.you == 1
    # a link works without any cookie too
    with Seat(server, table, token=joined["links"]["seat"]) as seat:
        assert seat.you == 1
    assert (
        server.person().http.get(f"/tables/{table}", headers={"X-Mirabilia-Link": links["watch"]}).json()["you"] is None
    )


def test_links_can_be_renewed(server: InnerServer) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    made = anna.table("duel")
    table = made["table"]["id"]
    anna.command(table, "new_links")
    for kind in ("invite", "seat", "watch"):
        assert bert.post("/links", {"secret": made["links"][kind]}, 403)["code"] == "bad_link"
    fresh = anna.get(f"/tables/{table}/links")
    assert bert.post("/join", {"secret": fresh["invite"]})["seat"] == 1


def test_a_seat_that_changes_hands_closes_its_old_link_and_socket(server: InnerServer) -> None:
    anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
    made = anna.table("duel")
    table = made["table"]["id"]
    old = bert.post("/join", {"secret": made["links"]["invite"]})["links"]["seat"]
    seat = bert.socket(table)
    anna.command(table, "set_seat", seat=1, kind="open")
    assert seat.until("bye")["reason"] == "no_access"
    assert bert.post("/join", {"secret": made["links"]["invite"]}, 403)["code"] == "bad_link", "sent away"
    assert cleo.post("/join", {"secret": made["links"]["invite"]}, 403)["code"] == "bad_link"
    cleo.post("/join", {"secret": anna.get(f"/tables/{table}/links")["invite"]})
    assert bert.post("/join", {"secret": old}, 403)["code"] == "bad_link"
    assert bert.http.get(f"/tables/{table}").status_code == 403


def test_a_suggested_name_is_in_the_language_that_is_asked_for(server: InnerServer) -> None:
    for lang in ("en", "et", "ru", "tr", "nb"):
        offered = {text(lang, f"suggested.{number}") for number in range(1, 13)}
        assert all(len(name) <= 24 for name in offered)
        asked = server.person().http.get("/me", headers={"accept-language": lang}).json()
        assert asked["known"] is False and asked["suggestion"] in offered


def test_recovery_moves_an_identity_once(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel")["table"]["id"]
    first = anna.post("/me/recovery")["secret"]
    second = anna.post("/me/recovery")
    phone = server.person()
    assert phone.post("/recover", {"secret": first}, 403)["code"] == "bad_link", "an earlier one stops working"
    assert phone.post("/recover", {"secret": second["secret"]}) == {"known": True, "name": "Anna", "suggestion": None}
    assert phone.get("/me/tables")["tables"][0]["id"] == table
    assert server.person().post("/recover", {"secret": second["secret"]}, 403)["code"] == "bad_link"
    assert phone.post("/me/forget")["known"] is False
    assert phone.get("/me")["known"] is False and anna.get("/me")["known"] is True


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(server: InnerServer) -> None:
    answer = server.person().http.post("/me", json={"name": "Anna"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert len(answer.cookies["mirabilia_device"]) >= 22, "128 bits and more"


def test_the_host_starts_any_time_hands_over_and_closes(server: InnerServer) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    made = anna.table("wonders", players=4)
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})
    assert bert.command(table, "start", 403)["code"] == "not_host"
    assert anna.command(table, "hand_over", 409, seat=3)["code"] == "seat_not_person"
    anna.command(table, "hand_over", seat=1)
    assert anna.command(table, "start", 403)["code"] == "not_host"
    bert.command(table, "start")
    facts = bert.get(f"/tables/{table}")
    assert facts["is_host"] and facts["table"]["host"] == 1
    assert [seat["kind"] for seat in facts["table"]["seats"]] == ["person", "person", "bot", "bot"]
    assert bert.command(table, "start", 409)["code"] == "already_started"
    bert.command(table, "close")
    assert bert.get(f"/tables/{table}")["table"]["status"] == "closed"
    assert anna.command(table, "chat", 409, phrase="hello")["code"] == "table_closed"
    assert anna.http.get(f"/tables/{table}/record").status_code == 200, "what was played is kept and open"


def test_leaving_before_the_start_frees_the_seat_and_passes_the_host_on(server: InnerServer) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    made = anna.table("duel")
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})
    anna.command(table, "leave")
    assert bert.get(f"/tables/{table}")["is_host"]
    bert.command(table, "leave")
    with Seat(server, table, token=made["links"]["watch"]) as watcher:
        assert watcher.state["table"]["status"] == "closed", "empty tables close themselves"


def test_presence_tells_who_is_here(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    second.close()
    assert first.until("presence", here=[first.you])["watching"] == 0
    first.close()


def test_a_bot_takes_over_for_a_leaver_who_may_return(server: InnerServer) -> None:
    _, first, second = duel_of_two(server, takeover="random")
    first.command("leave")
    second.until_event("taken_over")
    while second.state["table"]["waiting_for"] != [second.you]:
        second.until("update")
    moves = [event for event in second.events if event["kind"] == "move"]
    assert moves[0]["seat"] == first.you and moves[0]["data"]["bot"] is True
    first.settle()
    assert first.command("play", at=first.state["table"]["moves"], move="draft X")["code"] == "seat_on_bot"
    assert first.command("return")["type"] == "ack"
    assert first.command("return")["code"] == "already_returned"
    second.until_event("returned")
    second.settle()
    assert second.state["table"]["seats"][first.you]["driver"] == "person"
    first.close()
    second.close()


def test_the_others_decide_about_somebody_who_is_away(server: InnerServer) -> None:
    _, first, second = duel_of_two(server, takeover="random")
    assert second.command("late", seat=first.you, choice="replace")["code"] == "not_late", "the owner is here"
    first.close()
    second.until("presence", here=[second.you])
    assert second.command("late", seat=second.you, choice="replace")["code"] == "own_seat"
    assert second.command("late", seat=first.you, choice="bot_moves")["type"] == "ack"
    second.until_event("move")
    second.settle()
    assert second.state["table"]["seats"][first.you]["driver"] == "person", "only this one decision"
    assert second.state["table"]["waiting_for"] == [second.you]
    assert second.command("late", seat=first.you, choice="replace")["code"] == "not_late", "nothing is owed"
    while second.state["table"]["waiting_for"] == [second.you]:
        second.play()
        second.settle()
    assert second.command("late", seat=first.you, choice="replace")["type"] == "ack"
    second.until_event("taken_over")
    second.close()


def test_an_offered_seat_goes_to_whoever_has_the_invite(server: InnerServer) -> None:
    anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
    made = anna.table("duel", takeover="random")
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})
    anna.command(table, "start")
    assert cleo.post("/join", {"secret": made["links"]["invite"]}, 409)["code"] == "already_started"
    assert anna.command(table, "offer_seat", 409, seat=1)["code"] == "seat_taken"
    bert.command(table, "leave")
    assert anna.command(table, "offer_seat", 409, seat=1)["code"] == "seat_taken", "the owner may come back"
    bert.command(table, "leave", give_up=True)
    anna.command(table, "offer_seat", seat=1)
    assert cleo.post("/join", {"secret": made["links"]["invite"]})["seat"] == 1
    assert bert.http.get(f"/tables/{table}").status_code == 403
    assert anna.get(f"/tables/{table}")["table"]["seats"][1]["name"] == "Cleo"


def test_an_offered_seat_goes_to_somebody_who_watches_and_no_other_does(server: InnerServer) -> None:
    anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
    made = anna.table("wonders", players=3, takeover="random")
    table, watch = made["table"]["id"], made["links"]["watch"]
    assert cleo.post("/join", {"secret": watch}, 403)["code"] == "bad_link", "a free seat before the start is no offer"
    bert.post("/join", {"secret": made["links"]["invite"]})
    anna.command(table, "start")
    bert.command(table, "leave", give_up=True)
    assert cleo.post("/join", {"secret": watch}, 403)["code"] == "bad_link"
    anna.command(table, "offer_seat", seat=1)
    assert cleo.post("/join", {"secret": watch, "seat": 2}, 409)["code"] == "seat_taken"
    assert cleo.post("/join", {"secret": watch})["seat"] == 1
    assert server.person("Dora").post("/join", {"secret": watch}, 403)["code"] == "bad_link", "it is taken"


def test_a_bot_that_takes_over_has_the_level_the_table_agreed_on(server: InnerServer) -> None:
    anna, bert = (server.person(name) for name in ("Anna", "Bert"))
    made = anna.table("duel", takeover="random")
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})
    anna.command(table, "start")
    assert bert.command(table, "leave", 400, level="beginner")["code"] == "bad_request"
    assert anna.command(table, "late", 400, seat=1, choice="replace", level="beginner")["code"] == "bad_request"
    bert.command(table, "leave")
    seat = anna.get(f"/tables/{table}")["table"]["seats"][1]
    assert (seat["driver"], seat["level"], seat["style"]) == ("bot", "random", None)
    bert.command(table, "return")
    assert anna.get(f"/tables/{table}")["table"]["seats"][1]["level"] is None


def test_the_host_changes_the_least_time_of_bots_until_the_game_is_over(server: InnerServer) -> None:
    anna, bert = (server.person(name) for name in ("Anna", "Bert"))
    made = anna.table("duel", bot_pace_ms=0)
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})

    def least() -> int | None:
        pace: int | None = anna.get(f"/tables/{table}")["table"]["options"]["bot_pace_ms"]
        return pace

    assert bert.command(table, "pace", 403, milliseconds=500)["code"] == "not_host"
    anna.command(table, "pace", milliseconds=500)  # in the waiting room
    assert least() == 500
    anna.command(table, "start")
    anna.command(table, "pace", milliseconds=2000)
    assert least() == 2000
    anna.command(table, "pace", 400, milliseconds=10_001)
    assert least() == 2000
    anna.command(table, "pace", milliseconds=None)
    assert least() is None
    told = [event for event in anna.get(f"/tables/{table}/events?after=0")["events"] if event["kind"] == "pace"]
    assert [(event["seat"], event["data"]["milliseconds"]) for event in told] == [(0, 500), (0, 2000), (0, None)]


def test_chat_phrases_texts_and_their_limits(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel")["table"]["id"]
    assert anna.command(table, "chat", phrase="hello")["seq"]
    assert anna.command(table, "chat", 400, phrase="insult")["code"] == "unknown_phrase"
    assert anna.command(table, "chat", 409, text="free text")["code"] == "chat_off"
    assert anna.command(table, "chat", 400)["code"] == "bad_request"
    free = anna.table("duel", chat="free")["table"]["id"]
    assert anna.command(free, "chat", 400, text="x" * 301)["code"] == "too_long"
    anna.command(free, "chat", text="one\ntwo\u202e\x00three ")
    event = anna.get(f"/tables/{free}/events")["events"][-1]
    assert event["data"] == {"text": "one two three"}
    off = anna.table("duel", chat="off")["table"]["id"]
    assert anna.command(off, "chat", 409, phrase="hello")["code"] == "chat_off"


def test_chat_and_commands_are_rate_limited(tmp_path) -> None:
    with inner_server(data_dir=tmp_path, chat_per_minute=12, commands_per_second=2, create_per_hour=4) as server:
        anna = server.person("Anna")
        table = anna.table("duel")["table"]["id"]
        answers = [
            anna.http.post(f"/tables/{table}/commands", json={"type": "chat", "id": f"c{n}", "phrase": "wow"})
            for n in range(5)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
        assert answers[-1].json()["code"] == "too_many" and int(answers[-1].headers["retry-after"]) >= 1
        with anna.socket(table) as seat:
            for n in range(12):
                seat.send(type="ping", n=n)
            kinds = [seat.until("pong", "refuse")["type"] for _ in range(12)]
        assert kinds.count("refuse") >= 3
        codes = [anna.http.post("/tables", json={"game": "duel"}).status_code for _ in range(5)]
        assert codes[-1] == 429


def test_rematch_rotates_the_seats_and_begins_when_all_agree(server: InnerServer) -> None:
    _, first, second = duel_of_two(server, public=True)
    anna, bert = (first, second) if first.you == 0 else (second, first)
    assert first.command("rematch")["code"] == "not_over"
    while anna.state["table"]["status"] == "playing":
        mover, other = (anna, bert) if anna.state["options"] else (bert, anna)
        mover.play()
        mover.until("update")
        other.until("update")
    answer = anna.command("rematch")
    fresh = answer["data"]["table"]
    assert bert.until_event("rematch")["data"]["table"] == fresh
    cookie = anna.ws.request.headers["Cookie"].split("=", 1)[1]
    again = Seat(server, fresh, cookie)
    assert again.you == 1 and again.state["table"]["status"] == "open"
    assert not again.state["table"]["options"]["public"], "another game of the same people is theirs"
    assert bert.command("rematch")["data"]["table"] == fresh
    again.until_event("started")
    names = [seat["name"] for seat in again.state["table"]["seats"]]
    assert names == ["Bert", "Anna"]
    assert anna.state["table"]["next"] == fresh or anna.until_event("rematch")
    for seat in (anna, bert, again):
        seat.close()


def test_in_a_rematch_of_duel_whoever_was_second_begins(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel", seats=["me", {"kind": "bot", "level": "random"}], start=True)["table"]["id"]
    anna_began = []
    for _ in range(5):
        with anna.socket(table) as seat:
            anna_began.append(seat.state["view"]["first_player"] == seat.you)
            while seat.state["table"]["status"] != "over":
                if seat.state["options"]:
                    assert seat.play()["type"] == "ack"
                seat.until("update")
            table = seat.command("rematch")["data"]["table"]
    assert anna_began == [anna_began[0], not anna_began[0]] * 2 + [anna_began[0]]


def test_nudge_calls_only_those_we_wait_for(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    assert first.command("nudge", seat=second.you)["code"] == "not_your_turn"
    assert second.command("nudge", seat=first.you)["type"] == "ack"
    assert first.until_event("nudged")["data"] == {"by": second.you}
    first.close()
    second.close()


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_an_outside_bot_plays_by_the_bot_protocol(server: InnerServer, game: str) -> None:
    anna = server.person("Anna")
    bots = [{"kind": "outside"}] + ([{"kind": "bot", "level": "random"}] if game == "wonders" else [])
    made = anna.table(game, seats=["me", *bots], start=True)
    table, token = made["table"]["id"], made["links"]["bots"]["1"]
    url, seen = f"{server.ws_url}/ws/v1/bots", {"asked": 0, "wrong": 0, "ended": 0}
    header = {"Authorization": f"Bearer {token}"}

    def run_bot() -> None:
        """Answers every question; twice wrongly, and once only after coming back."""
        service = BotService("tester", lambda seed: make_bot("random", seed))
        while not seen["ended"]:
            with connect(url, additional_headers=header, max_size=None, open_timeout=20) as bot:
                for line in bot:
                    message = json.loads(line)
                    if message["type"] == "request":
                        seen["asked"] += 1
                        assert message["view"]["you"] == 1
                        if seen["asked"] in (5, 10):
                            seen["wrong"] += 1
                            bot.send(json.dumps({"type": "answer", "id": message["id"], "choice": 9999}))
                            continue
                        if seen["asked"] == 7:
                            break
                    seen["ended"] += message["type"] == "quit"
                    answer = service.answer(line)
                    if answer is not None:
                        bot.send(answer.decode())

    thread = threading.Thread(target=run_bot, daemon=True)
    thread.start()
    with anna.socket(table) as seat:
        while seat.state["table"]["status"] == "playing":
            if seat.state["options"] and seat.play()["type"] == "refuse":
                seat.send(type="resync")
            seat.until("update", timeout=20)
    thread.join(10)
    assert seen["asked"] > 10 and seen["wrong"] == 2 and seen["ended"]
    with pytest.raises(Exception, match="403"):
        connect(url, additional_headers={"Authorization": "Bearer " + made["links"]["seat"]}).__enter__()


@pytest.mark.parametrize("bot", ["random", f"cmd:{shlex.join([sys.executable, str(SIMPLE_BOT)])}"])
def test_any_bot_is_seated_by_one_command(
    server: InnerServer, bot: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    links: queue.Queue[str] = queue.Queue()
    monkeypatch.setattr(typer, "echo", links.put)
    url = server.url + "/"
    seated = threading.Thread(
        target=sit.run, args=(bot, url), kwargs={"token": None, "game": "duel", "players": None, "edition": None}
    )
    seated.start()
    link = re.search(r"http\S+/#/seat/(\S+)", links.get(timeout=60))
    assert link is not None
    anna = server.person("Anna")
    joined = anna.post("/join", {"secret": link[1]})
    with anna.socket(joined["table"]["id"]) as seat:
        while seat.state["table"]["status"] == "playing":
            if seat.state["options"] and seat.play()["type"] == "refuse":
                seat.send(type="resync")
            seat.until("update", timeout=60)
    seated.join(60)
    assert not seated.is_alive()


def test_a_bot_that_cannot_be_seated_is_told_why(server: InnerServer) -> None:
    options = {"game": "duel", "players": None, "edition": None}
    with pytest.raises(MirabiliaError, match=r"No server answers at http://127\.0\.0\.1:9"):
        sit.run("random", "http://127.0.0.1:9", token=None, **options)
    with pytest.raises(MirabiliaError, match=f"{server.url} refuses the bot: .*403"):
        sit.run("random", server.url, token="nonsense", **options)
    with pytest.raises(MirabiliaError, match="refuses the bot"):
        sit.run("random", server.url, token=None, **{**options, "players": 5})
    said = "7 Wonders, edition 2, is for 3 to 7 players, not 2"
    with pytest.raises(MirabiliaError, match=f"refuses the bot: {said}$"):
        sit.run("random", server.url, token=None, game="wonders", players=2, edition=2)
    refused = server.person("Anna").post("/tables", {"game": "wonders", "players": 2, "edition": 2}, 400)
    assert (refused["code"], refused["message"]) == ("bad_option", said)


def test_an_outside_bot_hears_what_is_played_and_one_that_cannot_is_let_go(server: InnerServer) -> None:
    anna = server.person("Anna")
    made = anna.table("wonders", players=3, seats=["me", {"kind": "outside"}, {"kind": "outside"}], start=True)
    url, header = f"{server.ws_url}/ws/v1/bots", {"Authorization": f"Bearer {made['links']['bots']['1']}"}
    seeds = []
    for _ in range(2):
        with connect(url, additional_headers=header, max_size=None, open_timeout=20) as bot:
            hello = json.loads(bot.recv(10))
            assert (hello["game"], hello["players"]) == ("wonders", 3)
            bot.send(json.dumps({"type": "hello", "protocol": 1, "name": "able", "games": {"wonders": [3]}}))
            seeds.append(json.loads(bot.recv(10))["seed"])
    assert seeds[0] == seeds[1] != 0, "the same question again"
    with connect(url, additional_headers=header, max_size=None, open_timeout=20) as bot:
        bot.recv(10)
        bot.send(json.dumps({"type": "hello", "protocol": 1, "name": "narrow", "games": {"duel": [2]}}))
        assert json.loads(bot.recv(10)) == {"type": "quit"}
        with pytest.raises(ConnectionClosed) as closed:
            bot.recv(10)
        assert closed.value.rcvd.code == 4409 and closed.value.rcvd.reason == "other_game"


def test_clocks_run_out_and_the_others_choose(tmp_path, monkeypatch) -> None:
    from mirabilia.server.tables import clocks

    monkeypatch.setattr(clocks, "pace_of", lambda preset, game: clocks.Pace(1500, 300))
    with inner_server(data_dir=tmp_path, lease_seconds=1, patience_seconds=600) as server:
        _, first, second = duel_of_two(server, clock="fast", takeover="random")
        left = first.state["clock"]["seats"][first.you]
        assert left["runs"] and 0 < left["left"] <= 1500
        assert second.until_event("time_out")["seat"] == first.you
        assert second.state["table"]["seats"][first.you]["late"]
        assert first.state["table"]["status"] == "playing", "nothing is lost on time"
        assert second.command("late", seat=first.you, choice="wait")["type"] == "ack"
        second.until_event("time_out")
        assert second.command("late", seat=first.you, choice="bot_moves")["type"] == "ack"
        moved = second.until_event("move")
        assert moved["seat"] == first.you and moved["data"]["bot"]
        second.settle()
        assert second.state["clock"]["seats"][second.you]["runs"]
        assert first.until_event("time_out")["seat"] in (0, 1)
        first.close()
        second.close()


def test_a_bot_has_a_style_that_is_told_and_kept(tmp_path) -> None:
    seats = ["me", {"kind": "bot", "level": "random", "style": "scholar"}, {"kind": "bot", "level": "random"}]
    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        choices = anna.get("/choices")
        assert choices["styles"] == ["scholar", "general", "merchant"]
        assert all(set(times) == set(choices["levels"]) for times in choices["milliseconds"].values())
        wrong = [{"kind": "bot", "style": "gambler"}, "me"]
        refused = anna.post("/tables", {"game": "duel", "seats": wrong}, 400)
        assert (refused["code"], refused["args"]["styles"]) == ("bad_style", choices["styles"])
        table = anna.table("wonders", seats=seats)["table"]["id"]
        assert anna.command(table, "set_seat", 400, seat=2, kind="bot", style="gambler")["code"] == "bad_style"
        anna.command(table, "set_seat", seat=2, kind="bot", level="random", style="merchant")
        cookie = anna.cookie
    with inner_server(data_dir=tmp_path) as server, Seat(server, table, cookie) as seat:
        assert [each["style"] for each in seat.state["table"]["seats"]] == [None, "scholar", "merchant"]


def test_clocks_survive_a_restart_and_do_not_run_meanwhile(tmp_path) -> None:
    with inner_server(data_dir=tmp_path) as server:
        began = time.monotonic()
        table, first, _ = duel_of_two(server, clock="relaxed")
        cookie = first.ws.request.headers["Cookie"].split("=", 1)[1]
        first.settle()
        before = first.state["clock"]["seats"][first.you]["left"]
    stopped = time.monotonic()
    time.sleep(1.5)
    down = time.monotonic() - stopped
    with inner_server(data_dir=tmp_path) as server, Seat(server, table, cookie) as seat:
        after = seat.state["clock"]["seats"][seat.you]
        served = time.monotonic() - began - down
        assert after["runs"] and before - 1000 * served <= after["left"] <= before


def test_a_stopping_server_tells_its_clients(tmp_path) -> None:
    with inner_server(data_dir=tmp_path) as server:
        _, first, _ = duel_of_two(server)
        server.stop()
        bye = first.until("bye")
        assert bye["reason"] == "restarting" and bye["retry_ms"] > 0
        with pytest.raises(Exception, match="1012"):
            first.receive()
