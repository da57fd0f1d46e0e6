"""Bots by name: what the arena, the protocol, the server and the command line ask for.

A name stands for a way of playing both games; which game it is says the view. `LEVELS` is the ladder of strength
that people choose from (measured in docs/bots.md); the other names are its building blocks and styles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from mirabilia.bots.base import Answer, Bot, BotError, Choice, Limits
from mirabilia.bots.random_bot import RandomBot
from mirabilia.bots.styles import check_style
from mirabilia.json_types import Json, JsonFields, JsonObject

if TYPE_CHECKING:  # the search loads the compiled rules, which `mirabilia --help` must not
    from mirabilia.bots.searching import Weigher

# From a child's first game to the strongest.
LEVELS: tuple[str, ...] = ("novice", "beginner", "easy", "normal", "hard", "expert", "master")
STYLES: tuple[str, ...] = ("scholar", "general", "merchant")
BOT_NAMES: tuple[str, ...] = ("random", "greedy", *STYLES, "search", "network", *LEVELS)
NETWORK_FILE = ".net"  # a name that ends so is a network's file: `search` with that network

# What a level is made of in each game: a kind of bot and its options.
LADDER: dict[str, dict[str, tuple[str, dict[str, object]]]] = {
    "novice": {
        "duel": ("intuition", {"heat": 1.18, "short_sight": 0.68, "fond": True}),
        "wonders": ("intuition", {"heat": 6.4, "fond": True}),
    },
    "beginner": {
        "duel": ("intuition", {"heat": 0.88, "short_sight": 0.38, "fond": True}),
        "wonders": ("intuition", {"heat": 4.4, "fond": True}),
    },
    "easy": {
        "duel": ("intuition", {"heat": 0.55, "short_sight": 0.18}),
        "wonders": ("intuition", {"heat": 2.8}),
    },
    "normal": {"duel": ("intuition", {"heat": 0.15}), "wonders": ("intuition", {"heat": 0.15})},
    "hard": {"duel": ("search", {"simulations": 24}), "wonders": ("search", {"simulations": 16})},
    "expert": {"duel": ("search", {"simulations": 400}), "wonders": ("search", {"simulations": 160})},
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

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        game = str(view["game"])
        if game not in self._bots:
            self._bots[game] = self._make(game, self.seed)
        return self._bots[game].decide(view, options, limits)


def make_bot(name: str, seed: int = 0, **options: Json) -> Bot:
    """A bot of that name, or one that searches with the network in a file (a name that ends in ".net").

    `simulations` or `milliseconds` set how long a search thinks when a question brings no limits of its own; `style`
    is one of `STYLES`. A level in a style can also be written as one name: "hard-scholar". `BotError` if there is no
    such bot (code "unknown_bot"), style ("unknown_style") or network ("bad_network").
    """
    style = options.pop("style", None)
    check_style(style)
    Limits.of(options)  # refuses unknown or senseless options at once
    if isinstance(name, str) and name.endswith(NETWORK_FILE):
        return _from_file(Path(name), seed, style, options)
    level, _, written = name.partition("-") if isinstance(name, str) else ("", "", "")
    if written:
        check_style(written)
        style = written
    if level not in BOT_NAMES:
        raise BotError(
            f"there is no bot {str(name)[:40]!r}; there are: {', '.join(BOT_NAMES)}",
            code="unknown_bot",
            bot=str(name)[:40],
        )
    if level == "random":
        return RandomBot(seed)

    def make(game: str, seed: int) -> Bot:
        kind, settings = _kind_of(level, game, style)
        if kind == "greedy":
            return _made(game, "greedy", seed, **settings)
        if kind == "intuition":
            return _made(game, "intuition", seed, **settings, style=style)
        network = _part(game, "judgement").own_network() if level == "network" else None
        return _made(game, "search", seed, Limits.of(options or settings), network=network, style=style)

    return NamedBot(name, seed, make)


def make_search(game: str, seed: int = 0) -> Weigher:
    """The search of a game as a judge of options; `BotError` if there is none for it."""
    if game not in LADDER["master"]:
        raise BotError(f"there is no search for the game {game[:40]!r}", code="no_search", game=game[:40])
    weigher: Weigher = _made(game, "search", seed, Limits())  # type: ignore[assignment]
    return weigher


def _from_file(path: Path, seed: int, style: str | None, options: dict[str, object]) -> Bot:
    """`search` with a network of one's own; it plays the game the network was trained for."""
    from mirabilia.bots.network import about_network

    plays = str(about_network(path)[0]["game"])
    network = _network(plays, path)

    def make(game: str, seed: int) -> Bot:
        if game != plays:
            raise BotError(f"the network {path.name} plays {plays!r}, not {game!r}", code="bad_network")
        return _made(game, "search", seed, Limits.of(options or {"milliseconds": 100}), network=network, style=style)

    return NamedBot(path.name, seed, make)


def _part(game: str, name: str) -> ModuleType:
    """A module of a game's bots; every game's folder has the same ones."""
    try:
        return import_module(f"mirabilia.bots.{game}.{name}")
    except ModuleNotFoundError as error:
        if not str(error.name).startswith("mirabilia.bots"):
            raise
        raise BotError(f"there is no bot of this kind for {game!r}", code="unknown_bot", game=game) from error


def _network(game: str, path: Path) -> object:
    from mirabilia.bots.network import read_network

    return read_network(path, _part(game, "judgement").FORMAT)


def _kind_of(name: str, game: str, style: str | None) -> tuple[str, JsonObject]:
    if name in LADDER:
        return LADDER[name][game]
    if name in ("search", "network"):
        return "search", {"milliseconds": 100}
    return "greedy", {"style": name if name in STYLES else style or "balanced"}


def _made(game: str, kind: str, *settings: object, **named: object) -> Bot:
    """A game's bot of a kind: `DuelGreedy` of `duel.greedy`, and so on."""
    bot: Bot = getattr(_part(game, kind), f"{game}_{kind}".title().replace("_", ""))(*settings, **named)
    return bot
