"""The compiled engines as the command line sees them: which are there, which are warm, and loading one.

An engine is a package of compiled functions listed in `mirabilia.rules.compiling.ENGINES`. Those whose folder does not
exist in this installation (bots, say) are passed over.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path

from mirabilia.rules import compiling


@dataclass(frozen=True)
class Engine:
    """One engine and its cache."""

    name: str  # as in ENGINES: "mirabilia.rules.duel"

    @property
    def title(self) -> str:
        """What people call it: "rules/duel"."""
        return self.name.removeprefix("mirabilia.").replace(".", "/")

    @property
    def folder(self) -> Path:
        """The package's sources."""
        return compiling.PACKAGE / self.title

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
        """How many functions it compiles."""
        return compiling.functions_to_compile(self.name)

    @property
    def cached(self) -> int:
        """How many functions have machine code for the present sources on disk."""
        return len(list(compiling.cache_folder(self.name).rglob("*.nbi")))

    @property
    def cached_bytes(self) -> int:
        """The size of that machine code."""
        return sum(path.stat().st_size for path in compiling.cache_folder(self.name).rglob("*.nb?"))

    def load(self) -> None:
        """Imports its modules: machine code is loaded where it exists and made where it does not."""
        for module in self.modules:
            importlib.import_module(module)


def engines() -> list[Engine]:
    """The engines of this installation, in the order in which they build on each other."""
    return [engine for engine in map(Engine, compiling.ENGINES) if engine.folder.is_dir() and engine.modules]
