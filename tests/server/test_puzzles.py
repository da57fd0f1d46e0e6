"""Puzzles over REST: the list, a position without what its seat cannot know, and answers."""

from __future__ import annotations

import datetime
from typing import Any

from mirabilia.study.puzzles import all_puzzles, of_the_day
from server.harness import InnerServer


def first() -> Any:
    return all_puzzles("duel")[0]


def test_the_list_has_all_puzzles_and_that_of_the_day(server: InnerServer) -> None:
    anna = server.person()
    listed = anna.get("/puzzles?game=duel&day=2026-03-01")
    assert [each["name"] for each in listed["puzzles"]] == [puzzle.name for puzzle in all_puzzles("duel")]
    assert listed["today"] == of_the_day(datetime.date(2026, 3, 1), "duel").name
    assert anna.get("/puzzles?game=duel&day=2026-03-02")["today"] != listed["today"]
    assert anna.http.get("/puzzles?game=chess").json()["code"] == "unknown_game"
    assert anna.http.get("/puzzles?game=duel&day=soon").json()["code"] == "bad_request"


def test_a_puzzle_shows_its_position_to_the_deciding_seat_alone(server: InnerServer) -> None:
    puzzle = first()
    shown = server.person().get(f"/puzzles/{puzzle.name}")
    assert shown["puzzle"]["answer"] == puzzle.answer and shown["players"] == 2
    mine, other = shown["positions"][puzzle.seat], shown["positions"][1 - puzzle.seat]
    texts = [option["text"] for option in mine["options"][str(puzzle.seat)]]
    assert puzzle.answer in texts and mine["view"]["to_act"] == [puzzle.seat]
    assert other["view"] is None and other["options"] == {} and other["quotes"]
    assert server.person().http.get("/puzzles/duel-nothing").json()["code"] == "no_such_puzzle"


def test_answers_are_judged_and_move_the_rating(server: InnerServer) -> None:
    puzzle, anna = first(), server.person()
    path = f"/puzzles/{puzzle.name}/answer"
    right = anna.post(path, {"move": puzzle.answer, "rating": 1200, "spread": 350})
    assert right["right"] and right["rating"] > 1200 and right["spread"] < 350
    wrong_move = puzzle.tries[-1].move
    wrong = anna.post(path, {"move": wrong_move, "rating": 1200, "spread": 350})
    assert not wrong["right"] and wrong["rating"] < 1200 and wrong["judged"]["loss"] > 0
    looked_at = {judged.move for judged in puzzle.tries}
    options = anna.get(f"/puzzles/{puzzle.name}")["positions"][puzzle.seat]["options"][str(puzzle.seat)]
    for option in options:
        if option["text"] not in looked_at:  # judged now
            answer = anna.post(path, {"move": option["text"]})
            assert answer["judged"]["move"] == option["text"] and answer["rating"] is None
            break
    assert anna.post(path, {"move": "build Nothing"}, status=409)["code"] == "illegal_move"
    assert anna.post(path, {"move": "nonsense"}, status=409)["code"] == "illegal_move"
