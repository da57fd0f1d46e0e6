"""Mirabilia: play, host and study 7 Wonders and 7 Wonders Duel.

>>> import mirabilia
>>> game = mirabilia.new_game("duel", seed=7)
>>> game.to_act
(1,)
"""

import sys
from importlib import import_module

from mirabilia.errors import (
    BadArray,
    BadDeal,
    BadOption,
    BadPlayers,
    BadRecord,
    BadReward,
    BadSeat,
    BadSeed,
    CatalogError,
    GameOver,
    IllegalMove,
    MirabiliaError,
    MoveError,
    NoOtherDeal,
    NotYourTurn,
    UnknownGame,
)
from mirabilia.game import Game, Option, Quote, Result, from_deal, new_game
from mirabilia.record import Record, read_record, read_records, write_records

__version__ = "0.4.0"

__all__ = [
    "BadArray",
    "BadDeal",
    "BadOption",
    "BadPlayers",
    "BadRecord",
    "BadReward",
    "BadSeat",
    "BadSeed",
    "CatalogError",
    "Game",
    "GameOver",
    "IllegalMove",
    "MirabiliaError",
    "MoveError",
    "NoOtherDeal",
    "NotYourTurn",
    "Option",
    "Quote",
    "Record",
    "Result",
    "UnknownGame",
    "__version__",
    "from_deal",
    "new_game",
    "read_record",
    "read_records",
    "write_records",
]

# Parts that are loaded when they are first named: `mirabilia.batch.make(...)` needs no import of its own.
_PARTS = ("arena", "batch", "bots", "dataset", "encoding", "envs", "protocol", "search", "study", "train")


def __getattr__(name: str) -> object:
    if name in _PARTS:
        return import_module(f"mirabilia.{name}")
    raise AttributeError(f"module 'mirabilia' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_PARTS})


# Gymnasium knows environments only once they are registered: a program that works with it finds ours at once.
if "gymnasium" in sys.modules:
    import_module("mirabilia.envs")
