"""Every block of docs/rl.md runs by itself, as a reader would run it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "rl.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_blocks_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(BLOCKS) >= 6
    for number, block in enumerate(BLOCKS):
        exec(compile(block, f"{DOCUMENT.name}, block {number + 1}", "exec"), {})
    said = capsys.readouterr().out
    assert "1142 1350" in said and "columns; cards in hand: 7" in said


def test_numbers_of_the_table_are_true() -> None:
    from mirabilia import encoding

    text = DOCUMENT.read_text(encoding="utf-8")
    tables = [("Duel", "duel", 2), ("7 Wonders, 3 players", "wonders", 3), ("7 Wonders, 7 players", "wonders", 7)]
    for title, game, players in tables:
        row = f"| {title} | {encoding.num_actions(game):,} | {encoding.observation_size(game, players):,} |"
        assert row in text
