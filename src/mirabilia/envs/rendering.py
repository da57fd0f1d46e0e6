"""Showing the table: as text, as a picture of it, or printed to the terminal.

Each game describes the table once, as lines of coloured words (`lines` in its own folder). The text and the picture
are made of the same lines. Only what everyone at the table sees is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mirabilia.envs.font import HEIGHT, WIDTH, dots
from mirabilia.game import Game, kind_of
from mirabilia.json_types import JsonFields

MODES = ["ansi", "rgb_array", "human"]

Word = tuple[str, str]  # text, and the name of its colour
Line = Sequence[Word]


class Drawing(Protocol):
    """The module of a game that describes its table."""

    def lines(self, view: JsonFields) -> Sequence[Line]:
        """The table as lines of coloured words."""

    def size(self, seats: int) -> tuple[int, int]:
        """Columns and rows that it takes at most."""


# Card colours are those of the games, made light enough to be read on a dark ground.
COLORS: dict[str, tuple[int, int, int]] = {
    "ground": (24, 26, 32),
    "text": (226, 224, 214),
    "quiet": (134, 136, 146),
    "bright": (255, 214, 102),
    "brown": (201, 148, 98),
    "grey": (176, 180, 186),
    "blue": (112, 166, 255),
    "yellow": (240, 205, 70),
    "red": (244, 112, 100),
    "green": (112, 204, 122),
    "purple": (198, 142, 240),
}
CELL = (WIDTH + 1, HEIGHT + 3)  # dots per sign, with the space between
MARGIN = 1  # signs
SCALE = 2


def wrapped(words: Iterable[Word], columns: int) -> list[list[Word]]:
    """Words with two spaces between them, indented, over as many lines as they need."""
    drawn: list[list[Word]] = [[("  ", "text")]]
    width = 2
    for word, color in words:
        if width + len(word) + 2 > columns:
            drawn.append([("  ", "text")])
            width = 2
        drawn[-1].append((f"{word}  ", color))
        width += len(word) + 2
    return drawn


def table_lines(game: Game) -> Sequence[Line]:
    """The table as lines of coloured words."""
    return kind_of(game.name).drawing().lines(game.view(None))


def as_text(game: Game) -> str:
    """The table as plain text."""
    return f"{game}\n"


def as_image(game: Game) -> NDArray[np.uint8]:
    """The table as a picture: (height, width, 3). Its size depends on the game and the number of seats alone."""
    columns, rows = kind_of(game.name).drawing().size(int(game.seats))
    step, rise = CELL
    picture = np.empty(((rows + 2 * MARGIN) * rise, (columns + 2 * MARGIN) * step, 3), np.uint8)
    picture[:] = COLORS["ground"]
    for row, line in enumerate(table_lines(game)[:rows]):
        column = 0
        for text, color in line:
            for sign in text[: columns - column]:
                top, left = (row + MARGIN) * rise, (column + MARGIN) * step
                picture[top : top + HEIGHT, left : left + WIDTH][dots(sign)] = COLORS[color]
                column += 1
    return picture.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def rendered(game: Game, mode: str | None) -> str | NDArray[np.uint8] | None:
    """What `render` of an environment gives: a text, a picture, or None after printing."""
    if mode == "ansi":
        return as_text(game)
    if mode == "rgb_array":
        return as_image(game)
    if mode == "human":
        print(as_text(game))
    return None
