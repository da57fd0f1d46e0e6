"""Tests a bot's side of the protocol and says in plain words what is wrong. `mirabilia protocol-check CMD` runs it.

Each check starts from a living bot; one that dies or stops answering is started again for the next check, so that one
fault does not hide the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mirabilia.bots.base import Limits
from mirabilia.game import KINDS, Game, new_game
from mirabilia.protocol import messages as m
from mirabilia.protocol.client import GRACE_SECONDS, HANDSHAKE_SECONDS, check_hello, place_of, seconds_allowed
from mirabilia.protocol.process import Ended, LineProcess, NoAnswer

ANSWER_SECONDS = 10.0  # for checks that are not about time
QUIET_SECONDS = 0.3  # how long to listen for lines that should not come
END_SECONDS = 3.0

GARBAGE = (
    b"this is no JSON",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe\x00",
    b'{"type":"request"}',
    b'{"type":"request","id":"broken","seat":0,"view":{},"options":[]}',
    b'{"no":"type"}',
)


class Fault(Exception):
    """What a bot did wrong, in plain words."""


class Skipped(Exception):
    """A check that does not apply to this bot."""


@dataclass(frozen=True)
class Finding:
    """The outcome of one check."""

    name: str
    ok: bool
    what: str  # what was seen, or what went wrong and what to do
    skipped: bool = False


class Talk:
    """A conversation with the bot, in messages."""

    def __init__(self, command: str | Sequence[str], handshake: float, grace: float) -> None:
        self.grace = grace
        try:
            self.process = LineProcess(command)
        except (OSError, ValueError) as error:
            raise Fault(f"The command cannot be started: {error}") from error
        try:
            self.send(m.host_hello())
            hello = self.receive(handshake, "hello")
            if not isinstance(hello, m.BotHello):
                raise Fault(f"The first line must be a hello; it was {show(hello)}.")
        except BaseException:
            self.process.close(polite=False)
            raise
        self.hello = hello

    def send(self, message: m.HostMessage | bytes) -> None:
        self.process.send(message if isinstance(message, bytes) else m.encode(message))

    def receive(self, seconds: float, wanted: str) -> m.BotMessage:
        """The next message; everything that is none is a fault."""
        try:
            _, line = self.process.receive(time.monotonic() + seconds)
        except NoAnswer:
            raise Fault(
                f"No {wanted} came within {seconds:g} s. Answer every message with one line and flush the output "
                "after it; most languages keep lines back when the output is a pipe."
            ) from None
        except Ended:
            errors = self.process.last_errors
            said = f" Its last words on standard error: {errors[-600:]}" if errors else ""
            raise Fault(
                f"The process ended (exit code {self.process.returncode}) where {wanted} was expected.{said}"
            ) from None
        try:
            return m.read_bot_message(line)
        except m.BadMessage as error:
            raise Fault(
                f"It printed a line that is no message: {error.message}. Only messages may go to standard output; "
                "print anything else to standard error."
            ) from None

    def quiet(self) -> None:
        """A fault if the bot says more than it was asked."""
        try:
            _, line = self.process.receive(time.monotonic() + QUIET_SECONDS)
        except (NoAnswer, Ended):
            return
        raise Fault(f"It printed a line nobody asked for: {line[:120]!r}. One message, one answer.")

    def ask(self, request: m.Request, seconds: float = ANSWER_SECONDS) -> tuple[int, float]:
        """The place of the chosen option and the seconds it took."""
        began = time.monotonic()
        self.send(request)
        message = self.receive(seconds, f"answer to request {request.id!r}")
        return judge(message, request), time.monotonic() - began


def judge(message: m.BotMessage, request: m.Request) -> int:
    """The place of the chosen option; a `Fault` if the answer is wrong."""
    if isinstance(message, m.Error):
        raise Fault(
            f"It refused a proper request ({request.view.get('game')}) with the error "
            f"{message.error.code!r}: {message.error.message}"
        )
    if not isinstance(message, m.Answer):
        raise Fault(f"A request was answered by {show(message)}; it takes an answer or an error.")
    if message.id != request.id:
        raise Fault(
            f"The answer carries the id {message.id!r}, but the request had {request.id!r}. Send it back as is."
        )
    place = place_of(message.choice, request.options)
    if place is None:
        raise Fault(
            f"Illegal answer: the choice {str(message.choice)[:120]} is none of the {len(request.options)} options. "
            f"Give a place from 0 to {len(request.options) - 1}, or one of the options unchanged."
        )
    return place


def show(message: m.BotMessage) -> str:
    """A message, short, for an explanation."""
    text = m.encode(message).decode()
    return text if len(text) <= 120 else text[:117] + "..."


def request_for(game: Game, seat: int, identity: int | str, **limits: Any) -> m.Request:
    """The request a host would send for that seat now."""
    options = [option.as_dict() for option in game.options(seat)]
    return m.Request(
        id=identity, seat=seat, view=game.view(seat), options=options, limits=m.ThinkingLimits(**limits), seed=7
    )


def opening(hello: m.BotHello, identity: int | str, **limits: Any) -> m.Request:
    """A first request of a game the bot plays."""
    name = next((name for name in KINDS if hello.games.get(name)), None)
    if name is None:
        raise Skipped("it plays none of our games")
    game = new_game(name, players=hello.games[name][0], seed=11)
    return request_for(game, game.to_act[0], identity, **limits)


# ---- the checks: each takes a conversation and returns what it saw ----


def handshake(talk: Talk) -> str:
    """hello: versions and what it plays."""
    hello = talk.hello
    try:
        check_hello(hello)
    except Exception as error:
        raise Fault(f"Its hello does not fit: it {error}.") from None
    unknown = sorted(set(hello.games) - set(KINDS))
    if unknown or not any(hello.games.values()):
        raise Fault(f"Its hello must name at least one of the games {', '.join(KINDS)} with its player counts.")
    for name, counts in hello.games.items():
        possible = list(KINDS[name].players)
        if not set(counts) <= set(possible):
            raise Fault(f"Its hello names player counts for {name} that do not exist: {counts}.")
    strange = sorted(set(hello.limits) - {"simulations", "milliseconds"})
    if strange:
        raise Fault(f"Its hello names unknown limits: {', '.join(strange)}.")
    plays = "; ".join(f"{name} with {', '.join(map(str, counts))}" for name, counts in hello.games.items())
    return f"{hello.name} {hello.version}".strip() + f" plays {plays}"


def ping(talk: Talk) -> str:
    """ping is answered by pong with the same id."""
    for identity in ("first", 2):
        talk.send(m.Ping(id=identity))
        message = talk.receive(ANSWER_SECONDS, "pong")
        if message != m.Pong(id=identity):
            raise Fault(f"ping with id {identity!r} was answered by {show(message)}.")
    return "pong"


def whole_game(name: str, players: int) -> Callable[[Talk], str]:
    """Every decision of a whole game, all seats played by the bot; every answer must be legal and in time."""

    def check(talk: Talk) -> str:
        game = new_game(name, players=players, seed=5)
        asked, slowest = 0, 0.0
        limits = {"milliseconds": 50.0}
        allowed = seconds_allowed(Limits(milliseconds=50.0), talk.grace)
        while not game.over:
            seat = game.to_act[0]
            request = request_for(game, seat, asked + 1, **limits)
            try:
                place, seconds = talk.ask(request, ANSWER_SECONDS)
            except Fault as fault:
                raise Fault(f"{fault} (decision {asked + 1} of a game of {name} with {players} players)") from None
            if seconds > allowed:
                raise Fault(
                    f"Late answer: 50 ms were allowed, the answer to decision {asked + 1} took {seconds * 1000:.0f} ms "
                    f"(accepted are 20 % more and {talk.grace:g} s). In a match this loses the game."
                )
            game.play(seat, request.options[place])
            asked, slowest = asked + 1, max(slowest, seconds)
        return f"{asked} legal answers, the slowest after {slowest * 1000:.0f} ms"

    return check


def time_limit(talk: Talk) -> str:
    """milliseconds are kept."""
    if "milliseconds" not in talk.hello.limits:
        raise Skipped("its hello does not name milliseconds; a match will then time it all the same")
    slowest = 0.0
    for number, budget in enumerate((20.0, 100.0, 200.0)):
        allowed = seconds_allowed(Limits(milliseconds=budget), talk.grace)
        _, seconds = talk.ask(opening(talk.hello, f"t{number}", milliseconds=budget))
        if seconds > allowed:
            raise Fault(
                f"Late answer: {budget:g} ms were allowed, it took {seconds * 1000:.0f} ms "
                f"(accepted are 20 % more and {talk.grace:g} s). In a match this loses the game."
            )
        slowest = max(slowest, seconds - budget / 1000)
    return "kept" if slowest <= 0 else f"kept, at most {slowest * 1000:.0f} ms over"


def simulation_limit(talk: Talk) -> str:
    """simulations are understood."""
    if "simulations" not in talk.hello.limits:
        raise Skipped("its hello does not name simulations")
    talk.ask(opening(talk.hello, "s", simulations=8))
    return "answered"


def single_option(talk: Talk) -> str:
    """A request with one option is answered with it."""
    full = opening(talk.hello, "one")
    only = m.Request(id="one", seat=full.seat, view=full.view, options=full.options[:1], limits=full.limits)
    talk.ask(only)
    return "chosen"


def unknown_fields(talk: Talk) -> str:
    """Fields the bot does not know are passed over."""
    request = opening(talk.hello, "extra")
    talk.send(m.encode(request)[:-1] + b',"a_later_version":{"may":["add","this"]}}')
    judge(talk.receive(ANSWER_SECONDS, "answer"), request)
    return "passed over"


def garbage(talk: Talk) -> str:
    """Lines that are no messages neither end nor confuse it."""
    request = opening(talk.hello, "after garbage")
    for line in GARBAGE:
        talk.send(line)
    talk.send(request)
    return _errors_then(talk, request, "lines that were no messages")


def unknown_types(talk: Talk) -> str:
    """Messages of an unknown type neither end nor confuse it."""
    request = opening(talk.hello, "after unknown")
    talk.send(b'{"type":"of a later version","id":"?"}')
    talk.send(request)
    return _errors_then(talk, request, "a message of an unknown type")


def _errors_then(talk: Talk, request: m.Request, after: str) -> str:
    """Any number of errors (a bot may also pass over such lines), then the answer to the request."""
    errors = 0
    while True:
        try:
            message = talk.receive(ANSWER_SECONDS, "answer")
        except Fault as fault:
            raise Fault(f"After {after}: {fault}") from None
        if isinstance(message, m.Error) and message.id != request.id:
            errors += 1
            continue
        judge(message, request)
        return f"goes on; {errors} error answers" if errors else "goes on; passes over them in silence"


def impossible_request(talk: Talk) -> str:
    """A request without options gets an error with its id, not a choice."""
    full = opening(talk.hello, "empty")
    talk.send(m.Request(id="empty", seat=full.seat, view=full.view, options=[]))
    message = talk.receive(ANSWER_SECONDS, "error")
    if not isinstance(message, m.Error):
        raise Fault(f"A request without options was answered by {show(message)}; it takes an error.")
    if message.id != "empty":
        raise Fault(f"The error carries the id {message.id!r}, but the request had 'empty'. Send it back as is.")
    return f"error {message.error.code}"


def repeated_ids(talk: Talk) -> str:
    """The same id twice means two requests: nothing is remembered."""
    request = opening(talk.hello, "again")
    talk.ask(request)
    talk.ask(request)
    talk.quiet()
    return "answered each time"


def several_at_once(talk: Talk) -> str:
    """Requests sent without waiting are each answered once, in any order."""
    requests = {identity: opening(talk.hello, identity) for identity in ("a", "b", "c", "d")}
    for request in requests.values():
        talk.send(request)
    order: list[Any] = []
    for _ in requests:
        message = talk.receive(ANSWER_SECONDS, "answer")
        identity = getattr(message, "id", None)
        if identity not in requests or identity in order:
            raise Fault(
                f"Of four requests sent at once, {sorted(set(requests) - set(order))} waited; came {show(message)}."
            )
        judge(message, requests[identity])
        order.append(identity)
    talk.quiet()
    return "answered in order" if order == list(requests) else f"answered in the order {', '.join(order)}"


def ends_on_quit(talk: Talk) -> str:
    """quit ends the process."""
    talk.send(m.Quit())
    if not talk.process.wait(END_SECONDS):
        raise Fault(f"It still runs {END_SECONDS:g} s after quit. End the process when quit comes.")
    return f"exit code {talk.process.returncode}"


def ends_with_input(talk: Talk) -> str:
    """The end of its input ends the process."""
    talk.process.end_input()
    if not talk.process.wait(END_SECONDS):
        raise Fault(
            f"It still runs {END_SECONDS:g} s after the end of its input. End the process then, or it stays "
            "behind when its host dies."
        )
    return f"exit code {talk.process.returncode}"


def checks_for(hello: m.BotHello) -> Iterator[tuple[str, Callable[[Talk], str]]]:
    """What to check of a bot of this hello, in order."""
    yield "hello", handshake
    yield "ping", ping
    for name in KINDS:
        counts = sorted(set(hello.games.get(name, [])) & set(KINDS[name].players))
        for players in dict.fromkeys((*counts[:1], *counts[-1:])):
            yield (
                f"a game of {name}" + (f", {players} players" if len(KINDS[name].players) > 1 else ""),
                whole_game(name, players),
            )
    yield "time limit", time_limit
    yield "simulation limit", simulation_limit
    yield "single option", single_option
    yield "unknown fields", unknown_fields
    yield "garbage", garbage
    yield "unknown message types", unknown_types
    yield "request without options", impossible_request
    yield "repeated ids", repeated_ids
    yield "several requests at once", several_at_once
    yield "quit", ends_on_quit
    yield "end of input", ends_with_input


def check_bot(
    command: str | Sequence[str], *, handshake: float = HANDSHAKE_SECONDS, grace: float = GRACE_SECONDS
) -> Iterator[Finding]:
    """Runs all checks, one finding after the other."""
    talk: Talk | None = None
    try:
        try:
            talk = Talk(command, handshake, grace)
        except Fault as fault:
            yield Finding("start", False, str(fault))
            return
        for name, check in checks_for(talk.hello):
            try:
                if talk is None:
                    talk = Talk(command, handshake, grace)
                finding = Finding(name, True, check(talk))
            except Skipped as reason:
                yield Finding(name, True, str(reason), skipped=True)
                continue
            except Fault as fault:
                finding = Finding(name, False, str(fault))
            yield finding
            if not finding.ok or check in (ends_on_quit, ends_with_input):
                if talk is not None:
                    talk.process.close(polite=False)
                talk = None
    finally:
        if talk is not None:
            talk.process.close()
