"""Servers for tests: one inside the test process (quick), and real processes that can be killed."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from mirabilia.server.app import create_app
from mirabilia.server.logs import set_up
from mirabilia.server.run import Server, uvicorn_config
from mirabilia.server.settings import Settings

TEST_SETTINGS: dict[str, Any] = {
    "port": 0,
    "bot_pace_ms": 0,
    "bot_level": "random",
    "create_per_hour": 0,
    "requests_per_minute": 0,
    "commands_per_second": 0,
    "chat_per_minute": 0,
    "sockets_per_device": 0,
    "sockets_per_seat": 0,
    "bytes_per_second": 0,
    "changes_per_minute": 0,
    "events_per_hour": 0,
    "analyses_per_hour": 0,
    "hint_simulations": 20,
    "patience_seconds": 0,
    "shutdown_seconds": 1,
    "log_format": "json",
}


class _Addresses:
    """Where a server on this machine is."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


class InnerServer(_Addresses):
    """The server in a thread of this process, on a real port, and on the event loop that people's servers have.

    `plain`: on asyncio's own loop, as where uvloop is not installed, and on Windows.
    """

    def __init__(self, plain: bool = False, **given: Any) -> None:
        self._plain = plain
        self.settings = Settings(_env_file=None, **{**TEST_SETTINGS, **given})
        set_up(self.settings)
        self.app = create_app(self.settings)
        self._ready: threading.Event = threading.Event()
        self.port = 0
        self._server = Server(uvicorn_config(self.app, self.settings), self.app, self._on_ready)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        limit = time.monotonic() + 400  # the very first start compiles the rules
        while not self._ready.wait(0.2):
            if not self._thread.is_alive() or time.monotonic() > limit:
                raise RuntimeError("the server did not start")

    def _on_ready(self, port: int) -> None:
        self.port = port
        self.loop = asyncio.get_running_loop()
        self._ready.set()

    def _run(self) -> None:
        with contextlib.suppress(SystemExit):
            factory = None if self._plain else self._server.config.get_loop_factory()
            with asyncio.Runner(loop_factory=factory) as runner:
                runner.run(self._server.serve())

    @property
    def hub(self) -> Any:
        return self.app.state.context.hub

    def person(self, name: str | None = None) -> Person:
        return Person(self, name)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(30)


class Person:
    """Somebody with a browser: a cookie jar, REST, sockets."""

    def __init__(self, server: Any, name: str | None = None) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url + "/api/v1", timeout=30)
        if name is not None:
            self.post("/me", {"name": name})

    @property
    def cookie(self) -> str:
        return self.http.cookies.get("mirabilia_device") or ""

    def get(self, path: str, **kwargs: Any) -> Any:
        answer = self.http.get(path, **kwargs)
        assert answer.status_code < 300, (answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, body: Any = None, status: int | None = None, **kwargs: Any) -> Any:
        return self._answer(self.http.post(path, json=body, **kwargs), status)

    def put(self, path: str, body: Any, status: int | None = None) -> Any:
        return self._answer(self.http.put(path, json=body), status)

    @staticmethod
    def _answer(answer: httpx.Response, status: int | None) -> Any:
        if status is None:
            assert answer.status_code < 300, (answer.status_code, answer.text)
        else:
            assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    def table(self, game: str = "duel", **options: Any) -> dict[str, Any]:
        return self.post("/tables", {"game": game, **options})

    def socket(self, table: str, **hello: Any) -> Seat:
        return Seat(self.server, table, self.cookie, **hello)

    def command(self, table: str, type: str, status: int | None = None, **fields: Any) -> Any:
        body = {"type": type, "id": f"r{time.monotonic_ns()}", **fields}
        return self.post(f"/tables/{table}/commands", body, status)


