"""Running the server: one process with uvicorn, or several that share a socket.

A stopping server first tells every client to come back (`bye`), then lets uvicorn close. The parent of several
processes only watches them: one that dies is replaced.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType
from typing import Any

import uvicorn

from mirabilia.server import garbage
from mirabilia.server.app import create_app
from mirabilia.server.backup import server_lock
from mirabilia.server.logs import set_up
from mirabilia.server.settings import Settings

CLIENT_FRAME = 16 * 1024
PING_SECONDS = 20.0


class Server(uvicorn.Server):
    """uvicorn, with a farewell before the sockets close and a word when it is ready."""

    def __init__(self, config: uvicorn.Config, app: Any, on_ready: Any = None) -> None:
        super().__init__(config)
        self._app = app
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._on_ready is not None:
            listening = [handle.getsockname() for server in self.servers for handle in server.sockets]
            self._on_ready(listening[0][1] if listening and isinstance(listening[0], tuple) else None)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        context = getattr(self._app.state, "context", None)
        if context is not None:
            await context.hub.farewell()
        await super().shutdown(sockets)


def uvicorn_config(app: Any, settings: Settings, fd: int | None = None) -> uvicorn.Config:
    """How uvicorn is run; the same in tests and measurements."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        fd=fd,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # security.Shell does it, by the list of trusted proxies
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=CLIENT_FRAME,
        ws_per_message_deflate=False,  # costs 300 KB of memory per socket
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=max(1, int(settings.shutdown_seconds) + 1),
        backlog=2048,
    )


def serve(settings: Settings, fd: int | None = None, on_ready: Any = None) -> int:
    """Runs one process until it is told to stop; returns the exit code."""
    set_up(settings)
    garbage.take_charge()
    sys.setswitchinterval(0.0005)  # each statement of the writer hands the lock over; 5 ms a time would add up
    with server_lock(settings) if settings.is_sqlite else contextlib.nullcontext():
        app = create_app(settings)
        server = Server(uvicorn_config(app, settings, fd), app, on_ready)
        server.run()
        return 0 if server.started else 1


def serve_several(settings: Settings, on_ready: Any = None) -> int:
    """Runs several processes on one socket; replaces those that die."""
    set_up(settings)
    listening = socket.create_server((settings.host, settings.port), backlog=2048)
    listening.set_inheritable(True)
    command = [sys.executable, "-m", "mirabilia", "serve", "--fd", str(listening.fileno())]
    children: list[subprocess.Popen[bytes]] = []
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    if on_ready is not None:
        on_ready(listening.getsockname()[1])
    started = 0.0
    while not stopping:
        children = [child for child in children if child.poll() is None]
        if len(children) < settings.processes:
            if time.monotonic() - started < 1.0 and started and len(children) == 0:
                time.sleep(1.0)
            started = time.monotonic()
            children.append(subprocess.Popen(command, pass_fds=[listening.fileno()], env=_environment(settings)))
        else:
            time.sleep(0.2)
    for child in children:
        child.terminate()
    for child in children:
        child.wait()
    return 0


def _environment(settings: Settings) -> dict[str, str]:
    """The settings of this process, for its children."""
    from mirabilia.server.settings import PREFIX

    chosen = settings.model_dump(exclude_unset=True)
    given = {}
    for name, value in chosen.items():
        if hasattr(value, "get_secret_value"):
            value = value.get_secret_value()
        if value is not None and name != "processes":
            given[PREFIX + name.upper()] = ",".join(value) if isinstance(value, list) else str(value)
    return {**os.environ, **given, f"{PREFIX}PROCESSES": "1"}
