"""PostgreSQL's short way for the writer: the moves of many tables in one statement, and so in one round trip.

The statement is a transaction of its own. It locks the tables that are still where their change expects them (in the
order of their ids, so that two processes cannot wait for each other), writes their rows and nobody else's, announces
what changed, and answers which tables it wrote. What it does not know (deals, taken-back moves, people in seats) goes
the writer's general way. docs/server.md has what this is worth.
"""

from __future__ import annotations

import time
import zlib
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import ARRAY, Connection, Table, Text, bindparam, text
from sqlalchemy.dialects import postgresql

from mirabilia.json_types import JsonObject
from mirabilia.server.storage.changes import Change, Undone
from mirabilia.server.storage.schema import events, moves, pending, tables

if TYPE_CHECKING:
    import psycopg  # comes with the extra `postgres`; with SQLite nothing needs it
    from psycopg.rows import TupleRow

CHANNEL = "mirabilia"  # for changes after which a bot owes a decision: whichever process has that duty
SHARDS = 32  # further channels, each for some of the tables: a process listens to those of the tables it has
ALIVE_LOCK = 7_300_701  # an advisory lock that every server process shares; `restore` needs it alone
_NOTIFY_BYTES = 7000  # PostgreSQL takes less than 8000
# A line that carries nothing any more is given up after about ten seconds, whoever waits on it; left alone, TCP would
# keep a thread waiting for a quarter of an hour. (Unix sockets know no such settings and ignore them.)
LINE: JsonObject = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}
# The other end of such a line: a transaction that hears nothing any more is undone, and its locks are free again.
IDLE_IN_TRANSACTION = "20s"
_PING_AFTER = 5.0  # seconds: a connection that rested longer is tried before it is relied on

_NAME = b"store"  # of the prepared statement

_encode = msgspec.json.Encoder().encode


def is_undone(error: BaseException | None) -> bool:
    """Whether PostgreSQL said no and nothing is stored: a bad value, a rule of the schema, a deadlock."""
    return str(getattr(error, "sqlstate", None) or "").startswith(("22", "23", "40"))


def channel_of(table: str) -> str:
    """The channel on which a table's changes and the comings and goings at it are announced."""
    return f"{CHANNEL}_{zlib.crc32(table.encode()) % SHARDS}"


def announcements(changes: Sequence[Change]) -> list[tuple[str, str]]:
    """What the other processes learn of these changes, by channel, in pieces that PostgreSQL takes."""
    by_channel: dict[str, list[list[object]]] = defaultdict(list)
    for change in changes:
        by_channel[channel_of(change.table)].append([change.table, change.row["seq"], 0])
        if change.row["duty"]:
            by_channel[CHANNEL].append([change.table, change.row["seq"], 1])
    return [(channel, piece) for channel, news in by_channel.items() for piece in _pieces(news)]


def _pieces(news: Sequence[list[object]]) -> list[str]:
    pieces: list[str] = []
    piece: list[list[object]] = []
    size = 0
    for each in news:
        length = len(_encode(each)) + 1
        if piece and size + length > _NOTIFY_BYTES:
            pieces.append(_encode({"tables": piece}).decode())
            piece, size = [], 0
        piece.append(each)
        size += length
    pieces.append(_encode({"tables": piece}).decode())
    return pieces


_NOTIFY = text(
    "SELECT count(*) FROM (SELECT pg_notify(channel, news) FROM unnest(:channels, :payloads) AS t(channel, news)) sent"
).bindparams(bindparam("channels", type_=ARRAY(Text)), bindparam("payloads", type_=ARRAY(Text)))


def notify(connection: Connection, news: Sequence[tuple[str, str]]) -> None:
    """Tells the other processes in one statement; PostgreSQL delivers it when the transaction is committed."""
    channels, payloads = [channel for channel, _ in news], [payload for _, payload in news]
    connection.execute(_NOTIFY, {"channels": channels, "payloads": payloads}).close()


class News(msgspec.Struct):
    """What happened to a table after a number, as `NEWS` finds it."""

    row: JsonObject
    deal: str | None
    moves: list[tuple[int, str]]
    pending: list[tuple[int, str | None]]
    events: list[JsonObject]
    holders: list[tuple[int, str]]


news_decoder = msgspec.json.Decoder(News)


def _rows(what: str, table: str, order: str, further: str = "") -> str:
    """The rows of the table `t`, as a list in JSON."""
    return (
        f"(SELECT coalesce(json_agg({what} ORDER BY {order}), '[]') FROM {table} x WHERE x.table_id = t.id {further})"
    )


NEWS = text(f"""
    SELECT json_build_object(
        'row', row_to_json(t),
        'deal', (SELECT deal FROM deals WHERE table_id = t.id),
        'moves', {_rows("json_build_array(x.seat, x.move)", "moves", "x.number", "AND x.number >= :after_moves")},
        'pending', {_rows("json_build_array(x.seat, x.move)", "pending", "x.number")},
        'events', {_rows("x", "events", "x.seq", "AND x.seq > greatest(:after_seq, t.seq - :recent)")},
        'holders', {_rows("json_build_array(x.seat, x.person_id)", "holders", "x.seat, x.person_id")}
    )::text FROM tables t WHERE t.id = :table
""")


