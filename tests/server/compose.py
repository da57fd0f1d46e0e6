"""Stands in for `docker` where there is no container engine: what test_smoke.py puts first on the path.

It knows the compose commands that docs/deploy.md names. A container is a process with the environment that the
Dockerfile, the compose file and `.env` give it; its volume is a folder, its database one of the tests' cluster.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import yaml

OWN = ("PATH", "HOME", "LANG")  # of the host's variables a container has these, for its programs to be found


def interpolated(text: str, given: dict[str, str]) -> str:
    """A value of a compose file: `${NAME}`, `${NAME:-default}` and `${NAME:?why}`."""

    def value(found: re.Match[str]) -> str:
        name, how, rest = found[1], found[2], found[3] or ""
        if given.get(name):
            return given[name]
        if how == ":?":
            sys.exit(f"required variable {name} is missing a value: {rest}")
        return rest if how == ":-" else ""

    return re.sub(r"\$\{(\w+)(:-|:\?)?([^}]*)\}", value, text)


def dotenv(file: Path) -> dict[str, str]:
    lines = file.read_text().splitlines() if file.exists() else []
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def image_environment(file: Path) -> dict[str, str]:
    """What the last stage of the Dockerfile sets."""
    last = file.read_text().replace("\\\n", " ").split("\nFROM ")[-1]
    words = [word for line in re.findall(r"^ENV (.*)$", last, re.MULTILINE) for word in shlex.split(line)]
    return {name: value for name, _, value in (word.partition("=") for word in words) if name != "PATH"}


class Engine:
    """One compose project. What differs from a real host comes in `SMOKE`: folder, port, gateway and database."""

    def __init__(self, file: Path) -> None:
        self.here = json.loads(os.environ["SMOKE"])
        self.pid_file = Path(self.here["data"]) / "container.pid"
        compose = yaml.safe_load(file.read_text())
        given = {**dotenv(file.parent / ".env"), **{k: v for k, v in os.environ.items() if k.startswith("MIRABILIA_")}}
        server = compose["services"]["mirabilia"]
        named = {name: interpolated(value, given) for name, value in server.get("environment", {}).items()}
        files: dict[str, str] = {}
        for each in server.get("env_file", []):
            files |= dotenv(file.parent / each["path"])
        image = image_environment(file.parent / server["build"]["context"] / server["build"]["dockerfile"])
        self.environment = {**image, **files, **named}
        gateways = [each["gateway"] for each in compose["networks"]["default"]["ipam"]["config"]]
        self.volumes = {volume.split(":")[1] for volume in server["volumes"]}
        self.environment = {name: self._moved(value, gateways) for name, value in self.environment.items()}
        self.environment["MIRABILIA_PORT"] = str(self.here["port"])  # published there

    def _moved(self, value: str, gateways: list[str]) -> str:
        """A value that means the same on this machine."""
        for volume in self.volumes:
            value = re.sub(rf"^{volume}(?=/|$)", self.here["data"], value)
        for gateway in gateways:
            value = value.replace(gateway, "127.0.0.1")
        return self.here["database"] if value.startswith("postgresql://") else value

    def run(self, words: list[str], **options: object) -> subprocess.Popen[bytes]:
        own = {name: os.environ[name] for name in OWN if name in os.environ}
        kept = {name: value for name, value in self.here["keep"].items()}
        command = [self._moved(word, []) for word in words]
        return subprocess.Popen(command, env={**own, **self.environment, **kept}, **options)  # type: ignore[call-overload,no-any-return]

    def up(self, file: Path) -> int:
        self.stop()
        last = (file.parent / "Dockerfile").read_text().split("\nFROM ")[-1]
        command = json.loads(re.findall(r"^CMD (\[.*\])$", last, re.MULTILINE)[-1])
        with open(Path(self.here["data"]).parent / "container.log", "ab") as log:
            process = self.run(command, stdout=log, stderr=log, start_new_session=True)
        self.pid_file.write_text(str(process.pid))
        limit = time.monotonic() + 300
        while time.monotonic() < limit:
            if process.poll() is not None:
                return 1
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.here['port']}/healthz", timeout=5):
                    return 0
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        return 1

    def stop(self) -> int:
        """SIGTERM, and waits until the process has gone; it is a child of an earlier `up`."""
        if self.pid_file.exists():
            pid = int(self.pid_file.read_text())
            self.pid_file.unlink()
            os.kill(pid, signal.SIGTERM)
            stat = Path(f"/proc/{pid}/stat")
            while stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z":
                time.sleep(0.05)
        return 0


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program", choices=["compose"])
    parser.add_argument("-f", dest="file", type=Path, required=True)
    parser.add_argument("order", choices=["up", "stop", "exec", "run"])
    known, words = parser.parse_known_args()
    engine = Engine(known.file)
    words = [word for word in words if word not in ("-d", "--build", "--wait", "--rm", "-T")]
    if known.order == "up":
        return engine.up(known.file)
    service, *command = words
    assert service == "mirabilia", service
    if known.order == "stop":
        return engine.stop()
    return engine.run(command).wait()


if __name__ == "__main__":
    sys.exit(main())
