"""The games, one folder each, and the register that finds them by name.

A new game is a folder beside `duel` and `wonders` with a `kind.py`, and a line here.
"""

from __future__ import annotations

from mirabilia.errors import UnknownGame, brief
from mirabilia.games.duel.kind import DUEL
from mirabilia.games.kind import GameKind
from mirabilia.games.wonders.kind import WONDERS

__all__ = ["KINDS", "GameKind", "kind_of", "register"]

KINDS: dict[str, GameKind] = {}


def register(kind: GameKind) -> GameKind:
    """Makes a game known by its name."""
    KINDS[kind.name] = kind
    return kind


def kind_of(name: object) -> GameKind:
    """The kind of a game; `UnknownGame` if there is none."""
    if not isinstance(name, str) or name not in KINDS:
        raise UnknownGame(f"there is no game {brief(name)}; the games are {', '.join(KINDS)}", game=brief(name))
    return KINDS[name]


register(DUEL)
register(WONDERS)
