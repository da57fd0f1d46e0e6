"""Running the server: one process with uvicorn, or several that share a socket.

A stopping server first tells every client to come back (`bye`), then lets uvicorn close. The parent of several
processes only watches them: one that dies is replaced.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import structlog
import uvicorn
from fastapi import FastAPI

from mirabilia.engine import warming
from mirabilia.engine.running import running
from mirabilia.server import garbage
from mirabilia.server.app import create_app, warm_bots, warm_up
from mirabilia.server.http.connections import Connections, protocol_for, raise_file_limit
from mirabilia.server.logs import set_up
from mirabilia.server.settings import BadSettings, Settings
from mirabilia.server.storage.backup import server_lock
from mirabilia.server.storage.starting import prepare_storage

log = structlog.get_logger()

CLIENT_FRAME = 16 * 1024
PING_SECONDS = 20.0
SHORT_LIFE = 10.0  # seconds: a worker that ends sooner is replaced after a pause, longer each time
LONGEST_PAUSE = 15.0
OnReady = Callable[[int | None], object]  # called with the port, where there is one


class Server(uvicorn.Server):
    """uvicorn, with a farewell before the sockets close and a word when it is ready."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, on_ready: OnReady | None = None) -> None:
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


def uvicorn_config(app: FastAPI, settings: Settings, fd: int | None = None) -> uvicorn.Config:
    """How uvicorn is run; the same in tests and measurements."""
    app.state.connections = Connections(settings, raise_file_limit(settings), app.state.ledger)
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        fd=fd,
        log_config=None,
        access_log=False,
        proxy_headers=False,  # security.Shell does it, by the list of trusted proxies
        server_header=False,
        http=protocol_for(app.state.connections),
        ws="websockets-sansio",
        ws_max_size=CLIENT_FRAME,
        ws_per_message_deflate=True,  # with windows of 4 KB; a client that offers none gets plain messages
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=max(1, int(settings.shutdown_seconds) + 1),
        backlog=2048,
    )


def serve(settings: Settings, fd: int | None = None, on_ready: OnReady | None = None) -> int:
    """Runs one process until it is told to stop; returns the exit code."""
    set_up(settings)
    if fd is not None:
        end_with_parent()
    garbage.take_charge()
    sys.setswitchinterval(0.0005)  # each statement of the writer hands the lock over; 5 ms a time would add up
    with contextlib.ExitStack() as held:
        sockets = None if fd is not None else [held.enter_context(listen(settings))]
        if settings.is_sqlite:
            held.enter_context(server_lock(settings))
        prepare_storage(settings)  # what cannot work is said before the long part
        begin_to_warm_up()
        warm_up()
        warm_bots()
        app = create_app(settings)
        server = Server(uvicorn_config(app, settings, fd), app, on_ready)
        server.run(sockets)
        return 0 if server.started else 1


def listen(settings: Settings) -> socket.socket:
    """The socket of this server, taken first: a port that is in use is said at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise BadSettings(
            f"port {settings.port} is in use, perhaps by another Mirabilia; "
            f"stop that program or choose another port: --port {settings.port + 1}"
        ) from error


def begin_to_warm_up() -> None:
    """Logs what runs the rules, and builds the core behind the scenes if there is none."""
    way, why, core = running()
    log.info("engine", way=way, why=why, core=core and core.name)
    warming.start(lambda now: log.info("core", **{name: value for name, value in now._asdict().items() if value}))


def serve_several(settings: Settings, on_ready: OnReady | None = None) -> int:
    """Runs several processes on one socket; replaces those that die."""
    set_up(settings)
    listening = listen(settings)
    prepare_storage(settings)
    listening.set_inheritable(True)
    command = [sys.executable, "-m", "mirabilia", "serve", "--fd", str(listening.fileno())]
    workers: dict[subprocess.Popen[bytes], float] = {}  # with the moment each was started
    stopping = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    if on_ready is not None:
        on_ready(listening.getsockname()[1])
    pause = 0.0
    while not stopping.is_set():
        for worker in [worker for worker in workers if worker.poll() is not None]:
            lived = time.monotonic() - workers.pop(worker)
            pause = min(LONGEST_PAUSE, 2 * pause or 1.0) if lived < SHORT_LIFE else 0.0
            log.error("worker_ended", pid=worker.pid, code=worker.returncode, lived=round(lived, 1), pause=pause)
            if stopping.wait(pause):
                break
        while len(workers) < settings.processes and not stopping.is_set():
            # The worker reads its end of this pipe and ends when ours is gone, so that none outlives us.
            worker = subprocess.Popen(
                command, stdin=subprocess.PIPE, pass_fds=[listening.fileno()], env=_environment(settings)
            )
            workers[worker] = time.monotonic()
            log.info("worker_started", pid=worker.pid)
        stopping.wait(0.2)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.wait()
    return 0


def end_with_parent() -> None:
    """In a worker: an orderly stop as soon as the process that started it is gone, however it ended."""

    def wait() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 100):
                pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, name="mirabilia-parent", daemon=True).start()


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
