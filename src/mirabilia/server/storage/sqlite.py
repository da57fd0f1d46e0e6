"""SQLite's short way for the writer: the moves of many tables in one transaction, with statements written down once.

The same as the general way of `writing.py` for the changes that are most of them (`is_plain`), but straight through
the driver: building and reading results of SQLAlchemy costs more time than SQLite itself. docs/server.md has figures.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import cast

from sqlalchemy import Engine, PoolProxiedConnection, Table

from mirabilia.server.storage.changes import Change, Undone
from mirabilia.server.storage.schema import events, moves, pending


class SqliteWay:
    """Stores plain changes. Used by the writer's thread alone; its connection is one of the writer's engine."""

    session: int | None = None

    def __init__(self, engine: Engine, columns: Sequence[str]) -> None:
        self._engine = engine
        self._pooled: PoolProxiedConnection | None = None  # kept: the pool takes longer than a move
        values = ", ".join(f'"{name}" = :{name}' for name in columns)
        self._update = f"UPDATE tables SET {values} WHERE id = :table_id AND seq = :expected"

    def store(self, changes: Sequence[Change]) -> list[bool]:
        """Which of these plain changes were stored. `Undone`: surely none; any other error: nobody knows."""
        if self._pooled is None:
            self._pooled = self._engine.raw_connection()  # prepared by `store.open_engine`
        cursor = cast(sqlite3.Connection, self._pooled.driver_connection).cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
            try:
                stored = [self._store(cursor, change) for change in changes]
                cursor.execute("COMMIT")
            except BaseException:
                if cursor.connection.in_transaction:
                    cursor.execute("ROLLBACK")
                raise
        except (sqlite3.IntegrityError, sqlite3.DataError) as error:
            raise Undone(str(error)) from error
        except BaseException:
            self.close()
            raise
        cursor.close()
        return stored

    def _store(self, cursor: sqlite3.Cursor, change: Change) -> bool:
        cursor.execute(self._update, {**change.row, "table_id": change.table, "expected": change.expected})
        if cursor.rowcount != 1:
            return False
        if change.clear_pending:
            cursor.execute("DELETE FROM pending WHERE table_id = ?", (change.table,))
        for statement, rows in ((_MOVE, change.moves), (_CHOICE, change.pending), (_EVENT, change.events)):
            for row in rows:
                cursor.execute(statement, row)
        return True

    def close(self) -> None:
        """Closes the connection; the next batch opens another."""
        if self._pooled is not None:
            self._pooled.invalidate()
            self._pooled = None


def _insert(table: Table) -> str:
    names = [column.name for column in table.columns]
    quoted = ", ".join(f'"{name}"' for name in names)
    return f"INSERT INTO {table.name} ({quoted}) VALUES ({', '.join(f':{name}' for name in names)})"


_MOVE, _CHOICE, _EVENT = _insert(moves), _insert(pending), _insert(events)
