"""The second edition is not for two: every way to a game says so, in the same words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import gymnasium
import pyspiel
import pytest

import mirabilia
from mirabilia import batch, dataset, envs
from mirabilia.arena.settings import Entrant, Settings
from mirabilia.errors import MirabiliaError

SAID = "7 Wonders, edition 2, is for 3 to 7 players, not 2"
TABLE = {"players": 2, "edition": 2}
MATCH = Settings(
    game="wonders", players=2, options={"edition": 2}, entrants=[Entrant("a", "random"), Entrant("b", "random")]
)


def made(make: Callable[..., object], **options: int) -> object:
    envs.register_gymnasium()
    return make("mirabilia/Wonders-v0", opponent="random", **TABLE, **options)


def loaded(name: str) -> object:
    envs.register_open_spiel()
    return pyspiel.load_game(name, TABLE)


WAYS: dict[str, Callable[[Path], object]] = {
    "new_game": lambda _: mirabilia.new_game("wonders", **TABLE),
    "from_deal": lambda _: mirabilia.from_deal({**mirabilia.new_game("wonders", players=2, seed=1).deal, "edition": 2}),
    "batch": lambda _: batch.make("wonders", 4, **TABLE),
    "aec": lambda _: envs.aec("wonders", **TABLE),
    "parallel": lambda _: envs.parallel("wonders", **TABLE),
    "gymnasium": lambda _: made(gymnasium.make),
    "gymnasium, many at once": lambda _: made(gymnasium.make_vec, num_envs=2),
    "open_spiel": lambda _: loaded("mirabilia_wonders"),
    "open_spiel, one after the other": lambda _: loaded("mirabilia_wonders_turns"),
    "arena and benchmark": lambda _: MATCH.checked(),
    "dataset": lambda folder: dataset.write(MATCH, 2, folder),
}


@pytest.mark.parametrize("way", WAYS)
def test_two_cannot_play_the_second_edition(way: str, tmp_path: Path) -> None:
    with pytest.raises(MirabiliaError, match=f"{SAID}$"):
        WAYS[way](tmp_path)
