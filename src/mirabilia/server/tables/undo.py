"""Taking moves back: the game before a move, and whether the move revealed something hidden to anyone."""

from __future__ import annotations

from mirabilia.game import Game, from_deal


def game_before(game: Game, moves: int) -> Game:
    """The game after its first `moves` moves, as a new object."""
    earlier = from_deal(game.deal)
    for seat, move in game.moves[:moves]:
        earlier.play(seat, move)
    return earlier


def reveals(before: Game, after: Game) -> bool:
    """Whether anyone may know a name of the deal after the move that nobody's view held before it.

    This asks the views alone, so it needs to know no rule: a card turned up, a new age and tokens drawn from the box
    all bring names that were not there. The end of the game reveals everything.
    """
    if after.over:
        return True
    deal = _names(after.deal)
    seats: list[int | None] = [*after.seats, None]
    known = {name for seat in seats for name in _names(before.view(seat))}
    return any((_names(after.view(seat)) & deal) - known for seat in seats)


def _names(value: object) -> set[str]:
    """All texts in JSON-ready data."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return {name for inner in value.values() for name in _names(inner)} | {k for k in value if isinstance(k, str)}
    if isinstance(value, list | tuple):
        return {name for inner in value for name in _names(inner)}
    return set()
