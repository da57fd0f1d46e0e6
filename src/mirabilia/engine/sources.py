"""The engines: packages of compiled functions, and the sources that each one's machine code is made of.

`rules/compiling.py` names an engine's cache by a hash over these files. This list belongs to no engine itself: a new
package is entered here, and what is compiled already stays as it is. A module compiles into the engine with the
longest matching prefix.
"""

from __future__ import annotations

_DUEL = ("catalog/reading.py", "catalog/duel.py", "catalog/duel.toml", "rules/*.py", "rules/duel/*.py")
_WONDERS = ("catalog/reading.py", "catalog/wonders.py", "catalog/wonders.toml", "rules/*.py", "rules/wonders/*.py")
_NUMBERS = ("encoding/arrays.py", "encoding/binding.py", "encoding/blocks.py", "encoding/columns.py")
_STEPPED = ("batch/mailbox.py", "batch/kernels.py")
_JUDGED = ("encoding/arrays.py", "search/nodes.py", "bots/network.py")


def _seen(game: str) -> tuple[str, ...]:
    """The encoding of a game that batches are compiled with."""
    files = ("inlining.py", "machine.py", "sets.py", "actions.py", f"{game}/actions.py", f"{game}/observation.py")
    return (*_NUMBERS, *(f"encoding/{file}" for file in files))


def _bots(game: str) -> tuple[str, ...]:
    """What the bots of a game are compiled from: trees, features, and their own."""
    tree = ("search/nodes.py", f"search/{game}/tree.py")
    features = (*_NUMBERS, f"encoding/{game}/features.py", f"encoding/{game}/traits.py")
    return (*tree, *features, "bots/network.py", f"bots/{game}/*.py")


ENGINES: dict[str, tuple[str, ...]] = {
    "mirabilia.rules": ("rules/*.py",),
    "mirabilia.rules.duel": _DUEL,
    "mirabilia.rules.wonders": _WONDERS,
    "mirabilia.game.wonders": (*_WONDERS, "game/wonders/replaying.py"),
    "mirabilia.encoding.duel": (*_DUEL, *_seen("duel"), "encoding/duel/*.py"),
    "mirabilia.encoding.wonders": (*_WONDERS, *_seen("wonders"), "encoding/wonders/*.py"),
    "mirabilia.batch.duel": (*_DUEL, *_seen("duel"), "encoding/duel/*.py", *_STEPPED, "batch/duel/*.py"),
    "mirabilia.batch.wonders": (
        *_WONDERS,
        *_seen("wonders"),
        "encoding/wonders/*.py",
        *_STEPPED,
        "batch/wonders/*.py",
    ),
    "mirabilia.search": ("rules/*.py", "search/nodes.py"),
    "mirabilia.search.duel": (*_DUEL, *_seen("duel"), "search/nodes.py", "search/kernels.py", "search/duel/*.py"),
    "mirabilia.search.wonders": (
        *_WONDERS,
        *_seen("wonders"),
        "search/nodes.py",
        "search/kernels.py",
        "search/wonders/*.py",
    ),
    "mirabilia.bots": ("rules/*.py", *_JUDGED),
    "mirabilia.bots.duel": (*_DUEL, *_bots("duel")),
    "mirabilia.bots.wonders": (*_WONDERS, *_bots("wonders")),
    "mirabilia.train": ("rules/*.py", *_JUDGED, "train/*.py"),
    "mirabilia.train.duel": (*_DUEL, *_bots("duel"), "train/*.py", "train/duel/*.py"),
    "mirabilia.train.wonders": (*_WONDERS, *_bots("wonders"), "train/*.py", "train/wonders/*.py"),
}
