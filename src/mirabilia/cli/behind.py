"""Says on standard error, in the reader's language, what happens behind the scenes (`engine/warming.py`)."""

from __future__ import annotations

import logging
import sys

from mirabilia.cli.language import known, t

BRINGS_IT = "pip install 'mirabilia[build]'"


class Behind(logging.Handler):
    """Takes the messages of `engine/warming.py`; the end of a build needs no line, since nothing changes but speed."""

    def emit(self, record: logging.LogRecord) -> None:
        warming = getattr(record, "warming", None)
        key = f"core.behind_{getattr(warming, 'state', '')}"
        if known(key):
            given = {"fault": getattr(warming, "fault", ""), "package": "numba", "command": BRINGS_IT}
            print(t(key, **given), file=sys.stderr, flush=True)


def listen() -> None:
    """Commands say what happens; whoever calls the library sets up `logging` as they like."""
    log = logging.getLogger("mirabilia.engine.warming")
    log.handlers = [Behind()]
    log.setLevel(logging.INFO)
    log.propagate = False
