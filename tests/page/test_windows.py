"""The window walk: tables in windows of every size, not in those of a few devices.

A position (demo.html, no server) is opened once in a language, and its window is then changed again and again: a grid
of widths and heights, and sizes from a seeded generator. In each one `walk.js` looks for what a player would stumble
over, with and without a card taken up, and no card may move when one is, except that in 7 Wonders an upright table
folds its wonder and lifts the hand above the sheet. A seeded sample runs by default; the whole
walk is marked slow.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mirabilia.locales import pseudo
from mirabilia.locales.build import bundle
from mirabilia.locales.catalogs import FIRST_DOMAINS, LATER_DOMAINS, ORIGINAL
from page_tests import OUTPUT, two_pictures

LANGUAGES = ["en", "et", "ru", "tr", "nb"]
WIDTHS = [320, 360, 390, 412, 480, 540, 600, 640, 683, 740, 768, 844, 912, 960, 1024, 1180, 1280, 1366, 1440, 1536]
WIDTHS += [1680, 1920, 2200, 2560]
HEIGHTS = [320, 340, 360, 390, 430, 480, 540, 560, 600, 650, 664, 720, 768, 844, 932, 1024, 1080, 1200, 1440]
POSITIONS = [
    *(f"Duel, {moment}" for moment in ("draft", "age 1", "age 1 middle", "age 2", "age 2 late", "age 3")),
    *(f"Duel, {moment}" for moment in ("age 3 late", "age 3 last")),
    *(f"Duel, {choice}" for choice in ("token", "library", "destroy", "revive", "starter", "danger")),
    *(f"7 Wonders, {players}, {turn}" for players in (2, 3, 5, 7) for turn in ("first turn", "last turn")),
    "7 Wonders, 7, middle",
    "7 Wonders, 2, war",
    "7 Wonders, 7, war",
    "7 Wonders, 3, revive",
    "7 Wonders, 3, seventh",
    "7 Wonders, 5, chosen",
    *(f"Duel, {victory}" for victory in ("civilian", "military", "science")),
    *(f"7 Wonders, {players}, over" for players in (3, 7)),
    *(f"7 Wonders, {players}, chosen" for players in (2, 7)),
    "7 Wonders, 4, middle",
]
# Windows of phones and tablets
TOUCHED = [(360, 640), (844, 390), (390, 664), (820, 1180), (412, 732), (667, 375)]
TOUCHED += [(768, 1024), (1180, 820), (360, 560)]
WALK = (Path(__file__).parent / "walk.js").read_text(encoding="utf-8")
CARDS = ".hand button.card, .pyramid button.card.open"
PLACES = """() => [...document.querySelectorAll('.hand .card, .pyramid .slot')].map((card) => {
  let x = 0, y = 0;
  for (let up = card; up; up = up.offsetParent) { x += up.offsetLeft; y += up.offsetTop; }
  return `${x},${y},${card.offsetWidth},${card.offsetHeight}`;
})"""


def fits(width: int, height: int) -> bool:
    """Windows in which everything needed for a decision is on the screen at once."""
    return (width >= 360 and height >= 560) or (width >= 640 and height >= 320)


def sizes(rng: random.Random, grid: int, free: int) -> list[tuple[int, int]]:
    """So many sizes of the grid (all of them for 0) and so many others."""
    every = [(width, height) for width in WIDTHS for height in HEIGHTS]
    chosen = rng.sample(every, grid) if grid else every
    return chosen + [(rng.randint(320, 2560), rng.randint(320, 1440)) for _ in range(free)]


@pytest.fixture(params=["mouse"])
def table(
    browser: Any, site: str, positions: list[dict[str, Any]], request: pytest.FixtureRequest
) -> Iterator[Callable[..., Any]]:
    """Opens a position in a language; the same browser page again and again, for a mouse or for a finger."""
    touch = request.param == "finger"
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce", has_touch=touch)
    body = json.dumps(positions)
    context.route("**/demo/positions.json", lambda r: r.fulfill(body=body, content_type="application/json"))
    page = context.new_page()

    def in_pseudo(route: Any) -> None:
        later = route.request.url.endswith(".rules.json")
        words = bundle(ORIGINAL, LATER_DOMAINS if later else FIRST_DOMAINS)
        route.fulfill(body=json.dumps(pseudo.pseudo_bundle(words)), content_type="application/json")

    def at(title: str, language: str) -> Any:
        page.unroute("**/words/*.json")
        if language == pseudo.CODE:
            page.route("**/words/*.json", in_pseudo)
            language = ORIGINAL
        number = next(n for n, position in enumerate(positions) if position["title"] == title)
        page.goto(f"{site}demo.html?p={number}&lang={language}")
        page.locator(".tablepage").wait_for()
        page.evaluate("document.fonts.ready")
        return page

    yield at
    context.close()


def look(page: Any, width: int, height: int, taken: int = 3) -> list[str]:
    """What is wrong in a window of this size, with nothing and with so many cards taken up."""
    page.set_viewport_size({"width": width, "height": height})
    two_pictures(page)
    found: list[str] = page.evaluate(WALK, {"fits": fits(width, height)})
    cards = page.locator(CARDS)
    if not cards.count():
        return found
    before = page.evaluate(PLACES)
    for number in sorted({cards.count() - 1, 0, cards.count() // 2})[:taken]:
        cards.nth(number).dispatch_event("click")
        two_pictures(page)
        found += [f"with a card taken up: {fault}" for fault in page.evaluate(WALK, {"fits": fits(width, height)})]
        if page.locator(".wonders.tower, .tower .wonders").count():
            continue
        after = page.evaluate(PLACES)
        found += [f"a card moves: {a} -> {b}" for a, b in zip(before, after, strict=True) if a != b][:1]
    page.keyboard.press("Escape")
    return list(dict.fromkeys(found))


def walk(page: Any, title: str, language: str, windows: list[tuple[int, int]], taken: int = 3) -> dict[str, list[str]]:
    """Faults by window."""
    faults: dict[str, list[str]] = {}
    for width, height in windows:
        found = look(page, width, height, taken)
        if found:
            faults[f"{title} {language} {width}x{height}"] = found
            if len(faults) <= 3:
                OUTPUT.mkdir(exist_ok=True)
                page.screenshot(path=OUTPUT / f"walk-{title.replace(' ', '-')}-{language}-{width}x{height}.png")
    return faults


def test_a_sample_of_windows(table: Callable[..., Any]) -> None:
    """One window for each position, and the smallest ones in which nothing scrolls for the fullest positions."""
    rng = random.Random(14)
    faults: dict[str, list[str]] = {}
    for n, title in enumerate(POSITIONS):
        language = LANGUAGES[n % len(LANGUAGES)]
        windows = sizes(rng, 1, 0) if n % 2 else sizes(rng, 1, 1)[1:]
        if title in ("Duel, age 3", "7 Wonders, 7, last turn"):
            windows += [(360, 560), (640, 320)]
        faults |= walk(table(title, language), title, language, windows, 1)
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("table", ["finger"], indirect=True)
def test_a_finger_finds_everything(table: Callable[..., Any]) -> None:
    """Phones and tablets, each position in one of each: what a finger needs is at least 44 px wide and high."""
    faults: dict[str, list[str]] = {}
    for n, title in enumerate(POSITIONS):
        language = LANGUAGES[(n + 2) % len(LANGUAGES)]
        page = table(title, language)
        assert page.evaluate("matchMedia('(pointer: coarse)').matches")
        windows = [TOUCHED[n % len(TOUCHED)], TOUCHED[(n + 4) % len(TOUCHED)]]
        faults |= walk(page, title, language, windows, 1)
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 7))
def test_windows_that_nobody_named(seed: int, table: Callable[..., Any]) -> None:
    """Any sizes, half of them low: all positions, each in a language of its own."""
    rng = random.Random(seed)
    faults: dict[str, list[str]] = {}
    for title in POSITIONS:
        language = rng.choice([*LANGUAGES, pseudo.CODE])
        windows = [(rng.randint(320, 2560), rng.randint(320, 1440)) for _ in range(4)]
        windows += [(rng.randint(320, 1000), rng.randint(320, 560)) for _ in range(4)]
        faults |= walk(table(title, language), title, language, windows, 1)
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


def test_texts_a_third_longer_than_english(table: Callable[..., Any], positions: list[dict[str, Any]]) -> None:
    seats = {position["title"]: position["state"]["table"]["seats"] for position in positions}
    rng = random.Random(15)
    faults: dict[str, list[str]] = {}
    for title in ("Duel, age 2", "Duel, draft", "7 Wonders, 5, chosen", "7 Wonders, 7, middle"):
        page = table(title, pseudo.CODE)
        windows = [size for size in sizes(rng, 16, 0) if fits(*size)][:2]
        faults |= walk(page, title, pseudo.CODE, windows, 1)
        # What is still plain English was written in code: words of three letters and more without a marked vowel.
        shown = page.locator(".tablepage").inner_text()
        plain = {word for word in re.findall(r"[^\W\d_]{3,}", shown) if not set(word) & set("áéíóúýÁÉÍÓÚÝ")}
        people = {name for seat in seats[title] for name in (seat["name"] or "").split()}
        known = people | {"III", "and"}  # a Roman numeral, and what Intl puts into lists
        left = sorted(word for word in plain - known if word.isascii() and set(word.lower()) & set("aeiou"))
        assert not left, f"{title}: not from the texts: {left}"
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.parametrize("title", POSITIONS)
def test_every_window(title: str, table: Callable[..., Any]) -> None:
    """The whole grid and sixty other sizes; languages take turns, so that each sees windows of every kind."""
    windows = sizes(random.Random(title), 0, 60)
    languages = [*LANGUAGES, pseudo.CODE]
    faults: dict[str, list[str]] = {}
    for n, language in enumerate(languages):
        faults |= walk(table(title, language), title, language, windows[n :: len(languages)], 1)
    assert not faults, json.dumps(faults, indent=1, ensure_ascii=False)
