"""One record per game: everything that server, arena, protocol, command line and records ask about a game by its name.

Nobody else asks which game it is. The rules of a game are loaded when its first game is made, so a record only names
the modules: `home` makes games, `screen` draws them in a terminal, `position` reads views back into states
of the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from mirabilia.errors import UnknownGame, brief
from mirabilia.json_types import Json

if TYPE_CHECKING:
    from mirabilia.game.base import Game

MINUTE = 60
DAY = 24 * 60 * MINUTE


class Home(Protocol):
    """The module that makes games of one kind."""

    def new(self, players: int, seed: int | None, **options: Json) -> Game:
        """A game dealt from a seed."""

    def read(self, deal: object) -> Game:
        """A game from a deal; `BadDeal` says what is wrong with it."""

    def marks_of(self, game: Game) -> list[list[str]]:
        """For each seat what win rates are counted by."""


@dataclass(frozen=True, kw_only=True)
class GameKind:
    """What is known of a game before any of it is loaded.

    >>> from mirabilia.game import KINDS
    >>> KINDS["duel"].players, KINDS["duel"].endings
    ((2,), ('civilian', 'military', 'science'))
    """

    name: str
    title: str
    players: tuple[int, ...]  # how many may play
    usual_players: int
    options: tuple[str, ...] = ()  # of a new game, besides players and seed
    categories: tuple[str, ...]  # of the score, in order, without the total
    endings: tuple[str, ...] = ("civilian",)  # the kinds of victory
    simultaneous: bool = False  # everybody decides at once, in secret: a choice can be changed, a turn not taken back
    open_prices: bool = False  # what each seat would pay lies open to all
    single_facts: frozenset[str] = frozenset()  # of a deal: those that are no lists
    clocks: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # by preset: seconds in the bank, and for each
    marks: str = "board"  # what win rates are counted by
    home: str
    screen: str | None = None
    position: str | None = None
    data: str | None = None  # the file of the catalog

    @property
    def range_text(self) -> str:
        """How many play, in words."""
        least, most = min(self.players), max(self.players)
        return f"{least} players" if least == most else f"{least} to {most} players"

    def load(self) -> Home:
        """The module that makes its games; loads the rules."""
        return cast(Home, import_module(self.home))


KINDS: dict[str, GameKind] = {}


def register(kind: GameKind) -> GameKind:
    """Makes a game known by its name."""
    KINDS[kind.name] = kind
    return kind


def kind_of(name: object) -> GameKind:
    """The record of a game; `UnknownGame` if there is none."""
    if not isinstance(name, str) or name not in KINDS:
        raise UnknownGame(f"there is no game {brief(name)}; the games are {', '.join(KINDS)}", game=brief(name))
    return KINDS[name]


register(
    GameKind(
        name="duel",
        title="7 Wonders Duel",
        players=(2,),
        usual_players=2,
        options=("first_game_wonders",),
        categories=("military", "civilian", "science", "commerce", "guilds", "wonders", "progress", "treasury"),
        endings=("civilian", "military", "science"),
        open_prices=True,
        single_facts=frozenset({"first_player", "draft"}),
        clocks={"relaxed": (15 * MINUTE, 20), "fast": (5 * MINUTE, 5), "days": (0, 3 * DAY)},
        marks="wonder built",
        home="mirabilia.game.duel.game",
        screen="mirabilia.cli.duel.screen",
        position="mirabilia.game.duel.read_view",
        data="duel.toml",
    )
)
register(
    GameKind(
        name="wonders",
        title="7 Wonders",
        players=(2, 3, 4, 5, 6, 7),
        usual_players=3,
        options=("boards",),
        categories=("military", "treasury", "wonder", "civilian", "science", "commerce", "guilds"),
        simultaneous=True,
        clocks={"relaxed": (0, 90), "fast": (0, 30), "days": (0, 3 * DAY)},
        home="mirabilia.game.wonders.game",
        screen="mirabilia.cli.wonders.screen",
        position="mirabilia.game.wonders.read_view",
        data="wonders.toml",
    )
)
