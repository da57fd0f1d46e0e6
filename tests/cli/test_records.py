"""`replay`, `verify` and `new-deal`."""

from __future__ import annotations

import json

import pytest

import mirabilia
from mirabilia.record import Record, commitment


def test_replay_tells_every_move_and_the_score(run, duel_record):
    record = mirabilia.read_record(duel_record.read_text())
    done = run("replay", duel_record)
    assert done.code == 0 and done.widest <= 80
    assert f"{len(record.moves):>4} " in done.out
    assert f"{record.result.scores[0]['total']:>11}" in done.out
    for age in ("Age I", "Age II", "Age III"):
        assert age in done.out


def test_replay_of_wonders(run, wonders_record):
    record = mirabilia.read_record(wonders_record.read_text())
    done = run("replay", wonders_record)
    assert done.code == 0 and done.widest <= 100
    assert record.moves[-1][1] in done.out


@pytest.mark.parametrize("at", [0, 12, 30])
def test_replay_at_a_move_shows_the_table(run, duel_record, wonders_record, at):
    for file, title in ((duel_record, "7 WONDERS DUEL"), (wonders_record, "7 WONDERS ")):
        done = run("replay", file, "--at", at, "--seat", 1)
        assert done.code == 0, done.err
        assert title in done.out and f"After move {at} of" in done.out


def test_replay_step_by_step(run, duel_record):
    done = run("replay", duel_record, "--step", answers="\n\n\nb\n20\nwhat\nq\n")
    places = [line.split()[2] for line in done.out.splitlines() if line.startswith("After move")]
    assert places == ["0", "1", "2", "3", "2", "20", "20"]


def test_replay_steps_to_the_end(run, wonders_record):
    done = run("replay", wonders_record, "--step", answers="\n" * 200)
    assert done.code == 0 and "Total" in done.out
    assert run("replay", wonders_record, "--step").code == 0  # no input at all


def test_replay_beyond_the_game(run, duel_record):
    assert "no move 999" in run("replay", duel_record, "--at", 999).err
    assert "no seat 5" in run("replay", duel_record, "--seat", 5).err


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda text: "\n".join(text.split("\n")[:30]), "line 30"),
        (lambda text: text.replace("\nmoves\n", "\nmoves\n  0 eat Baths\n", 1), "line"),
        (lambda text: text.replace("mirabilia record 1", "something else"), "line 1"),
        (lambda text: "", "line 1"),
        (lambda text: text.replace("first_player", "first_player\udcff", 1), "line 5"),
    ],
)
def test_a_damaged_record_is_one_line_with_the_place(run, tmp_path, duel_record, change, where):
    file = tmp_path / "damaged.record"
    file.write_bytes(change(duel_record.read_text()).encode("utf-8", "surrogateescape"))
    done = run("replay", file)
    assert done.code == 2
    assert str(file) in done.err and where in done.err and done.err.count("\n") == 1
    assert run("verify", file).code == 1


def test_verify_checks_the_commitment_to_the_deal(run, tmp_path):
    game = mirabilia.new_game("duel", seed=4)
    kept, broken = tmp_path / "kept.record", tmp_path / "broken.record"
    committed = commitment(game.deal, "salt")
    kept.write_text(Record.of(game, commitment=committed, nonce="salt").dumps())
    broken.write_text(Record.of(game, commitment=committed, nonce="pepper").dumps())
    done = run("verify", kept)
    assert done.code == 0 and f"deal matches its commitment ({committed})" in done.out
    done = run("verify", broken)
    assert done.code == 1 and "does not match the commitment" in done.err


def test_verify_judges_each_file(run, tmp_path, duel_record, wonders_record):
    assert run("verify", duel_record, wonders_record).code == 0
    text = duel_record.read_text()
    wrong = tmp_path / "wrong.record"
    points = mirabilia.read_record(text).result.scores[0]["total"]
    wrong.write_text(text.replace(f"total {points}", f"total {points + 1}", 1))
    done = run("verify", duel_record, wrong)
    assert done.code == 1
    assert f"ok    {duel_record}" in done.out and f"WRONG {wrong}" in done.err
    assert "1 of 2 records are correct" in done.out


def test_a_file_may_hold_several_games(run, tmp_path, duel_record, wonders_record):
    both = tmp_path / "all.records"
    both.write_text(duel_record.read_text() + wonders_record.read_text())
    done = run("verify", both)
    assert done.code == 0 and f"{both}#2" in done.out and "2 of 2 records are correct" in done.out
    assert [entry["file"] for entry in json.loads(run("verify", both, "--json").out)] == [f"{both}#1", f"{both}#2"]
    assert run("score", f"{both}#2").out == run("score", wonders_record).out
    assert run("replay", f"{both}#1").out == run("replay", duel_record).out
    for name in (both, f"{both}#0", f"{both}#3"):
        done = run("score", name)
        assert done.code == 2 and f"{both} contains games {both}#1 to {both}#2; choose one of them" in done.err


def test_records_may_come_by_standard_input(run, duel_record):
    assert run("verify", "-", answers=duel_record.read_text()).code == 0
    assert run("replay", "-", answers=duel_record.read_text().replace("\n", "\r\n")).code == 0


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (("duel",), {}),
        (("duel", "--first-game"), {"first_game_wonders": True}),
        (("wonders", "--players", "5"), {"players": 5}),
        (("wonders", "--players", "2", "--boards", "B"), {"players": 2, "boards": "B"}),
        (
            ("wonders", "--players", "3", "--boards", "Rhodos:A, Gizah:B,Babylon:A"),
            {"players": 3, "boards": [["Rhodos", "A"], ["Gizah", "B"], ["Babylon", "A"]]},
        ),
    ],
)
def test_new_deal_prints_what_new_game_deals(run, words, options):
    done = run("new-deal", *words, "--seed", 9)
    deal = json.loads(done.out)
    assert deal == mirabilia.new_game(words[0], seed=9, **options).deal
    mirabilia.from_deal(deal)


def test_new_deal_as_a_record_without_moves(run):
    done = run("new-deal", "duel", "--seed", 9, "--record")
    record = mirabilia.read_record(done.out)
    assert record.moves == () and record.deal == mirabilia.new_game("duel", seed=9).deal


def test_programs_read_json(run, duel_record):
    (verified,) = json.loads(run("verify", "--json", duel_record).out)
    assert verified["right"] is True
    replayed = json.loads(run("replay", "--json", duel_record).out)
    result = json.loads(run("score", "--json", duel_record).out)
    assert replayed["result"] == result and len(replayed["moves"]) > 50
