"""Playing on from a moment: a new table that begins in the middle of a finished game, with bots in the other seats.

The new table has the old game's deal and its moves up to that moment as its own, so that everything else (rebuilding,
replay, record) works as at any table; its record names where it comes from. It counts in nobody's statistics.
"""

from __future__ import annotations

import secrets

from mirabilia.errors import MirabiliaError
from mirabilia.game import Game
from mirabilia.record import Record
from mirabilia.server.people.identity import Person
from mirabilia.server.people.tokens import new_table_id
from mirabilia.server.refusals import Refusal
from mirabilia.server.storage.store import add_table, now_ms
from mirabilia.server.tables.clocks import new_clock
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.facts import Options, Seat, TableFacts, row_of
from mirabilia.server.tables.hub import Hub
from mirabilia.server.tables.messages import Event, Play
from mirabilia.server.tables.state import deal_row, event_row
from mirabilia.server.tables.table import Table
from mirabilia.study.whatif import name_of, play_on


def game_at(record: Record, moves: int) -> Game:
    """The game before a decision; where all choose at once, before anybody of that turn has chosen."""
    try:
        game, _ = play_on(record, moves)
    except MirabiliaError as error:
        raise Refusal("no_such_moment", moves=len(record.moves)) from error
    if game.over:
        raise Refusal("game_over")
    return game


async def go_on(
    hub: Hub, person: Person, source: TableFacts, record: Record, moves: int, seat: int | None, level: str,
    move: str | None, maker: str,
) -> Table:  # fmt: skip
    """A table from that moment. `seat`: whose place the person takes; None: bots play it out, beginning with `move`."""
    if not hub.is_level(level):
        raise Refusal("bad_level", level=level, levels=list(hub.levels.names))
    if seat is not None and seat >= source.players:
        raise Refusal("no_such_seat", seat=seat)
    game = game_at(record, moves)
    decider = record.moves[moves][0]
    if move is not None:
        _check_move(game, decider, move)
    table_id, now = new_table_id(), now_ms()
    seats = tuple(
        Seat(kind="person", driver="person", name=person.name, person=person.id)
        if number == seat
        else Seat(kind="bot", driver="bot", level=level)
        for number in range(source.players)
    )
    options = Options(
        takeover=level, boards=source.options.boards, bots=secrets.token_hex(16), maker=maker,
        first_game_wonders=source.options.first_game_wonders, went_on=f"{name_of(record)}/{len(game.moves)}",
    )  # fmt: skip
    facts = TableFacts(
        table_id, source.game, source.players, "what_if", now, now, status="playing", host=person.id, options=options,
        seats=seats, clock=new_clock("none", source.game, source.players), moves=len(game.moves),
    )  # fmt: skip
    told = {"game": source.game, "players": source.players, "went_on": options.went_on}
    created = Event(1, now, "created", seat, told)
    held = [] if seat is None else [{"table_id": table_id, "seat": seat, "person_id": person.id, "since": now}]
    made = [
        {"table_id": table_id, "number": number, "seat": who, "move": text, "at": now}
        for number, (who, text) in enumerate(game.moves)
    ]
    row = {**row_of(facts, game.to_act), "owner": hub.owner}
    await hub.store.writer.call(
        add_table(row, [event_row(table_id, created)], held, deal_row(table_id, game.deal), made)
    )
    table = hub.table(table_id)
    hub.own(table_id)
    if move is not None and seat is None:
        command = Play("went_on", len(game.moves), move)
        await hub.execute(table, Actor(seat=decider, is_bot=True), command)
    return table


def _check_move(game: Game, seat: int, move: str) -> None:
    """Refuses a first move that is not possible before a table is made for it."""
    try:
        game.find_option(seat, move)
    except MirabiliaError as error:
        raise Refusal("illegal_move", error.message, move=move[:200], seat=seat) from error
