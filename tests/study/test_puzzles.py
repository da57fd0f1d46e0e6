"""Puzzles: they replay, their answers are options, they come by day and by rating, and answers move a rating."""

from __future__ import annotations

import datetime
import random

import msgspec
import pytest

from mirabilia.errors import IllegalMove
from mirabilia.study.games import study_of
from mirabilia.study.judge import SearchJudge
from mirabilia.study.making import GAP, Maker, make_puzzles, read_work
from mirabilia.study.model import Judged, Puzzle
from mirabilia.study.puzzles import (
    NoPuzzle,
    Rating,
    all_puzzles,
    answered,
    find_puzzle,
    next_puzzle,
    of_the_day,
    pack,
    position,
    rated,
)
from study_games import finished

GAMES = ("duel", "wonders")
LAST_CARDS_SEED = 28  # a game with such a puzzle


def made_up(rating: int, name: str = "duel-0") -> Puzzle:
    tries = (Judged("build Baths", 0.7, 0.0), Judged("discard Baths", 0.5, 0.2))
    return Puzzle(name, "duel", "best", "", 0, "build Baths", tries, 0.2, rating)


def check_puzzle(puzzle: Puzzle) -> None:
    game = position(puzzle)
    options = [option.text for option in game.options(puzzle.seat)]
    assert puzzle.seat in game.to_act and not game.hidden_choices
    assert puzzle.answer in options and len(options) >= 3
    assert puzzle.tries[0].move == puzzle.answer
    assert puzzle.gap >= GAP
    assert all(judged.move in options and judged.loss >= GAP for judged in puzzle.tries[1:])
    assert answered(puzzle, puzzle.answer)[0]
    wrong, judged = answered(puzzle, puzzle.tries[-1].move)
    assert not wrong and judged.loss >= GAP


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzles_that_come_along(game):
    puzzles = all_puzzles(game)
    assert len(puzzles) >= 300
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.theme for puzzle in puzzles}) >= 5
    assert [puzzle.rating for puzzle in puzzles] == sorted(puzzle.rating for puzzle in puzzles)
    for puzzle in puzzles[:: len(puzzles) // 12]:
        check_puzzle(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_that_comes_along_is_sound(game):
    for puzzle in all_puzzles(game):
        check_puzzle(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_third_search_finds_the_answers(game):
    """With a seed that neither finder nor solver had, and a budget twice as deep as theirs."""
    judge = SearchJudge(game, 2 * study_of(game).PUZZLE_BUDGETS.solve, 77)
    missed = []
    for puzzle in random.Random(13).sample(all_puzzles(game), 40):
        now = position(puzzle)
        best = judge.rank(now.view(puzzle.seat), now.options(puzzle.seat))[0].option.text
        if best != puzzle.answer:
            missed.append((puzzle.name, best))
    assert not missed


def test_the_puzzle_of_the_day_is_the_same_for_all_and_none_comes_twice_in_a_round():
    count = len(all_puzzles("duel"))
    first = datetime.date(2026, 3, 1)
    names = [of_the_day(first + datetime.timedelta(days), "duel").name for days in range(count)]
    assert len(set(names)) == count
    assert of_the_day(first, "duel") == of_the_day(datetime.date(2026, 3, 1), "duel")
    assert find_puzzle(names[0]).name == names[0]
    for name in ("duel-nothing", "chess-1", ""):
        with pytest.raises(NoPuzzle):
            find_puzzle(name)


def test_the_next_puzzle_is_near_and_new():
    near = next_puzzle("duel", 900)
    assert near is not None
    best = min(abs(puzzle.rating - 900) for puzzle in all_puzzles("duel"))
    assert abs(near.rating - 900) == best
    other = next_puzzle("duel", 900, [near.name])
    assert other is not None and other.name != near.name
    themed = next_puzzle("duel", 900, theme="deny")
    assert themed is not None and themed.theme == "deny"
    assert next_puzzle("duel", 900, [puzzle.name for puzzle in all_puzzles("duel")]) is None


def test_what_is_no_move_is_refused():
    puzzle = all_puzzles("duel")[0]
    with pytest.raises(IllegalMove):
        answered(puzzle, "build Nothing")


def test_a_rating_moves_with_success_and_settles():
    start = Rating()
    assert rated(start, made_up(1200), True).rating > start.rating > rated(start, made_up(1200), False).rating
    hard, easy = rated(start, made_up(1800), True), rated(start, made_up(600), True)
    assert hard.rating > easy.rating
    moved = start
    for number in range(60):
        moved = rated(moved, made_up(1500), number % 2 == 0)
    assert abs(moved.rating - 1500) < 80
    assert moved.spread < 120 < start.spread


def test_a_stopped_run_goes_on(tmp_path):
    """Games looked at are not looked at again; a line cut short by a kill is passed over."""
    work = tmp_path / "work.jsonl"
    records = [finished("duel", 2, seed).record() for seed in (1, 2)]
    first = make_puzzles("duel", 100, work, games=records[:1])
    with work.open("ab") as file:
        file.write(b'{"line":"puzz')
    with work.open("ab") as file:
        file.write(b"\n")
    second = make_puzzles("duel", 100, work, games=records)
    assert second[: len(first)] == first
    made, looked_at = read_work(work, "duel")
    assert looked_at == {0, 1} and made == second
    for puzzle in made[:2]:
        check_puzzle(puzzle)
    pack(made, tmp_path / "a.gz")
    pack(reversed(made), tmp_path / "b.gz")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


def test_a_full_theme_gets_no_more():
    record = finished("duel", 2, 1, "normal").record()
    maker = Maker("duel")
    found = list(maker.puzzles_of(record))
    assert found
    themes = {puzzle.theme for puzzle in found}
    assert not [puzzle for puzzle in maker.puzzles_of(record, themes) if puzzle.theme in themes]


def test_only_puzzles_of_the_wanted_themes_are_made(tmp_path):
    made = make_puzzles("duel", 1, tmp_path / "work", first_seed=LAST_CARDS_SEED, themes=["last_cards"])
    assert made and {puzzle.theme for puzzle in made} == {"last_cards"}
    assert all(judged.chance in (0, 0.5, 1) for judged in made[0].tries)
    check_puzzle(made[0])


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_could_be_of_its_theme_at_first_sight(game):
    """The look without a search, which spares the searches, misses none."""
    study = study_of(game)
    assert {puzzle.theme for puzzle in all_puzzles(game)} <= set(study.PUZZLE_THEMES)
    for puzzle in all_puzzles(game)[::5]:
        now = position(puzzle)
        options = now.options(puzzle.seat)
        answer = now.find_option(puzzle.seat, puzzle.answer)
        assert study.may_be(puzzle.theme, now.view(puzzle.seat), options, answer), puzzle.name


def test_a_puzzle_is_judged_anew_and_a_wrong_one_is_none():
    maker, puzzle = Maker("duel"), all_puzzles("duel")[0]
    again = maker.again(msgspec.structs.replace(puzzle, tries=(), gap=0.0, rating=0))
    assert again is not None and (again.name, again.answer, again.record) == (puzzle.name, puzzle.answer, puzzle.record)
    assert again.gap >= GAP and again.tries[0].move == puzzle.answer and again.rating > 0
    assert maker.again(msgspec.structs.replace(puzzle, answer=puzzle.tries[-1].move)) is None
