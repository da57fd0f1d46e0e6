"""What a person's games tell, over REST: only one's own, with the analyses there are, and as CSV."""

from __future__ import annotations

import csv
import io

from server.harness import InnerServer, inner_server
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
        assert told["games"] == 1 and told["by_game"][0]["name"] == "duel" and told["accuracy"] == []
        assert told["by_opponent"] == [{"name": "random", "games": 1, "wins": told["wins"]}]
        assert {"mine", "others", "category", "games"} <= set(told["points"]["duel"][0])
        anna.post(f"/tables/{table}/analyse", {})
        own = done(anna, table)["analysis"]["summaries"][0]
        assert [each["accuracy"] for each in anna.get("/me/study")["accuracy"]] == [own["accuracy"]]
        rows = list(csv.DictReader(io.StringIO(anna.http.get("/me/games.csv").text)))
        assert len(rows) == 1 and rows[0]["game"] == "duel" and float(rows[0]["accuracy"]) == own["accuracy"]
        stranger = server.person()
        assert stranger.get("/me/study")["games"] == 0
        assert len(list(csv.reader(io.StringIO(stranger.http.get("/me/games.csv").text)))) == 1
