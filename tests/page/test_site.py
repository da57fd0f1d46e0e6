"""The page without a server: plain files in a folder of a web host, on a phone whose network is cut."""

from __future__ import annotations

import json
import os
import random
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from typer.testing import CliRunner

from mirabilia.cli.app import app
from mirabilia.locales import text
from needed import program
from page_players import Finger, facts, wait_for_turn
from page_tests import PHONE, start_page, table_id
from sites import Site, copied, engine

# What a new version's worker comes to: first it is ready and waits, then it has taken over.
UPDATED = """async () => {
  const found = await navigator.serviceWorker.ready;
  await found.update();
  const worker = found.installing ?? found.waiting;
  while (worker.state === 'installing')
    await new Promise((done) => worker.addEventListener('statechange', done, { once: true }));
  if (worker.state !== 'installed') throw new Error(worker.state);
}"""
TAKEN_OVER = """async () => {
  const { waiting, active } = await navigator.serviceWorker.getRegistration('games/');
  const worker = waiting ?? active;
  while (worker.state !== 'activated')
    await new Promise((done) => worker.addEventListener('statechange', done, { once: true }));
}"""
START = 60_000  # milliseconds for the engine, on a machine with much else to do

# Everything is here that a game needs without a connection.
KEPT = """async (files) => {
  const found = await Promise.all(files.map((file) => caches.match(file, { ignoreSearch: true, ignoreVary: true })));
  return found.every(Boolean);
}"""

FULL = """() => {
  self.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };
}"""


@pytest.fixture(scope="module")
def built() -> None:
    program("need-site")


@pytest.fixture
def host(built: None, tmp_path: Path) -> Iterator[Site]:
    with copied(tmp_path) as made:
        yield made
        assert all(path.startswith("/games/") for path in made.asked), "the page asks only below its own folder"


@pytest.fixture
def phone(browser: Browser, host: Site) -> Iterator[Callable[..., BrowserContext]]:
    """Makes phones. An error of the page or a request to another host fails the test."""
    faults: list[str] = []
    made: list[BrowserContext] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda asked: asked.url.startswith(host.origin) or faults.append(asked.url))

    def make(**options: Any) -> BrowserContext:
        context = browser.new_context(**{**PHONE, "locale": "en-GB", "reduced_motion": "reduce", **options})
        context.set_default_timeout(START)
        context.on("page", watch)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()
    assert faults == []


def parts(host: Site) -> list[str]:
    """What a service worker keeps: the files of the page and of its engine."""
    worker = (host.folder / "games" / "worker.js").read_text(encoding="utf-8")
    lists = [re.search(rf"{name} ?= ?(\[.*?\])", worker) for name in ("SHELL", "ENGINE")]
    return [host.url + part for found in lists if found for part in json.loads(found[1])]


def begin(page: Page, host: Site, game: str = "duel", level: str = "novice") -> str:
    """From the home page to the first decision, by taps; returns the table's id."""
    start_page(page, host)
    card = page.locator(".bigchoice").nth(0 if game == "duel" else 1)
    if game == "wonders":
        card.locator("select").first.select_option("3")
    card.locator("select").last.select_option(level)
    card.get_by_role("button").tap()
    wait_for_turn(page, START)
    return table_id(page)


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_a_whole_game_with_the_network_cut_from_the_first_move(
    game: str, phone: Callable[..., BrowserContext], host: Site, tmp_path: Path
) -> None:
    context = phone()
    page = context.new_page()
    table = begin(page, host, game)
    page.wait_for_function(KEPT, arg=parts(host))
    host.stop()
    player = Finger(page, seed=5)
    player.play(4)
    wait_for_turn(page, START)
    moves = int(facts(page)["moves"])
    page.reload()
    wait_for_turn(page, START)
    assert int(facts(page)["moves"]) == moves
    player.play_to_the_end()
    with page.expect_download() as download:
        page.locator(".result").get_by_role("button", name=text("en", "replay.export")).tap()
    record = tmp_path / "game.txt"
    download.value.save_as(record)
    verified = CliRunner().invoke(app, ["verify", str(record)])
    assert verified.exit_code == 0, verified.output
    page.locator(".result").get_by_role("link", name=text("en", "study.analyse")).tap()
    page.locator(".studypage .summarycard").first.wait_for()
    page.goto(f"{host.url}#/table/{table}/replay")
    page.locator("h1").first.wait_for()


