"""`GameKind`: what the project knows of a game, and where each part of it is.

Server, arena, protocol, command line and records ask a game's kind and never which game it is. Facts (name, players,
options) are plain values. A *facet* is a part of the game that is loaded when it is first asked for: the rules, the
bots, the screen. A game that lacks a facet does not override its method, and asking for it raises `MissingFacet`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, NoReturn, Protocol

from mirabilia.errors import BadOption, MissingFacet
from mirabilia.json_types import Json, JsonFields, JsonObject

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mirabilia.batch.parts import BatchParts
    from mirabilia.bots.game_bots import GameBots
    from mirabilia.catalog.cards import GameCatalog
    from mirabilia.cli.table import Screen
    from mirabilia.encoding.parts import Encoding
    from mirabilia.envs.rendering import Drawing
    from mirabilia.game.base import Game
    from mirabilia.game.option import Choice
    from mirabilia.game.rules import Rules, States
    from mirabilia.game.types import GameTypes
    from mirabilia.search.parts import SearchParts
    from mirabilia.study.games import StudyOfGame
    from mirabilia.train.playing import Counting, Players

MINUTE = 60
DAY = 24 * 60 * MINUTE


class PublicGame(Protocol):
    """The module that makes the games of one kind."""

    @property
    def new(self) -> Callable[..., Game]:
        """A game dealt from a seed: called with players, seed and the options of this kind."""

    def read(self, deal: object) -> Game:
        """A game from a deal; `BadDeal` says what is wrong with it."""

    def marks_of(self, game: Game) -> list[list[str]]:
        """For each seat what win rates are counted by."""


class Positions(Protocol):
    """The module that reads views back into states of the rules."""

    def read_view(self, view: JsonFields) -> States:
        """A state in which everything that the view shows is so."""

    def check_options(self, view: JsonFields, options: Sequence[Choice]) -> None:
        """Raises `BotError` if the options are not those of the view."""


class GameOption(NamedTuple):
    """An option of a new game besides players and seed. `new_game` takes it by name; so does a request for a table."""

    name: str
    type: object  # the annotation of its values, for msgspec and pydantic
    default: Json = None


@dataclass(frozen=True, kw_only=True)
class GameKind:
    """What is known of a game before any of it is loaded, and its facets.

    >>> from mirabilia.game import KINDS
    >>> KINDS["duel"].players, KINDS["duel"].endings
    ((2,), ('civilian', 'military', 'science'))
    """

    name: str
    title: str
    players: tuple[int, ...]  # table sizes
    usual_players: int
    options: tuple[GameOption, ...] = ()
    endings: tuple[str, ...] = ("civilian",)  # kinds of victory
    simultaneous: bool = False  # all seats decide at once, in secret: a choice can be changed, a turn not taken back
    open_prices: bool = False  # everyone can see what each seat would pay
    single_facts: frozenset[str] = frozenset()  # of a deal: those that are not lists
    clocks: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # by preset: seconds in the bank, and per move
    marks: str = "board"  # what win rates are counted by
    warm_up: tuple[int, ...] = ()  # table sizes that a server plays through before it is ready

    def option(self, name: str) -> GameOption:
        """The option of that name; `BadOption` if it has none."""
        found = next((option for option in self.options if option.name == name), None)
        if found is None:
            raise BadOption(f"{self.title} has no option {name}", option=name)
        return found

    @property
    def range_text(self) -> str:
        """The table sizes, in words."""
        least, most = min(self.players), max(self.players)
        return f"{least} players" if least == most else f"{least} to {most} players"

    def choices(self) -> JsonObject:
        """What a page needs to offer its options, such as the boards there are."""
        return {}

    def public(self) -> PublicGame:
        """The module that makes its games; loads the rules."""
        self._lacks("public game")

    def positions(self) -> Positions:
        """The module that reads views."""
        self._lacks("reader of views")

    def catalog(self) -> GameCatalog:
        """Its cards and everything else of its data."""
        self._lacks("catalog")

    def types(self) -> GameTypes:
        """The types of what its games hand out."""
        self._lacks("types")

    def rules(self) -> Rules:
        """The compiled rules; loads them."""
        self._lacks("compiled rules")

    def encoding(self) -> Encoding:
        """Its decisions and positions as numbers."""
        self._lacks("encoding")

    def batch(self) -> BatchParts:
        """What steps many of its games at once."""
        self._lacks("batch")

    def search(self) -> SearchParts:
        """The trees that a judge outside can grow."""
        self._lacks("search")

    def bots(self) -> GameBots:
        """Its bots, with their levels and ratings."""
        self._lacks("bots")

    def study(self) -> StudyOfGame:
        """What analysis, hints and puzzles know of it."""
        self._lacks("study")

    def players_for(self, threads: int, seed: int) -> Players[object, Counting]:
        """Self-play for training."""
        self._lacks("training")

    def drawing(self) -> Drawing:
        """How environments show it."""
        self._lacks("drawing")

    def screen(self) -> Screen:
        """How the terminal shows it."""
        self._lacks("screen")

    def _lacks(self, facet: str) -> NoReturn:
        raise MissingFacet(f"{self.title} has no {facet}", game=self.name, facet=facet)
