"""What a person's games tell, over REST: only one's own, with the analyses there are, and as CSV."""

from __future__ import annotations

import csv
import io

from mirabilia.server.tables.messages import MOST_SEATS
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
        told = anna.get("/me/study")
        assert list(told["beside_bots"]["duel"]) == ["random"]
        assert told["games"] == 1 and told["by_game"][0]["name"] == "duel" and told["accuracy"] == []
        assert told["by_opponent"] == [{"name": "random", "games": 1, "wins": told["wins"]}]
        assert {"mine", "others", "category", "games"} <= set(told["points"]["duel"][0])
        assert anna.get(f"/tables/{table}/turning-points") == {"points": []}
        anna.post(f"/tables/{table}/analyse", {})
        analysis = done(anna, table)["analysis"]
        own = analysis["summaries"][0]
        told = anna.get(f"/tables/{table}/turning-points")["points"]
        assert [point["swing"] for point in told] == own["swings"]
        last = len(analysis["moments"]) - 1
        for point in told:
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
        for query in ("game=chess", f"players={MOST_SEATS + 1}", "bots=some", "since=yesterday"):
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
    told = server.person().http.get(f"/tables/{names[1]}/ladder", headers={"X-Mirabilia-Link": watch}).json()
    assert told["games"] == 2 and {rung["name"] for rung in told["rungs"]} == {"Anna", "Boris"}
    assert sum(rung["wins"] for rung in told["rungs"]) == 2
    assert told == anna.get(f"/tables/{names[0]}/ladder")  # the same from any of its tables
    assert server.person("Eva").http.get(f"/tables/{names[0]}/ladder").status_code == 403


def play_to_the_end(first: Person, second: Person, table: str) -> None:
    while True:
        facts = first.get(f"/tables/{table}")["table"]
        if facts["status"] == "over":
            return
        for person in (first, second):
            told = person.get(f"/tables/{table}/state")["state"]
            if told["options"]:
                person.command(table, "play", at=told["table"]["moves"], move=told["options"][0]["text"])