def kill_tabs(browser: Browser) -> None:
    """Ends every tab with its workers at once, in the middle of whatever they do."""
    session = browser.new_browser_cdp_session()

    def tabs() -> set[int]:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {process["id"] for process in processes if process["type"] == "renderer"}

    killed = tabs()
    for process in killed:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    while killed & tabs():  # until the browser knows, it may open a page in one of them
        pass
    session.detach()


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.slow)])
def test_a_tab_that_is_killed_loses_at_most_the_move_under_way(
    kills: int, browser: Browser, phone: Callable[..., BrowserContext], host: Site
) -> None:
    context, chance = phone(), random.Random(kills)
    page = context.new_page()
    table = begin(page, host)
    for _ in range(kills):
        player = Finger(page, seed=chance.randrange(1000))
        player.play(chance.randrange(3))
        if wait_for_turn(page, START) != "playing":
            table = begin(page, host)
        shown = int(facts(page)["moves"])
        player.decide()
        page.wait_for_timeout(chance.choice([0, 1, 5, 20, 50, 200, 700]))
        kill_tabs(browser)
        page = context.new_page()
        page.goto(f"{host.url}#/table/{table}")
        wait_for_turn(page, START)
        assert int(facts(page)["moves"]) >= shown


def test_a_full_storage_is_said_and_nothing_is_lost(phone: Callable[..., BrowserContext], host: Site) -> None:
    page = phone().new_page()
    begin(page, host)
    # Chromium's own switch for a small quota does not reach this storage.
    (worker,) = page.workers
    worker.evaluate(FULL)
    before = facts(page)
    player = Finger(page, seed=2)
    player.decide()
    page.get_by_text(text("en", "error.storage_full")).first.wait_for()
    assert facts(page) == before
    worker.evaluate("void (IDBObjectStore.prototype.put = self.put)")
    player.play(3)
    wait_for_turn(page, START)
    moves = facts(page)["moves"]
    page.reload()
    wait_for_turn(page, START)
    assert facts(page)["moves"] == moves


def test_a_part_that_is_missing_is_named(phone: Callable[..., BrowserContext], host: Site) -> None:
    engine(host.folder / "games").joinpath("mirabilia.zip.gz").unlink()
    page = phone().new_page()
    start_page(page, host)
    page.locator(".bigchoice").first.get_by_role("button").tap()
    said = text("en", "error.engine_missing").replace("{file}", "mirabilia.zip.gz")
    page.get_by_text(said).first.wait_for()


def renewed(folder: Path) -> None:
    """Puts another version of the page there: the same engine under another name, another worker."""
    old = engine(folder)
    old.rename(old.with_name("0123456789ab"))
    for name in ("index.html", "worker.js"):
        said = (folder / name).read_text(encoding="utf-8").replace(old.name, "0123456789ab")
        (folder / name).write_text(re.sub(r"\bOWN \+ ?\S+;", 'OWN + "another";', said), encoding="utf-8")
    for packed in [*folder.glob("*.br"), *folder.glob("*.gz")]:
        packed.unlink()


def test_a_new_version_waits_for_the_windows_of_the_old_one(phone: Callable[..., BrowserContext], host: Site) -> None:
    context = phone()
    page = context.new_page()
    table = begin(page, host)
    page.wait_for_function(KEPT, arg=parts(host))
    renewed(host.folder / "games")
    page.evaluate(UPDATED)
    host.stop()
    # The old version still has all its parts, also those it had not needed before.
    Finger(page, seed=4).play(4)
    page.evaluate("location.hash = '#/pad/duel'")
    page.locator("table.pad").wait_for()
    page.evaluate(f"location.hash = '#/table/{table}'")
    wait_for_turn(page, START)
    moves = facts(page)["moves"]
    # A page of the same host that is none of ours sees the new one take over, as soon as no window of ours is open.
    host.start()
    page.goto(host.origin)
    page.evaluate(TAKEN_OVER)
    host.asked[:] = [path for path in host.asked if path not in ("/", "/favicon.ico")]
    host.stop()
    # It took the engine along: the game goes on without a connection.
    page.goto(f"{host.url}#/table/{table}")
    assert page.locator("html").get_attribute("data-engine") == "engine/0123456789ab/"
    wait_for_turn(page, START)
    assert facts(page)["moves"] == moves
    Finger(page, seed=4).play(2)
