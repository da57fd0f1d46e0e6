"""Running the server: one process with uvicorn, or several that share a socket.

A stopping server first tells every client to come back (`bye`), then lets uvicorn close. The parent of several
processes only watches them: one that dies is replaced, and on SIGHUP each is replaced by a new one that is ready.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import structlog
import uvicorn
from fastapi import FastAPI

from mirabilia.engine import warming
from mirabilia.engine.running import running
from mirabilia.server import garbage, metrics
from mirabilia.server.app import create_app, warm_bots, warm_up
from mirabilia.server.http.connections import Connections, protocol_for, raise_file_limit
from mirabilia.server.http.frames import WebSocketProtocol
from mirabilia.server.http.limits import MAX_PROCESSES, Ledger, SharedLedger, new_ledger_file
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
        ws=WebSocketProtocol,
        ws_max_size=CLIENT_FRAME,
        ws_per_message_deflate=True,  # a client that offers none gets plain messages
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=max(1, int(settings.shutdown_seconds) + 1),
        backlog=2048,
    )


class Inherited(NamedTuple):
    """What a worker has from its parent, by the numbers of open files."""

    socket: int
    ledger: int
    ready: int  # written to when the worker takes requests
    place: int  # of the worker among the others

    def __str__(self) -> str:
        return ",".join(map(str, self))

    @classmethod
    def read(cls, text: str) -> Inherited:
        """From the command line."""
        return cls(*map(int, text.split(",")))


def serve(settings: Settings, inherited: Inherited | None = None, on_ready: OnReady | None = None) -> int:
    """Runs one process until a signal stops it; returns the exit code."""
    set_up(settings)
    ledger = Ledger()
    if inherited is not None:
        end_with_parent()
        ledger = SharedLedger(inherited.ledger, inherited.place)
        ready = inherited.ready
        on_ready = lambda port: os.write(ready, b"1")  # noqa: E731
    fd = None if inherited is None else inherited.socket
    garbage.take_charge()
    sys.setswitchinterval(0.0005)  # each statement of the writer hands the lock over; 5 ms a time would add up
    with contextlib.ExitStack() as held:
        sockets = None if fd is not None else [held.enter_context(listen(settings))]
        if settings.is_sqlite:
            bound = sockets[0].getsockname()[1] if sockets else None
            held.enter_context(server_lock(settings, address_of(settings, bound)))
        prepare_storage(settings)  # what cannot work is said before the long part
        begin_to_warm_up()
        warm_up()
        warm_bots()
        app = create_app(settings, ledger)
        server = Server(uvicorn_config(app, settings, fd), app, on_ready)
        server.run(sockets)
        return 0 if server.started else 1


def address_of(settings: Settings, port: int | None) -> str:
    """Where people on this machine reach the server."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    return settings.public_url or f"http://{host}:{port or settings.port}{settings.path_prefix}/"


