"""`mirabilia admin`: the operator's commands. They work on the database, beside a running server or without one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mirabilia.cli.language import all_in_words, figure, t

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from mirabilia.server.admin import Admin

admin = typer.Typer(no_args_is_help=True)

DataDir = Annotated[Path | None, typer.Option("--data-dir", metavar="FOLDER")]
Database = Annotated[str | None, typer.Option("--database-url", metavar="URL")]
TableId = Annotated[str, typer.Argument()]


def _admin(data_dir: Path | None, database_url: str | None) -> AbstractContextManager[Admin]:
    from mirabilia.server.admin import admin_of
    from mirabilia.server.settings import load_settings

    return admin_of(load_settings(data_dir=data_dir, database_url=database_url))


def _print(rows: Sequence[tuple[object, ...]], *heads: str) -> None:
    for row in [[t(f"admin.{head}") for head in heads], *rows] if rows else []:
        typer.echo("  ".join(str(part) for part in row))
    typer.echo(t("admin.all", n=len(rows)))


@admin.command()
def tables(
    status: Annotated[str | None, typer.Option()] = None,
    stuck: Annotated[bool, typer.Option("--stuck")] = False,
    hours: Annotated[float, typer.Option()] = 24.0,
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """List tables, most recently changed first."""
    with _admin(data_dir, database_url) as operator:
        rows = [
            (
                line.facts.id, line.facts.game, line.facts.players, line.facts.status, line.facts.moves,
                line.waiting_for, figure(line.idle_ms / 3_600_000, 1), line.trouble or "")
            for line in operator.tables(status, hours if stuck else None)
        ]  # fmt: skip
    _print(rows, "table", "game", "players", "status", "moves", "waits_for", "idle", "trouble")


@admin.command()
def people(
    table: Annotated[str | None, typer.Option()] = None,
    name: Annotated[str | None, typer.Option()] = None,
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """List people with their ids."""
    with _admin(data_dir, database_url) as operator:
        _print(list(operator.people(table, name)), "person", "name", "tables")


@admin.command()
def links(
    table: TableId,
    renew: Annotated[bool, typer.Option("--renew")] = False,
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """Show the secrets of a table's links."""
    with _admin(data_dir, database_url) as operator:
        if renew:
            operator.new_links(table)
        for kind, secret in operator.links(table).items():
            typer.echo(f"{kind}: {secret}")


@admin.command()
def free(
    table: TableId,
    seat: Annotated[int | None, typer.Option()] = None,
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """Let a bot play a seat that holds up its table; the owner can come back."""
    with _admin(data_dir, database_url) as operator:
        freed = operator.free(table, seat)
    seats = all_in_words([t("terminal.seat", n=each) for each in freed])
    typer.echo(t("admin.freed", players=seats) if freed else t("admin.nothing_to_free"))


@admin.command()
def close(table: TableId, data_dir: DataDir = None, database_url: Database = None) -> None:
    """Close a table permanently, even a damaged one; what was played is kept."""
    with _admin(data_dir, database_url) as operator:
        operator.close_table(table)
    typer.echo(t("admin.closed", name=table))


@admin.command()
def ban(
    who: Annotated[str, typer.Argument()],
    hours: Annotated[float | None, typer.Option()] = None,
    reason: Annotated[str, typer.Option()] = "",
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """Ban someone."""
    with _admin(data_dir, database_url) as operator:
        typer.echo(t(f"admin.banned.{operator.ban(who, hours, reason)}", name=who))


@admin.command()
def unban(who: str, data_dir: DataDir = None, database_url: Database = None) -> None:
    """Lift a ban."""
    with _admin(data_dir, database_url) as operator:
        typer.echo(t("admin.unbanned", n=operator.unban(who)))


@admin.command()
def data(person: str, data_dir: DataDir = None, database_url: Database = None) -> None:
    """Print everything the server knows about a person, as lines of JSON."""
    with _admin(data_dir, database_url) as operator:
        typer.echo(operator.exported(person), nl=False)


@admin.command()
def erase(
    person: str,
    yes: Annotated[bool, typer.Option("--yes")] = False,
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """Erase everything the server knows about a person; games stay, without the name."""
    with _admin(data_dir, database_url) as operator:
        if not yes:
            typer.confirm(t("admin.erase_ask", name=person), abort=True)
        operator.erase(person)
    typer.echo(t("admin.erased", name=person))


@admin.command()
def status(
    serve: Annotated[int | None, typer.Option("--serve", metavar="PORT")] = None,
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """Show what goes on, or serve it as a read-only page to this machine alone."""
    from mirabilia.server.settings import load_settings
    from mirabilia.server.status import status_of, status_server
    from mirabilia.server.storage.store import open_engine

    settings = load_settings(data_dir=data_dir, database_url=database_url)
    if serve is not None:
        server = status_server(settings, serve, lambda key: t(f"admin.{key}"))
        typer.echo(server.address)
        server.serve_forever()
    with open_engine(settings, writing=False).connect() as connection:
        for part in status_of(settings, connection):
            typer.echo(t(f"admin.{part.title}"))
            for row in [[t(f"admin.{head}") for head in part.heads], *part.rows]:
                typer.echo("  " + "  ".join(map(str, row)))


@admin.command()
def bans(data_dir: DataDir = None, database_url: Database = None) -> None:
    """List all bans."""
    with _admin(data_dir, database_url) as operator:
        rows = [(kind, who, _until(until), why) for kind, who, until, why in operator.bans()]
    _print(rows, "kind", "who", "how_long", "reason")


def _until(moment: int | None) -> str:
    if moment is None:
        return t("admin.for_good")
    return t("admin.until", date=time.strftime("%F %R", time.localtime(moment / 1000)))
