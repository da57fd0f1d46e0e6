"""Copies of the database: before migrations, on demand, and back again.

SQLite is copied while the server runs (its own online backup). PostgreSQL has its own tools; here a backup is a
`pg_dump` file, restored by `pg_restore`, when these programs are on the machine.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from mirabilia.engine.file_locks import lock
from mirabilia.errors import MirabiliaError
from mirabilia.json_types import JsonObject
from mirabilia.server.settings import Settings
from mirabilia.server.storage import migrations
from mirabilia.server.storage.postgres import ALIVE_LOCK

if TYPE_CHECKING:
    import psycopg  # comes with the extra `postgres`; with SQLite nothing needs it
    from psycopg.rows import TupleRow

JUST_STOPPED = 2.0  # seconds in which PostgreSQL may not yet have noticed that a server has gone


class BackupError(MirabiliaError):
    """A backup or restore that could not be done; nothing was changed."""

    code = "backup_failed"


def _stamp() -> str:
    return time.strftime("%Y%m%d-%H%M%S", time.gmtime())


def backup_folder(settings: Settings) -> Path:
    """Where copies go unless someone names a place."""
    return settings.data_dir / "backups"


def backup(settings: Settings, target: Path | None = None) -> Path:
    """A copy of the database, taken while the server may be running; returns where it is."""
    suffix = "sqlite" if settings.is_sqlite else "dump"
    if target is None:
        stamp = _stamp()  # two backups in one second have names of their own
        names = (
            f"mirabilia-{stamp}{again}.{suffix}"
            for again in itertools.chain([""], (f"-{n}" for n in itertools.count(2)))
        )
        target = next(path for name in names if not (path := backup_folder(settings) / name).exists())
    if target.exists():
        raise BackupError(f"{target} exists already")
    missing = [folder for folder in (target.parent, *target.parent.parents) if not folder.exists()]
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for folder in missing:
        _give_to_owner(settings, folder)
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # running games have their secrets in it
        _give_to_owner(settings, part)
        if settings.is_sqlite:
            _copy_sqlite(settings.sqlite_file, part)
        else:
            _run_postgres(settings, "pg_dump", "--format=custom", f"--file={part}")
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
        with postgres_to_oneself(settings):
            kept = backup(settings)
            _run_postgres(
                settings, "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", str(source)
            )
        return kept
    _check_sqlite(source)
    previous: Path | None = None
    with server_lock(settings):
        if settings.sqlite_file.exists():
            previous = backup(settings)
        fresh = settings.sqlite_file.with_suffix(".restoring")
        fresh.unlink(missing_ok=True)
        before = settings.sqlite_file.stat() if settings.sqlite_file.exists() else None
        os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        _copy_sqlite(source, fresh)
        if before is not None:
            fresh.chmod(before.st_mode & 0o777)
        _give_to_owner(settings, fresh)
        for suffix in ("-wal", "-shm"):
            Path(f"{settings.sqlite_file}{suffix}").unlink(missing_ok=True)
        os.replace(fresh, settings.sqlite_file)
    return previous


def _give_to_owner(settings: Settings, path: Path) -> None:
    """What root makes in the data folder belongs to the folder's owner: the service must be able to use it."""
    folder = settings.data_dir.resolve()
    if hasattr(os, "geteuid") and os.geteuid() == 0 and folder.is_dir() and path.resolve().is_relative_to(folder):
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def _copy_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise BackupError(f"there is no database {source}")
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


def _run_postgres(settings: Settings, name: str, *arguments: str) -> None:
    """Runs a program of PostgreSQL. The password goes by the environment: everyone can read the list of processes."""
    from psycopg.conninfo import conninfo_to_dict, make_conninfo

    program = shutil.which(name)
    if program is None:
        raise BackupError(f"{name} is not on this machine; it comes with PostgreSQL's client programs")
    parts: JsonObject = dict(conninfo_to_dict(settings.postgres_url))
    password = parts.pop("password", None)
    env = {**os.environ, **({"PGPASSWORD": str(password)} if password is not None else {})}
    command = [program, f"--dbname={make_conninfo(**parts)}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    if done.returncode:
        raise BackupError(f"{name}: {done.stderr.strip()[:500]}")


def _is_free(connection: psycopg.Connection[TupleRow], settings: Settings) -> bool:
    """Whether no server lives on the database: none holds the lock, none has beaten lately."""
    row = connection.execute("SELECT pg_try_advisory_lock(%s)", [ALIVE_LOCK]).fetchone()
    there = connection.execute("SELECT to_regclass('processes') IS NOT NULL").fetchone()
    if row is None or not row[0] or there is None or not there[0]:
        return row is not None and bool(row[0])
    since = int((time.time() - settings.lease_seconds) * 1000)
    alive = connection.execute("SELECT count(*) FROM processes WHERE beat_at >= %s", [since]).fetchone()
    return alive is not None and not alive[0]


@contextlib.contextmanager
def postgres_to_oneself(settings: Settings) -> Iterator[None]:
    """Held while the database is exchanged: refused while any server lives, and no server begins meanwhile."""
    import psycopg

    with psycopg.connect(settings.postgres_url, autocommit=True, connect_timeout=5) as connection:
        limit = time.monotonic() + JUST_STOPPED
        while not (free := _is_free(connection, settings)) and time.monotonic() < limit:
            time.sleep(0.1)
        if not free:
            raise BackupError("a server is running on this database; stop all its processes first", code="in_use")
        yield


def migrate_safely(settings: Settings, engine: Engine) -> str | None:
    """Brings the database to its newest form, with a copy (SQLite) before any change; returns where the copy is.

    Of each form the newest copies are kept, so that a start that fails again and again cannot push out the copy of an
    older form. A newer form than this version knows is refused before anything is copied.
    """
    at = migrations.check_known(engine)
    if at == migrations.newest():
        return None
    copy = None
    if settings.is_sqlite and at is not None and settings.backups_kept:
        copy = str(backup(settings, backup_folder(settings) / f"before-migration-from-{at}-{_stamp()}.sqlite"))
        _keep_newest(
            sorted(backup_folder(settings).glob(f"before-migration-from-{at}-*.sqlite")), settings.backups_kept
        )
    migrations.migrate(engine)
    return copy


def _keep_newest(copies: list[Path], count: int) -> None:
    for path in copies[:-count]:
        path.unlink()


def scheduled_backup(settings: Settings, folder: Path) -> Path:
    """A dated copy in a folder; of the scheduled ones there the newest `backups_kept` stay."""
    suffix = "sqlite" if settings.is_sqlite else "dump"
    made = backup(settings, folder / f"scheduled-{_stamp()}.{suffix}")
    _keep_newest(sorted(folder.glob(f"scheduled-*.{suffix}")), max(1, settings.backups_kept))
    return made


@contextlib.contextmanager
def server_lock(settings: Settings, address: str = "") -> Iterator[None]:
    """Held while a server runs on the SQLite file, so that no second one and no restore can interfere.

    Its file has the server's address, for whoever tries.
    """
    path = settings.data_dir / "server.lock"
    try:
        settings.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), "r+")
        _give_to_owner(settings, path)
    except OSError as error:
        raise BackupError(
            f"{settings.data_dir} cannot be written by this user: {error.strerror}; "
            "MIRABILIA_DATA_DIR or --data-dir chooses another folder"
        ) from error
    with handle:
        if not lock(handle.fileno()):
            where = handle.read().strip()
            raise BackupError(
                f"a server is running on {settings.data_dir}{f', at {where}' if where else ''}; stop it first",
                code="in_use",
            )
        handle.truncate(0)
        handle.write(address)
        handle.flush()
        yield
