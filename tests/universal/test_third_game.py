"""A third game, known only to the tests, goes through record, arena, protocol and server, which know nothing of it."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import mirabilia
import tiny_game
from mirabilia.arena.match import run_match
from mirabilia.arena.report import make_report
from mirabilia.arena.settings import Settings, parse_entrant
from mirabilia.bots import LEVELS, make_bot
from mirabilia.bots.registry import make_search
from mirabilia.game import RULES_VERSION
from mirabilia.games.kind import GameKind, PublicGame
from mirabilia.protocol.service import BotService
from mirabilia.study import analyse, hint


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
        mirabilia.new_game("tiny", players=4)
    with pytest.raises(mirabilia.UnknownGame):
        mirabilia.new_game("tiny", rounds=0)


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
    assert {mark["name"] for mark in report["marks"]} == {"place 1", "place 2"}


def test_protocol() -> None:
    service = BotService("random", lambda seed: make_bot("random", seed=seed))
    assert service.hello.games["tiny"] == [2, 3, 9]
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


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(level: str) -> None:
    game = mirabilia.new_game("tiny", players=3, seed=1, rounds=2)
    bots = [make_bot(level, seed=seat) for seat in game.seats]
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    assert len(game.moves) == 6


@pytest.mark.parametrize(
    ("facet", "ask", "error"),
    [
        ("bots", lambda game: make_bot("normal").choose(game.view(0), game.options(0)), "no bots"),
        ("bots", lambda game: make_search("tiny"), "no bots"),
        ("study", lambda game: analyse(played(1).record()), "cannot be analysed"),
        ("batch", lambda game: mirabilia.batch.make("tiny", 2), "has no"),
        ("encoding", lambda game: mirabilia.encoding.layout("tiny"), "no encoding"),
        ("search", lambda game: mirabilia.search.make("tiny", 2), "has no"),
    ],
)
def test_a_missing_facet_is_a_clear_error(facet: str, ask: Callable[[mirabilia.Game], object], error: str) -> None:
    class Bare(GameKind):
        def public(self) -> PublicGame:
            return tiny_game.TINY.public()

    names = [field.name for field in dataclasses.fields(tiny_game.TINY)]
    bare = Bare(**{name: getattr(tiny_game.TINY, name) for name in names})
    with tiny_game.registered(bare), pytest.raises(mirabilia.MirabiliaError, match=error):
        ask(mirabilia.new_game("tiny", seed=1))
    mirabilia.games.register(tiny_game.TINY)


def test_study() -> None:
    analysis = analyse(played(3).record())
    assert analysis.game == "tiny" and len(analysis.moments) == 6
    game = mirabilia.new_game("tiny", seed=3)
    assert hint(game.view(0), game.options(0)).move == max(game.options(0), key=lambda option: int(option.card)).text


def test_server(tmp_path: Path) -> None:
    from server.harness import inner_server

    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        assert anna.http.post("/tables", json={"game": "tiny", "rounds": 99}).json()["args"] == {"option": "rounds"}
        assert anna.http.post("/tables", json={"game": "tiny", "boards": "A"}).json()["args"] == {"option": "boards"}
        assert anna.http.get("/choices").json()["milliseconds"]["tiny"]["hard"] == 0
        seats = ["me", *({"kind": "bot", "level": level} for level in (*LEVELS, "random"))]
        table = anna.table("tiny", seats=seats, rounds=2, clock="fast", start=True)["table"]["id"]
        with anna.socket(table) as seat:
            while seat.state["table"]["status"] != "over":
                if seat.state["options"]:
                    assert seat.play()["type"] == "ack"
                seat.until("update")
        record = mirabilia.read_record(anna.http.get(f"/tables/{table}/record").text)
        final = record.verify()
        assert final.over and len(final.seats) == 9 and len(final.moves) == 18 and record.tags["seat0"] == "Anna"
