"""Both games in numbers: what learning programs read and write.

Decisions are numbered by a fixed set of actions per game. `action_of` gives the number of an option, `option_of` the
option of a number in a position; `action_names` says what each number means. The numbers of one `ENCODING_VERSION`
never change their meaning; files that depend on them keep the version and `layout_hash`.

The compiled forms, for code that works on the rules' own states, are in `mirabilia.encoding.duel` and
`mirabilia.encoding.wonders`.
"""

from __future__ import annotations

import hashlib
import operator
from functools import cache
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from mirabilia.errors import IllegalMove, UnknownGame, brief
from mirabilia.game import GAMES, Game, Option

__all__ = [
    "ENCODING_VERSION",
    "action_names",
    "action_of",
    "layout_hash",
    "legal_actions",
    "legal_mask",
    "num_actions",
    "option_of",
]

# Goes up when an action or a column changes its meaning.
ENCODING_VERSION = 1


def _actions(game: str) -> ModuleType:
    """The module that numbers a game's decisions; the rules are loaded with it."""
    if game == "duel":
        from mirabilia.encoding.duel import actions

        return actions
    if game == "wonders":
        from mirabilia.encoding.wonders import actions as wonders_actions

        return wonders_actions
    raise UnknownGame(f"there is no game {brief(game)}; the games are {', '.join(GAMES)}", game=brief(game))


def num_actions(game: str) -> int:
    """How many actions a game has; they are numbered from 0."""
    return int(_actions(game).NUM_ACTIONS)


def action_names(game: str) -> tuple[str, ...]:
    """What each action of a game means, in words of the move notation."""
    names: tuple[str, ...] = _actions(game).NAMES
    return names


@cache
def _numbers(game: str) -> dict[str, int]:
    return {name: number for number, name in enumerate(action_names(game))}


def action_of(option: Option) -> int:
    """The number of an option that a game listed."""
    if not isinstance(option, Option):
        raise IllegalMove(
            f"an action belongs to an Option, not to {type(option).__name__}; game.find_option(seat, move) gives one",
            code="not_a_move",
        )
    kind = option.action
    if kind == "starter":
        name = f"{kind} {option.get('seat')}"
    elif kind == "wonder":
        name = f"{kind} {option.get('wonder')} with {option.get('card')}"
    else:
        name = f"{kind} {option.get('card') or option.get('token') or option.get('wonder') or 'none'}"
    if option.rank:
        name += f", payment {option.rank + 1}"
    return _numbers(option.game)[name]


def option_of(game: Game, seat: int, action: int) -> Option:
    """The option of a seat that has this number now; `IllegalMove` if it has none."""
    options = game.options(seat)
    names = action_names(game.name)
    try:
        number = -1 if isinstance(action, bool) else operator.index(action)
    except TypeError:
        number = -1
    for option in options:
        if action_of(option) == number:
            return option
    what = f"action {number} ({names[number]})" if 0 <= number < len(names) else f"action {brief(action)}"
    raise IllegalMove(f"{what} is not possible for seat {seat} now", action=brief(action), seat=seat)


def legal_actions(game: Game, seat: int) -> list[int]:
    """The numbers of all options of a seat, ascending; [] if it owes no decision."""
    return sorted(action_of(option) for option in game.options(seat))


def legal_mask(game: Game, seat: int) -> NDArray[np.uint8]:
    """A mask over all actions: 1 for those the seat may take now."""
    mask = np.zeros(num_actions(game.name), np.uint8)
    mask[legal_actions(game, seat)] = 1
    return mask


@cache
def layout_hash(game: str) -> str:
    """A short hash over everything that gives the numbers their meaning: equal hashes, equal encodings."""
    digest = hashlib.sha256(f"mirabilia {game} {ENCODING_VERSION}\n".encode())
    digest.update("\n".join(action_names(game)).encode())
    return digest.hexdigest()[:16]
