"""What a person's games tell, over REST: only one's own, with the analyses there are, and as CSV."""

from __future__ import annotations

import csv
import io

from mirabilia.server.tables.messages import MAX_SEATS
from server.harness import InnerServer, Person, inner_server
from server.test_analyses import TINY, done


def play_out(server: InnerServer) -> tuple[object, str]:
    anna = server.person("Anna")
    bot = {"kind": "bot", "level": "random"}
    table = anna.table("duel", seats=["me", bot], seed=4, start=True)["table"]["id"]
    with anna.socket(table) as seat:
        while seat.state["table"]["status"] != "over":
            if seat.state["options"]:
                assert seat.play()["type"] == "ack"
            seat.until("update", timeout=30)
    return anna, table


def test_games_are_counted_with_their_analysis(tmp_path: object) -> None:
    with inner_server(data_dir=tmp_path, **TINY) as server:
        anna, table = play_out(server)
        stats = anna.get("/me/study")
        assert list(stats["beside_bots"]["duel"]) == ["random"]
        assert stats["games"] == 1 and stats["by_game"][0]["name"] == "duel" and stats["accuracy"] == []
        assert stats["by_opponent"] == [{"name": "random", "games": 1, "wins": stats["wins"]}]
        assert {"mine", "others", "category", "games"} <= set(stats["points"]["duel"][0])
        assert anna.get(f"/tables/{table}/turning-points") == {"points": []}
        anna.post(f"/tables/{table}/analyse", {})
        analysis = done(anna, table)["analysis"]
        own = analysis["summaries"][0]
        stats = anna.get(f"/tables/{table}/turning-points")["points"]
        assert [point["swing"] for point in stats] == own["swings"]
        last = len(analysis["moments"]) - 1
        for point in stats:
            assert point["moment"] == analysis["moments"][min(point["swing"]["number"], last)]
        assert server.person().http.get(f"/tables/{table}/turning-points").status_code == 403
        assert [each["accuracy"] for each in anna.get("/me/study")["accuracy"]] == [own["accuracy"]]
        for query, games in (
            ("game=duel&players=2&bots=with&since=2020-01-01", 1),
            ("game=wonders", 0),
            ("players=3", 0),
            ("bots=without", 0),
            ("until=2020-01-01", 0),
        ):
            assert anna.get(f"/me/study?{query}")["games"] == games
            assert len(anna.http.get(f"/me/games.csv?{query}").text.splitlines()) == 1 + games
        for query in ("game=chess", f"players={MAX_SEATS + 1}", "bots=some", "since=yesterday"):
            assert anna.http.get(f"/me/study?{query}").status_code in (400, 404, 422), query
        rows = list(csv.DictReader(io.StringIO(anna.http.get("/me/games.csv").text)))
        assert len(rows) == 1 and rows[0]["game"] == "duel" and float(rows[0]["accuracy"]) == own["accuracy"]
        stranger = server.person()
        assert stranger.get("/me/study")["games"] == 0
        assert len(list(csv.reader(io.StringIO(stranger.http.get("/me/games.csv").text)))) == 1


def test_friends_who_play_again_and_again_have_a_ladder_by_link(server: InnerServer) -> None:
    anna, boris = server.person("Anna"), server.person("Boris")
    made = anna.table("duel", seats=["me", "open"], seed=3)
    boris.post("/join", {"secret": made["links"]["invite"]})
    table = made["table"]["id"]
    anna.command(table, "start")
    names = []
    for _ in range(2):
        play_to_the_end(anna, boris, table)
        names.append(table)
        following = anna.command(table, "rematch")["data"]["table"]
        boris.command(table, "rematch")
        table = following
    watch = anna.get(f"/tables/{names[1]}/links")["watch"]
    stats = server.person().http.get(f"/tables/{names[1]}/ladder", headers={"X-Mirabilia-Link": watch}).json()
    assert stats["games"] == 2 and {rung["name"] for rung in stats["rungs"]} == {"Anna", "Boris"}
    assert sum(rung["wins"] for rung in stats["rungs"]) == 2
    assert stats == anna.get(f"/tables/{names[0]}/ladder")  # the same from any of its tables
    assert server.person("Eva").http.get(f"/tables/{names[0]}/ladder").status_code == 403


def play_to_the_end(first: Person, second: Person, table: str) -> None:
    while True:
        facts = first.get(f"/tables/{table}")["table"]
        if facts["status"] == "over":
            return
        for person in (first, second):
            stats = person.get(f"/tables/{table}/state")["state"]
            if stats["options"]:
                person.command(table, "play", at=stats["table"]["moves"], move=stats["options"][0]["text"])
