"""Tests a bot's side of the protocol and says in plain words what is wrong. `mirabilia protocol-check CMD` runs it.

Each check starts from a living bot; one that dies or stops answering is started again for the next check, so that one
fault does not hide the others. What is said about a bot are texts of `mirabilia.locales` (`check.fault.late`), kept as
keys with arguments until a finding is made in the language asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from mirabilia.bots.base import BotError, Limits
from mirabilia.game import KINDS, RULES_VERSION, Game, new_game
from mirabilia.json_types import Json
from mirabilia.locales import text
from mirabilia.locales.catalogs import ORIGINAL
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


@dataclass(frozen=True)
class Said:
    """Something said about a bot: a text and what is put into it, which may be something said itself."""

    key: str
    args: dict[str, object] = field(default_factory=dict)

    def words(self, lang: str) -> str:
        """The sentence in a language."""
        args = {name: each.words(lang) if isinstance(each, Said) else each for name, each in self.args.items()}
        return text(lang, self.key, **args)


def seen(key: str, **args: object) -> Said:
    """What was seen of a bot that did right."""
    return Said(f"check.seen.{key}", args)


class Fault(Exception):
    """What a bot did wrong: `Fault("late", took=80)` is the text check.fault.late."""

    def __init__(self, key: str, **args: object) -> None:
        super().__init__(key)
        self.said = Said(f"check.fault.{key}", args)


class Skipped(Exception):
    """A check that does not apply to this bot, and why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.said = Said(f"check.skipped.{key}")


@dataclass
class Exchange:
    """The last line sent to the bot, what came back after it, and what the bot wrote to standard error."""

    sent: str = ""
    received: str = ""
    errors: str = ""

    def send(self, line: bytes) -> None:
        """Notes a line sent; nothing has come back for it yet."""
        self.sent, self.received = line.decode("utf-8", "backslashreplace"), ""

    def receive(self, line: bytes) -> None:
        """Notes a line that came."""
        self.received = line.decode("utf-8", "backslashreplace")


@dataclass(frozen=True)
class Finding:
    """The outcome of one check, in words."""

    name: str
    ok: bool
    what: str  # what was seen, or what went wrong and what to do
    skipped: bool = False
    exchange: Exchange | None = None  # of a check that failed


class Talk:
    """A conversation with the bot, in messages."""

    def __init__(self, command: str | Sequence[str], handshake: float, grace: float, exchange: Exchange) -> None:
        self.grace, self.exchange = grace, exchange
        try:
            self.process = LineProcess(command)
        except (OSError, ValueError) as error:
            raise Fault("no_start", fault=str(error)) from error
        try:
            self.send(m.host_hello())
            hello = self.receive(handshake, "hello")
            if not isinstance(hello, m.BotHello):
                raise Fault("first_line", line=show(hello))
        except BaseException:
            self.close(polite=False)
            raise
        self.hello = hello

    def send(self, message: m.HostMessage | bytes) -> None:
        line = message if isinstance(message, bytes) else m.encode(message)
        self.exchange.send(line)
        self.process.send(line)

    def close(self, polite: bool = True) -> None:
        """Ends the bot; what it wrote to standard error is noted."""
        self.process.close(polite)
        self.exchange.errors = self.process.last_errors[-2000:]

    def receive(self, seconds: float, wanted: str) -> m.BotMessage:
        """The next message; any other line is a fault."""
        try:
            _, line = self.process.receive(time.monotonic() + seconds)
        except NoAnswer:
            raise Fault("no_answer", wanted=wanted, seconds=seconds) from None
        except Ended:
            errors = self.process.last_errors[-600:]
            code = str(self.process.returncode)
            raise Fault("ended_saying" if errors else "ended", wanted=wanted, code=code, errors=errors) from None
        self.exchange.receive(line)
        try:
            return m.read_bot_message(line)
        except m.BadMessage as error:
            raise Fault("no_message", line=repr(line[:120]), fault=error.message) from None

    def quiet(self) -> None:
        """A fault if the bot says more than it was asked."""
        try:
            _, line = self.process.receive(time.monotonic() + QUIET_SECONDS)
        except (NoAnswer, Ended):
            return
        self.exchange.receive(line)
        raise Fault("unasked", line=repr(line[:120]))

    def ask(self, request: m.Request, seconds: float = ANSWER_SECONDS) -> tuple[int, float]:
        """The place of the chosen option and the seconds it took."""
        began = time.monotonic()
        self.send(request)
        message = self.receive(seconds, "answer")
        return judge(message, request), time.monotonic() - began


