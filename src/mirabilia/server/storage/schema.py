"""The database as SQLAlchemy Core describes it. Migrations (migrations/versions) make it; a test compares the two.

A game is its record: one row in `tables`, its `deals` row, and one row in `moves` per decision, unique by table and
number. `events` is what happened at the table, numbered without gaps; `tables.seq` is the number of the last one and
the version every write compares with. `pending` holds hidden choices of the turn being chosen. Times are whole
milliseconds since 1970; JSON is text, because the server alone reads it.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, text

metadata = MetaData()

persons = Table(
    "persons",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("recovery_hash", String(64), unique=True),
)

devices = Table(
    "devices",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("person_id", ForeignKey("persons.id"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("game", String(10), nullable=False),
    Column("players", Integer, nullable=False),
    Column("status", String(10), nullable=False),
    Column("origin", String(10), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("host", String(24)),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("link_generation", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("to_act", String(40), nullable=False),
    Column("due_at", BigInteger),  # when the next clock runs out, in game time (clocks.py)
    Column("duty", Integer, nullable=False),  # 1: a bot owes a decision
    Column("listed", Integer, nullable=False),  # 1: in the list of public tables
    Column("owner", String(24)),  # the process that lets bots move and watches the clocks
    Column("asked", Integer),  # the seat that asks to take back
    Column("assisted", Integer, nullable=False),
    Column("result", Text),
    Column("next_table", String(12)),
    Index("tables_by_change", "changed_at"),
    Index("tables_by_duty", "duty", "owner"),
    Index("tables_by_due", "due_at"),
    Index("tables_by_host", "host"),
    Index("tables_listed", "changed_at", sqlite_where=text("listed = 1"), postgresql_where=text("listed = 1")),
)

deals = Table(
    "deals",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("rules", String(20), nullable=False),
    Column("deal", Text, nullable=False),
)

moves = Table(
    "moves",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", String(200), nullable=False),
    Column("at", BigInteger, nullable=False),
)

pending = Table(
    "pending",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("move", String(200)),  # NULL: the seat withdrew its choice
)

events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("seat", Integer),
    Column("data", Text),
    Column("command", String(80)),  # who and command id, so that a repeated command is known after any restart
    Column("digest", String(16)),  # what that command said: the same id with other words is another command
    Index("events_by_command", "table_id", "command", unique=True),
)

holders = Table(
    "holders",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", ForeignKey("persons.id"), primary_key=True),
    Column("since", BigInteger, nullable=False),
    Index("holders_by_person", "person_id"),
)

bans = Table(
    "bans",
    metadata,
    Column("kind", String(10), primary_key=True),  # "address" or "person"
    Column("who", String(64), primary_key=True),
    Column("until", BigInteger),  # NULL: for good
    Column("reason", String(200), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

analyses = Table(
    "analyses",
    metadata,
    Column("id", String(24), primary_key=True),  # a hash of record, analyser and budget (study/jobs.py)
    Column("record", Text, nullable=False),
    Column("simulations", Integer, nullable=False),
    Column("analyser", String(40), nullable=False),
    Column("state", String(10), nullable=False),  # waiting, running, done, failed
    Column("done", Integer, nullable=False),  # decisions judged, of `total`
    Column("total", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("process", String(24)),  # the process that runs it
    Column("fault", String(40)),
    Column("result", Text),  # before it is done: the decisions judged so far, of one that was given up
    Column("created_at", BigInteger, nullable=False),
    # Keyed hashes of whoever asked first, to take turns by.
    Column("address", String(16), nullable=False, server_default=""),
    Column("person", String(16), nullable=False, server_default=""),
    Column("begun_at", BigInteger),
    Column("asked_at", BigInteger, nullable=False, server_default="0"),  # last, by anyone
    Index("analyses_by_state", "state", "simulations", "created_at"),
    Index("analyses_by_begun", "begun_at"),
)

pushes = Table(
    "pushes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person_id", ForeignKey("persons.id"), primary_key=True),
    Column("address_hash", String(64), primary_key=True),
    Column("address", Text, nullable=False),  # of the browser's push service
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("lang", String(10), nullable=False),
    Column("told", String(20), key="notified", nullable=False),  # moment of the last notification: "turn 17", "over"
    Column("created_at", BigInteger, nullable=False),
    Index("pushes_by_address", "address_hash"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("started_at", BigInteger, nullable=False),
    Column("beat_at", BigInteger, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
