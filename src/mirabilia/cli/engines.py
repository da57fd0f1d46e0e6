"""The compiled engines as the command line sees them: which are there, which are warm, and loading one.

An engine is a package of compiled functions listed in `mirabilia.engine.sources.ENGINES`. Those whose folder does not
exist in this installation (bots, say) are passed over. An engine that has been loaded completely gets a stamp in its
cache folder, so that the next `warmup` need not load it again to know that nothing is left to compile.
"""

from __future__ import annotations

import importlib
import platform
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

from mirabilia.engine import compiling
from mirabilia.engine.sources import ENGINES, PACKAGE

STAMP = "complete"
DECORATOR = re.compile(r"^[ \t]*@compiled$", re.MULTILINE)


@cache
def surroundings() -> str:
    """What machine code depends on besides the sources: processor, interpreter, compiler."""
    model = platform.processor() or platform.machine()
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        model = next((line for line in lines if line.startswith("model name")), model)
    return f"{model}\npython {platform.python_version()}\nnumba {metadata.version('numba')}\n"


@dataclass(frozen=True)
class Engine:
    """One engine and its cache."""

    name: str  # as in ENGINES: "mirabilia.games.duel.rules"

    @property
    def title(self) -> str:
        """What people call it: "games/duel/rules"."""
        return self.name.removeprefix("mirabilia.").replace(".", "/")

    @property
    def folder(self) -> Path:
        """The package's sources."""
        return PACKAGE / self.title

    @property
    def modules(self) -> list[str]:
        """Its modules that hold compiled functions."""
        return [
            f"{self.name}.{path.stem}"
            for path in sorted(self.folder.glob("*.py"))
            if path.stem != "__init__" and "@compiled" in path.read_text(encoding="utf-8")
        ]

    @property
    def functions(self) -> int:
        """How many functions it compiles, counted in its sources (some stand indented under a condition)."""
        texts = (path.read_text(encoding="utf-8") for path in self.folder.glob("*.py"))
        return sum(len(DECORATOR.findall(text)) for text in texts)

    @property
    def cached(self) -> int:
        """How many functions have machine code for the present sources on disk."""
        return len(list(compiling.cache_folder(self.name).rglob("*.nbi")))

    @property
    def cached_bytes(self) -> int:
        """The size of that machine code."""
        return sum(path.stat().st_size for path in compiling.cache_folder(self.name).rglob("*.nb?"))

    @property
    def is_complete(self) -> bool:
        """Whether everything was compiled here before, for these sources and this machine."""
        stamp = compiling.cache_folder(self.name) / STAMP
        try:
            return stamp.read_text(encoding="utf-8") == surroundings() and self.cached >= self.functions
        except OSError:
            return False

    def load(self) -> None:
        """Imports its modules: machine code is loaded where it exists and made where it does not."""
        for module in self.modules:
            importlib.import_module(module)
        with suppress(OSError):  # without the stamp the next warm-up takes a little longer, nothing worse
            (compiling.cache_folder(self.name) / STAMP).write_text(surroundings(), encoding="utf-8")


def engines() -> list[Engine]:
    """The engines of this installation, in the order in which they build on each other, but for training."""
    names = [name for name in ENGINES if name.rsplit(".", 1)[-1] != "train"]
    return [engine for engine in map(Engine, names) if engine.folder.is_dir() and engine.modules]
