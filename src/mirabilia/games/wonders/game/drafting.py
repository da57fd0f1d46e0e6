"""Drafting boards: what comes before a game of 7 Wonders where the table wants it (rulings 62 to 65).

Boards are dealt as always. Then every seat in turn, from the one drawn by lot, takes a board that no seat has chosen,
and either side of it. A city whose board is taken gets the taker's in exchange, so everyone has a board all
the time. Hands are dealt after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from mirabilia.game.option import Option
from mirabilia.games.wonders.catalog import SIDES
from mirabilia.games.wonders.game.options import Boards, TakeBoard
from mirabilia.games.wonders.rules.tables import CATALOG


class BoardDraft(msgspec.Struct, frozen=True):
    """How far the draft of boards is."""

    first: Annotated[int, Meta(description="the seat that chooses first; the others follow in the order of seats")]
    chosen: Annotated[list[int], Meta(description="seats that have chosen, in order")]
    free: Annotated[list[str], Meta(description="boards that no seat has chosen")]


def board_options(free: Sequence[str]) -> list[Option]:
    """What a seat may take: either side of every board that is free."""
    return [TakeBoard(board, side) for board in free for side in SIDES]


class Drafting(NamedTuple):
    """Who chooses first, how many have chosen, and the boards of all cities as they are now."""

    edition: int
    first: int
    players: int
    boards: Boards
    made: int = 0

    @property
    def chosen(self) -> list[int]:
        """The seats that have chosen, in order."""
        return [(self.first + turn) % self.players for turn in range(self.made)]

    @property
    def seat(self) -> int:
        """The seat that chooses next."""
        return (self.first + self.made) % self.players

    @property
    def over(self) -> bool:
        """Whether every seat has chosen."""
        return self.made == self.players

    def shown(self) -> BoardDraft:
        """What everyone sees of it."""
        taken = {self.boards[seat][0] for seat in self.chosen}
        free = [city for city in CATALOG.edition(self.edition).board_id if city not in taken]
        return BoardDraft(self.first, self.chosen, free)

    def owner(self, option: Option) -> int | None:
        """The other city that has the board now."""
        cities = (city for city, (board, _) in enumerate(self.boards) if board == option.board)
        return next((city for city in cities if city != self.seat), None)

    def after(self, option: Option) -> Drafting:
        """The draft after a choice."""
        assert isinstance(option, TakeBoard)
        boards, other = list(self.boards), self.owner(option)
        if other is not None:
            boards[other] = boards[self.seat]
        boards[self.seat] = option.board, option.side
        return self._replace(boards=tuple(boards), made=self.made + 1)
