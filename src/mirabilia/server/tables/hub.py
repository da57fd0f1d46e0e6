"""The hub of a process: its live tables, its duties for bots and clocks, and news from other processes.

Any process may serve any table. One of them, its owner, lets its bots move and watches its clocks; when the owner has
not been heard of for `lease_seconds`, another takes over. Being owner is a duty, not a right to write: a process that
wrongly believes to own a table can at worst offer a move that the database no longer takes.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
import time
from collections.abc import Callable, Collection, Coroutine

import structlog
from sqlalchemy import Connection, select

from mirabilia.errors import MirabiliaError
from mirabilia.json_types import JsonObject
from mirabilia.server import metrics
from mirabilia.server.bots.levels import Bots, Levels, Question
from mirabilia.server.bots.offer import bot_seed
from mirabilia.server.bots.scheduler import NOBODY, PERSON_AWAY, PERSON_WAITS, Owner, Scheduler, Stopped
from mirabilia.server.bots.workers import Workers
from mirabilia.server.garbage import Garbage
from mirabilia.server.http.limits import Buckets, Ledger
from mirabilia.server.notifications.notifier import Notifier
from mirabilia.server.people.bans import Bans, load_bans
from mirabilia.server.people.data import begin_erasing, being_erased, go_on_erasing
from mirabilia.server.people.tokens import Links, is_table_id
from mirabilia.server.refusals import Refusal
from mirabilia.server.settings import Settings
from mirabilia.server.storage.announce import Announcer, PostgresAnnouncer
from mirabilia.server.storage.backup import backup_folder, scheduled_backup
from mirabilia.server.storage.postgres import channel_of
from mirabilia.server.storage.schema import processes, tables
from mirabilia.server.storage.store import (
    Store,
    beat,
    begin_process,
    end_process,
    forgotten,
    look_around,
    now_ms,
    read_outside_change,
    take_over,
)
from mirabilia.server.tables.commands import SERVER, Abandon, Actor, Internal, TimeOut
from mirabilia.server.tables.messages import Ack, Command, Play
from mirabilia.server.tables.state import DamagedTable
from mirabilia.server.tables.table import FEW_VIEWERS, Table
from mirabilia.study.lessons import scripted_move

log = structlog.get_logger()
IDLE_SECONDS = 60.0
IN_USE_SECONDS = 20.0  # longer than anything takes between finding a table and using it
TAKE_AT_ONCE = 500
CLEAN_SECONDS = 3600.0
CHANGES_AT_ONCE = 20  # of a hidden choice, before the rate applies
VIEWER_MS = 2  # added between two moves of bots for each viewer
DAY_MS = 24 * 3600 * 1000


class Hub:
    """The tables and duties of one process."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        links: Links,
        quick_levels: dict[str, float] | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        self.settings = settings
        self.change_limit = Buckets("changes", settings.changes_per_minute / 60, CHANGES_AT_ONCE, ledger)
        self.store = store
        self.links = links
        self.process = secrets.token_hex(8)
        self.levels = Levels()
        self.default_level = self.levels.default(settings.bot_level)
        self.bots = Bots(self.levels, settings.bot_memory_mb * 1024 * 1024)
        quick = quick_levels or {}
        self.workers = (
            Workers(settings.bot_workers, settings.bot_memory_mb, self.bots, quick) if settings.bot_workers else None
        )
        self.scheduler = Scheduler(
            self.workers.choose if self.workers is not None else self.bots.choose,
            settings.bot_workers or settings.bot_threads,
            {
                "table": settings.think_table_seconds,
                "person": settings.think_person_seconds,
                "address": settings.think_address_seconds,
            },
            quick,
            ledger,
        )
        self.announcer = Announcer() if settings.is_sqlite else PostgresAnnouncer(settings, store.writer)
        self.is_alone = settings.is_sqlite
        self.is_stopping = False
        self.owned: set[str] = set()
        self.behind: set[Table] = set()  # tables to read again once the database can be reached
        self.sockets = 0
        self._tables: dict[str, Table] = {}
        self._lost_time = 0
        self._tasks: set[asyncio.Task[object]] = set()
        self._loops: list[asyncio.Task[object]] = []
        self._last_beat = time.monotonic()
        self.garbage = Garbage()
        self.bans = Bans()
        self.notifier = Notifier(settings, store)
        self._is_looking = False
        self._outside_change: int | None = None
        self.on_outside_change: Callable[[], None] = lambda: None  # called when something else changed the database
        self._cleaned_at = time.monotonic() - CLEAN_SECONDS + 60  # a minute after the start, then every hour
        self._commands = 0  # in the present second

    # ---- life ----

    async def start(self) -> None:
        """Registers this process in the database and starts its duties."""
        now = now_ms()
        entering = begin_process(self.process, now, self._alive_after(now), self.links.fingerprint, self.is_alone)
        self._lost_time, key_changed = await self.store.writer.call(entering)
        if key_changed:
            log.warning("secret_key_changed", consequence="links handed out before no longer work")
        if self.workers is not None:
            await asyncio.to_thread(self.workers.start)
        await asyncio.to_thread(self.notifier.start)
        await self.announcer.start(self)
        await self._look_around()
        await self.notifier.resume(self)
        self._loops = [asyncio.create_task(self._duty()), asyncio.create_task(self._housekeeping())]
        if self.settings.backup_hours:
            self._loops.append(asyncio.create_task(self._back_up()))
        log.info("started", process=self.process, database="sqlite" if self.is_alone else "postgresql")

    async def farewell(self) -> None:
        """Tells every client to come back later; no more commands are taken."""
        if self.is_stopping:
            return
        self.is_stopping = True
        for table in list(self._tables.values()):
            for viewer in list(table.viewers):
                viewer.say_bye("restarting", 500)
        limit = time.monotonic() + self.settings.shutdown_seconds
        while self.sockets and time.monotonic() < limit:
            await asyncio.sleep(0.02)

    async def stop(self) -> None:
        """Stops the duties, finishes pending writes and deregisters."""
        await self.farewell()
        self.notifier.stop()
        self.scheduler.stop()
        if self.workers is not None:
            await asyncio.to_thread(self.workers.stop)
        for task in self._loops:
            task.cancel()
        for task in [*self._loops, *self._tasks]:
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task
        for table in list(self._tables.values()):
            async with table.lock:
                pass
        await self.announcer.stop()
        with contextlib.suppress(Exception):
            await self.store.writer.call(end_process(self.process, now_ms()))
        log.info("stopped", process=self.process)

    def socket_opened(self) -> None:
        """Counts a new connection."""
        self.sockets += 1

    def socket_closed(self) -> None:
        """Counts a closed connection."""
        self.sockets -= 1

    def spawn(self, work: Coroutine[object, object, object]) -> None:
        """Runs a background task; logs its failure."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task_failed", error=repr(error)[:500], exc_info=error)

    # ---- tables ----

    def table(self, table_id: str) -> Table:
        """The live table; whether it exists is known once it is loaded."""
        if not is_table_id(table_id):
            raise Refusal("no_such_table")
        if table_id not in self._tables:
            self._tables[table_id] = Table(self, table_id)
            self.announcer.attend(table_id)
            metrics.LIVE_TABLES.set(len(self._tables))
        table = self._tables[table_id]
        table.used_at = time.monotonic()  # the caller will use it soon, so it must not be evicted before that
        return table

    def forget(self, table: Table) -> None:
        """Forgets a table that does not exist. Waiters for its lock must not load it beside a later object."""
        table.is_gone = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
            self.announcer.leave(table.id)

    @property
    def live_tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    def is_level(self, level: str) -> bool:
        """Whether bots of this level exist."""
        return level in self.levels

    def game_time(self, now: int) -> int:
        """The time that clocks go by."""
        return now - self._lost_time

    async def execute(
        self,
        table: Table,
        actor: Actor,
        command: Command | Internal,
        tell_ack: Callable[[Ack], None] = lambda ack: None,
    ) -> Ack:
        """Runs a command. `tell_ack`: see `Table.execute`, also for an asker that is cancelled meanwhile."""
        self._commands += 1
        return await table.execute(actor, command, tell_ack)

    # ---- duty: bots and clocks ----

    def own(self, table_id: str) -> None:
        """Makes this process responsible for the table's bots and clocks, unless others are."""
        if self.settings.bot_duty:
            self.owned.add(table_id)

    @property
    def owner(self) -> str | None:
        """The process responsible for a table made here; None: the first that claims it."""
        return self.process if self.settings.bot_duty else None

    def after_change(self, table: Table) -> None:
        """Called after a change, here or elsewhere: lets the bots think if that is our duty. Hold the lock."""
        state = table.state
        if state.facts.status != "playing":
            if state.facts.status in ("over", "closed"):
                self.owned.discard(table.id)
            return
        if table.id in self.owned and not self.is_stopping:
            for seat in state.bot_seats:
                if seat not in table.thinking:
                    table.thinking.add(seat)
                    self.spawn(self._let_bot_move(table, seat))

    async def _let_bot_move(self, table: Table, seat: int) -> None:
        fails = False  # whether its last choice was refused
        try:
            while not self.is_stopping:
                async with table.lock:
                    state = await table.loaded()
                    if table.id not in self.owned or seat not in state.bot_seats:
                        return
                    if table.pause_when_alone():
                        return
                    rank = self._rank(table)
                    facts, game = state.facts, state.game
                    assert game is not None
                    level = facts.seats[seat].level or self.default_level
                    seed = bot_seed(facts.options.bots or self.links.blurred(facts.id), seat)
                    question = Question(level, seed, game.view(seat), game.options(seat), style=facts.seats[seat].style)
                    owner = Owner(facts.options.maker or "", facts.host or "", facts.id)
                    scripted = scripted_move(game, seat) if facts.origin == "lesson" else None
                if not question.options:
                    return
                started = time.monotonic()
                move = scripted or await self._bot_choice(owner, rank, question, fails)
                # A seat that a bot plays for its owner is not played out in a moment: the owner may come back, and
                # the host's pace does not hurry it.
                owner_away = any(each.kind == "person" and each.driver == "bot" for each in facts.seats)
                if rank != NOBODY or owner_away:
                    chosen = facts.options.bot_pace_ms
                    least = self.settings.bot_pace_ms
                    pace = least if chosen is None else max(chosen, least) if owner_away else chosen
                    if len(table.viewers) > FEW_VIEWERS:
                        pace = max(pace, VIEWER_MS * len(table.viewers))
                    await asyncio.sleep(max(0.0, pace / 1000 - (time.monotonic() - started)))
                try:
                    command = Play(f"{facts.seq}.{seat}", facts.moves, move)
                    await self.execute(table, Actor(seat=seat, is_bot=True), command)
                    fails = False
                except Refusal as refusal:
                    if refusal.code in ("not_stored", "unavailable"):
                        await asyncio.sleep(0.5)
                    elif refusal.code not in ("stale", "not_your_turn", "game_over", "table_closed"):
                        log.error("bot_refused", table=table.id, seat=seat, level=level, **refusal.as_dict())
                        fails = True
                        await asyncio.sleep(1)
        except Stopped:
            pass
        except Refusal as refusal:
            if refusal.code != "unavailable":
                raise
            self.behind.add(table)
        finally:
            table.thinking.discard(seat)

    def _rank(self, table: Table) -> int:
        """Whether anyone waits for a table's bots."""
        if table.is_attended:
            return PERSON_WAITS
        return PERSON_AWAY if table.has_players else NOBODY

    async def _bot_choice(self, owner: Owner, rank: int, question: Question, fails: bool) -> str:
        """The bot's move, or any legal one if the bot fails: a table must not stop."""
        try:
            if not fails:
                return await self.scheduler.ask(owner, rank, question)
        except Stopped:
            raise
        except Exception as error:
            log.error("bot_failed", table=owner.table, level=question.level, error=repr(error)[:300], exc_info=error)
        return secrets.choice(question.options).text

    def _alive_after(self, now: int) -> int:
        return now - int(self.settings.lease_seconds * 1000)

    async def _duty(self) -> None:
        pause = min(1.0, self.settings.lease_seconds / 4)
        while True:
            try:
                await asyncio.sleep(pause)
                now = now_ms()
                if time.monotonic() - self._last_beat > self.settings.lease_seconds:
                    await self._was_away()
                await self.store.writer.call(beat(self.process, now))
                self._last_beat = time.monotonic()
                behind, self.behind = self.behind, set()
                for table in behind:
                    self.spawn(self._bring_up_to_date(table))
                await self._look_around()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                log.warning("duty_failed", error=str(error)[:300])

    async def _bring_up_to_date(self, table: Table) -> None:
        """After a database outage, reads the tables that could not be read or written, and continues them."""
        if self._tables.get(table.id) is table:
            await table.refresh()
            async with table.lock:
                if table.peek is not None:
                    self.after_change(table)

    async def _was_away(self) -> None:
        """Called after a silence longer than the lease: other processes may own our tables now."""
        mine = await self.store.read(_owned_by, self.process)
        self.owned = set(mine)

    async def _look_around(self) -> None:
        """Takes over abandoned tables and lets clocks run out."""
        now = now_ms()
        found = await self.store.read(
            look_around, self.process, self._alive_after(now), self.game_time(now), TAKE_AT_ONCE
        )
        if found.abandoned and self.settings.bot_duty:
            taken = await self.store.writer.call(take_over(self.process, found.abandoned, self._alive_after(now)))
            metrics.TAKEOVERS.inc(len(taken))
            if taken:
                log.info("took_over", tables=len(taken))
            for table_id in taken:
                self.own(table_id)
                self.spawn(self._wake(table_id))
        for table_id in found.due:
            self.own(table_id)
            self.spawn(self._time_out(table_id))
        await self._take_outside_change(*found.outside_change)
        if time.monotonic() - self._cleaned_at > CLEAN_SECONDS:
            self._cleaned_at = time.monotonic()
            await self.clean_up(now)
        if not self.is_alone:
            for table in list(self._tables.values()):
                table.forget_processes(found.living)

    async def _take_outside_change(self, number: int, changed: list[str]) -> None:
        """Takes in what was changed beside this process: by the operator, or because someone's data was erased."""
        if number != self._outside_change:
            self._outside_change = number
            self.on_outside_change()
            self.bans.take(await self.store.read(load_bans))
            for table_id in changed:
                table = self._tables.get(table_id)
                if table is not None and table.peek is not None:
                    self.spawn(table.read_again())
                elif table_id in self.owned:
                    self.spawn(self._wake(table_id))

    async def _back_up(self) -> None:
        """Backs up the database on schedule. Of several processes the one with the lowest id does it."""
        while True:
            await asyncio.sleep(self.settings.backup_hours * 3600)
            try:
                living = [self.process]
                if not self.is_alone:
                    living = await self.store.read(_living, self._alive_after(now_ms()))
                if self.process == min(living, default=self.process):
                    folder = self.settings.backup_dir or backup_folder(self.settings)
                    made = await asyncio.to_thread(scheduled_backup, self.settings, folder)
                    metrics.BACKUP_AT.set_to_current_time()
                    log.info("backed_up", file=str(made))
            except (MirabiliaError, OSError, sqlite3.Error) as error:
                metrics.BACKUP_FAILURES.inc()
                log.error("backup_failed", error=str(error)[:300])

    async def clean_up(self, now: int) -> int:
        """Closes tables abandoned for a very long time; their records are kept."""
        limits = [now - int(days * DAY_MS) if days else 0 for days in
                  (self.settings.abandon_open_days, self.settings.abandon_playing_days)]  # fmt: skip
        closed = 0
        for table_id in await self.store.read(forgotten, *limits, TAKE_AT_ONCE):
            with contextlib.suppress(Refusal, DamagedTable):
                await self.execute(self.table(table_id), SERVER, Abandon())
                closed += 1
        for person in await self.store.read(being_erased):
            await self.erase(person)
        metrics.ABANDONED.inc(closed)
        if closed:
            log.info("closed_abandoned", tables=closed)
        return closed

    async def erase(self, person: str) -> None:
        """Erases what the server knows of a person."""
        await self.store.writer.call(begin_erasing(person))
        while await self.store.writer.call(go_on_erasing(person)):
            pass
        await self._take_outside_change(*await self.store.read(read_outside_change))

    async def _wake(self, table_id: str) -> None:
        table = self.table(table_id)
        async with table.lock:
            try:
                await table.loaded()
            except Refusal as refusal:
                if refusal.code != "unavailable":
                    raise
                self.behind.add(table)
                return
            self.after_change(table)

    async def _time_out(self, table_id: str) -> None:
        with contextlib.suppress(Refusal):
            await self.execute(self.table(table_id), SERVER, TimeOut())

    async def _housekeeping(self) -> None:
        """Evicts unused tables from memory, and measures the lag of the event loop."""
        while True:
            before = time.monotonic()
            await asyncio.sleep(1.0)
            metrics.EVENT_LOOP_LAG.set(max(0.0, time.monotonic() - before - 1.0))
            metrics.note_process()
            self._let_go(time.monotonic())
            self.garbage.consider(self._commands)
            self._commands = 0

    def _let_go(self, now: float) -> None:
        idle = [
            table
            for table in self._tables.values()
            if not table.viewers
            and not table.thinking
            and not table.lock.locked()
            and now - table.used_at > IN_USE_SECONDS
        ]
        too_many = len(self._tables) - self.settings.live_tables
        idle.sort(key=lambda table: table.used_at)
        for number, table in enumerate(idle):
            if number < too_many or now - table.used_at > IDLE_SECONDS:
                del self._tables[table.id]
                self.announcer.leave(table.id)
                self.garbage.released()
        metrics.LIVE_TABLES.set(len(self._tables))

    # ---- other processes ----

    def announce_presence(self, table: Table, asks: bool = False) -> None:
        """Announces who is connected here; with `asks`, the other processes answer with the same."""
        if not self.is_alone and not self.is_stopping:
            presence = [table.id, self.process, *table.presence_here(), int(asks)]
            self.announcer.announce(table.id, {"presence": presence})

    def on_news(self, news: JsonObject, is_own: bool = False) -> None:
        """Handles an announcement from a process; `is_own` if it comes from this one."""
        for table_id, seq, duty in news.get("tables", ()):
            table = self._tables.get(table_id)
            if is_own and not duty:
                continue
            if table is not None and table.peek is not None:
                if table.peek.facts.seq < seq:
                    self.spawn(table.refresh(seq))
            elif duty and table_id in self.owned:
                self.spawn(self._wake(table_id))
            elif duty and self.settings.bot_duty and not self._is_looking:
                self.spawn(self._look_soon())
        if "presence" in news:
            table_id, process, seats, watchers, asks = news["presence"]
            table = self._tables.get(table_id)
            if table is not None and process != self.process:
                for seat in set(table.elsewhere.get(process, ([], 0))[0]) - set(seats):
                    table.seen[seat] = time.monotonic()
                table.elsewhere[process] = (list(seats), int(watchers))
                table.presence_changed(announce=bool(asks))

    async def _look_soon(self) -> None:
        """Looks for tables without an owner at once, because a bot owes a decision at one, not in the next second."""
        self._is_looking = True
        try:
            await asyncio.sleep(0.02)
            await self._look_around()
        finally:
            self._is_looking = False

    async def on_gap(self, channels: Collection[str]) -> None:
        """Refreshes the tables of channels whose announcements may have been missed."""
        for table in list(self._tables.values()):
            if channel_of(table.id) in channels:
                self.announce_presence(table, asks=True)
                if table.peek is not None or table.viewers:
                    self.spawn(table.refresh())


def _owned_by(connection: Connection, process: str) -> list[str]:
    statement = select(tables.c.id).where(tables.c.owner == process, tables.c.status.in_(("open", "playing")))
    return list(connection.execute(statement).scalars())


def _living(connection: Connection, alive_after: int) -> list[str]:
    return list(connection.execute(select(processes.c.id).where(processes.c.beat_at >= alive_after)).scalars())
