"""What a compiled function takes and returns, read from its annotations.

Three readers need it: the build (`build/entries.py`), which writes an entry point for each function; the loader
(`native.py`), which calls that entry point; and plain mode (`views.py`), which shows arrays to Python code.

An array crosses the border as its address and its lengths, a number as itself, a group as the address of a block of
eight-byte slots that holds the same things one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias, get_type_hints

import numpy as np

Anything = Any  # a value that only its annotation describes


@dataclass(frozen=True)
class Number:
    """An int64 ("q"), a float64 ("d") or a bool ("?")."""

    letter: str


@dataclass(frozen=True)
class Array:
    """A contiguous array of numbers or records."""

    kind: np.dtype[Anything]
    dimensions: int
    record: type | None = None


@dataclass(frozen=True)
class Group:
    """A named tuple of things that travel together."""

    type: type[tuple[object, ...]]
    fields: tuple[tuple[str, Parameter], ...]


@dataclass(frozen=True)
class Record:
    """A single record, which only compiled code hands on."""

    record: type


@dataclass(frozen=True)
class Hearer:
    """An array of int64 that receives rows, or None."""


Parameter: TypeAlias = "Number | Array | Group | Record | Hearer"

_NUMBERS = {int: Number("q"), float: Number("d"), bool: Number("?")}
ROWS = Array(np.dtype(np.int64), 1)  # an event buffer that is not None


@dataclass(frozen=True)
class Signature:
    """The parameters of a function by name, and its result; None for no result."""

    parameters: tuple[tuple[str, Parameter], ...]
    result: Parameter | None

    @property
    def reports(self) -> bool:
        """Whether there are two compiled forms, one with an event buffer and one without."""
        return any(isinstance(parameter, Hearer) for _, parameter in self.parameters)

    @property
    def is_callable(self) -> bool:
        """Whether Python can call it: records and groups stay inside compiled code."""
        simple = self.result is None or isinstance(self.result, Number)
        return simple and not any(isinstance(parameter, Record) for _, parameter in self.parameters)


def entry_name(function: Callable[..., object], reports: bool) -> str:
    """The symbol of a function's entry point."""
    name = f"{function.__module__}.{function.__name__}".removeprefix("mirabilia.").replace(".", "_")
    return f"{name}__reporting" if reports else name


def signature_of(function: Callable[..., object]) -> Signature:
    """The signature that a function's annotations give."""
    hints = get_type_hints(function)
    result = hints.pop("return")
    parameters = tuple((name, parameter_of(hint)) for name, hint in hints.items())
    return Signature(parameters, None if result in (None, type(None)) else parameter_of(result))


def parameter_of(hint: object) -> Parameter:
    """What an annotation stands for."""
    if getattr(hint, "is_event_buffer", False):
        return Hearer()
    if hint in _NUMBERS:
        return _NUMBERS[hint]
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        hints = get_type_hints(hint)
        return Group(hint, tuple((name, parameter_of(hints[name])) for name in hint._fields))
    stored = getattr(hint, "stored_as", None)
    if stored is not None:
        kind, dimensions, record = stored
        return Array(np.dtype(kind), dimensions, record)
    if isinstance(hint, type) and hasattr(hint, "dtype"):
        return Record(hint)
    raise TypeError(f"{hint!r} is not an annotation of compiled code")


def slots(parameter: Parameter) -> Iterator[tuple[str, Array | None]]:
    """The slots of a parameter in a block: "p" for an address, "q" for a length or an int, "d" for a float, "?"."""
    if isinstance(parameter, Group):
        for _, field in parameter.fields:
            yield from slots(field)
    elif isinstance(parameter, Array):
        yield "p", parameter
        for _ in range(parameter.dimensions):
            yield "q", None
    elif isinstance(parameter, Number):
        yield parameter.letter, None
    else:
        raise TypeError(f"{parameter} cannot be part of a block")
