"""Imports go one way.

Every module under `src/mirabilia` is parsed, not imported, so the test needs no compiled rules and sees
imports that a lucky order of loading would hide. A part is the first name below `mirabilia`: a folder
such as `catalog` or a file such as `game.py`. The facets of a game are parts too: `games/duel/rules` is in "rules" like
`games/wonders/rules`, and its terminal screen is in "cli". A part may import itself, its own layer and earlier layers,
a game nothing of another game, and shared code nothing of a game: it asks the game's kind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PACKAGE = "mirabilia"
SOURCE = Path(__file__).parents[1] / "src" / PACKAGE

# `mirabilia/__init__.py` is a part too: it hands out the public API, so it comes after `record`.
ROOT = "__init__"

# Earliest first. Parts that share a layer may import each other.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors", "json_types", "wanted"),
    ("games",),
    ("catalog",),
    ("locales",),
    ("engine",),
    ("rules",),
    ("game",),
    ("record",),
    (ROOT,),
    ("encoding",),
    ("batch",),
    ("search",),
    ("bots",),
    ("study",),
    ("arena", "protocol", "server", "envs", "train", "dataset", "benchmark"),
    ("cli", "local", "__main__"),
)
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}

# Imports of a later part that wait: inside a function, or only for the type checker. Each has a reason.
MAY_WAIT: dict[tuple[str, str], str] = {
    ("game", "record"): "Game.record() hands out the Record that replays this game",
}
# The kinds of games name every facet; all of their imports wait.
KINDS = "games"
FACETS = {"terminal": "cli", "kind": KINDS}

# Shared files that name a game all the same, each with a reason.
MAY_NAME_A_GAME: dict[str, str] = {
    "games/__init__.py": "the register of games",
    "game/__init__.py": "for the type checker: what new_game returns for each game",
    "batch/kernels.py": "for the type checker: the names that loops are bound to",
    "search/kernels.py": "for the type checker: the names that loops are bound to",
    "encoding/actions.py": "for the type checker: the names that loops are bound to",
    "envs/open_spiel.py": "OpenSpiel wants a class per game",
    "cli/play.py": "a command per game, each with its own options",
    "cli/bench/subjects.py": "what is measured is chosen by hand",
}


@dataclass(frozen=True)
class Place:
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Import:
    part: str
    target: str
    where: Place
    waits: bool
    games: tuple[str | None, str | None]  # whose folder the import stands in, and whose it names


def part_of(names: tuple[str, ...]) -> str:
    """The part a dotted name belongs to: ("mirabilia", "games", "duel", "rules", "apply") is in "rules"."""
    if names[1:2] == ("games",):
        facet = names[3] if len(names) > 3 else KINDS
        return FACETS.get(facet, facet)
    return names[1] if len(names) > 1 else ROOT


def game_of(names: tuple[str, ...]) -> str | None:
    """The game whose folder a dotted name is in."""
    return names[2] if names[1:2] == ("games",) and len(names) > 2 and names[2] != "kind" else None


def is_type_checking(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )


def import_nodes(node: ast.AST, waits: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Every import below `node`, and whether it waits instead of running when the module is loaded."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node, waits
    elif isinstance(node, ast.If) and is_type_checking(node.test):
        for child in node.body:
            yield from import_nodes(child, True)
        for child in node.orelse:
            yield from import_nodes(child, waits)
    else:
        inside = waits or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for child in ast.iter_child_nodes(node):
            yield from import_nodes(child, inside)


def targets(
    node: ast.Import | ast.ImportFrom, package: tuple[str, ...], parts: set[str]
) -> set[tuple[str, str | None]]:
    """The parts that one import statement in a module of `package` names, each with the game it belongs to."""
    if isinstance(node, ast.Import):
        names = [tuple(alias.name.split(".")) for alias in node.names]
        return {(part_of(name), game_of(name)) for name in names if name[0] == PACKAGE}
    stem = tuple(node.module.split(".")) if node.module else ()
    base = package[: len(package) - node.level + 1] + stem if node.level else stem
    if base[:1] != (PACKAGE,):
        return set()
    if game_of(base) and len(base) == 3:  # `from mirabilia.games.duel import rules`
        return {(part_of((*base, alias.name)), game_of(base)) for alias in node.names}
    if len(base) > 1:
        return {(part_of(base), game_of(base))}
    # `from mirabilia import x`: x is a part, or something the package itself hands out.
    return {(alias.name if alias.name in parts else ROOT, None) for alias in node.names}


def imports_below(source: Path) -> Iterator[Import]:
    parts = {path.stem for path in source.iterdir() if path.is_dir() or path.suffix == ".py"} | set(RANK)
    for path in sorted(source.rglob("*.py")):
        inner = path.relative_to(source)
        module = (PACKAGE, *inner.with_suffix("").parts)
        for node, waits in import_nodes(ast.parse(path.read_text(encoding="utf-8"), str(path))):
            package = module[:-1]
            for target, game in sorted(targets(node, package, parts), key=str):
                place = Place(f"{PACKAGE}/{inner.as_posix()}", node.lineno)
                yield Import(
                    part_of(package if inner.name == "__init__.py" else module),
                    target,
                    place,
                    waits,
                    (game_of(module), game),
                )


def violations(source: Path) -> list[str]:
    """One readable line for every import that goes the wrong way."""
    found = []
    for item in imports_below(source):
        unknown = sorted({item.part, item.target} - set(RANK))
        if unknown:
            found.append(f"{item.where}: no layer for {', '.join(unknown)}; give it one in LAYERS")
        elif wrong := game_fault(item):
            found.append(f"{item.where}: {wrong}")
        elif RANK[item.target] <= RANK[item.part] or (item.part == KINDS and item.waits):
            continue
        elif not item.waits:
            found.append(f"{item.where}: {item.part} must not import {item.target}, a later layer")
        elif (item.part, item.target) not in MAY_WAIT:
            found.append(
                f"{item.where}: {item.part} imports {item.target}, a later layer, inside a function or for "
                "types only; that needs an entry with a reason in MAY_WAIT"
            )
    return found


def game_fault(item: Import) -> str | None:
    """What is wrong with naming a game here, if anything is."""
    here, named = item.games
    if named is None or here == named or item.where.file.removeprefix(f"{PACKAGE}/") in MAY_NAME_A_GAME:
        return None
    if here is None:
        return f"{item.part} is shared and must not name {named}: ask its kind, or give a reason in MAY_NAME_A_GAME"
    return f"{here} must not import anything of {named}"


def plant(folder: Path, files: dict[str, str]) -> Path:
    """A fake package with these files."""
    source = folder / PACKAGE
    for name, text in {"__init__.py": "", **files}.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return source


def test_imports_go_one_way() -> None:
    assert list(SOURCE.rglob("*.py")), f"nothing to check under {SOURCE}"
    found = violations(SOURCE)
    assert not found, "imports go the wrong way:\n  " + "\n  ".join(found)


@pytest.mark.parametrize(
    ("file", "text", "part", "target"),
    [
        ("catalog/load.py", "import mirabilia.engine\n", "catalog", "engine"),
        ("games/duel/catalog.py", "import json, mirabilia.games.duel.rules as duel\n", "catalog", "rules"),
        ("games/duel/rules/apply.py", "from mirabilia.games.duel import bots\n", "rules", "bots"),
        ("games/duel/kind.py", "from mirabilia.games.duel import bots\n", "games", "bots"),
        ("games/duel/bots/search.py", "from mirabilia.games.duel.terminal import board\n", "bots", "cli"),
        ("catalog/load.py", "from mirabilia.game import Game\n", "catalog", "game"),
        ("catalog/load.py", "from mirabilia import game\n", "catalog", "game"),
        ("catalog/__init__.py", "from ..engine import rng\n", "catalog", "engine"),
        ("games/duel/rules/apply.py", "from ....record import Record\n", "rules", "record"),
        ("game.py", "from . import record\n", "game", "record"),
        ("game.py", "try:\n    from .bots import search\nexcept ImportError:\n    pass\n", "game", "bots"),
        ("record/read.py", "class A:\n    from mirabilia.cli import main\n", "record", "cli"),
        ("record/read.py", "from mirabilia import new_game\n", "record", ROOT),
        ("__init__.py", "from mirabilia.bots import choose\n", ROOT, "bots"),
        ("bots/search.py", "from mirabilia.arena import match\n", "bots", "arena"),
        ("server/app.py", "from ..cli import main\n", "server", "cli"),
        ("bots/search.py", "def f():\n    import mirabilia.server\n", "bots", "server"),
        ("rules/state.py", "if TYPE_CHECKING:\n    from mirabilia.game import Game\n", "rules", "game"),
        (
            "rules/state.py",
            "import mirabilia.errors\n\n\nasync def f():\n    import mirabilia\n",
            "rules",
            ROOT,
        ),
    ],
)
def test_a_planted_violation_is_found(tmp_path: Path, file: str, text: str, part: str, target: str) -> None:
    found = violations(plant(tmp_path, {file: text}))
    assert len(found) == 1
    assert found[0].startswith(f"{PACKAGE}/{file}:")
    assert f"{part} must not import {target}," in found[0] or f"{part} imports {target}," in found[0]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (
            "games/duel/rules/apply.py",
            "from mirabilia.catalog import cards\nfrom . import state\nfrom .. import catalog\n",
        ),
        (
            "__init__.py",
            "from .record import Record\nfrom .game import Game\nfrom .errors import IllegalMove\n",
        ),
        ("bots/search.py", "import mirabilia\nfrom mirabilia import new_game, catalog\n"),
        ("server/tables.py", "from mirabilia.protocol import hello\n"),
        ("cli/__init__.py", "from mirabilia.server import app\n"),
        ("__main__.py", "from mirabilia.cli import main\n"),
        ("catalog/load.py", "import numpy\nfrom rules import anything\nimport mirabilia_other.cli\n"),
        ("game.py", "class Game:\n    def record(self):\n        from mirabilia.record import Record\n"),
        ("game.py", "if typing.TYPE_CHECKING:\n    from .record import Record\n"),
    ],
)
def test_allowed_imports_pass(tmp_path: Path, file: str, text: str) -> None:
    assert violations(plant(tmp_path, {file: text})) == []


def test_a_waiting_import_on_the_list_must_really_wait(tmp_path: Path) -> None:
    text = "if TYPE_CHECKING:\n    pass\nelse:\n    from mirabilia.record import Record\n"
    assert len(violations(plant(tmp_path, {"game.py": text}))) == 1


def test_a_part_without_a_layer_is_reported(tmp_path: Path) -> None:
    files = {"novelty/__init__.py": "", "cli.py": "from mirabilia import novelty\n"}
    found = violations(plant(tmp_path, files))
    assert found == ["mirabilia/cli.py:1: no layer for novelty; give it one in LAYERS"]


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("games/duel/rules/apply.py", "from mirabilia.games.wonders.catalog import FILE\n", "duel must not import"),
        ("games/duel/rules/apply.py", "from ...wonders import catalog\n", "duel must not import"),
        ("study/judge.py", "def f():\n    from mirabilia.games.duel import rules\n", "study is shared"),
        ("game/schema.py", "import mirabilia.games.wonders.game.view\n", "game is shared"),
    ],
)
def test_a_game_named_by_others_is_found(tmp_path: Path, file: str, text: str, said: str) -> None:
    found = violations(plant(tmp_path, {file: text}))
    assert len(found) == 1 and said in found[0]


def test_files_that_may_name_a_game_do() -> None:
    naming = {item.where.file.removeprefix(f"{PACKAGE}/") for item in imports_below(SOURCE) if item.games[1]}
    assert set(MAY_NAME_A_GAME) <= naming and all(MAY_NAME_A_GAME.values())


def test_waiting_imports_have_reasons_and_are_needed() -> None:
    for (part, target), reason in MAY_WAIT.items():
        assert reason.strip()
        assert RANK[target] > RANK[part], f"{part} may import {target} anyway"
