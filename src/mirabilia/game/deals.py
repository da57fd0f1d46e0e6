"""Helpers for reading deals: every fault becomes a `BadDeal` that says what is wrong and where.

A deal comes from outside (a file, a request, a bot), so nothing about its types may be taken for granted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from mirabilia.errors import BadDeal, brief
from mirabilia.json_types import Json, JsonFields, JsonObject

shown = brief  # how a value appears in a message about a deal


def fail(where: str, fault: str) -> BadDeal:
    """The error for a fault at a place of the deal."""
    return BadDeal(f"{where}: {fault}", where=where, fault=fault)


def mapping(deal: object) -> JsonFields:
    """The deal as a mapping with text keys."""
    if not isinstance(deal, Mapping):
        raise fail("deal", f"must be a dict, not {type(deal).__name__}")
    for key in deal:
        if not isinstance(key, str):
            raise fail("deal", f"has a key that is not text: {shown(key)}")
    return deal


def only_keys(deal: JsonFields, required: Collection[str], optional: Collection[str] = ()) -> None:
    """Exactly the keys a deal of this game has."""
    for key in required:
        if key not in deal:
            raise fail("deal", f"lacks {key!r}")
    for key in deal:
        if key not in required and key not in optional:
            raise fail("deal", f"has an unknown key {shown(key)}")


def items(value: object, where: str, count: int | None = None) -> Sequence[Json]:
    """A list or tuple, of the given length."""
    if not isinstance(value, list | tuple):
        raise fail(where, f"must be a list, not {shown(value)}")
    if count is not None and len(value) != count:
        raise fail(where, f"must have {count} entries, has {len(value)}")
    return value


def names(value: object, where: str, known: Collection[str], count: int | None = None) -> list[str]:
    """A list of known names, of the given length."""
    entries = items(value, where, count)
    return [known_name(entry, f"{where}[{place}]", known) for place, entry in enumerate(entries)]


def known_name(value: object, where: str, known: Collection[str]) -> str:
    """A known name."""
    if not isinstance(value, str):
        raise fail(where, f"must be a name, not {shown(value)}")
    if value not in known:
        raise fail(where, f"unknown name {shown(value)}")
    return value


def each_once(entries: Sequence[str], where: str) -> None:
    """No name twice."""
    for name, times in Counter(entries).items():
        if times > 1:
            raise fail(where, f"{name!r} appears {times} times")


def number(value: object, where: str, least: int, most: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise fail(where, f"must be a number from {least} to {most}, not {shown(value)}")
    return value


def as_lists(deal: msgspec.Struct) -> JsonObject:
    """A deal's struct as JSON-ready data: lists where it holds tuples."""
    fields: JsonObject = msgspec.to_builtins(deal)
    return {key: _listed(value) for key, value in fields.items()}


def _listed(value: Json) -> Json:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value
