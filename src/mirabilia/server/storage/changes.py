"""What storage and tables exchange: `LoadedTable`, the rows of a table, and `Change`, what one command does to them.

`state.py` makes changes, `writing.py` stores them.

Most are plain: moves, hidden choices and events of a table that stays where it is. Each database has a short way for
those (`sqlite.py`, `postgres.py`); deals, taken-back moves and changes of people in seats go the writer's general way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mirabilia.json_types import Json

RECENT_EVENTS = 100  # how many a table keeps in memory for clients that come back


class StoredRow(Protocol):
    """A row by the names of its columns, whatever database it comes from."""

    def __getitem__(self, column: str, /) -> Json: ...


@dataclass(frozen=True)
class LoadedTable:
    """The rows of one table, from one snapshot. `moves` and `events` may be only those after what the reader had."""

    row: StoredRow
    deal: str | None
    moves: list[tuple[int, str]]
    pending: list[tuple[int, str | None]]
    events: Sequence[StoredRow]
    commands: dict[str, tuple[int, str | None]]
    holders: list[tuple[int, str]]


@dataclass
class Change:
    """What one command changes: rows to add and the table's row as it is afterwards."""

    table: str
    expected: int
    row: dict[str, object]  # all changeable columns of `tables`, seq included
    events: list[dict[str, object]] = field(default_factory=list)
    moves: list[dict[str, object]] = field(default_factory=list)
    drop_moves: int | None = None  # moves from this number on are taken back
    pending: list[dict[str, object]] = field(default_factory=list)
    clear_pending: bool = False
    deal: dict[str, object] | None = None
    holders: list[dict[str, object]] = field(default_factory=list)
    drop_holders: list[dict[str, object]] = field(default_factory=list)


def is_plain(change: Change) -> bool:
    """Whether a short way can store all of this change."""
    return (
        change.deal is None
        and change.drop_moves is None
        and not change.holders
        and not change.drop_holders
        and not (change.clear_pending and change.pending)
    )


class Undone(Exception):
    """The database undid the whole batch, for sure; the changes may be tried one by one."""


class ShortWay(Protocol):
    """Stores plain changes of different tables, in one transaction. Used by the writer's thread alone."""

    session: int | None  # PostgreSQL's number of the connection, by which a process knows its own announcements

    def store(self, changes: Sequence[Change]) -> list[bool]:
        """Which of these were stored. `Undone`: surely none; any other error: nobody knows."""

    def close(self) -> None:
        """Closes what is open; `store` opens it again."""
