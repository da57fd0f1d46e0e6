"""Who gets a notification: after each stored change, people who owe a decision and are not connected.

Nobody gets one at once: someone who only changes trains is back in a few seconds. The moment of the last notification
is kept with the subscription, so that a moment is announced once, whichever process notices it. The words are made
here, in the language of the page that subscribed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog
from sqlalchemy import Connection, delete, func, select, update

from mirabilia.locales import LANGUAGES, all_of, match_language, text
from mirabilia.server import metrics
from mirabilia.server.notifications.push import GONE, BadAddress, ServerKey, Subscription, send
from mirabilia.server.people.tokens import hashed
from mirabilia.server.settings import BadSettings, Settings
from mirabilia.server.storage.schema import pushes, tables
from mirabilia.server.storage.store import Store
from mirabilia.server.tables.facts import TableFacts, facts_of

if TYPE_CHECKING:
    from mirabilia.server.tables.hub import Hub
    from mirabilia.server.tables.table import Table

log = structlog.get_logger()
AT_ONCE = 8  # messages on their way at the same time
MAX_BROWSERS = 5  # of one person at one table
MAX_RESUMED = 10_000


class Notifier:
    """Tells people of this process's tables."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings = settings
        self._store = store
        self._key: ServerKey | None = None
        self._stopping = asyncio.Event()
        self._gate = asyncio.Semaphore(AT_ONCE)

    def start(self) -> None:
        """Reads the server's key, or makes it at the first start. Without the packages for it nothing is pushed."""
        given = self._settings.push_key
        try:
            self._key = ServerKey.load(self._settings.data_dir, given.get_secret_value() if given else None)
        except (ImportError, OSError) as error:  # a server without a folder of its own still serves tables
            log.warning("push_unavailable", error=str(error)[:200])
        except ValueError:
            raise BadSettings("MIRABILIA_PUSH_KEY: not a private key in PEM") from None

    def stop(self) -> None:
        """Notifications not sent yet are sent by the next process (`resume`)."""
        self._stopping.set()

    @property
    def public_key(self) -> str | None:
        """What a browser subscribes with; None: this server pushes nothing."""
        return self._key.public if self._key is not None else None

    @property
    def contact(self) -> str:
        """Whom a push service may write to."""
        host = urlsplit(self._settings.public_url or "").hostname
        return self._settings.push_contact or (
            f"https://{host}" if host and "." in host else "mailto:nobody@example.org"
        )

    def consider(self, hub: Hub, table: Table) -> None:
        """After a stored change, under the table's lock: does anyone who is not here need a notification?"""
        facts = table.state.facts
        if facts.status not in ("playing", "over"):
            return
        waiting = owed(facts, table.state.to_act)
        here = {viewer.seat for viewer in table.viewers}
        if all(seat in here for seat, _ in waiting):
            return  # nearly always: whoever has to decide is connected to this process
        here.update(table.seats_here())
        for seat, moment in waiting:
            if seat not in here and table.notified.get(seat) != moment:
                table.notified[seat] = moment
                hub.spawn(self._tell_later(table, seat, moment))

    async def resume(self, hub: Hub) -> None:
        """At the start: sends what the last process still had to send, unless people come back.

        Browsers only; calls of the webhook are not stored, and it must not be called twice.
        """
        for table_id, seat, moment in await self._store.read(unnotified):
            table = hub.table(table_id)
            table.notified[seat] = moment
            hub.spawn(self._tell_later(table, seat, moment, webhook=False))

    async def _tell_later(self, table: Table, seat: int, moment: str, webhook: bool = True) -> None:
        """Waits a little, looks again, and tells."""
        try:
            await asyncio.wait_for(self._stopping.wait(), self._settings.push_delay_seconds)
            return  # the server stops
        except TimeoutError:
            pass
        async with table.lock:
            state = await table.loaded()
            facts = state.facts
            if seat in table.seats_here() or (moment != "over" and moment != f"turn {facts.moves}"):
                return
            if moment != "over" and seat not in state.to_act:
                return
        person = facts.seats[seat].person
        if person is not None:
            await self.tell(facts, seat, person, moment, webhook)

    async def tell(self, facts: TableFacts, seat: int, person: str, moment: str, webhook: bool) -> None:
        """Tells a person in every browser that asked for it, and the host's webhook."""
        for wanted, lang in await self._store.writer.call(claim_unnotified(facts.id, person, moment)):
            await self._push(facts, seat, moment, wanted, lang)
        if webhook and self._settings.notify_webhook:
            await self._call_webhook(facts, seat, moment)
        if moment == "over":
            await self._store.writer.call(drop_pushes(facts.id, person))

    async def _push(self, facts: TableFacts, seat: int, moment: str, wanted: Subscription, lang: str) -> None:
        assert self._key is not None
        message = {**words(lang, facts, seat, moment), "lang": lang, "table": facts.id}
        given = (self._key, wanted, message, hashed(facts.id)[:32], self.contact, self._settings.push_local)
        async with self._gate:
            try:
                status = await asyncio.to_thread(send, *given)
            except (OSError, BadAddress, ValueError) as error:
                metrics.PUSHES.labels("failed").inc()
                log.info("push_failed", table=facts.id, error=str(error)[:200])
                return
        metrics.PUSHES.labels("sent" if status < 300 else "gone" if status in GONE else "refused").inc()
        if status in GONE:
            await self._store.writer.call(drop_address(wanted.endpoint))
        elif status >= 300:
            log.info("push_refused", table=facts.id, status=status)

    async def _call_webhook(self, facts: TableFacts, seat: int, moment: str) -> None:
        """The host's own address: trusted, since the host set it. It gets the words in all languages."""
        address = self._settings.notify_webhook or ""
        link = f"{(self._settings.public_url or '').rstrip('/')}/#/table/{facts.id}"
        body = {
            "event": moment.split()[0], "table": facts.id, "game": facts.game, "seat": seat,
            "name": facts.seats[seat].name, "link": link,
            "texts": {each.code: words(each.code, facts, seat, moment) for each in LANGUAGES},
        }  # fmt: skip
        try:
            headers = {"Content-Type": "application/json"}
            status = await asyncio.to_thread(_post_trusted, address, json.dumps(body).encode(), headers)
            metrics.PUSHES.labels("webhook" if status < 300 else "webhook_refused").inc()
        except (OSError, ValueError) as error:
            metrics.PUSHES.labels("webhook_failed").inc()
            log.warning("webhook_failed", error=str(error)[:200])


