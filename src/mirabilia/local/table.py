"""A table on this device: commands are decided, kept, and only then shown; bots think between them."""

from __future__ import annotations

import asyncio
import secrets
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec

from mirabilia import __version__
from mirabilia.json_types import JsonFields
from mirabilia.local.storage import ME, Conflict, Storage, loaded, steps_of
from mirabilia.server.bots.offer import Offer, bot_seed
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.commands import SERVER, Actor, Internal, Now, TimeOut, decide, digest_of
from mirabilia.server.tables.state import DamagedTable, TableState
from mirabilia.server.tables.views import Renderer, shown_events
from mirabilia.study.lessons import scripted_move

TRIES = 3
AGAIN = 10.0  # seconds until a bot tries again what could not be kept
OVERTAKEN = ("stale", "not_your_turn", "game_over", "table_closed")  # someone else decided meanwhile
NOT_KEPT = ("storage_full", "not_stored")  # what may go better after a while
USUAL_PACE = 600  # milliseconds that a bot takes at least, where the table says nothing


def now_ms() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(eq=False)
class Conversation:
    """Someone who looks at the table: a seat of this device, or nobody's."""

    tell: Callable[[msgspec.Raw | bytes], None]
    actor: Actor | None = None
    sent: int = 0

    def message(self, message: m.ServerMessage) -> None:
        """Sends a message."""
        self.tell(m.encoder.encode(message))