def judge(message: m.BotMessage, request: m.Request) -> int:
    """The place of the chosen option; a `Fault` if the answer is wrong."""
    if isinstance(message, m.Error):
        game = str(request.view.get("game"))
        raise Fault("refused", game=game, code=repr(message.error.code), message=message.error.message)
    if not isinstance(message, m.Answer):
        raise Fault("wrong_kind", line=show(message))
    if message.id != request.id:
        raise Fault("wrong_id", id=repr(message.id), wanted=repr(request.id))
    place = place_of(message.choice, request.options)
    if place is None:
        count = len(request.options)
        raise Fault("illegal", choice=str(message.choice)[:120], n=count, last=count - 1)
    return place


def milliseconds(seconds: float) -> int:
    """Seconds as whole milliseconds, for an explanation."""
    return round(seconds * 1000)


def show(message: m.BotMessage) -> str:
    """A message, short, for an explanation."""
    text = m.encode(message).decode()
    return text if len(text) <= 120 else text[:117] + "..."


def request_for(game: Game, seat: int, identity: int | str, **limits: Json) -> m.Request:
    """The request a host would send for that seat now."""
    options = [option.as_dict() for option in game.options(seat)]
    return m.Request(
        id=identity, seat=seat, view=game.view(seat), options=options, limits=m.ThinkingLimits(**limits), seed=7
    )


def opening(hello: m.BotHello, identity: int | str, **limits: object) -> m.Request:
    """A first request of a game the bot plays."""
    name = next((name for name in KINDS if hello.games.get(name)), None)
    if name is None:
        raise Skipped("no_game")
    game = new_game(name, players=hello.games[name][0], seed=11)
    return request_for(game, game.to_act[0], identity, **limits)


# ---- the checks: each takes a conversation and returns what it saw ----


def handshake(talk: Talk) -> Said:
    """hello: versions and what it plays."""
    hello = talk.hello
    try:
        check_hello(hello)
    except BotError as error:
        theirs, ours = {
            "other_protocol": (hello.protocol, m.VERSION),
            "other_rules": (hello.rules, RULES_VERSION),
            "other_catalog": (hello.catalog, m.catalog_hash()),
        }[error.code]
        raise Fault(error.code, theirs=str(theirs), ours=str(ours)) from None
    unknown = sorted(set(hello.games) - set(KINDS))
    if unknown or not any(hello.games.values()):
        raise Fault("games", games=", ".join(KINDS))
    for name, counts in hello.games.items():
        possible = list(KINDS[name].players)
        if not set(counts) <= set(possible):
            raise Fault("counts", game=name, counts=", ".join(map(str, counts)))
    strange = sorted(set(hello.limits) - {"simulations", "milliseconds"})
    if strange:
        raise Fault("limits", names=", ".join(strange))
    plays = "; ".join(f"{name} ({', '.join(map(str, counts))})" for name, counts in hello.games.items())
    return seen("plays", bot=f"{hello.name} {hello.version}".strip(), games=plays)


def ping(talk: Talk) -> Said:
    """ping is answered by pong with the same id."""
    for identity in ("first", 2):
        talk.send(m.Ping(id=identity))
        message = talk.receive(ANSWER_SECONDS, "pong")
        if message != m.Pong(id=identity):
            raise Fault("ping", id=repr(identity), line=show(message))
    return seen("answered")


