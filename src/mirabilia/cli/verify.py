"""`mirabilia verify`: plays records again and compares the results they state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import typer

from mirabilia.cli import EXIT_FAILED
from mirabilia.cli.files import load_records
from mirabilia.cli.language import all_in_words, complaint, speak_english, t
from mirabilia.errors import MirabiliaError
from mirabilia.record import Record


def run(files: list[Path], as_json: bool = False) -> None:
    """One line per file; exit code 1 unless every one is right."""
    if as_json:
        speak_english()
    wrong = 0
    judged = []
    marks = t("verify.right"), t("verify.wrong")
    for file in files:
        for name, right, line in judge_all(file):
            judged.append({"file": name, "right": right, "says": line})
            if not as_json:
                typer.echo(marks[not right].ljust(max(map(len, marks)) + 1) + line, err=not right)
            wrong += not right
    if as_json:
        typer.echo(json.dumps(judged, indent=2, ensure_ascii=False))
    elif len(judged) > 1:
        typer.echo(t("verify.summary", n=len(judged) - wrong, all=len(judged)))
    if wrong:
        raise typer.Exit(EXIT_FAILED)


def judge_all(file: Path) -> Iterator[tuple[str, bool, str]]:
    """For every record in a file its name, whether it is right, and a line that says so."""
    try:
        records = load_records(file)
    except MirabiliaError as error:
        yield str(file), False, _about(str(file), error)
        return
    for number, record in enumerate(records, 1):
        name = str(file) if len(records) == 1 else f"{file}#{number}"
        yield name, *judge(name, record)


def _about(file: str, error: MirabiliaError) -> str:
    message = complaint(error)
    return message if file in message else f"{file}: {message}"


def judge(file: str, record: Record) -> tuple[bool, str]:
    """Whether a record replays to what it states, and a line that says so."""
    try:
        game = record.verify()
    except MirabiliaError as error:
        return False, _about(file, error)
    facts = [t(f"game.{game.name}"), t("count.players", n=len(game.seats)), t("terminal.moves", n=len(game.moves))]
    if game.result is None:
        facts.append(t("verify.unfinished"))
    else:
        winners = all_in_words([t("terminal.seat", n=seat) for seat in game.result.winners])
        facts.append(t("verify.won", kind=t(f"result.kind.{game.result.kind}"), players=winners))
    if record.keeps_commitment is not None:
        kept = record.keeps_commitment
        facts.append(
            t("verify.commitment_kept", code=record.tags["commitment"]) if kept else t("verify.commitment_broken")
        )
    return record.keeps_commitment is not False, f"{file}: {', '.join(facts)}"
