"""A table in memory: its facts and its game, rebuilt from the record whenever needed.

`TableState` is what the database says. A command never changes it: it works on a `Draft`, which replaces facts and has
a copy of the game of its own, and only when the draft's `Change` is stored does `adopt` take it over. So a command that
is refused, fails or cannot be stored leaves nothing to undo.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import msgspec

from mirabilia.errors import MirabiliaError
from mirabilia.game import Game, from_deal
from mirabilia.record import RULES_VERSION
from mirabilia.server.storage.changes import RECENT_EVENTS, Change, LoadedTable, StoredRow
from mirabilia.server.tables import clocks
from mirabilia.server.tables.facts import Seat, TableFacts, Texts, bot_plays, changing_row, facts_of, text_of
from mirabilia.server.tables.messages import Event

NO_DATA: dict[str, object] = {}


class DamagedTable(Exception):
    """The stored record does not replay, because of a bug or because something else changed the database."""


class TableState:
    """Everything of one table. `game` is None before the start."""

    __slots__ = ("commands", "facts", "game", "holders", "pending", "recent", "texts")

    def __init__(self, loaded: LoadedTable) -> None:
        self.texts = Texts()
        self.game: Game | None = None
        self.pending: list[tuple[int, str | None]] = []
        self.recent: deque[Event] = deque(maxlen=RECENT_EVENTS)
        self.commands: dict[str, tuple[int, str | None]] = {}  # by key: number of the first event, digest
        self._take_row(loaded)
        self._rebuild_game(loaded)

    def _take_row(self, loaded: LoadedTable) -> None:
        self.facts = facts_of(loaded.row)
        self.recent.extend(event_of(event) for event in loaded.events)
        self.commands.update(loaded.commands)
        self.holders: dict[str, list[int]] = {}
        for seat, person in sorted(loaded.holders):
            self.holders.setdefault(person, []).append(seat)

    def _rebuild_game(self, loaded: LoadedTable) -> None:
        if loaded.deal is None:
            return
        try:
            game = from_deal(msgspec.json.decode(loaded.deal))
            self.game = _played_on(game, loaded.moves, loaded.pending)
        except MirabiliaError as error:
            raise DamagedTable(f"table {self.facts.id}: {error.message}") from error
        self.pending = list(loaded.pending)

    def catch_up(self, loaded: LoadedTable) -> bool:
        """Applies rows newer than ours. False if they do not follow on, so that the table must be rebuilt."""
        fresh = [event for event in loaded.events if event["seq"] > self.facts.seq]
        if len(fresh) != loaded.row["seq"] - self.facts.seq or (self.game is None) != (loaded.deal is None):
            return False
        if any(event["kind"] == "taken_back" for event in fresh):
            return False
        if loaded.row["moves"] != self.facts.moves + len(loaded.moves):
            return False
        if self.game is not None:
            known = len(self.pending)
            if not loaded.moves:
                if loaded.pending[:known] != self.pending:
                    return False
                self.game = _played_on(self.game.copy(), [], loaded.pending[known:])
            elif self.pending:
                return False  # our choices and their moves conflict; rebuilding is simpler
            else:
                self.game = _played_on(self.game.copy(), loaded.moves, loaded.pending)
            self.pending = list(loaded.pending)
        self._take_row(loaded)
        return True

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision now."""
        return _owing(self.facts, self.game)

    @property
    def ready(self) -> list[int]:
        """Seats that have made their hidden choice."""
        owing = self.to_act
        return sorted({seat for seat, move in self.pending if move is not None} - set(owing)) if owing else []

    @property
    def bot_seats(self) -> list[int]:
        """Seats that owe a decision which a bot of the server makes."""
        return [seat for seat in self.to_act if bot_plays(self.facts.seats[seat])]

    def adopt(self, draft: Draft) -> None:
        """Makes a stored draft the state."""
        self.facts, self.game, self.pending = draft.facts, draft.game, draft.pending
        self.recent.extend(draft.events)
        if draft.command is not None:
            self.commands[draft.command] = (draft.first_seq, draft.digest)
        if draft.holders_added or draft.holders_dropped:
            self.holders = {person: list(seats) for person, seats in self.holders.items()}
            for seat, person in draft.holders_dropped:
                self.holders[person].remove(seat)
                if not self.holders[person]:
                    del self.holders[person]
            for seat, person in draft.holders_added:
                self.holders[person] = sorted({*self.holders.get(person, ()), seat})

    def seat_generation(self, seat: int) -> int:
        """The generation of a seat's own links: changes when links are renewed and when the seat changes hands."""
        return self.facts.link_generation * 10_000 + self.facts.seats[seat].link_generation


def _owing(facts: TableFacts, game: Game | None) -> tuple[int, ...]:
    return game.to_act if game is not None and facts.status == "playing" else ()


