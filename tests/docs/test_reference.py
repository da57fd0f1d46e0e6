"""The API reference is made from docstrings: every public name has one, and the main objects an example that runs."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
# What `make docs` is about, from the Makefile itself.
PARTS = re.findall(
    r"mirabilia[.\w]*", (ROOT / "Makefile").read_text(encoding="utf-8").split("REFERENCE :=")[1].split("\n\n")[0]
)

# The objects a program meets first, each with its example.
MAIN = [
    "mirabilia",
    "mirabilia.game.new_game",
    "mirabilia.game.from_deal",
    "mirabilia.game.base.Game",
    "mirabilia.game.option.Option",
    "mirabilia.game.quote.Quote",
    "mirabilia.game.events.Event",
    "mirabilia.game.result.Result",
    "mirabilia.games.kind.GameKind",
    "mirabilia.record.record.Record",
    "mirabilia.bots.base.Bot",
    "mirabilia.arena.match.run_match",
    "mirabilia.batch",
    "mirabilia.search",
]


def found(name: str) -> Any:
    """A module, or a name in one."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        home, _, own = name.rpartition(".")
        return getattr(import_module(home), own)


@pytest.mark.parametrize("name", MAIN)
def test_the_example_of_a_main_object_runs(name: str) -> None:
    thing = found(name)
    finder = doctest.DocTestFinder(recurse=False)
    module = thing if inspect.ismodule(thing) else inspect.getmodule(thing)
    (example,) = finder.find(thing, name, module=module, globs=dict(vars(module)))
    assert example.examples, "no example"
    told: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert result.failed == 0, "".join(told)


@pytest.mark.parametrize("part", PARTS)
def test_every_public_name_says_what_it_is(part: str) -> None:
    module = import_module(part)
    assert module.__doc__
    names = getattr(module, "__all__", None) or [
        name for name, thing in vars(module).items() if getattr(thing, "__module__", "") == part and name[0] != "_"
    ]
    things = {name: getattr(module, name) for name in names}
    silent = [name for name, thing in things.items() if callable(thing) and not inspect.getdoc(thing)]
    assert not silent


@pytest.mark.slow
def test_the_reference_can_be_made(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pdoc", "--output-directory", str(tmp_path), *PARTS]
    subprocess.run(command, check=True, capture_output=True, timeout=280)
    assert "WondersGame: 0 moves" in (tmp_path / "mirabilia" / "game.html").read_text(encoding="utf-8")
