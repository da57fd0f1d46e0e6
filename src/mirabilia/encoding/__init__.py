"""Both games in numbers: what learning programs read and write.

Decisions are numbered by a fixed set of actions per game. `action_of` gives the number of an option, `option_of` the
option of a number in a position; `action_names` says what each number means. The numbers of one `ENCODING_VERSION`
never change their meaning; files that depend on them keep the version and `layout_hash`.

Positions are rows of numbers: `observe` writes what a seat may know and nothing else, `layout` names their parts and
`column_names` each of them. For
small networks there is a sparse form, yes/no features of which some hundred are there at a time: `sparse` lists their
numbers, `sparse_layout` names them. They are what the networks of our own bots see.

The compiled forms, for code that works on the rules' own states, are in `mirabilia.games.duel.encoding` and
`mirabilia.games.wonders.encoding`.
"""

from __future__ import annotations

import hashlib
import math
import operator
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mirabilia.encoding.blocks import shape_of, starts_of
from mirabilia.encoding.naming import names_of
from mirabilia.engine.records import ints
from mirabilia.errors import BadArray, BadOption, BadPlayers, BadView, IllegalMove, brief
from mirabilia.game import Game, Option, kind_of
from mirabilia.json_types import JsonFields

__all__ = [
    "ENCODING_VERSION",
    "Observed",
    "action_names",
    "action_of",
    "column_names",
    "factors",
    "layout",
    "layout_hash",
    "legal_actions",
    "legal_mask",
    "num_actions",
    "observation_size",
    "observe",
    "observe_view",
    "option_of",
    "private_columns",
    "sparse",
    "sparse_hash",
    "sparse_layout",
    "sparse_most",
    "sparse_size",
]

Observed: TypeAlias = NDArray[np.integer | np.floating]  # of uint8, or of float32 as `factors` scales them

# Goes up when an action or a column changes its meaning.
ENCODING_VERSION = 2


def _actions(game: str) -> ModuleType:
    return kind_of(game).encoding().actions


def _observation(game: str) -> ModuleType:
    return kind_of(game).encoding().observation


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
    number = _numbers(option.game).get(kind_of(option.game).encoding().action_name(option))
    if number is None:
        raise IllegalMove(f"{option.text!r} has no number: the encoding leaves it out", code="not_a_move")
    return number


def _checked(game: Game) -> Game:
    if not isinstance(game, Game):
        raise BadOption(f"game is what new_game makes, not {brief(game)}", option="game")
    return game


def option_of(game: Game, seat: int, action: int) -> Option:
    """The option of a seat that has this number now; `IllegalMove` if it has none."""
    options = _checked(game).options(seat)
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
    return sorted(action_of(option) for option in _checked(game).options(seat))


def legal_mask(game: Game, seat: int) -> NDArray[np.uint8]:
    """A mask over all actions: 1 for those the seat may take now."""
    mask = np.zeros(num_actions(game.name), np.uint8)
    mask[legal_actions(game, seat)] = 1
    return mask


def observation_size(game: str, players: int | None = None) -> int:
    """How long a row is. In 7 Wonders it depends on the number of players; without one, the largest table's."""
    module = _observation(game)
    if players is None:
        return int(module.SIZE)
    if isinstance(players, bool) or not isinstance(players, int) or not 2 <= players <= module.MAX_PLAYERS:
        kind = kind_of(game)
        raise BadPlayers(f"{kind.title} is for {kind.range_text}, not {brief(players)}")
    return int(module.size_for(players))


def layout(game: str, players: int | None = None) -> list[tuple[str, slice]]:
    """What stands where in an observation: names and columns, in order.

    The columns of a table of 7 Wonders with fewer players are the first ones of the largest table's.
    """
    size = observation_size(game, players)
    parts = _observation(game).columns.parts
    return [(part.name, part.columns) for part in parts if part.start < size]


def column_names(game: str, players: int | None = None) -> tuple[str, ...]:
    """What each column of an observation is: the name of its part, and a label where the part has several columns.

    >>> names = column_names("duel")
    >>> names[:2], names.index("open:Baths") == dict(layout("duel"))["open"].start + 10
    (('phase:draft', 'phase:turn'), True)
    """
    size = observation_size(game, players)
    meaning_of = kind_of(game).encoding().meaning_of
    parts = (part for part in _observation(game).columns.parts if part.start < size)
    return tuple(name for part in parts for name in names_of(part.name, part.size, meaning_of(part.name)))