def whole_game(name: str, players: int) -> Callable[[Talk], Said]:
    """Every decision of a whole game, all seats played by the bot; every answer must be legal and in time."""

    def check(talk: Talk) -> Said:
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
                raise Fault("in_game", fault=fault.said, number=asked + 1, game=name, players=players) from None
            if seconds > allowed:
                late = Fault("late", allowed=50, took=milliseconds(seconds), grace=talk.grace)
                raise Fault("in_game", fault=late.said, number=asked + 1, game=name, players=players)
            game.play(seat, request.options[place])
            asked, slowest = asked + 1, max(slowest, seconds)
        return seen("legal", n=asked, took=milliseconds(slowest))

    return check


def time_limit(talk: Talk) -> Said:
    """milliseconds are kept."""
    if "milliseconds" not in talk.hello.limits:
        raise Skipped("no_milliseconds")
    slowest = 0.0
    for number, budget in enumerate((20.0, 100.0, 200.0)):
        allowed = seconds_allowed(Limits(milliseconds=budget), talk.grace)
        _, seconds = talk.ask(opening(talk.hello, f"t{number}", milliseconds=budget))
        if seconds > allowed:
            raise Fault("late", allowed=budget, took=milliseconds(seconds), grace=talk.grace)
        slowest = max(slowest, seconds - budget / 1000)
    return seen("kept") if slowest <= 0 else seen("kept_over", over=milliseconds(slowest))


def simulation_limit(talk: Talk) -> Said:
    """simulations are understood."""
    if "simulations" not in talk.hello.limits:
        raise Skipped("no_simulations")
    talk.ask(opening(talk.hello, "s", simulations=8))
    return seen("answered")


def single_option(talk: Talk) -> Said:
    """A request with one option is answered with it."""
    full = opening(talk.hello, "one")
    only = m.Request(id="one", seat=full.seat, view=full.view, options=full.options[:1], limits=full.limits)
    talk.ask(only)
    return seen("chosen")


def unknown_fields(talk: Talk) -> Said:
    """Fields the bot does not know are ignored."""
    request = opening(talk.hello, "extra")
    talk.send(m.encode(request)[:-1] + b',"a_later_version":{"may":["add","this"]}}')
    judge(talk.receive(ANSWER_SECONDS, "answer"), request)
    return seen("passed_over")


def garbage(talk: Talk) -> Said:
    """Lines that are not messages neither end nor confuse it."""
    request = opening(talk.hello, "after-garbage")
    for line in GARBAGE:
        talk.send(line)
    talk.send(request)
    return _errors_then(talk, request, "after_garbage")


def unknown_types(talk: Talk) -> Said:
    """Messages of an unknown type neither end nor confuse it."""
    request = opening(talk.hello, "after-unknown")
    talk.send(b'{"type":"of a later version","id":"?"}')
    talk.send(request)
    return _errors_then(talk, request, "after_unknown")


def _errors_then(talk: Talk, request: m.Request, after: str) -> Said:
    """Any number of errors (a bot may also ignore such lines), then the answer to the request."""
    errors = 0
    while True:
        try:
            message = talk.receive(ANSWER_SECONDS, "answer")
        except Fault as fault:
            raise Fault(after, fault=fault.said) from None
        if isinstance(message, m.Error) and message.id != request.id:
            errors += 1
            continue
        judge(message, request)
        return seen("goes_on", n=errors) if errors else seen("silent")


def impossible_request(talk: Talk) -> Said:
    """A request without options gets an error with its id, not a choice."""
    full = opening(talk.hello, "empty")
    talk.send(m.Request(id="empty", seat=full.seat, view=full.view, options=[]))
    message = talk.receive(ANSWER_SECONDS, "error")
    if not isinstance(message, m.Error):
        raise Fault("no_options", line=show(message))
    if message.id != "empty":
        raise Fault("wrong_id", id=repr(message.id), wanted=repr("empty"))
    return seen("refused", code=message.error.code)


