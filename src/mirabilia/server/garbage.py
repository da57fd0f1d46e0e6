"""When Python looks for garbage: never in the middle of play if it can wait.

Reference counting frees nearly everything at once; only closed sockets and tables that were let go leave cycles behind.
A full collection visits every object and stops the event loop meanwhile (0.1 s with 500 live tables), and Python would
start one whenever it has many new objects: exactly when much is going on. So full collections are ours to begin:
soon after something was released if the server is quiet, and at the latest when much was released or an hour passed.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import time

YOUNG = (10_000, 10)  # young objects are collected as always; that takes a millisecond
NEVER = 1_000_000
HEAPS = 2
QUIET = 20  # commands in the last second
SOME, MANY, MUCH = 100, 500, 2000  # released sockets and tables
OFTEN, SELDOM = 30.0, 3600.0  # seconds between two full collections
GROWTH, SOON = 10, 10.0  # middle collections (each after 100,000 objects that stayed), and seconds before it counts


def settle() -> None:
    """Called after start-up: the 200,000 objects of the compiler stay, so the collector need not visit them again."""
    gc.collect()
    gc.freeze()


def take_charge() -> None:
    """From now on Python begins no full collection by itself. For a process that is a server and nothing else.

    Its many threads share a few heaps (glibc): what one of them frees, another one uses.
    """
    gc.set_threshold(*YOUNG, NEVER)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(-8, HEAPS)  # M_ARENA_MAX


def collect() -> None:
    """A full collection; what is free then goes back to the system (glibc keeps it otherwise)."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


class Garbage:
    """Counts what was released and decides when to collect."""

    def __init__(self) -> None:
        self._released = 0
        self._collected_at = time.monotonic()

    def released(self) -> None:
        """A connection was closed or a table let go."""
        self._released += 1

    def is_due(self, commands: int, now: float) -> bool:
        """Whether to collect now, after a second with this many commands."""
        waited = now - self._collected_at
        if self._released >= MUCH or waited >= SELDOM:
            return True
        if waited >= SOON and (self._released >= MANY or gc.get_count()[2] >= GROWTH):
            return True
        return commands < QUIET and self._released >= SOME and waited >= OFTEN

    def consider(self, commands: int) -> None:
        """Called once a second."""
        now = time.monotonic()
        if self.is_due(commands, now):
            collect()
            self._released, self._collected_at = 0, now
