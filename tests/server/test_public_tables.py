"""Public tables: the host decides, everyone finds them, and the list is short and forgets full and private ones."""

from __future__ import annotations

from typing import Any

from server.harness import InnerServer, Person


def found(person: Person, **query: Any) -> list[str]:
    return [entry["table"]["id"] for entry in person.get("/public-tables", params=query)["tables"]]


def test_a_public_table_is_found_and_joined_by_anyone(server: InnerServer) -> None:
    anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
    private = anna.table("duel")["table"]["id"]
    table = anna.table("duel", public=True)["table"]["id"]
    assert private not in found(bert) and table in found(bert)
    assert table not in found(anna), "one's own tables are in another list"
    entry = next(entry for entry in bert.get("/public-tables")["tables"] if entry["table"]["id"] == table)
    assert entry["table"]["options"]["public"] and entry["table"]["you"] is None
    assert [seat["kind"] for seat in entry["table"]["seats"]] == ["person", "open"]
    assert bert.post("/join", {"secret": entry["invite"]})["seat"] == 1
    assert table not in found(cleo), "no seat is free"
    bert.command(table, "leave")
    assert table in found(cleo)
    anna.command(table, "start")
    assert table not in found(cleo), "the game has begun"


def test_only_the_host_makes_a_table_public_and_only_before_the_game(server: InnerServer) -> None:
    anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
    made = anna.table("wonders", players=3)
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})
    assert bert.command(table, "publish", 403, public=True)["code"] == "not_host"
    assert table not in found(cleo)
    anna.command(table, "publish", public=True)
    assert table in found(cleo)
    anna.command(table, "publish", public=False)
    assert table not in found(cleo)
    anna.command(table, "publish", 400, public="yes")
    anna.command(table, "start")
    assert anna.command(table, "publish", 409, public=True)["code"] == "already_started"
    events = anna.get(f"/tables/{table}/events?after=0")["events"]
    assert [event["data"] for event in events if event["kind"] == "publish"] == [{"public": True}, {"public": False}]


def test_sending_somebody_away_takes_the_table_off_the_list(server: InnerServer) -> None:
    anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
    made = anna.table("duel", public=True)
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})
    anna.command(table, "set_seat", seat=1, kind="open")
    assert table not in found(bert) and table not in found(cleo), "or he would be back at once"
    anna.command(table, "publish", public=True)
    new = next(entry["invite"] for entry in cleo.get("/public-tables")["tables"] if entry["table"]["id"] == table)
    assert new != made["links"]["invite"]
    assert cleo.post("/join", {"secret": new})["seat"] == 1


def test_the_list_is_bounded_and_the_last_changed_come_first(server: InnerServer) -> None:
    anna, bert = (server.person(name) for name in ("Anna", "Bert"))
    made = [anna.table("duel", public=True)["table"]["id"] for _ in range(22)]
    assert found(bert, limit=3) == made[:-4:-1]
    assert len(found(bert)) == 20
    assert bert.http.get("/public-tables", params={"limit": 51}).status_code == 400


def test_a_device_that_is_new_here_looks_around_without_becoming_known(server: InnerServer) -> None:
    anna, stranger = server.person("Anna"), server.person()
    assert anna.table("duel", public=True)["table"]["id"] in found(stranger)
    assert stranger.get("/me")["known"] is False
