"""A game's catalog as every game has one: its data for programs in other languages, and the colours of its cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass

from mirabilia.catalog.reading import data_text
from mirabilia.json_types import JsonObject


@dataclass(frozen=True)
class GameCatalog:
    """Where the data of a game is, and what everyone may ask of it."""

    package: str
    filename: str
    colours: Mapping[str, str]  # by card

    @property
    def text(self) -> str:
        """The data file."""
        return data_text(self.package, self.filename)

    def data(self) -> JsonObject:
        """Every card, board, token and layout, JSON-ready (docs/catalog.md)."""
        return tomllib.loads(self.text)
