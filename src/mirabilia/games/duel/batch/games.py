"""Rows of a batch of Duel as friendly games, and back."""

from __future__ import annotations

from collections.abc import Iterable

from mirabilia.errors import BadOption, brief
from mirabilia.game import Game, from_deal
from mirabilia.games.duel.batch.kernels import SETUP
from mirabilia.games.duel.game.deal import CATALOG
from mirabilia.games.duel.rules.state import DRAFT, State


def setup_of(players: int, first_game_wonders: object, boards: object, edition: object) -> list[int]:
    """How games are dealt, as the loops read it."""
    if boards is not None:
        raise BadOption("Duel has no boards", option="boards")
    if edition is not None:
        raise BadOption("Duel has one edition", option="edition")
    if first_game_wonders not in (None, True, False):
        raise BadOption(
            f"first_game_wonders is true or false, not {brief(first_game_wonders)}",
            option="first_game_wonders",
        )
    if not first_game_wonders:
        return [0] * SETUP
    return [1, *(CATALOG.wonder_id[name] for names in CATALOG.setup.first_game_wonders for name in names)]


def _tokens(members: int) -> list[str]:
    return [token.name for number, token in enumerate(CATALOG.tokens) if members >> number & 1]


def game_of(starts: State.Array, states: State.Array, decisions: Iterable[tuple[int, int]]) -> Game:
    """A game from its start, its present state (which may have been dealt anew) and the decisions between."""
    start, values = State.as_dict(starts), State.as_dict(states)
    deal: dict[str, object] = {
        "game": "duel",
        "first_player": start["first"],
        "board_tokens": _tokens(start["board_tokens"]),
        "box_tokens": _tokens(start["box_tokens"]),
        "library_draw": _tokens(values["library"] or start["library"]),
        "wonders": [CATALOG.wonders[number].name for number in values["offered"]],
        "ages": [[CATALOG.cards[number].name for number in age] for age in values["deck"]],
    }
    if start["phase"] != DRAFT:
        deal["draft"] = False
    game = from_deal(deal)
    for seat, code in decisions:
        game.play(seat, next(option for option in game.options(seat) if game.code_of(seat, option) == code))
    return game
