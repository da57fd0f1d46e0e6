"""What a bot is: something that gets a view and its options and chooses one. It never sees the state of a game.

`think` gives an `Answer` with an explanation, `choose` just the option. Options may be `Option` objects or their
dicts (as the protocol carries them); what comes back is the very entry of the list that was given.
"""

from __future__ import annotations

import hashlib
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from mirabilia.bots.thinking import Analysis, Considered
from mirabilia.errors import BadView, MirabiliaError, brief, whole_number
from mirabilia.game import KINDS, RULES_VERSION, Option
from mirabilia.game.option import Choice as Choice
from mirabilia.game.option import fields_of as fields_of
from mirabilia.json_types import JsonFields

SHOWN = 5  # options in an analysis


class BotError(MirabiliaError, ValueError):
    """A request a bot cannot answer: unknown level, bad limits, a view of other rules, options that do not fit."""

    code = "bad_request"


@dataclass(frozen=True)
class Limits:
    """How long a bot may think: a number of simulations (reproducible), or milliseconds. None leaves its own."""

    simulations: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("simulations", self.simulations), ("milliseconds", self.milliseconds)):
            if value is None:
                continue
            number: float | None = whole_number(value)
            if number is None and name == "milliseconds" and isinstance(value, float):
                number = value
            if number is None or not number > 0:
                kind = "whole number" if name == "simulations" else "number"
                raise BotError(f"{name} must be a {kind} above zero, not {brief(value)}", code="bad_limits", limit=name)
            object.__setattr__(self, name, number)  # an int, whatever kind of whole number was given

    @classmethod
    def of(cls, value: Limits | JsonFields | None) -> Limits:
        """Limits from a dict such as {"milliseconds": 100}, from limits, or none at all."""
        if value is None:
            return cls()
        if isinstance(value, Limits):
            return value
        if not isinstance(value, Mapping) or not set(value) <= {"simulations", "milliseconds"}:
            raise BotError(
                f'limits are such as {{"simulations": 200}} or {{"milliseconds": 100}}, not {brief(value)}',
                code="bad_limits",
            )
        return cls(**value)

    def or_else(self, default: Limits) -> Limits:
        """These limits, or `default` if they say nothing."""
        return self if self.simulations is not None or self.milliseconds is not None else default


class Answer(msgspec.Struct, frozen=True):
    """A bot's choice with what it thought of it; quick bots say little."""

    option: Choice
    analysis: Analysis = Analysis()


class Bot(ABC):
    """Base of all bots. Subclasses implement `decide`; requests are checked here once.

    >>> import mirabilia
    >>> from mirabilia.bots import make_bot
    >>> game = mirabilia.new_game("duel", seed=7, first_game_wonders=True)
    >>> bot = make_bot("greedy", seed=1)
    >>> bot.choose(game.view(1), game.options(1)).text
    'build Stone Pit'
    """

    name = "bot"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._one_at_a_time = threading.Lock()  # a bot thinks in buffers of its own

    def choose(
        self, view: JsonFields, options: Sequence[Choice], limits: Limits | Mapping[str, object] | None = None
    ) -> Choice:
        """The option to play. Takes no time when there is only one."""
        checked = Limits.of(limits)
        check_request(view, options)
        return options[0] if len(options) == 1 else self._decided(view, options, checked).option

    def think(
        self, view: JsonFields, options: Sequence[Choice], limits: Limits | Mapping[str, object] | None = None
    ) -> Answer:
        """The option to play, with the bot's reasons. With only one option it is quick."""
        checked = Limits.of(limits)
        check_request(view, options)
        if len(options) == 1:
            return Answer(options[0], msgspec.structs.replace(self.forced(view, options), forced=True))
        return self._decided(view, options, checked)

    def _decided(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        try:
            with self._one_at_a_time:
                return self.decide(view, options, limits)
        except BadView as error:
            raise BotError(str(error), code=error.code) from error

    def forced(self, view: JsonFields, options: Sequence[Choice]) -> Analysis:
        """What the bot thinks of a position with a single option; only bots that search have something to say."""
        return Analysis()

    def __getstate__(self) -> dict[str, object]:
        return {key: value for key, value in self.__dict__.items() if key != "_one_at_a_time"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._one_at_a_time = threading.Lock()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}, seed {self.seed}>"

    @abstractmethod
    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        """The answer to a checked request with at least two options."""

    @property
    def memory(self) -> int:
        """Bytes its trees hold; whoever keeps many bots (the server) lets go of some by it."""
        return 0

    def position_seed(self, view: JsonFields) -> int:
        """A seed made of the bot's own and the view: the same question gets the same answer, in any order."""
        question = msgspec.json.encode([self.seed, view], order="deterministic")
        return int.from_bytes(hashlib.blake2b(question, digest_size=7).digest(), "big")


def described(option: Choice, visits: int, value: float, prior: float | None = None) -> Considered:
    """An option of an analysis."""
    return Considered(dict(fields_of(option)), visits, round(value, 4), None if prior is None else round(prior, 4))


def check_request(view: JsonFields, options: Sequence[Choice]) -> None:
    """Raises `BotError` for anything that cannot be a seat's view with its options."""
    if not isinstance(view, Mapping) or view.get("game") not in KINDS:
        raise BotError("the view names no game this bot knows", code="bad_view")
    if view.get("rules") != RULES_VERSION:
        raise BotError(
            f"the view is of rules {view.get('rules')!r}, this bot plays {RULES_VERSION!r}", code="other_rules"
        )
    if view.get("you") is None:
        raise BotError("a spectator's view has nothing to choose", code="bad_view")
    if isinstance(options, str | bytes) or not isinstance(options, Sequence) or not options:
        raise BotError(f"options are a list of at least one option, not {brief(options)}", code="bad_options")
    for option in options:
        if not isinstance(option, Option) and not (isinstance(option, Mapping) and "action" in option):
            raise BotError(f"not an option: {repr(option)[:80]}", code="bad_options")
