"""Bots by name: what the arena, the protocol, the server and the command line ask for.

A name stands for a way of playing both games; which game it is says the view. `LEVELS` is the ladder of strength
that people choose from (measured in docs/bots.md); the other names are its building blocks and styles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mirabilia.bots.base import Answer, Bot, BotError, Choice, Limits
from mirabilia.bots.random_bot import RandomBot

LEVELS: tuple[str, ...] = ("beginner", "easy", "normal", "hard", "master")
STYLES: tuple[str, ...] = ("scholar", "general", "merchant")
BOT_NAMES: tuple[str, ...] = ("random", "greedy", *STYLES, "search", *LEVELS)

# What a level is made of in each game: a kind of bot and its options.
LADDER: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    "beginner": {"duel": ("greedy", {"blunder": 0.5}), "wonders": ("greedy", {"blunder": 0.5})},
    "easy": {"duel": ("greedy", {}), "wonders": ("greedy", {})},
    "normal": {"duel": ("search", {"simulations": 50}), "wonders": ("search", {"simulations": 30})},
    "hard": {"duel": ("search", {"simulations": 400}), "wonders": ("search", {"simulations": 200})},
    "master": {"duel": ("search", {"milliseconds": 2000}), "wonders": ("search", {"milliseconds": 2500})},
}


class NamedBot(Bot):
    """A bot for both games: hands each question to the bot of that game, made when first needed."""

    def __init__(self, name: str, seed: int, make: Callable[[str, int], Bot]) -> None:
        super().__init__(seed)
        self.name = name
        self._make = make
        self._bots: dict[str, Bot] = {}

    @property
    def memory(self) -> int:
        return sum(bot.memory for bot in self._bots.values())

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        game = str(view["game"])
        if game not in self._bots:
            self._bots[game] = self._make(game, self.seed)
        return self._bots[game].decide(view, options, limits)


def make_bot(name: str, seed: int = 0, **options: Any) -> Bot:
    """A bot of that name; `BotError` with code "unknown_bot" if there is none.

    `simulations` or `milliseconds` set how long a search thinks when a question brings no limits of its own.
    """
    if name not in BOT_NAMES:
        raise BotError(
            f"there is no bot {str(name)[:40]!r}; there are: {', '.join(BOT_NAMES)}",
            code="unknown_bot",
            bot=str(name)[:40],
        )
    if name == "random":
        return RandomBot(seed)

    def make(game: str, seed: int) -> Bot:
        kind, settings = _kind_of(name, game)
        if kind == "greedy":
            return _greedy(game, seed, settings)
        limits = Limits.of(options or settings)
        return _search(game, seed, limits)

    Limits.of(options)  # refuses unknown or senseless options at once
    return NamedBot(name, seed, make)


def _kind_of(name: str, game: str) -> tuple[str, dict[str, Any]]:
    if name in LADDER:
        return LADDER[name][game]
    if name == "search":
        return "search", {"milliseconds": 100}
    return "greedy", {"style": name} if name in STYLES else {}


def _greedy(game: str, seed: int, settings: dict[str, Any]) -> Bot:
    if game == "duel":
        from mirabilia.bots.duel.greedy import DuelGreedy

        return DuelGreedy(seed, **settings)
    from mirabilia.bots.wonders.greedy import WondersGreedy

    return WondersGreedy(seed, **settings)


def _search(game: str, seed: int, limits: Limits) -> Bot:
    if game == "duel":
        from mirabilia.bots.duel.search import DuelSearch

        return DuelSearch(seed, limits)
    from mirabilia.bots.wonders.search import WondersSearch

    return WondersSearch(seed, limits)
