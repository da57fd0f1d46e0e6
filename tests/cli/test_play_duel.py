"""Duel in the terminal: whole games by scripted input, anything typed by mistake, and how the table looks."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import mirabilia
from mirabilia.bots import BOT_NAMES
from mirabilia.games.duel.terminal import pyramid, texts
from mirabilia.games.duel.terminal.screen import SCREEN
from mirabilia.games.duel.terminal.texts import CARDS

NAMES = ["Guest", "Imhotep"]


@pytest.mark.parametrize(("seed", "seat"), [(1, 0), (2, 1)])
def test_a_whole_game_by_numbers(run, tmp_path, seed, seat):
    file = tmp_path / "game.record"
    done = run("play", "duel", "--seed", seed, "--seat", seat, "--record", file, answers="1\n" * 100)
    assert done.code == 0
    assert done.widest <= 80 or max(len(line) for line in done.out.splitlines() if str(file) not in line) <= 80
    assert re.search(r"^ (You have won.*!|\w+ wins.*\.|.*shared?.*) $", done.out, re.MULTILINE)
    for category in ("Military", "Civilian", "Science", "Treasury", "Total"):
        assert re.search(rf"^{category} +-?\d+ +-?\d+$", done.out, re.MULTILINE)
    game = mirabilia.read_record(file.read_text()).verify()
    assert game.over


def test_the_same_seed_gives_the_same_game(run, tmp_path):
    first, second = (
        run("play", "duel", "--seed", 3, "--record", tmp_path / "a", answers="2\n" * 100).out for _ in range(2)
    )
    assert first == second


def test_moves_can_be_typed_in_words(run):
    deal = mirabilia.new_game("duel", seed=5)
    seat = deal.to_act[0]
    wonder = deal.options(seat)[-1].get("wonder")
    done = run("play", "duel", "--seed", 5, "--seat", seat, answers=f"draft {wonder}\n")
    assert f"Guest takes the wonder {wonder}." in done.out
    part = " ".join(wonder.split()[-1:])
    done = run("play", "duel", "--seed", 5, "--seat", seat, answers=f"draft {part.lower()}\n")
    assert f"Guest takes the wonder {wonder}." in done.out


GARBAGE = ["", "   ", "0", "99", "-1", "1.5", "build", "build nothing", "☃", "a" * 5000, "1 2", "pay 1,1", "draft The"]


def test_nothing_typed_by_mistake_plays_or_breaks_anything(run, tmp_path):
    file = tmp_path / "kept.record"
    done = run("play", "duel", "--seed", 6, "--record", file, answers="\n".join(GARBAGE) + "\n")
    assert done.code == 0
    assert "Traceback" not in done.out + done.err
    assert done.out.count("\n> ") == len(GARBAGE) + 1
    mine = [move for seat, move in mirabilia.read_record(file.read_text()).moves if seat == 0]
    assert mine == []


def test_unclear_answers_say_what_is_expected(run):
    done = run("play", "duel", "--seed", 6, "--first-game", answers="99\nnonsense words\nbuild\n\n")
    assert "There is no choice 99: the numbers go from 1 to" in done.out
    assert "“nonsense words” is not possible now" in done.out
    assert "“build” what?" in done.out
    assert "Type a number from 1 to" in done.out


def test_help_and_explanations(run):
    done = run("play", "duel", "--seed", 6, "--first-game", answers="?\nA\nsphinx\nlaw\ns\n")
    assert "this help" in done.out
    assert "Taking it uncovers" in done.out
    assert "The Sphinx. 6 victory points. You take an extra turn straight away." in done.out
    assert "Law. Scientific symbol: Scales." in done.out
    assert done.out.count("7 WONDERS DUEL") == 2
    assert max(len(line) for line in done.out.splitlines() if "--resume" not in line) <= 80


def test_the_end_of_input_saves_the_game_and_it_can_be_resumed(run, tmp_path):
    done = run("play", "duel", "--seed", 7, "--first-game", answers="1\n1\n1\n")
    assert done.code == 0
    hint = re.search(r"mirabilia play duel --seat 0 --bot easy --resume (\S+)", done.out)
    assert hint and str(tmp_path) in hint[1]
    done = run("play", "duel", "--seat", 0, "--resume", hint[1], answers="1\n" * 100)
    assert done.code == 0 and "Total" in done.out
    assert mirabilia.read_record(Path(hint[1]).read_text()).verify().over
    done = run("play", "duel", "--resume", hint[1])
    assert done.code == 2 and "is finished" in done.err


def test_quitting_before_anything_was_played_saves_nothing(run, tmp_path):
    game = next(game for seed in range(9) if (game := mirabilia.new_game("duel", seed=seed)).to_act == (0,))
    seed = next(seed for seed in range(9) if mirabilia.new_game("duel", seed=seed).deal == game.deal)
    done = run("play", "duel", "--seed", seed, answers="q\n")
    assert done.code == 0 and "nothing to save" in done.out
    assert not (tmp_path / "data").exists()


def test_a_record_can_be_saved_on_the_way(run, tmp_path):
    file = tmp_path / "deep" / "er.record"
    done = run("play", "duel", "--seed", 7, "--first-game", answers=f"1\nr {file}\nr /dev/null/x\nq\n")
    assert f"Saved in {file}" in done.out
    assert "/dev/null/x" in done.out
    mirabilia.read_record(file.read_text()).verify()


def test_a_bot_of_the_bots_package_can_be_chosen(run, monkeypatch):
    import types

    asked = []

    class LastOption:
        def choose(self, view, options, limits=None):
            asked.append(view["you"])
            return options[-1].as_dict()

    module = types.ModuleType("mirabilia.bots")
    module.make_bot = lambda name, seed: LastOption()
    monkeypatch.setitem(sys.modules, "mirabilia.bots", module)
    done = run("play", "duel", "--seed", 1, "--bot", "anything", answers="1\n" * 100)
    assert done.code == 0 and "Total" in done.out
    assert set(asked) == {1}


def positions(seed):
    """Positions of a game that builds when it can, with the options chosen."""
    game, chance = mirabilia.new_game("duel", seed=seed), random.Random(seed)
    while not game.over:
        seat = game.to_act[0]
        yield game, seat
        options = game.options(seat)
        builds = [option for option in options if option.action in ("build", "wonder")]
        game.play(seat, chance.choice(builds if builds and chance.random() < 0.7 else options))


@pytest.mark.parametrize("seed", range(3))
def test_every_screen_fits_80_columns_and_40_rows_and_numbers_every_option(seed):
    for game, seat in positions(seed):
        board = SCREEN.board(game, seat, NAMES, [])
        lines, choices = SCREEN.choices(game, seat, NAMES)
        rows = [row for line in board + lines for row in line.plain.split("\n")]
        assert max(map(len, rows)) <= 80
        assert len(rows) + 3 + 1 <= 40  # three moves told, and the prompt
        listed = [option.text for choice in choices for option in choice]
        assert sorted(listed) == sorted(option.text for option in game.options(seat))


@pytest.mark.parametrize("seed", [3, 8])
def test_the_pyramid_shows_what_may_be_seen_and_nothing_else(seed):
    for game, seat in positions(seed):
        view = game.view(seat)
        picture = "\n".join(line.plain for line in pyramid.draw(view, {}, {}))
        seen = {slot["card"] for slot in view["layout"] if slot["up"]}
        for card in seen:
            assert texts.card_name(card)[:10] in picture
        for card in map(texts.card_name, {card for age in game.deal["ages"] for card in age} - seen):
            assert not re.search(rf"[┌┏]{re.escape(card)}[─━┐┓]", picture)
        backs = [slot["back"] for slot in view["layout"] if not slot["up"]]
        assert picture.count("GUILD") == backs.count("guild")
        assert len(re.findall(r"░ I+ ░", picture)) == len(backs) - backs.count("guild")


def test_every_card_has_words():
    for thing in (*texts.CATALOG.cards, *texts.CATALOG.wonders, *texts.CATALOG.tokens):
        assert texts.effect_long(thing.effect), thing.name
    for card in CARDS.values():
        assert 0 < len(texts.effect_short(card.effect)) <= 17, card.name


def test_without_unicode_the_table_is_drawn_in_ascii():
    command = [
        sys.executable,
        "-c",
        "from mirabilia.cli import main; main(['play', 'duel', '--seed', '1', '--first-game'])",
    ]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "MIRABILIA_DATA_DIR": os.devnull + "/none"}
    done = subprocess.run(command, env=environment, input=b"q\n", capture_output=True)
    assert b"Traceback" not in done.stderr
    assert b"+-" in done.stdout and b"\x1b" not in done.stdout
    done.stdout.decode("ascii")


def test_going_on_keeps_the_bot_and_the_tags(run, tmp_path):
    file = tmp_path / "game.record"
    run("play", "duel", "--seed", 7, "--bot", "greedy", "--record", file, answers="1\n1\n")
    before = mirabilia.read_record(file.read_text()).tags
    assert before["seat1"] == "bot greedy" and before["seed"] == "7"
    done = run("play", "duel", "--resume", file, answers="1\n")
    assert f"--bot greedy --resume {file}" in done.out
    assert mirabilia.read_record(file.read_text()).tags == before


def test_a_finished_game_is_saved_without_being_asked(run, tmp_path):
    done = run("play", "duel", "--seed", 7, "--bot", "random", answers="1\n" * 200)
    saved = re.search(r"Record: (\S+)", done.out)
    assert saved and mirabilia.read_record(Path(saved[1]).read_text()).verify().over


def test_without_a_bot_named_an_easy_one_plays_and_the_help_names_them_all(run, tmp_path):
    file = tmp_path / "game.record"
    run("play", "duel", "--seed", 7, "--record", file, answers="1\n")
    assert mirabilia.read_record(file.read_text()).tags["seat1"] == "bot easy"
    told = re.sub(r"[│\s]+", " ", run("play", "duel", "--help").out)
    assert all(re.search(rf"\b{name}\b", told) for name in BOT_NAMES)
