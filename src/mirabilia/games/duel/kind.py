"""What Duel is, and where its parts are."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mirabilia.games.kind import DAY, MINUTE, GameKind, GameOption

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


class DuelKind(GameKind):
    """The facets of Duel."""

    def public(self) -> PublicGame:
        from mirabilia.games.duel.game import game

        return game

    def positions(self) -> Positions:
        from mirabilia.games.duel.game import read_view

        return read_view

    def catalog(self) -> GameCatalog:
        from mirabilia.catalog.cards import GameCatalog
        from mirabilia.games.duel.catalog import FILE, duel_catalog

        colours = {card.name: card.color for card in duel_catalog().cards}
        return GameCatalog("mirabilia.games.duel", FILE, colours)

    def types(self) -> GameTypes:
        from mirabilia.game.types import GameTypes
        from mirabilia.games.duel.game import deal, events, options, quotes, view

        return GameTypes(
            "Duel", view.DuelView, options.AnyDuelOption, quotes.DuelQuote, deal.DuelDeal, events.AnyDuelEvent
        )

    def rules(self) -> Rules:
        from mirabilia.game.rules import Rules
        from mirabilia.games.duel.rules import apply, options, scoring, state

        return Rules.of(state, options, apply, scoring)

    def encoding(self) -> Encoding:
        from mirabilia.encoding.parts import Encoding
        from mirabilia.games.duel.encoding import actions, naming, observation, sparse

        return Encoding(actions, observation, sparse, naming.meaning_of, naming.action_name)

    def batch(self) -> BatchParts:
        from mirabilia.batch.parts import BatchParts
        from mirabilia.games.duel.batch import games, kernels

        return BatchParts(kernels, games)

    def search(self) -> SearchParts:
        from mirabilia.games.duel.game.read_view import read_view
        from mirabilia.games.duel.search import kernels
        from mirabilia.search.parts import SearchParts

        return SearchParts(kernels, read_view)

    def bots(self) -> GameBots:
        from mirabilia.games.duel.bots.levels import DuelBots

        return DuelBots()

    def study(self) -> StudyOfGame:
        from mirabilia.games.duel import study
        from mirabilia.study.games import StudyOfGame

        return cast(StudyOfGame, study)  # its reasons meet only the positions that it makes itself

    def players_for(self, threads: int, seed: int) -> Players[object, Counting]:
        from mirabilia.games.duel.train.playing import DuelPlayers

        return DuelPlayers(threads, seed)

    def drawing(self) -> Drawing:
        from mirabilia.games.duel.envs import drawing

        return drawing

    def screen(self) -> Screen:
        from mirabilia.games.duel.terminal.screen import SCREEN

        return SCREEN


DUEL = DuelKind(
    name="duel",
    title="7 Wonders Duel",
    players=(2,),
    usual_players=2,
    options=(GameOption("first_game_wonders", bool, False), GameOption("bidding", bool, False)),
    endings=("civilian", "military", "science"),
    open_prices=True,
    single_facts=frozenset({"first_player", "draft", "bidding"}),
    clocks={"relaxed": (15 * MINUTE, 20), "fast": (5 * MINUTE, 5), "days": (0, 3 * DAY)},
    marks="wonder built",
    warm_up=(2,),
)
