"""Running command lines inside the test process: quick, and with everything they print."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from mirabilia.cli import main


@dataclass(frozen=True)
class Done:
    """What a command line left behind."""

    code: int
    out: str
    err: str

    @property
    def widest(self) -> int:
        """The length of the longest line printed."""
        return max(map(len, self.out.splitlines()), default=0)


Run = Callable[..., Done]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """`run("play", "duel", answers="1\\n2\\n")`; own files go to a temporary folder."""
    monkeypatch.setenv("MIRABILIA_DATA_DIR", str(tmp_path / "data"))
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "MIRABILIA_DEBUG", "MIRABILIA_NAME", "MIRABILIA_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")  # English, wherever the tests run

    def run(*words: object, answers: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answers.encode()), encoding="utf-8"))
        capsys.readouterr()
        code = main([str(word) for word in words])
        printed = capsys.readouterr()
        return Done(code, printed.out, printed.err)

    return run


@pytest.fixture(scope="session")
def duel_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of Duel on disk."""
    return _played("duel", tmp_path_factory.mktemp("records") / "duel.record")


@pytest.fixture(scope="session")
def wonders_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game of 7 Wonders on disk."""
    return _played("wonders", tmp_path_factory.mktemp("records") / "wonders.record")


def _played(name: str, file: Path) -> Path:
    import random

    import mirabilia

    game, chance = mirabilia.new_game(name, seed=4), random.Random(4)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.options(seat)))
    file.write_text(game.record().dumps(), encoding="utf-8")
    return file
