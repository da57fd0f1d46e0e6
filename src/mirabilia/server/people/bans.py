"""Bans: addresses, networks and people that the operator keeps out (`mirabilia admin ban`)."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, or_, select

from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.schema import bans
from mirabilia.server.storage.store import now_ms

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Bans:
    """The bans in force, as the database had them last."""

    def __init__(self) -> None:
        self._people: dict[str, int | None] = {}
        self._networks: list[tuple[Network, int | None]] = []

    def take(self, rows: list[tuple[str, str, int | None]]) -> None:
        """Takes what was read (`load_bans`)."""
        self._people = {who: until for kind, who, until in rows if kind == "person"}
        self._networks = [
            (ipaddress.ip_network(who, strict=False), until) for kind, who, until in rows if kind == "address"
        ]

    def holds(self, address: str, person: str | None = None) -> bool:
        """Whether one of them is banned now."""
        now = now_ms()
        if person is not None and person in self._people and _is_on(self._people[person], now):
            return True
        if not self._networks or not address:
            return False
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network and _is_on(until, now) for network, until in self._networks)

    def check(self, address: str, person: str | None) -> None:
        """Raises `banned`."""
        if self.holds(address, person):
            raise Refusal("banned")


def _is_on(until: int | None, now: int) -> bool:
    return until is None or until > now


def load_bans(connection: Connection) -> list[tuple[str, str, int | None]]:
    """All bans that are not over."""
    statement = select(bans.c.kind, bans.c.who, bans.c.until).where(
        or_(bans.c.until.is_(None), bans.c.until > now_ms())
    )
    return [(kind, who, until) for kind, who, until in connection.execute(statement)]


def add_ban(kind: str, who: str, until: int | None, reason: str) -> Callable[[Connection], None]:
    """Keeps someone out; an earlier ban of the same is replaced."""
    row: dict[str, object] = {"kind": kind, "who": who, "until": until, "reason": reason[:200], "created_at": now_ms()}

    def job(connection: Connection) -> None:
        drop_ban(who)(connection)
        connection.execute(insert(bans).values(**row))

    return job


def drop_ban(who: str) -> Callable[[Connection], int]:
    """Lets someone in again; returns how many bans that were."""
    return lambda connection: int(connection.execute(delete(bans).where(bans.c.who == who)).rowcount)
