"""Records on disk, and the folder for a person's games. Every fault becomes one line that names the file."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from mirabilia.cli.language import complain, trouble
from mirabilia.errors import BadRecord

if TYPE_CHECKING:
    from mirabilia.game import Game
    from mirabilia.record import Record


R = TypeVar("R")


def data_folder() -> Path:
    """Where a person's own files are kept: MIRABILIA_DATA_DIR, or the place the system has for them."""
    chosen = os.environ.get("MIRABILIA_DATA_DIR")
    if chosen:
        return Path(chosen)
    import platformdirs

    return Path(platformdirs.user_data_dir("mirabilia"))


def load_record(file: Path) -> Record:
    """The record in a file, or the one that is named of several: `all.records#3`. `-` is standard input."""
    whole, number = file, ""
    if "#" in file.name and not file.exists():
        name, _, number = file.name.rpartition("#")
        whole = file.with_name(name) if name else file
    records = load_records(whole)
    if len(records) == 1 and not number:
        return records[0]
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(records)):
        first, last = (f"{whole}#{n}" for n in (1, len(records)))
        raise complain("files.several", "no_file", file=whole, first=first, last=last)
    return records[int(number) - 1]


def load_records(file: Path) -> list[Record]:
    """All records in a file."""
    from mirabilia.record import read_record, read_records

    return _load(file, lambda text: read_records(text) or [read_record(text)])  # the latter says what is wrong


def _load(file: Path, read: Callable[[str], R]) -> R:
    try:
        content = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        return read(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise complain("files.not_text", "bad_record", file=file, line=line) from error
    except BadRecord as error:
        raise named(file, error) from error
    except FileNotFoundError as error:
        raise complain("files.missing", "no_file", file=file) from error
    except OSError as error:
        raise complain("files.unreadable", "no_file", file=file, fault=trouble(error)) from error


def named(file: Path, error: BadRecord) -> BadRecord:
    """The same error with the file in front."""
    return BadRecord(f"{file}: {error.message}", code=error.code)


def save_record(game: Game, file: Path, tags: dict[str, str]) -> Path:
    """Writes the game's record; a file that is there is replaced only once the new one is complete."""
    from mirabilia.record import Record

    return write_text(file, Record.of(game, **tags).dumps())


def write_text(file: Path, text: str) -> Path:
    """Writes a file; one that is there is replaced only once the new one is complete."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(file.name + ".part")
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    except OSError as error:
        raise complain("files.unwritable", "no_file", file=file, fault=trouble(error)) from error
    return file


def own_record_file(game: Game) -> Path:
    """A name for a game nobody gave a file for."""
    folder = data_folder() / "records"
    stem = f"{game.name}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    file = folder / f"{stem}.record"
    number = 2
    while file.exists():
        file = folder / f"{stem}-{number}.record"
        number += 1
    return file
