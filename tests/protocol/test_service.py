"""The bot's side: every line gets one answer, nothing ends it but quit and the end of input."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import pytest

from mirabilia import new_game
from mirabilia.bots import make_bot
from mirabilia.bots.base import Answer, Bot
from mirabilia.protocol.messages import MAX_LINE, catalog_hash
from mirabilia.protocol.service import BotService
from mirabilia.protocol.stdio import converse

MIRABILIA = [sys.executable, "-c", "from mirabilia.cli import main; raise SystemExit(main())"]


def service() -> BotService:
    return BotService("random", lambda seed: make_bot("random", seed=seed))


def asked(text: str | bytes | dict[str, Any]) -> dict[str, Any]:
    line = json.dumps(text) if isinstance(text, dict) else text
    reply = service().answer(line)
    assert reply is not None
    return json.loads(reply)


def request(**changes: Any) -> dict[str, Any]:
    game = new_game("duel", seed=3)
    seat = game.to_act[0]
    fields = {
        "type": "request",
        "id": 5,
        "seat": seat,
        "view": game.view(seat),
        "options": [option.as_dict() for option in game.options(seat)],
        "limits": {},
    }
    return {**fields, **changes}


def test_hello_says_versions_and_what_it_plays() -> None:
    hello = asked({"type": "hello", "protocol": 1})
    assert hello["protocol"] == 1
    assert hello["rules"] == "1"
    assert hello["catalog"] == catalog_hash()
    assert hello["games"] == {"duel": [2], "wonders": [2, 3, 4, 5, 6, 7]}
    assert hello["limits"] == ["simulations", "milliseconds"]


def test_another_protocol_is_refused() -> None:
    assert asked({"type": "hello", "protocol": 2})["error"]["code"] == "other_protocol"


def test_a_request_gets_the_choice_of_the_bot_with_that_seed() -> None:
    asking = request(seed=11)
    answer = asked(asking)
    expected = make_bot("random", seed=11).choose(asking["view"], asking["options"])
    assert answer == {"type": "answer", "id": 5, "choice": asking["options"].index(expected)}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"options": []}, "bad_options"),
        ({"options": [{"no": "action"}]}, "bad_options"),
        ({"view": {}}, "bad_view"),
        ({"seat": 6}, "bad_view"),
        ({"limits": {"simulations": -1}}, "bad_limits"),
        ({"limits": {"milliseconds": 0}}, "bad_limits"),
        ({"limits": {"simulations": "many"}}, "bad_limits"),
    ],
)
def test_senseless_requests_get_an_error_with_their_id(changes: dict[str, Any], code: str) -> None:
    answer = asked(request(**changes))
    assert answer["type"] == "error"
    assert answer["id"] == 5
    assert answer["error"]["code"] == code


def test_a_view_of_other_rules_is_refused() -> None:
    asking = request()
    asking["view"]["rules"] = "0"
    assert asked(asking)["error"]["code"] == "other_rules"


def test_a_view_of_an_unknown_game_is_refused() -> None:
    asking = request()
    asking["view"]["game"] = "chess"
    assert asked(asking)["error"]["code"] == "unknown_game"


class Broken(Bot):
    def decide(self, view: Any, options: Any, limits: Any) -> Answer:
        raise ZeroDivisionError("oh")


def test_a_fault_inside_the_bot_is_an_answer_too() -> None:
    reply = BotService("broken", Broken).answer(json.dumps(request()))
    assert reply is not None
    assert json.loads(reply)["error"] == {"code": "internal", "message": "ZeroDivisionError: oh"}


def conversation(*lines: bytes) -> list[dict[str, Any]]:
    out = io.BytesIO()
    converse(service(), io.BytesIO(b"".join(line + b"\n" for line in lines)), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_garbage_is_answered_by_errors_and_the_talk_goes_on() -> None:
    replies = conversation(b"what?", b"", b"x" * (2 * MAX_LINE), b"\x00\xff", b'{"type":"ping","id":9}')
    assert [reply.get("error", {}).get("code") for reply in replies] == ["not_json", "too_long", "not_json", None]
    assert replies[-1] == {"type": "pong", "id": 9}


def test_nothing_is_answered_after_quit() -> None:
    replies = conversation(b'{"type":"ping","id":1}', b'{"type":"quit"}', b'{"type":"ping","id":2}')
    assert replies == [{"type": "pong", "id": 1}]


def test_an_unfinished_last_line_is_answered_and_the_end_of_input_ends() -> None:
    out = io.BytesIO()
    converse(service(), io.BytesIO(b'{"type":"ping","id":1}'), out)
    assert json.loads(out.getvalue()) == {"type": "pong", "id": 1}


def test_the_command_speaks_it_on_its_standard_output_alone() -> None:
    lines = ["garbage", json.dumps({"type": "hello", "protocol": 1}), json.dumps(request())]
    done = subprocess.run(
        [*MIRABILIA, "bot", "random"], input="\n".join(lines), capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
    assert kinds == ["error", "hello", "answer"]


def test_an_unknown_level_is_refused_before_anything_is_said() -> None:
    done = subprocess.run([*MIRABILIA, "bot", "grandmother"], input="", capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "grandmother" in done.stderr
