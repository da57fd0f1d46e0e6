"""Firefox as the tests drive it: over WebDriver BiDi, which it speaks itself, so that no driver has to be installed."""

from __future__ import annotations

import json
import re
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from websockets.sync.client import connect

PATIENCE = 300.0  # seconds for an answer, on a machine with much else to do


class Firefox:
    """A browser without a window, with a profile of its own and one tab."""

    def __init__(self, program: Path, profile: Path) -> None:
        self._program, self._profile = program, profile
        self._count = 0

    def __enter__(self) -> Self:
        command = [str(self._program), "--headless", "--no-remote", "--profile", str(self._profile)]
        self._process = subprocess.Popen(
            [*command, "--remote-debugging-port", "0"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert self._process.stderr is not None
        address = next(
            found[1] for line in self._process.stderr if (found := re.search(r"BiDi listening on (ws://\S+)", line))
        )
        self._socket = connect(f"{address}/session", max_size=None)
        self.ask("session.new", capabilities={})
        self._tab = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait()

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a command of WebDriver BiDi."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": params}))
        while True:
            message = json.loads(self._socket.recv(timeout=PATIENCE))
            if message.get("id") == self._count:
                assert message["type"] == "success", message
                return message["result"]

    def go(self, url: str) -> None:
        """Opens an address."""
        self.ask("browsingContext.navigate", context=self._tab, url=url, wait="interactive")

    def run(self, script: str) -> Any:
        """The value of a piece of JavaScript, or of its promise, as JSON."""
        target = {"context": self._tab}
        expression = f"Promise.resolve({script}).then((value) => JSON.stringify(value) ?? 'null')"
        found = self.ask("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def wait(self, script: str, seconds: float = PATIENCE) -> Any:
        """Waits until a piece of JavaScript comes to something, and gives it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            value = self.run(script)
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError(f"{script} came to nothing in {seconds:g} s")
