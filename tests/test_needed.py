"""Programs that tests need (`needed.py`): without one the tests are skipped, and the run says so at its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from needed import MISSING, left_out

TESTS = Path(__file__).parent
ASKS = """
import pytest
import needed

@pytest.fixture
def chromium():
    return needed.program("need-chromium")

def test_one(chromium): ...
def test_other(chromium): ...
def test_without(): ...
"""


@pytest.mark.parametrize("distributed", [[], ["-n", "2"]])
def test_the_end_of_a_run_says_what_was_left_out_and_how_to_get_it(tmp_path: Path, distributed: list[str]) -> None:
    (tmp_path / "test_it.py").write_text(ASKS)
    (tmp_path / "conftest.py").write_text((TESTS / "conftest.py").read_text())
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("bash", "dirname"):
        (tools / name).symlink_to(f"/usr/bin/{name}")
    (tools / "id").write_text("#!/usr/bin/bash\necho 1000\n")
    (tools / "id").chmod(0o755)
    (tools / "env").symlink_to("/usr/bin/env")
    given = {name: value for name, value in os.environ.items() if name not in ("CI", "CHROMIUM")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", tmp_path, *distributed, tmp_path],
        cwd=tmp_path,
        env={**given, "PATH": str(tools), "PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    said = [line for line in done.stdout.splitlines() if "skipped." in line]
    assert len(said) == 1 and said[0].startswith("2 tests skipped.") and "apt-get install chromium" in said[0]


def test_other_skipped_tests_are_not_counted() -> None:
    assert left_out(["Skipped: no Node here", f"Skipped: {MISSING}Get it.", "x"]) == ["1 test skipped. Get it."]
