"""The entry: help, version, errors as one line, and a start that loads nothing heavy."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import mirabilia
from mirabilia.cli import extra_with

ROOT = Path(__file__).parents[2]
COMMANDS = ("play", "replay", "verify", "new-deal", "build-core", "doctor", "bench")


def test_version(run):
    assert run("--version").out.split() == ["mirabilia", mirabilia.__version__]


def test_help_names_every_command(run):
    done = run("--help")
    assert done.code == 0
    for command in COMMANDS:
        assert f" {command} " in done.out


@pytest.mark.parametrize("words", [*[(name,) for name in COMMANDS], ("play", "duel"), ("play", "wonders")])
def test_every_command_explains_itself(run, words):
    done = run(*words, "--help")
    assert done.code == 0
    assert "Usage: mirabilia" in done.out
    assert done.widest <= 80


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("play", "chess"),
        ("play", "duel", "--seat", "2"),
        ("play", "wonders", "--players", "8"),
        ("play", "duel", "--seed", "x"),
        ("bench", "--runs", "0"),
        ("replay",),
    ],
)
def test_wrong_usage_is_code_2(run, words):
    done = run(*words)
    assert done.code == 2
    assert "Traceback" not in done.err + done.out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("new-deal", "duel", "--players", "3"), "7 Wonders Duel is for 2 players"),
        (("new-deal", "wonders", "--boards", "Rhodos"), "--boards"),
        (("new-deal", "wonders", "--first-game"), "first_game_wonders"),
        (("replay", "/nowhere/at/all"), "There is no file"),
        (("play", "duel", "--resume", "/nowhere/at/all"), "There is no file"),
        (("play", "duel", "--bot", "no such bot"), "no such bot"),
        (("play", "wonders", "--players", "3", "--seat", "5"), "no seat 5"),
        (("bench", "duel", "--players", "3"), "--players"),
    ],
)
def test_errors_are_one_clear_line(run, words, part):
    done = run(*words)
    assert done.code == 2
    assert part in done.err
    assert done.err.startswith("mirabilia: ") and done.err.count("\n") == 1


def test_a_fault_of_ours_is_one_line_too_unless_debugging(run, monkeypatch):
    def broken(files, as_json):
        raise RuntimeError("surprise")

    monkeypatch.setattr("mirabilia.cli.verify.run", broken)
    done = run("verify", "x")
    assert done.code == 2
    assert "RuntimeError: surprise" in done.err and done.err.count("\n") == 1
    monkeypatch.setenv("MIRABILIA_DEBUG", "1")
    with pytest.raises(RuntimeError, match="surprise"):
        run("verify", "x")


def test_help_loads_nothing_heavy():
    program = (
        "import sys; from mirabilia.cli import main; main(['--help']);"
        "heavy = {'numba', 'numpy', 'llvmlite'} & set(sys.modules); sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# Each extra: a package without which it is not there, and a command that needs it.
NEEDS = {
    "cli": [("typer", ["--help"]), ("rich", ["--help"]), ("babel", ["doctor"]), ("platformdirs", ["play", "duel"])],
    "server": [("fastapi", ["serve"]), ("sqlalchemy", ["export", "x.zip"]), ("httptools", ["serve"])],
    "postgres": [("psycopg", ["serve"]), ("psycopg", ["admin", "tables"])],
    "cluster": [("ray", ["arena", "--bots", "random,random", "--games", "2", "--ray", "auto"])],
    "rl": [("pyarrow", ["dataset", "duel", "--folder", "x"])],
    "train": [("torch", ["train", "duel", "--folder", "x", "--device", "cuda"])],
}
WITHOUT = """
import importlib.machinery, sys

class Without:
    @staticmethod
    def find_spec(name, path=None, target=None):
        hidden = name.partition(".")[0] == {package!r}
        return None if hidden else importlib.machinery.PathFinder.find_spec(name, path, target)

sys.meta_path[:] = [Without if one is importlib.machinery.PathFinder else one for one in sys.meta_path]
from mirabilia.cli import main
sys.exit(main({words!r}))
"""


@pytest.mark.parametrize(
    ("extra", "package", "words"),
    [(extra, package, words) for extra, cases in NEEDS.items() for package, words in cases],
)
def test_a_missing_extra_is_named_in_one_sentence(extra, package, words, tmp_path):
    home = {name: value for name, value in os.environ.items() if name != "MIRABILIA_DATA_DIR"}
    home |= {"HOME": str(tmp_path), "MIRABILIA_PLAIN": "1"}
    if extra == "postgres":
        home["MIRABILIA_DATABASE_URL"] = "postgresql://nobody@127.0.0.1:1/nothing"
    program = WITHOUT.format(package=package, words=words)
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=home,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 2, done.stderr
    assert f"pip install 'mirabilia[{extra}]'" in done.stderr
    assert done.stderr.startswith("mirabilia: ") and done.stderr.count("\n") == 1


def test_every_package_of_an_extra_leads_to_it():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    called = {"open-spiel": "pyspiel"}  # to be imported by another name than it is installed by
    for extra, wanted in extras.items():
        names = {re.match(r"[A-Za-z0-9_.-]+", line)[0].lower().replace("_", "-") for line in wanted} - {"mirabilia"}
        for name in names if extra != "dev" else ():
            assert extra_with(called.get(name, name.replace("-", "_"))) == extra, name
    assert extra_with("numpy.linalg") is None and extra_with(None) is None


def test_the_catalog_is_json_for_other_languages(run):
    done = run("catalog", "--json")
    data = json.loads(done.out)
    assert {"duel", "wonders"} == set(data) and any(card["name"] == "Baths" for card in data["duel"]["cards"])
    assert "Baths" in run("catalog", "duel").out