class LocalTable:
    """One table. Everything that changes it holds the lock, because keeping a change takes a while."""

    def __init__(self, storage: Storage, offer: Offer, table_id: str) -> None:
        self.id = table_id
        self._storage, self._offer = storage, offer
        self._lock = asyncio.Lock()
        self._state: TableState | None = None
        self._conversations: set[Conversation] = set()
        self._tasks: dict[int | str, asyncio.Task[None]] = {}

    async def state(self) -> TableState:
        """The state, read if it is not here."""
        if self._state is None:
            rows = await self._storage.table(self.id)
            if rows is None:
                raise Refusal("no_such_table")
            self._state = replayed(rows)
        return self._state

    def forget(self) -> None:
        """Another window has changed it: it is read again when it is next needed."""
        self._state = None

    # ---- commands ----

    async def execute(self, actor: Actor, command: m.Command | Internal) -> m.Ack:
        """Decides, keeps and shows. Raises `Refusal`, and then nothing has changed."""
        identity: str = getattr(command, "id", "")
        async with self._lock:
            for _ in range(TRIES):
                state = await self.state()
                known = state.commands.get(actor.key(identity)) if identity else None
                if known is not None:
                    if known[1] is not None and known[1] != digest_of(command):
                        raise Refusal("id_used")
                    return m.Ack(identity, known[0], again=True, data=_data_again(state))
                now = now_ms()
                around = Now(now, now, is_level=self._offer.__contains__, check_style=self._offer.check_style)
                draft = decide(state, actor, command, around)
                if draft is None:
                    return m.Ack(identity, state.facts.seq, data=_data_again(state))
                try:
                    await self._storage.write(steps_of(draft))
                except Conflict:
                    self.forget()
                    continue
                state.adopt(draft)
                self._tell(draft.events)
                return m.Ack(identity, draft.first_seq, data=draft.data)
        raise Refusal("not_stored")

    def renderer(self, state: TableState) -> Renderer:
        """Makes the messages of the present state."""
        now = now_ms()
        return Renderer(state, now, now)

    def _tell(self, events: list[m.Event]) -> None:
        state = self._state
        assert state is not None
        renderer = self.renderer(state)
        for each in self._conversations:
            assert each.actor is not None
            if each.sent + 1 == events[0].seq:
                each.tell(renderer.update_for(each.actor.seat, events))
                each.sent = state.facts.seq
            else:
                self._welcome(each, state, renderer, None)
        self._attend_to(state)

    # ---- conversations ----

    async def receive(self, conversation: Conversation, message: m.ClientMessage, carry_out: CarryOut) -> None:
        """A message of someone who looks at the table."""
        identity = getattr(message, "id", None)
        try:
            if isinstance(message, m.Hello):
                async with self._lock:
                    state = await self.state()
                    conversation.actor = actor_at(state, message.seat)
                    self._conversations.add(conversation)
                    self._welcome(conversation, state, self.renderer(state), message.last_seq)
                    conversation.message(m.Presence(self._here(), 0, [], []))
                    self._attend_to(state)
            elif conversation.actor is None:
                raise Refusal("hello_first")
            elif isinstance(message, m.Ping):
                conversation.message(m.Pong(message.n, now_ms()))
            elif isinstance(message, m.Resync):
                state = await self.state()
                body = self.renderer(state).state_for(conversation.actor.seat)
                conversation.message(m.Update(state.facts.seq, [], body))
            else:
                conversation.message(await carry_out(self, conversation.actor, message))
        except Refusal as refusal:
            seq, body = None, None
            if conversation.actor is not None and refusal.code != "no_such_table":
                state = await self.state()
                seq, body = state.facts.seq, self.renderer(state).state_for(conversation.actor.seat)
            conversation.message(m.Refuse(identity, refusal.code, refusal.details, refusal.message, seq, body))

    def _welcome(self, to: Conversation, state: TableState, renderer: Renderer, last_seq: int | None) -> None:
        assert to.actor is not None
        seat = to.actor.seat
        first = state.recent[0].seq if state.recent else state.facts.seq + 1
        reset = last_seq is None or last_seq > state.facts.seq or last_seq + 1 < first
        missed = [event for event in state.recent if reset or event.seq > (last_seq or 0)]
        body = renderer.state_for(seat)
        to.message(m.Welcome(m.VERSION, state.facts.seq, seat, __version__, shown_events(missed, seat), reset, body))
        to.sent = state.facts.seq

    def leave(self, conversation: Conversation) -> None:
        """Someone looks away. Bots think only while someone looks on."""
        self._conversations.discard(conversation)
        if not self._conversations:
            for task in self._tasks.values():
                task.cancel()
            self._tasks.clear()

    def _here(self) -> list[int]:
        return sorted({each.actor.seat for each in self._conversations if each.actor and each.actor.seat is not None})

    # ---- bots and clocks ----

    def _attend_to(self, state: TableState) -> None:
        """Lets the bots think whose turn it is, and watches the clock."""
        if state.facts.status != "playing" or not self._conversations:
            return
        for seat in state.bot_seats:
            self._begin(seat, self._let_bot_move(seat))
        due = state.facts.clock.next_due
        if due is not None:
            self._begin("clock", self._time_out(due))

    def _begin(self, name: int | str, work: Awaitable[None]) -> None:
        """Does one thing at a time under a name; a clock that is set again replaces the earlier one."""
        running = self._tasks.get(name)
        if running is not None and not running.done():
            if name != "clock":
                work.close()  # type: ignore[attr-defined]
                return
            running.cancel()
        self._tasks[name] = asyncio.ensure_future(work)

    async def _time_out(self, due: int) -> None:
        await asyncio.sleep(max(0, due - now_ms()) / 1000)
        await self.execute(SERVER, TimeOut())

    async def _let_bot_move(self, seat: int) -> None:
        while True:
            try:
                if not await self._bot_moved(seat):
                    return
            except Refusal as refusal:
                if refusal.code in OVERTAKEN:
                    continue
                for each in self._conversations:
                    each.message(m.Refuse(None, refusal.code, refusal.details, refusal.message))
                if refusal.code not in NOT_KEPT:
                    return
                await asyncio.sleep(AGAIN)

    async def _bot_moved(self, seat: int) -> bool:
        """Lets a bot decide once, if it is its turn."""
        state = await self.state()
        if seat not in state.bot_seats or state.game is None:
            return False
        facts, game = state.facts, state.game
        started = time.monotonic()
        await asyncio.sleep(0)  # what has just happened is shown first
        move = self._choice(state, seat)
        pace = USUAL_PACE if facts.options.bot_pace_ms is None else facts.options.bot_pace_ms
        if len(game.options(seat)) == 1 and facts.options.bot_pace_ms is None:
            pace = 0
        await asyncio.sleep(max(0.0, pace / 1000 - (time.monotonic() - started)))
        await self.execute(Actor(seat=seat, is_bot=True), m.Play(f"{facts.seq}.{seat}", facts.moves, move))
        return True

    def _choice(self, state: TableState, seat: int) -> str:
        facts, game = state.facts, state.game
        assert game is not None
        options = game.options(seat)
        if len(options) == 1:
            return options[0].text
        scripted = scripted_move(game, seat) if facts.origin == "lesson" else None
        if scripted is not None:
            return scripted
        place = facts.seats[seat]
        secret = facts.options.bots or facts.id
        bot = self._offer.make(place.level or self._offer.middle, bot_seed(secret, seat), place.style)
        try:
            chosen = bot.choose(game.view(seat), options)
        except Exception:  # as on a server: such a bot plays any legal move, and the game goes on
            traceback.print_exc()
            chosen = secrets.choice(options)
        return next((option.text for option in options if option == chosen), None) or secrets.choice(options).text


def replayed(rows: JsonFields) -> TableState:
    """A table from its rows. Those of another version are replayed by these rules: they must come to the same."""
    try:
        state = TableState(loaded(rows))
        same = list(state.to_act) == msgspec.json.decode(rows["row"]["to_act"])
        if state.game is not None and state.facts.status == "over" and state.facts.result is not None:
            result = state.game.result
            same = same and result is not None and msgspec.to_builtins(result.as_dict()) == state.facts.result
    except (DamagedTable, msgspec.MsgspecError, LookupError, TypeError, ValueError):
        same = False
    if not same:
        raise Refusal("other_version")
    return state


CarryOut = Callable[[LocalTable, Actor, m.Command], Awaitable[m.Ack]]


def actor_at(state: TableState, seat: int | None = None) -> Actor:
    """Who the person of this device is at a table: a seat, the host without one, or someone who watches."""
    held = state.holders.get(ME, [])
    if seat is not None:
        if seat not in held:
            raise Refusal("no_access")
        return Actor(ME, seat)
    return Actor(ME, held[0] if held else None)


def _data_again(state: TableState) -> dict[str, object]:
    following = state.facts.next_table
    return {} if following is None else {"table": following}
