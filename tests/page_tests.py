"""What the tests of the page share: a server of their own, and ways into a game."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "web" / "test-output"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"viewport": {"width": 1366, "height": 768}}
# Whether two pictures were drawn; a browser without a window sometimes stops drawing until somebody looks.
DRAWN = """() => new Promise((done) => {
  const late = setTimeout(() => done(false), 5000);
  requestAnimationFrame(() => requestAnimationFrame(() => { clearTimeout(late); done(true); }));
})"""
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def two_pictures(page: Page) -> None:
    """Waits until the page has been drawn twice, after which everything that measures itself is in its place."""
    for _ in range(6):
        if page.evaluate(DRAWN):
            return
        wake(page)
    raise AssertionError("the browser draws no more pictures")


def wake(page: Page) -> None:
    """Gets a browser to draw again: by a look, which may hang itself, and by another size for a moment."""
    with suppress(PlaywrightTimeoutError):
        page.screenshot(timeout=3000)
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": size["width"], "height": size["height"] + 1})
    page.set_viewport_size(size)


class Server:
    """A server of our own in its own folder; it can be killed and started again on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        env = {
            **os.environ,
            "MIRABILIA_BOT_PACE_MS": "0",
            "MIRABILIA_CREATE_PER_HOUR": "0",
            "MIRABILIA_REQUESTS_PER_MINUTE": "0",
            "MIRABILIA_COMMANDS_PER_SECOND": "0",
            "MIRABILIA_CHAT_PER_MINUTE": "0",
            "MIRABILIA_PATIENCE_SECONDS": "0",
            "MIRABILIA_ANALYSES_PER_HOUR": "0",
            "MIRABILIA_ANALYSIS_QUICK": "60",
            "MIRABILIA_HINT_SIMULATIONS": "60",
            "MIRABILIA_ANALYSIS_DEEP": "80",
            "MIRABILIA_LOG_LEVEL": "warning",
        }
        command = [sys.executable, "-m", "mirabilia", "serve", "--quiet", "--port", str(self.port)]
        log = (self.folder / "server.log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--data-dir", str(self.folder)], env=env, stdout=log, stderr=subprocess.STDOUT
        )
        for _ in range(1200):
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "server.log").read_text()[-2000:])
            try:
                with urlopen(self.url + "readyz", timeout=2):
                    return
            except OSError:
                time.sleep(0.25)
        raise RuntimeError("the server did not get ready")

    def kill(self) -> None:
        """Ends it at once, as a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self.process.kill()


def start_page(page: Page, server: Any, route: str = "", **settings: Any) -> None:
    """Opens the page with settings as a viewer who has been here before would have them."""
    chosen = {"speed": "off", **settings}
    text = json.dumps(json.dumps(chosen))
    page.add_init_script(
        f"localStorage.getItem('mirabilia.settings') ?? localStorage.setItem('mirabilia.settings', {text})"
    )
    page.goto(server.url + route)
    page.locator("#main, .tablepage").first.wait_for()


def table_id(page: Page) -> str:
    """The table in the address."""
    return urlsplit(page.url).fragment.split("/")[2]


def open_game(
    page: Page, server: Any, game: str, players: int = 4, level: str = "beginner", text_mode: bool = False
) -> str:
    """From the home page to the first decision, by its buttons; returns the table's id."""
    start_page(page, server, textMode=text_mode)
    card = page.locator(".bigchoice").nth(0 if game == "duel" else 1)
    # The levels come from the server a moment after the page: until then the card has fewer fields.
    card.locator("select").nth(0 if game == "duel" else 1).select_option(level)
    if game == "wonders":
        card.locator("select").first.select_option(str(players))
    card.get_by_role("button").click()
    page.locator(".tablepage, .textpage").wait_for()
    return table_id(page)


def record_of(page: Page, server: Any) -> str:
    """The record of the game on screen, as the page may fetch it."""
    answer = page.request.get(f"{server.url}api/v1/tables/{table_id(page)}/record")
    assert answer.ok
    return answer.text()


def serious(page: Page, part: str = "document") -> list[str]:
    """Serious and critical findings of the accessibility checker, in a part of the page."""
    page.evaluate((ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
    answer = page.evaluate(f"axe.run({part}, {{resultTypes: ['violations']}})")
    return [
        f"{finding['id']}: {finding['nodes'][0]['html'][:160]} ({len(finding['nodes'])})"
        for finding in answer["violations"]
        if finding["impact"] in ("serious", "critical")
    ]
