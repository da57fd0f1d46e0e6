"""Rate limits: token buckets, kept per process and forgotten when idle."""

from __future__ import annotations

import functools
import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from mirabilia.server import metrics
from mirabilia.server.refusals import Refusal

_MOST_KEYS = 20_000


@functools.lru_cache(maxsize=1 << 14)
def network_of(address: str) -> str:
    """On whose account an address is limited: an IPv4 address alone, in IPv6 its /64, which one customer has whole."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)


class Debts:
    """What each key has used lately, paid off steadily: tells how long to wait instead of refusing."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._owed: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much, and when

    def take(self, key: str, amount: float) -> float:
        """Counts this much and returns 0; beyond the burst nothing is counted: the seconds until it would fit."""
        if self._rate <= 0:
            return 0.0
        now = time.monotonic()
        owed, at = self._owed.get(key, (0.0, now))
        owed = max(0.0, owed - (now - at) * self._rate) + amount
        if owed > self._burst and owed > amount:
            return (owed - self._burst) / self._rate
        self._owed[key] = owed, now
        self._owed.move_to_end(key)
        if len(self._owed) > _MOST_KEYS:
            self._owed.popitem(last=False)
        return 0.0


class Bucket:
    """So many at once, refilled steadily. A rate of 0 means no limit."""

    __slots__ = ("_filled_at", "_level", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._level = burst
        self._filled_at = time.monotonic()

    def take(self, what: str, amount: float = 1.0) -> None:
        """Takes one, or more; raises `too_many` with the time to wait."""
        if self.rate <= 0:
            return
        now = time.monotonic()
        self._level = min(self.burst, self._level + (now - self._filled_at) * self.rate)
        self._filled_at = now
        wanted = min(amount, self.burst)
        if self._level < wanted:
            metrics.LIMITED.labels(what).inc()
            raise Refusal("too_many", what=what, retry_ms=int(1000 * (wanted - self._level) / self.rate) + 1)
        self._level -= amount


class Allowances:
    """So much per key, refilled steadily; spending is counted afterwards and may go below nothing."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when

    def _now(self, key: str) -> float:
        left, at = self._left.get(key, (self._most, time.monotonic()))
        return min(self._most, left + (time.monotonic() - at) * self._rate)

    def has(self, key: str) -> bool:
        """Whether anything is left."""
        return self._now(key) > 0

    def spend(self, key: str, amount: float) -> None:
        """Takes what was used."""
        self._left[key] = (self._now(key) - amount, time.monotonic())
        self._left.move_to_end(key)
        if len(self._left) > _MOST_KEYS:
            self._left.popitem(last=False)


class Buckets:
    """A bucket per key, such as an address; the least recently used are forgotten first."""

    def __init__(self, what: str, rate: float, burst: float) -> None:
        self._what, self._rate, self._burst = what, rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, amount: float = 1.0) -> None:
        """Takes one, or more, from the key's bucket; raises `too_many`."""
        if self._rate <= 0:
            return
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > _MOST_KEYS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        bucket.take(self._what, amount)


class Crowd:
    """How many there may be at once for each key."""

    def __init__(self, what: str, most: int) -> None:
        self._what, self._most = what, most
        self._counts: Counter[str] = Counter()

    def enter(self, key: str) -> None:
        """One more; raises `too_many`."""
        if self._most and self._counts[key] >= self._most:
            metrics.LIMITED.labels(self._what).inc()
            raise Refusal("too_many", what=self._what, retry_ms=1000)
        self._counts[key] += 1

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """One more while it lasts; raises `too_many`."""
        self.enter(key)
        try:
            yield
        finally:
            self.leave(key)

    def leave(self, key: str) -> None:
        """One less."""
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]
