"""Looks at every wheel that is built: it carries the built page, or the person who builds it is told why not."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src") / "mirabilia" / "server" / "static" / "index.html"


class PageHook(BuildHookInterface):  # type: ignore[misc]
    """Warns about a wheel without the page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before files are collected; an editable install takes the page from the checkout later."""
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            print(
                "This wheel will have no web page, because it has not been built: run scripts/build-page first "
                "(it needs Node 20 or brings one along). Everything else of the package works without it.",
                file=sys.stderr,
            )
