"""The catalog as plain data, for programs in other languages: every card, board, token and layout of a game."""

from __future__ import annotations

import tomllib

from mirabilia.catalog.reading import data_text
from mirabilia.json_types import JsonObject


def catalog_data(filename: str) -> JsonObject:
    """A game's cards and everything else of its catalog, JSON-ready (docs/catalog.md)."""
    return tomllib.loads(data_text(filename))
