"""Every error a caller of Mirabilia can meet, as typed kinds.

Each carries a `code` (a stable key), a plain English message for developers, and `details` with the arguments, so
that a page can word the same refusal in any language. A raised error never leaves a game changed.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import SupportsIndex, cast

from mirabilia.json_types import Json, JsonObject


def brief(value: object, limit: int = 60) -> str:
    """Any value as short text for a message, also one that cannot be printed (a number of thousands of digits)."""
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= limit else text[: limit - 3] + "..."


def whole_number(value: object) -> int | None:
    """Any kind of whole number (also NumPy's) as an int; None for True, False and everything else."""
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return None
    try:
        return operator.index(cast(SupportsIndex, value))
    except TypeError:
        return None


class MirabiliaError(Exception):
    """Base of all errors of this package."""

    code = "error"

    def __init__(self, message: str, *, code: str | None = None, **details: Json) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.details: JsonObject = details

    def as_dict(self) -> JsonObject:
        """The error as JSON-ready data."""
        return {"code": self.code, "message": self.message, "details": self.details}


class CatalogError(MirabiliaError):
    """A data file of the catalog is damaged or contradicts itself."""

    code = "bad_catalog"


class UnknownGame(MirabiliaError, ValueError):
    """A game that does not exist."""

    code = "unknown_game"


class BadOption(UnknownGame):
    """An option of a game, a batch or an environment that does not exist or has a value it cannot have.

    `details["option"]` names it. The kinds below are of options that many calls take.
    """

    code = "bad_option"


class BadSeed(BadOption):
    """A seed that is not a whole number."""

    def __init__(self, seed: object) -> None:
        super().__init__(f"a seed is a whole number, not {brief(seed)}", option="seed")


class BadPlayers(BadOption):
    """A number of players that the game is not for."""

    def __init__(self, message: str) -> None:
        super().__init__(message, option="players")


class BadArray(BadOption):
    """Numbers given to a batch, a search or an encoding that are of the wrong kind, shape or size."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(message, option=option)


class BadSeat(BadOption):
    """A seat that the table does not have."""

    def __init__(self, seat: object, seats: int) -> None:
        super().__init__(f"seat is a number from 0 to {seats - 1} or 'random', not {brief(seat)}", option="seat")


class BadReward(BadOption):
    """A kind of reward that does not exist."""

    def __init__(self, reward: object, rewards: Sequence[str]) -> None:
        super().__init__(f"reward is one of {', '.join(rewards)}, not {brief(reward)}", option="reward")


class MissingFacet(MirabiliaError, LookupError):
    """A part that a game does not have, such as bots or a screen."""

    code = "missing_facet"


class BadDeal(MirabiliaError, ValueError):
    """A deal that cannot occur: unknown names, wrong counts, a card twice."""

    code = "bad_deal"


class NoOtherDeal(MirabiliaError):
    """No deal was found that a seat could not tell from the true one."""

    code = "no_other_deal"


class BadView(MirabiliaError, ValueError):
    """A view that no game shows a seat, or options that do not belong to it."""

    code = "bad_view"


class MoveError(MirabiliaError):
    """A move that was refused. The game is unchanged."""

    code = "refused"


class IllegalMove(MoveError, ValueError):
    """A move that is not among the options, or text and dicts that are not a move at all."""

    code = "illegal_move"


class NotYourTurn(MoveError):
    """The seat owes no decision now, or does not exist."""

    code = "not_your_turn"


class GameOver(MoveError):
    """The game has ended; nobody decides anything any more."""

    code = "game_over"


class BadRecord(MirabiliaError, ValueError):
    """A record that cannot be read or does not replay. `line` counts from 1."""

    code = "bad_record"

    def __init__(self, message: str, *, line: int | None = None, code: str | None = None, **details: Json) -> None:
        where = f"line {line}: " if line is not None else ""
        super().__init__(where + message, code=code, line=line, **details)
        self.line = line
