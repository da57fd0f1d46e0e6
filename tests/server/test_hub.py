"""What a process keeps in memory and for how long, which tables are its duty, and what it makes of announcements."""

from __future__ import annotations

import asyncio
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
import structlog

from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.postgres import channel_of
from mirabilia.server.storage.store import load_table
from mirabilia.server.storage.writing import NotStored
from mirabilia.server.tables.hub import IDLE_SECONDS, IN_USE_SECONDS
from server.harness import InnerServer, inner_server
from server.postgres import Cluster, programs
from server.test_play import duel_of_two

UNKNOWN = "k" * 12
BOT = {"kind": "bot", "level": "random"}


def in_loop(server: InnerServer, work: Callable[[], Any]) -> Any:
    """Runs something on the server's event loop, where nothing else runs meanwhile."""

    async def run() -> Any:
        outcome = work()
        return await outcome if asyncio.iscoroutine(outcome) else outcome

    return asyncio.run_coroutine_threadsafe(run(), server.loop).result(60)


def wait_until(holds: Callable[[], bool], seconds: float = 60) -> None:
    limit = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < limit, "waited in vain"
        time.sleep(0.02)


def test_a_table_is_let_go_when_nobody_uses_it_and_not_before(server: InnerServer) -> None:
    hub = server.hub
    table, first, second = duel_of_two(server)
    later = time.monotonic() + IDLE_SECONDS + 1
    in_loop(server, lambda: hub._let_go(later))
    assert table in hub._tables, "two people are connected"
    live = hub._tables[table]
    first.close()
    second.close()
    wait_until(lambda: not live.viewers)
    in_loop(server, lambda: hub._let_go(live.used_at + IN_USE_SECONDS - 1))
    assert hub._tables[table] is live, "somebody may have just found it"

    def found_again() -> None:
        live.used_at -= IDLE_SECONDS
        assert hub.table(table) is live
        hub._let_go(time.monotonic() + 1)

    in_loop(server, found_again)
    assert hub._tables[table] is live, "whoever asks for a table is about to use it"
    in_loop(server, lambda: hub._let_go(live.used_at + IDLE_SECONDS + 1))
    assert table not in hub._tables


