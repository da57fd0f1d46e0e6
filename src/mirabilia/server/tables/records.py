"""Records in and out: text of finished games, checked by playing them, and positions for replays."""

from __future__ import annotations

from mirabilia.errors import BadRecord
from mirabilia.game import Game
from mirabilia.record import Record, read_record
from mirabilia.server.refusals import Refusal, refusal_of
from mirabilia.server.tables.chat import MAX_NAME
from mirabilia.server.tables.state import TableState
from mirabilia.server.tables.views import option_facts
from mirabilia.study.whatif import FROM_MOVE, FROM_RECORD

MAX_POSITIONS = 100
MAX_TEXT = 200_000  # characters of a record from outside: ten times a game of seven, with room for notes


def checked_record(text: str) -> tuple[Game, list[str]]:
    """The finished game of a record with the names of its seats; `Refusal` has the line and the reason."""
    if len(text) > MAX_TEXT:
        raise Refusal("too_long", limit=MAX_TEXT)
    try:
        record = read_record(text)
        game = record.verify()
    except BadRecord as error:
        refusal = refusal_of(error)
        if refusal.details.get("line") is None:
            refusal.details["line"] = 1
        raise refusal from error
    if game.result is None:
        raise Refusal("not_finished", line=len(text.rstrip().split("\n")))
    names = [" ".join(record.tags.get(f"seat{seat}", "").split())[:MAX_NAME] for seat in game.seats]
    return game, names


def record_text(state: TableState) -> str:
    """The record of a table's game, with the names of its seats."""
    assert state.game is not None
    seats, options = state.facts.seats, state.facts.options
    tags = {f"seat{n}": " ".join(name.split()) for n, seat in enumerate(seats) if (name := seat.name or seat.level)}
    tags.update({f"bot_moves{n}": str(seat.bot_moves) for n, seat in enumerate(seats) if seat.bot_moves})
    tags["table"] = state.facts.id
    if options.went_on:
        # not dealt for these players: it goes on from a moment of another game
        tags[FROM_RECORD], tags[FROM_MOVE] = options.went_on.split("/")
    if options.commitment and options.nonce:
        tags["commitment"], tags["nonce"] = options.commitment, options.nonce
    if options.bots and any(seat.level for seat in seats):
        tags["bots"] = options.bots  # with it `offer.bot_seed` gives every bot's seed, and the game can be repeated
        tags.update({f"level{n}": seat.level for n, seat in enumerate(seats) if seat.level})
        tags.update({f"style{n}": seat.style for n, seat in enumerate(seats) if seat.style})
    return Record.of(state.game, **tags).dumps()


def positions(text: str, first: int, last: int, seat: int | None) -> list[dict[str, object]]:
    """Positions `first` to `last` of a finished game: one seat's view with options, or everything open."""
    found = []
    record = read_record(text)
    known = 0
    for number, game in enumerate(record.steps()):
        if number > last:
            break
        new, known = game.events[known:], len(game.events)
        if number < first:
            continue
        position: dict[str, object] = {"at": number, "to_act": list(game.to_act)}
        position["events"] = [event.seen_by(seat).as_dict() for event in new]  # as they were shown at the table
        if number:
            who, move = record.moves[number - 1]
            position["move"] = {"seat": who, "move": move}
        if seat is None:
            position["snapshot"] = game.snapshot()
            position["view"] = game.view(None, memory=False)
        else:
            position["view"] = game.view(seat, memory=False)
        seats = game.to_act if seat is None else [seat]
        position["options"] = {str(s): [option_facts(option) for option in game.options(s)] for s in seats}
        position["quotes"] = {str(s): [quote.as_dict() for quote in game.quotes(s)] for s in seats}
        found.append(position)
    return found
