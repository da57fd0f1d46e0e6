"""`mirabilia new-deal`: everything random of a new game, as JSON or as a record without moves."""

from __future__ import annotations

import json

import typer

from mirabilia.cli.language import complain
from mirabilia.json_types import JsonObject


def run(
    name: str,
    *,
    players: int | None,
    seed: int | None,
    boards: str | None,
    edition: int | None,
    first_game: bool,
    bidding: bool,
    record: bool,
) -> None:
    """Prints the deal."""
    import mirabilia

    options: JsonObject = {"seed": seed, "players": players, "boards": parse_boards(boards), "edition": edition}
    if first_game:
        options["first_game_wonders"] = True
    if bidding:
        options["bidding"] = True
    game = mirabilia.new_game(name, **options)
    if record:
        typer.echo(game.record().dumps(), nl=False)
    else:
        typer.echo(deal_text(game.deal))


def parse_boards(text: str | None) -> object:
    """`--boards` as `new_game` takes it: a word, or [[city, side], ...] from "Rhodos:A,Gizah:B"."""
    if text is None or text in ("random", "draft", "A", "B"):
        return text
    boards = []
    for part in text.split(","):
        city, colon, side = part.strip().partition(":")
        if not colon or not city or side not in ("A", "B"):
            raise complain("files.bad_boards", "bad_option", text=text)
        boards.append([city, side])
    return boards


def deal_text(deal: dict[str, object]) -> str:
    """A deal as JSON with one line per list of names: easy to read and to compare."""
    lines = []
    for key, value in deal.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            rows = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f"  {json.dumps(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}"
