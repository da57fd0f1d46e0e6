"""Building the core: the compiled functions of the package as one library for one platform, ahead of time.

The functions are typed and lowered by Numba (`lowering.py`), joined and optimised by LLVM (`assembling.py`) behind
entry points that any program can call (`entries.py`), and linked (`linking.py`) for a target (`targets.py`). Each game
is a part and is made in a process of its own (`part.py`); `core.py` directs them. Nothing here is needed to run a core.
"""

from __future__ import annotations


class BuildFailed(Exception):
    """A core could not be built; says in one sentence why."""
