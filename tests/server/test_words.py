"""What is written about the server is true: refusals, events, settings, routes, samples."""

from __future__ import annotations

import re
from pathlib import Path

from mirabilia.server.refusals import CODES
from mirabilia.server.settings import PREFIX, Settings
from mirabilia.server.tables import commands, messages
from mirabilia.server.tables.chat import PHRASES
from mirabilia.server.tables.clocks import PRESETS
from server.harness import InnerServer

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "mirabilia" / "server"
LIVE = (ROOT / "docs" / "live-protocol.md").read_text(encoding="utf-8")
REST = (ROOT / "docs" / "rest.md").read_text(encoding="utf-8")


def test_the_table_of_refusals_is_the_one_in_the_code() -> None:
    rows = re.findall(r"^\| `([a-z_]+)` \| (\d{3}) \| ([^|]*) \| (.*) \|$", LIVE, re.MULTILINE)
    written = {
        code: (int(status), tuple(re.findall(r"`([a-z_]+)`", arguments)), meaning)
        for code, status, arguments, meaning in rows
    }
    assert written == CODES


def test_every_refusal_raised_has_a_code_with_these_arguments() -> None:
    found = 0
    for path in SOURCE.rglob("*.py"):
        for call in re.finditer(r'Refusal\(\s*"([a-z_]+)"((?:[^()]|\([^()]*\))*)\)', path.read_text()):
            code, rest = call.groups()
            names = set(re.findall(r"(\w+)=", rest))
            assert code in CODES, f"{path.name}: {code}"
            assert names <= set(CODES[code][1]), f"{path.name}: {code} with {names - set(CODES[code][1])}"
            found += 1
    assert found > 60


def test_every_message_and_event_is_described() -> None:
    for kind in re.findall(
        r'class \w+\(_(?:Incoming|Outgoing), tag="([a-z_]+)"', (SOURCE / "tables" / "messages.py").read_text()
    ):
        assert f"| `{kind}` |" in LIVE, kind
    told = set()
    for path in SOURCE.rglob("*.py"):
        told |= set(re.findall(r'\.tell\(\s*"([a-z_]+)"', path.read_text()))
    table = LIVE[LIVE.index("### events") : LIVE.index("## Refusals")]
    described = set(
        re.findall(r"`([a-z_]+)`", " ".join(row.split("|")[1] for row in table.split("\n") if row.startswith("|")))
    )
    assert told | {"created", "private", "erased"} == described  # these are made beside the commands


def test_every_command_can_be_decided() -> None:
    types = {kind for kind in messages.Command.__args__}
    assert types - set(commands._DECIDE) == {messages.Rematch}


def test_every_route_is_described(server: InnerServer) -> None:
    schema = server.person().get("/openapi.json")
    for path, operations in schema["paths"].items():
        for method in operations:
            short = path.removeprefix("/api/v1").replace("{table}", "{id}")
            assert f"`{method.upper()} {short}`" in REST, (method, path)


def test_choices_offer_what_there_is(server: InnerServer) -> None:
    choices = server.person().get("/choices")
    assert set(choices["clocks"]) == set(PRESETS) and choices["phrases"] == list(PHRASES)
    assert choices["default_level"] in choices["bots"] and set(choices["levels"]) <= set(choices["bots"])


def test_the_sample_of_settings_has_every_variable_with_its_sentence() -> None:
    lines = (ROOT / "deploy" / "env.sample").read_text(encoding="utf-8").split("\n")
    for name, field in Settings.model_fields.items():
        place = next(n for n, line in enumerate(lines) if line.startswith(f"#{PREFIX}{name.upper()}="))
        assert lines[place - 1] == f"# {field.description}"
