"""Private parts of other packages: used only in modules named for it, of packages held to versions that were tested."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "mirabilia"
# The modules that know the inside of a package.
KNOW = {"cli/typer_inside.py": "typer", "engine/build/lowering.py": "numba"}
# Names that others document: of named tuples, of `os`, of ctypes, and of Numba for those who write machine code.
DOCUMENTED = {"_asdict", "_fields", "_make", "_replace", "_exit", "_fields_", "_handle", "_getvalue"}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def own_names(trees: list[ast.Module]) -> set[str]:
    """Private names that our own code gives to something."""
    found = set()
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                if isinstance(node.ctx, ast.Store) and node.value.id == "self":
                    found.add(node.attr)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return found


def foreign(tree: ast.Module, own: set[str]) -> Iterator[tuple[int, str]]:
    """Lines that name a private part of another package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            if isinstance(node, ast.ImportFrom):
                names = [f"{node.module or ''}.{name}" for name in names] if not node.level else []
            for name in names:
                if not name.startswith("mirabilia.") and any(map(is_private, name.split("."))):
                    yield node.lineno, name
        elif isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own | DOCUMENTED:
            if not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")):
                yield node.lineno, node.attr


def test_private_parts_of_others_are_used_where_they_may_be() -> None:
    trees = {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8")) for path in SOURCE.rglob("*.py")}
    own = own_names(list(trees.values()))
    found = {file: list(foreign(tree, own)) for file, tree in trees.items()}
    assert found["cli/typer_inside.py"]
    assert not {file: lines for file, lines in found.items() if file not in KNOW and lines}


@pytest.mark.parametrize("package", sorted(set(KNOW.values())))
def test_such_a_package_is_held_to_versions_that_were_tested(package: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [line for extra in project["optional-dependencies"].values() for line in extra]
    (bounds,) = {line.removeprefix(package) for line in wanted if re.match(rf"{package}[<>=~]", line)}
    assert bounds.startswith("==") or ("<" in bounds and ">=" in bounds)
    numbers = re.findall(r"\d+(?:\.\d+)*", bounds)
    least, most = ([int(part) for part in number.split(".")] for number in (numbers[0], numbers[-1]))
    here = [int(part) for part in re.findall(r"\d+", version(package))][:3]
    assert least <= here and (here < most or bounds.startswith("=="))


def test_a_use_is_found() -> None:
    tree = ast.parse("from click._compat import x\nclass A:\n    def _mine(self): return dispatcher._cache._impl\n")
    assert [name for _, name in foreign(tree, own_names([tree]))] == ["click._compat.x", "_impl", "_cache"]