def listen(settings: Settings) -> socket.socket:
    """The socket of this server, taken first: a port that is in use is said at once."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        other = settings.port + 1
        raise BadSettings(
            f"port {settings.port} is in use, perhaps by another Mirabilia; "
            f"stop that program or choose another port: --port {other} or MIRABILIA_PORT={other}"
        ) from error


def begin_to_warm_up() -> None:
    """Logs what runs the rules, and builds the core behind the scenes if there is none."""
    way, why, core = running()
    log.info("engine", way=way, why=why, core=core and core.name)
    warming.start(lambda now: log.info("core", **{name: value for name, value in now._asdict().items() if value}))


class ServerProcess:
    """A server process that shares the socket of its parent."""

    def __init__(self, settings: Settings, listening: socket.socket, ledger: int, place: int, figures: str) -> None:
        self.place = place
        self.started = time.monotonic()
        self._ready, ready = os.pipe()
        inherited = Inherited(listening.fileno(), ledger, ready, place)
        # The worker reads its end of its standard input and ends when ours is gone, so that none outlives us.
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mirabilia", "serve", "--worker", str(inherited)],
            stdin=subprocess.PIPE,
            pass_fds=[inherited.socket, ledger, ready],
            env={**_environment(settings), metrics.SHARED: figures},
        )
        os.close(ready)
        log.info("worker_started", pid=self.process.pid)

    @property
    def is_ready(self) -> bool:
        """Whether it takes requests."""
        return bool(select.select([self._ready], [], [], 0)[0]) and self.process.poll() is None

    def ended(self) -> None:
        """It is gone."""
        os.close(self._ready)


class Supervisor:
    """The processes of a server: those that die are replaced, and a rolling restart replaces one after the other."""

    def __init__(self, settings: Settings, listening: socket.socket, figures: str) -> None:
        self._settings, self._listening, self._figures = settings, listening, figures
        self._file = new_ledger_file()
        self._ledger = SharedLedger(self._file, 0)
        self.workers: list[ServerProcess] = []
        self._pause, self._resume_at = 0.0, 0.0
        self._to_renew: list[ServerProcess] = []
        self._renewed: tuple[ServerProcess, ServerProcess] | None = None  # the old one and the new one

    def look_after(self) -> None:
        """Called again and again: replaces what died and goes on with a rolling restart."""
        for worker in [worker for worker in self.workers if worker.process.poll() is not None]:
            self._bury(worker)
        now = time.monotonic()
        while len(self.workers) < self._settings.processes and now >= self._resume_at:
            self._start()
        self._renew()

    def renew(self) -> None:
        """Begins a rolling restart: each process is replaced once its successor is ready."""
        self._to_renew = list(self.workers)
        log.info("rolling_restart", processes=len(self._to_renew))

    def stop(self) -> None:
        """Ends all."""
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            worker.process.wait()

    def _start(self) -> ServerProcess:
        taken = {worker.place for worker in self.workers}
        place = next(place for place in range(MAX_PROCESSES) if place not in taken)
        worker = ServerProcess(self._settings, self._listening, self._file, place, self._figures)
        self.workers.append(worker)
        return worker

    def _bury(self, worker: ServerProcess) -> None:
        self.workers.remove(worker)
        self._ledger.forget_process(worker.place)
        metrics.forget_process(self._figures, worker.process.pid)
        worker.ended()
        old, new = self._renewed or (None, None)
        if worker is old:
            self._renewed = None
            log.info("worker_renewed", pid=worker.process.pid)
            return
        lived = time.monotonic() - worker.started
        self._pause = min(LONGEST_PAUSE, 2 * self._pause or 1.0) if lived < SHORT_LIFE else 0.0
        self._resume_at = time.monotonic() + self._pause
        log.error(
            "worker_ended", pid=worker.process.pid, code=worker.process.returncode, lived=round(lived, 1),
            pause=self._pause,
        )  # fmt: skip
        if worker is new:  # what is installed now does not start: the others go on as they are
            self._renewed, self._to_renew = None, []
            log.error("rolling_restart_given_up")

    def _renew(self) -> None:
        if self._renewed is None:
            self._to_renew = [worker for worker in self._to_renew if worker in self.workers]
            if self._to_renew:
                self._renewed = self._to_renew.pop(0), self._start()
        elif self._renewed[1].is_ready:
            self._renewed[0].process.terminate()


def serve_several(settings: Settings, on_ready: OnReady | None = None) -> int:
    """Runs several processes on one socket; replaces those that die, and on SIGHUP each of them in turn."""
    set_up(settings)
    listening = listen(settings)
    prepare_storage(settings)
    listening.set_inheritable(True)
    stopping, renewing = threading.Event(), threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopping.set())
    signal.signal(signal.SIGHUP, lambda *_: renewing.set())
    if on_ready is not None:
        on_ready(listening.getsockname()[1])
    with tempfile.TemporaryDirectory(prefix="mirabilia-metrics-") as figures:
        supervisor = Supervisor(settings, listening, figures)
        while not stopping.is_set():
            supervisor.look_after()
            if renewing.is_set():
                renewing.clear()
                supervisor.renew()
            stopping.wait(0.2)
        supervisor.stop()
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
