"""Rows of a batch of 7 Wonders as friendly games, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from mirabilia.errors import BadOption
from mirabilia.game import Game, from_deal
from mirabilia.games.wonders.batch.kernels import ALL_A, ALL_B, GIVEN_BOARDS, RANDOM_BOARDS, SETUP
from mirabilia.games.wonders.catalog import SIDES
from mirabilia.games.wonders.game.deal import DRAFTED, deal_of, edition_of, random_deal
from mirabilia.games.wonders.game.options import option_of
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import EDITION_NUMBERS, FREE_CITY, SEVENTH
from mirabilia.json_types import Json


def setup_of(players: int, first_game_wonders: object, boards: Json, edition: Json) -> list[int]:
    """How games are dealt, as the loops read it."""
    if first_game_wonders is not None:
        raise BadOption("first_game_wonders belongs to Duel", option="first_game_wonders")
    chosen = edition_of(1 if edition is None else edition, players)
    number = EDITION_NUMBERS.index(chosen.number)
    if boards is None or boards == "random":
        return [number, RANDOM_BOARDS, *[0] * (SETUP - 2)]
    if boards == DRAFTED:
        raise BadOption("a batch begins with the game itself, so its boards cannot be drafted", option="boards")
    random_deal(players, 0, boards, chosen.number)  # refuses boards that no game could be dealt with
    if isinstance(boards, str):
        return [number, ALL_B if boards == "B" else ALL_A, *[0] * (SETUP - 2)]
    given = [chosen.board_id[city] * 2 + SIDES.index(side) for city, side in boards]
    return [number, GIVEN_BOARDS, *given, *[-1] * (SETUP - 2 - len(given))]


def _at(game: Game) -> tuple[int, int, int, int]:
    """Age, turn, phase and acting city of a game, as the rules number them."""
    values = State.as_dict(cast("State.Array", game.states))
    return values["age"], values["turn"], values["phase"], values["actor"]


def game_of(starts: State.Array, states: State.Array, decisions: Iterable[tuple[int, int]]) -> Game:
    """A game from its present state (which may have been dealt anew) and the decisions that led there."""
    values = State.as_dict(states)
    game = from_deal(deal_of(values).as_dict())
    for seat, code in decisions:
        age, turn, phase, actor = _at(game)
        kind = rules.kind_of(code)
        city = actor if phase != rules.CHOOSE else FREE_CITY if rules.is_free_city(code) else seat
        entry = SEVENTH if phase == rules.SEVENTH_CARD else turn
        resolved = values["done_action"][age][entry][city] != 0
        if kind in (rules.STAGE_BUILT, rules.DISCARD) and resolved:
            code = rules.with_card(code, values["done_card"][age][entry][city])  # what a redeal put there
        game.play(seat, option_of(int(code)))
    return game
