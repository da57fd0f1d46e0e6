"""Environments of both games for learning programs (extra `rl`): PettingZoo, Gymnasium and OpenSpiel.

`aec` and `parallel` make PettingZoo environments. Importing this package registers Gymnasium's "mirabilia/Duel-v0" and
"mirabilia/Wonders-v0", single and vector. `register_open_spiel` makes `pyspiel.load_game("mirabilia_duel")` and
`pyspiel.load_game("mirabilia_wonders(players=3)")` work.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from mirabilia.errors import MirabiliaError
from mirabilia.games import KINDS

if TYPE_CHECKING:
    from mirabilia.envs.pettingzoo import MirabiliaAEC, MirabiliaParallel

__all__ = ["ExtraMissing", "aec", "parallel", "register_gymnasium", "register_open_spiel"]

GYMNASIUM_IDS = {name: f"mirabilia/{name.capitalize()}-v0" for name in KINDS}


class ExtraMissing(MirabiliaError, ImportError):
    """A package of the extra `rl` is not installed."""

    code = "extra_missing"


def _need(package: str) -> None:
    if find_spec(package) is None:
        said = f"this needs the package {package}: pip install 'mirabilia[rl]'"
        raise ExtraMissing(said, package=package)


def aec(game: str, players: int | None = None, render_mode: str | None = None, **options: object) -> MirabiliaAEC:
    """A PettingZoo environment whose seats decide one after the other.

    Options: `reward` ("share" of the win, "zero_sum", "points", "margin"), `illegal` ("lose" or "error"), `dtype`
    ("float32" or "uint8"), `first_game_wonders` (Duel), `boards` and `edition` (7 Wonders).
    """
    _need("pettingzoo")
    environment: MirabiliaAEC = import_module("mirabilia.envs.pettingzoo").MirabiliaAEC(
        game, players, render_mode, **options
    )
    return environment


def parallel(
    game: str, players: int | None = None, render_mode: str | None = None, **options: object
) -> MirabiliaParallel:
    """A PettingZoo environment whose seats all act in every step; options as for `aec`."""
    _need("pettingzoo")
    environment: MirabiliaParallel = import_module("mirabilia.envs.pettingzoo").MirabiliaParallel(
        game, players, render_mode, **options
    )
    return environment


def register_gymnasium() -> None:
    """Registers the environments of Gymnasium; done when this package is imported, if Gymnasium is there."""
    _need("gymnasium")
    import gymnasium

    for game, name in GYMNASIUM_IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="mirabilia.envs.single:MirabiliaEnv",
                vector_entry_point="mirabilia.envs.vector:MirabiliaVector",
                kwargs={"game": game},
            )


def register_open_spiel() -> None:
    """Registers the games of OpenSpiel."""
    _need("pyspiel")
    import_module("mirabilia.envs.open_spiel").register()


if find_spec("gymnasium") is not None:
    register_gymnasium()
