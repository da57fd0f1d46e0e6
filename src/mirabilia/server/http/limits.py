"""Rate limits and limits of concurrent things, by key: an address, a person, a table.

What each key has used is in a ledger: of this process alone, or shared by all server processes of the machine, so that
an address cannot get more by reaching several of them. The keys used least recently are forgotten first.
"""

from __future__ import annotations

import functools
import hashlib
import ipaddress
import mmap
import os
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import numpy as np

from mirabilia.server import metrics
from mirabilia.server.refusals import Refusal

try:
    import fcntl
except ImportError:  # Windows, where there is one process
    fcntl = None  # type: ignore[assignment]

_MAX_KEYS = 50_000
_SLOTS = 1 << 16  # of a shared ledger
_TRIED = 8  # consecutive slots that a key may be in
LONGEST_WAIT = 60.0  # seconds after which everything owed beyond the burst is forgiven
WIDE = 8  # all networks of a /48 together get as much as this many of them
MAX_PROCESSES = 65  # the most a server has, and one to replace another during a rolling restart


@functools.lru_cache(maxsize=1 << 14)
def network_of(address: str) -> str:
    """The key an address is limited by: an IPv4 address itself, an IPv6 address by its /64, which is one customer's."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


@functools.lru_cache(maxsize=1 << 14)
def wider_network_of(network: str) -> str | None:
    """The /48 of a /64, because one customer may own it and rotate through 65,536 networks. None for IPv4."""
    if ":" not in network:
        return None
    try:
        return str(ipaddress.IPv6Network(network).supernet(new_prefix=48))
    except ValueError:
        return None


_ALONE = nullcontext()


class Ledger:
    """What each key owes, and how many things it holds: in this process alone."""

    def __init__(self) -> None:
        self._owed: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much, and when
        self._counts: Counter[str] = Counter()

    def owed(self, key: str, rate: float) -> float:
        """What a key still owes after the time that has passed."""
        owed, at = self._owed.get(key, (0.0, 0.0))
        return max(0.0, owed - (time.monotonic() - at) * rate)

    def owe(self, key: str, amount: float) -> None:
        """Sets what a key owes from now on."""
        self._owed[key] = amount, time.monotonic()
        self._owed.move_to_end(key)
        if len(self._owed) > _MAX_KEYS:
            self._owed.popitem(last=False)

    def locked(self) -> AbstractContextManager[None]:
        """Excludes all other readers and writers."""
        return _ALONE

    def count(self, key: str) -> int:
        """How many things a key holds."""
        return self._counts[key]

    def add(self, key: str, amount: int) -> None:
        """Adds to the count of a key; a negative number lowers it."""
        self._counts[key] += amount
        if self._counts[key] <= 0:
            del self._counts[key]


class SharedLedger(Ledger):
    """The same, shared by all processes that have the file. `place` is this process's number among them."""

    def __init__(self, file: int, place: int) -> None:
        super().__init__()
        self._file = file
        self._place = place
        memory = mmap.mmap(file, self.size())
        self._keys = np.frombuffer(memory, np.uint64, _SLOTS)
        self._debts = np.frombuffer(memory, np.float64, 2 * _SLOTS, 8 * _SLOTS).reshape(_SLOTS, 2)
        counts = np.frombuffer(memory, np.uint16, MAX_PROCESSES * _SLOTS, 24 * _SLOTS)
        self._there = counts.reshape(MAX_PROCESSES, _SLOTS)

    @staticmethod
    def size() -> int:
        """The bytes of the file."""
        return _SLOTS * (24 + 2 * MAX_PROCESSES)

    @contextmanager
    def locked(self) -> Iterator[None]:
        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)

    def _slot(self, key: str, *, make: bool) -> int | None:
        """The slot of a key; with `make` it replaces the least recently used key that holds nothing."""
        mark = _mark(key)
        first = mark % _SLOTS
        places = [(first + step) % _SLOTS for step in range(_TRIED)]
        for place in places:
            if int(self._keys[place]) == mark:
                return place
        if not make:
            return None
        free = [place for place in places if not self._there[:, place].any()]
        place = min(free or places, key=lambda each: float(self._debts[each, 1]))
        self._keys[place] = mark
        self._debts[place] = 0.0
        self._there[:, place] = 0
        return place

    def owed(self, key: str, rate: float) -> float:
        slot = self._slot(key, make=False)
        if slot is None:
            return 0.0
        owed, at = self._debts[slot]
        return max(0.0, float(owed) - (time.monotonic() - float(at)) * rate)

    def owe(self, key: str, amount: float) -> None:
        slot = self._slot(key, make=True)
        self._debts[slot] = amount, time.monotonic()

    def count(self, key: str) -> int:
        slot = self._slot(key, make=False)
        return 0 if slot is None else int(self._there[:, slot].sum())

    def add(self, key: str, amount: int) -> None:
        slot = self._slot(key, make=True)
        assert slot is not None
        self._there[self._place, slot] = max(0, int(self._there[self._place, slot]) + amount)
        self._debts[slot, 1] = time.monotonic()

    def forget_process(self, place: int) -> None:
        """Forgets the counts of a process that has ended."""
        with self.locked():
            self._there[place] = 0


