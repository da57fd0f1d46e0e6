"""A real server and a real browser for the page's tests.

The browser is the machine's Chromium (scripts/need-chromium finds or installs it). Every page that a test opens is
watched: an error on its console, a script error or a request to another host fails the test. Pictures of failed
tests lie in web/test-output.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from needed import program
from page_tests import DESKTOP, FLAGS, OUTPUT, ROOT, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (ROOT / "src/mirabilia/server/static/index.html").exists():
        pytest.fail("the page has not been built: make page")
    made = Server(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.stop()


# One browser for each file, not for the session: while Playwright runs, its event loop counts as running in this
# thread, and a test of the server that came later in the same process could not start one of its own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = program("need-chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


class Watched:
    """Everything a page complained about."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.faults: list[str] = []
        self.expected: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self._console(message.type, message.text))
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("request", lambda request: self._request(request.url))

    def _console(self, kind: str, text: str) -> None:
        if kind == "error" and not any(part in text for part in self.expected):
            self.faults.append(f"console: {text}")

    def _request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != self.host:
            self.faults.append(f"request to another host: {url}")


@pytest.fixture
def watched(server: Server) -> Iterator[Watched]:
    made = Watched(urlsplit(server.url).netloc)
    yield made
    assert made.faults == []


@pytest.fixture
def new_context(browser: Browser, watched: Watched, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Makes browser contexts (each is a device of its own); pages of all of them are watched."""
    opened: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **DESKTOP, **options})
        context.set_default_timeout(45_000)
        context.on("page", watched.watch)
        opened.append(context)
        return context

    failed_before = request.session.testsfailed
    yield make
    if request.session.testsfailed > failed_before or getattr(request.node, "rep_failed", False):
        OUTPUT.mkdir(exist_ok=True)
        for n, context in enumerate(opened):
            for m, page in enumerate(context.pages):
                page.screenshot(path=OUTPUT / f"{request.node.name}-{n}-{m}.png")
    for context in opened:
        context.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        item.rep_failed = report.failed


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The built page as plain files."""
    handler = partial(_Quiet, directory=str(ROOT / "src/mirabilia/server/static"))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session")
def positions(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    file = tmp_path_factory.mktemp("positions") / "positions.json"
    subprocess.run([sys.executable, str(ROOT / "scripts/make-positions"), str(file)], check=True, capture_output=True)
    made: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return made
