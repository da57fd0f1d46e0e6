"""Duel as a `Screen` for the play loop."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from mirabilia.cli.duel import board, choices
from mirabilia.cli.duel.texts import deed
from mirabilia.cli.look import MUTED, fit
from mirabilia.cli.table import Screen
from mirabilia.game import Game, Option


def tell(game: Game, seat: int, option: Option, names: Sequence[str], viewer: int) -> Text:
    """A decision about to be carried out, for the story; in Duel everybody sees everything played."""
    return Text(f" {fit(deed(option.as_dict(), seat, names), board.COLUMNS - 2)}", style=MUTED)


SCREEN = Screen(
    columns=board.COLUMNS,
    board=board.draw,
    choices=choices.draw,
    ways_to_pay=lambda game, seat, names, group: [],
    explain=choices.explain,
    tell=tell,
    help=choices.help_lines,
)
