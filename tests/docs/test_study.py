"""The block of docs/study.md runs, and its numbers are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mirabilia.study import model
from mirabilia.study.games import study_of
from mirabilia.study.puzzles import all_puzzles

DOCUMENT = Path(__file__).parents[2] / "docs" / "study.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")


def test_the_block_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    exec(compile(block, DOCUMENT.name, "exec"), {})
    assert "hint: " in capsys.readouterr().out


def test_thresholds_and_budgets_are_those_of_the_code() -> None:
    for loss in (model.SLIP, model.MISTAKE, model.BLUNDER, model.ONLY):
        assert f"{round(100 * loss)} % or more" in TEXT
    for title, game in (("Duel", "duel"), ("7 Wonders", "wonders")):
        assert f"| {title} | {study_of(game).QUICK:,} | {study_of(game).DEEP:,} |" in TEXT


def test_the_table_of_puzzles_counts_right() -> None:
    for title, game in (("Duel", "duel"), ("7 Wonders", "wonders")):
        assert f"| {title} | {len(all_puzzles(game))} |" in TEXT
