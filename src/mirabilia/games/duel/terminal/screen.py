"""Duel as a `Screen` for the play loop."""

from __future__ import annotations

from mirabilia.cli.table import Screen
from mirabilia.games.duel.terminal import board, choices
from mirabilia.games.duel.terminal.story import sentences

SCREEN = Screen(
    columns=board.COLUMNS,
    board=board.draw,
    choices=choices.draw,
    ways_to_pay=lambda game, seat, names, group: [],
    explain=choices.explain,
    tell=sentences,
    help=choices.help_lines,
)
