"""All facts of both games as data, read from `duel.toml` and `wonders.toml` and checked when loaded."""

from mirabilia.catalog.duel import DuelCatalog, duel_catalog
from mirabilia.catalog.wonders import WondersCatalog, wonders_catalog

__all__ = ["DuelCatalog", "WondersCatalog", "duel_catalog", "wonders_catalog"]
