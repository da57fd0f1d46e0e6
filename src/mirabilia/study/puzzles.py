"""The puzzles that come with the package: looking them up, trying an answer, and the rating of whoever tries.

Ratings move by Weng and Lin's method (openskill) with numbers like Glicko's: a person begins at 1200 ± 350, the
puzzle's own rating stands still, and every answer makes the spread smaller.
"""

from __future__ import annotations

import datetime
import gzip
import hashlib
import math
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from mirabilia.errors import MirabiliaError
from mirabilia.game import KINDS, Game
from mirabilia.record import read_record
from mirabilia.study.deciding import judge_options
from mirabilia.study.games import study_of
from mirabilia.study.judge import SearchJudge
from mirabilia.study.model import Judged, Puzzle, Theme

FIRST_RATING, FIRST_SPREAD = 1200.0, 350.0
LEAST_SPREAD = 45.0  # someone who has tried hundreds may still improve
PUZZLE_SPREAD = 60.0
BETA = 400 / math.log(10) / math.sqrt(2)  # with it a difference of 400 means ten to one, as in chess
# An option that loses less than this against the answer counts as right, too.
AS_GOOD = 0.01


class NoPuzzle(MirabiliaError, LookupError):
    """There is no such puzzle."""

    code = "no_such_puzzle"


class Rating(msgspec.Struct, frozen=True):
    """How good someone is at puzzles, and how sure that is."""

    rating: float = FIRST_RATING
    spread: float = FIRST_SPREAD


@cache
def all_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first, without those whose cards the catalog no longer has."""
    file = study_of(game).PUZZLES
    return tuple(filter(_is_possible, _unpacked(file.read_bytes()))) if file.is_file() else ()


def _is_possible(puzzle: Puzzle) -> bool:
    try:
        read_record(puzzle.record)
    except MirabiliaError:
        return False
    return True


def read_puzzles(file: Path, game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game in a file that `pack` wrote."""
    return tuple(puzzle for puzzle in _unpacked(file.read_bytes()) if puzzle.game == game)


def _unpacked(data: bytes) -> tuple[Puzzle, ...]:
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in gzip.decompress(data).splitlines())


def pack(puzzles: Iterable[Puzzle], file: Path) -> None:
    """Writes a file of puzzles, the easiest first; the same puzzles give the same bytes."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
    data = b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in ordered)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(data, 9, mtime=0))


def find_puzzle(name: str) -> Puzzle:
    """The puzzle of that name; `NoPuzzle` if there is none."""
    game = name.partition("-")[0]
    found = [puzzle for puzzle in all_puzzles(game) if puzzle.name == name] if game in KINDS else []
    if not found:
        raise NoPuzzle(f"there is no puzzle {name[:40]!r}", puzzle=name[:40])
    return found[0]


def of_the_day(day: datetime.date, game: str) -> Puzzle:
    """The puzzle of a day: the same for everyone, by the date alone. None repeats before all have had a turn."""
    puzzles = sorted(all_puzzles(game), key=lambda puzzle: hashlib.blake2b(puzzle.name.encode()).digest())
    if not puzzles:
        raise NoPuzzle(f"there are no puzzles of {game[:40]!r}", game=game[:40])
    return puzzles[day.toordinal() % len(puzzles)]


def next_puzzle(game: str, rating: float, seen: Iterable[str] = (), theme: Theme | None = None) -> Puzzle | None:
    """The unseen puzzle nearest to a rating; None when all were seen."""
    done = set(seen)
    left = [puzzle for puzzle in all_puzzles(game) if puzzle.name not in done and theme in (None, puzzle.theme)]
    return min(left, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.name), default=None)


def position(puzzle: Puzzle) -> Game:
    """The game at the position of a puzzle."""
    return read_record(puzzle.record).replay()


def answered(puzzle: Puzzle, move: str, simulations: int | None = None) -> tuple[bool, Judged]:
    """Whether a move is right and what follows it, with the reasons against it if it is wrong.

    Options that were looked at when the puzzle was made are known; any other is judged now. `IllegalMove` if it is no
    move at all.
    """
    game = position(puzzle)
    option = game.find_option(puzzle.seat, move)
    known = {judged.move: judged for judged in puzzle.tries}
    if option.text not in known:
        judge = SearchJudge(puzzle.game, study_of(puzzle.game).HINT if simulations is None else simulations)
        shown = judge_options(judge, game.view(puzzle.seat), game.options(puzzle.seat), option).shown
        known = {judged.move: judged for judged in shown} | known
    judged = known[option.text]
    return option.text == puzzle.answer or known[puzzle.answer].chance - judged.chance < AS_GOOD, judged


def rated(rating: Rating, puzzle: Puzzle, solved: bool) -> Rating:
    """The rating after an answer."""
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull(mu=FIRST_RATING, sigma=FIRST_SPREAD, beta=BETA, tau=0.0, kappa=1e-4)
    person = model.rating(mu=rating.rating, sigma=rating.spread)
    against = model.rating(mu=float(puzzle.rating), sigma=PUZZLE_SPREAD)
    ((after,), _) = model.rate([[person], [against]], ranks=[0, 1] if solved else [1, 0])
    return Rating(round(after.mu, 1), round(max(LEAST_SPREAD, after.sigma), 1))
