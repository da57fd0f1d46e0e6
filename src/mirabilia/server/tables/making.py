"""Keeps new tables (`new.py`): made by a person, as a rematch, or from an imported record."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from mirabilia.game import Game
from mirabilia.server.people.person import Person
from mirabilia.server.people.tokens import new_table_id
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.schema import deals, moves, tables
from mirabilia.server.storage.store import add_table, now_ms
from mirabilia.server.tables.commands import Actor, Confirm, LinkRematch, check_rematch
from mirabilia.server.tables.facts import text_of
from mirabilia.server.tables.hub import Hub
from mirabilia.server.tables.messages import Ack, Rematch, Start
from mirabilia.server.tables.new import NewTable, TableWish, imported, new_table, rematch_id, rematch_of
from mirabilia.server.tables.table import Table


async def keep(hub: Hub, new: NewTable) -> Table:
    """Stores a new table of this process."""
    row = {**new.row(), "owner": hub.owner}
    await hub.store.writer.call(add_table(row, new.events(), new.held(), new.deal(), new.moves()))
    hub.own(new.facts.id)
    return hub.table(new.facts.id)


async def create(hub: Hub, person: Person, wish: TableWish, start: bool = False) -> tuple[Table, int | None]:
    """A new table; the person is its host and sits at the first seat marked "me"."""
    new = new_table(new_table_id(), person, wish, hub.levels, now_ms())
    table = await keep(hub, new)
    if start:
        await hub.execute(table, Actor(person.id, new.seat), Start("start"))
    return table, new.seat


# ---- rematch ----


async def rematch(hub: Hub, table: Table, actor: Actor, command: Rematch, tell_ack: Callable[[Ack], None]) -> Ack:
    """A new table with the same people, seats moved on by one; begins when every person has agreed."""
    async with table.lock:
        try:
            check_rematch(await table.loaded(), actor)
        except Refusal:
            if not await table.catch_up():
                raise
            check_rematch(table.state, actor)
        state = table.state
        owner = actor.person or state.facts.seats[actor.seat or 0].person
        next_id = state.facts.next_table
        new = rematch_of(state, rematch_id(table.id), now_ms())
    if next_id is None:
        next_id = new.facts.id
        with contextlib.suppress(IntegrityError):  # someone asked at the same moment; theirs is the same table
            await keep(hub, new)
    ack = await hub.execute(table, actor, LinkRematch(command.id, next_id), tell_ack)
    if owner is not None:
        await hub.execute(hub.table(next_id), Actor(owner), Confirm(owner))
    return ack


# ---- imported records ----


async def keep_record(hub: Hub, person: Person, game: Game, names: list[str]) -> Table:
    """Stores a finished game that was played elsewhere, as a table to look at."""
    table_id: str = await hub.store.writer.call(lambda c: add_record(c, person.id, game, names))
    return hub.table(table_id)


def add_record(connection: Connection, host: str | None, game: Game, names: list[str]) -> str:
    """Stores a game played elsewhere unless its host has it already; returns its table."""
    same = select(tables.c.id).join(deals, deals.c.table_id == tables.c.id)
    same = same.where(tables.c.origin == "imported", tables.c.host == host)
    same = same.where(tables.c.moves == len(game.moves), deals.c.deal == text_of(game.deal))
    for known in connection.execute(same).scalars():
        made = select(moves.c.seat, moves.c.move).where(moves.c.table_id == known).order_by(moves.c.number)
        if [tuple(row) for row in connection.execute(made)] == list(game.moves):
            return str(known)
    table_id = new_table_id()
    new = imported(table_id, host, game, names, now_ms())
    add_table({**new.row(), "owner": None}, new.events(), [], new.deal(), new.moves())(connection)
    return table_id
