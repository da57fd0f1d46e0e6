"""`mirabilia locales report`: how the languages stand, or all texts of one of them."""

from __future__ import annotations

import json
from dataclasses import asdict

import typer
from rich.console import Console
from rich.table import Table

from mirabilia.cli.language import complain, one_in_words, share, t
from mirabilia.locales.catalogs import BY_CODE
from mirabilia.locales.report import book, standings


def run(lang: str | None, as_json: bool) -> None:
    """A table of all languages; with a language, its texts as Markdown."""
    if lang is not None and lang not in BY_CODE:
        raise complain("usage.no_language", "bad_option", name=lang, choices=one_in_words(list(BY_CODE)))
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in standings()], ensure_ascii=False, indent=2))
    elif lang is not None:
        typer.echo(book(lang), nl=False)
    else:
        Console(highlight=False).print(_table())


def _table() -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("language", "texts", "missing", "counted", "length", "longest", "terms", "departures"):
        table.add_column(t(f"locales.{head}"), justify="left" if head in ("language", "longest") else "right")
    for each in standings():
        key, ratio = each.longest
        table.add_row(
            f"{each.code} {each.name}",
            str(each.entries),
            str(each.missing),
            str(each.counted),
            share(each.longer),
            f"{key} ({share(ratio)})" if each.code != "en" else "",
            str(each.terms),
            str(each.departures),
        )
    return table
