"""Who plays the seats that no person plays.

`random` is built in and picks any option with equal chance. All other bots come from `mirabilia.bots`: `make_bot(name,
seed)` gives one, and `choose(view, options, limits)` its decision.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from mirabilia.cli.language import complain
from mirabilia.game import Option
from mirabilia.game.option import Choice
from mirabilia.json_types import JsonFields

if TYPE_CHECKING:  # loads NumPy, which `mirabilia --help` must not
    from mirabilia.bots import Bot

RANDOM = "random"
COMMAND = "cmd:"
USUAL_BOT = "easy"  # when nobody names one


class Opponent(Protocol):
    """What the terminal needs of a bot."""

    def choose(self, view: JsonFields, options: Sequence[Option], limits: Mapping[str, object] | None = None) -> Choice:
        """One of the options."""


class RandomOpponent:
    """Takes any option with equal chance; equal seeds give equal play."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: JsonFields, options: Sequence[Option], limits: Mapping[str, object] | None = None) -> Option:
        return self._random.choice(list(options))


def make_opponent(name: str, seed: int) -> Opponent:
    """A bot by name; `MirabiliaError` if there is none of that name."""
    if name == RANDOM:
        return RandomOpponent(seed)
    return bot_named(name, seed)


def bot_named(name: str, seed: int) -> Bot:
    """One of our bots, a class of the user's (`py:...`), or a command that speaks the bot protocol (`cmd:...`)."""
    if name.startswith(COMMAND):
        from mirabilia.protocol import ProtocolBot

        bot = ProtocolBot(name.removeprefix(COMMAND), seed)
        bot.start()  # a command that cannot be started is refused at once
        return bot
    try:
        from mirabilia.bots import make_bot
    except ImportError as error:
        raise complain("files.only_random", "unknown_bot", name=name) from error
    return make_bot(name, seed)
