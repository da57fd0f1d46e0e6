"""What a batch needs of a game."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import NamedTuple, Protocol

from mirabilia.game import Game


class GamesOfRows(Protocol):
    """Rows of a batch as games, and the options of a batch as the loops read them."""

    def setup_of(self, players: int, first_game_wonders: object, boards: object, edition: object) -> list[int]:
        """How games are dealt."""

    @property
    def game_of(self) -> Callable[..., Game]:
        """A game from its start, its present state and the decisions between (seat, code)."""


class BatchParts(NamedTuple):
    """The compiled loops of a game, and the way back to its games."""

    kernels: ModuleType
    games: GamesOfRows
