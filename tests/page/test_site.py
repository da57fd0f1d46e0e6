"""The page without a server: a folder of files in a subfolder of some web host, on a phone whose network is cut."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from typer.testing import CliRunner

from mirabilia.cli.app import app
from page_players import Finger, facts, wait_for_turn
from page_tests import PHONE, ROOT

SITE = Path(os.environ.get("MIRABILIA_SITE", ROOT / "build/site"))
START = 120_000  # milliseconds for the engine, on a machine with much else to do


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class Host:
    """A web host that knows nothing but files. `cut` takes it away."""

    def __init__(self, folder: Path) -> None:
        self.requests: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_port}/games/mirabilia/"
        self._is_cut = False

    def cut(self) -> None:
        if not self._is_cut:
            self._server.shutdown()
            self._server.server_close()
            self._is_cut = True


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    if not (SITE / "engine/contents.json").exists():
        pytest.fail("the site has not been built: make site")
    (tmp_path / "games").mkdir()
    (tmp_path / "games/mirabilia").symlink_to(SITE)
    made = Host(tmp_path)
    yield made
    made.cut()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(**PHONE, locale="en-GB", accept_downloads=True)
    made.set_default_timeout(START)
    yield made
    made.close()


def begin(page: Page, host: Host, level: str) -> None:
    """Opens the page and begins a Duel."""
    page.add_init_script(
        f"localStorage.setItem('mirabilia.level', '\"{level}\"');"
        'localStorage.setItem(\'mirabilia.settings\', \'{"speed":"off","confirm":"never"}\')'
    )
    page.goto(host.url)
    page.get_by_role("button", name="Play against a bot").tap()
    wait_for_turn(page)


def test_a_whole_game_without_a_network(context: BrowserContext, host: Host, tmp_path: Path) -> None:
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    begin(page, host, "novice")
    host.cut()
    context.set_offline(True)
    player = Finger(page, seed=5)
    for _ in range(6):
        wait_for_turn(page)
        player.decide()
    wait_for_turn(page)
    moves = int(facts(page)["moves"])
    page.reload()
    wait_for_turn(page)
    assert int(facts(page)["moves"]) >= moves
    player.play_to_the_end()
    table = page.url.rpartition("/")[2]
    page.goto(f"{host.url}#/table/{table}/replay")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save record").first.tap()
    record = tmp_path / "game.txt"
    download.value.save_as(record)
    verified = CliRunner().invoke(app, ["verify", str(record)])
    assert verified.exit_code == 0, verified.output
    assert faults == []
