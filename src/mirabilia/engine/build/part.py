"""One part of a core, made in a process of its own: `python -m mirabilia.engine.build.part GAME FOLDER TARGET...`.

Writes FOLDER/GAME-TARGET.o for each target and tells on standard output, a line each, how many functions are to be
lowered (`all N`), each one that is (`did NAME`), and each target that is done (`made TARGET`). It ends when its
standard input does, so that no build goes on when whoever started it is gone.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from pathlib import Path

from mirabilia.engine.build.assembling import object_file
from mirabilia.engine.build.lowering import lower
from mirabilia.engine.build.targets import TARGETS
from mirabilia.engine.running import core_key
from mirabilia.engine.sources import IN_CORE, PACKAGE, PARTS

_MAKES = re.compile(r"^(?:@compiled|bind\()", re.MULTILINE)
_LOOPS = re.compile(r"^[ \t]*@compiled$", re.MULTILINE)


def modules_of(part: str) -> list[str]:
    """The modules of a game's part that hold compiled functions; the first part also has those of no game."""
    wanted = []
    for engine in IN_CORE:
        game = engine.split(".")[2] if engine.startswith("mirabilia.games.") else PARTS[0]
        if game == part:
            folder = PACKAGE / engine.removeprefix("mirabilia.").replace(".", "/")
            for path in sorted(folder.glob("*.py")):
                if path.stem not in ("__init__", "compiling") and _MAKES.search(path.read_text(encoding="utf-8")):
                    wanted.append(f"{engine}.{path.stem}")
    return wanted


def _stop_with_the_parent() -> None:
    while os.read(0, 4096):
        pass
    os._exit(1)


def main(part: str, folder: str, *names: str) -> None:
    """Makes the object files."""
    threading.Thread(target=_stop_with_the_parent, daemon=True).start()
    modules = modules_of(part)
    texts = [(PACKAGE.parent / f"{module.replace('.', '/')}.py").read_text(encoding="utf-8") for module in modules]
    print("all", sum(len(_LOOPS.findall(text)) for text in texts), flush=True)
    lowered, functions = lower(modules, lambda name: print("did", name, flush=True))
    for name in names:
        content, public = object_file(lowered, functions, set(modules), part, core_key(), TARGETS[name])
        (Path(folder) / f"{part}-{name}.o").write_bytes(content)
        (Path(folder) / f"{part}.names").write_text("\n".join(public), encoding="utf-8")
        print("made", name, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
