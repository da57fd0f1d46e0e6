"""Long work that may be given up: whoever begins it says how to find out whether its result is still wanted.

Searches, replays and analyses ask `check_wanted` between units of work of a few milliseconds. Outside of
`wanted_while` everything is wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_is_wanted: ContextVar[Callable[[], bool] | None] = ContextVar("is_wanted", default=None)


class NotWanted(Exception):
    """Nobody waits for the result any more."""


@contextmanager
def wanted_while(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """What is done inside, in this thread or with a copy of its context, ends with `NotWanted` once this is false."""
    before = _is_wanted.set(is_wanted)
    try:
        yield
    finally:
        _is_wanted.reset(before)


def still_wanted() -> bool:
    """Whether someone waits for what is being done."""
    is_wanted = _is_wanted.get()
    return is_wanted is None or is_wanted()


def check_wanted() -> None:
    """Raises `NotWanted` if nobody does."""
    if not still_wanted():
        raise NotWanted
