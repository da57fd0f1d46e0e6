"""`mirabilia sbom`: the bill of materials of this installation, as CycloneDX JSON, from what is installed here."""

from __future__ import annotations

import json
import re
import sysconfig
from importlib import metadata

from mirabilia import __version__

RUNNING = ("cli", "server", "postgres")  # the extras a server runs with


def _needed() -> dict[str, metadata.Distribution]:
    """This package and everything it needs to run, by name."""
    # Only where packages are installed: some bring copies of others along and put them on the search path.
    own = str(metadata.distribution("mirabilia").locate_file(""))
    folders = [own, *{sysconfig.get_path("purelib"), sysconfig.get_path("platlib")} - {own}]
    found: dict[str, metadata.Distribution] = {}
    waiting = ["mirabilia"]
    extras = {"mirabilia": set(RUNNING)}
    while waiting:
        name = waiting.pop().lower().replace("_", "-").replace(".", "-")
        if name in found:
            continue
        package = next(iter(metadata.distributions(name=name, path=folders)), None)
        if package is None:
            continue  # needed on another machine, or an extra that is not installed
        found[name] = package
        for line in found[name].requires or ():
            requirement, _, marker = line.partition(";")
            extra = re.search(r"extra\s*==\s*['\"]([\w-]+)", marker)
            if extra is None or extra[1] in extras.get(name, ()):
                needed = re.split(r"[\s\[(<>=!~]", requirement, maxsplit=1)[0]
                asked = re.search(r"\[([^\]]*)\]", requirement)
                if asked:
                    extras.setdefault(needed.lower(), set()).update(asked[1].split(","))
                waiting.append(needed)
    return found


def _component(name: str, package: metadata.Distribution) -> dict[str, object]:
    version = package.version
    entry: dict[str, object] = {
        "type": "library", "name": name, "version": version, "purl": f"pkg:pypi/{name}@{version}",
    }  # fmt: skip
    facts = package.metadata.json
    licence = facts.get("license_expression") or facts.get("license")
    licence = licence if isinstance(licence, str) else None
    if licence and len(licence) < 80:
        entry["licenses"] = [{"license": {"name": licence}}]
    return entry


def bill() -> str:
    """The bill as text."""
    needed = _needed()
    needed.pop("mirabilia", None)
    return json.dumps(
        {
            "bomFormat": "CycloneDX",
            "specVersion": "1.5",
            "version": 1,
            "metadata": {"component": {"type": "application", "name": "mirabilia", "version": __version__}},
            "components": [_component(name, package) for name, package in sorted(needed.items())],
        },
        indent=1,
    )