def test_too_many_tables_are_let_go_early_but_never_those_in_use(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = server.hub
    anna = server.person("Anna")
    made = [anna.table("duel")["table"]["id"] for _ in range(4)]
    monkeypatch.setattr(hub.settings, "live_tables", 0)
    in_loop(server, lambda: hub._let_go(time.monotonic()))
    assert set(made) <= set(hub._tables)
    in_loop(server, lambda: hub._let_go(time.monotonic() + IN_USE_SECONDS + 1))
    assert not set(made) & set(hub._tables)


def test_tables_that_are_not_there_leave_nothing_behind(server: InnerServer) -> None:
    before = server.hub.live_tables
    for _ in range(3):
        assert server.person().http.get(f"/tables/{UNKNOWN}").status_code == 404
    assert UNKNOWN not in server.hub._tables and server.hub.live_tables <= before


def test_a_process_that_was_silent_keeps_its_tables_that_wait_for_their_start(server: InnerServer) -> None:
    anna = server.person("Anna")
    table = anna.table("duel", seats=["me", BOT])["table"]["id"]
    in_loop(server, server.hub._was_away)
    assert table in server.hub.owned
    with anna.socket(table) as seat:
        assert seat.command("start")["type"] == "ack"
        seat.until_event("started")
        while not any(event["kind"] == "move" and event["seat"] == 1 for event in seat.events):
            if seat.state["options"]:
                seat.play()
            seat.until("update", timeout=30)


def test_sockets_that_went_are_forgotten(server: InnerServer) -> None:
    wait_until(lambda: server.hub.sockets == 0)
    table, first, second = duel_of_two(server)
    live = server.hub._tables[table]
    assert server.hub.sockets == 2 and len(live.viewers) == 2
    for seat in (first, second):
        seat.ws.socket.close()  # without a word
    wait_until(lambda: server.hub.sockets == 0 and not live.viewers)


def test_strange_announcements_do_not_make_a_process_deaf(cluster: Any, tmp_path: Path) -> None:
    url = cluster.new_database()
    with inner_server(data_dir=tmp_path, database_url=url) as server:
        table, first, second = duel_of_two(server)
        told = f'{{"presence": ["{table}", "another", [], 3, 0]}}'
        with psycopg.connect(url, autocommit=True) as other:
            for payload in ("nothing", "[]", '{"tables": 5}', '{"tables": [[1]]}', '{"presence": 1}', told):
                other.execute("SELECT pg_notify(%s, %s)", [channel_of(table), payload])
        first.until("presence", watching=3, timeout=60)
        first.close()
        second.close()


# ---- when the database fails ----


def lose_the_answer(server: InnerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next change is stored, but nobody learns that it was."""
    writer = server.hub.store.writer
    store = writer.store

    async def lost(change: Any) -> bool:
        monkeypatch.setattr(writer, "store", store)
        await store(change)
        raise NotStored("the connection broke after the commit")

    monkeypatch.setattr(writer, "store", lost)


def test_a_change_whose_answer_was_lost_reaches_everybody_all_the_same(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first, second = duel_of_two(server)
    lose_the_answer(server, monkeypatch)
    move = first.state["options"][0]["text"]
    answer = first.command("play", id="once", at=0, move=move)
    assert answer["code"] == "not_stored" and answer["state"]["table"]["moves"] == 1
    second.until("update", "welcome")
    assert second.state["table"]["moves"] == 1
    again = first.command("play", id="once", at=0, move=move)
    assert again["type"] == "ack" and again["again"], "the same id is carried out once"
    first.close()
    second.close()


def test_an_asker_who_is_cut_off_while_the_command_is_stored_hurts_nobody(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first, second = duel_of_two(server)
    writer = server.hub.store.writer
    store = writer.store

    async def cut_off(change: Any) -> bool:
        monkeypatch.setattr(writer, "store", store)
        await store(change)
        handler = asyncio.current_task()
        assert handler is not None
        handler.cancel()
        await asyncio.sleep(60)
        return True

    monkeypatch.setattr(writer, "store", cut_off)
    first.send(type="play", id="once", at=0, move=first.state["options"][0]["text"])
    while second.state["table"]["moves"] < 1:
        second.until("update", "welcome", timeout=30)
    if second.state["options"]:
        assert second.play()["type"] == "ack", "the table goes on"
    second.close()
    first.ws.socket.close()


def test_everybody_is_told_in_the_end_although_the_table_could_not_be_read_for_a_while(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, first, second = duel_of_two(server)
    read = server.hub.store.read

    async def cut_off(function: Any, *arguments: Any) -> Any:
        if function is load_table:
            raise Refusal("unavailable", retry_ms=1)
        return await read(function, *arguments)

    lose_the_answer(server, monkeypatch)
    monkeypatch.setattr(server.hub.store, "read", cut_off)
    answer = first.command("play", id="once", at=0, move=first.state["options"][0]["text"])
    assert answer["code"] == "not_stored" and not answer.get("state")
    monkeypatch.setattr(server.hub.store, "read", read)
    second.until("update", "welcome")  # nobody asks for it, and no further announcement comes
    assert second.state["table"]["moves"] == 1
    first.close()
    second.close()


def test_a_bot_answers_a_move_whose_answer_was_lost(server: InnerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = server.person("Anna")
    table = anna.table("duel", seats=["me", BOT], start=True)["table"]["id"]
    with anna.socket(table) as seat:
        while not seat.state["options"]:
            seat.until("update")
        lose_the_answer(server, monkeypatch)
        assert seat.play()["code"] == "not_stored"
        while not seat.state["options"]:
            seat.until("update", "welcome", timeout=30)


def test_a_database_that_fails_and_comes_back(tmp_path: Path) -> None:
    folder = programs()
    cluster = Cluster(folder)
    try:
        with inner_server(data_dir=tmp_path, database_url=cluster.new_database()) as server:
            _, first, second = duel_of_two(server)
            assert first.play()["type"] == "ack"
            cluster.halt()
            second.until("update")
            move = second.state["options"][0]["text"]
            refused = second.command("play", id="early", at=1, move=move)
            assert refused["type"] == "refuse" and refused["code"] in ("not_stored", "unavailable")
            known = server.person()
            known.http.cookies.set("mirabilia_device", "x" * 30)
            answer = known.http.get("/me")
            assert answer.status_code == 503 and answer.json()["code"] == "unavailable"
            assert int(answer.headers["retry-after"]) >= 1
            assert known.http.get(server.url + "/readyz").status_code == 503
            assert known.http.get(server.url + "/healthz").status_code == 200
            cluster.start()

            def stored() -> bool:
                return bool(second.command("play", id="early", at=1, move=move)["type"] == "ack")

            wait_until(stored)
            for seat in (first, second):
                while seat.state["table"]["moves"] < 2:
                    seat.until("update", "welcome", timeout=60)
            told = server.person()
            wait_until(lambda: told.http.get(server.url + "/readyz").status_code == 200)
            first.close()
            second.close()
    finally:
        if not cluster.is_running:
            cluster.start()
        cluster.stop()


# ---- two processes, one of which hears late ----


def test_nobody_meets_an_older_table_at_another_process(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = cluster.new_database()
    with (
        inner_server(data_dir=tmp_path, database_url=url) as first,
        inner_server(data_dir=tmp_path, database_url=url) as second,
    ):

        def deaf(news: dict[str, Any], is_own: bool) -> None:
            """Announcements are still on their way."""

        monkeypatch.setattr(second.hub, "on_news", deaf)
        anna, bert = first.person("Anna"), first.person("Bert")
        made = anna.table("duel", seed=5)
        table = made["table"]["id"]
        anna.server = bert.server = second
        watching = anna.socket(table)  # so that the second process has the table in memory
        bert.post("/join", {"secret": made["links"]["invite"]})  # at the first
        with bert.socket(table) as seat:  # at the second
            assert seat.you == 1
        anna.command(table, "start")
        anna.server = bert.server = first
        here = [anna.socket(table), bert.socket(table)]
        mover = next(seat for seat in here if seat.state["options"])
        assert mover.play()["type"] == "ack"
        mover.until("update")
        person = anna if mover is here[0] else bert
        person.server = second
        with person.socket(table, last_seq=mover.seq) as back:
            assert back.seq >= mover.seq and back.state["table"]["moves"] == 1
        watching.until("update", "welcome")  # the others at that process have learnt it too
        while watching.state["table"]["moves"] < 1:
            watching.until("update", "welcome")
        for seat in (watching, *here):
            seat.close()


def test_a_log_that_nobody_reads_stops_nothing(server: InnerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stderr", closed)
    structlog.get_logger().error("into the void")
    monkeypatch.setattr(sys, "stderr", None)
    structlog.get_logger().error("into the void")
    assert server.person().http.get("/choices").status_code == 200
