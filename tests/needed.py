"""Programs that some tests need. A script finds or installs each; without it those tests are skipped.

Whoever ran the tests learns at the end what was left out and how to get it (`conftest.py`). In CI nothing is left out.
"""

from __future__ import annotations

import os
import subprocess
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
MISSING = "A program is missing. "


def program(script: str) -> Path:
    """What a script prints: the place of a program. Skips the test if there is none."""
    place, advice = _asked(script)
    if place is None and os.environ.get("CI"):
        pytest.fail(advice)
    if place is None:
        pytest.skip(MISSING + advice)
    return Path(place)


@cache
def _asked(script: str) -> tuple[str | None, str]:
    done = subprocess.run([str(SCRIPTS / script)], capture_output=True, text=True, check=False)
    advice = " ".join(done.stderr.split())
    return (done.stdout.strip().splitlines()[-1], "") if done.returncode == 0 else (None, advice)


def left_out(reasons: Iterable[str]) -> list[str]:
    """A line for each program that is missing: how many tests were skipped, and how to get it."""
    counted = Counter(reason.partition(MISSING)[2] for reason in reasons if MISSING in reason)
    return [f"{count} {'test' if count == 1 else 'tests'} skipped. {advice}" for advice, count in counted.items()]
