"""Reading a catalog file: TOML into typed records, with errors that name the place.

What a file may hold is written as msgspec structs in `catalog.py` of each game. Unknown keys (a misspelt effect, say)
are refused here, contradictions between entries by the checks beside the structs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import TypeVar

import msgspec

from mirabilia.errors import CatalogError

T = TypeVar("T")


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that refuses keys it does not know."""


class Resources(Struct, frozen=True):
    """The goods of a game, by group."""

    raw: tuple[str, ...]
    manufactured: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """Raw materials first, then manufactured goods: the order in which the rules number them."""
        return self.raw + self.manufactured


class Science(Struct, frozen=True):
    """The science symbols, in the order in which the rules number them."""

    symbols: tuple[str, ...]


def data_text(package: str, filename: str) -> str:
    """The text of a data file in a package."""
    return (resources.files(package) / filename).read_text(encoding="utf-8")


def parse(text: str, kind: type[T], filename: str) -> T:
    """Turns TOML text into `kind`; a `CatalogError` says what is wrong and where."""
    try:
        return msgspec.convert(tomllib.loads(text), kind)
    except tomllib.TOMLDecodeError as error:
        raise CatalogError(f"{filename}: not TOML: {error}", file=filename) from error
    except msgspec.ValidationError as error:
        raise CatalogError(f"{filename}: {error}", file=filename) from error


class Checks:
    """Collects everything wrong with a catalog, so that one run reports all of it."""

    def __init__(self, filename: str) -> None:
        self.filename = filename
        self.faults: list[str] = []

    def that(self, holds: bool, otherwise: str) -> None:
        """Notes `otherwise` as a fault unless `holds`."""
        if not holds:
            self.faults.append(otherwise)

    def unique(self, names: Iterable[str], what: str) -> None:
        """Every name once."""
        seen: set[str] = set()
        for name in names:
            self.that(name not in seen, f"{what} {name!r} stands twice")
            seen.add(name)

    def finish(self) -> None:
        """Raises one `CatalogError` with all faults found."""
        if self.faults:
            raise CatalogError(f"{self.filename}: " + "; ".join(self.faults), file=self.filename, faults=self.faults)
