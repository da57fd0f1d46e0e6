"""Our trees, anyone's judge: search for many games at once with the evaluator outside.

`make` gives a search; `begin` sets it on positions; then `collect` hands out what the trees ask (rows of observations
and masks) and `expand` takes the answers (policy and value), from NumPy, a GPU or anything else:

>>> import numpy as np
>>> from mirabilia import batch, search
>>> games = batch.make("duel", 4, seeds=1)
>>> trees = search.make("duel", 4, nodes=1000)
>>> trees.begin(games, simulations=20, seeds=1)
>>> while len(asked := trees.collect()):
...     trees.expand(asked.masks, np.full(len(asked), 0.5))
>>> trees.visits().sum(axis=1)
array([20, 20, 20, 20])

The bots' own search walks the same trees (`search/tree.py` of each game) with a judge compiled into it
(`bots/simulate.py`); the same answers give the same trees.
"""

from __future__ import annotations

from mirabilia.json_types import Json
from mirabilia.search.search import Asked, Search

__all__ = ["Asked", "Search", "make"]


def make(game: str, n: int, **options: Json) -> Search:
    """A search for `n` games side by side.

    Options: `players` (7 Wonders), `nodes` (per game; a tree that has used them stops growing), `exploration`,
    `threads`.
    """
    return Search(game, n, **options)
