"""The bot's side of the protocol: one line in, one line out. Whoever carries the lines (a pipe, a socket) calls it.

Every line gets exactly one answer, whatever it holds, except `quit`. Nothing a host sends can end the service but that.
"""

from __future__ import annotations

from collections.abc import Callable

from mirabilia.bots.base import Bot, fields_of
from mirabilia.errors import MirabiliaError
from mirabilia.protocol import messages as m


class BotService:
    """Answers requests with bots made by `make(seed)`.

    A bot is kept while the seed stays the same, so that it may reuse what it prepared; no answer depends on that.
    `prepare(game)` is called before hello is answered, for the game the host names or for all: load things there.
    """

    def __init__(
        self,
        name: str,
        make: Callable[[int], Bot],
        games: dict[str, list[int]] | None = None,
        prepare: Callable[[str], None] | None = None,
    ) -> None:
        self.hello = m.bot_hello(name, games)
        self.ended = False
        self._make = make
        self._prepare = prepare
        self._bot: Bot | None = None
        self._seed: int | None = None

    def answer(self, line: bytes | str) -> bytes | None:
        """The line to send back; None after `quit`."""
        identity = None
        try:
            message = m.read_host_message(line)
            identity = getattr(message, "id", None)
            reply = self._reply(message)
        except m.BadMessage as error:
            reply = _refusal(error.id, error.code, error.message)
        except MirabiliaError as error:
            reply = _refusal(identity, error.code, error.message)
        except Exception as error:  # a fault of the bot must not end the conversation
            reply = _refusal(identity, "internal", f"{type(error).__name__}: {error}"[:500])
        return None if reply is None else m.encode(reply)

    def _reply(self, message: m.HostMessage) -> m.BotMessage | None:
        if isinstance(message, m.Request):
            return self._decide(message)
        if isinstance(message, m.Ping):
            return m.Pong(id=message.id)
        if isinstance(message, m.HostHello):
            if message.protocol != m.VERSION:
                return _refusal(None, "other_protocol", f"this bot speaks protocol {m.VERSION}, not {message.protocol}")
            if self._prepare is not None:
                for game in [message.game] if message.game in self.hello.games else list(self.hello.games):
                    self._prepare(str(game))
            return self.hello
        self.ended = True
        return None

    def _decide(self, request: m.Request) -> m.BotMessage:
        view = request.view
        if view.get("you") != request.seat:
            text = f"the view is that of seat {view.get('you')!r}, the request is for seat {request.seat}"
            return _refusal(request.id, "bad_view", text)
        if view.get("game") not in self.hello.games:
            return _refusal(request.id, "unknown_game", f"this bot does not play {str(view.get('game'))[:40]!r}")
        if self._bot is None or self._seed != request.seed:
            self._bot, self._seed = self._make(request.seed), request.seed
        limits = {
            name: n for name in ("simulations", "milliseconds") if (n := getattr(request.limits, name)) is not None
        }
        answer = self._bot.think(view, request.options, limits)
        choice = request.options.index(dict(fields_of(answer.option)))
        return m.Answer(id=request.id, choice=choice, analysis=answer.analysis.as_dict() or None)


def _refusal(identity: str | int | None, code: str, message: str) -> m.Error:
    return m.Error(id=identity, error=m.ErrorBody(code, message))
