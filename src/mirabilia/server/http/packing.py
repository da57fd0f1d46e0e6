"""Large JSON answers: encoded and compressed outside the event loop, or once per run of the server."""

from __future__ import annotations

import asyncio
import functools
import gzip
from collections.abc import Callable

from fastapi import Request, Response

from mirabilia.server.http.page import weighed
from mirabilia.server.tables.messages import encoder

JSON = "application/json"
SMALL = 1000  # bytes; smaller answers are not worth compressing
LEVEL = 5  # of compression while a client waits


def takes_gzip(request: Request) -> bool:
    """Whether the client accepts gzip."""
    return weighed(request.headers.get("accept-encoding", "").lower()).get("gzip", 0) > 0


def _answer(data: bytes, is_packed: bool) -> Response:
    packed = {"content-encoding": "gzip"} if is_packed else {}
    return Response(data, media_type=JSON, headers={"vary": "accept-encoding", **packed})


async def large_answer(request: Request, make: Callable[[], object]) -> Response:
    """The result of `make` as JSON; a thread does all the work."""
    pack = takes_gzip(request)

    def work() -> tuple[bytes, bool]:
        data = encoder.encode(make())
        return (gzip.compress(data, LEVEL, mtime=0), True) if pack and len(data) >= SMALL else (data, False)

    return _answer(*await asyncio.to_thread(work))


class Constant:
    """An answer that never changes while the server runs."""

    def __init__(self, make: Callable[[], object]) -> None:
        self._make = make

    @functools.cached_property
    def _plain(self) -> bytes:
        return encoder.encode(self._make())

    @functools.cached_property
    def _packed(self) -> bytes:
        return gzip.compress(self._plain, mtime=0)

    def answer(self, request: Request) -> Response:
        """The answer to a request."""
        pack = takes_gzip(request)
        return _answer(self._packed if pack else self._plain, pack)
