"""The build behind the scenes (`engine/warming.py`): lowest priority, progress in a file, no output but a fault."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress

from mirabilia.engine.build import BuildFailed
from mirabilia.engine.build.core import Progress, build
from mirabilia.engine.running import targets_here
from mirabilia.engine.warming import progress_file

BETWEEN = 0.5  # seconds between two notes


def main() -> int:
    """Builds the core for this machine."""
    if hasattr(os, "nice"):
        os.nice(19)
    since, last = time.time(), 0.0

    def note(**facts: object) -> None:
        aside = progress_file().with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            aside.write_text(json.dumps(facts), encoding="utf-8")
            os.replace(aside, progress_file())

    def listen(progress: Progress) -> None:
        nonlocal last
        if time.time() - last > BETWEEN:
            last = time.time()
            note(done=progress.done, total=progress.total, since=since)

    try:
        build(targets_here()[:1], listener=listen)
    except (BuildFailed, OSError) as fault:
        note(fault=str(fault))
        with suppress(OSError):  # whoever began the build may be gone
            print(fault, file=sys.stderr, flush=True)
        return 1
    with suppress(OSError):
        progress_file().unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
