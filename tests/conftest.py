"""Options shared by all tests."""

from __future__ import annotations

import os

import pytest

from mirabilia.engine import running

os.environ["MIRABILIA_BUILD"] = "0"  # no test builds a core behind the scenes but those that say so
if not running.ONLY_PLAIN and not any(path.is_file() for path in running.candidates()):
    running.BY_NUMBA = True
    os.environ["MIRABILIA_NUMBA"] = "1"  # `make test` builds the core first; without one Numba compiles what is used


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate-golden",
        action="store_true",
        help="write the golden playthroughs anew from their own records instead of comparing with them",
    )
