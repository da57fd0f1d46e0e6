"""The public game: `new_game`, `from_deal`, and the classes they return.

The rules of a game are loaded (and at the very first time compiled) when the first game of its kind is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mirabilia.errors import BadDeal, UnknownGame, brief, whole_number
from mirabilia.game.base import RULES_VERSION, Game, Seats
from mirabilia.game.option import Option
from mirabilia.game.quote import Quote
from mirabilia.game.result import Result

__all__ = ["GAMES", "RULES_VERSION", "Game", "Option", "Quote", "Result", "Seats", "from_deal", "new_game"]

GAMES = ("duel", "wonders")


def new_game(
    name: str,
    *,
    players: int | None = None,
    seed: int | None = None,
    first_game_wonders: bool | None = None,
    boards: Any = None,
) -> Game:
    """A new game, dealt from a seed (None: a fresh deal).

    `new_game("duel", first_game_wonders=True)` leaves out the draft. `new_game("wonders", players=5, boards="A")`
    takes 2 to 7 players; `boards` is "random", "A", "B" or a list such as [["Rhodos", "A"], ...].
    """
    if seed is not None and (seed := whole_number(seed)) is None:
        raise UnknownGame("a seed is a whole number", code="bad_option", option="seed")
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownGame(f"there is no game {brief(name)}; the games are {', '.join(GAMES)}", game=brief(name))
    if name == "duel":
        if players is not None and whole_number(players) != 2:
            raise UnknownGame("Duel has two players", code="bad_option", option="players")
        if boards is not None:
            raise UnknownGame("Duel has no boards", code="bad_option", option="boards")
        from mirabilia.game.duel.game import new_duel

        return new_duel(seed, bool(first_game_wonders) if first_game_wonders is None else first_game_wonders)
    if first_game_wonders is not None:
        raise UnknownGame("first_game_wonders belongs to Duel", code="bad_option", option="first_game_wonders")
    from mirabilia.game.wonders.game import new_wonders

    return new_wonders(3 if players is None else players, seed, "random" if boards is None else boards)


def from_deal(deal: Mapping[str, Any]) -> Game:
    """A game from a deal in which everything random is given; `BadDeal` says what is wrong with it."""
    name = deal.get("game") if isinstance(deal, Mapping) else None
    if not isinstance(name, str) or name not in GAMES:
        raise BadDeal("deal: 'game' must be 'duel' or 'wonders'", where="game", fault="unknown game")
    if name == "duel":
        from mirabilia.game.duel.game import duel_from_deal

        return duel_from_deal(deal)
    from mirabilia.game.wonders.game import wonders_from_deal

    return wonders_from_deal(deal)
