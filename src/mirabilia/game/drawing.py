"""A game as text: the table as everyone sees it, made of the same lines as the pictures of environments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mirabilia.errors import MissingFacet
from mirabilia.games import kind_of

if TYPE_CHECKING:
    from mirabilia.game.base import Game


def drawn(game: Game) -> str | None:
    """The table as plain text, or None if this game has no drawing."""
    try:
        drawing = kind_of(game.name).drawing()
    except MissingFacet:
        return None
    lines = ["".join(text for text, _ in line).rstrip() for line in drawing.lines(game.view(None))]
    together = [
        line for line, above in zip(lines, ["", *lines], strict=False) if line or above
    ]  # one empty line at most
    return "\n".join(together).rstrip()
