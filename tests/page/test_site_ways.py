"""Node and Chromium play exactly as the native core does: the same moves, analyses and results."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import sites
from needed import program

# A game of every kind and table size.
GAMES = ["games", "0", "17"]


def natively(*args: str) -> list[str]:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("MIRABILIA_PLAIN", "MIRABILIA_NUMBA")
    }
    done = subprocess.run(
        [sys.executable, str(sites.WAYS), *args], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    "args",
    [["rules"], ["bots"], ["games", "5", "2"], ["games", "18", "1"], pytest.param(GAMES, marks=pytest.mark.slow)],
    ids=" ".join,
)
@pytest.mark.parametrize("where", ["node", "chromium"])
def test_a_browser_plays_as_the_native_core_does(where: str, args: list[str], browser: Browser, tmp_path: Path) -> None:
    program("need-site")
    ways: dict[str, Callable[[], Iterator[str]]] = {
        "node": lambda: sites.in_node(*args),
        "chromium": lambda: sites.in_browser(browser, tmp_path, *args),
    }
    assert list(ways[where]()) == natively(*args)
