"""A game as text: the board that the terminal shows, where the packages for it are installed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from mirabilia.game.kinds import KINDS

if TYPE_CHECKING:
    from mirabilia.game.base import Game


def drawn(game: Game) -> str | None:
    """The board as the seat to act sees it, or None if this game has no screen or the extra `cli` is missing."""
    kind = KINDS.get(game.name)
    if kind is None or kind.screen is None:
        return None
    try:
        screen = import_module(kind.screen).SCREEN
    except ImportError:
        return None
    names = [f"Seat {seat}" for seat in game.seats]
    return "\n".join(
        line.plain.rstrip() for line in screen.board(game, game.to_act[0] if game.to_act else 0, names, [])
    )
