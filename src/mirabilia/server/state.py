"""A table in memory: its row, its seats and its game, rebuilt from the record whenever needed.

`TableState` is what the database says, read or brought up to date by `rebuild` and `catch_up`. A command never
changes it directly: it makes a `Draft`, and only when the draft's `Change` is stored does `adopt` take it over.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from sqlalchemy import RowMapping

from mirabilia.errors import MirabiliaError
from mirabilia.game import Game, from_deal
from mirabilia.record import RULES_VERSION
from mirabilia.server import clocks
from mirabilia.server.clocks import Clock
from mirabilia.server.messages import Event
from mirabilia.server.store import RECENT_EVENTS, LoadedTable
from mirabilia.server.writing import Change

Status = Literal["open", "playing", "over", "closed"]
NO_DATA: dict[str, Any] = {}


class DamagedTable(Exception):
    """The stored record does not replay: the database was changed by other hands, or a bug."""


class Seat(msgspec.Struct, omit_defaults=True):
    """One seat. `kind` says whose it is, `driver` who plays it now; `person` is never shown to anybody."""

    kind: Literal["open", "person", "bot", "outside"] = "open"
    driver: Literal["person", "bot", "outside"] | None = None
    name: str = ""
    person: str | None = None
    level: str | None = None  # of the bot that plays or took over
    late: bool = False  # its time is out
    offered: bool = False  # may be taken by invite although it has an owner
    once: bool = False  # a bot makes this one decision
    confirmed: bool = True  # False: a rematch that the person has not agreed to yet
    grip: int = 0  # raised whenever the seat changes hands, so that its former link opens nothing


class Options(msgspec.Struct, omit_defaults=True):
    """What was chosen when the table was made."""

    clock: str = "none"
    live_score: Literal["open", "own", "hidden"] = "open"
    chat: Literal["off", "phrases", "free"] = "phrases"
    takeover: str = "normal"
    boards: Any = None
    first_game_wonders: bool = False
    seed: int | None = None
    first_player: int | None = None  # a rematch of Duel: the seat that begins; else the deal decides
    commitment: str | None = None  # the promise about the deal (record/commitment.py), made at the start
    nonce: str | None = None  # what makes it hard to guess; shown after the end


_seats = msgspec.json.Decoder(list[Seat])
_options = msgspec.json.Decoder(Options)
_clock = msgspec.json.Decoder(Clock)
_encode = msgspec.json.Encoder().encode


def text_of(value: Any) -> str:
    """JSON text, as the database keeps it."""
    return _encode(value).decode()


class TableState:
    """Everything of one table. `game` is None before the start."""

    __slots__ = (
        "asked", "assisted", "changed_at", "clock", "commands", "created_at", "game", "game_name",
        "holders", "host", "id", "link_generation", "move_count", "next_table", "options", "origin", "pending",
        "players", "recent", "result", "seats", "seq", "status",
    )  # fmt: skip

    def __init__(self, loaded: LoadedTable) -> None:
        row = loaded.row
        self.id: str = row["id"]
        self.game_name: str = row["game"]
        self.players: int = row["players"]
        self.origin: str = row["origin"]
        self.created_at: int = row["created_at"]
        self.game: Game | None = None
        self.move_count = 0
        self.pending: list[tuple[int, str | None]] = []
        self.recent: deque[Event] = deque(maxlen=RECENT_EVENTS)
        self.commands: dict[str, int] = {}
        self._take_row(loaded)
        self._rebuild_game(loaded)

    def _take_row(self, loaded: LoadedTable) -> None:
        row = loaded.row
        self.status: Status = row["status"]
        self.seq: int = row["seq"]
        self.changed_at: int = row["changed_at"]
        self.host: str | None = row["host"]
        self.options = _options.decode(row["options"])
        self.seats = _seats.decode(row["seats"])
        self.clock = _clock.decode(row["clock"])
        self.link_generation: int = row["link_generation"]
        self.asked: int | None = row["asked"]
        self.assisted = bool(row["assisted"])
        self.result: dict[str, Any] | None = msgspec.json.decode(row["result"]) if row["result"] else None
        self.next_table: str | None = row["next_table"]
        self.recent.extend(event_of(event) for event in loaded.events)
        self.commands.update(loaded.commands)
        self.holders: dict[str, list[int]] = {}
        for seat, person in sorted(loaded.holders):
            self.holders.setdefault(person, []).append(seat)

    def _rebuild_game(self, loaded: LoadedTable) -> None:
        if loaded.deal is None:
            return
        try:
            self.game = from_deal(msgspec.json.decode(loaded.deal))
            self._play_on(loaded.moves, loaded.pending)
        except MirabiliaError as error:
            raise DamagedTable(f"table {self.id}: {error.message}") from error

    def _play_on(self, moves: list[tuple[int, str]], pending: list[tuple[int, str | None]]) -> None:
        game = self.game
        assert game is not None
        for seat, move in moves:
            game.play(seat, move)
        for seat, choice in pending:
            game.play(seat, choice) if choice is not None else game.take_back(seat)
        self.pending = list(pending)
        self.move_count = len(game.moves)

    def catch_up(self, loaded: LoadedTable) -> bool:
        """Takes rows read after the present numbers. False: they do not simply follow; the table must be rebuilt."""
        fresh = [event for event in loaded.events if event["seq"] > self.seq]
        if len(fresh) != loaded.row["seq"] - self.seq or (self.game is None) != (loaded.deal is None):
            return False
        if any(event["kind"] == "taken_back" for event in fresh):
            return False
        if loaded.row["moves"] != self.move_count + len(loaded.moves):
            return False
        if self.game is not None:
            known = len(self.pending)
            if not loaded.moves:
                if loaded.pending[:known] != self.pending:
                    return False
                self._play_on([], loaded.pending[known:])
            elif self.pending:
                return False  # choices of ours and moves of theirs: simpler to begin anew
            else:
                self._play_on(loaded.moves, loaded.pending)
            self.pending = list(loaded.pending)
        self._take_row(loaded)
        return True

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision now."""
        return self.game.to_act if self.game is not None and self.status == "playing" else ()

    @property
    def ready(self) -> list[int]:
        """Seats whose hidden choice is in."""
        owing = self.to_act
        return sorted({seat for seat, move in self.pending if move is not None} - set(owing)) if owing else []

    @property
    def bot_seats(self) -> list[int]:
        """Seats that owe a decision which a bot of the server makes."""
        return [seat for seat in self.to_act if bot_plays(self.seats[seat])]

    def adopt(self, draft: Draft) -> None:
        """The draft has been stored: it is the state now."""
        for name in ("status", "host", "options", "seats", "clock", "link_generation", "asked", "assisted", "result",
                     "next_table", "game", "move_count", "pending", "changed_at"):  # fmt: skip
            setattr(self, name, getattr(draft, name))
        self.seq += len(draft.events)
        self.recent.extend(draft.events)
        if draft.command is not None:
            self.commands[draft.command] = draft.first_seq
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
        return self.link_generation * 10_000 + self.seats[seat].grip


