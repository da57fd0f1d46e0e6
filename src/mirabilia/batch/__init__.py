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

from collections.abc import Sequence

from mirabilia.batch.batch import KINDS, REWARDS, Batch, Step
from mirabilia.batch.kernels import ANYONE, NOBODY
from mirabilia.game import Game
from mirabilia.json_types import Json

__all__ = ["ANYONE", "KINDS", "NOBODY", "REWARDS", "Batch", "Step", "from_games", "make"]


def make(game: str, n: int, **options: Json) -> Batch:
    """A batch of `n` games, dealt and ready.

    Options: `players` (7 Wonders), `threads`, `auto_reset` (new games take the place of finished ones; the default),
    `reward` ("share" of the win, "zero_sum", "points", "margin"), `illegal` ("error", or "lose": the row is lost),
    `first_game_wonders` (Duel), `boards` and `edition` (7 Wonders), `seeds`.
    """
    return Batch(game, n, **options)


def from_games(games: Sequence[Game], **options: Json) -> Batch:
    """A batch whose rows are these games, all of one kind and for as many players."""
    if not games:
        raise ValueError("there must be at least one game")
    batch = Batch(games[0].name, len(games), players=int(games[0].seats), **options)
    batch.from_games(games)
    return batch
