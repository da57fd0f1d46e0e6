"""Golden playthroughs as files: reading one, and playing it again from the record at its head."""

from __future__ import annotations

import difflib
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import mirabilia

FOLDER = Path(__file__).parent / "golden"


def writer(name: str) -> ModuleType:
    """The module beside the files that writes them."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def head(text: str) -> mirabilia.Record:
    """The record a file begins with."""
    lines = text.split("\n")
    end = next(n for n, line in enumerate(lines) if line.startswith("end "))
    return mirabilia.read_record("\n".join(lines[: end + 1]))


def read(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def play_again(name: str, title: str, by: str, request: pytest.FixtureRequest) -> None:
    """Writes the file anew and compares; with --regenerate-golden it is stored instead."""
    stored = read(name)
    record = head(stored)
    if request.config.getoption("--regenerate-golden"):
        replayed = mirabilia.Record(record.deal, record.moves, record.replay().result)
        (FOLDER / f"{name}.txt").write_text(writer(by).playthrough(title, replayed), encoding="utf-8")
        return
    played = writer(by).playthrough(title, record)
    difference = list(
        difflib.unified_diff(stored.split("\n"), played.split("\n"), "stored", "played", lineterm="", n=2)
    )
    assert not difference, "\n".join(difference[:80])
    record.verify()
