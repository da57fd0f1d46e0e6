"""Linking the parts of a core to one library.

Libraries for Linux are linked here (`elf.py`), because the machines that build their own core are mostly those, and
need not have a linker. The other platforms take the one that PyPI's `ziglang` carries, or their own.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from mirabilia.engine.build import BuildFailed
from mirabilia.engine.build.elf import shared_library
from mirabilia.engine.build.targets import Target


def link(target: Target, objects: list[Path], public: list[str], out: Path) -> None:
    """Writes the library of the object files."""
    if target.name.startswith("linux"):
        out.write_bytes(shared_library([path.read_bytes() for path in objects], f"mirabilia-{target.name}.so"))
        return
    done = subprocess.run(
        [*_linker(target, public), *map(str, objects), "-o", str(out)], capture_output=True, text=True
    )
    if done.returncode:
        raise BuildFailed(f"the linker for {target.name} failed: {' '.join(done.stderr.split())[:300]}")


def _linker(target: Target, public: list[str]) -> list[str]:
    zig = [sys.executable, "-m", "ziglang"] if find_spec("ziglang") else None
    if target.name == "wasm32":
        exports = [f"--export={name}" for name in public]
        options = ["-shared", "--experimental-pic", "--no-entry", "--strip-all", "--gc-sections", *exports]
        if zig:
            return [*zig, "wasm-ld", *options]
        if shutil.which("wasm-ld"):
            return ["wasm-ld", *options]
    elif zig:
        system = {"macos-arm64": "aarch64-macos", "windows-x86_64": "x86_64-windows-gnu"}[target.name]
        return [*zig, "cc", "-target", system, "-shared", "-nostdlib", "-s"]
    elif target.name.startswith(sys.platform.replace("darwin", "macos").replace("win32", "windows")):
        for compiler in ("cc", "clang", "gcc"):
            if shutil.which(compiler):
                return [compiler, "-shared", *([] if sys.platform == "darwin" else ["-nostdlib"])]
    raise BuildFailed(f"there is no linker for {target.name} here; pip install ziglang brings one")
