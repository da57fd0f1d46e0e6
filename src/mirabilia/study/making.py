"""Making puzzles: positions of played games in which one decision is clearly best.

A quick search picks candidates, a second one compares the best options on equal terms, and a third one with another
seed and a deeper budget has to come to the same answer by itself; only then a puzzle is accepted. Its rating comes
from the levels of bots that find the answer and those that do not. What was made is written line by line, so that a
stopped run goes on where it was.
"""

from __future__ import annotations

import hashlib
import itertools
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

import mirabilia
from mirabilia.bots import Limits, make_bot
from mirabilia.game import Game, Option
from mirabilia.json_types import JsonFields
from mirabilia.record import Record
from mirabilia.study.deciding import Verdict, judge_options
from mirabilia.study.games import Level, study_of
from mirabilia.study.judge import SearchJudge, View
from mirabilia.study.model import MISTAKE, Puzzle, Theme
from mirabilia.study.puzzles import position

GAP = MISTAKE  # what the next best must lose, beyond the error of measurement, in both searches
HOPEFUL = GAP / 2  # in the quick look
TRIED = 5  # visits that an option needs before the quick look trusts its value
SEED, OTHER_SEED = 0, 1_000_003  # of the search that finds and of the one that solves again
MAX_OF_A_GAME = 8  # puzzles from one game
APART = 2  # decisions between two of them
CENTRE, SPREAD = 1200.0, 350.0  # what ratings of puzzles are expected to be before anyone tried


class Progress(msgspec.Struct, frozen=True, tag="game", tag_field="line"):
    """A line of the work file: all positions of this game have been looked at."""

    game: str
    seed: int


class Line(msgspec.Struct, frozen=True, tag="puzzle", tag_field="line"):
    """A line of the work file: a puzzle."""

    puzzle: Puzzle


AnyLine = Progress | Line


def self_play(name: str, seed: int, themes: Collection[Theme] = ()) -> Game:
    """A finished game of quick bots to look for puzzles in, or for puzzles of some themes."""
    options, levels = study_of(name).table_for_puzzles(seed, themes)
    game = mirabilia.new_game(name, seed=seed, **options)
    bots = [make_bot(levels[seat % len(levels)], seed=seed) for seat in game.seats]
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game


