"""`mirabilia locales report`: how the languages stand, or all texts of one of them."""

from __future__ import annotations

import json
from dataclasses import asdict

import typer
from rich.console import Console
from rich.table import Table

from mirabilia.errors import MirabiliaError
from mirabilia.locales.catalogs import BY_CODE
from mirabilia.locales.report import book, standings


def run(lang: str | None, as_json: bool) -> None:
    """A table of all languages; with a language, its texts as Markdown."""
    if lang is not None and lang not in BY_CODE:
        raise MirabiliaError(f"there is no language {lang!r}; there are {', '.join(BY_CODE)}", code="bad_option")
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in standings()], ensure_ascii=False, indent=2))
    elif lang is not None:
        typer.echo(book(lang), nl=False)
    else:
        Console(highlight=False).print(_table())


def _table() -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("language", "texts", "missing", "with plurals", "length", "grew most", "terms", "off print"):
        table.add_column(title, justify="left" if title in ("language", "grew most") else "right")
    for each in standings():
        key, ratio = each.longest
        table.add_row(
            f"{each.code} {each.name}",
            str(each.entries),
            str(each.missing),
            str(each.counted),
            f"{each.longer:.0%}",
            f"{key} ({ratio:.0%})" if each.code != "en" else "",
            str(each.terms),
            str(each.departures),
        )
    return table
