"""The file a match is kept in while it runs: one JSON line with the settings, then one per finished game.

A line is written in one piece, after the game. Stopping at any moment, even by force, loses at most the games that
were running; half a line at the end is cut off when the match is taken up again.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

import msgspec

from mirabilia.arena.results import GameResult, read_result
from mirabilia.arena.settings import ArenaError, Settings
from mirabilia.engine.file_locks import lock

FORMAT = 1


class Header(msgspec.Struct, frozen=True):
    """The first line."""

    arena: int
    settings: Settings


class Journal:
    """An open file of a match. `results` holds the games that were there when it was opened, by number."""

    def __init__(self, path: Path, settings: Settings, *, resume: bool = False) -> None:
        self.path = path
        self.results: dict[int, GameResult] = {}
        exists = path.exists() and path.stat().st_size > 0
        if exists and not resume:
            raise ArenaError(f"{path} already exists; --resume continues it, --out names another", code="file_exists")
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise ArenaError(f"{path}: {error.strerror}", code="file_unusable") from error
        try:
            self._lock()
            if exists:
                self.results, length = read_games(path, settings)
                os.ftruncate(self._file, length)
            if os.fstat(self._file).st_size == 0:
                self._append(Header(FORMAT, settings))
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        if not lock(self._file):
            raise ArenaError(f"{self.path} is in use by another match", code="file_in_use")

    def add(self, result: GameResult) -> None:
        """Keeps a finished game."""
        self._append(result)
        self.results[result.index] = result

    def _append(self, thing: object) -> None:
        line = msgspec.json.encode(thing) + b"\n"
        if os.write(self._file, line) != len(line):
            raise ArenaError(f"{self.path}: the disk is full", code="file_unusable")

    def close(self) -> None:
        """Makes sure that everything is on the disk."""
        os.fsync(self._file)
        os.close(self._file)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def read_games(path: Path, settings: Settings | None = None) -> tuple[dict[int, GameResult], int]:
    """The games in a file by number, and the length of its whole lines; `ArenaError` if it is of another match."""
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.split(b"\n")[:-1]
    if not lines:
        return {}, 0
    kept = read_header(lines[0], path)
    if settings is not None and (difference := settings.difference(kept.settings)):
        raise ArenaError(f"{path} belongs to another match: {difference}", code="other_match")
    results = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            result = read_result(line)
        except msgspec.DecodeError as error:
            raise ArenaError(f"{path}, line {number}: not a game: {error}", code="file_damaged") from error
        results[result.index] = result
    return results, len(whole)


def read_header(line: bytes, path: Path) -> Header:
    """The first line of a file."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError as error:
        raise ArenaError(f"{path} is not a match file: {error}", code="file_damaged") from error
    if header.arena != FORMAT:
        raise ArenaError(f"{path} has format {header.arena}, this arena writes {FORMAT}", code="file_damaged")
    return header