def make_puzzles(
    name: str,
    wanted: int,
    work: Path,
    *,
    first_seed: int = 0,
    games: Iterable[Record] | None = None,
    themes: Collection[Theme] = (),
    tell: Callable[[int, int, Counter[Theme]], None] = lambda number, made, themes: None,
) -> list[Puzzle]:
    """Makes puzzles until there are this many in the work file, from games of bots or from those given.

    With `themes` only puzzles of these are made, until there are this many of each. `tell` hears after each game its
    number, how many puzzles there are, and how many of each theme.
    """
    made, looked_at = read_work(work, name)
    names = {puzzle.name for puzzle in made}
    counted = Counter(puzzle.theme for puzzle in made)
    most_of_a_theme = wanted if themes else max(1, wanted // 2)
    sources = enumerate(games) if games is not None else _numbered(name, first_seed, themes)
    maker = Maker(name)
    with work.open("ab") as file:
        for seed, source in sources:
            missing = [theme for theme in themes if counted[theme] < wanted]
            if not missing if themes else len(made) >= wanted:
                break
            if seed in looked_at:
                continue
            record = source if isinstance(source, Record) else source().record()
            wished = themes or maker.study.PUZZLE_THEMES
            full = {
                each for each in maker.study.PUZZLE_THEMES if each not in wished or counted[each] >= most_of_a_theme
            }
            for puzzle in maker.puzzles_of(record, full):
                if puzzle.name in names:
                    continue
                names.add(puzzle.name)
                counted[puzzle.theme] += 1
                made.append(puzzle)
                file.write(msgspec.json.encode(Line(puzzle)) + b"\n")
            file.write(msgspec.json.encode(Progress(name, seed)) + b"\n")
            file.flush()
            tell(seed, len(made), counted)
    return made


def _numbered(name: str, first: int, themes: Collection[Theme]) -> Iterator[tuple[int, Callable[[], Game]]]:
    for seed in itertools.count(first):
        yield seed, partial(self_play, name, seed, themes)


def read_work(work: Path, name: str) -> tuple[list[Puzzle], set[int]]:
    """Puzzles of a game in a work file, and the games that were looked at; a line cut short is ignored."""
    made: list[Puzzle] = []
    looked_at: set[int] = set()
    if work.exists():
        for text in work.read_bytes().splitlines():
            try:
                line = msgspec.json.decode(text, type=AnyLine)
            except msgspec.DecodeError:
                continue
            if isinstance(line, Progress) and line.game == name:
                looked_at.add(line.seed)
            elif isinstance(line, Line) and line.puzzle.game == name:
                made.append(line.puzzle)
    return made, looked_at


class Maker:
    """Finds the puzzles of games: with a quick look, a comparison, and a second opinion."""

    def __init__(self, name: str) -> None:
        self.study = study_of(name)
        budgets = self.study.PUZZLE_BUDGETS
        self.picker = SearchJudge(name, budgets.pick, SEED)
        self.finder = SearchJudge(name, budgets.compare, SEED)
        self.solver = SearchJudge(name, budgets.solve, OTHER_SEED)

    def puzzles_of(self, record: Record, full: Collection[Theme] = ()) -> Iterator[Puzzle]:
        """The puzzles of a game, not too many and not too near to each other; none of themes that are full."""
        found, last = 0, -APART
        for number, game in enumerate(record.steps()):
            if found == MAX_OF_A_GAME or game.over:
                return
            if game.hidden_choices or number < last + APART:
                continue
            seats = game.to_act
            for seat in (*seats[number % len(seats) :], *seats[: number % len(seats)]):
                puzzle = self.puzzle_at(game, seat, full)
                if puzzle is not None:
                    found, last = found + 1, number
                    yield puzzle
                    break

    def puzzle_at(self, game: Game, seat: int, full: Collection[Theme] = ()) -> Puzzle | None:
        """The puzzle of a position, if there is one answer that both searches agree upon."""
        view, options = game.view(seat), game.options(seat)
        themes = [theme for theme in self.study.PUZZLE_THEMES if theme not in full]
        if len(options) < 3 or not any(self._may_be(themes, view, options, option) for option in options):
            return None
        hope = self._hope(view, options)
        if hope is None or not self._may_be(themes, view, options, hope):
            return None
        ranked = self.finder.rank(view, options)
        answer = ranked[0].option
        first = judge_options(self.finder, view, options, answer, ranked)
        if not clear(first, answer) or self.study.theme_of(view, options, first.shown) in full:
            return None
        ranked = self.solver.rank(view, options)
        if ranked[0].option != answer:
            return None
        again = judge_options(self.solver, view, options, answer, ranked)
        theme = self.study.theme_of(view, options, again.shown)
        if not clear(again, answer) or theme in full:
            return None
        text = Record.of(game).dumps()
        return Puzzle(
            name=f"{game.name}-{hashlib.blake2b(f'{text}{seat}'.encode(), digest_size=4).hexdigest()}",
            game=game.name,
            theme=theme,
            record=text,
            seat=seat,
            answer=answer.text,
            tries=again.shown,
            gap=round(gap_of(again), 4),
            rating=rating_of(self.study.PUZZLE_LEVELS, view, options, answer),
        )

    def _may_be(self, themes: Sequence[Theme], view: View, options: Sequence[Option], answer: Option) -> bool:
        """Whether a puzzle with this answer could be of one of the themes."""
        return any(self.study.may_be(theme, view, options, answer) for theme in themes)

    def _hope(self, view: View, options: Sequence[Option]) -> Option | None:
        """The option that a quick look finds ahead of all others, if any."""
        ranked = self.picker.rank(view, options)
        others = [entry.value for entry in ranked[1:] if entry.visits >= TRIED or not ranked[0].visits]
        return ranked[0].option if ranked[0].value - max(others, default=0.0) >= HOPEFUL else None

    def again(self, puzzle: Puzzle) -> Puzzle | None:
        """A puzzle judged again, with reasons, theme and rating as they are now; None if it no longer is one."""
        game = position(puzzle)
        view, options = game.view(puzzle.seat), game.options(puzzle.seat)
        answer = game.find_option(puzzle.seat, puzzle.answer)
        ranked = self.solver.rank(view, options)
        if ranked[0].option != answer:
            return None
        again = judge_options(self.solver, view, options, answer, ranked)
        if not clear(again, answer):
            return None
        return msgspec.structs.replace(
            puzzle,
            theme=self.study.theme_of(view, options, again.shown),
            tries=again.shown,
            gap=round(gap_of(again), 4),
            rating=rating_of(self.study.PUZZLE_LEVELS, view, options, answer),
        )


def clear(verdict: Verdict, answer: Option) -> bool:
    """Whether the answer is best by far."""
    return verdict.shown[0].move == answer.text and gap_of(verdict) >= GAP


def gap_of(verdict: Verdict) -> float:
    """What the next best certainly loses: the loss less the error of measurement."""
    error = math.hypot(verdict.best.error, verdict.best.error)
    return verdict.shown[1].loss - error


def rating_of(levels: Sequence[Level], view: JsonFields, options: Sequence[Option], answer: Option) -> int:
    """The rating under which it is most likely that just these levels found the answer."""
    results: list[tuple[int, bool]] = []
    for level in levels:
        for seed in range(level.tries):
            limits = None if level.simulations is None else Limits(simulations=level.simulations)
            chosen = make_bot(level.bot, seed=seed + 1).choose(view, options, limits)
            results.append((level.rating, chosen == answer))
    return max(range(300, 2600, 10), key=lambda rating: _likelihood(rating, results))


def _likelihood(rating: float, results: Sequence[tuple[int, bool]]) -> float:
    total = -(((rating - CENTRE) / SPREAD) ** 2) / 2
    for level, solved in results:
        chance = 1 / (1 + 10 ** ((rating - level) / 400))
        total += math.log(chance if solved else 1 - chance)
    return total
