"""Options shared by all tests."""

from __future__ import annotations

import os

import pytest

from mirabilia.engine import running
from needed import left_out

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


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says which programs were missing, and how to get them."""
    skipped = (report.longrepr for report in terminalreporter.stats.get("skipped", []))
    for line in left_out(reason[2] for reason in skipped if isinstance(reason, tuple)):
        terminalreporter.write_line(line, yellow=True)
