"""The entry: help, version, errors as one line, and a start that loads nothing heavy."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import mirabilia

COMMANDS = ("play", "replay", "verify", "new-deal", "warmup", "doctor", "bench")


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


def test_a_missing_extra_is_named_in_one_sentence():
    program = (
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in ('typer', 'rich'):\n"
        "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "from mirabilia.cli import main\n"
        "sys.exit(main(['--help']))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "pip install 'mirabilia[cli]'" in done.stderr


def test_the_catalog_is_json_for_other_languages(run):
    done = run("catalog", "--json")
    data = json.loads(done.out)
    assert {"duel", "wonders"} == set(data) and any(card["name"] == "Baths" for card in data["duel"]["cards"])
    assert "Baths" in run("catalog", "duel").out
