"""7 Wonders as a `Screen` for the play loop."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from mirabilia.cli.table import Screen
from mirabilia.cli.wonders import board, choices
from mirabilia.game import Game, Option


def tell(game: Game, seat: int, option: Option, names: Sequence[str], viewer: int) -> Text | None:
    """Nothing: choices are hidden until all have chosen; the table shows the last turn from the game's log."""
    return None


SCREEN = Screen(
    columns=board.COLUMNS,
    board=board.draw,
    choices=choices.draw,
    ways_to_pay=choices.ways_to_pay,
    explain=choices.explain,
    tell=tell,
    help=choices.help_lines,
)
