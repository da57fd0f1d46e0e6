"""The bots of one game, as the registry asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, Protocol

from mirabilia.bots.base import Bot, BotError, Limits
from mirabilia.json_types import Json

if TYPE_CHECKING:
    from mirabilia.bots.network import Format, Network
    from mirabilia.bots.weigher import Weigher

# What a level is made of: a kind of bot ("intuition", "search") and its settings.
Level = tuple[str, Mapping[str, Json]]


class NetworkFile(Protocol):
    """The module that knows the network a game comes with."""

    FORMAT: Format
    FILE: Path

    def own_network(self) -> Network:
        """The network of the package."""


class GameBots:
    """What a game has in bots; it overrides what it has. Asking for a kind that is missing raises `BotError`."""

    game: str
    levels: Mapping[str, Level] = {}
    ratings: Mapping[str, str] = {}  # by bot: Elo with the width of a 95 % interval (docs/bots.md)
    edition_ratings: Mapping[int, Mapping[str, str]] = {}  # the same in editions after the first
    milliseconds: Mapping[str, int] = {}  # by level, for a decision on one core of an ordinary machine; 0: under one

    def greedy(self, seed: int, style: str) -> Bot:
        """Plays the option that is worth most at once."""
        self._lacks("greedy")

    def intuition(self, seed: int, style: str | None, **settings: Json) -> Bot:
        """Plays what a policy likes, without search."""
        self._lacks("intuition")

    def search(self, seed: int, limits: Limits, network: Network | None = None, style: str | None = None) -> Weigher:
        """Plays what a search finds, with the network given or the usual judge."""
        self._lacks("search")

    def networks(self) -> NetworkFile:
        """The module that knows its network."""
        self._lacks("network")

    def _lacks(self, kind: str) -> NoReturn:
        raise BotError(f"there is no bot of the kind {kind!r} for {self.game!r}", code="unknown_bot", game=self.game)
