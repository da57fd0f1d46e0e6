"""The engines: packages of compiled functions, and the sources that each one's machine code is made of.

`rules/compiling.py` names an engine's cache by a hash over these files. This list belongs to no engine itself: a new
package is entered here, and what is compiled already stays as it is. A module compiles into the engine with the
longest matching prefix.
"""

from __future__ import annotations

_DUEL = ("catalog/reading.py", "catalog/duel.py", "catalog/duel.toml", "rules/*.py", "rules/duel/*.py")
_WONDERS = ("catalog/reading.py", "catalog/wonders.py", "catalog/wonders.toml", "rules/*.py", "rules/wonders/*.py")
_NUMBERS = ("encoding/arrays.py", "encoding/blocks.py", "encoding/columns.py")
_SEARCH = ("bots/nodes.py", "bots/network.py")
_DUEL_BOTS = (*_DUEL, *_NUMBERS, *_SEARCH, "encoding/duel/features.py", "encoding/duel/traits.py")
_WONDERS_BOTS = (*_WONDERS, *_NUMBERS, *_SEARCH, "encoding/wonders/features.py", "encoding/wonders/traits.py")


def _seen(game: str) -> tuple[str, ...]:
    """The encoding of a game that batches are compiled with."""
    return (*_NUMBERS, f"encoding/{game}/actions.py", f"encoding/{game}/observation.py")


ENGINES: dict[str, tuple[str, ...]] = {
    "mirabilia.rules": ("rules/*.py",),
    "mirabilia.rules.duel": _DUEL,
    "mirabilia.rules.wonders": _WONDERS,
    "mirabilia.game.wonders": (*_WONDERS, "game/wonders/replaying.py"),
    "mirabilia.encoding.duel": (*_DUEL, *_NUMBERS, "encoding/duel/*.py"),
    "mirabilia.encoding.wonders": (*_WONDERS, *_NUMBERS, "encoding/wonders/*.py"),
    "mirabilia.batch.duel": (*_DUEL, *_seen("duel"), "batch/kernels.py", "batch/duel/*.py"),
    "mirabilia.batch.wonders": (*_WONDERS, *_seen("wonders"), "batch/kernels.py", "batch/wonders/*.py"),
    "mirabilia.bots": ("rules/*.py", *_SEARCH),
    "mirabilia.bots.duel": (*_DUEL_BOTS, "bots/duel/*.py"),
    "mirabilia.bots.wonders": (*_WONDERS_BOTS, "bots/wonders/*.py"),
    "mirabilia.train": ("rules/*.py", *_SEARCH, "train/*.py"),
    "mirabilia.train.duel": (*_DUEL_BOTS, "bots/duel/*.py", "train/*.py", "train/duel/*.py"),
    "mirabilia.train.wonders": (*_WONDERS_BOTS, "bots/wonders/*.py", "train/*.py", "train/wonders/*.py"),
}
