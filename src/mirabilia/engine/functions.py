"""Functions that run in plain Python or in the core, and change from one to the other while the program runs.

`compiled` (`compiling.py`) makes each typed function a `Function`, unless Numba is to run it. Called from outside, it
hands its arguments to the entry point of the core (`native.py`), or to the function itself with views of the arrays
(`views.py`). Plain functions call each other directly: each gets a copy of its module's names in which the functions
it calls are plain ones and constant tables are lists.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import update_wrapper
from types import FunctionType

import numpy as np

from mirabilia.engine import running
from mirabilia.engine.native import entry
from mirabilia.engine.signatures import Anything, Array, Group, Hearer, Number, Signature, signature_of
from mirabilia.engine.views import view

# Held while deciding what runs a function, because several threads may be the first to call it.
_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)
_begun: dict[Helper, Callable[..., Anything]] = {}  # plain functions that lack names yet: functions may call each other


class Helper:
    """A function that is part of other compiled functions; called by itself, it runs in plain Python."""

    def __init__(self, function: FunctionType) -> None:
        update_wrapper(self, function)
        self.function = function
        self._plain: Callable[..., Anything] | None = None

    @property
    def plain(self) -> Callable[..., Anything]:
        """The function with plain functions and lists in place of compiled functions and arrays."""
        if self._plain is not None:
            return self._plain
        with _lock:
            if self._plain is None and self not in _begun:
                self._make_plain()
            return self._plain or _begun[self]

    def _make_plain(self) -> None:
        """Makes the function and those it calls; none is returned before all are complete."""
        function = getattr(self.function, "plain_twin", self.function)
        names: dict[str, object] = {}
        assert isinstance(function, FunctionType)
        plain = FunctionType(function.__code__, names, function.__name__, function.__defaults__, function.__closure__)
        plain.__kwdefaults__ = function.__kwdefaults__
        first = not _begun
        _begun[self] = plain
        try:
            names.update((name, _plain_value(value)) for name, value in function.__globals__.items())
            if first:
                for helper, whole in _begun.items():
                    helper._plain = whole
        finally:
            if first:
                _begun.clear()

    def __call__(self, *given: Anything, **named: Anything) -> Anything:
        return self.plain(*given, **named)

    def __repr__(self) -> str:
        return f"<compiled function {self.function.__module__}.{self.function.__qualname__}>"


class Function(Helper):
    """A compiled function as the program calls it."""

    def __init__(self, function: FunctionType) -> None:
        super().__init__(function)
        self.run: Callable[..., Anything] = self._first_run
        self._signature: Signature | None = None
        running.register(self)

    @property
    def signature(self) -> Signature:
        """What it takes and returns."""
        if self._signature is None:
            self._signature = signature_of(self.function)
        return self._signature

    def __call__(self, *given: Anything, **named: Anything) -> Anything:
        return self.run(*given, **named)

    def _first_run(self, *given: Anything, **named: Anything) -> Anything:
        self.choose()
        return self.run(*given, **named)

    def choose(self) -> None:
        """Uses the entry point of the core, if it has one."""
        with _lock:
            if isinstance(self.signature.result, Group):  # parts of arrays, handed out as arrays
                self.run = self.function
                return
            library = running.core()
            native = library and entry(library, self.function, self.signature)
            self.run = native or self._with_views()

    def _with_views(self) -> Callable[..., Anything]:
        """The plain function, given views of the arrays."""
        plain = self.plain
        wanted = self.signature.parameters
        seen = [
            (place, name, Array(np.dtype(np.int64), 1) if isinstance(parameter, Hearer) else parameter)
            for place, (name, parameter) in enumerate(wanted)
            if not isinstance(parameter, Number)
        ]

        def run(*given: Anything, **named: Anything) -> Anything:
            arguments = list(given)
            for place, name, parameter in seen:
                if place < len(arguments):
                    arguments[place] = view(parameter, arguments[place])
                elif name in named:
                    named[name] = view(parameter, named[name])
            return plain(*arguments, **named)

        return run


def _plain_value(value: object) -> object:
    """What stands for a global name in plain functions."""
    if isinstance(value, Helper):
        return value.plain
    if isinstance(value, np.ndarray):
        return value.tolist()
    return value
