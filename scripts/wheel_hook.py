"""Looks at every wheel that is built: what core and page it carries, and so for which platform it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("src") / "mirabilia"
PAGE = PACKAGE / "server" / "static" / "index.html"
CORES = PACKAGE / "engine" / "cores"
PLATFORMS = {
    "linux-x86_64": "manylinux_2_17_x86_64.musllinux_1_1_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64.musllinux_1_1_aarch64",
    "macos-arm64": "macosx_11_0_arm64",
    "windows-x86_64": "win_amd64",
}


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """Names the platform of a wheel with a core; warns about one without the page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before files are collected; an editable install takes core and page from the checkout later."""
        if version == "editable":
            return
        cores = [path.name.removeprefix("core-") for path in (Path(self.root) / CORES).glob("core-*")]
        platforms = {tag for name, tag in PLATFORMS.items() if any(core.startswith(name) for core in cores)}
        if len(platforms) > 1:
            raise RuntimeError(f"{CORES} has cores for several platforms; a wheel is for one")
        if platforms:
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{platforms.pop()}"
        if not (Path(self.root) / PAGE).is_file():
            print(
                "This wheel will have no web page, because it has not been built: run scripts/build-page first "
                "(it needs Node 20 or brings one along). Everything else of the package works without it.",
                file=sys.stderr,
            )
