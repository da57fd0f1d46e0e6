"""The history of measurements: one JSON object per line, so that a change in speed can be seen and dated.

An entry tells the kind of machine (processor, cores, versions) and never its name or its user's.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from mirabilia import __version__
from mirabilia.cli.language import complain, trouble
from mirabilia.engine.processors import cores
from mirabilia.engine.running import running
from mirabilia.engine.sources import PACKAGE
from mirabilia.json_types import JsonObject


def default_file() -> Path | None:
    """bench/history.jsonl of a checkout; None for an installed package."""
    root = PACKAGE.parent.parent
    return root / "bench" / "history.jsonl" if (root / "pyproject.toml").is_file() else None


def entry(results: list[dict[str, object]]) -> JsonObject:
    """What is kept of one call of the command."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": __version__,
        "commit": commit(),
        "machine": machine(),
        "load_average": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,  # how busy it was
        "results": results,
    }


def append(file: Path, kept: JsonObject) -> None:
    """Adds one line."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as history:
            history.write(json.dumps(kept) + "\n")
    except OSError as error:
        raise complain("files.unwritable", "no_file", file=file, fault=trouble(error)) from error


def commit() -> str | None:
    """The commit of the checkout, with a plus if files differ from it; None without git."""
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
            cwd=PACKAGE,
            capture_output=True,
            text=True,
            check=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return described.stdout.strip() or None


def machine() -> JsonObject:
    """The kind of machine, in words that name nobody."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "engine": running().way,
        "numpy": metadata.version("numpy"),
    }


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
