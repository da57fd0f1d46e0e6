"""A game as text: the board that the terminal shows, where the packages for it are installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mirabilia.errors import MissingFacet
from mirabilia.games import kind_of

if TYPE_CHECKING:
    from mirabilia.game.base import Game


def drawn(game: Game) -> str | None:
    """The board as the seat to act sees it, or None if this game has no screen or the extra `cli` is missing."""
    try:
        screen = kind_of(game.name).screen()
    except (ImportError, MissingFacet):
        return None
    names = [f"Seat {seat}" for seat in game.seats]
    return "\n".join(
        line.plain.rstrip() for line in screen.board(game, game.to_act[0] if game.to_act else 0, names, [])
    )