@functools.lru_cache(maxsize=1 << 14)
def _mark(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "big") | 1


def new_ledger_file() -> int:
    """An anonymous file for a `SharedLedger`, to be inherited by the processes that share it."""
    file = os.memfd_create("mirabilia-ledger") if hasattr(os, "memfd_create") else _unnamed_file()
    os.ftruncate(file, SharedLedger.size())
    os.set_inheritable(file, True)
    return file


def _unnamed_file() -> int:
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


class Debts:
    """An allowance for each key, refilled steadily, that answers how long to wait instead of refusing."""

    def __init__(self, what: str, rate: float, burst: float, ledger: Ledger | None = None) -> None:
        self.what, self._rate, self._burst = what, rate, burst
        self._ledger = ledger or Ledger()

    def take(self, key: str, amount: float = 1.0) -> float:
        """Counts this much and returns 0; if it exceeds the burst, counts nothing and returns the seconds to wait."""
        if self._rate <= 0:
            return 0.0
        key = f"{self.what} {key}"
        with self._ledger.locked():
            owed = self._ledger.owed(key, self._rate) + amount
            if owed > self._burst and owed > amount:
                return (owed - self._burst) / self._rate
            self._ledger.owe(key, owed)
        return 0.0

    def charge(self, key: str, amount: float) -> float:
        """Counts this much in any case; returns the seconds until no more than the burst is owed."""
        if self._rate <= 0:
            return 0.0
        key = f"{self.what} {key}"
        with self._ledger.locked():
            owed = min(self._ledger.owed(key, self._rate) + amount, self._burst + LONGEST_WAIT * self._rate)
            self._ledger.owe(key, owed)
        return max(0.0, (owed - self._burst) / self._rate)

    def has(self, key: str) -> bool:
        """Whether a key has anything left."""
        return self._rate <= 0 or self._ledger.owed(f"{self.what} {key}", self._rate) < self._burst

    def spend(self, key: str, amount: float) -> None:
        """Counts what was used, even beyond the burst."""
        if self._rate > 0:
            key = f"{self.what} {key}"
            with self._ledger.locked():
                self._ledger.owe(key, self._ledger.owed(key, self._rate) + amount)


class Buckets(Debts):
    """A burst for each key, refilled steadily. A rate of 0 means no limit."""

    def need(self, key: str, amount: float = 1.0) -> None:
        """Takes one or more; raises `too_many` with the time to wait."""
        wait = self.take(key, amount)
        if wait:
            metrics.LIMITED.labels(self.what).inc()
            raise Refusal("too_many", what=self.what, retry_ms=int(1000 * wait) + 1)


class Crowd:
    """A limit of concurrent things for each key."""

    def __init__(self, what: str, most: int, ledger: Ledger | None = None) -> None:
        self.what, self._most = what, most
        self._ledger = ledger or Ledger()

    def try_to_enter(self, key: str) -> bool:
        """Adds one if the limit allows it; returns whether it did."""
        key = f"{self.what} {key}"
        with self._ledger.locked():
            if self._most and self._ledger.count(key) >= self._most:
                return False
            self._ledger.add(key, 1)
        return True

    def enter(self, key: str) -> None:
        """Adds one; raises `too_many` at the limit."""
        if not self.try_to_enter(key):
            metrics.LIMITED.labels(self.what).inc()
            raise Refusal("too_many", what=self.what, retry_ms=1000)

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """Adds one for the length of the context; raises `too_many` at the limit."""
        self.enter(key)
        try:
            yield
        finally:
            self.leave(key)

    def leave(self, key: str) -> None:
        """Removes one."""
        with self._ledger.locked():
            self._ledger.add(f"{self.what} {key}", -1)
