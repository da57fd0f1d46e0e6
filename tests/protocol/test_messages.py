"""Messages: text in, the same thing out; a schema that fits; a clear code for every kind of bad line."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import mirabilia
from mirabilia.protocol import messages as m

ROOT = Path(__file__).parents[2]

HOST = [
    m.host_hello(),
    m.Request(id=7, seat=1, view={"game": "duel"}, options=[{"action": "x"}], limits=m.ThinkingLimits(simulations=5)),
    m.Request(id="a", seat=0, view={}, options=[], limits=m.ThinkingLimits(milliseconds=0.5), seed=3),
    m.Ping(id=1),
    m.Quit(),
]
BOT = [
    m.bot_hello("random"),
    m.BotHello(protocol=1, name="x", games={"duel": [2]}),
    m.Answer(id=7, choice=3),
    m.Answer(id="a", choice={"action": "draft", "wonder": "Piraeus"}, analysis={"value": 0.5}),
    m.Pong(id=1),
    m.Error(id=None, error=m.ErrorBody("not_json", "?")),
]


@pytest.mark.parametrize("message", HOST, ids=lambda message: type(message).__name__)
def test_host_messages_come_back_the_same(message: m.HostMessage) -> None:
    assert m.read_host_message(m.encode(message)) == message
    assert b"\n" not in m.encode(message)


@pytest.mark.parametrize("message", BOT, ids=lambda message: type(message).__name__)
def test_bot_messages_come_back_the_same(message: m.BotMessage) -> None:
    assert m.read_bot_message(m.encode(message).decode()) == message


def test_the_schema_in_the_docs_is_current() -> None:
    """To renew it: scripts/make-types"""
    assert (ROOT / "docs" / "bot-protocol.schema.json").read_text(encoding="utf-8") == m.schema_text()


def asked(game: str, players: int, seed: int, decisions: int) -> m.Request:
    """What a bot is asked after some decisions of a random game."""
    playing = mirabilia.new_game(game, players=players, seed=seed)
    chance = random.Random(seed)
    for _ in range(decisions):
        seat = chance.choice(playing.to_act)
        playing.play(seat, chance.choice(playing.options(seat)))
    seat = playing.to_act[0]
    options = [option.as_dict() for option in playing.options(seat)]
    return m.Request(id=decisions, seat=seat, view=playing.view(seat), options=options)


def test_the_schema_accepts_our_messages_and_refuses_others() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = m.schema()
    asking = [asked("duel", 2, 5, n) for n in (0, 9, 30)] + [asked("wonders", k, 5, 7 * k) for k in (2, 3, 7)]
    answers = [m.Answer(id=1, choice=request.options[-1]) for request in asking]
    plain = [message for message in HOST if not isinstance(message, m.Request)]
    for direction, messages in (("HostMessage", plain + asking), ("BotMessage", BOT + answers)):
        validator = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": f"#/$defs/{direction}"}]})
        for message in messages:
            validator.validate(json.loads(m.encode(message)))
        for wrong in ({}, {"type": "answer"}, {"type": "ping"}, [], {"type": "request", "id": 1}):
            assert not validator.is_valid(wrong)
    validator = jsonschema.Draft202012Validator({**schema, "anyOf": [{"$ref": "#/$defs/HostMessage"}]})
    for request in asking:
        for path in (("view", "cities"), ("view", "phase"), ("options", 0, "action")):
            damaged = json.loads(m.encode(request))
            inner = damaged
            for step in path[:-1]:
                inner = inner[step]
            del inner[path[-1]]
            assert not validator.is_valid(damaged), path


@pytest.mark.parametrize(
    ("line", "code", "identity"),
    [
        (b"", "not_json", None),
        (b"hello", "not_json", None),
        (b"\xff\xfe", "not_json", None),
        (b"[" * 100_000, "not_json", None),
        (b"[1]", "bad_message", None),
        (b"{}", "unknown_message", None),
        (b'{"type":"shout","id":4}', "unknown_message", 4),
        (b'{"type":["ping"],"id":4}', "unknown_message", 4),
        (b'{"type":"ping"}', "bad_message", None),
        (b'{"type":"ping","id":""}', "bad_message", ""),
        (b'{"type":"ping","id":true}', "bad_message", None),
        (b'{"type":"request","id":"r","seat":0,"view":[],"options":[]}', "bad_message", "r"),
        (b'{"type":"request","id":1,"seat":9,"view":{},"options":[]}', "bad_message", 1),
        (b'{"type":"request","id":1,"seat":0,"view":{},"options":[],"limits":{"simulations":0}}', "bad_limits", 1),
        (b'{"type":"request","id":1,"seat":0,"view":{},"options":[],"limits":{"milliseconds":-5}}', "bad_limits", 1),
        (b'{"type":"ping","id":"' + b"x" * m.MAX_LINE + b'"}', "too_long", None),
    ],
)
def test_bad_lines_have_a_code_and_where_possible_the_id(line: bytes, code: str, identity: object) -> None:
    with pytest.raises(m.BadMessage) as caught:
        m.read_host_message(line)
    assert caught.value.code == code
    assert caught.value.id == identity
    assert len(caught.value.message) < 500


def test_fields_of_a_later_version_are_passed_over() -> None:
    assert m.read_host_message(b'{"type":"ping","id":1,"colour":"red"}') == m.Ping(id=1)


def test_the_catalog_hash_is_short_and_stable() -> None:
    assert m.catalog_hash() == m.catalog_hash()
    assert len(m.catalog_hash()) == 16
    assert int(m.catalog_hash(), 16) >= 0
