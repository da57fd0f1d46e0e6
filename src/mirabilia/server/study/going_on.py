"""Playing on from a moment: stores a new table that begins in the middle of a finished game (`tables/new.py`)."""

from __future__ import annotations

from mirabilia.server.people.person import Person
from mirabilia.server.people.tokens import new_table_id
from mirabilia.server.storage.store import now_ms
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.facts import TableFacts
from mirabilia.server.tables.hub import Hub
from mirabilia.server.tables.making import keep
from mirabilia.server.tables.messages import Play
from mirabilia.server.tables.new import Moment, going_on
from mirabilia.server.tables.table import Table


async def go_on(hub: Hub, person: Person, source: TableFacts, moment: Moment, maker: str) -> Table:
    """A table from that moment."""
    new = going_on(new_table_id(), person, source, moment, hub.levels, now_ms(), maker)
    table = await keep(hub, new)
    if moment.move is not None and moment.seat is None:
        command = Play("went_on", new.facts.moves, moment.move)
        await hub.execute(table, Actor(seat=moment.decider, is_bot=True), command)
    return table
