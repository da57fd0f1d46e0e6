"""The compiled rules of a game chosen by its name: the same names with the same signatures in each `rules/<game>`.

For tools that work on the rules' own states of whichever game they are given. Code that is written for one game imports
its modules and knows its types; here a state is only handed from one function to the next.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import NamedTuple, Protocol, Self

from mirabilia.engine.compiling import Ints
from mirabilia.engine.records import Packed
from mirabilia.games import kind_of


class States(Protocol):
    """States of some game; which one, the functions beside them know."""

    def __getitem__(self, place: int, /) -> Packed: ...
    def __len__(self) -> int: ...


class Rules(NamedTuple):
    """What the rules of every game can do. Functions get an array of states and the number of one."""

    state: type[Packed]
    acting: Callable[[States, int, Ints], int]  # writes the seats that owe a decision; how many
    max_options: int
    options: Callable[[States, int, int, Ints], int]  # writes the codes of a seat's options; how many
    apply: Callable[[States, int, int, int], None]  # carries out a seat's option
    score_room: int
    winners: Callable[[States, int, Ints], int]  # the set of them, after a score was written

    @classmethod
    def of(cls, state: ModuleType, options: ModuleType, apply: ModuleType, scoring: ModuleType) -> Self:
        """The rules in these modules, which have the same names in every game's folder."""
        return cls(
            state.State,
            state.acting,
            options.MAX_OPTIONS,
            options.options,
            apply.apply,
            scoring.SCORE_ROOM,
            scoring.winners,
        )


@cache
def rules_of(game: str) -> Rules:
    """The rules of a game; loads them."""
    return kind_of(game).rules()
