"""What is kept on the device: the rows of the server's database, changed step by step in one transaction each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from mirabilia.json_types import Json, JsonFields, JsonObject
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.changes import RECENT_EVENTS, LoadedTable
from mirabilia.server.tables.facts import FIXED, TableFacts, facts_of, summary
from mirabilia.server.tables.new import NewTable
from mirabilia.server.tables.state import Draft

ME = "me"  # the person of this device
# ["have", store, key], ["add" | "put", store, row], ["put_value", key, value] or ["drop", store, table, from]
Step = list[Json]


class Conflict(Exception):
    """Another window of this browser has changed or erased the table."""


class Storage(Protocol):
    """The storage of the device. Raises `Refusal` where it is full or forbidden, and `Conflict`."""

    async def write(self, steps: list[Step]) -> None:
        """Carries out all steps or none, and returns when they are kept."""

    async def table(self, table_id: str) -> JsonObject | None:
        """All rows of one table."""

    async def tables(self) -> list[JsonFields]:
        """The rows of all tables, without their moves."""

    async def row(self, store: str, key: str) -> Json:
        """One row or value; None if it does not exist."""

    async def erase(self) -> None:
        """Removes everything."""


def _added(store: str, rows: Iterable[JsonFields]) -> list[Step]:
    return [["add", store, row] for row in rows]


def _summary(facts: TableFacts, to_act: tuple[int, ...]) -> Step:
    """The table's entry in the list of games, which the page reads without an engine."""
    seat = next((number for number, seat in enumerate(facts.seats) if seat.person == ME), None)
    return ["put", "summaries", summary(facts, to_act, ME, seat)]


def steps_of_new(new: NewTable) -> list[Step]:
    """What keeps a new table."""
    deal = new.deal()
    return [
        _summary(new.facts, new.to_act),
        ["add", "tables", new.row()],
        *_added("deals", [] if deal is None else [deal]),
        *_added("moves", new.moves()),
        *_added("events", new.events()),
    ]


def steps_of(draft: Draft) -> list[Step]:
    """What keeps a changed table.

    The first event of a change is added, never replaced: where two windows decide at once, one of them is refused, and
    so is one that does not know yet that everything was erased.
    """
    change = draft.change()
    table = change.table
    fixed = {name: getattr(draft.facts, name) for name in FIXED}
    steps: list[Step] = []
    if change.drop_moves is not None:
        steps.append(["drop", "moves", table, change.drop_moves])
    if change.clear_pending:
        steps.append(["drop", "pending", table, 0])
    if change.deal is not None:
        steps += _added("deals", [change.deal])
    return [
        ["have", "tables", table],
        *_added("events", change.events),
        _summary(draft.facts, draft.to_act),
        *steps,
        *_added("moves", change.moves),
        *_added("pending", change.pending),
        ["put", "tables", {**fixed, **change.row}],
    ]


def loaded(rows: JsonFields) -> LoadedTable:
    """A table from its rows. Whoever has seats on this device has them by the table's facts."""
    facts = facts_of(rows["row"])
    events = rows["events"]
    return LoadedTable(
        rows["row"],
        None if rows["deal"] is None else rows["deal"]["deal"],
        [(row["seat"], row["move"]) for row in rows["moves"]],
        [(row["seat"], row["move"]) for row in rows["pending"]],
        events[-RECENT_EVENTS:],
        {row["command"]: (row["seq"], row["digest"]) for row in events if row["command"] is not None},
        holders_of(facts),
    )


def holders_of(facts: TableFacts) -> list[tuple[int, str]]:
    """The seats of people, each with its person."""
    return [(number, seat.person) for number, seat in enumerate(facts.seats) if seat.person is not None]


def refused(fault: str) -> Exception:
    """What a fault of the storage becomes."""
    return Conflict() if fault == "conflict" else Refusal(fault)
