"""Commands for tool builders: what they print for programs, and what they say when something cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot_scripts import command
from mirabilia import read_record, read_records
from mirabilia.bots import BOT_NAMES
from mirabilia.study.puzzles import all_puzzles


def test_bots_as_json(run):
    told = json.loads(run("bots", "--json").out)
    assert [bot["name"] for bot in told["bots"]] == list(BOT_NAMES)
    easy = next(bot for bot in told["bots"] if bot["name"] == "easy")
    assert easy["level"] and easy["games"]["duel"]["rating"] == {"elo": 1000, "interval": 0, "or_less": False}
    assert easy["games"]["wonders"]["edition_ratings"]["2"] == easy["games"]["duel"]["rating"]
    assert "edition_ratings" not in easy["games"]["duel"]
    assert set(told["networks"]) == {"duel", "wonders"}


def test_puzzles_as_json_and_as_lines(run):
    told = json.loads(run("puzzles", "list", "wonders", "--json").out)
    assert {puzzle["name"] for puzzle in told} == {puzzle.name for puzzle in all_puzzles("wonders")}
    assert all(puzzle["answer"] for puzzle in told)
    lines = run("puzzles", "list", "duel", "--theme", "win_now").out.splitlines()
    assert len(lines) == sum(puzzle.theme == "win_now" for puzzle in all_puzzles("duel"))


def test_a_failed_check_shows_the_line_sent_and_what_came_back(run):
    done = run("protocol-check", command("wrong_id", 2))
    assert done.code == 1
    sent = next(line for line in done.out.splitlines() if "sent: " in line)
    assert '"type":"request"' in sent
    assert any("came back: {" in line and '"type": "answer"' in line for line in done.out.splitlines())


def test_a_check_as_json(run):
    done = run("protocol-check", "--json", command("dies_at_start"))
    (finding,) = json.loads(done.out)
    assert done.code == 1 and not finding["ok"]
    assert "no configuration found" in finding["exchange"]["errors"] and "hello" in finding["exchange"]["sent"]


def test_the_arena_keeps_records_of_all_games(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("arena", "duel", "--bots", "random,random", "--games", "2", "--jobs", "0", "--records", "all.records")
    assert done.code == 0, done.err
    records = read_records((tmp_path / "all.records").read_text(encoding="utf-8"))
    assert len(records) == 2 and all(record.verify().over for record in records)
    assert {records[0].tags["seat0"], records[0].tags["seat1"]} == {"random", "random#2"}


def test_the_game_is_an_argument(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("arena", "wonders", "--bots", "random,random", "--games", "3", "--jobs", "0")
    assert done.code == 0 and "7\u00a0Wonders, 3" in done.out
    assert run("arena", "--game", "wonders", "--bots", "random,random").code == 2


def test_a_wrong_result_is_named_by_what_differs(run, duel_record, tmp_path):
    text = duel_record.read_text(encoding="utf-8")
    total = read_record(text).result.scores[0]["total"]
    wrong = tmp_path / "wrong.record"
    lines = [
        line.replace(f"total {total}", f"total {total + 1}") if line.strip().startswith("score 0") else line
        for line in text.splitlines()
    ]
    wrong.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run("verify", wrong)
    assert done.code == 1 and f"seat 0 total: stated {total + 1}, played {total}" in done.err
    assert "{" not in done.err


@pytest.mark.parametrize(("game", "word", "names"), [("duel", "clay", "Clay Pool"), ("wonders", "guild", "Guild")])
def test_a_word_of_several_names_is_asked_back(run, game, word, names):
    done = run("play", game, "--seed", "3", "--bot", "random", answers=f"{word}\nq\n")
    line = next(line for line in done.out.splitlines() if "could be" in line)
    assert names in line and "not possible" not in done.out


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_hint_and_why_say_what_is_best(run, game, monkeypatch):
    monkeypatch.setattr("mirabilia.games.duel.study.HINT", 20)
    monkeypatch.setattr("mirabilia.games.wonders.study.HINT", 20)
    done = run("play", game, "--seed", "3", "--bot", "random", answers="hint\nwhy\nq\n")
    assert done.code == 0 and done.out.count("chance of winning") >= 3
    assert "hint" in run("play", game, "--seed", "3", "--bot", "random", answers="?\nq\n").out


def test_training_refuses_another_seed(run, tmp_path):
    (tmp_path / "settings.json").write_text(json.dumps({"game": "duel", "minutes": 1.0, "seed": 4}), encoding="utf-8")
    done = run("train", "duel", "--folder", tmp_path, "--seed", "5")
    assert done.code == 2 and "holds a run with the seed 4, not 5" in done.err and "leave out --seed" in done.err


def test_a_data_set_that_cannot_be_written_is_one_clear_line(run, tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "file").write_text("")
    done = run("dataset", "duel", "--folder", tmp_path / "file" / "x", "--games", "2", "--jobs", "0")
    assert done.code == 2 and "cannot write into" in done.err and "unexpected" not in done.err.lower()


def test_what_a_preset_decides_cannot_be_set_beside_it(run, tmp_path):
    done = run("dataset", "duel", "--folder", tmp_path / "set", "--preset", "standard", "--seed", "1", "--think", "5")
    assert done.code == 2 and "“standard” decides --seed, --think" in done.err
    assert not (tmp_path / "set").exists()


def test_own_bots_are_named_by_their_place(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    example = Path(__file__).parents[2] / "examples" / "bots" / "own_bot.py"
    done = run("arena", "duel", "--bots", f"random,mine=py:{example}:Builder", "--games", "2", "--jobs", "0")
    assert done.code == 0, done.err
    assert "mine" in done.out