def _played_on(game: Game, moves: list[tuple[int, str]], pending: list[tuple[int, str | None]]) -> Game:
    for seat, move in moves:
        game.play(seat, move)
    for seat, choice in pending:
        game.play(seat, choice) if choice is not None else game.take_back(seat)
    return game


def event_of(row: StoredRow) -> Event:
    """An event as stored."""
    data = msgspec.json.decode(row["data"]) if row["data"] else NO_DATA
    return Event(row["seq"], row["at"], row["kind"], row["seat"], data)


class Draft:
    """A changed table that is not stored yet. `game` is a copy as soon as `own_game` was asked for."""

    def __init__(self, state: TableState, now: int, command: str | None = None, digest: str | None = None) -> None:
        self.state = state
        self.now = now
        self.command = command
        self.digest = digest
        self.facts = msgspec.structs.replace(state.facts, changed_at=now)
        self.first_seq = state.facts.seq + 1  # the number of this draft's first event
        self.game = state.game
        self.pending = state.pending
        self.events: list[Event] = []
        self.deal: dict[str, object] | None = None
        self.new_moves: list[tuple[int, str]] = []
        self.drop_moves: int | None = None
        self.holders_added: list[tuple[int, str]] = []
        self.holders_dropped: list[tuple[int, str]] = []
        self.data: dict[str, object] = {}  # for the ack

    def own_game(self) -> Game:
        """The game, as a copy that may be changed."""
        assert self.state.game is not None
        if self.game is self.state.game:
            self.game = self.state.game.copy()
        assert self.game is not None
        return self.game

    def set(self, **changes: object) -> None:
        """Changes facts."""
        self.facts = msgspec.structs.replace(self.facts, **changes)

    def set_seat(self, number: int, seat: Seat | None = None, /, **changes: object) -> None:
        """Replaces a seat, or changes some of its fields."""
        if seat is None and all(getattr(self.facts.seats[number], name) == to for name, to in changes.items()):
            return
        seats = list(self.facts.seats)
        seats[number] = seat if seat is not None else msgspec.structs.replace(seats[number], **changes)
        self.set(seats=tuple(seats))

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision after this change."""
        return _owing(self.facts, self.game)

    def tell(self, kind: str, seat: int | None = None, /, **data: object) -> None:
        """Adds an event; everything in it is public to the people at the table."""
        self.events.append(Event(self.first_seq + len(self.events), self.now, kind, seat, data or NO_DATA))
        self.set(seq=self.events[-1].seq)

    def run_clocks(self, game_now: int, moved: tuple[int, ...] = ()) -> None:
        """Stops and starts clocks for the seats that owe a decision now."""
        if clocks.pace_of(self.facts.clock.preset, self.facts.game) is None:
            return
        seats = self.facts.seats
        owing = [seat for seat in self.to_act if seats[seat].driver == "person" and not seats[seat].once]
        late = [number for number, seat in enumerate(seats) if seat.late]
        clock = self.facts.clock.copy()
        clocks.run(clock, self.facts.game, game_now, owing, moved, late)
        self.set(clock=clock)

    def change(self) -> Change:
        """The rows that store this draft."""
        state, table = self.state, self.facts.id
        row = changing_row(self.facts, self.to_act, state.texts)
        happened = [event_row(table, event) for event in self.events]
        if self.command is not None and happened:
            happened[0]["command"], happened[0]["digest"] = self.command, self.digest
        first = self.facts.moves - len(self.new_moves)
        # A choice that only comes to the others is added; a changed or withdrawn one replaces what was there.
        kept = len(state.pending) if self.pending[: len(state.pending)] == state.pending else 0
        return Change(
            table,
            state.facts.seq,
            row,
            events=happened,
            moves=[
                {"table_id": table, "number": first + place, "seat": seat, "move": move, "at": self.now}
                for place, (seat, move) in enumerate(self.new_moves)
            ],
            drop_moves=self.drop_moves,
            pending=[
                {"table_id": table, "number": kept + place, "seat": seat, "move": move}
                for place, (seat, move) in enumerate(self.pending[kept:])
            ],
            clear_pending=bool(state.pending) and not kept,
            deal=None if self.deal is None else deal_row(table, self.deal),
            holders=[
                {"table_id": table, "seat": seat, "person_id": person, "since": self.now}
                for seat, person in self.holders_added
            ],
            drop_holders=[
                {"the_table": table, "the_seat": seat, "the_person": person} for seat, person in self.holders_dropped
            ],
        )


def event_row(table: str, event: Event) -> dict[str, object]:
    """An event as the database keeps it."""
    return {
        "table_id": table,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "data": text_of(event.data) if event.data else None,
        "command": None,
        "digest": None,
    }


def deal_row(table: str, deal: Mapping[str, object]) -> dict[str, object]:
    """A deal as the database keeps it."""
    return {"table_id": table, "rules": RULES_VERSION, "deal": text_of(deal)}
