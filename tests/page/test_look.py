"""How tables look, from many positions without a server: nothing scrolls, overlaps or is cut off, in five languages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.wonders.catalog import wonders_catalog
from page_tests import OUTPUT, PHONE, serious

LANGUAGES = ["en", "et", "ru", "tr", "nb"]
SIZES = {
    "1366x768": {"viewport": {"width": 1366, "height": 768}},
    "1280x720": {"viewport": {"width": 1280, "height": 720}},
    "phone": PHONE,
    "320": {**PHONE, "viewport": {"width": 320, "height": 640}},
}
TABLES = [
    "7 Wonders, 7, last turn",
    "7 Wonders, 7, first turn",
    "7 Wonders, 7, middle",
    "7 Wonders, 3, middle",
    "7 Wonders, 2, last turn",
    "Duel, age 1",
    "Duel, age 2",
    "Duel, age 3",
    "Duel, age 3 late",
    "Duel, draft",
]
LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")


@pytest.fixture
def show(browser: Any, site: str, positions: list[dict[str, Any]]) -> Iterator[Callable[..., Any]]:
    """Opens a position by its title, in a language, at a size; one browser page for each size and theme."""
    opened: dict[tuple[str, str], Any] = {}
    body = json.dumps(positions)

    def at(title: str, language: str = "en", size: str = "1366x768", theme: str = "light", text: bool = False) -> Any:
        if (size, theme) not in opened:
            context = browser.new_context(**SIZES[size], color_scheme=theme, reduced_motion="reduce")
            context.route(
                "**/demo/positions.json",
                lambda route: route.fulfill(body=body, content_type="application/json"),
            )
            opened[size, theme] = context.new_page()
        page = opened[size, theme]
        number = next(n for n, position in enumerate(positions) if position["title"] == title)
        page.goto(f"{site}demo.html?p={number}&lang={language}&text={int(text)}")
        page.locator(".tablepage, .textpage").wait_for()
        page.evaluate("document.fonts.ready")
        return page

    yield at
    for page in opened.values():
        page.context.close()


@pytest.mark.parametrize("size", ["1366x768", "phone"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_fit_without_scrolling_or_overlap(language: str, size: str, show: Callable[..., Any]) -> None:
    faults = {}
    for title in TABLES:
        page = show(title, language, size)
        cards = page.locator(".hand button.card, .pyramid button.card.open")
        if cards.count():
            cards.last.dispatch_event("click")
        found = page.evaluate(LOOK, {"touch": size == "phone", "tall": False})
        if found:
            faults[title] = found
            OUTPUT.mkdir(exist_ok=True)
            page.screenshot(path=OUTPUT / f"look-{title.replace(' ', '-')}-{language}-{size}.png")
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("size", ["1280x720", "320"])
def test_smaller_screens_cut_nothing_off(size: str, show: Callable[..., Any]) -> None:
    faults = {}
    for title in ("7 Wonders, 7, first turn", "7 Wonders, 7, last turn", "Duel, age 1", "Duel, age 3"):
        for language in ("en", "ru"):
            page = show(title, language, size)
            found = page.evaluate(LOOK, {"touch": False, "tall": size == "320"})
            if found:
                faults[f"{title} {language}"] = found
        assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_tables_have_no_serious_findings(theme: str, show: Callable[..., Any]) -> None:
    faults = {}
    titles = [
        "7 Wonders, 7, middle",
        "7 Wonders, 3, revive",
        "Duel, age 2",
        "Duel, token",
        "Duel, draft",
        "Duel, civilian",
    ]
    for title, text in [*((title, False) for title in titles), ("7 Wonders, 3, middle", True), ("Duel, age 2", True)]:
        page = show(title, theme=theme, text=text)
        found = serious(page)
        if found:
            faults[f"{title} {'text' if text else ''}"] = found
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


def test_a_tile_tells_either_or_from_both(browser: Any, site: str) -> None:
    page = browser.new_page()
    page.route("**/demo/positions.json", lambda route: route.fulfill(body="[]", content_type="application/json"))
    page.goto(f"{site}demo.html")
    page.locator(".tile[data-tip]").first.wait_for()
    shown = page.locator(".tile[data-tip]").evaluate_all(
        "tiles => Object.fromEntries(tiles.map((tile) => [tile.dataset.tip, tile.querySelectorAll('.slash').length]))"
    )
    page.close()
    of_two = [card.name for card in wonders_catalog().cards if [len(unit) for unit in card.effect.produces] == [2]]
    either = {f"card:wonders:{name}" for name in of_two}
    either |= {f"card:duel:{card.name}" for card in duel_catalog().cards if len(card.effect.produces_choice) == 2}
    assert len(either) == 7
    assert {tip for tip, strokes in shown.items() if strokes} == either
