"""Commands around the server: `serve`, `config show`, `migrate`, `backup`, `restore`, `export`, `import`.

`add_commands` puts them on the main app. Everything heavy is imported when a command runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mirabilia.cli.language import known, t

if TYPE_CHECKING:
    from mirabilia.server.settings import Settings

DataDir = Annotated[Path | None, typer.Option("--data-dir", metavar="FOLDER")]
Database = Annotated[str | None, typer.Option("--database-url", metavar="URL")]

config = typer.Typer(no_args_is_help=True)


def add_commands(app: typer.Typer) -> None:
    """Puts the server's commands on the app."""
    from mirabilia.cli.administer import admin

    app.command()(serve)
    app.add_typer(admin, name="admin")
    app.add_typer(config, name="config")
    app.command()(migrate)
    app.command()(backup)
    app.command()(restore)
    app.command("export")(export)
    app.command("import")(import_)
    app.command()(sbom)


def _settings(**given: object) -> Settings:
    from mirabilia.server.settings import load_settings

    return load_settings(**given)


def serve(
    host: Annotated[str | None, typer.Option("--host")] = None,
    port: Annotated[int | None, typer.Option("--port", "-p")] = None,
    data_dir: DataDir = None,
    database_url: Database = None,
    processes: Annotated[int | None, typer.Option("--processes")] = None,
    bot_workers: Annotated[int | None, typer.Option("--bot-workers")] = None,
    lan: Annotated[bool, typer.Option("--lan")] = False,
    quiet: Annotated[bool, typer.Option("--quiet")] = False,
    worker: Annotated[str | None, typer.Option("--worker", hidden=True)] = None,
) -> None:
    """Run the server: tables for people and bots in the browser. Ctrl+C stops it."""
    from mirabilia.server.run import Inherited, serve_several
    from mirabilia.server.run import serve as run

    settings = _settings(
        host="0.0.0.0" if lan and host is None else host,
        port=port,
        data_dir=data_dir,
        database_url=database_url,
        processes=processes,
        bot_workers=bot_workers,
    )

    def tell(bound: int | None) -> None:
        if not quiet:
            from mirabilia.cli.address import announce

            announce(settings, bound)

    if worker is not None:
        code = run(settings, Inherited.read(worker))
    else:
        code = serve_several(settings, tell) if settings.processes > 1 else run(settings, on_ready=tell)
    raise typer.Exit(code)


@config.command("show")
def config_show(data_dir: DataDir = None, database_url: Database = None) -> None:
    """Print every setting, its value and where the value comes from. Secrets are masked."""
    from rich.console import Console
    from rich.table import Table

    from mirabilia.server.settings import PREFIX, describe

    given = {"data_dir": data_dir, "database_url": database_url}
    table = Table(box=None, pad_edge=False)
    for head in ("variable", "value", "source", "meaning"):
        table.add_column(t(f"database.{head}"))
    for variable, value, source, _ in describe(_settings(**given), given):
        place = f"setting_from.{source.replace(' ', '_')}"
        meaning = t(f"setting.{variable.removeprefix(PREFIX).lower()}")
        table.add_row(variable, value, t(place) if known(place) else source, meaning)
    Console(highlight=False, soft_wrap=False).print(table)


def migrate(data_dir: DataDir = None, database_url: Database = None) -> None:
    """Bring the database to the form this version needs (SQLite: a copy is made first). `serve` does it too."""
    from mirabilia.server.storage import migrations
    from mirabilia.server.storage.backup import migrate_safely
    from mirabilia.server.storage.store import open_engine

    settings = _settings(data_dir=data_dir, database_url=database_url)
    engine = open_engine(settings, writing=True)
    before = migrations.current(engine)
    copy = migrate_safely(settings, engine)
    engine.dispose()
    if copy:
        typer.echo(t("database.copied", file=copy))
    newest = migrations.newest()
    if before == newest:
        typer.echo(t("database.at", version=newest))
    else:
        typer.echo(t("database.moved", version=newest, before=before or "-"))


def backup(
    target: Annotated[Path | None, typer.Argument()] = None, data_dir: DataDir = None, database_url: Database = None
) -> None:
    """Copy the database, even while the server is running."""
    from mirabilia.server.storage.backup import backup as run

    typer.echo(str(run(_settings(data_dir=data_dir, database_url=database_url), target)))


def restore(source: Annotated[Path, typer.Argument()], data_dir: DataDir = None, database_url: Database = None) -> None:
    """Replace the database with a backup. Stop the server first; the current database is kept as a backup."""
    from mirabilia.server.storage.backup import restore as run

    kept = run(_settings(data_dir=data_dir, database_url=database_url), source)
    typer.echo(t("database.restored", file=source))
    if kept:
        typer.echo(t("database.kept", file=kept))


def export(
    target: Annotated[Path, typer.Argument()],
    everything: Annotated[bool, typer.Option("--all")] = False,
    data_dir: DataDir = None,
    database_url: Database = None,
) -> None:
    """Write the records of all finished games as text files."""
    from mirabilia.server.storage.transfer import export_records

    count = export_records(_settings(data_dir=data_dir, database_url=database_url), target, everything)
    typer.echo(t("database.exported", n=count, file=target))


def import_(
    sources: Annotated[list[Path], typer.Argument()], data_dir: DataDir = None, database_url: Database = None
) -> None:
    """Add finished games from records. All are checked first; if one is invalid, none is stored."""
    from mirabilia.server.storage.transfer import import_records

    count = import_records(_settings(data_dir=data_dir, database_url=database_url), sources)
    typer.echo(t("database.imported", n=count))


def sbom() -> None:
    """Print the bill of materials of this installation (CycloneDX JSON): every package it runs with."""
    from mirabilia.cli.bill import bill

    typer.echo(bill())
