"""The engines: packages of compiled functions, and the sources that each one's machine code is made of.

`compiling.py` names an engine's cache by a hash over these files. This list belongs to no engine itself: a new package
is entered here, and what is compiled already stays as it is. A module compiles into the engine with the longest
matching prefix. A game's engines follow from its folder (`_engines_of`).
"""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
# Machine code does not depend on these.
RUNS_IT = ("sources", "running", "native", "functions", "views", "warming", "processors", "file_locks")
_INFRASTRUCTURE = tuple(
    f"engine/{path.name}" for path in sorted(Path(__file__).parent.glob("*.py")) if path.stem not in RUNS_IT
)
_NUMBERS = ("encoding/blocks.py", "encoding/columns.py")
_STEPPED = ("batch/work_queue.py", "batch/kernels.py")
_NETWORK = ("search/nodes.py", "bots/network.py")


def _engines_of(game: str) -> dict[str, tuple[str, ...]]:
    """The engines of a game: its folder's packages, each with what it is compiled from."""
    folder, name = f"games/{game}", f"mirabilia.games.{game}"
    data = ("catalog/reading.py", f"{folder}/catalog.py", f"{folder}/catalog.toml")
    rules = (*data, *_INFRASTRUCTURE, f"{folder}/rules/*.py")
    own_numbers = (f"{folder}/encoding/actions.py", f"{folder}/encoding/observation.py")
    numbered = (*_NUMBERS, "encoding/sets.py", "encoding/actions.py", *own_numbers)
    features = (*_NUMBERS, f"{folder}/encoding/features.py", f"{folder}/encoding/traits.py")
    bots = (*rules, *_NETWORK, f"{folder}/search/tree.py", *features, f"{folder}/bots/*.py")
    return {
        f"{name}.rules": rules,
        f"{name}.game": (*rules, f"{folder}/game/replaying.py"),
        f"{name}.encoding": (*rules, *numbered, f"{folder}/encoding/*.py"),
        f"{name}.batch": (*rules, *numbered, f"{folder}/encoding/*.py", *_STEPPED, f"{folder}/batch/*.py"),
        f"{name}.search": (*rules, *numbered, "search/nodes.py", "search/kernels.py", f"{folder}/search/*.py"),
        f"{name}.bots": bots,
        f"{name}.train": (*bots, "train/*.py", f"{folder}/train/*.py"),
    }


GAMES = tuple(sorted(path.parent.name for path in (PACKAGE / "games").glob("*/catalog.toml")))

ENGINES: dict[str, tuple[str, ...]] = {
    "mirabilia.engine": _INFRASTRUCTURE,
    "mirabilia.search": (*_INFRASTRUCTURE, "search/nodes.py"),
    "mirabilia.bots": (*_INFRASTRUCTURE, *_NETWORK),
    "mirabilia.train": (*_INFRASTRUCTURE, *_NETWORK, "train/*.py"),
    **{name: files for game in GAMES for name, files in _engines_of(game).items()},
}
PARTS = GAMES  # the core is built in parts, game by game; the first also has what belongs to no game
BUILDS_IT = tuple(f"engine/build/{name}.py" for name in ("assembling", "elf", "entries", "lowering", "part", "targets"))
IN_CORE = tuple(name for name in ENGINES if not name.endswith(".train"))
