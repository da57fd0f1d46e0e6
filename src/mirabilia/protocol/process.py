"""A bot as a child process that talks in lines, seen from the host. It knows no messages, only lines and time.

Reading, writing and emptying standard error each have a thread, so that no child, however it behaves, can block the
host: every wait here has an end. The child gets a process group of its own, and closing ends that group and no other.
"""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from mirabilia.protocol.messages import MAX_LINE

QUEUED_LINES = 1000  # a child that prints without end is not read any further
ERROR_LINES = 20
POLITE_SECONDS = 0.5  # how long a child may take to end by itself


class NoAnswer(Exception):
    """No line came in time."""


class Ended(Exception):
    """The child's output ended."""


def arguments_of(command: str | Sequence[str]) -> list[str]:
    """A command line split as a shell would, without running a shell."""
    parts = shlex.split(command) if isinstance(command, str) else list(command)
    if not parts:
        raise ValueError("the command is empty")
    return parts


class LineProcess:
    """A running child. `OSError` or `ValueError` when the command cannot be started."""

    def __init__(self, command: str | Sequence[str]) -> None:
        self._child = subprocess.Popen(
            arguments_of(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",
        )
        assert self._child.stdin and self._child.stdout and self._child.stderr
        self._incoming: queue.Queue[tuple[float, bytes] | None] = queue.Queue(QUEUED_LINES)
        self._outgoing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._errors: deque[str] = deque(maxlen=ERROR_LINES)
        self._stopped = threading.Event()
        self._kill = weakref.finalize(self, _kill, self._child)
        self._threads = [
            _thread(_write_all, self._child.stdin, self._outgoing),
            _thread(_read_all, self._child.stdout, self._incoming, self._stopped),
            _thread(_drain, self._child.stderr, self._errors),
        ]

    @property
    def pid(self) -> int:
        """The child's process number."""
        return self._child.pid

    @property
    def returncode(self) -> int | None:
        """How the child ended; None while it runs."""
        return _peek(self._child)

    @property
    def last_errors(self) -> str:
        """The last lines the child wrote to standard error."""
        return "\n".join(self._errors)

    def send(self, line: bytes) -> None:
        """Hands over one line; never waits."""
        self._outgoing.put(line + b"\n")

    def end_input(self) -> None:
        """Closes the child's input."""
        self._outgoing.put(None)

    def receive(self, deadline: float) -> tuple[float, bytes]:
        """The next line with the time (`time.monotonic`) at which it came. Raises `NoAnswer` or `Ended`."""
        try:
            item = self._incoming.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise NoAnswer from None
        if item is None:
            self._incoming.put(None)  # also for whoever asks next
            self.wait(POLITE_SECONDS)
            self._threads[2].join(POLITE_SECONDS)
            raise Ended
        return item

    def wait(self, seconds: float) -> bool:
        """Whether the child ends within that time."""
        deadline = time.monotonic() + seconds
        while (ended := self.returncode is not None) is False and time.monotonic() < deadline:
            time.sleep(0.005)
        return ended

    def close(self, polite: bool = True) -> None:
        """Ends the child: by the end of its input if `polite`, by force if that does not help."""
        if polite and self.returncode is None:
            self.end_input()
            self.wait(POLITE_SECONDS)
        self._kill()
        self._stopped.set()
        self.end_input()
        for thread in self._threads:
            thread.join(POLITE_SECONDS)


def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=arguments, daemon=True)
    thread.start()
    return thread


def _write_all(pipe: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    with suppress(OSError, ValueError):
        while (line := lines.get()) is not None:
            pipe.write(line)
            pipe.flush()
    with suppress(OSError, ValueError):
        pipe.close()


def _read_all(pipe: IO[bytes], lines: queue.Queue[tuple[float, bytes] | None], stopped: threading.Event) -> None:
    def put(item: tuple[float, bytes] | None) -> None:
        while not stopped.is_set():
            with suppress(queue.Full):
                lines.put(item, timeout=0.2)
                return

    with suppress(OSError, ValueError), pipe:
        # one byte more than allowed, so that a line that is too long is noticed and refused
        while not stopped.is_set() and (line := pipe.readline(MAX_LINE + 2)):
            put((time.monotonic(), line.rstrip(b"\r\n")))
    put(None)


def _drain(pipe: IO[bytes], lines: deque[str]) -> None:
    with suppress(OSError, ValueError), pipe:
        while line := pipe.readline(4096):
            lines.append(line.decode("utf-8", "replace").rstrip()[:300])


def _peek(child: subprocess.Popen[bytes]) -> int | None:
    """The exit code, without letting the system forget the child: its number must stay taken until `_kill`."""
    if os.name != "posix" or child.returncode is not None:
        return child.poll()
    state = os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    if state is None:
        return None
    return state.si_status if state.si_code == os.CLD_EXITED else -state.si_status


def _kill(child: subprocess.Popen[bytes]) -> None:
    """Ends the child and what it started in its group. The group is the child's own: it was made for it."""
    if os.name == "posix" and child.returncode is None:
        with suppress(OSError):
            os.killpg(child.pid, signal.SIGKILL)
    elif child.poll() is None:
        child.kill()
    with suppress(subprocess.TimeoutExpired):
        child.wait(5)
