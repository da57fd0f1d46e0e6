"""Analyses of finished games: asked for once however often, made beside the server, found again after any kill; and
playing on from a moment."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, RowMapping

from mirabilia import new_game
from mirabilia.record import Record, read_record
from mirabilia.server.study import jobs, queue
from mirabilia.study.analysis import analyse
from mirabilia.study.whatif import name_of
from server.harness import InnerServer, OuterServer, Person, inner_server
from server.test_hub import wait_until

TINY = {"analysis_quick": 2, "analysis_deep": 3}
SLOW = {"analysis_quick": 4000}  # long enough to be killed in the middle


def played_out(game: str = "duel", players: int = 2, seed: int = 7) -> str:
    """The record of a game of random moves."""
    game_ = new_game(game, players=players, seed=seed)
    rng = random.Random(seed)
    while not game_.over:
        seat = game_.to_act[0]
        game_.play(seat, rng.choice(game_.options(seat)))
    return Record.of(game_, seat0="Anna").dumps()


@pytest.fixture(scope="module")
def studying(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with inner_server(data_dir=tmp_path_factory.mktemp("study"), **TINY) as running:
        yield running


def kept(person: Person, record: str) -> str:
    """The table of an imported record."""
    return str(person.post("/records", {"record": record})["table"]["id"])


def done(person: Person, table: str, depth: str = "quick") -> dict[str, Any]:
    """The analysis, when it is made."""
    found: list[dict[str, Any]] = []

    def is_done() -> bool:
        found.append(person.get(f"/tables/{table}/analysis?depth={depth}"))
        assert found[-1]["state"] != "failed", found[-1]
        return bool(found[-1]["state"] == "done")

    wait_until(is_done, 120)
    return found[-1]


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 3)])
def test_a_finished_game_is_analysed_and_asked_again_the_same_answers(
    studying: InnerServer, game: str, players: int
) -> None:
    anna = studying.person("Anna")
    text = played_out(game, players)
    table = kept(anna, text)
    assert anna.http.get(f"/tables/{table}/analysis").json()["code"] == "not_analysed"
    asked = anna.post(f"/tables/{table}/analyse", {"depth": "quick"})
    assert asked["state"] in ("waiting", "running") and asked["analysis"] is None
    status = done(anna, table)
    analysis = status["analysis"]
    moves = read_record(text).moves
    assert [moment["played"] for moment in analysis["moments"]] == [move for _, move in moves]
    assert (status["done"], status["total"]) == (len(moves), len(moves)) and analysis["simulations"] == 2
    again = anna.post(f"/tables/{table}/analyse", {"depth": "quick"})
    assert again == status
    # the same game as somebody else's record, with other names: nothing is made a second time
    boris = studying.person("Boris")
    other = boris.post("/analyses", {"record": text.replace("Anna", "Boris")})
    assert other == status and boris.get(f"/analyses/{status['id']}") == status


def test_a_deep_analysis_is_another_one(studying: InnerServer) -> None:
    anna = studying.person("Anna")
    table = kept(anna, played_out())
    quick = anna.post(f"/tables/{table}/analyse", {"depth": "quick"})
    deep = anna.post(f"/tables/{table}/analyse", {"depth": "deep"})
    assert quick["id"] != deep["id"] and deep["simulations"] == 3
    assert done(anna, table, "deep")["analysis"]["simulations"] == 3


def test_whoever_may_not_see_the_replay_may_not_see_the_analysis(studying: InnerServer) -> None:
    anna, boris = studying.person("Anna"), studying.person("Boris")
    table = kept(anna, played_out())
    assert boris.http.post(f"/tables/{table}/analyse", json={}).status_code == 403
    watch = anna.get(f"/tables/{table}/links")["watch"]
    answer = boris.http.post(f"/tables/{table}/analyse", json={}, headers={"X-Mirabilia-Link": watch})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (lambda text: "hello", "not_a_record"),
        (lambda text: text[: len(text) // 2], "cut_short"),
        (lambda text: text.replace("result civilian 1", "result civilian 0"), "result_differs"),
        (lambda text: text.replace("build", "biuld", 1), None),
        (lambda text: text.replace("game duel", "game chess"), None),
    ],
)
def test_bad_records_are_refused_with_a_sentence(studying: InnerServer, damage: Any, code: str | None) -> None:
    answer = studying.person("Anna").http.post("/analyses", json={"record": damage(played_out())})
    told = answer.json()
    assert answer.status_code == 400 and told["message"] and (code is None or told["code"] == code)


def test_an_unfinished_game_is_refused(studying: InnerServer) -> None:
    anna = studying.person("Anna")
    table = anna.table("duel", seats=["me", {"kind": "bot", "level": "random"}], start=True)["table"]["id"]
    assert anna.post(f"/tables/{table}/analyse", {}, status=409)["code"] == "not_over"
    game = new_game("duel", seed=1)
    game.play(game.to_act[0], game.options(game.to_act[0])[0])
    assert anna.post("/analyses", {"record": Record.of(game).dumps()}, status=400)["code"] == "not_finished"


def test_only_new_analyses_count_against_the_limit(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, analyses_per_hour=1, **TINY) as server:
        anna = server.person("Anna")
        first, second = (kept(anna, played_out(seed=seed)) for seed in (1, 2))
        for _ in range(3):
            anna.post(f"/tables/{first}/analyse", {})
        assert anna.post(f"/tables/{second}/analyse", {}, status=429)["code"] == "too_many"


def test_a_killed_worker_is_replaced_and_its_analysis_made_again(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, **TINY) as server:
        anna = server.person("Anna")
        table = kept(anna, played_out())
        analyst = server.app.state.context.analyses.analysts[0]
        anna.post(f"/tables/{table}/analyse", {})
        wait_until(lambda: analyst.pid is not None)
        os.kill(analyst.pid, signal.SIGKILL)
        assert done(anna, table)["analysis"]["moments"]


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 3)])
def test_an_analysis_that_nobody_waits_for_is_given_up_and_goes_on_when_somebody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    monkeypatch.setattr(queue, "NOTE_SECONDS", 0.0)
    monkeypatch.setattr(jobs, "NOTE_ASKED_MS", 0)
    text = played_out(game, players)
    with inner_server(data_dir=tmp_path, analysis_quick=300) as server:
        anna, boris = server.person("Anna"), server.person("Boris")
        status = anna.post("/analyses", {"record": text})
        boris.post("/analyses", {"record": text})  # the same one
        analyst = server.app.state.context.analyses.analysts[0]
        wait_until(lambda: anna.get(f"/analyses/{status['id']}")["done"] >= 2, 60)
        pid = analyst.pid
        monkeypatch.setattr(jobs, "WANTED_MS", -(10**12))  # nobody has asked for so long
        database = server.app.state.context.store.engine
        wait_until(lambda: row_of(database, status["id"])["state"] == "waiting", 60)
        row = row_of(database, status["id"])
        assert row["done"] == len(msgspec.json.decode(row["result"])) >= 1 and row["tries"] == 0
        assert anna.get(f"/analyses/{status['id']}")["analysis"] is None
        assert analyst.pid == pid, "the worker is there"
        monkeypatch.undo()
        begun_at = row["done"]
        found = []

        def is_done() -> bool:
            found.append(boris.get(f"/analyses/{status['id']}"))
            return bool(found[-1]["state"] == "done")

        wait_until(is_done, 120)
        assert min(each["done"] for each in found) >= begun_at, "what was judged is kept"
        assert analyst.pid == pid
        direct = msgspec.json.decode(msgspec.json.encode(analyse(read_record(text), 300)))
        assert found[-1]["analysis"] == direct


def row_of(database: Engine, analysis: str) -> RowMapping:
    with database.connect() as connection:
        row = jobs.find(connection, analysis)
        assert row is not None
        return row


def test_an_address_may_ask_again_when_nobody_waits_for_its_old_analyses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MAX_UNFINISHED", 1)
    with inner_server(data_dir=tmp_path, analysis_workers=0) as server:
        anna = server.person("Anna")
        first = anna.post("/analyses", {"record": played_out()})
        assert anna.post("/analyses", {"record": played_out(seed=8)}, status=429)["code"] == "too_many"
        monkeypatch.setattr(jobs, "WANTED_MS", -(10**12))
        second = anna.post("/analyses", {"record": played_out(seed=8)})
        assert {first["ahead"], second["ahead"]} == {0}


def test_an_analysis_survives_a_killed_server(database: tuple[Path, str | None]) -> None:
    folder, url = database
    server = OuterServer(folder, url, lease_seconds=1, **SLOW).start()
    anna = Person(server, "Anna")
    table = kept(anna, played_out())
    anna.post(f"/tables/{table}/analyse", {})
    wait_until(lambda: anna.get(f"/tables/{table}/analysis")["state"] == "running")
    workers = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    server.kill()
    server.start()
    try:
        wait_until(lambda: anna.get(f"/tables/{table}/analysis")["state"] == "running")
        for pid in workers:  # nobody reads what the old worker writes: it ends at its next decision
            wait_until(lambda pid=pid: not Path(f"/proc/{pid}").exists())
        assert server.stop()  # in the middle of it: the row waits for the next process
        server.env["MIRABILIA_ANALYSIS_WORKERS"] = "0"
        server.start()
        assert anna.get(f"/tables/{table}/analysis")["state"] == "waiting"
    finally:
        server.stop()


def test_playing_on_from_a_moment_of_duel(studying: InnerServer) -> None:
    anna = studying.person("Anna")
    text = played_out()
    record = read_record(text)
    source, at = kept(anna, text), 30
    made = anna.post(f"/tables/{source}/what-if", {"at": at, "seat": 1, "level": "random"})
    table = made["table"]["id"]
    assert made["seat"] == 1 and made["table"]["options"]["went_on"] == f"{name_of(record)}/{at}"
    with anna.socket(table) as seat:
        assert seat.state["table"]["moves"] >= at
        while seat.state["table"]["status"] != "over":
            if seat.state["options"]:
                assert seat.play()["type"] == "ack"
            seat.until("update", timeout=30)
    ended = read_record(anna.http.get(f"/tables/{table}/record").text)
    assert ended.moves[:at] == record.moves[:at] and ended.tags["what_if_move"] == str(at)
    ended.verify()
    assert anna.get("/me/statistics") == {"games": {}}


def test_bots_play_out_a_moment_of_7_wonders_beginning_with_a_move(studying: InnerServer) -> None:
    anna = studying.person("Anna")
    text = played_out("wonders", 3)
    record = read_record(text)
    source, at = kept(anna, text), 10  # in the middle of a turn: it begins before anybody has chosen
    turn = len(record.replay(at).moves)
    seat = record.moves[at][0]
    game = record.replay(turn)
    move = next(option.text for option in game.options(seat) if option.text != record.moves[at][1])
    made = anna.post(f"/tables/{source}/what-if", {"at": at, "seat": None, "level": "random", "move": move})
    table = made["table"]["id"]
    assert made["seat"] is None and made["table"]["options"]["went_on"] == f"{name_of(record)}/{turn}"
    wait_until(lambda: anna.get(f"/tables/{table}")["table"]["status"] == "over")
    ended = read_record(anna.http.get(f"/tables/{table}/record").text)
    assert ended.moves[:turn] == record.moves[:turn]
    assert (seat, move) in ended.moves[turn : turn + 3]


def test_moments_and_moves_that_are_not_there_are_refused(studying: InnerServer) -> None:
    anna = studying.person("Anna")
    text = played_out()
    source, all_moves = kept(anna, text), len(read_record(text).moves)
    for body, code in (
        ({"at": all_moves + 1, "seat": 0}, "no_such_moment"),
        ({"at": all_moves, "seat": 0}, "game_over"),
        ({"at": 3, "seat": 4}, "no_such_seat"),
        ({"at": 3, "seat": 0, "level": "nobody"}, "bad_level"),
        ({"at": 3, "seat": None, "move": "build Nothing"}, "illegal_move"),
        ({"at": -1, "seat": 0}, "bad_request"),
    ):
        answer = anna.http.post(f"/tables/{source}/what-if", json=body)
        assert answer.json()["code"] == code, (body, answer.text)
    assert len(anna.get("/me/tables")["tables"]) == 1  # nothing was made
