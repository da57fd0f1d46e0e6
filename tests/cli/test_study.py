"""`mirabilia analyse` and `mirabilia puzzles`: what they print, write, ask and refuse."""

from __future__ import annotations

import json

import pytest

from mirabilia.record import read_record
from mirabilia.study.annotating import notes_of
from mirabilia.study.puzzles import all_puzzles
from study_games import finished, shortened


@pytest.fixture(scope="module")
def record():
    return finished("duel", 2, 3, "easy").record(seat0="Anna", seat1="Bela")


@pytest.fixture
def file(record, tmp_path):
    path = tmp_path / "game.record"
    path.write_text(record.dumps(), encoding="utf-8")
    return path


def test_a_game_is_told_in_words_and_in_its_record(run, file, record, tmp_path):
    out = tmp_path / "with-comments.record"
    done = run("analyse", str(file), "--simulations", "40", "--annotate", str(out), "--lang", "en")
    assert done.code == 0, done.err
    assert "Anna: accuracy" in done.out and "Bela: accuracy" in done.out
    assert "Better: " in done.out
    again = read_record(out.read_text(encoding="utf-8"))
    again.verify()
    assert (again.deal, again.moves, again.result) == (record.deal, record.moves, record.result)
    notes = notes_of(again)
    assert set(notes) == set(range(len(record.moves)))
    told = json.loads(run("analyse", str(file), "--simulations", "40", "--json").out)
    for moment in told["moments"]:
        note = notes[moment["number"]]
        assert (note.chance, note.loss) == pytest.approx((moment["chance"], moment["loss"]), abs=0.001)
        assert note.label == moment["label"]
        assert (note.better is not None) == (moment["label"] in ("slip", "mistake", "blunder"))


@pytest.mark.parametrize("language", ["et", "ru", "tr", "nb"])
def test_every_language_tells_it(run, file, language):
    done = run("analyse", str(file), "--simulations", "4", "--lang", language)
    assert done.code == 0, done.err
    assert "{" not in done.out and "accuracy" not in done.out


def test_mistakes_are_tried_again(run, file):
    done = run("analyse", str(file), "--simulations", "40", "--learn", "--lang", "en", answers="!\n" * 80)
    assert done.code == 0, done.err
    assert "The answer: " in done.out and "Solved at the first attempt: 0 of " in done.out
    left = run("analyse", str(file), "--simulations", "40", "--learn", "--lang", "en", answers="q\n")
    assert left.code == 0 and "The answer" not in left.out


def test_what_cannot_be_analysed_is_refused_in_a_sentence(run, record, tmp_path):
    unfinished = tmp_path / "unfinished.record"
    unfinished.write_text(shortened(record, 20).dumps(), encoding="utf-8")
    damaged = tmp_path / "damaged.record"
    damaged.write_text(record.dumps().replace("end ", "end 1"), encoding="utf-8")
    foreign = tmp_path / "foreign.txt"
    foreign.write_text("1. e4 e5", encoding="utf-8")
    for path in (unfinished, damaged, foreign, tmp_path / "nothing"):
        done = run("analyse", str(path), "--lang", "en")
        assert done.code != 0 and done.out == "" and len(done.err.strip().splitlines()) == 1
    assert "no seat 5" in run("analyse", str(tmp_path / "unfinished.record"), "--seat", "5", "--lang", "en").err


def test_puzzles_are_solved_and_remembered(run, tmp_path):
    answers = {puzzle.name: puzzle.answer for puzzle in all_puzzles("duel")}
    done = run("puzzles", "play", "--count", "1", "--lang", "en", answers="!\n")
    assert done.code == 0, done.err
    kept = json.loads((tmp_path / "data" / "puzzles.json").read_text(encoding="utf-8"))["duel"]
    (seen,) = kept["seen"]
    assert answers[seen] in done.out and kept["rating"]["rating"] < 1200 and kept["streak"] == 0
    wrong = run("puzzles", "play", "duel", "--theme", "pay", "--lang", "en")
    assert wrong.code != 0 and "no puzzles on “pay”" in wrong.err


def test_puzzles_are_made_from_records(run, file, tmp_path):
    out = tmp_path / "more.jsonl.gz"
    done = run("puzzles", "make", "duel", "--out", str(out), "--count", "1", "--records", str(file))
    assert done.code == 0, done.err
    assert out.exists()
