"""Clients that play over sockets, through any number of server deaths, and remember enough to prove that nothing
was lost: every acknowledged command, and the last view at the last number."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.harness import changed
from server.history import OPEN_REFUSALS, History


@dataclass
class Acked:
    """A command the server said it has stored."""

    id: str
    seq: int
    at: int
    move: str


@dataclass
class Player:
    """One seat of one table, played by chance. `urls` may name several servers; a lost connection tries the next."""

    urls: list[str]
    table: str
    cookie: str
    rng: random.Random
    pause: float = 0.1
    must_wait: Callable[[], bool] = lambda: False  # asked before each move
    seat: int | None = None
    seq: int = 0
    view: Any = None
    acked: list[Acked] = field(default_factory=list)
    open: dict[str, Any] | None = None  # a command that was sent and not answered
    reconnects: int = 0
    same_views: int = 0
    slowest_return: float = 0.0
    over: bool = False
    result: Any = None
    events: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    history: History = field(default_factory=History)
    _sent: int = 0

    async def run(self) -> None:
        place = self.rng.randrange(len(self.urls))
        lost_at = None
        while not self.over:
            url = self.urls[place % len(self.urls)]
            place += 1
            try:
                headers = {"Cookie": f"mirabilia_device={self.cookie}"}
                async with connect(
                    f"{url}/ws/v1/tables/{self.table}", additional_headers=headers, max_size=None, compression=None,
                    open_timeout=5, close_timeout=1, ping_interval=None,
                ) as socket:  # fmt: skip
                    await self._play(socket, lost_at)
            except (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                if lost_at is None:
                    lost_at = time.monotonic()
                await asyncio.sleep(0.05 + self.rng.random() * 0.1)
                if self.seq and not self.over:
                    lost_at = lost_at or time.monotonic()
            else:
                lost_at = None

    async def _play(self, socket: Any, lost_at: float | None) -> None:
        hello: dict[str, Any] = {"type": "hello", "v": 1}
        if self.seq:
            hello["last_seq"] = self.seq
        await socket.send(json.dumps(hello))
        welcomed = False
        state: dict[str, Any] = {}
        while not self.over:
            message = json.loads(await asyncio.wait_for(socket.recv(), 60))
            if message.get("change"):
                message["state"] = changed(state, message["change"])
            state = message.get("state") or state
            self.history.received(message)
            kind = message["type"]
            if kind == "welcome":
                if not welcomed:
                    welcomed = True
                    self._check_return(message)
                await self._take(socket, message)
                if self.open is not None:
                    self.history.sent(self.open)
                    await socket.send(json.dumps(self.open))  # the same id: at most once
            elif kind == "update":
                for event in message["events"]:
                    if event["seq"] != self.seq + 1:
                        self.faults.append(f"gap: {self.seq} then {event['seq']}")
                    self.seq = event["seq"]
                    self.events.append(event["seq"])
                await self._take(socket, message)
            elif kind == "ack":
                self._acknowledged(message)
            elif kind == "refuse":
                await self._refused(socket, message)
            elif kind == "bye":
                return

    def _check_return(self, message: dict[str, Any]) -> None:
        """Back again: same seat, nothing missing, and the same view if nothing happened."""
        if self.seat is None:
            self.seat = message["you"]
            return
        self.reconnects += 1
        if message["you"] != self.seat:
            self.faults.append(f"came back to seat {message['you']} instead of {self.seat}")
        if message["seq"] < self.seq:
            self.faults.append(f"the table went back from {self.seq} to {message['seq']}")
        if message["seq"] == self.seq:
            self.same_views += 1
            if message["state"]["view"] != self.view:
                self.faults.append(f"another view at {self.seq}")
        elif not message["reset"]:
            numbers = [event["seq"] for event in message["events"]]
            if numbers != list(range(self.seq + 1, message["seq"] + 1)):
                self.faults.append(f"missed events after {self.seq}: {numbers}")

    def _acknowledged(self, message: dict[str, Any]) -> None:
        if self.open is not None and message["id"] == self.open["id"]:
            self.acked.append(Acked(message["id"], message["seq"], self.open["at"], self.open["move"]))
            self.open = None

    async def _refused(self, socket: Any, message: dict[str, Any]) -> None:
        if message["code"] not in ("stale", "not_stored", "unavailable", "restarting", "not_your_turn"):
            self.faults.append(f"refused: {message['code']} {message['args']}")
        if message["code"] in OPEN_REFUSALS and self.open is not None and message["id"] == self.open["id"]:
            # Nobody knows what became of it: the same id again is carried out once at most.
            await asyncio.sleep(0.2 + self.rng.random() * 0.3)
            self.history.sent(self.open)
            await socket.send(json.dumps(self.open))
            return
        self.open = None
        if message.get("state"):
            await self._take(socket, message)

    async def _take(self, socket: Any, message: dict[str, Any]) -> None:
        """A new state: decide if it is our turn."""
        state = message["state"]
        if message["seq"] is not None:
            self.seq = message["seq"]
        self.view = state["view"]
        if state["table"]["status"] == "over":
            self.over, self.result = True, state["table"]["result"]
            return
        if state["options"] and self.open is None:
            await asyncio.sleep(self.pause * self.rng.random() * 2)
            while self.must_wait():
                await asyncio.sleep(0.05)
            self._sent += 1
            move = self.rng.choice(state["options"])["text"]
            command = {"type": "play", "id": f"{self.seat}-{self._sent}", "at": state["table"]["moves"], "move": move}
            self.open = command
            self.history.sent(command)
            await socket.send(json.dumps(command))
