"""The audit: refusals in the log and in metrics, so that a flood of refusals is not a flood of log lines.

The first refusal of a kind from someone is logged at once; those that follow within a minute are counted and reported
with the next line. Addresses are logged as they are (an operator must be able to ban one), people by the beginning of
their id.
"""

from __future__ import annotations

import time
from collections import OrderedDict

import structlog

from mirabilia.server import metrics

log = structlog.get_logger("audit")

SAID_AGAIN = 60.0  # seconds between two log lines of one kind about one address
MAX_REMEMBERED = 5000  # kinds and addresses remembered
# What happens in any game among honest people is counted, but not worth a line.
ORDINARY = frozenset(
    {"stale", "not_your_turn", "illegal_move", "seat_on_bot", "not_late", "no_identity", "no_such_path"}
)

_said: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()


def refused(code: str, address: str = "", person: str | None = None, **about: object) -> None:
    """Counts a refusal, and logs it unless the same was logged a moment ago."""
    metrics.REFUSALS.labels(code).inc()
    if code in ORDINARY:
        return
    now = time.monotonic()
    at, silent = _said.get((code, address), (-SAID_AGAIN, 0))
    if now - at < SAID_AGAIN:
        _said[code, address] = (at, silent + 1)
        return
    _said[code, address] = (now, 0)
    _said.move_to_end((code, address))
    if len(_said) > MAX_REMEMBERED:
        _said.popitem(last=False)
    known = {key: value for key, value in about.items() if value is not None}
    log.info("refused", code=code, address=address, person=person and person[:6], since_last=silent, **known)
