"""`mirabilia verify`: plays records again and compares the results they state."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from mirabilia.cli import EXIT_FAILED
from mirabilia.cli.files import load_record
from mirabilia.errors import MirabiliaError


def run(files: list[Path], as_json: bool = False) -> None:
    """One line per file; exit code 1 unless every one is right."""
    wrong = 0
    judged = []
    for file in files:
        right, line = judge(file)
        judged.append({"file": str(file), "right": right, "says": line})
        if not as_json:
            typer.echo(("ok    " if right else "WRONG ") + line, err=not right)
        wrong += not right
    if as_json:
        typer.echo(json.dumps(judged, indent=2, ensure_ascii=False))
    elif len(files) > 1:
        typer.echo(f"{len(files) - wrong} of {len(files)} records are right")
    if wrong:
        raise typer.Exit(EXIT_FAILED)


def judge(file: Path) -> tuple[bool, str]:
    """Whether a record replays to what it states, and a line that says so."""
    try:
        record = load_record(file)
        game = record.verify()
    except MirabiliaError as error:
        message = error.message
        return False, message if message.startswith(str(file)) else f"{file}: {message}"
    if game.result is None:
        outcome = "unfinished"
    else:
        seats = " and ".join(map(str, game.result.winners))
        outcome = f"{game.result.kind} victory of seat {seats}"
    line = f"{file}: {game.name}, {len(game.seats)} seats, {len(game.moves)} moves, {outcome}"
    if record.keeps_promise is False:
        return False, f"{line}, but the deal is not the one promised at the start"
    return True, line + (f", deal as promised ({record.tags['commitment']})" if record.keeps_promise else "")
