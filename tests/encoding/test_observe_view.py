"""An observation from a view is the one from the game: a bot sees what a learner saw."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mirabilia
from mirabilia import encoding
from mirabilia.errors import BadView, UnknownGame

TABLES = [
    ("duel", {}),
    ("wonders", {"players": 2}),
    ("wonders", {"players": 7}),
    ("wonders", {"players": 4, "edition": 2}),
]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_it_is_the_row_of_the_game(name: str, options: dict) -> None:
    game = mirabilia.new_game(name, seed=3, **options)
    rng = random.Random(3)
    names = encoding.column_names(name, len(game.seats))
    others = np.array([not label.endswith("ready") for label in names])  # a view's row says that nobody has chosen
    checked = 0
    while not game.over:
        for seat in game.to_act:
            row, seen = encoding.observe(game, seat), encoding.observe_view(game.view(seat))
            assert (row[others] == seen[others]).all() and not seen[~others].any()
            checked += 1
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.options(seat)))
    assert checked > 30
    floats = np.zeros(len(names), np.float32)
    seen = encoding.observe_view(game.view(0), np.float32)
    assert (seen[others] == encoding.observe(game, 0, floats)[others]).all() and seen.dtype == np.float32


def test_what_is_no_seats_view_is_refused() -> None:
    game = mirabilia.new_game("duel", seed=1)
    with pytest.raises(BadView, match="spectator"):
        encoding.observe_view(game.view(None))
    with pytest.raises(UnknownGame):
        encoding.observe_view({"game": "chess", "you": 0})
    with pytest.raises(BadView):
        encoding.observe_view({"game": "duel", "you": 0})
