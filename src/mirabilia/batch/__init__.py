"""Thousands of games at once: `make` gives a batch, `from_games` one that starts from games being played.

>>> import numpy as np
>>> from mirabilia import batch
>>> games = batch.make("duel", 4, seeds=1)
>>> masks = games.legal()
>>> step = games.step(masks.argmax(axis=1))
>>> step.done.any()
np.False_
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from mirabilia.batch.batch import KINDS, REWARDS, Batch, Step
from mirabilia.batch.kernels import ANYONE, NOBODY
from mirabilia.errors import BadOption, brief
from mirabilia.game import Game, kind_of
from mirabilia.json_types import Json

__all__ = ["ANYONE", "KINDS", "NOBODY", "REWARDS", "Batch", "Step", "from_games", "make"]

_OPTIONS = set(inspect.signature(Batch).parameters) - {"game", "n"}


def make(game: str, n: int, **options: Json) -> Batch:
    """A batch of `n` games, dealt and ready.

    Options: `players` (7 Wonders), `threads`, `auto_reset` (new games take the place of finished ones; the default),
    `reward` ("share" of the win, "zero_sum", "points", "margin"), `illegal` ("error", or "lose": the row is lost),
    `first_game_wonders` (Duel), `boards` and `edition` (7 Wonders), `seeds`.
    """
    kind = kind_of(game)
    for option in options:
        if option not in _OPTIONS:
            raise BadOption(f"a batch of {kind.title} has no option {option}", option=option)
    return Batch(game, n, **options)


def from_games(games: Sequence[Game], **options: Json) -> Batch:
    """A batch whose rows are these games, all of one kind and for as many players."""
    if not games:
        raise BadOption("there must be at least one game", option="games")
    if not isinstance(games[0], Game):
        raise BadOption(f"games are made by new_game, not {brief(games[0])}", option="games")
    batch = make(games[0].name, len(games), players=int(games[0].seats), **options)
    batch.from_games(games)
    return batch