def repeated_ids(talk: Talk) -> Said:
    """The same id twice means two requests: nothing is remembered."""
    request = opening(talk.hello, "again")
    talk.ask(request)
    talk.ask(request)
    talk.quiet()
    return seen("each_time")


def several_at_once(talk: Talk) -> Said:
    """Requests sent without waiting are each answered once, in any order."""
    requests = {identity: opening(talk.hello, identity) for identity in ("a", "b", "c", "d")}
    for request in requests.values():
        talk.send(request)
    order: list[Json] = []
    for _ in requests:
        message = talk.receive(ANSWER_SECONDS, "answer")
        identity = getattr(message, "id", None)
        if identity not in requests or identity in order:
            raise Fault("several", waiting=", ".join(sorted(set(requests) - set(order))), line=show(message))
        judge(message, requests[identity])
        order.append(identity)
    talk.quiet()
    return seen("in_order") if order == list(requests) else seen("other_order", order=", ".join(order))


def ends_on_quit(talk: Talk) -> Said:
    """quit ends the process."""
    talk.send(m.Quit())
    if not talk.process.wait(END_SECONDS):
        raise Fault("after_quit", seconds=END_SECONDS)
    return seen("exit_code", code=str(talk.process.returncode))


def ends_with_input(talk: Talk) -> Said:
    """The end of its input ends the process."""
    talk.process.end_input()
    if not talk.process.wait(END_SECONDS):
        raise Fault("after_input", seconds=END_SECONDS)
    return seen("exit_code", code=str(talk.process.returncode))


def checks_for(hello: m.BotHello) -> Iterator[tuple[Said | str, Callable[[Talk], Said]]]:
    """What to check of a bot of this hello, in order; a check of one message bears the message's name."""
    yield "hello", handshake
    yield "ping", ping
    for game in KINDS:
        counts = sorted(set(hello.games.get(game, [])) & set(KINDS[game].players))
        several = len(KINDS[game].players) > 1
        for players in dict.fromkeys((*counts[:1], *counts[-1:])):
            args = {"game": game, "players": players}
            yield Said("check.name.game_for" if several else "check.name.game", args), whole_game(game, players)
    yield Said("check.name.time_limit"), time_limit
    yield Said("check.name.simulation_limit"), simulation_limit
    yield Said("check.name.single_option"), single_option
    yield Said("check.name.unknown_fields"), unknown_fields
    yield Said("check.name.garbage"), garbage
    yield Said("check.name.unknown_types"), unknown_types
    yield Said("check.name.no_options"), impossible_request
    yield Said("check.name.repeated_ids"), repeated_ids
    yield Said("check.name.several"), several_at_once
    yield "quit", ends_on_quit
    yield Said("check.name.end_of_input"), ends_with_input


def check_bot(
    command: str | Sequence[str],
    *,
    handshake: float = HANDSHAKE_SECONDS,
    grace: float = GRACE_SECONDS,
    lang: str = ORIGINAL,
) -> Iterator[Finding]:
    """Runs all checks, one finding after the other, worded in the language."""
    talk: Talk | None = None
    exchange = Exchange()
    try:
        try:
            talk = Talk(command, handshake, grace, exchange)
        except Fault as fault:
            yield Finding(text(lang, "check.name.start"), False, fault.said.words(lang), exchange=exchange)
            return
        for called, check in checks_for(talk.hello):
            name = called.words(lang) if isinstance(called, Said) else called
            try:
                if talk is None:
                    exchange = Exchange()
                    talk = Talk(command, handshake, grace, exchange)
                finding = Finding(name, True, check(talk).words(lang))
            except Skipped as reason:
                yield Finding(name, True, reason.said.words(lang), skipped=True)
                continue
            except Fault as fault:
                finding = Finding(name, False, fault.said.words(lang), exchange=exchange)
            if not finding.ok or check in (ends_on_quit, ends_with_input):
                if talk is not None:
                    talk.close(polite=False)
                talk = None
            yield finding
    finally:
        if talk is not None:
            talk.close()
