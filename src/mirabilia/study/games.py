"""What the study of each game provides: budgets, the place of a view in the game, and the kinds of reasons.

A game's part is the package `study` in its folder.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Protocol

import msgspec

from mirabilia.errors import MirabiliaError, MissingFacet
from mirabilia.game import Option, kind_of
from mirabilia.json_types import Json, JsonFields, JsonObject
from mirabilia.study.model import Judged, Lesson, Theme
from mirabilia.study.reasons import Finder


class NotAnalysable(MirabiliaError, ValueError):
    """Something that cannot be analysed: an unfinished game, or a game without a judge."""

    code = "not_analysable"


@dataclass(frozen=True)
class Budgets:
    """Simulations: to pick candidates, to compare, to solve again."""

    pick: int
    compare: int
    solve: int


@dataclass(frozen=True)
class Level:
    """A solver whose strength is known: a bot, perhaps with a budget of its own."""

    bot: str
    rating: int
    simulations: int | None = None
    tries: int = 1


class StudyOfGame(Protocol):
    """What the package `study` of a game must have."""

    QUICK: int  # simulations for each decision of a quick analysis: seconds for a game
    DEEP: int  # of a deep one: a minute or two
    HINT: int  # for a decision still to be made
    LESSON: Lesson
    AnyOption: UnionType  # the types its options have
    FINDERS: Sequence[Finder[object]]
    NO_REASONS: Collection[str]  # phases in which options get a chance but no reasons
    NO_WARNINGS: Collection[str]  # phases in which nobody is warned
    PUZZLES: Path  # the file of its puzzles; a game may have none
    PUZZLE_THEMES: Sequence[Theme]  # what its puzzles can be about
    PUZZLE_BUDGETS: Budgets
    PUZZLE_LEVELS: Sequence[Level]  # whom puzzles are rated by

    def place_of(self, view: JsonFields) -> tuple[int, int]:
        """Age and turn of a view, as moments name them."""
        ...

    def position_of(self, view: JsonFields) -> object:
        """What the reasons look ahead with."""
        ...

    def table_for_puzzles(self, seed: int, themes: Collection[Theme]) -> tuple[JsonObject, Sequence[str]]:
        """The options of the game with this number, and the bots that play it in turn; `themes` if only these count."""
        ...

    def may_be(self, theme: Theme, view: JsonFields, options: Sequence[Option], answer: Option) -> bool:
        """Whether a puzzle with this answer could be of that theme: a look without a search."""
        ...

    def theme_of(self, view: JsonFields, options: Sequence[Option], shown: Sequence[Judged]) -> Theme:
        """What a puzzle is about."""
        ...


@cache
def study_of(game: str) -> StudyOfGame:
    """The study of a game; `NotAnalysable` if there is none."""
    kind = kind_of(game)
    try:
        return kind.study()
    except MissingFacet as error:
        raise NotAnalysable(f"games of {kind.title} cannot be analysed", code="no_analyser", game=game) from error


def read_options(game: str, written: Sequence[Json]) -> list[Option]:
    """Options of a game as another process wrote them (`msgspec`), as values again."""
    kind = study_of(game).AnyOption
    return [msgspec.convert(each, kind) for each in written]
