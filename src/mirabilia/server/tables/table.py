"""A live table: one lock, so that one command at a time is decided, stored, and only then shown to everyone.

The lock makes the process one writer; between processes the sequence number does (`writing.py`): whoever decided on
an old state gets an error from the database, catches up and decides again. Nobody is shown a state before it is stored.
"""

from __future__ import annotations

import asyncio
import functools
import math
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

import structlog

from mirabilia.errors import MirabiliaError
from mirabilia.server import metrics
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.store import load_table, now_ms
from mirabilia.server.storage.writing import NotStored
from mirabilia.server.tables.clocks import pace_of
from mirabilia.server.tables.commands import Actor, Internal, Now, decide, digest_of
from mirabilia.server.tables.facts import Seat, TableFacts
from mirabilia.server.tables.messages import Ack, Command, Event, Presence
from mirabilia.server.tables.state import TableState
from mirabilia.server.tables.views import Renderer

if TYPE_CHECKING:
    from mirabilia.server.tables.hub import Hub

log = structlog.get_logger()
TRIES = 8
ATTENTION_SECONDS = 20.0  # for which a request without a socket counts as someone watching
READY = ("ready", "unready")  # events that change only who is ready
MAX_NAMES = 20  # of watchers that are sent
ANSWER_SECONDS = 2.0  # for other processes to report their connections
MAX_VIEWERS = 500  # connections at one process
FEW_VIEWERS, PRESENCE_SECONDS = 20, 0.25  # beyond this many, presence is sent less often
LONGEST_TIMER = 7 * 24 * 3600.0


class Viewer(Protocol):
    """A connection at a table: a person's socket, a watcher's, or an outside bot's."""

    seat: int | None
    name: str  # of whoever watches; empty for someone who never gave one

    def tell(self, table: Table, events: list[Event], renderer: Renderer) -> None:
        """Sends an update; must not block."""

    def tell_presence(self, presence: Presence) -> None:
        """Sends who is present and which seats are overdue; must not block."""

    def say_bye(self, reason: str, retry_ms: int | None = None) -> None:
        """Closes the connection from the server's side."""


