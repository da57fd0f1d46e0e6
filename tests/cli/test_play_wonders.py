"""7 Wonders in the terminal: whole games for two to seven players, payments, the Free City, and how the table looks."""

from __future__ import annotations

import random
import re

import pytest

import mirabilia
from mirabilia.game.quote import Why
from mirabilia.games.wonders.terminal import story, texts
from mirabilia.games.wonders.terminal.screen import SCREEN


@pytest.mark.parametrize("players", [2, 4, 7])
def test_a_whole_game_by_numbers(run, tmp_path, players):
    file = tmp_path / "game.record"
    done = run("play", "wonders", "--players", players, "--seed", 3, "--record", file, answers="1\n" * 120)
    assert done.code == 0, done.err
    assert max(len(line) for line in done.out.splitlines() if str(file) not in line) <= 100
    assert re.search(rf"^Total( +-?\d+){{{players}}}$", done.out, re.MULTILINE)
    assert mirabilia.read_record(file.read_text()).verify().over
    assert ("Now choose a card for the Free City." in done.out) == (players == 2)


def test_boards_can_be_chosen(run):
    done = run("play", "wonders", "--players", 3, "--boards", "Rhodos:A,Gizah:B,Babylon:A", answers="")
    for board in ("Rhodes A", "Giza B", "Babylon A"):
        assert board in done.out


def test_nothing_typed_by_mistake_plays_or_breaks_anything(run):
    garbage = ["", "0", "99", "build", "build x", "stage with", "☃", "b" * 5000, "free city: discard Loom", "take back"]
    done = run("play", "wonders", "--players", 3, "--seed", 2, answers="\n".join(garbage) + "\nq\n")
    assert done.code == 0
    assert "Traceback" not in done.out + done.err
    assert "nothing to save" in done.out


def test_help_and_explanations(run):
    done = run("play", "wonders", "--players", 3, "--seed", 2, answers="?\nA\nGizah\nlighthouse\n")
    assert "this help" in done.out
    assert "The Pyramids of Giza" in done.out
    assert "Commercial buildings · Age III. Cost: stone, glass" in done.out
    assert done.widest <= 100


def positions(players, seed):
    game, chance = mirabilia.new_game("wonders", players=players, seed=seed), random.Random(seed)
    while not game.over:
        seat = game.to_act[0]
        yield game, seat
        options = game.options(seat)
        builds = [option for option in options if option.action in ("build", "stage", "free_build")]
        game.play(seat, chance.choice(builds if builds and chance.random() < 0.8 else options))


@pytest.mark.parametrize("players", [2, 3, 7])
def test_every_screen_fits_100_columns_and_45_rows_and_numbers_every_option(players):
    names = ["Guest", *(f"Bot {seat}" for seat in range(1, players))]
    several = 0
    for game, seat in positions(players, 1):
        board = SCREEN.board(game, seat, names, [])
        lines, choices = SCREEN.choices(game, seat, names)
        ways = [SCREEN.ways_to_pay(game, seat, names, choice) for choice in choices if len(choice) > 1]
        several += len(ways)
        everything = board + lines + [line for way in ways for line in way]
        assert max(line.cell_len for line in everything) <= 100
        assert len(board) + len(lines) + 1 <= 45
        listed = [option.text for choice in choices for option in choice]
        assert sorted(listed) == sorted(option.text for option in game.options(seat))
    assert several, "no position with several ways to pay was looked at"


def test_a_payment_is_asked_for_and_can_be_given_up(run, tmp_path):
    names, file = ["Guest", "Bot 1", "Bot 2"], tmp_path / "paid.record"
    for game, seat in positions(3, 1):  # to a turn in which something can be paid in several ways
        choices = SCREEN.choices(game, 0, names)[1] if seat == 0 else []
        number = next((n for n, choice in enumerate(choices, 1) if len(choice) > 1), None)
        if number is not None:
            break
    file.write_text(game.record().dumps(), encoding="utf-8")
    done = run("play", "wonders", "--resume", file, answers=f"{number}\nnonsense\n\n{number}\n2\nq\n")
    assert done.code == 0, done.err
    assert done.out.count("How do you pay?") == 2
    assert "Type a number from 1 to" in done.out
    moves = mirabilia.read_record(file.read_text()).moves
    assert (0, choices[number - 1][1].text) in moves[len(game.moves) :]


def test_hidden_cards_stay_hidden():
    for game, seat in positions(4, 5):
        told = "\n".join(line.plain for line in story.draw(game.log(seat), ["S0", "S1", "S2", "S3"]))
        for entry in story.last_turn(game.log(None)):
            if entry["event"] in ("stage", "discarded") and entry["city"] != seat:
                assert re.search(rf"S{entry['city']} (builds stage \d of|discards a card and)", told, re.MULTILINE)


@pytest.mark.parametrize("edition", [1, 2])
def test_every_card_and_stage_has_words(edition):
    for card in texts.cards_of(edition).values():
        assert 0 < len(texts.effect_short(card.effect)) <= 17, card.name
        assert texts.effect_long(card.effect), card.name
        assert len(texts.cost_text(card.cost, 21)) <= 21, card.name
    for board in texts.boards_of(edition).values():
        for side in "AB":
            for stage in board.stages(side):
                assert 0 < len(texts.effect_short(stage.effect)) <= 15, board.city
                assert len(texts.cost_text(stage.cost, 10)) <= 11, board.city


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ({"key": "coins_short", "short": 2}, "short 2¢"),
        ({"key": "missing_goods", "goods": {"ore": 2, "glass": 1}}, "no 2 ore, glass"),
        ({"key": "already_built"}, "have it"),
        ({"key": "no_stage_left"}, "complete"),
    ],
)
def test_reasons_in_words(why, words):
    assert texts.reason(Why(**why)) == words


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ({"pay": [0, 0], "bank": 0}, "free"),
        ({"pay": [0, 0], "bank": 1}, "1¢"),
        ({"pay": [2, 0]}, "2¢ ←2"),
        ({"pay": [2, 3], "bank": 1}, "6¢ ←2 →3"),
    ],
)
def test_payments_in_words(option, words):
    assert texts.payment(option) == words


def test_a_card_held_twice_is_counted(run):
    hand = mirabilia.new_game("wonders", players=4, seed=5).view(0)["hand"]
    twice = [card for card in hand if hand.count(card) == 2]
    assert len(hand) == 7 and twice
    assert f"{twice[0]} ×2" in run("play", "wonders", "--players", 4, "--seed", 5).out
