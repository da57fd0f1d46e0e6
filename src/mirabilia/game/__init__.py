"""The public game: `new_game`, `from_deal`, and the classes they return.

The rules of a game are loaded (and at the very first time compiled) when the first game of its kind is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, overload

from mirabilia.errors import BadDeal, BadPlayers, brief, whole_number
from mirabilia.game.base import RULES_VERSION, Game, Seats, checked_seed
from mirabilia.game.events import Event
from mirabilia.game.option import Option
from mirabilia.game.quote import Quote
from mirabilia.game.result import Result
from mirabilia.games import KINDS, GameKind, kind_of

if TYPE_CHECKING:
    from mirabilia.games.duel.game.game import DuelGame
    from mirabilia.games.wonders.game.game import WondersGame

Boards = Literal["random", "draft", "A", "B"] | Sequence[Sequence[str]]

__all__ = [
    "GAMES",
    "KINDS",
    "RULES_VERSION",
    "Event",
    "Game",
    "GameKind",
    "Option",
    "Quote",
    "Result",
    "Seats",
    "from_deal",
    "kind_of",
    "new_game",
    "warm_up_games",
]

GAMES = KINDS  # by name; `name in GAMES`


@overload
def new_game(
    name: Literal["duel"],
    *,
    players: Literal[2] | None = None,
    seed: int | None = None,
    first_game_wonders: bool = ...,
    bidding: bool = ...,
) -> DuelGame: ...


@overload
def new_game(
    name: Literal["wonders"],
    *,
    players: int | None = None,
    seed: int | None = None,
    boards: Boards = ...,
    edition: int = ...,
) -> WondersGame: ...


@overload
def new_game(name: str, *, players: int | None = None, seed: int | None = None, **options: object) -> Game: ...


def new_game(name: str, *, players: int | None = None, seed: int | None = None, **options: object) -> Game:
    """A new game, dealt from a seed (None: a fresh deal).

    `new_game("duel", first_game_wonders=True)` leaves out the draft, `bidding=True` has the seats bid for the first
    turn. `new_game("wonders", players=5, boards="A")` takes 2 to 7 players; `boards` is "random", "draft" (the seats
    choose), "A", "B" or a list such as [["Rhodos", "A"], ...]. The second edition (`edition=2`) is for 3 to 7.

    >>> new_game("wonders", players=5, seed=3, boards="A").seats
    5
    """
    number = None if seed is None else checked_seed(seed)
    kind = kind_of(name)
    count = kind.usual_players if players is None else whole_number(players)
    if count not in kind.players:
        raise BadPlayers(f"{kind.title} is for {kind.range_text}, not {brief(players)}")
    given = {option: value for option, value in options.items() if value is not None}
    for option in given:
        kind.option(option)
    game = kind.public().new(count, number, **given)
    return game


def warm_up_games(seed: int) -> list[Game]:
    """A game of every kind and of each size that a server gets ready for."""
    return [new_game(kind.name, players=players, seed=seed) for kind in KINDS.values() for players in kind.warm_up]


def from_deal(deal: Mapping[str, object]) -> Game:
    """A game from a deal in which everything random is given; `BadDeal` says what is wrong with it.

    >>> from_deal(new_game("duel", seed=7).deal) == new_game("duel", seed=7)
    True
    """
    name = deal.get("game") if isinstance(deal, Mapping) else None
    if not isinstance(name, str) or name not in KINDS:
        known = " or ".join(map(repr, KINDS))
        raise BadDeal(f"deal: 'game' must be {known}, not {brief(name)}", where="game", fault="unknown game")
    game = KINDS[name].public().read(deal)
    return game
