"""Every ruling of 7 Wonders is held by at least one test of this folder.

A test says which rulings it holds by `@pytest.mark.ruling(12, "9.1", "10.3")`: 1 to 65 are the rulings, 8.n those on
differences between translations, 9.n the points left open, 10.n how the rulings read in software, R2-n those of the
second edition. The sources are read, not the collected tests, so that the list is complete whatever part of the tests
is run.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

RULINGS = [
    *(str(number) for number in range(1, 66)),
    *(f"8.{number}" for number in range(1, 28)),
    *(f"9.{number}" for number in range(1, 9)),
    *(f"10.{number}" for number in range(1, 15)),
    *(f"R2-{number}" for number in range(1, 22)),
]


def rulings_cited(folder: Path) -> dict[str, list[str]]:
    """Ruling -> the tests that cite it."""
    cited: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.FunctionDef) and node.name.startswith("test_")):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) in ("ruling", "pytest.mark.ruling"):
                    for number in mark.args:
                        cited[str(ast.literal_eval(number))].append(f"{path.name}::{node.name}")
    return cited


def test_no_ruling_is_without_a_test() -> None:
    cited = rulings_cited(Path(__file__).parent)
    missing = [number for number in RULINGS if number not in cited]
    assert not missing, f"no test cites ruling {', '.join(missing)}"


def test_no_test_cites_a_ruling_that_does_not_exist() -> None:
    cited = rulings_cited(Path(__file__).parent)
    assert set(cited) <= set(RULINGS), sorted(set(cited) - set(RULINGS))
