"""One ill-willed or unlucky client hurts nobody else: what an attacker tried once, and what must happen now."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from mirabilia.server.context import QUESTIONS_AT_ONCE
from mirabilia.server.refusals import Refusal
from mirabilia.server.study import jobs
from mirabilia.server.study.jobs import finish
from mirabilia.server.tables.chat import checked_name
from mirabilia.study.puzzles import all_puzzles
from server.harness import InnerServer, Person, Seat, inner_server
from server.test_analyses import played_out

UNKNOWN = "k" * 12


def three_at_7_wonders(server: InnerServer) -> tuple[str, list[Person]]:
    """A begun game of 7 Wonders between three people."""
    people = [server.person(name) for name in ("Anna", "Bert", "Cleo")]
    made = people[0].table("wonders", players=3)
    for person in people[1:]:
        person.post("/join", {"secret": made["links"]["invite"]})
    people[0].command(made["table"]["id"], "start")
    return made["table"]["id"], people


# ---- nobody can freeze a table (H1) ----


def change_often(seat: Seat, times: int) -> list[dict[str, Any]]:
    move = seat.state["options"][0]["text"]
    answers = []
    for _ in range(times):
        answers.append(seat.command("play", at=0, move=move))
        answers.append(seat.command("take_back", at=0))
    return answers


def test_changing_ones_mind_never_locks_the_seat(server: InnerServer) -> None:
    table, people = three_at_7_wonders(server)
    seats = [person.socket(table) for person in people]
    answers = change_often(seats[0], 30)
    assert {answer["type"] for answer in answers} == {"ack"}, "without a limit of the rate, any number"
    for seat in seats:
        seat.settle()
        assert seat.play()["type"] == "ack"
    seats[2].until_event("turn")
    for seat in seats:
        seat.close()


def test_changing_ones_mind_too_fast_is_refused_for_a_moment_only(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, changes_per_minute=120) as server:
        table, people = three_at_7_wonders(server)
        with people[0].socket(table) as seat:
            move = seat.state["options"][0]["text"]
            answers = change_often(seat, 23)
            refused = [answer for answer in answers if answer["type"] == "refuse"]
            assert {answer["code"] for answer in refused} <= {"too_many", "nothing_to_take_back"}
            waits = [answer["args"]["retry_ms"] for answer in refused if answer["code"] == "too_many"]
            assert waits and max(waits) <= 1000
            limit = time.monotonic() + 20
            while seat.command("play", at=0, move=move)["type"] != "ack":
                assert time.monotonic() < limit, "the seat must be able to go on"
                time.sleep(0.2)


def test_the_others_can_go_on_without_a_seat_that_played_the_fool_also_after_a_restart(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, changes_per_minute=60) as server:
        table, people = three_at_7_wonders(server)
        with people[0].socket(table) as seat:
            change_often(seat, 23)
            seat.settle()
            if 0 not in seat.state["table"]["ready"]:
                seat.command("play", at=0, move=seat.state["options"][0]["text"])
            seat.command("take_back", at=0)
        state = server.hub.table(table).state
        assert len(state.pending) <= 1, "what was withdrawn is not kept for ever"
        cookies = [person.cookie for person in people]
    with inner_server(data_dir=tmp_path, changes_per_minute=60) as server:
        others = [server.person(), server.person()]
        for person, cookie in zip(others, cookies[1:], strict=True):
            person.http.cookies.set("mirabilia_device", cookie)
        with others[0].socket(table) as first, others[1].socket(table) as second:
            for seat in (first, second):
                assert seat.play()["type"] == "ack"
            first.settle()
            if 0 in first.state["table"]["waiting_for"]:  # else its last choice stood, and the turn is over
                assert first.command("late", seat=0, choice="bot_moves")["type"] == "ack"
            while first.state["table"]["moves"] < 3:
                first.until("update", "welcome", timeout=30)
            assert first.command("late", seat=0, choice="replace")["type"] == "ack"
            while second.state["table"]["moves"] < 3:
                second.until("update", "welcome", timeout=30)
            for seat in (first, second):
                assert seat.play()["type"] == "ack"
            while first.state["table"]["moves"] < 6:
                first.until("update", "welcome", timeout=30)


# ---- tables that are not there (H2) ----


def test_an_unknown_table_is_404_everywhere(database: tuple[Path, str | None]) -> None:
    data, url = database
    with inner_server(data_dir=data, database_url=url) as server:
        anna = server.person("Anna")
        for path in ("", "/state", "/links", "/events", "/record", "/replay", "/report"):
            answer = anna.http.get(f"/tables/{UNKNOWN}{path}")
            assert answer.status_code == 404 and answer.json()["code"] == "no_such_table", (path, answer.text)
        assert anna.command(UNKNOWN, "close", 404)["code"] == "no_such_table"
        forged = f"ix{UNKNOWN}{'A' * 24}"
        assert anna.post("/join", {"secret": forged}, 403)["code"] == "bad_link"
        assert anna.post("/links", {"secret": forged}, 403)["code"] == "bad_link"
        with pytest.raises(Exception, match="no_such_table"):
            Seat(server, UNKNOWN, token=forged)
        bearer = {"Authorization": f"Bearer b0{UNKNOWN}{'A' * 24}"}
        assert httpx.get(f"{server.url}/ws/v1/bots", headers=bearer).status_code == 404


# ---- ids, numbers, names, links (the review's lows) ----


def test_a_used_id_with_another_command_is_refused_and_not_done(database: tuple[Path, str | None]) -> None:
    data, url = database
    with inner_server(data_dir=data, database_url=url) as server:
        anna = server.person("Anna")
        table = anna.table("duel", chat="free")["table"]["id"]
        with anna.socket(table) as seat:
            assert seat.command("chat", id="one", text="hello")["type"] == "ack"
            assert seat.command("chat", id="one", text="hello")["again"] is True
            assert seat.command("chat", id="one", text="something else")["code"] == "id_used"
            assert seat.command("start", id="one")["code"] == "id_used"
            assert seat.state["table"]["status"] == "open"
    with inner_server(data_dir=data, database_url=url) as server:  # and so it stays after a restart
        again = server.person()
        again.http.cookies.set("mirabilia_device", anna.cookie)
        with again.socket(table) as seat:
            assert seat.command("chat", id="one", text="hello")["again"] is True
            assert seat.command("start", id="one")["code"] == "id_used"


def test_an_ack_names_the_number_of_the_first_event_it_made(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel", chat="free")["table"]["id"]
    with anna.socket(table) as seat:
        for number in range(3):
            before = seat.seq
            ack = seat.command("chat", id=f"c{number}", text="hello")
            update = seat.until("update")
            assert ack["seq"] == update["events"][0]["seq"] == before + 1
            assert seat.command("chat", id=f"c{number}", text="hello")["seq"] == ack["seq"]


def test_watchers_lose_access_with_new_links(server: InnerServer) -> None:
    anna = server.person("Anna")
    made = anna.table("duel")
    watcher = Seat(server, made["table"]["id"], token=made["links"]["watch"])
    anna.command(made["table"]["id"], "new_links")
    assert watcher.until("bye")["reason"] == "no_access"


@pytest.mark.parametrize("name", ["\u200d", "\u3164", "\u2800\u2800", "\u200b \ufeff", "\u0301\u0301", "\u115f\u1160"])
def test_names_that_nobody_can_see_are_refused(name: str) -> None:
    with pytest.raises(Refusal):
        checked_name(name)


def test_stacked_accents_are_taken_off_and_real_names_kept() -> None:
    assert checked_name("Z" + "\u0300\u0316" * 9 + "oe") == "Z\u0316\u0316oe"
    for name in ("Jõulu Ööbik", "Айгуль", "Çağrı", "Þórr", "李小龍", "नमिता", "👩‍🚀 Ada"):
        assert checked_name(name) == name


def test_two_people_of_one_name_can_be_told_apart(server: InnerServer) -> None:
    anna, other, third = server.person("Anna"), server.person("ANNA"), server.person("Ａnna")
    made = anna.table("wonders", players=3)
    for person in (other, third):
        joined = person.post("/join", {"secret": made["links"]["invite"]})
    assert [seat["name"] for seat in joined["table"]["seats"]] == ["Anna", "ANNA 2", "Ａnna 3"]


# ---- what thinks and reads for strangers ----


def test_an_address_waits_for_a_few_questions_and_studies_at_a_time(server: InnerServer) -> None:
    context, anna = server.app.state.context, server.person("Anna")
    name = all_puzzles("duel")[0].name
    table = anna.table("duel", seats=["me", {"kind": "bot", "level": "random"}], start=True, hints="on")["table"]["id"]
    with anna.socket(table) as seat:
        while not seat.state["options"]:
            seat.until("update", timeout=30)
    asked = [
        (
            context.questions,
            QUESTIONS_AT_ONCE,
            "POST",
            f"/puzzles/{name}/answer",
            {"move": all_puzzles("duel")[0].answer},
        ),
        (context.questions, QUESTIONS_AT_ONCE, "POST", f"/tables/{table}/hint", {}),
    ]
    for crowd, most, method, path, body in asked:
        for _ in range(most):
            crowd.enter("127.0.0.1")
        refused = anna.http.request(method, path, json=body)
        assert refused.status_code == 429 and refused.json()["code"] == "too_many", path
        for _ in range(most):
            crowd.leave("127.0.0.1")
        assert anna.http.request(method, path, json=body, timeout=60).status_code == 200, path
        assert not crowd._ledger.count("questions 127.0.0.1"), "whoever was answered waits no longer"


def test_nobody_solves_puzzles_on_another_s_account(server: InnerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    owners = []

    async def ask(owner: Any, rank: int, question: Any) -> str:
        owners.append(owner)
        return '{"right": true, "judged": {}}'

    monkeypatch.setattr(server.hub.scheduler, "ask", ask)
    for address in ("127.0.0.1", "127.0.0.2"):
        with httpx.Client(transport=httpx.HTTPTransport(local_address=address)) as http:
            path = f"{server.url}/api/v1/puzzles/{all_puzzles('duel')[0].name}/answer"
            assert http.post(path, json={"move": all_puzzles("duel")[0].answer}).status_code == 200
    assert len({part for owner in owners for part in owner}) == 6


def test_an_address_waits_for_so_many_analyses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MAX_UNFINISHED", 2)
    records = [played_out(seed=seed) for seed in range(6)]
    with inner_server(data_dir=tmp_path, analysis_workers=0) as server:
        anna = server.person("Anna")

        def ask(record: str) -> httpx.Response:
            return httpx.post(f"{server.url}/api/v1/analyses", json={"record": record}, timeout=60)

        with ThreadPoolExecutor(5) as threads:
            answers = list(threads.map(ask, records[:5]))  # all at once
        made = [answer.json() for answer in answers if answer.status_code == 200]
        refused = [answer.json() for answer in answers if answer.status_code == 429]
        assert len(made) == 2 and len(refused) == 3
        assert {answer["args"]["what"] for answer in refused} == {"unfinished analyses"}
        with httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=60) as other:
            assert other.post(f"{server.url}/api/v1/analyses", json={"record": records[5]}).status_code == 200
        assert anna.post("/analyses", {"record": records[5]})["state"] == "waiting", "it is there already"
        asyncio.run_coroutine_threadsafe(_call(server, finish(made[0]["id"], "{}")), server.loop).result(10)
        assert ask(played_out(seed=9)).status_code == 200, "one is made: room for one"


async def _call(server: InnerServer, job: Any) -> None:
    await server.hub.store.writer.call(job)
