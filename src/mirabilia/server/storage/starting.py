"""Before a server starts: the data folder is nobody else's, and the database can be read, migrated and written.

Whatever is wrong with the storage is said here in one sentence with what to do, and the start ends.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from mirabilia.errors import MirabiliaError
from mirabilia.server.settings import Settings
from mirabilia.server.storage.backup import backup_folder, migrate_safely
from mirabilia.server.storage.store import open_engine

OURS = ("mirabilia.sqlite", "secret.key", "server.lock", "backups")


class BadStorage(MirabiliaError):
    """The storage cannot be used; the message says what to do."""

    code = "bad_storage"


def prepare_storage(settings: Settings) -> None:
    """Makes the storage ready, or raises `BadStorage` (or `NewerDatabase`) with one sentence."""
    if not settings.is_sqlite and not _has_psycopg():
        raise BadStorage("PostgreSQL needs the package psycopg: pip install 'mirabilia[postgres]'")
    os.umask(0o077)  # the database, its copies and the key are for this user alone
    try:
        close_to_others(settings)
        engine = open_engine(settings, writing=True)
        try:
            migrate_safely(settings, engine)
            with engine.begin() as connection:
                connection.execute(text("INSERT INTO meta (key, value) VALUES ('trial', 'x')"))
                connection.execute(text("DELETE FROM meta WHERE key = 'trial'"))
        finally:
            engine.dispose()
    except (OSError, SQLAlchemyError) as error:
        raise BadStorage(advice(settings, error)) from error


def _has_psycopg() -> bool:
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return False
    return True


def close_to_others(settings: Settings) -> None:
    """Takes the data folder and what is in it from other users, also where an older version left them open."""
    folder = settings.data_dir
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    names = [path.name for path in folder.iterdir()]
    is_own = not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()
    if not is_own or (names and not any(name.startswith(OURS) for name in names)):
        return  # someone else's folder that we were only pointed at
    folder.chmod(0o700)
    for path in folder.iterdir():
        if path.name.startswith(OURS):
            _take(path)
    if backup_folder(settings).is_dir():
        for path in backup_folder(settings).iterdir():
            _take(path)


def _take(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.chmod(0o700 if path.is_dir() else 0o600)


def advice(settings: Settings, error: Exception) -> str:
    """What is wrong with the storage and what to do about it."""
    said = str(getattr(error, "orig", None) or error).strip().split("\n")[0][:200]
    low = said.lower()
    if not settings.is_sqlite and not isinstance(error, OSError):
        from psycopg.conninfo import conninfo_to_dict

        parts = conninfo_to_dict(settings.postgres_url)
        where = f"{parts.get('host') or 'this machine'}, database {parts.get('dbname') or '?'}"
        return f"PostgreSQL ({where}) cannot be used: {said}. Is it running, and is MIRABILIA_DATABASE_URL right?"
    if "malformed" in low or "not a database" in low or "corrupt" in low:
        return (
            f"{settings.sqlite_file} is damaged ({said}): restore a copy with `mirabilia restore FILE`; "
            f"automatic ones are in {backup_folder(settings)}"
        )
    if "full" in low or getattr(error, "errno", None) == 28:
        return f"the disk of {settings.data_dir} is full ({said}): make room there"
    if isinstance(error, PermissionError) or any(word in low for word in ("readonly", "read-only", "unable to open")):
        return f"{settings.data_dir} cannot be written by this user ({said}): give the folder and its files to it"
    return f"the database in {settings.data_dir} cannot be used: {said}"
