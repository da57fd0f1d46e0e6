"""Records between the database and files: `mirabilia export` and `mirabilia import`.

File names on the way out are table ids. On the way in, names mean nothing: archives are read in memory and never
unpacked, so no path in them can lead anywhere.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, select

from mirabilia.errors import MirabiliaError
from mirabilia.game import Game
from mirabilia.record.text import MAX_CHARACTERS
from mirabilia.server.refusals import Refusal
from mirabilia.server.settings import Settings
from mirabilia.server.storage.schema import deals, tables
from mirabilia.server.storage.store import load_table, open_engine
from mirabilia.server.tables.making import add_record
from mirabilia.server.tables.records import checked_record, record_text
from mirabilia.server.tables.state import TableState

MAX_FILES = 100_000


class TransferError(MirabiliaError, ValueError):
    """A file that cannot be read or written; nothing was stored."""

    code = "transfer_failed"


def export_records(settings: Settings, target: Path, everything: bool = False) -> int:
    """Writes one record per game with a deal; returns how many."""
    if settings.is_sqlite and not settings.sqlite_file.is_file():
        raise TransferError(f"there is no database {settings.sqlite_file}")
    engine = open_engine(settings, writing=False)
    with engine.connect() as connection:
        wanted = select(tables.c.id).join(deals, deals.c.table_id == tables.c.id).order_by(tables.c.id)
        if not everything:
            wanted = wanted.where(tables.c.status == "over")
        texts = _texts(connection, list(connection.execute(wanted).scalars()))
        return _write(texts, target)


def _texts(connection: Connection, ids: list[str]) -> Iterator[tuple[str, str]]:
    for table in ids:
        rows = load_table(connection, table)
        assert rows is not None
        yield f"{table}.txt", record_text(TableState(rows))


def _write(texts: Iterator[tuple[str, str]], target: Path) -> int:
    count = 0
    if target.suffix == ".zip":
        target.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in texts:
                archive.writestr(name, text)
                count += 1
        return count
    target.mkdir(parents=True, exist_ok=True)
    for name, text in texts:
        (target / name).write_text(text, encoding="utf-8")
        count += 1
    return count


def import_records(settings: Settings, sources: list[Path]) -> int:
    """Checks every record, then stores all of them; returns how many."""
    games: list[tuple[Game, list[str]]] = []
    for name, text in _read(sources):
        try:
            games.append(checked_record(text))
        except Refusal as refusal:
            line = refusal.details.get("line")
            raise TransferError(f"{name}, line {line}: {refusal.message}", line=line, file=name) from refusal
    engine = open_engine(settings, writing=True)
    with engine.begin() as connection:
        for game, names in games:
            add_record(connection, None, game, names)
    engine.dispose()
    return len(games)


def _read(sources: list[Path]) -> Iterator[tuple[str, str]]:
    """All texts, with a name for messages."""
    for source in sources:
        if source.is_dir():
            for path in sorted(source.glob("*.txt")):
                yield str(path), _decoded(str(path), path.read_bytes())
        elif zipfile.is_zipfile(source):
            with zipfile.ZipFile(source) as archive:
                members = [member for member in archive.infolist() if not member.is_dir()]
                if len(members) > MAX_FILES:
                    raise TransferError(f"{source}: more than {MAX_FILES} files")
                for member in members:
                    name = f"{source}:{member.filename[:100]}"
                    with archive.open(member) as handle:
                        yield name, _decoded(name, handle.read(4 * MAX_CHARACTERS + 1))
        elif source.is_file():
            if source.stat().st_size > 4 * MAX_CHARACTERS:
                raise TransferError(f"{source}: too large for a record")
            yield str(source), _decoded(str(source), source.read_bytes())
        else:
            raise TransferError(f"there is no file {source}")


def _decoded(name: str, data: bytes) -> str:
    if len(data) > 4 * MAX_CHARACTERS:
        raise TransferError(f"{name}: too large for a record")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TransferError(f"{name}, line {line}: not UTF-8 text", line=line, file=name) from error
