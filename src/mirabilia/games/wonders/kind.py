"""What 7 Wonders is, and where its parts are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, cast

from mirabilia.games.kind import DAY, GameKind, GameOption
from mirabilia.json_types import JsonObject

if TYPE_CHECKING:
    from mirabilia.batch.parts import BatchParts
    from mirabilia.bots.game_bots import GameBots
    from mirabilia.catalog.cards import GameCatalog
    from mirabilia.cli.table import Screen
    from mirabilia.encoding.parts import Encoding
    from mirabilia.envs.rendering import Drawing
    from mirabilia.game.rules import Rules
    from mirabilia.game.types import GameTypes
    from mirabilia.games.kind import Positions, PublicGame
    from mirabilia.search.parts import SearchParts
    from mirabilia.study.games import StudyOfGame
    from mirabilia.train.playing import Counting, Players


Boards = Literal["random", "draft", "A", "B"] | list[list[str]]


class WondersKind(GameKind):
    """The facets of 7 Wonders."""

    def choices(self) -> JsonObject:
        from mirabilia.games.wonders.catalog import SIDES, wonders_catalog

        catalog = wonders_catalog()
        return {
            "boards": sorted({board.city for board in catalog.boards}),
            "sides": list(SIDES),
            "editions": [{"number": edition.number, "players": list(edition.players)} for edition in catalog.editions],
        }

    def public(self) -> PublicGame:
        from mirabilia.games.wonders.game import game

        return game

    def positions(self) -> Positions:
        from mirabilia.games.wonders.game import read_view

        return read_view

    def catalog(self) -> GameCatalog:
        from mirabilia.catalog.cards import GameCatalog
        from mirabilia.games.wonders.catalog import FILE, wonders_catalog

        colours = {card.name: card.color for card in wonders_catalog().kinds}
        return GameCatalog("mirabilia.games.wonders", FILE, colours)

    def types(self) -> GameTypes:
        from mirabilia.game.types import GameTypes
        from mirabilia.games.wonders.game import deal, events, options, quotes, view

        return GameTypes(
            "Wonders",
            view.WondersView,
            options.AnyWondersOption,
            quotes.WondersQuote,
            deal.WondersDeal,
            events.AnyWondersEvent,
        )

    def rules(self) -> Rules:
        from mirabilia.game.rules import Rules
        from mirabilia.games.wonders.rules import apply, options, scoring, state

        return Rules.of(state, options, apply, scoring)

    def encoding(self) -> Encoding:
        from mirabilia.encoding.parts import Encoding
        from mirabilia.games.wonders.encoding import actions, naming, observation, sparse

        return Encoding(actions, observation, sparse, naming.meaning_of, naming.action_name)

    def batch(self) -> BatchParts:
        from mirabilia.batch.parts import BatchParts
        from mirabilia.games.wonders.batch import games, kernels

        return BatchParts(kernels, games)

    def search(self) -> SearchParts:
        from mirabilia.games.wonders.game.read_view import read_view
        from mirabilia.games.wonders.search import kernels
        from mirabilia.search.parts import SearchParts

        return SearchParts(kernels, read_view)

    def bots(self) -> GameBots:
        from mirabilia.games.wonders.bots.levels import WondersBots

        return WondersBots()

    def study(self) -> StudyOfGame:
        from mirabilia.games.wonders import study
        from mirabilia.study.games import StudyOfGame

        return cast(StudyOfGame, study)  # its reasons meet only the positions that it makes itself

    def players_for(self, threads: int, seed: int) -> Players[object, Counting]:
        from mirabilia.games.wonders.train.playing import WondersPlayers

        return WondersPlayers(threads, seed)

    def drawing(self) -> Drawing:
        from mirabilia.games.wonders.envs import drawing

        return drawing

    def screen(self) -> Screen:
        from mirabilia.games.wonders.terminal.screen import SCREEN

        return SCREEN


WONDERS = WondersKind(
    name="wonders",
    title="7 Wonders",
    players=(2, 3, 4, 5, 6, 7),
    usual_players=3,
    options=(GameOption("boards", Boards), GameOption("edition", int, 1)),
    single_facts=frozenset({"edition", "drafter"}),
    simultaneous=True,
    clocks={"relaxed": (0, 90), "fast": (0, 30), "days": (0, 3 * DAY)},
    warm_up=(3, 2),
)
