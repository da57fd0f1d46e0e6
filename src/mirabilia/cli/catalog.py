"""`mirabilia catalog`: the cards of a game, as a list or as JSON for programs in other languages."""

from __future__ import annotations

import json

import typer

from mirabilia.cli.language import named, t
from mirabilia.game import KINDS


def run(game: str | None, as_json: bool) -> None:
    """All cards of one game, or of all games."""
    data = {name: kind.catalog().data() for name, kind in KINDS.items() if game in (None, name)}
    if as_json:
        typer.echo(json.dumps(data, indent=1, ensure_ascii=False))
        return
    for name, catalog in data.items():
        typer.echo(t("catalog.cards", game=t(f"game.{name}"), n=len(catalog["cards"])))
        for card in catalog["cards"]:
            typer.echo(f"  {named(name, 'card', card['name'])}")
