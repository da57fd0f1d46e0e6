"""What the columns of an observation are called and what they say.

Each game describes the parts of its observation (`naming.py` in its own folder): a sentence, and a label for every
column, taken from the catalog and the rules' tables, so that a card that is added has its column named by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Meaning(NamedTuple):
    """What a part of an observation says."""

    words: str
    labels: tuple[str, ...] = ()  # one per column; none where the part is a single column


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number behind one that was there already: "Baths", "Baths (2)"."""
    found: list[str] = []
    for place, name in enumerate(names):
        again = names[:place].count(name)
        found.append(f"{name} ({again + 1})" if again else name)
    return tuple(found)


def names_of(part: str, size: int, meaning: Meaning) -> list[str]:
    """The names of a part's columns: its own for a single one, else with a label behind: "hand:Baths"."""
    if size == 1:
        return [part]
    labels = meaning.labels or tuple(map(str, range(size)))
    if len(labels) != size:
        raise ValueError(f"{part} has {size} columns and {len(labels)} labels")
    return [f"{part}:{label}" for label in labels]
