"""Copies of the database: before migrations, on demand, and back again.

SQLite is copied while the server runs (its own online backup). PostgreSQL has its own tools; here a backup is a
`pg_dump` file, restored by `pg_restore`, when these programs are on the machine.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine

from mirabilia.errors import MirabiliaError
from mirabilia.server import migrations
from mirabilia.server.settings import Settings


class BackupError(MirabiliaError):
    """A backup or restore that could not be done; nothing was changed."""

    code = "backup_failed"


def _stamp() -> str:
    return time.strftime("%Y%m%d-%H%M%S", time.gmtime())


def backup_folder(settings: Settings) -> Path:
    """Where copies go unless somebody names a place."""
    return settings.data_dir / "backups"


def backup(settings: Settings, target: Path | None = None) -> Path:
    """A copy of the database, taken while the server may be running; returns where it is."""
    suffix = "sqlite" if settings.is_sqlite else "dump"
    if target is None:
        target = backup_folder(settings) / f"mirabilia-{_stamp()}.{suffix}"
    if target.exists():
        raise BackupError(f"{target} exists already")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    try:
        if settings.is_sqlite:
            _copy_sqlite(settings.sqlite_file, part)
        else:
            _run(["pg_dump", "--format=custom", f"--file={part}", f"--dbname={settings.postgres_url}"])
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return target


def restore(settings: Settings, source: Path) -> Path | None:
    """Puts a backup in the place of the database; the server must not be running.

    The database so far is kept as a backup of its own, whose place is returned.
    """
    if not source.is_file():
        raise BackupError(f"there is no file {source}")
    if not settings.is_sqlite:
        kept = backup(settings)
        _run(["pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction",
              f"--dbname={settings.postgres_url}", str(source)])  # fmt: skip
        return kept
    _check_sqlite(source)
    previous: Path | None = None
    with server_lock(settings):
        if settings.sqlite_file.exists():
            previous = backup(settings)
        fresh = settings.sqlite_file.with_suffix(".restoring")
        fresh.unlink(missing_ok=True)
        _copy_sqlite(source, fresh)
        for suffix in ("-wal", "-shm"):
            Path(f"{settings.sqlite_file}{suffix}").unlink(missing_ok=True)
        os.replace(fresh, settings.sqlite_file)
    return previous


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BackupError(f"there is no database {source}")
    target.parent.mkdir(parents=True, exist_ok=True)
    reading = contextlib.closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=30))
    with reading as old, contextlib.closing(sqlite3.connect(target)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode=DELETE")


def _check_sqlite(source: Path) -> None:
    """Refuses files that are no database of this program, or damaged."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{source} is not a backup of Mirabilia: {error}") from error
    if sound != "ok":
        raise BackupError(f"{source} is damaged: {sound}")


def _run(command: list[str]) -> None:
    program = shutil.which(command[0])
    if program is None:
        raise BackupError(f"{command[0]} is not on this machine; it comes with PostgreSQL's client programs")
    done = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False)
    if done.returncode:
        raise BackupError(f"{command[0]}: {done.stderr.strip()[:500]}")


def migrate_safely(settings: Settings, engine: Engine) -> str | None:
    """Brings the database to its newest form, with a copy (SQLite) before any change; returns where the copy is."""
    at = migrations.current(engine)
    if at == migrations.newest():
        return None
    copy = None
    if settings.is_sqlite and at is not None and settings.backups_kept:
        copy = str(backup(settings, backup_folder(settings) / f"before-migration-{_stamp()}.sqlite"))
        old = sorted(backup_folder(settings).glob("before-migration-*.sqlite"))[: -settings.backups_kept]
        for path in old:
            path.unlink()
    migrations.migrate(engine)
    return copy


@contextlib.contextmanager
def server_lock(settings: Settings) -> Iterator[None]:
    """Held while a server runs on the SQLite file, so that no second one and no restore can interfere."""
    import fcntl

    settings.data_dir.mkdir(parents=True, exist_ok=True)
    with open(settings.data_dir / "server.lock", "w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BackupError(f"a server is running on {settings.data_dir}; stop it first", code="in_use") from None
        yield