def _post_trusted(address: str, body: bytes, headers: dict[str, str]) -> int:
    from urllib.request import Request, urlopen

    with urlopen(Request(address, body, headers), timeout=10) as answer:  # the host's setting, checked as such
        return int(answer.status)


def words(lang: str, facts: TableFacts, seat: int, moment: str) -> dict[str, str]:
    """Title and text of a message, in a language."""
    others = [_name(lang, facts, number) for number in range(facts.players) if number != seat]
    what = moment.split()[0]  # turn or over
    given = {"game": text(lang, f"game.{facts.game}"), "players": all_of(lang, others)}
    return {
        "title": text(lang, f"notification.{what}.title", **given),
        "body": text(lang, f"notification.{what}.text", **given),
    }


def _name(lang: str, facts: TableFacts, number: int) -> str:
    seat = facts.seats[number]
    return seat.name if seat.kind == "person" and seat.name else text(lang, f"bot.{number}")


# ---- what the database keeps ----


def subscribe(table: str, person: str, wanted: Subscription, lang: str, now: int) -> Callable[[Connection], None]:
    """Keeps a subscription; a person's oldest goes if there are too many."""

    def write(connection: Connection) -> None:
        mine = (pushes.c.table_id == table) & (pushes.c.person_id == person)
        connection.execute(delete(pushes).where(mine, pushes.c.address_hash == hashed(wanted.endpoint)))
        count = connection.execute(select(func.count()).select_from(pushes).where(mine)).scalar_one()
        if count >= MAX_BROWSERS:
            oldest = select(pushes.c.address_hash).where(mine).order_by(pushes.c.created_at).limit(1)
            connection.execute(delete(pushes).where(mine, pushes.c.address_hash == oldest.scalar_subquery()))
        connection.execute(
            pushes.insert().values(
                table_id=table, person_id=person, address_hash=hashed(wanted.endpoint), address=wanted.endpoint,
                p256dh=wanted.p256dh, auth=wanted.auth, lang=match_language(lang), notified="", created_at=now,
            )
        )  # fmt: skip

    return write


def unsubscribe(table: str, person: str, endpoint: str) -> Callable[[Connection], int]:
    """Forgets one subscription; returns how many there were."""
    statement = delete(pushes).where(
        pushes.c.table_id == table, pushes.c.person_id == person, pushes.c.address_hash == hashed(endpoint)
    )
    return lambda connection: connection.execute(statement).rowcount


_BROWSER = (pushes.c.address, pushes.c.p256dh, pushes.c.auth, pushes.c.lang)


def unnotified(connection: Connection) -> list[tuple[str, int, str]]:
    """Table, seat and moment for everyone whose browsers have had no notification of their table's moment."""
    statement = (
        select(tables, pushes.c.person_id, pushes.c.notified)
        .join(pushes, pushes.c.table_id == tables.c.id)
        .where(tables.c.status.in_(("playing", "over")))
        .limit(MAX_RESUMED)
    )
    found = set()
    for row in connection.execute(statement).mappings():
        facts = facts_of(row)
        for seat, moment in owed(facts, json.loads(row["to_act"])):
            if facts.seats[seat].person == row["person_id"] and row["notified"] != moment:
                found.add((facts.id, seat, moment))
    return sorted(found)


def owed(facts: TableFacts, to_act: Sequence[int]) -> list[tuple[int, str]]:
    """The seats of people that a table waits for, or that wait for its result, each with the moment to announce."""
    if facts.status == "playing":
        return [(seat, f"turn {facts.moves}") for seat in to_act if facts.seats[seat].driver == "person"]
    return [(seat, "over") for seat in range(facts.players) if facts.seats[seat].kind == "person"]


def claim_unnotified(table: str, person: str, moment: str) -> Callable[[Connection], list[tuple[Subscription, str]]]:
    """The browsers without a notification of this moment; from now on they count as notified."""

    def take(connection: Connection) -> list[tuple[Subscription, str]]:
        mine = (pushes.c.table_id == table) & (pushes.c.person_id == person) & (pushes.c.notified != moment)
        rows = connection.execute(update(pushes).where(mine).values(notified=moment).returning(*_BROWSER)).mappings()
        return [(Subscription(row["address"], row["p256dh"], row["auth"]), str(row["lang"])) for row in rows]

    return take


def drop_pushes(table: str, person: str) -> Callable[[Connection], object]:
    """The game is over: no more notifications."""
    statement = delete(pushes).where(pushes.c.table_id == table, pushes.c.person_id == person)
    return lambda connection: connection.execute(statement)


def drop_address(endpoint: str) -> Callable[[Connection], object]:
    """The browser has gone from its push service: all it asked for is forgotten."""
    statement = delete(pushes).where(pushes.c.address_hash == hashed(endpoint))
    return lambda connection: connection.execute(statement)
