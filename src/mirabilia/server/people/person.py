"""Who plays."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Somebody known by a device; `id` is never sent to anybody."""

    id: str
    name: str
