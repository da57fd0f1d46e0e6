"""The ground the project stands on: files fit for any machine, exact pins, one command for each thing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Written so that this file does not match its own patterns.
FORBIDDEN = {
    "a registry host": re.compile(r"pypi\.org|files\.pythonhosted\.org|registry\.npmjs\.org"),
    # Not after a letter, dot or slash: docs/work/ and ~/work/ are no machine's own path.
    "a path of one machine": re.compile(r"(?:(?<![\w./~})-])|(?<=file://))/(?:root|work|home|Users)/|[A-Z]:\\Users\\"),
}
NOT_OURS = {".git", ".venv", "build", "dist", "node_modules", "__pycache__", ".hypothesis"}


def project_files() -> list[Path]:
    """What git tracks or would track; without git, whatever is there and not made by a tool."""
    try:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()
        names = [Path(name) for name in listing.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, subfolders, files in os.walk(ROOT):
            subfolders[:] = [name for name in subfolders if name not in NOT_OURS and not name.endswith("_cache")]
            names += [(Path(folder) / name).relative_to(ROOT) for name in files]
    return sorted({name for name in names if (ROOT / name).is_file()})


def offences(text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), 1):
        for what, pattern in FORBIDDEN.items():
            if match := pattern.search(line):
                yield f"line {number}: {what}: {match[0]}"


def normal(name: str) -> str:
    """The one spelling under which an index knows a package."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> list[tuple[str, str]]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition("==") for line in lines if line.strip() and not line.startswith("#")]
    return [(normal(name), version) for name, _, version in pairs]


def test_no_file_names_a_registry_or_a_machine() -> None:
    files = project_files()
    assert Path("pyproject.toml") in files
    found = []
    for name in files:
        data = (ROOT / name).read_bytes()
        if b"\0" not in data:  # pictures and fonts hold no addresses
            found += [f"{name}, {offence}" for offence in offences(data.decode("utf-8", "replace"))]
    assert not found, "only the project itself belongs into its files:\n  " + "\n  ".join(found)


@pytest.mark.parametrize(
    "parts",
    [
        ("https://", "pypi", ".org/simple"),
        ("https://files", ".pythonhosted.org/packages/x.whl"),
        ('"resolved": "https://registry', ".npmjs.org/preact"),
        ("cd /", "root/project"),
        ('"/', 'work/main"'),
        ("PATH=/", "home/me/bin"),
        ("file:///", "home/me/a"),
        ("C:", "\\Users\\me"),
    ],
)
def test_planted_offences_are_found(parts: tuple[str, ...]) -> None:
    assert list(offences("fine\n" + "".join(parts)))


@pytest.mark.parametrize("text", ["docs/work/plan.md", "~/work/x", "$HOME/work/x", "../home/x", "the root/leaf"])
def test_relative_paths_are_fine(text: str) -> None:
    assert not list(offences(text))


def test_constraints_are_exact_pins_and_nothing_else() -> None:
    pin = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][A-Za-z0-9.+!]*")
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    odd = [line for line in lines if line and not line.startswith("#") and not pin.fullmatch(line)]
    assert not odd, f"not name==version: {odd}"
    names = [name for name, _ in pins()]
    twice = sorted({name for name in names if names.count(name) > 1})
    assert not twice, f"pinned more than once: {twice}"


def test_everything_the_project_asks_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = project["build-system"]["requires"] + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        asked += extra
    names = {normal(match[0]) for line in asked if (match := re.match(r"[\w.-]+", line))}
    missing = names - {name for name, _ in pins()} - {"mirabilia"}  # extras that bring others along
    assert not missing, f"no pin for {sorted(missing)}"


@pytest.mark.parametrize("target", ["help", "setup", "play", "test", "test-all", "check", "bench", "clean"])
def test_make_has_the_target_and_help_lists_it(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:.*## \S", makefile, re.MULTILINE)
    phony = re.search(r"^\.PHONY:(.*)$", makefile, re.MULTILINE)
    assert phony and target in phony[1].split(), f"{target} is not a file: it belongs into .PHONY"


def test_continuous_integration_can_be_run() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "set -euo pipefail" in script.read_text(encoding="utf-8")


def test_the_wheel_carries_the_package_with_its_data(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    data = {path.relative_to(source).as_posix() for path in source.glob("mirabilia/games/*/catalog.toml")}
    assert data and data | {"mirabilia/__init__.py", "mirabilia/py.typed"} <= inside
    assert not [name for name in inside if "__pycache__" in name]


def test_a_wheel_without_the_page_says_why(tmp_path: Path) -> None:
    source = tmp_path / "clone"
    for name in ("pyproject.toml", "README.md", "LICENSE", "scripts/wheel_hook.py", "src/mirabilia/__init__.py"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")]
    without = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert without.returncode == 0, without.stderr
    assert "no web page" in without.stderr and "scripts/build-page" in without.stderr
    page = source / "src" / "mirabilia" / "server" / "static" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<p>a page")
    built = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert built.returncode == 0 and "no web page" not in built.stderr
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    assert "mirabilia/server/static/index.html" in zipfile.ZipFile(wheel).namelist()
