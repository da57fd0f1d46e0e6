"""Ways into a game that several tests use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def start_page(page: Page, server: Any, route: str = "", **settings: Any) -> None:
    """Opens the page with settings as a viewer who has been here before would have them."""
    chosen = {"speed": "off", "recap": False, **settings}
    page.add_init_script(
        f"if (!localStorage.getItem('mirabilia.settings')) localStorage.setItem('mirabilia.settings', {json.dumps(json.dumps(chosen))})"
    )
    page.goto(server.url + route)
    page.locator("#main, .tablepage").first.wait_for()


def table_id(page: Page) -> str:
    """The table in the address."""
    return urlsplit(page.url).fragment.split("/")[2]


def open_game(page: Page, server: Any, game: str, players: int = 4, level: str = "beginner", text_mode: bool = False) -> str:
    """From the home page to the first decision, by its buttons; returns the table's id."""
    start_page(page, server, textMode=text_mode)
    card = page.locator(".bigchoice").nth(0 if game == "duel" else 1)
    card.locator("select").last.select_option(level)
    if game == "wonders":
        card.locator("select").first.select_option(str(players))
    card.locator(".btn.main").click()
    page.locator(".tablepage, .textpage").wait_for()
    return table_id(page)


def record_of(page: Page, server: Any) -> str:
    """The record of the game on screen, as the page may fetch it."""
    answer = page.request.get(f"{server.url}api/v1/tables/{table_id(page)}/record")
    assert answer.ok
    return answer.text()


def axe_source() -> str:
    """The accessibility checker, from the page's own packages."""
    root = Path(__file__).resolve().parents[2]
    return (root / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