def private_columns(game: str, players: int | None = None) -> NDArray[np.bool_]:
    """Which columns hold what not everyone at the table knows; the others are public."""
    private: NDArray[np.bool_] = _observation(game).columns.private()
    return private[: observation_size(game, players)]


def factors(game: str, players: int | None = None) -> NDArray[np.float32]:
    """What a row of uint8 is multiplied with to give the row of float32."""
    values: NDArray[np.float32] = _observation(game).columns.factors()
    return values[: observation_size(game, players)]


def observe(game: Game, seat: int, out: Observed | None = None) -> Observed:
    """What a seat may know, as a row of numbers: uint8, or float32 if `out` is an array of that kind."""
    if seat not in _checked(game).seats:
        raise IllegalMove(f"there is no seat {brief(seat)}", code="no_such_seat", seat=brief(seat))
    size = observation_size(game.name, int(game.seats))
    row = np.zeros(size, np.uint8)
    _observation(game.name).observe(game.states, 0, int(seat), row)
    if out is None:
        return row
    if not isinstance(out, np.ndarray) or out.shape != (size,) or out.dtype not in (np.uint8, np.float32):
        what = f"{out.shape} of {out.dtype}" if isinstance(out, np.ndarray) else brief(out)
        raise BadArray("out", f"out must hold {size} numbers of uint8 or float32, not {what}")
    if out.dtype == np.uint8:
        out[:] = row
    else:
        np.multiply(row, factors(game.name, int(game.seats)), out=out)
    return out


def observe_view(view: JsonFields, dtype: DTypeLike = np.uint8) -> Observed:
    """The row of `observe` from a seat's view, for bots, which get no game: uint8, or float32 if asked for.

    In 7 Wonders it says that nobody has chosen yet, as it is when all choose at once.

    >>> import mirabilia
    >>> game = mirabilia.new_game("duel", seed=7)
    >>> bool((observe_view(game.view(0)) == observe(game, 0)).all())
    True
    """
    if not isinstance(view, Mapping) or not isinstance(view.get("game"), str):
        raise BadView(f"a view comes from game.view(seat), not {brief(view)}")
    if dtype not in (np.uint8, np.float32, "uint8", "float32", np.dtype(np.uint8), np.dtype(np.float32)):
        raise BadOption(f"dtype is uint8 or float32, not {brief(dtype)}", option="dtype")
    kind = kind_of(view["game"])
    seat = view.get("you")
    if not isinstance(seat, int):
        raise BadView("a spectator's view has no observation")
    players = int(str(view.get("players", kind.players[0])))
    row = np.zeros(observation_size(kind.name, players), np.uint8)
    _observation(kind.name).observe(kind.positions().read_view(view), 0, seat, row)
    return row if np.dtype(dtype) == np.uint8 else row * factors(kind.name, players)


def sparse_size(game: str) -> int:
    """How many features the sparse form numbers."""
    return int(kind_of(game).encoding().sparse.FEATURES)


def sparse_most(game: str) -> int:
    """How many of them a position can have at most."""
    return int(kind_of(game).encoding().sparse.MAX_FEATURES)


def sparse_layout(game: str) -> list[tuple[str, slice, tuple[int, ...]]]:
    """What the features are about: names, numbers, and the shape in which they are counted, in order."""
    blocks = kind_of(game).encoding().sparse.BLOCKS
    starts = starts_of(blocks)
    shapes = {name: shape_of(axes) for name, axes in blocks.items()}
    return [(name, slice(starts[name], starts[name] + math.prod(shape)), shape) for name, shape in shapes.items()]


def sparse_hash(game: str) -> str:
    """A short hash over the meaning of all features: equal hashes, equal features."""
    return str(kind_of(game).encoding().sparse.LAYOUT)


def sparse(game: Game, seat: int) -> NDArray[np.int64]:
    """The numbers of the features that are there for a seat; in Duel only for the seat to act, else there are none."""
    if seat not in _checked(game).seats:
        raise IllegalMove(f"there is no seat {brief(seat)}", code="no_such_seat", seat=brief(seat))
    which = ints(sparse_most(game.name))
    count = kind_of(game.name).encoding().sparse.sparse(game.states, 0, int(seat), which)
    return np.array(which[:count], np.int64)


@cache
def layout_hash(game: str) -> str:
    """A short hash over everything that gives the numbers their meaning: equal hashes, equal encodings."""
    digest = hashlib.sha256(f"mirabilia {game} {ENCODING_VERSION}\n".encode())
    digest.update("\n".join(action_names(game)).encode())
    digest.update("\n".join(f"{part}" for part in _observation(game).columns.parts).encode())
    return digest.hexdigest()[:16]
