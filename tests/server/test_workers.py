"""Bots in processes of their own: they answer, are replaced when they die, and end with the server."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from mirabilia import new_game
from mirabilia.server.bots.levels import Bots, Levels, Question
from mirabilia.server.bots.workers import Workers
from mirabilia.study.puzzles import all_puzzles
from mirabilia.wanted import NotWanted, wanted_while
from server.harness import InnerServer, OuterServer, Person, inner_server
from server.test_hub import wait_until


@pytest.fixture(scope="module")
def workers() -> Any:
    running = Workers(1, 32, Bots(Levels(), 1 << 20), {})
    running.start()
    yield running
    running.stop()


def question(number: int = 1, level: str = "hard", style: str | None = None) -> Question:
    game = new_game("duel", seed=3)
    seat = game.to_act[0]
    return Question(level, number, game.view(seat), game.options(seat), {"simulations": 50}, style=style)


def test_a_worker_answers_like_a_bot_in_this_process(workers: Workers) -> None:
    here = Bots(Levels(), 1 << 20)
    for number in range(3):
        assert workers.choose(question(number)) == here.choose(question(number))


def test_a_bot_in_a_worker_has_its_style(workers: Workers) -> None:
    here, game = Bots(Levels(), 1 << 20), new_game("duel", seed=3)
    for _ in range(8):
        game.play(game.to_act[0], game.options(game.to_act[0])[0])  # the draft, which no style minds
    seat, styled = game.to_act[0], 0
    for number in range(20):
        plain = Question("novice", number, game.view(seat), game.options(seat))
        liking = plain._replace(style="merchant")
        chosen = here.choose(liking)
        assert workers.choose(liking) == chosen
        styled += chosen != here.choose(plain)
    assert styled, "the style changes nothing"


def test_a_worker_that_dies_is_replaced_and_the_question_asked_again(workers: Workers) -> None:
    worker = workers._all[0]
    assert worker._process is not None
    os.kill(worker._process.pid, signal.SIGKILL)
    assert workers.choose(question()) in [option.text for option in question().options]
    assert workers.failed == ()


@pytest.mark.parametrize("asked", ["hint", "bot"])
def test_a_worker_gives_up_a_thought_that_nobody_waits_for_and_stays(workers: Workers, asked: str) -> None:
    worker = workers._all[0]
    workers.choose(question())
    assert worker._process is not None
    pid = worker._process.pid
    endless = question()._replace(limits={"simulations": 10**9}, advice=asked if asked == "hint" else "")
    for is_wanted in (lambda: False, iter((True, True, False)).__next__):  # before it begins, and in the middle
        with pytest.raises(NotWanted), wanted_while(is_wanted):
            workers.choose(endless)
    assert workers.choose(question()) in [option.text for option in question().options]
    assert worker._process.pid == pid


def test_a_thought_in_this_process_ends_when_nobody_waits() -> None:
    here = Bots(Levels(), 1 << 20)
    for asked in ("hint", ""):
        with pytest.raises(NotWanted), wanted_while(iter((True, True, False)).__next__):
            here.choose(question()._replace(limits={"simulations": 10**9}, advice=asked))
    assert here.choose(question())


def test_what_a_bot_raises_in_a_worker_is_raised_here(workers: Workers) -> None:
    with pytest.raises(RuntimeError, match="there is no bot"):
        workers.choose(question(level="nobody"))
    assert workers.choose(question())


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 2), ("wonders", 3)])
def test_what_people_ask_is_thought_about_in_a_worker(workers: Workers, name: str, players: int) -> None:
    here, game = Bots(Levels(), 1 << 20), new_game(name, players=players, seed=3)
    for _ in range(2 * players):
        game.play(game.to_act[0], game.options(game.to_act[0])[0])
    seat = game.to_act[0]
    options = game.options(seat)
    workers._bots.choose = None  # type: ignore[method-assign,assignment]  # not in this process
    for asked in ("hint", "explain", f"warn {options[-1].text}"):
        about = Question("advice", 0, game.view(seat), options, {"simulations": 20}, asked)
        assert workers.choose(about) == here.choose(about)
    puzzle = all_puzzles(name)[0]
    about = Question("advice", 0, {}, (), None, f"puzzle {puzzle.name} {puzzle.answer}")
    assert workers.choose(about) == here.choose(about)


def test_a_level_that_fails_in_a_worker_and_a_worker_that_does_not_begin_are_no_ready_server(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def begun(program: str) -> Workers:
        several = Workers(2, 32, Bots(Levels(), 1 << 20), {})
        several._all[1]._command = [sys.executable, "-c", program]
        several._all[0]._command = [sys.executable, "-c", said.format([])]
        several.start()
        several.stop()
        return several

    said = "import sys; from mirabilia.server.pipes import write_message; write_message(sys.stdout.buffer, {})"
    assert begun(said.format([])).failed == ()
    for program, failed in ((said.format(["hard"]), ("hard",)), ("raise SystemExit(1)", ("",))):
        several = begun(program)
        assert several.failed == failed
        monkeypatch.setattr(server.hub, "workers", several)
        answer = httpx.get(server.url + "/readyz", timeout=30)
        assert answer.status_code == 503 and answer.json()["faults"] == ["bots"]


def test_bots_of_a_server_with_workers_play_and_the_workers_end_with_it(tmp_path: Path) -> None:
    server = OuterServer(tmp_path, bot_workers=1).start()
    try:
        anna = Person(server, "Anna")
        table = anna.table("duel", seats=["me", {"kind": "bot", "level": "normal"}], start=True)["table"]["id"]
        with anna.socket(table) as seat:
            while not any(event["kind"] == "move" and event["seat"] == 1 for event in seat.events):
                if seat.state["options"]:
                    seat.play()
                seat.until("update", timeout=60)
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        assert children
    finally:
        assert server.stop()
    for child in children:
        wait_until(lambda child=child: not Path(f"/proc/{child}").exists(), 10)


def test_bots_may_be_left_to_another_process_on_the_same_database(cluster: Any, tmp_path: Path) -> None:
    url = cluster.new_database()
    with inner_server(data_dir=tmp_path, database_url=url, bot_duty=False) as front:
        anna = front.person("Anna")
        table = anna.table("duel", seats=[{"kind": "bot", "level": "random"}] * 2, start=True)["table"]["id"]
        with anna.socket(table) as seat:
            assert seat.state["table"]["moves"] == 0 and not front.hub.owned
            with inner_server(data_dir=tmp_path, database_url=url) as back:
                while seat.state["table"]["status"] != "over":
                    seat.until("update", "welcome", timeout=60)
                assert front.hub.owned == set() and back.hub.process != front.hub.process
