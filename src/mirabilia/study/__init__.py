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

Names are handed out lazily, so that reading a stored analysis does not load the compiled search.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mirabilia.study.analysis import analyse
    from mirabilia.study.games import NotAnalysable
    from mirabilia.study.hints import explain, hint, warn
    from mirabilia.study.model import Analysis
    from mirabilia.study.puzzles import all_puzzles, of_the_day
    from mirabilia.study.telling import tell
    from mirabilia.study.whatif import play_on

_HOMES = {
    "Analysis": "model",
    "NotAnalysable": "games",
    "all_puzzles": "puzzles",
    "analyse": "analysis",
    "explain": "hints",
    "hint": "hints",
    "of_the_day": "puzzles",
    "play_on": "whatif",
    "tell": "telling",
    "warn": "hints",
}

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


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"mirabilia.study.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
