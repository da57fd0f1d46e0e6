"""The operator's status page: what goes on, read from the database, to look at and nothing else.

`mirabilia admin status --serve PORT` shows it to this machine alone: it listens on 127.0.0.1, answers only requests
that name this machine (another site's page cannot have its own name lead here), and changes nothing. The server itself
has no such address, so no proxy can pass it on.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable, Sequence
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import urlsplit

from sqlalchemy import Connection, func, select

from mirabilia.server.settings import Settings
from mirabilia.server.storage.schema import analyses, bans, persons, processes, tables
from mirabilia.server.storage.store import now_ms, open_engine

LAST_TABLES = 20
REFRESH_SECONDS = 5
SHORT_MS = 3_600_000  # what changed within this time is going on now

Row = tuple[object, ...]


class Part(NamedTuple):
    """A table of the page: its title and heads are keys of the texts."""

    title: str
    heads: tuple[str, ...]
    rows: list[Row]


def status_of(settings: Settings, connection: Connection) -> list[Part]:
    """What the page shows."""
    now = now_ms()
    alive_after = now - int(settings.lease_seconds * 1000)
    living = connection.execute(
        select(processes.c.id, processes.c.started_at).where(processes.c.beat_at >= alive_after)
    ).all()
    by_status = connection.execute(
        select(tables.c.game, tables.c.status, func.count(), func.sum(tables.c.moves))
        .group_by(tables.c.game, tables.c.status)
        .order_by(tables.c.game, tables.c.status)
    ).all()
    last = connection.execute(
        select(tables.c.id, tables.c.game, tables.c.players, tables.c.status, tables.c.moves, tables.c.changed_at)
        .order_by(tables.c.changed_at.desc())
        .limit(LAST_TABLES)
    ).all()
    now_on = select(func.count()).select_from(tables).where(tables.c.changed_at > now - SHORT_MS)
    waiting = connection.execute(select(analyses.c.state, func.count()).group_by(analyses.c.state)).all()
    kept_out = connection.execute(select(bans.c.kind, bans.c.who, bans.c.reason).order_by(bans.c.created_at)).all()
    people = connection.execute(select(func.count()).select_from(persons)).scalar_one()
    return [
        Part("processes", ("process", "hours"), [(name, _hours(now - at)) for name, at in living]),
        Part("numbers", ("people", "tables_now"), [(people, connection.execute(now_on).scalar_one())]),
        Part("tables", ("game", "status", "tables", "moves"), [tuple(row) for row in by_status]),
        Part("analyses", ("status", "number"), [tuple(row) for row in waiting]),
        Part(
            "last_tables",
            ("table", "game", "players", "status", "moves", "idle"),
            [(*row[:-1], _hours(now - row[-1])) for row in last],
        ),
        Part("bans", ("kind", "who", "reason"), [tuple(row) for row in kept_out]),
    ]


def _hours(milliseconds: int) -> str:
    return f"{milliseconds / SHORT_MS:.1f}"


def as_page(parts: Sequence[Part], word: Callable[[str], str]) -> str:
    """The page; `word` has the texts."""
    sections = []
    for part in parts:
        heads = "".join(f"<th>{escape(word(head))}</th>" for head in part.heads)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(str(value))}</td>' for value in row)}</tr>" for row in part.rows)
        sections.append(f"<h2>{escape(word(part.title))}</h2><table><tr>{heads}</tr>{rows}</table>")
    title = escape(word("page_title"))
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="refresh" content="{REFRESH_SECONDS}">'
        f"<title>{title}</title><style>body{{font-family:sans-serif;margin:2em}}td,th{{text-align:left;"
        "padding:.2em 1em .2em 0}</style></head>"
        f"<body><h1>{title}</h1>{''.join(sections)}<p>{time.strftime('%F %T')}</p></body></html>"
    )


class StatusServer(ThreadingHTTPServer):
    """The page on this machine's own address; `serve_forever` runs it."""

    @property
    def address(self) -> str:
        """Where the page is."""
        return f"http://127.0.0.1:{self.server_port}/"


def status_server(settings: Settings, port: int, word: Callable[[str], str]) -> StatusServer:
    """A server for the page."""
    engine = open_engine(settings, writing=False)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if not _is_own_name(self.headers.get("host", "")):
                self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
                return
            if urlsplit(self.path).path != "/":
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            with engine.connect() as connection:
                body = as_page(status_of(settings, connection), word).encode()
            self.send_response(HTTPStatus.OK)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.send_header("content-length", str(len(body)))
            self.send_header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
            self.send_header("cache-control", "no-store")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing: nobody reads it."""

    return StatusServer(("127.0.0.1", port), Handler)


def _is_own_name(host: str) -> bool:
    """Whether a request names this machine; any other name may lead here by someone else's will."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
        return name == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
