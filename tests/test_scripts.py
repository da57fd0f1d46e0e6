"""Scripts that nothing else runs: each one loads, and says what it is for."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTS = {path.name for path in (ROOT / "scripts").iterdir() if path.is_file()}
PYTHON = sorted(name for name in SCRIPTS if "python3" in (ROOT / "scripts" / name).read_text("utf-8").split("\n")[0])
WITH_OPTIONS = [name for name in PYTHON if "argparse" in (ROOT / "scripts" / name).read_text("utf-8")]


@pytest.mark.parametrize("name", WITH_OPTIONS)
def test_a_script_explains_itself(name: str) -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / name, "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "usage:" in done.stdout, done.stderr


@pytest.mark.parametrize("name", PYTHON)
def test_every_module_that_a_script_imports_exists(name: str) -> None:
    """What `--help` may not reach: imports inside functions."""
    tree = ast.parse((ROOT / "scripts" / name).read_text("utf-8"))
    wanted = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom | ast.Import)]
    names = {node.module for node in wanted if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in wanted if isinstance(node, ast.Import) for alias in node.names}
    missing = [
        module
        for module in names
        if module and module.startswith("mirabilia") and not _exists(ROOT / "src" / module.replace(".", "/"))
    ]
    assert not missing


def _exists(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()
