"""Helpers for tests of 7 Wonders: games played at random through the public API."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from mirabilia.games.wonders.game.game import WondersGame
from mirabilia.games.wonders.game.game import new as new_wonders
from mirabilia.games.wonders.rules.state import State

PLAYERS = (2, 3, 4, 5, 6, 7)


def decide(game: WondersGame, chance: random.Random) -> None:
    """One decision of a random seat that owes one."""
    seat = chance.choice(game.to_act)
    game.play(seat, chance.choice(game.options(seat)))


def positions(players: int, seed: int, boards: Any = "random") -> Iterator[WondersGame]:
    """Every position of a random game, between decisions; half of the seeds play the second edition."""
    chance = random.Random(seed)
    game = new_wonders(players, seed, boards, 1 + seed // 2 % 2 if players > 2 else 1)
    while not game.over:
        yield game
        decide(game, chance)
    yield game


def played(players: int, seed: int, boards: Any = "random") -> WondersGame:
    """A random game at its end."""
    for game in positions(players, seed, boards):
        last = game
    return last


def facts(game: WondersGame) -> dict[str, Any]:
    """The whole state as plain data."""
    return normal(State.as_dict(game.states))


def normal(values: dict[str, Any]) -> dict[str, Any]:
    """State values with everything that has no meaning made equal: order of dealt hands, places beyond a hand."""
    players, sizes = values["players"], values["hand_size"]
    deal = [[sorted(hand) if number < players else hand for number, hand in enumerate(age)] for age in values["deal"]]
    hand = [cards[: sizes[number]] for number, cards in enumerate(values["hand"])]
    return {**values, "deal": deal, "hand": hand}
