"""A third game, known only to the tests, goes through record, arena, protocol and server, which know nothing of it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import mirabilia
import tiny_game
from mirabilia.arena.match import run_match
from mirabilia.arena.report import make_report
from mirabilia.arena.settings import Settings, parse_entrant
from mirabilia.bots import make_bot
from mirabilia.game import RULES_VERSION
from mirabilia.protocol.service import BotService


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with tiny_game.registered():
        yield


def played(seed: int) -> mirabilia.Game:
    game, chance = mirabilia.new_game("tiny", seed=seed), random.Random(seed)
    while not game.over:
        seat = game.to_act[0]
        assert game.play(seat, chance.choice(game.options(seat)))[0].as_dict()["event"] == "taken"
    return game


def test_it_is_unknown_elsewhere() -> None:
    with pytest.raises(mirabilia.UnknownGame):
        mirabilia.new_game("tiny", boards="A")
    with pytest.raises(mirabilia.UnknownGame):
        mirabilia.new_game("tiny", players=3)


def test_records() -> None:
    game = played(4)
    record = mirabilia.read_record(game.record(seat0="Anna").dumps())
    again = record.verify()
    assert again == game and again.log(0) == game.log(0) and record.game == "tiny"
    assert game.undo() and not game.over


def test_arena() -> None:
    entrants = [parse_entrant("random"), parse_entrant("other=random")]
    match = run_match(Settings(game="tiny", players=2, entrants=entrants).checked(), 10)
    report = make_report(match)
    assert report["games"] == 10 and not report["forfeits"]
    assert {mark["name"] for mark in report["marks"]} == {"first", "second"}


def test_protocol() -> None:
    service = BotService("random", lambda seed: make_bot("random", seed=seed))
    assert service.hello.games["tiny"] == [2]
    game = mirabilia.new_game("tiny", seed=2)
    question = {
        "type": "request",
        "id": 1,
        "seat": 0,
        "view": game.view(0),
        "options": [option.as_dict() for option in game.options(0)],
        "limits": {"simulations": 10},
        "rules": RULES_VERSION,
        "seed": 1,
    }
    answer = json.loads(service.answer(json.dumps(question)) or b"")
    assert answer["type"] == "answer" and answer["choice"] in (0, 1)


def test_server(tmp_path: Path) -> None:
    from server.harness import inner_server

    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        seats = ["me", {"kind": "bot", "level": "random"}]
        table = anna.table("tiny", seats=seats, clock="fast", start=True)["table"]["id"]
        with anna.socket(table) as seat:
            while seat.state["table"]["status"] != "over":
                if seat.state["options"]:
                    assert seat.play()["type"] == "ack"
                seat.until("update")
        record = mirabilia.read_record(anna.http.get(f"/tables/{table}/record").text)
        assert record.verify().over and record.tags["seat0"] == "Anna"
