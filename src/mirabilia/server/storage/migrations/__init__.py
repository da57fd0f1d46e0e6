"""Migrations of the database, run by Alembic. `migrate` brings a database to the newest form."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from mirabilia.errors import MirabiliaError

# One process at a time may migrate a PostgreSQL database; the number only has to be ours.
_LOCK = 7_300_700


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def newest() -> str:
    """The revision this version of the package needs."""
    head = ScriptDirectory.from_config(_config()).get_current_head()
    assert head is not None
    return head


class NewerDatabase(MirabiliaError):
    """The database was made by a newer version; nothing was touched."""

    code = "newer_database"


def check_known(engine: Engine) -> str | None:
    """The revision the database is at; `NewerDatabase` if this version of the package does not know it."""
    at = current(engine)
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if at is not None and at not in known:
        raise NewerDatabase(
            f"the database has the form {at} of a newer version of Mirabilia (this one knows up to {newest()}): "
            "install that version again, or restore a backup from before the upgrade"
        )
    return at


def current(engine: Engine) -> str | None:
    """The revision the database is at; None for an empty one."""
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def migrate(engine: Engine, revision: str = "head") -> None:
    """Brings the database to a revision; does nothing when it is there already."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        command.upgrade(_config(connection), revision)