class PostgresWay:
    """A connection for nothing but that statement. Used by the writer's thread alone."""

    def __init__(self, url: str, columns: Sequence[str]) -> None:
        self._url = url
        self.session: int | None = None
        self._statement = _statement(columns).encode()
        self._connection: psycopg.Connection[TupleRow] | None = None
        self._used_at = 0.0

    def store(self, changes: Sequence[Change]) -> list[bool]:
        """Which of these plain changes were stored. `Undone`: surely none; any other error: nobody knows."""
        parameters = [
            _encode([{"id": c.table, "expected": c.expected, **c.row} for c in changes]),
            _encode([row for c in changes for row in c.events]),
            _encode([row for c in changes for row in c.moves]),
            _encode([row for c in changes for row in c.pending]),
            _encode([c.table for c in changes if c.clear_pending]),
            _encode(announcements(changes)),
        ]
        try:
            stored = set(self._executed(parameters))
        except BaseException as error:
            if is_undone(error):
                raise Undone(str(error)) from error
            self.close()
            raise
        return [change.table in stored for change in changes]

    def _executed(self, parameters: list[bytes]) -> list[str]:
        """The ids of the tables the statement has changed.

        It goes to libpq by the shortest path: a cursor with its adapters takes longer than the rest of the writer.
        """
        from psycopg.errors import error_from_result
        from psycopg.pq import ExecStatus

        result = self._connected().pgconn.exec_prepared(_NAME, parameters)
        if result.status != ExecStatus.TUPLES_OK:
            raise error_from_result(result)
        changed: list[str] = msgspec.json.decode(result.get_value(0, 0) or b"[]")
        return changed

    def _connected(self) -> psycopg.Connection[TupleRow]:
        """The connection; a new one if there is none or the old one has died while it rested."""
        now = time.monotonic()
        if self._connection is not None and now - self._used_at > _PING_AFTER:
            try:
                self._connection.execute("SELECT 1")
            except Exception:
                self.close()
        if self._connection is None:
            import psycopg

            self._connection = psycopg.connect(self._url, autocommit=True, application_name="mirabilia", **LINE)
            self._prepare(self._connection)
            self.session = self._connection.info.backend_pid
        self._used_at = now
        return self._connection

    def _prepare(self, connection: psycopg.Connection[TupleRow]) -> None:
        from psycopg.errors import error_from_result
        from psycopg.pq import ExecStatus

        result = connection.pgconn.prepare(_NAME, self._statement)
        if result.status != ExecStatus.COMMAND_OK:
            self.close()
            raise error_from_result(result)

    def close(self) -> None:
        """Closes the connection; the next statement opens another."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _typed(table: Table, columns: Sequence[str]) -> str:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    return ", ".join(f'"{name}" {table.c[name].type.compile(dialect=dialect)}' for name in columns)


def _insert(table: Table, parameter: int) -> str:
    columns = [column.name for column in table.columns]
    names = ", ".join(f'"{name}"' for name in columns)
    return (
        f"INSERT INTO {table.name} ({names}) SELECT {', '.join(f'new.{name}' for name in _quoted(columns))} "
        f"FROM json_to_recordset(${parameter}::json) AS new({_typed(table, columns)}) "
        f"JOIN changed ON changed.id = new.table_id"
    )


def _quoted(columns: Sequence[str]) -> list[str]:
    return [f'"{name}"' for name in columns]


def _statement(columns: Sequence[str]) -> str:
    """The statement. `given` are the tables' rows as they shall be, with the number each is expected at.

    Its parameters are JSON: the tables' rows, events, moves, hidden choices, tables whose choices are cleared, news.
    """
    shape = f'"id" TEXT, "expected" INTEGER, {_typed(tables, columns)}'
    values = ", ".join(f"{name} = given.{name}" for name in _quoted(columns))
    return f"""
        WITH given AS MATERIALIZED (SELECT * FROM json_to_recordset($1::json) AS new({shape})),
        held AS MATERIALIZED (
            SELECT tables.id FROM tables JOIN given ON tables.id = given.id AND tables.seq = given.expected
            ORDER BY tables.id FOR NO KEY UPDATE OF tables),
        changed AS (
            UPDATE tables SET {values} FROM given JOIN held ON held.id = given.id
            WHERE tables.id = given.id AND tables.seq = given.expected RETURNING tables.id),
        cleared AS (
            DELETE FROM pending USING changed
            WHERE pending.table_id = changed.id AND changed.id IN (SELECT json_array_elements_text($5::json))),
        moved AS ({_insert(moves, 3)}),
        chosen AS ({_insert(pending, 4)}),
        happened AS ({_insert(events, 2)})
        SELECT array_to_json(ARRAY(SELECT id FROM changed)),
               (SELECT count(*) FROM (
                   SELECT pg_notify(news->>0, news->>1) FROM json_array_elements($6::json) AS news) sent)
    """
