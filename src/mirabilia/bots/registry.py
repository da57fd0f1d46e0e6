"""Bots by name: what the arena, the protocol, the server and the command line ask for.

A name stands for a way of playing both games; which game it is says the view. `LEVELS` is the ladder of strength
that people choose from (measured in docs/bots.md); the other names are its building blocks and styles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mirabilia.bots.base import Answer, Bot, BotError, Choice, Limits
from mirabilia.bots.game_bots import GameBots, Level
from mirabilia.bots.own import PREFIX, own_bot
from mirabilia.bots.random_bot import RandomBot
from mirabilia.bots.styles import check_style
from mirabilia.bots.thinking import Analysis
from mirabilia.errors import MissingFacet, brief
from mirabilia.game import KINDS, kind_of
from mirabilia.game.base import checked_seed
from mirabilia.json_types import Json, JsonFields

if TYPE_CHECKING:  # the search loads the compiled rules, which `mirabilia --help` must not
    from mirabilia.bots.weigher import Weigher

# From a child's first game to the strongest.
LEVELS: tuple[str, ...] = ("novice", "beginner", "easy", "normal", "hard", "expert", "master")
STYLES: tuple[str, ...] = ("scholar", "general", "merchant")
BOT_NAMES: tuple[str, ...] = ("random", "greedy", *STYLES, "search", "network", *LEVELS)
NETWORK_FILE = ".net"  # a name that ends so is a network's file: `search` with that network


class NamedBot(Bot):
    """A bot for both games: hands each question to the bot of that game, made when first needed."""

    def __init__(self, name: str, seed: int, make: Callable[[str, int], Bot], called: tuple[str, JsonFields]) -> None:
        super().__init__(seed)
        self.name = name
        self._make = make
        self._called = called
        self._bots: dict[str, Bot] = {}

    def __reduce__(self) -> tuple[Callable[..., Bot], tuple[object, ...]]:
        """A copy, here or in another process, is a new bot: it plays the same, and its trees are empty."""
        name, options = self._called
        return _made_again, (name, self.seed, options)

    @property
    def memory(self) -> int:
        return sum(bot.memory for bot in self._bots.values())

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        return self._bot_of(view).decide(view, options, limits)

    def forced(self, view: JsonFields, options: Sequence[Choice]) -> Analysis:
        return self._bot_of(view).forced(view, options)

    def _bot_of(self, view: JsonFields) -> Bot:
        game = str(view["game"])
        if game not in self._bots:
            self._bots[game] = self._make(game, self.seed)
        return self._bots[game]


def make_bot(name: str | Path, seed: int = 0, **options: Json) -> Bot:
    """A bot of that name, one that searches with the network in a file (a name that ends in ".net"), or your own class.

    Your own subclass of `Bot` is named by its place, "py:mybot.py:Mine" or "py:package.module:Mine".

    `simulations` or `milliseconds` set how long a search thinks when a question brings no limits of its own; `style`
    is one of `STYLES`. A level in a style can also be written as one name: "hard-scholar". `BotError` if there is no
    such bot (code "unknown_bot"), style ("unknown_style") or network ("bad_network").
    """
    if isinstance(name, Path):
        name = str(name)
    seed = checked_seed(seed)
    style = options.pop("style", None)
    check_style(style)
    called = name, {**options, **({"style": style} if style else {})}
    Limits.of(options)  # refuses unknown or senseless options at once
    if isinstance(name, str) and name.startswith(PREFIX):
        return own_bot(name, seed)
    if isinstance(name, str) and name.endswith(NETWORK_FILE):
        return _from_file(Path(name), seed, style, options, called)
    level, dash, written = name.partition("-") if isinstance(name, str) else ("", "", "")
    if dash and level in BOT_NAMES:
        check_style(written)
        style = written
    if level not in BOT_NAMES:
        raise BotError(
            f"there is no bot {brief(name)}; there are: {', '.join(BOT_NAMES)}",
            code="unknown_bot",
            bot=str(name)[:40],
        )
    if level == "random":
        return RandomBot(seed)
    from mirabilia.engine import warming  # loads NumPy, which `mirabilia --help` must not

    warming.start()

    def make(game: str, seed: int) -> Bot:
        bots = bots_of(game)
        kind, settings = _kind_of(level, bots, style)
        match kind:
            case "greedy":
                return bots.greedy(seed, str(settings["style"]))
            case "intuition":
                return bots.intuition(seed, style, **settings)
            case "random":
                return RandomBot(seed)
            case _:
                network = bots.networks().own_network() if level == "network" else None
                return bots.search(seed, Limits.of(options or settings), network, style)

    return NamedBot(name, seed, make, called)


def _made_again(name: str, seed: int, options: JsonFields) -> Bot:
    return make_bot(name, seed, **options)


def bots_of(game: str) -> GameBots:
    """The bots of a game; `BotError` if it has none."""
    try:
        return kind_of(game).bots()
    except MissingFacet as error:
        raise BotError(str(error), code="unknown_bot", game=game) from error


def thinking_times() -> dict[str, dict[str, int]]:
    """For every game with bots: the milliseconds that each level takes for a decision."""
    found: dict[str, dict[str, int]] = {}
    for name, kind in KINDS.items():
        with suppress(MissingFacet):
            found[name] = dict(kind.bots().milliseconds)
    return found


def make_search(game: str, seed: int = 0) -> Weigher:
    """The search of a game as a judge of options; `BotError` if there is none for it."""
    from mirabilia.engine import warming

    warming.start()
    return bots_of(game).search(seed, Limits())


def _from_file(
    path: Path, seed: int, style: str | None, options: dict[str, object], called: tuple[str, JsonFields]
) -> Bot:
    """`search` with a network of one's own; it plays the game the network was trained for."""
    from mirabilia.bots.network import about_network, read_network
    from mirabilia.engine import warming

    warming.start()
    plays = str(about_network(path)[0]["game"])
    network = read_network(path, bots_of(plays).networks().FORMAT)

    def make(game: str, seed: int) -> Bot:
        if game != plays:
            raise BotError(f"the network {path.name} plays {plays!r}, not {game!r}", code="bad_network")
        return bots_of(game).search(seed, Limits.of(options or {"milliseconds": 100}), network, style)

    return NamedBot(path.name, seed, make, called)


def _kind_of(name: str, bots: GameBots, style: str | None) -> Level:
    if name in LEVELS:
        if name not in bots.levels:
            raise BotError(f"there is no level {name!r} for {bots.game!r}", code="unknown_bot", game=bots.game)
        return bots.levels[name]
    if name in ("search", "network"):
        return "search", {"milliseconds": 100}
    return "greedy", {"style": name if name in STYLES else style or "balanced"}
