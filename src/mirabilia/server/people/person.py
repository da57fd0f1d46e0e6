"""Who plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Someone known by a device; `id` is never sent to anyone."""

    id: str
    name: str
