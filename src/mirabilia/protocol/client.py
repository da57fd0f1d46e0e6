"""`ProtocolBot`: any command that speaks the protocol, as an ordinary bot.

The command is started when first needed, and again after a failure. Every failure is a `BotFailure` whose code names
the rule that was broken; the child is gone by then.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence

from mirabilia.bots.base import Answer, Bot, BotError, Choice, Limits, fields_of
from mirabilia.bots.thinking import read_analysis
from mirabilia.errors import brief
from mirabilia.game import RULES_VERSION
from mirabilia.json_types import JsonFields
from mirabilia.protocol import messages as m
from mirabilia.protocol.process import Ended, LineProcess, NoAnswer

HANDSHAKE_SECONDS = 30.0
GRACE_SECONDS = 1.0  # for starting threads, pipes and a busy machine, on top of milliseconds + 20 %
PATIENCE_SECONDS = 60.0  # when the limits name no time


class BotFailure(BotError):
    """A bot that broke the protocol. Codes: handshake, crash, late, garbage, wrong_id, illegal, refused."""

    code = "crash"


def seconds_allowed(limits: Limits, grace: float = GRACE_SECONDS, patience: float = PATIENCE_SECONDS) -> float:
    """How long an answer may take: the milliseconds and a fifth more and the grace; without them, the patience."""
    if limits.milliseconds is None:
        return patience
    return limits.milliseconds * 1.2 / 1000 + grace


class ProtocolBot(Bot):
    """A bot behind a command line, such as `ProtocolBot("python3 mybot.py")`."""

    def __init__(
        self,
        command: str | Sequence[str],
        seed: int = 0,
        *,
        name: str | None = None,
        game: str | None = None,
        players: int | None = None,
        handshake: float = HANDSHAKE_SECONDS,
        grace: float = GRACE_SECONDS,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        super().__init__(seed)
        if not isinstance(command, str) and not (
            isinstance(command, Sequence) and all(isinstance(w, str) for w in command)
        ):
            raise BotFailure(f"a command is a text or a list of texts, not {brief(command)}", code="handshake")
        self.command = command
        self.name = name or (command if isinstance(command, str) else " ".join(command))
        self.game = game  # what it will be asked about, if that is known
        self.players = players
        self.handshake = handshake
        self.grace = grace
        self.patience = patience
        self.hello: m.BotHello | None = None
        self._process: LineProcess | None = None
        self._ids = itertools.count(1)

    def __enter__(self) -> ProtocolBot:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The child's process id while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> m.BotHello:
        """Starts the command and shakes hands, unless that was done; `BotFailure` (handshake) if it fails."""
        if self._process is not None and self.hello is not None:
            return self.hello
        try:
            self._process = LineProcess(self.command)
        except (OSError, ValueError) as error:
            raise BotFailure(f"{self.name}: cannot be started: {error}", code="handshake") from error
        self._process.send(m.encode(m.host_hello(self.game, self.players)))
        try:
            message = self._receive(time.monotonic() + self.handshake, f"no hello within {self.handshake:g} s")
            if isinstance(message, m.Error):
                raise BotFailure(f"{self.name}: answers hello with {message.error.code}: {message.error.message}")
            if not isinstance(message, m.BotHello):
                raise BotFailure(f"{self.name}: the first line must be hello, not {_kind(message)}")
            check_hello(message)
        except BotError as error:
            self.close(polite=False)
            raise BotFailure(error.message, code="handshake") from error
        self.hello = message
        return message

    def require(self, game: str, players: int) -> None:
        """`BotFailure` (handshake) unless the bot says it plays this game with this many players."""
        if players not in self.start().games.get(game, []):
            raise BotFailure(f"{self.name}: does not play {game} with {players} players", code="handshake")

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        self.start()
        assert self._process is not None
        fields = [dict(fields_of(option)) for option in options]
        request = m.Request(
            id=next(self._ids),
            seat=view["you"],
            view=dict(view),
            options=fields,
            limits=m.ThinkingLimits(limits.simulations, limits.milliseconds),
            seed=self.seed,
        )
        allowed = seconds_allowed(limits, self.grace, self.patience)
        self._process.send(m.encode(request))
        message = self._receive(time.monotonic() + allowed, f"no answer within {allowed:g} s")
        return self._judged(message, request, options)

    def _judged(self, message: m.BotMessage, request: m.Request, options: Sequence[Choice]) -> Answer:
        if isinstance(message, m.Error):
            # an error is a proper answer, if no decision: the bot may go on living
            raise BotFailure(f"{self.name}: {message.error.code}: {message.error.message}"[:500], code="refused")
        if not isinstance(message, m.Answer):
            raise self._failed("garbage", f"a request is answered by answer or error, not {_kind(message)}")
        if message.id != request.id:
            raise self._failed("wrong_id", f"the answer is for request {message.id!r}, not for {request.id!r}")
        place = place_of(message.choice, request.options)
        if place is None:
            raise self._failed("illegal", f"not among the {len(options)} options: {str(message.choice)[:120]}")
        return Answer(options[place], read_analysis(message.analysis or {}))

    def _receive(self, deadline: float, late: str) -> m.BotMessage:
        assert self._process is not None
        try:
            arrived, line = self._process.receive(deadline)
            if arrived > deadline:
                raise NoAnswer
            return m.read_bot_message(line)
        except NoAnswer:
            raise self._failed("late", late) from None
        except Ended:
            process = self._process
            said = f"; last on standard error: {process.last_errors[-300:]}" if process.last_errors else ""
            raise self._failed("crash", f"the process ended (exit code {process.returncode}){said}") from None
        except m.BadMessage as error:
            raise self._failed("garbage", error.message) from None

    def _failed(self, code: str, what: str) -> BotFailure:
        self.close(polite=False)
        return BotFailure(f"{self.name}: {what}", code=code)

    def close(self, polite: bool = True) -> None:
        """Ends the child; a later request starts a new one."""
        process, self._process, self.hello = self._process, None, None
        if process is not None:
            if polite:
                process.send(m.encode(m.Quit()))
            process.close(polite)


def check_hello(hello: m.BotHello) -> None:
    """`BotError` if a bot of this hello cannot play here."""
    if hello.protocol != m.VERSION:
        raise BotError(f"speaks protocol {hello.protocol}, this is {m.VERSION}", code="other_protocol")
    if hello.rules is not None and hello.rules != RULES_VERSION:
        raise BotError(f"plays rules {hello.rules!r}, these are {RULES_VERSION!r}", code="other_rules")
    if hello.catalog is not None and hello.catalog != m.catalog_hash():
        raise BotError(f"knows other cards ({hello.catalog}, here {m.catalog_hash()})", code="other_catalog")


def place_of(choice: int | Mapping[str, object], options: Sequence[Mapping[str, object]]) -> int | None:
    """The index of the option that a bot means; None if there is no such option."""
    if isinstance(choice, int):
        return choice if 0 <= choice < len(options) else None
    return next((place for place, option in enumerate(options) if option == choice), None)


def _kind(message: m.BotMessage) -> str:
    return str(type(message).__struct_config__.tag)
