"""Turns for slow work: replays, exports, imports, checking records, statistics over games.

A few run at the same time, in threads. Whoever waits does so on the account of an address and of a person: the
addresses take turns, and so do the people of an address, so that nobody gets more by asking more and nobody waits for
ever. A request whose client has gone leaves the queue, and what is being done for it is given up.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request

from mirabilia.server import metrics
from mirabilia.server.refusals import Refusal
from mirabilia.wanted import wanted_while

Answer = TypeVar("Answer")
People = OrderedDict[str, deque[asyncio.Future[None]]]


async def unless_gone(request: Request, work: Awaitable[Answer]) -> Answer:
    """The result of the work, which is cancelled when its client disconnects (`ClientDisconnect`)."""
    doing = asyncio.ensure_future(work)
    going = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({doing, going}, return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise ClientDisconnect
        return doing.result()
    finally:
        for task in (doing, going):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class Turns:
    """Slots for slow work, and the queue for them."""

    def __init__(self, places: int, most_waiting: int) -> None:
        self._free = places
        self._most = most_waiting
        self._waiting: OrderedDict[str, People] = OrderedDict()  # by address, the next one first

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return sum(len(queue) for people in self._waiting.values() for queue in people.values())

    async def run(
        self, request: Request, address: str, person: str, work: Callable[[], Coroutine[object, object, Answer]]
    ) -> Answer:
        """The result of the work, done in its turn; `too_many` if the address already waits for many.

        `ClientDisconnect` if nobody waits: then the work, in whatever thread it is, is not wanted (`check_wanted`).
        Its place is free when it has really ended.
        """
        await unless_gone(request, self.take(address, person))
        is_left = threading.Event()
        with wanted_while(lambda: not is_left.is_set()):
            doing = asyncio.create_task(work())
        doing.add_done_callback(lambda _: self.give_back())
        try:
            return await unless_gone(request, asyncio.shield(doing))
        finally:
            is_left.set()

    async def take(self, address: str, person: str) -> None:
        """Waits for a slot."""
        if self._free:
            self._free -= 1
            return
        people = self._waiting.setdefault(address, OrderedDict())
        if sum(map(len, people.values())) >= self._most:
            metrics.LIMITED.labels("turns").inc()
            raise Refusal("too_many", what="turns", retry_ms=1000)
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        people.setdefault(person, deque()).append(place)
        metrics.TURNS_WAITING.set(self.waiting)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.give_back()  # the slot was granted at the same moment
            else:
                self._leave(address, person, place)
            raise

    def give_back(self) -> None:
        """Frees a slot for the next in the queue."""
        if not self._waiting:
            self._free += 1
            return
        address, people = next(iter(self._waiting.items()))
        person, queue = next(iter(people.items()))
        place = queue[0]
        self._leave(address, person, place)
        if person in people:
            people.move_to_end(person)
        if address in self._waiting:
            self._waiting.move_to_end(address)
        place.set_result(None)

    def _leave(self, address: str, person: str, place: asyncio.Future[None]) -> None:
        people = self._waiting[address]
        people[person].remove(place)
        if not people[person]:
            del people[person]
        if not people:
            del self._waiting[address]
        metrics.TURNS_WAITING.set(self.waiting)
