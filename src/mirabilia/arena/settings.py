"""What a match is: the game, who plays, how long they may think, and the seed. Checked here, once.

Settings decide every game of a match. How many games, on how many cores and where is not part of them: a match can be
taken up again with more games or on another machine and stays the same match.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from mirabilia import __version__
from mirabilia.bots.base import BotError, Limits
from mirabilia.bots.own import PREFIX
from mirabilia.errors import MirabiliaError, brief
from mirabilia.game import KINDS, RULES_VERSION, kind_of, new_game
from mirabilia.json_types import Json
from mirabilia.protocol.messages import catalog_hash
from mirabilia.protocol.process import arguments_of

MODES = ("round-robin", "gauntlet")
COMMAND = "cmd:"
MAX_NAME = 60


class ArenaError(MirabiliaError, ValueError):
    """A match that cannot be played as asked."""

    code = "bad_match"


class Budget(msgspec.Struct, frozen=True, omit_defaults=True):
    """Limits in a file."""

    simulations: int | None = None
    milliseconds: float | None = None

    @property
    def limits(self) -> Limits:
        """As bots take them."""
        return Limits(self.simulations, self.milliseconds)

    def __bool__(self) -> bool:
        return self.simulations is not None or self.milliseconds is not None


class Entrant(msgspec.Struct, frozen=True):
    """Who plays: one of our bots by name, or a command (`cmd:...`); with limits of its own if it has any."""

    name: str
    what: str
    budget: Budget = Budget()

    @property
    def command(self) -> str | None:
        """The command, for an entrant that is one."""
        return self.what.removeprefix(COMMAND) if self.what.startswith(COMMAND) else None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that decides the games of a match."""

    game: str
    players: int
    entrants: list[Entrant]
    mode: str = "round-robin"
    options: dict[str, Json] = {}  # of the game, besides the players
    seed: int = 0
    budget: Budget = Budget()
    grace: float = 1.0
    patience: float = 60.0
    handshake: float = 30.0
    records: bool = False  # results bring the whole game
    # of the package that plays: other rules, cards or bots make another match
    version: str = __version__
    rules: str = RULES_VERSION
    catalog: str = msgspec.field(default_factory=catalog_hash)

    def limits_of(self, entrant: Entrant) -> Limits:
        """What this entrant may use for a decision."""
        return (entrant.budget or self.budget).limits

    def checked(self) -> Settings:
        """Itself, or an `ArenaError` or `BotError` that says what cannot be."""
        if self.game not in KINDS:
            raise ArenaError(f"there is no game {self.game!r}; the games are {', '.join(KINDS)}")
        kind = kind_of(self.game)
        if self.players not in kind.players:
            raise ArenaError(f"{kind.title} is for {kind.range_text}, not {self.players}")
        new_game(self.game, players=self.players, seed=0, **self.options)  # refuses options that it does not have
        if self.mode not in MODES:
            raise ArenaError(f"there is no mode {self.mode!r}; there are {' and '.join(MODES)}")
        if len(self.entrants) < 2:
            raise ArenaError("a match needs at least two bots; the same one may be named twice")
        names = [entrant.name for entrant in self.entrants]
        if len(set(names)) < len(names):
            raise ArenaError(f"two bots have the same name: {', '.join(names)}")
        if min(self.grace, self.patience, self.handshake) < 0 or not self.patience:
            raise ArenaError("grace, patience and handshake are seconds, not below zero")
        for entrant in self.entrants:
            self.limits_of(entrant)
        return self

    def difference(self, other: Settings) -> str | None:
        """The first thing in which two matches differ, in words."""
        for field in self.__struct_fields__:
            mine, theirs = getattr(self, field), getattr(other, field)
            if mine != theirs:
                return f"{field} is {_brief(theirs)} there and {_brief(mine)} here"
        return None


def _brief(value: object) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(f"{entrant.name}={entrant.what}" for entrant in value) + ")"
    if isinstance(value, Budget):
        return ", ".join(f"{key}={n:g}" for key, n in msgspec.to_builtins(value).items()) or "none"
    return str(value)


_BUDGET = re.compile(r"^(.*)@(simulations|milliseconds)=([^@]*)$", re.DOTALL)


def parse_limits(text: str | None) -> Budget:
    """Limits from a text such as "simulations=200"."""
    if not text:
        return Budget()
    key, equals, number = text.partition("=")
    try:
        if key == "simulations" and equals:
            budget = Budget(simulations=int(number))
        elif key == "milliseconds" and equals:
            budget = Budget(milliseconds=float(number))
        else:
            raise BotError(f"limits are simulations=N or milliseconds=N, not {text[:60]!r}", code="bad_limits")
    except ValueError as error:
        if isinstance(error, BotError):
            raise
        raise BotError(f"{text[:60]!r} has no number", code="bad_limits") from error
    budget.limits  # noqa: B018  raises BotError for zero and below
    return budget


def parse_entrant(text: str) -> Entrant:
    """An entrant from [NAME=]WHAT[@simulations=N or @milliseconds=N], WHAT being a bot's name or cmd:COMMAND."""
    if not isinstance(text, str):
        raise ArenaError(f"a bot is named by a text such as 'easy' or 'cmd:COMMAND', not {brief(text)}")
    rest, budget = text.strip(), Budget()
    if found := _BUDGET.match(rest):
        rest, budget = found[1].strip(), parse_limits(f"{found[2]}={found[3]}")
    name = ""
    if not rest.startswith(COMMAND) and "=" in rest.partition(COMMAND)[0]:
        name, _, rest = (part.strip() for part in rest.partition("="))
    if not rest or rest in (COMMAND, PREFIX):
        raise ArenaError(f"{text!r} names no bot; write a name, py:FILE.py:CLASS or cmd:COMMAND")
    if rest.startswith(COMMAND):
        try:
            arguments_of(rest.removeprefix(COMMAND))
        except ValueError as error:
            raise ArenaError(f"{text!r}: {error}") from error
    if not name:
        name = rest.rpartition(":")[2] if rest.startswith(PREFIX) else rest.removeprefix(COMMAND).strip()
        if budget:
            name += f"@{budget.simulations}" if budget.simulations else f"@{budget.milliseconds:g}ms"
    return Entrant(name[:MAX_NAME], rest, budget)


def distinct(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants with names made different, so that a bot may meet itself."""
    taken: set[str] = set()
    result = []
    for entrant in entrants:
        name, number = entrant.name, 1
        while name in taken:
            number += 1
            name = f"{entrant.name}#{number}"
        taken.add(name)
        result.append(msgspec.structs.replace(entrant, name=name))
    return result
