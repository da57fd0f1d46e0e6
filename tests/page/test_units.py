"""The page's unit tests (web/tests), run by Node's own test runner and told here one by one."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from page_tests import ROOT

FILES = sorted((ROOT / "web/tests").glob("*.test.ts*"))
NAMES = [
    pytest.param(name, id=f"{file.name.split('.')[0]}: {name}")
    for file in FILES
    for name in re.findall(r'^test\(\s*"([^"]+)"', file.read_text(encoding="utf-8"), re.MULTILINE)
]


def _node() -> str:
    found = shutil.which("node")
    own = ROOT / ".venv/bin/node"
    if not found and not own.exists():
        pytest.fail("there is no Node: make page")
    return found or str(own)


@cache
def _told() -> tuple[dict[str, bool], str]:
    """What became of each test, and all that was said."""
    if not Path(ROOT / "src/mirabilia/server/static/words/en.json").exists():
        pytest.fail("the page has not been built: make page")
    done = subprocess.run(
        [_node(), "test.mjs"], cwd=ROOT / "web", capture_output=True, text=True, check=False, timeout=120
    )
    text = done.stdout + done.stderr
    # In TAP a hash in a name is written with a backslash.
    told = {
        name.replace("\\#", "#"): verdict == "ok"
        for verdict, name in re.findall(r"^(ok|not ok) \d+ - (.+)$", done.stdout, re.MULTILINE)
    }
    return told, text


@pytest.mark.parametrize("name", NAMES)
def test_unit(name: str) -> None:
    told, text = _told()
    assert told.get(name), text[-6000:]


def test_nothing_was_left_out() -> None:
    told, text = _told()
    assert len(NAMES) >= 20
    assert sorted(told) == sorted(str(param.values[0]) for param in NAMES), text[-6000:]
