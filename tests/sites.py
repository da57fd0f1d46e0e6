"""The page without a server: what `make site` built, handed out as plain files from a folder of a web host."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build" / "site"
WAYS = ROOT / "tests" / "ways.py"

# A worker for each question; it says what it finds line by line.
ASK = """([folder, program, args]) => {
  const worker = new Worker(folder + 'ways-worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => window.heard(data);
  worker.onerror = ({ message }) => window.heard(`failed: ${message}`);
  worker.postMessage({ program, args });
}"""


class _Handler(SimpleHTTPRequestHandler):
    """Plain files, as `python -m http.server` hands them out."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *args: object) -> None:
        pass


class Site:
    """A web host with the built page in a folder; it can be switched off, and on again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self._handler = partial(type("Handler", (_Handler,), {"asked": self.asked}), directory=str(folder))
        self._server: ThreadingHTTPServer | None = None
        self._port = 0

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}/"

    @property
    def url(self) -> str:
        return f"{self.origin}games/"

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), self._handler)
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        """Switches it off, if it is on."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def engine(folder: Path = BUILT) -> Path:
    """The folder of the engine in a built page."""
    (contents,) = folder.glob("engine/*/contents.json")
    return contents.parent


def copied(folder: Path) -> Site:
    """A host with a copy of the built page in its folder `games`."""
    shutil.copytree(BUILT, folder / "games")
    return Site(folder)


def in_node(*args: str) -> Iterator[str]:
    """What tests/ways.py says in Node, line by line."""
    command = [node(), "web/tests/ways.mjs", str(engine()), *args]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield line.rstrip("\n")
    assert process.returncode == 0, f"Node ended with {process.returncode}"


def in_browser(browser: Browser, folder: Path, *args: str) -> Iterator[str]:
    """What tests/ways.py says in a worker of a browser; `folder` is for files that are needed meanwhile."""
    with copied(folder) as site:
        bundle = [node(), "node_modules/esbuild/bin/esbuild", "tests/ways-worker.ts", "--bundle", "--format=esm"]
        made = engine(folder / "games") / "ways-worker.js"
        subprocess.run(
            [*bundle, "--external:pyodide", f"--outfile={made}", "--log-level=warning"], cwd=ROOT / "web", check=True
        )
        page = browser.new_page()
        heard: Queue[Any] = Queue()
        page.expose_function("heard", heard.put)
        page.goto(site.url + "icon.svg")
        place = made.parent.relative_to(folder / "games").as_posix() + "/"
        page.evaluate(ASK, [place, WAYS.read_text(encoding="utf-8"), list(args)])
        while True:
            while heard.empty():
                page.wait_for_timeout(20)  # Playwright delivers what was heard while it waits
            line = heard.get()
            if line is None:
                break
            assert not line.startswith("failed"), line
            yield line
        page.close()


def node() -> str:
    """Node: the machine's, or the one in the virtual environment."""
    own = ROOT / ".venv" / "bin" / "node"
    found = shutil.which("node", path=f"{own.parent}{os.pathsep}{os.environ.get('PATH', '')}")
    assert found, "no Node: make page"
    return found