def changed(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The state with what a small update says of it."""
    named = {key: change[key] for key in ("waiting_for", "ready")}
    rest = {key: value for key, value in change.items() if key not in (*named, "view")}
    view = {**state["view"], **change["view"]}
    return {**state, **rest, "table": {**state["table"], **named}, "view": view}


class Seat:
    """A socket at a table. Keeps the last state and checks that numbers have no gaps."""

    def __init__(self, server: Any, table: str, cookie: str = "", hello: bool = True, **fields: Any) -> None:
        headers = {"Cookie": f"mirabilia_device={cookie}"} if cookie else {}
        headers.update(fields.pop("headers", {}))
        opening = connect(
            f"{server.ws_url}/ws/v1/tables/{table}", additional_headers=headers, max_size=None, close_timeout=2,
            compression=None, ping_interval=None,
        )  # fmt: skip
        self.ws: ClientConnection = opening.__enter__()
        self.seq = 0
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.log: list[dict[str, Any]] = []
        self.you: int | None = None
        self._count = 0
        if hello:
            self.send(type="hello", v=1, **fields)
            self.welcome = self.until("welcome")
            self.you = self.welcome["you"]

    def send(self, **message: Any) -> None:
        self.ws.send(json.dumps(message))

    def receive(self, timeout: float = 10) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.ws.recv(timeout))
        self.log.append(message)
        if message["type"] in ("welcome", "update"):
            if message["type"] == "update":
                for event in message["events"]:
                    assert event["seq"] == self.seq + 1, "a gap in the numbers"
                    self.seq = event["seq"]
                assert self.seq == message["seq"]
            self.seq = message["seq"]
            self.events += message["events"]
            self.state = message["state"] or changed(self.state, message["change"])
        return message

    def until(self, *types: str, timeout: float = 10, **wanted: Any) -> dict[str, Any]:
        """The next message of one of these types with these fields."""
        limit = time.monotonic() + timeout
        while True:
            message = self.receive(max(0.01, limit - time.monotonic()))
            if message["type"] in types and all(message.get(k) == v for k, v in wanted.items()):
                return message

    def until_event(self, kind: str, timeout: float = 10) -> dict[str, Any]:
        """The next event of a kind."""
        while True:
            message = self.until("update", timeout=timeout)
            for event in message["events"]:
                if event["kind"] == kind:
                    return event

    def settle(self) -> None:
        """Takes in everything the server has sent so far."""
        self.send(type="ping", n=7)
        self.until("pong", n=7)

    def command(self, type: str, id: str | None = None, **fields: Any) -> dict[str, Any]:
        """Sends a command and waits for its ack or refusal."""
        self._count += 1
        identity = id or f"c{self._count}.{time.monotonic_ns()}"
        self.send(type=type, id=identity, **fields)
        return self.until("ack", "refuse", id=identity)

    def play(self, move: str | None = None, **fields: Any) -> dict[str, Any]:
        """Plays a move (the first option if none is named)."""
        return self.command(
            "play", at=self.state["table"]["moves"], move=move or self.state["options"][0]["text"], **fields
        )

    def close(self) -> None:
        self.ws.close()

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Zygote:
    """One warm process that forks servers (zygote.py)."""

    _only: Zygote | None = None

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("zygote.py"))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == "ready"
        atexit.register(self.process.kill)

    @classmethod
    def get(cls) -> Zygote:
        if cls._only is None:
            cls._only = cls()
        return cls._only

    def start(self, env: dict[str, str], log: Path) -> int:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"env": env, "log": str(log), "folder": str(log.parent)}) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


class OuterServer(_Addresses):
    """A real server process on a fixed port, which may be killed and started again."""

    def __init__(self, data: Path, database_url: str | None = None, **given: Any) -> None:
        self.port = free_port()
        settings = {**TEST_SETTINGS, "port": self.port, "data_dir": data, "database_url": database_url, **given}
        self.env = {
            **{k: v for k, v in os.environ.items() if not k.startswith("MIRABILIA_") or k == "MIRABILIA_CACHE_DIR"},
            **{f"MIRABILIA_{k.upper()}": str(v) for k, v in settings.items() if v is not None},
        }
        self.log = data / f"server-{self.port}.log"
        self.pid = 0

    @property
    def is_running(self) -> bool:
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return bool(self.pid)

    def start(self) -> OuterServer:
        self.pid = Zygote.get().start(self.env, self.log)
        limit = time.monotonic() + 180  # with bot workers, each of which loads the compiled bots
        while time.monotonic() < limit:
            if not self.is_running:
                raise RuntimeError(f"the server ended: {self.log.read_text()[-2000:]}")
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(self.url + "/readyz", timeout=2).status_code == 200:
                    return self
            time.sleep(0.02)
        raise RuntimeError("the server did not become ready")

    def kill(self) -> None:
        """SIGKILL: no chance to finish anything."""
        os.kill(self.pid, signal.SIGKILL)
        self._wait(10)

    def stop(self, timeout: float = 20) -> bool:
        """SIGTERM, an orderly stop; False if it had to be killed."""
        if not self.pid or not self.is_running:
            return True
        os.kill(self.pid, signal.SIGTERM)
        if self._wait(timeout):
            return True
        self.kill()
        return False

    def _wait(self, timeout: float) -> bool:
        limit = time.monotonic() + timeout
        while self.is_running and time.monotonic() < limit:
            time.sleep(0.01)
        return not self.is_running


@contextlib.contextmanager
def inner_server(plain: bool = False, **given: Any) -> Iterator[InnerServer]:
    server = InnerServer(plain, **given)
    try:
        yield server
    finally:
        server.stop()
