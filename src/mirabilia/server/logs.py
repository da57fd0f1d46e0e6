"""Logs: one JSON line per event, or readable text on a terminal. Secrets are never logged: paths carry none."""

from __future__ import annotations

import contextlib
import io
import logging
import sys
from typing import TextIO, cast

import structlog
from structlog.typing import Processor

from mirabilia.server.settings import Settings


class _StandardError(io.TextIOBase):
    """Standard error as it is at the moment. A log that nobody takes any more must not stop the server."""

    def write(self, text: str) -> int:
        if sys.stderr is not None:
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.write(text)
        return len(text)

    def flush(self) -> None:
        if sys.stderr is not None:
            with contextlib.suppress(OSError, ValueError):
                sys.stderr.flush()

    def close(self) -> None:
        """Does nothing: standard error is not ours to close, and at exit Python 3.13 has no `sys` left to flush it."""


def set_up(settings: Settings) -> None:
    """Sends the server's and uvicorn's logs to standard error in one format."""
    as_text = settings.log_format == "text" or (settings.log_format == "auto" and sys.stderr.isatty())
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
        structlog.processors.StackInfoRenderer(),
    ]
    if as_text:
        renderer: Processor = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    else:
        shared.append(structlog.processors.format_exc_info)
        renderer = structlog.processors.JSONRenderer()
    level = getattr(logging, settings.log_level.upper())
    structlog.configure(
        processors=[*shared, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(cast(TextIO, _StandardError())),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(_StandardError())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(level, logging.WARNING))
    for name in ("uvicorn", "uvicorn.error", "alembic"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    logging.getLogger("uvicorn.error").addFilter(_without_clients_faults)
    logging.getLogger("uvicorn.access").disabled = True


def _without_clients_faults(record: logging.LogRecord) -> bool:
    """Leaves out what only says that a client sent bad bytes; the limits on connections count those."""
    return not record.getMessage().startswith(("Invalid UTF-8", "Invalid HTTP request"))
