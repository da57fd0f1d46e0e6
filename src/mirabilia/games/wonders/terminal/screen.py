"""7 Wonders as a `Screen` for the play loop."""

from __future__ import annotations

from mirabilia.cli.table import Screen
from mirabilia.games.wonders.terminal import board, choices

SCREEN = Screen(
    columns=board.COLUMNS,
    board=board.draw,
    choices=choices.draw,
    ways_to_pay=choices.ways_to_pay,
    explain=choices.explain,
    tell=lambda events, names: [],  # the board shows the last turn from the game's log
    help=choices.help_lines,
)
