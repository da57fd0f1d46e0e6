"""Bots of the server: which levels and styles there are, and the memory their trees may take.

A bot gets the seat's view and options and nothing else. Its random numbers come from a secret of the table, drawn when
the game begins, so that nobody can foretell a move; the record names the secret afterwards, so that a game can be
repeated. Bots are taken for one question and given back after it; those that are not thinking are kept, the least
recently used go first, while their trees take no more than so many bytes.
"""

from __future__ import annotations

import contextlib
import ctypes
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import structlog

from mirabilia.game import Option, warm_up_games
from mirabilia.json_types import JsonFields
from mirabilia.server import metrics
from mirabilia.server.bots.offer import Offer
from mirabilia.server.settings import BadSettings
from mirabilia.server.study.advice import advise

if TYPE_CHECKING:
    from mirabilia.bots import Bot

log = structlog.get_logger()

FEW_SIMULATIONS = 8  # for compiling
BESIDES_TREE = 200_000  # bytes a bot takes beside its tree, as measured
LARGE_BLOCK = 1 << 20


def keep_large_blocks_apart() -> None:
    """Lets blocks of a megabyte and more come from the system and go back to it when they are freed (glibc).

    A search makes room for a million nodes and uses few of them; what was never written takes no memory. But once such
    a block has been freed, glibc would take the next one from its heap and clear it, and then all of it counts.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(-3, LARGE_BLOCK)  # M_MMAP_THRESHOLD, which glibc otherwise raises by itself


class Warmth(NamedTuple):
    """What is known of the levels after each has been asked once."""

    quick: dict[str, float]  # seconds for an answer, of levels that do not search
    failed: tuple[str, ...]  # levels that cannot play; the process is not ready


class Levels(Offer):
    """What a server offers, and whether it is ready to play."""

    def default(self, wanted: str | None) -> str:
        """The level meant when nobody says one: the wanted one, or the middle of the ladder."""
        if wanted is not None and wanted not in self.names:
            raise BadSettings(f"MIRABILIA_BOT_LEVEL: there is no level {wanted!r}; there are {', '.join(self.names)}")
        return wanted or self.middle

    def warm_up(self) -> Warmth:
        """Lets a bot of every level think about every kind of game, so that nothing has to be compiled at a table."""
        keep_large_blocks_apart()
        games = warm_up_games(seed=1)
        questions = [(game.view(seat), game.options(seat)) for game in games for seat in game.to_act[:1]]
        quick: dict[str, float] = {}
        failed: list[str] = []
        limits = {"simulations": FEW_SIMULATIONS}
        for level in self.names:
            try:
                bot = self.make(level, 0)
                searches = [bool(bot.think(*question, limits).analysis) for question in questions]
            except Exception as error:  # at a table such a bot plays any legal move; the others must not suffer
                log.error("bot_not_ready", level=level, error=repr(error)[:300], exc_info=error)
                failed.append(level)
                continue
            if not any(searches):
                started = time.perf_counter()
                for question in questions:
                    bot.think(*question)
                quick[level] = (time.perf_counter() - started) / len(questions)
        return Warmth(quick, tuple(failed))


class Question(NamedTuple):
    """What a bot is asked."""

    level: str
    seed: int
    view: JsonFields
    options: Sequence[Option]
    limits: JsonFields | None = None
    advice: str = ""  # not a bot's move but what a person asks about the position (study/advice.py)
    style: str | None = None


BotKey = tuple[str, int, str | None]  # level, seed and style: what makes a bot itself


class Bots:
    """Bots that may be asked from any thread; each is used by one at a time."""

    def __init__(self, levels: Levels, most_bytes: int) -> None:
        self.levels = levels
        self._most = most_bytes
        self._bytes = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[BotKey, tuple[Bot, int]] = OrderedDict()

    @property
    def kept_bytes(self) -> int:
        """What the trees of bots that are not thinking take."""
        return self._bytes

    def choose(self, question: Question) -> str:
        """The text of the option a bot chooses."""
        if question.advice:
            return advise(question.advice, question.view, question.options, question.limits)
        key = question.level, question.seed, question.style
        bot = self._take(key)
        chosen = bot.choose(question.view, question.options, question.limits)
        self._give_back(key, bot)  # one that failed is not kept
        assert isinstance(chosen, Option)  # one of those it was given
        return chosen.text

    def _take(self, key: BotKey) -> Bot:
        with self._lock:
            if key in self._kept:
                bot, size = self._kept.pop(key)
                self._bytes -= size
                return bot
        return self.levels.make(*key)

    def _give_back(self, key: BotKey, bot: Bot) -> None:
        size = bot.memory + BESIDES_TREE
        with self._lock:
            self._kept[key] = (bot, size)
            self._bytes += size
            while self._bytes > self._most:
                self._bytes -= self._kept.popitem(last=False)[1][1]
            metrics.TREE_BYTES.set(self._bytes)
