"""PostgreSQL behind real cables: in a network namespace of its own, with one pair of interfaces for each server.

A cable that is cut loses packets and tells nobody, at the level of the kernel's TCP: neither end is refused or closed,
as when a switch fails. That needs root and iproute2; `why_not` says what is missing.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess

from server.faults import Fault

_NETWORK = "198.18"  # reserved for measurements (RFC 2544), so that it is nobody's network


def why_not() -> str | None:
    """Why there can be no namespaces here; None if there can."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    if shutil.which("ip") is None:
        return "network namespaces need the program ip (package iproute2)"
    name = f"mirabilia-try-{os.getpid()}"
    done = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True, check=False)
    if done.returncode:
        return f"network namespaces are not allowed here: {done.stderr.strip()}"
    try:
        end = f"mbt{os.getpid()}"
        command = ["ip", "-n", name, "link", "add", end, "type", "veth", "peer", "name", f"{end}p"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return f"pairs of interfaces are not allowed here: {done.stderr.strip()}" if done.returncode else None
    finally:
        _ip("netns", "delete", name)


class Cables:
    """A namespace and the cables into it. `within` runs a program there."""

    def __init__(self, count: int) -> None:
        self._name = f"mirabilia-{os.getpid()}"
        self._third = os.getpid() % 250
        self._count = count
        self.within = ["ip", "netns", "exec", self._name]
        self.network = f"{_NETWORK}.{self._third}.0/24"
        _ip("netns", "add", self._name)
        try:
            _ip("-n", self._name, "link", "set", "lo", "up")
            for number in range(count):
                here, there = self._ends(number)
                _ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self._name)
                _ip("address", "add", f"{self._address(number, 1)}/30", "dev", here)
                _ip("link", "set", here, "up")
                _ip("-n", self._name, "address", "add", f"{self.address(number)}/30", "dev", there)
                _ip("-n", self._name, "link", "set", there, "up")
        except BaseException:
            self.close()
            raise

    def address(self, number: int) -> str:
        """Where the namespace is found over this cable."""
        return self._address(number, 2)

    def _address(self, number: int, end: int) -> str:
        return f"{_NETWORK}.{self._third}.{4 * number + end}"

    def _ends(self, number: int) -> tuple[str, str]:
        return f"mb{os.getpid()}a{number}", f"mb{os.getpid()}b{number}"

    def cut(self, *numbers: int) -> None:
        """The far end goes down: what is sent from here is lost without a word."""
        for number in numbers:
            _ip("-n", self._name, "link", "set", self._ends(number)[1], "down")

    def mend(self, *numbers: int) -> None:
        for number in numbers:
            _ip("-n", self._name, "link", "set", self._ends(number)[1], "up")

    def cut_for(self, seconds: float, *numbers: int) -> Fault:
        async def do() -> None:
            await asyncio.to_thread(self.cut, *numbers)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(self.mend, *numbers)

        return do

    def close(self) -> None:
        """Takes the cables away, and with them the namespace as soon as nothing runs in it."""
        for number in range(self._count):
            subprocess.run(["ip", "link", "delete", self._ends(number)[0]], capture_output=True, check=False)
        _ip("netns", "delete", self._name)


def _ip(*arguments: str) -> None:
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"ip {' '.join(arguments)}: {done.stderr.strip()}")
