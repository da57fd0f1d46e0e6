"""The service as the worker of the page calls it (web/src/engine/worker.ts). Everything passes as JSON texts."""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from mirabilia.json_types import Json, JsonFields, JsonObject
from mirabilia.local.analyses import Running, answer_to
from mirabilia.local.service import Service as LocalService
from mirabilia.local.service import Text
from mirabilia.local.storage import Step, refused
from mirabilia.local.table import Conversation
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables import messages as m

REFUSED = 4404  # how a conversation ends that cannot be held


class Host(Protocol):
    """What the worker offers. Answers are JSON: `[null, value]`, or `[fault]`."""

    def write(self, steps: str) -> Awaitable[str]: ...
    def table(self, table_id: str) -> Awaitable[str]: ...
    def tables(self) -> Awaitable[str]: ...
    def row(self, store: str, key: str) -> Awaitable[str]: ...
    def erase(self) -> Awaitable[str]: ...
    def heard(self, number: int, text: str) -> None: ...
    def ended(self, number: int, code: int) -> None: ...
    def analyse(
        self, record: str, simulations: int, tell: Callable[[int], None], done: Callable[[str], None]
    ) -> Running: ...


class BrowserStorage:
    """The storage of the browser (`storage.Storage`)."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def write(self, steps: list[Step]) -> None:
        await _value(self._host.write(msgspec.json.encode(steps).decode()))

    async def table(self, table_id: str) -> JsonObject | None:
        found: JsonObject | None = await _value(self._host.table(table_id))
        return found

    async def tables(self) -> list[JsonFields]:
        found: list[JsonFields] = await _value(self._host.tables())
        return found

    async def row(self, store: str, key: str) -> Json:
        return await _value(self._host.row(store, key))

    async def erase(self) -> None:
        await _value(self._host.erase())


async def _value(asked: Awaitable[str]) -> Json:
    fault, *value = msgspec.json.decode(await asked)
    if fault is not None:
        raise refused(fault)
    return value[0]


class Service:
    """What the worker calls."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._service = LocalService(BrowserStorage(host), self._analyse)
        self._conversations: dict[int, tuple[str, Conversation]] = {}

    def _analyse(
        self, record: str, simulations: int, tell: Callable[[int], None], done: Callable[[str], None]
    ) -> Running:
        from pyodide.ffi import create_proxy  # comes with Pyodide; keeps what the worker calls later

        return self._host.analyse(record, simulations, create_proxy(tell), create_proxy(done))

    async def request(self, method: str, path: str, body: str | None, lang: str) -> str:
        """The answer: `json`, `text`, or a refusal's `code` and `args`."""
        try:
            answer = await self._service.request(method, path, body, lang)
        except Refusal as refusal:
            return msgspec.json.encode({"code": refusal.code, "args": refusal.details}).decode()
        except Exception:
            traceback.print_exc()
            return msgspec.json.encode({"code": "server_error", "args": {"request": path}}).decode()
        if isinstance(answer, Text):
            return msgspec.json.encode({"text": str(answer)}).decode()
        return msgspec.json.encode({"json": m.encoder.encode(answer).decode()}).decode()

    def converse(self, number: int, table_id: str) -> None:
        """Begins a conversation with a table."""

        def tell(message: bytes | msgspec.Raw) -> None:
            self._host.heard(number, bytes(message).decode())

        self._conversations[number] = (table_id, Conversation(tell))

    async def say(self, number: int, text: str) -> None:
        """A message of a conversation."""
        if number not in self._conversations:
            return
        table_id, conversation = self._conversations[number]
        try:
            message = m.client_decoder.decode(text)
            await self._service.table(table_id).receive(conversation, message, self._service.carry_out)
        except Refusal:
            self._host.ended(number, REFUSED)
        except Exception:
            traceback.print_exc()
            self._host.ended(number, REFUSED)

    def close(self, number: int) -> None:
        """Ends a conversation."""
        if number in self._conversations:
            table_id, conversation = self._conversations.pop(number)
            self._service.table(table_id).leave(conversation)


def start(host: Host) -> Service:
    """The service of this device."""
    return Service(host)


def analyse(record: str, simulations: int, tell: Callable[[int], None]) -> str:
    """One analysis, for a worker that was started for it."""
    return answer_to(record, simulations, tell)
