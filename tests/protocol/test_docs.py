"""docs/bot-protocol.md knows every message, field and code, and its example lines are messages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from mirabilia.protocol import messages as m
from mirabilia.protocol.client import BotFailure

TEXT = (Path(__file__).parents[2] / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
HOST = (m.HostHello, m.Request, m.Ping, m.Quit)
BOT = (m.BotHello, m.Answer, m.Error, m.Pong)


@pytest.mark.parametrize("kind", [*HOST, *BOT], ids=lambda kind: kind.__name__)
def test_every_message_is_described_with_its_fields(kind: type[msgspec.Struct]) -> None:
    tag = kind.__struct_config__.tag
    rows = [line for line in TEXT.splitlines() if line.startswith(f"| `{tag}` |")]
    assert any(all(f"`{field}`" in row for field in kind.__struct_fields__) for row in rows), f"{tag}: {rows}"


def test_every_reason_and_code_is_described() -> None:
    assert BotFailure.__doc__
    reasons = re.findall(r"[a-z_]+", BotFailure.__doc__.split("Codes: ")[1])
    codes = ["not_json", "bad_message", "unknown_message", "too_long", "other_protocol", "other_rules"]
    codes += ["unknown_game", "bad_view", "bad_options", "bad_limits", "internal"]
    for word in (*reasons, *codes):
        assert f"`{word}`" in TEXT, word


def test_the_example_lines_are_messages() -> None:
    blocks = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 2
    for block, read in zip(blocks, (m.read_host_message, m.read_bot_message), strict=True):
        lines = block.replace("\n ", " ").strip().splitlines()
        assert len(lines) >= 2
        for line in lines:
            read(json.dumps(json.loads(line)))
