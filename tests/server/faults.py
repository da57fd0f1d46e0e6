"""Faults to inject while people play: kills, pauses, cut and frozen connections, a full disk, half-open sockets."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import signal
import socket
import threading
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import psycopg

from server.harness import OuterServer
from server.postgres import Cluster

Fault = Callable[[], Awaitable[None]]


def kill(server: OuterServer) -> Fault:
    async def do() -> None:
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)

    return do


def pause(server: OuterServer, seconds: float) -> Fault:
    async def do() -> None:
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(server.pid, signal.SIGCONT)

    return do


def skew(server: OuterServer, ms: int) -> Fault:
    """The server comes back on a machine whose clock is wrong."""

    async def do() -> None:
        server.env["TEST_SKEW_MS"] = str(ms)
        await kill(server)()

    return do


def full_disk(server: OuterServer, seconds: float) -> Fault:
    """No file of the process may grow."""

    async def do() -> None:
        before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, before[1]))
        await asyncio.sleep(seconds)
        with contextlib.suppress(ProcessLookupError):
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)

    return do


def cut_connections(url: str, seconds: float) -> Fault:
    """All connections to the database are ended, every 0.2 s."""

    async def do() -> None:
        for _ in range(int(seconds / 0.2)):
            await asyncio.to_thread(_cut, url)
            await asyncio.sleep(0.2)

    return do


def _cut(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def half_open(server: OuterServer, table: str, cookie: str, held: list[socket.socket]) -> Fault:
    """Clients that have gone without a word, in the middle of everything."""

    async def do() -> None:
        with contextlib.suppress(OSError):
            client = socket.create_connection(("127.0.0.1", server.port), timeout=5)
            client.sendall(
                f"GET /ws/v1/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: mirabilia_device={cookie}\r\n\r\n".encode()
            )
            held.append(client)

    return do


class Wire:
    """A line between the servers and PostgreSQL that can be frozen: nothing comes through, nothing is closed."""

    def __init__(self, cluster: Cluster) -> None:
        self._target = str(cluster.folder / ".s.PGSQL.5432")
        self._open = threading.Event()
        self._open.set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}{urlsplit(database).path}"

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                there = socket.socket(socket.AF_UNIX)
                with contextlib.suppress(OSError):
                    there.connect(self._target)
                    for pair in ((client, there), (there, client)):
                        threading.Thread(target=self._carry, args=pair, daemon=True).start()

    def _carry(self, here: socket.socket, there: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := here.recv(65536):
                self._open.wait()
                there.sendall(data)
        for end in (here, there):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def frozen(self, seconds: float) -> Fault:
        async def do() -> None:
            self._open.clear()
            await asyncio.sleep(seconds)
            self._open.set()

        return do

    def close(self) -> None:
        self._open.set()
        self._listening.close()


async def inject(faults: list[Fault], rng: random.Random, is_over: Callable[[], bool], between: float) -> int:
    """Lets the faults happen one after the other while the games go on; returns how many did."""
    done = 0
    for fault in faults:
        await asyncio.sleep(between * (0.5 + rng.random()))
        if is_over():
            break
        await fault()
        done += 1
    return done


def words(numbers: dict[str, Any]) -> str:
    return ", ".join(f"{value} {key}" for key, value in numbers.items())
