"""Study: finished games judged, hints, puzzles, and reasons in the words of the game (docs/study.md).

What is judged is always judged from a seat's own view and options: nothing here sees more than the seat did. The data
is in `model`. What works on it:

    analyse(record, simulations=None, *, deep=False, progress=None) -> Analysis
    hint(view, options, simulations=None) -> Hint
    explain(view, options, simulations=None) -> tuple[Judged, ...]
    warn(view, options, option, simulations=None) -> Warned | None
    tell(reason, language, game, names) -> str
    play_on(record, moves) -> Game and the tags of its record; whatif.line(record, number, move) -> moves
    all_puzzles(game) -> tuple[Puzzle, ...], of_the_day(date, game) -> Puzzle
"""

from typing import TYPE_CHECKING

from mirabilia.study.analysis import analyse
from mirabilia.study.games import NotAnalysable
from mirabilia.study.hints import explain, hint, warn
from mirabilia.study.model import Analysis
from mirabilia.study.puzzles import all_puzzles, of_the_day
from mirabilia.study.whatif import play_on

if TYPE_CHECKING:
    from mirabilia.study.telling import tell

__all__ = [
    "Analysis",
    "NotAnalysable",
    "all_puzzles",
    "analyse",
    "explain",
    "hint",
    "of_the_day",
    "play_on",
    "tell",
    "warn",
]


def __getattr__(name: str) -> object:
    """`tell` needs the words, and with them Babel; the rest is used where there is none."""
    if name != "tell":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mirabilia.study.telling import tell

    return tell


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
