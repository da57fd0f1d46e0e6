"""What the server knows of a person: handed over in full, and erased everywhere, on both databases."""

from __future__ import annotations

import json
import sqlite3
import threading
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from mirabilia.server.admin import admin_of
from mirabilia.server.people.data import begin_erasing
from mirabilia.server.settings import Settings
from mirabilia.server.status import status_server
from mirabilia.server.storage.store import open_engine
from server.harness import InnerServer, Person, inner_server
from server.test_analyses import played_out
from server.test_hub import in_loop, wait_until
from server.test_play import duel_of_two

NAME, SECRET_TEXT = "Annabella", "my number is 5551234"


def everything(server: InnerServer) -> str:
    """All text in the database."""
    settings = server.settings
    if settings.is_sqlite:
        with sqlite3.connect(settings.sqlite_file) as lite:
            return "\n".join(lite.iterdump())
    with psycopg.connect(settings.postgres_url) as pg:
        names = pg.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        return "\n".join(str(pg.execute(f'SELECT * FROM "{name}"').fetchall()) for (name,) in names)  # type: ignore[call-overload]


def lived(server: InnerServer) -> tuple[Person, str, dict[str, str]]:
    """Someone with tables in every state, chat, a recovery link and a notification; and the tables' ids."""
    anna, bert = server.person(NAME), server.person("Bert")
    identity = person_id(server, anna)
    open_ = anna.table("duel", chat="free")
    alone = anna.table("duel")
    playing = anna.table("wonders", players=3, chat="free", clock="days")
    for table in (open_, playing):
        bert.post("/join", {"secret": table["links"]["invite"]})
    cleo = server.person("Cleo")
    cleo.post("/join", {"secret": playing["links"]["invite"]})
    anna.command(playing["table"]["id"], "start")
    guest = bert.table("duel", chat="free")
    anna.post("/join", {"secret": guest["links"]["invite"]})
    for table in (open_, playing, guest):
        anna.command(table["table"]["id"], "chat", text=SECRET_TEXT)
    bert.command(open_["table"]["id"], "chat", text="mine stays")
    over = anna.post("/records", {"record": played_out().replace("Anna", NAME)})
    anna.post("/me/recovery")
    ids = {"open": open_, "alone": alone, "playing": playing, "guest": guest, "over": over}
    return anna, identity, {name: made["table"]["id"] for name, made in ids.items()}


def person_id(server: InnerServer, person: Person) -> str:
    return in_loop(server, lambda: server.app.state.context.identities.find(person.cookie)).id  # type: ignore[no-any-return]


def test_what_is_known_is_handed_over(server: InnerServer) -> None:
    anna, identity, tables = lived(server)
    answer = anna.http.get("/me/export")
    assert answer.status_code == 200 and "attachment" in answer.headers["content-disposition"]
    about, *lines = [json.loads(line) for line in answer.text.splitlines()]
    assert (about["person"], about["name"], about["recovery_link"], len(about["devices"])) == (identity, NAME, True, 1)
    found = {line["table"]["id"]: line for line in lines}
    assert set(found) == set(tables.values())
    texts = [event["data"].get("text") for line in lines for event in line["events"] if event["kind"] == "chat"]
    assert texts == [SECRET_TEXT] * 3, "the own lines and nobody else's"
    assert found[tables["over"]]["deal"] and found[tables["over"]]["moves"]
    playing = found[tables["playing"]]
    assert playing["deal"] is None and {move["seat"] for move in playing["moves"]} <= {0}, "nothing hidden"
    assert server.person().http.get("/me/export").status_code == 401


def test_what_is_known_is_erased_everywhere(database: tuple[Path, str | None]) -> None:
    with inner_server(data_dir=database[0], database_url=database[1]) as server:
        anna, identity, tables = lived(server)
        with anna.socket(tables["playing"]) as seat:
            assert NAME in everything(server) and SECRET_TEXT in everything(server)
            assert anna.post("/me/erase")["known"] is False
            assert seat.until("bye")["reason"] == "no_access", "also where she is connected"
        left = everything(server)
        for secret in (NAME, SECRET_TEXT, identity):
            assert secret not in left
        assert "mine stays" in left and "Bert" in left
        assert server.person().http.get("/me").json()["known"] is False
        with admin_of(server.settings) as operator:
            lines = {line.facts.id: line.facts for line in operator.tables()}
        assert lines[tables["alone"]].status == "closed", "nobody is left there"
        assert lines[tables["open"]].seats[0].kind == "open" and lines[tables["open"]].host is not None
        playing = lines[tables["playing"]]
        assert (playing.seats[0].driver, playing.seats[0].given_up, playing.clock.due[0]) == ("bot", True, None)
        wait_until(lambda: server.hub.table(tables["playing"]).peek.facts.seats[0].bot_moves > 0, 30)


def test_an_erasure_that_was_cut_short_is_finished(server: InnerServer) -> None:
    anna, identity, _ = lived(server)
    store = server.app.state.context.store

    async def begin() -> None:
        await store.writer.call(begin_erasing(identity))

    in_loop(server, begin)
    server.app.state.context.identities.forget_all()
    assert anna.get("/me")["known"] is False, "from the first step on nobody is that person"
    in_loop(server, lambda: server.hub.clean_up(0))
    assert identity not in everything(server)


def test_the_operator_hands_over_and_erases_beside_the_server(server: InnerServer) -> None:
    _, first, second = duel_of_two(server)
    table = first.state["table"]["id"]
    person = next(
        seat.person for seat in server.hub.table(table).peek.facts.seats if seat.person and seat.name == "Anna"
    )
    with admin_of(server.settings) as operator:
        assert json.loads(operator.exported(person).splitlines()[1])["table"]["id"] == table
        operator.erase(person)
    second.until_event("erased", timeout=30)
    assert second.state["table"]["seats"][0]["name"] == ""
    assert first.until("bye", timeout=30)["reason"] == "no_access"
    first.close()
    second.close()


# ---- the operator's page ----


@pytest.fixture
def page(server: InnerServer) -> Any:
    running = status_server(server.settings, 0, lambda key: key)
    thread = threading.Thread(target=running.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    thread.join()
    running.server_close()


def test_the_status_page_shows_and_changes_nothing(server: InnerServer, page: str) -> None:
    table = server.person("<b>Eve</b>").table("duel")["table"]["id"]
    shown = httpx.get(page + "/")
    assert shown.status_code == 200 and table in shown.text and server.hub.process in shown.text
    assert "<b>Eve" not in shown.text and httpx.get(page + "/x").status_code == 404
    assert httpx.post(page + "/").status_code == 501
    for host in ("evil.example", "10.0.0.1", ""):
        assert httpx.get(page + "/", headers={"Host": host}).status_code == 421, "another name that leads here"
    before = Settings(_env_file=None, data_dir=server.settings.data_dir)
    with open_engine(before, writing=False).connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM tables").scalar_one() > 0
