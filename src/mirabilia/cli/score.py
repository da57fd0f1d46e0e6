"""The end of a game: who won and how, and every seat's points by category."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.text import Text

from mirabilia.cli.files import load_record
from mirabilia.cli.look import MUTED, TITLE, YES, fit, make_console, padded
from mirabilia.game import Game

LABEL = 12
CELL = 11
COLUMNS = 100


def run(file: Path, as_json: bool) -> None:
    """`mirabilia score`: the points of a recorded game."""
    game = load_record(file).verify()
    if as_json:
        typer.echo(json.dumps(None if game.result is None else game.result.as_dict()))
        return
    console = make_console(COLUMNS)
    for line in score_lines(game, [f"Seat {seat}" for seat in game.seats], COLUMNS):
        console.print(line)


def score_lines(game: Game, names: Sequence[str], columns: int, seat: int | None = None) -> list[Text]:
    """A sentence and a table with one column per seat."""
    result = game.result
    if result is None:
        return [Text("The game is not over.", style=MUTED)]
    who = " and ".join(names[winner] for winner in result.winners)
    verb = "win" if len(result.winners) > 1 or who == "You" else "wins"
    kinds = {"military": "by military supremacy", "science": "by scientific supremacy", "civilian": "on points"}
    shared = "share the victory" if len(result.winners) > 1 else f"{verb} {kinds[result.kind]}"
    lines = [Text(f" {who} {shared}! ", style="bold reverse")]
    cell = min(CELL, (columns - LABEL) // len(names))
    head = Text("".ljust(LABEL))
    for number, name in enumerate(names):
        style = YES if number in result.winners else TITLE
        head.append_text(padded(Text(fit(name, cell - 1), style=style), cell, "right"))
    lines += [head, Text("─" * (LABEL + cell * len(names)), style=MUTED)]
    for category in result.scores[0]:
        total = category == "total"
        if total:
            lines.append(Text("─" * (LABEL + cell * len(names)), style=MUTED))
        points = "".join(str(score[category]).rjust(cell) for score in result.scores)
        lines.append(Text(category.ljust(LABEL) + points, style=TITLE if total else ""))
    return lines
