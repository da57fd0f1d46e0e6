"""Bots of the server: a few threads, so that at most so many think at once and none on the event loop.

Levels come from `mirabilia.bots` by name; a bot gets the seat's view and options and nothing else. Search bots run
compiled code without the interpreter's lock, so threads are enough.
"""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from mirabilia.game import Option, new_game
from mirabilia.server import metrics
from mirabilia.server.settings import BadSettings


class Levels:
    """The levels bots can have, as `mirabilia.bots` offers them."""

    def __init__(self) -> None:
        bots: Any = importlib.import_module("mirabilia.bots")
        self._make = bots.make_bot
        self.ladder: tuple[str, ...] = tuple(importlib.import_module("mirabilia.bots.registry").LEVELS)
        self.names: tuple[str, ...] = tuple(bots.BOT_NAMES)

    def default(self, wanted: str | None) -> str:
        """The level meant when nobody says one: the wanted one, or the middle of the ladder."""
        if wanted is not None and wanted not in self.names:
            raise BadSettings(f"MIRABILIA_BOT_LEVEL: there is no level {wanted!r}; there are {', '.join(self.names)}")
        return wanted or self.ladder[len(self.ladder) // 2]

    def __contains__(self, level: object) -> bool:
        return level in self.names

    def make(self, level: str, seed: int) -> Any:
        """A bot of that level."""
        return self._make(level, seed)


class Pool:
    """Threads in which bots think."""

    def __init__(self, levels: Levels, threads: int) -> None:
        self.levels = levels
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="mirabilia-bot")
        self._local = threading.local()

    def warm_up(self, level: str) -> None:
        """Lets a bot of the level think once about each game, so that nothing has to be compiled at a table."""
        for game in (new_game("duel", seed=1), new_game("wonders", players=3, seed=1)):
            seat = game.to_act[0]
            self.levels.make(level, 0).choose(game.view(seat), game.options(seat), None)

    async def choose(
        self, level: str, table: str, seat: int, view: Mapping[str, Any], options: Sequence[Option]
    ) -> str:
        """The text of the option the bot chooses."""
        if len(options) == 1:
            return options[0].text
        metrics.BOT_QUEUE.inc()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._think, level, table, seat, view, options)
        finally:
            metrics.BOT_QUEUE.dec()

    def _think(self, level: str, table: str, seat: int, view: Mapping[str, Any], options: Sequence[Option]) -> str:
        started = time.perf_counter()
        chosen = self._bot(level, table, seat).choose(view, options, None)
        metrics.BOT_SECONDS.labels(level).observe(time.perf_counter() - started)
        if isinstance(chosen, Option):
            return chosen.text
        return next(option.text for option in options if option.as_dict() == chosen)

    def _bot(self, level: str, table: str, seat: int) -> Any:
        """A bot of this thread's own. Its seed is the table's and the seat's, so that two bots do not play alike."""
        digest = hashlib.blake2b(f"{table}:{seat}".encode(), digest_size=6).digest()
        known: dict[tuple[str, int], Any] = self._local.__dict__.setdefault("bots", {})
        key = (level, int.from_bytes(digest, "big"))
        if key not in known:
            if len(known) > 200:
                known.clear()
            known[key] = self.levels.make(*key)
        return known[key]

    def close(self) -> None:
        """Ends the threads; bots that still think are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)