def bot_plays(seat: Seat) -> bool:
    """Whether a bot of the server decides for the seat now."""
    return seat.driver == "bot" or seat.once


def event_of(row: RowMapping | Mapping[str, Any]) -> Event:
    """An event as stored."""
    data = msgspec.json.decode(row["data"]) if row["data"] else NO_DATA
    return Event(row["seq"], row["at"], row["kind"], row["seat"], data)


class Draft:
    """A changed table that is not stored yet. The game object is shared with the state: see `touched`."""

    def __init__(self, state: TableState, now: int, command: str | None = None) -> None:
        self.state = state
        self.now = now
        self.command = command
        self.status: Status = state.status
        self.host = state.host
        self.options = state.options
        self.seats = [copy.copy(seat) for seat in state.seats]
        self.clock = state.clock.copy()
        self.link_generation = state.link_generation
        self.asked = state.asked
        self.assisted = state.assisted
        self.result = state.result
        self.next_table = state.next_table
        self.game = state.game
        self.move_count = state.move_count
        self.pending = state.pending
        self.changed_at = now
        self.events: list[Event] = []
        self.deal: dict[str, Any] | None = None
        self.new_moves: list[tuple[int, str]] = []
        self.drop_moves: int | None = None
        self.new_pending: list[tuple[int, int, str | None]] = []
        self.clear_pending = False
        self.holders_added: list[tuple[int, str]] = []
        self.holders_dropped: list[tuple[int, str]] = []
        self.touched = False  # the game object was changed: if this draft is not stored, the table must be read again
        self.data: dict[str, Any] = {}  # for the ack

    @property
    def first_seq(self) -> int:
        """The number of this draft's first event."""
        return self.state.seq + 1

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision after this change."""
        return self.game.to_act if self.game is not None and self.status == "playing" else ()

    def tell(self, kind: str, seat: int | None = None, /, **data: Any) -> None:
        """Adds an event; everything in it is public to the people at the table."""
        self.events.append(Event(self.state.seq + 1 + len(self.events), self.now, kind, seat, data or NO_DATA))

    def run_clocks(self, game_now: int, moved: tuple[int, ...] = ()) -> None:
        """Stops and starts clocks for the seats that owe a decision now."""
        owing = [seat for seat in self.to_act if self.seats[seat].driver == "person" and not self.seats[seat].once]
        late = [number for number, seat in enumerate(self.seats) if seat.late]
        clocks.run(self.clock, self.state.game_name, game_now, owing, moved, late)

    def change(self) -> Change:
        """The rows that store this draft."""
        state, table = self.state, self.state.id
        duty = any(bot_plays(self.seats[seat]) for seat in self.to_act)
        row = {
            "status": self.status,
            "seq": state.seq + len(self.events),
            "changed_at": self.now,
            "host": self.host,
            "options": text_of(self.options),
            "seats": text_of(self.seats),
            "clock": text_of(self.clock),
            "link_generation": self.link_generation,
            "moves": self.move_count,
            "to_act": text_of(list(self.to_act)),
            "due_at": self.clock.next_due if self.status == "playing" else None,
            "duty": int(duty),
            "asked": self.asked,
            "assisted": int(self.assisted),
            "result": text_of(self.result) if self.result is not None else None,
            "next_table": self.next_table,
        }
        happened = [event_row(table, event) for event in self.events]
        if self.command is not None and happened:
            happened[0]["command"] = self.command
        first = self.move_count - len(self.new_moves)
        return Change(
            table,
            state.seq,
            row,
            events=happened,
            moves=[
                {"table_id": table, "number": first + place, "seat": seat, "move": move, "at": self.now}
                for place, (seat, move) in enumerate(self.new_moves)
            ],
            drop_moves=self.drop_moves,
            pending=[
                {"table_id": table, "number": number, "seat": seat, "move": move}
                for number, seat, move in self.new_pending
            ],
            clear_pending=self.clear_pending,
            deal=None if self.deal is None else deal_row(table, self.deal),
            holders=[
                {"table_id": table, "seat": seat, "person_id": person, "since": self.now}
                for seat, person in self.holders_added
            ],
            drop_holders=[
                {"the_table": table, "the_seat": seat, "the_person": person} for seat, person in self.holders_dropped
            ],
        )


def event_row(table: str, event: Event) -> dict[str, Any]:
    """An event as the database keeps it."""
    return {
        "table_id": table,
        "seq": event.seq,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "data": text_of(event.data) if event.data else None,
        "command": None,
    }


def deal_row(table: str, deal: Mapping[str, Any]) -> dict[str, Any]:
    """A deal as the database keeps it."""
    return {"table_id": table, "rules": RULES_VERSION, "deal": text_of(deal)}
