"""The end of a game: who won and how, and every seat's points by category."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.text import Text

from mirabilia.cli.files import load_record
from mirabilia.cli.language import spoken, t
from mirabilia.cli.look import MUTED, TITLE, YES, fit, make_console, padded
from mirabilia.game import Game, Result
from mirabilia.locales import all_of

LABEL = 22
CELL = 11
COLUMNS = 100


def run(file: Path, as_json: bool) -> None:
    """`mirabilia score`: the points of a recorded game."""
    game = load_record(file).verify()
    if as_json:
        typer.echo(json.dumps(None if game.result is None else game.result.as_dict()))
        return
    console = make_console(COLUMNS)
    for line in score_lines(game, [t("terminal.seat", n=seat) for seat in game.seats], COLUMNS):
        console.print(line)


def score_lines(game: Game, names: Sequence[str], columns: int, seat: int | None = None) -> list[Text]:
    """A sentence and a table with one column per seat."""
    result = game.result
    if result is None:
        return [Text(t("error.not_finished"), style=MUTED)]
    lines = [Text(f" {_sentence(result, names, seat)} ", style="bold reverse")]
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
        label = t("category.total" if total else f"category.{game.name}.{category}")
        lines.append(Text(fit(label, LABEL - 1).ljust(LABEL) + points, style=TITLE if total else ""))
    return lines


def _sentence(result: Result, names: Sequence[str], seat: int | None) -> str:
    """Who won and how; to the person at the terminal in a sentence of their own."""
    winners = all_of(spoken(), [names[winner] for winner in result.winners])
    mine = seat is not None and seat in result.winners
    if len(result.winners) > 1:
        return t("result.you_shared" if mine else "result.shared", players=winners)
    return t(f"result.you.{result.kind}") if mine else t(f"result.{result.kind}", player=winners)