class Table:
    """One table in memory. Everything that reads or changes its state holds the lock."""

    def __init__(self, hub: Hub, table_id: str) -> None:
        self.hub = hub
        self.id = table_id
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.thinking: set[int] = set()  # seats for which a bot of this process is at work
        self.used_at = self.loaded_at = time.monotonic()
        self.seen: dict[int, float] = {}  # when someone was last connected for a seat
        self.notified: dict[int, str] = {}  # seat -> moment of the last notification, to spare the database
        self.owing: dict[int, float] = {}  # seats that owe a decision, and since when
        self.elsewhere: dict[str, tuple[list[int], int]] = {}  # process -> (seats, number of watchers) connected there
        self.is_gone = False  # there is no such table
        self._attended_at: float | None = None  # when someone last came, asked or played
        self._paused = False  # a game of bots alone that nobody looks at
        self._state: TableState | None = None
        self._announced_seq: int | None = None  # of the last event that every viewer here has received
        self._sent_seats: tuple[Seat, ...] = ()  # as last sent to viewers here
        self._sent_presence: Presence | None = None
        self._asked = False  # whether other processes were asked for their connections
        self._patience_timer: asyncio.TimerHandle | None = None
        self._presence_timer: asyncio.TimerHandle | None = None
        self._presence_at = 0.0  # when presence was last sent
        self._to_announce = False  # whether other processes need an announcement

    # ---- reading ----

    async def loaded(self) -> TableState:
        """The state, read from the database if it is not here. Hold the lock."""
        self.used_at = time.monotonic()
        if self.is_gone:
            raise Refusal("no_such_table")
        if self._state is None:
            rows = await self.hub.store.read(load_table, self.id)
            if rows is None:
                self.hub.forget(self)
                raise Refusal("no_such_table")
            self._state = state = TableState(rows)
            known, self._announced_seq = self._announced_seq, state.facts.seq
            if known is not None and known < state.facts.seq:
                # Something was stored that this process does not know: by another process, or the answer was lost.
                self._tell([event for event in state.recent if event.seq > known])
            else:
                self._note_owing([])
                self._sent_seats = state.facts.seats
                self._ask_who_is_here()
                self.hub.after_change(self)
        return self._state

    @property
    def state(self) -> TableState:
        """The state. Valid only after `loaded`, under the lock."""
        assert self._state is not None
        return self._state

    @property
    def peek(self) -> TableState | None:
        """The state if it is in memory; for housekeeping that tolerates a slightly old one."""
        return self._state

    def renderer(self) -> Renderer:
        """Makes the messages of the present state. Hold the lock."""
        now = now_ms()
        return Renderer(self.state, now, self.hub.game_time(now))

    # ---- changing ----

    async def execute(self, actor: Actor, command: Command | Internal, tell_ack: Callable[[Ack], None]) -> Ack:
        """Decides, stores and publishes. If it raises `Refusal`, nothing has changed.

        `tell_ack` is called when the command is stored and nobody has seen it yet. If the asker is cancelled while the
        command is being stored, nobody knows what became of it: the table is read again, as after a failure, and
        everyone connected gets what was stored.
        """
        started = time.perf_counter()
        identity: str = getattr(command, "id", "")
        async with self.lock:
            for _ in range(TRIES):
                state = await self.loaded()
                if identity and (known := state.commands.get(actor.key(identity))) is not None:
                    seq, digest = known
                    if digest is not None and digest != digest_of(command):
                        raise Refusal("id_used")
                    ack = Ack(identity, seq, again=True, data=_data_again(state, command))
                    tell_ack(ack)
                    return ack
                now = now_ms()
                around = Now(
                    now, self.hub.game_time(now), self.is_overdue, self.hub.is_level, self.hub.levels.check_style,
                    self._may_change,
                )  # fmt: skip
                try:
                    draft = decide(state, actor, command, around)
                except Refusal:
                    if await self.catch_up():
                        continue  # another process was faster; the command may still be legal
                    raise
                if draft is None:
                    ack = Ack(identity, state.facts.seq, data=_data_again(state, command))
                    tell_ack(ack)
                    return ack
                try:
                    stored = await self.hub.store.writer.store(draft.change())
                except NotStored:
                    self._throw_out()
                    raise Refusal("not_stored") from None
                except BaseException:
                    self._throw_out()
                    raise
                if stored:
                    state.adopt(draft)
                    _counter(type(command).__name__).inc()
                    ack = Ack(identity, draft.first_seq, data=draft.data)
                    tell_ack(ack)
                    self._tell(draft.events)
                    self.hub.notifier.consider(self.hub, self)
                    metrics.COMMAND_SECONDS.observe(time.perf_counter() - started)
                    return ack
                metrics.CONFLICTS.inc()
                await self._catch_up()
        raise Refusal("not_stored")

    async def refresh(self, seq: int | None = None) -> None:
        """Another process changed the table: reads what is new and tells the viewers here.

        Announcements come once. If the database cannot be reached now, the hub comes back to it.
        """
        async with self.lock:
            try:
                if self._state is None:
                    if self.viewers or self.id in self.hub.owned:
                        await self.loaded()
                elif seq is None or self._state.facts.seq < seq:
                    await self._catch_up()
            except Refusal as refusal:
                if refusal.code != "unavailable":
                    raise
                self.hub.behind.add(self)

    async def read_again(self) -> None:
        """Reads the table again after a change that was not made by a command."""
        async with self.lock:
            if self._state is not None:
                try:
                    await self._reread()
                except Refusal as refusal:
                    if refusal.code != "unavailable":
                        raise
                    self.hub.behind.add(self)

    def _throw_out(self) -> None:
        """Discards the state in memory, which may be wrong, and sends everyone the stored one."""
        self._state = None
        self.hub.behind.add(self)

    async def catch_up(self) -> bool:
        """Reads what other processes have stored since; True if there was anything.

        An announcement takes its time, and someone who just got "stored" from another process must not meet an older
        table here. Hold the lock.
        """
        return not self.hub.is_alone and self._state is not None and await self._catch_up()

    async def _catch_up(self) -> bool:
        """Brings the state up to date; True if something was new. Hold the lock."""
        state = self.state
        rows = await self.hub.store.read(load_table, self.id, state.facts.seq, state.facts.moves)
        if rows is None or rows.row["seq"] == state.facts.seq:
            return False
        before = state.facts.seq
        try:
            follows = state.catch_up(rows)
        except MirabiliaError:  # the other processes continued from another state than ours
            follows = False
        if not follows:
            await self._reread()
            return True
        self._tell([event for event in state.recent if event.seq > before])
        return True

    async def _reread(self) -> None:
        self._state = None
        await self.loaded()

    def _tell(self, events: list[Event]) -> None:
        self._announced_seq = self.state.facts.seq
        self._note_owing(events)
        seats, self._sent_seats = self._sent_seats, self.state.facts.seats
        if self.viewers:
            renderer = self.renderer()
            renderer.is_small = changes_only_readiness(self.state.facts, seats, events)
            for viewer in list(self.viewers):
                viewer.tell(self, events, renderer)
            if not self._is_waited_for_patiently():
                self.presence_changed(announce=False)
        self.hub.after_change(self)

    # ---- who looks on ----

    def attend(self) -> None:
        """Notes that someone looks at the table and resumes a paused game. Hold the lock, with the state loaded."""
        self._attended_at = time.monotonic()
        if self._paused:
            self._paused = False
            self.hub.after_change(self)

    @property
    def is_attended(self) -> bool:
        """Whether someone is connected, or was a moment ago."""
        if self._is_connected:
            return True
        return self._attended_at is not None and time.monotonic() - self._attended_at < ATTENTION_SECONDS

    @property
    def _is_connected(self) -> bool:
        """Whether someone is connected, to this process or another."""
        return bool(self.viewers) or any(seats or watching for seats, watching in self.elsewhere.values())

    @property
    def has_players(self) -> bool:
        """Whether anyone but the server's bots plays. Hold the lock."""
        return any(seat.driver in ("person", "outside") for seat in self.state.facts.seats)

    def pause_when_alone(self) -> bool:
        """Whether a game between bots pauses now until someone watches. Hold the lock."""
        patience = self.hub.settings.bot_pause_seconds
        if self._is_connected or self.has_players:
            return False
        if self._attended_at is None:  # just read: the last change says how long ago someone may have looked
            self._attended_at = time.monotonic() - (now_ms() - self.state.facts.changed_at) / 1000
        if not patience or time.monotonic() - self._attended_at < patience:
            return False
        self._paused = True
        metrics.BOT_PAUSED.inc()
        return True

    # ---- who is here ----

    def add(self, viewer: Viewer) -> None:
        """Adds a connection."""
        self.viewers.add(viewer)
        self.attend()
        self.presence_changed()

    def remove(self, viewer: Viewer) -> None:
        """Removes a connection."""
        self.viewers.discard(viewer)
        self._attended_at = time.monotonic()
        if viewer.seat is not None:
            self.seen[viewer.seat] = time.monotonic()
        self.presence_changed()

    def presence_here(self) -> tuple[list[int], int]:
        """Seats connected to this process and the number of its watchers, for other processes."""
        seats = sorted({viewer.seat for viewer in self.viewers if viewer.seat is not None})
        return seats, sum(viewer.seat is None for viewer in self.viewers)

    def seats_here(self) -> set[int]:
        """Seats with someone connected, to this process or another."""
        return {*self.presence_here()[0], *(seat for seats, _ in self.elsewhere.values() for seat in seats)}

    def presence(self) -> Presence:
        """Who is connected, and which seats the table need not wait for. The names of watchers are of this process."""
        names = sorted(viewer.name for viewer in self.viewers if viewer.seat is None)
        watching = len(names) + sum(watching for _, watching in self.elsewhere.values())
        overdue = [seat for seat in self.owing if self.is_overdue(seat)]
        return Presence(sorted(self.seats_here()), watching, names[:MAX_NAMES], overdue)

    def presence_changed(self, announce: bool = True) -> None:
        """Sends viewers here what has changed, and runs again when the patience with a seat ends.

        Where many watch, arrivals and departures are sent together: each would be a message to everyone.
        """
        self._to_announce = self._to_announce or announce
        pause = 0.0 if len(self.viewers) <= FEW_VIEWERS else self._presence_at + PRESENCE_SECONDS - time.monotonic()
        if pause <= 0:
            self._tell_presence()
        elif self._presence_timer is None:
            self._presence_timer = asyncio.get_running_loop().call_later(pause, self._tell_presence)

    def _tell_presence(self) -> None:
        if self._presence_timer is not None:
            self._presence_timer.cancel()
            self._presence_timer = None
        self._presence_at = time.monotonic()
        announce, self._to_announce = self._to_announce, False
        now = self.presence()
        if now != self._sent_presence:
            self._sent_presence = now
            for viewer in list(self.viewers):
                viewer.tell_presence(now)
        if announce:
            self.hub.announce_presence(self, asks=not self._asked)
            self._asked = True
        if self._patience_timer is not None:
            self._patience_timer.cancel()
            self._patience_timer = None
        if self.viewers and (left := [wait for seat in self.owing if (wait := self._patience_left(seat)) > 0]):
            delay = min(min(left), LONGEST_TIMER)
            if delay < LONGEST_TIMER:
                self._patience_timer = asyncio.get_running_loop().call_later(delay + 0.01, self.presence_changed, False)

    def forget_processes(self, living: Iterable[str]) -> None:
        """Forgets the connections of processes that have ended."""
        gone = set(self.elsewhere) - set(living)
        if gone:
            for process in gone:
                for seat in self.elsewhere.pop(process)[0]:
                    self.seen[seat] = time.monotonic()
            self.presence_changed(announce=False)

    def _may_change(self, seat: int) -> None:
        """Refuses for a moment a seat that changes its hidden choice again and again."""
        self.hub.change_limit.need(f"{self.id}:{seat}")

    def _ask_who_is_here(self) -> None:
        """Whoever plays here may be connected to another process: nobody is away before those have had their say."""
        if not self._asked and not self.hub.is_alone:
            self._asked = True
            self.loaded_at = time.monotonic() + ANSWER_SECONDS
            self.hub.announce_presence(self, asks=True)

    def _note_owing(self, events: list[Event]) -> None:
        """Notes since when each seat has owed its decision; who has just decided owes the next one from now on."""
        now = time.monotonic()
        decided = {event.seat for event in events if event.kind in ("move", "ready", "taken_back", "returned", "late")}
        known = {} if any(event.kind == "turn" for event in events) else self.owing
        self.owing = {
            seat: known[seat] if seat in known and seat not in decided else now
            for seat in self.state.to_act
            if self.state.facts.seats[seat].driver != "bot"
        }

    def _is_waited_for_patiently(self) -> bool:
        """Whether all who owe a decision are connected here and nobody was called overdue: the usual case, in which
        nothing about presence can change with a move."""
        sent = self._sent_presence
        if sent is None or sent.overdue or self._patience_timer is not None:
            return False
        return self.owing.keys() <= {viewer.seat for viewer in self.viewers}

    def is_overdue(self, seat: int) -> bool:
        """Whether a seat that owes a decision has had the table's patience.

        Where a person has a clock, the clock alone decides; someone who is connected may think as long as they like.
        """
        return self._patience_left(seat) <= 0

    def _patience_left(self, seat: int) -> float:
        """Seconds until the seat is overdue as things are; infinite where it cannot be."""
        if self._state is None or seat not in self.owing:  # news may come while the table is being read again
            return math.inf
        facts = self._state.facts
        owner = facts.seats[seat]
        has_clock = owner.kind == "person" and pace_of(facts.clock.preset, facts.game) is not None
        if has_clock or seat in self.seats_here():
            return math.inf
        since = max(self.owing[seat], self.seen.get(seat, self.loaded_at))
        return since + facts.options.patience - time.monotonic()


def changes_only_readiness(facts: TableFacts, seats_before: tuple[Seat, ...], events: list[Event]) -> bool:
    """Whether nothing visible has changed except who is ready."""
    # Of two players each decides for the Free City too, and gets other quotes for it.
    same_quotes = facts.players > 2
    return same_quotes and seats_before == facts.seats and all(event.kind in READY for event in events)


_counter = functools.cache(metrics.COMMANDS.labels)  # finding a label's counter takes longer than counting


def _data_again(state: TableState, command: object) -> dict[str, object]:
    """What the first ack of a repeated command said."""
    if type(command).__name__ in ("Rematch", "LinkRematch") and state.facts.next_table is not None:
        return {"table": state.facts.next_table}
    return {}
