"""Windows of everything that is not a table: home, waiting room, rules, score pad, replays, analyses and dialogs.

They may be longer than the window, but hold to the laws of a table (`walk.js`) in all other things: nothing is cut
off, lies over something else or scrolls sideways, and every button is hit at its centre once it is scrolled to.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from page_tables import Sitting, enter, play_out, sit_down
from page_tests import OUTPUT, start_page, two_pictures

WALK = (Path(__file__).parent / "walk.js").read_text(encoding="utf-8")
ODD = [(320, 480), (361, 561), (533, 320), (641, 321), (1000, 500), (1100, 2000)]
LOCALES = ["en-GB", "et-EE", "ru-RU", "tr-TR", "nb-NO"]
SCREENS = ["", "#/new/duel", "#/new/wonders", "#/rules/duel", "#/rules/wonders", "#/pad/duel", "#/pad/wonders"]
SCREENS += ["#/statistics", "#/puzzles", "#/import", "#/lesson/wonders", "#/nosuch", "#/join/nosuchsecret"]
LONG = ["Maximiliana von Hohenber", "Константин Преображенск", "Wwwwwwwwwwwwwwwwwwwwwwww", "Jüri-Madis Sõrve-Kuressa"]


def faults(page: Any, title: str, windows: list[tuple[int, int]], within: str = ".page") -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        two_pictures(page)
        told = page.evaluate(WALK, {"fits": False, "within": within})
        if told:
            found[f"{title} {width}x{height}"] = told
            OUTPUT.mkdir(exist_ok=True)
            page.screenshot(path=OUTPUT / f"screen-{title.replace('/', '-').replace(' ', '-')}-{width}x{height}.png")
    return found


def shown(found: dict[str, list[str]]) -> str:
    return json.dumps(found, indent=1, ensure_ascii=False)


def walk_screens(page: Any, server: Any, windows: list[tuple[int, int]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    start_page(page, server)
    for n, route in enumerate(SCREENS):
        page.goto(f"{server.url}?{n}{route}")  # loaded anew: what is found is not the screen before
        # a lesson is a table with words above it
        within = ".lessonsheet" if route.startswith("#/lesson/") else ".page"
        page.locator(f"{within} :is(h1, .btn.main)").first.wait_for()
        page.wait_for_load_state("networkidle")
        found |= faults(page, route or "home", windows, within)
    return found


def test_screens_hold_in_odd_windows(new_context: Callable[..., Any], server: Any, watched: Any) -> None:
    watched.expected += ["403", "404"]
    found = walk_screens(new_context(locale="ru-RU").new_page(), server, ODD[:4])
    assert not found, shown(found)


@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_screens_hold_in_any_window(locale: str, new_context: Callable[..., Any], server: Any, watched: Any) -> None:
    watched.expected += ["403", "404"]
    rng = random.Random(locale)
    windows = ODD + [(rng.randint(320, 2560), rng.randint(320, 1440)) for _ in range(8)]
    found = walk_screens(new_context(locale=locale).new_page(), server, windows)
    assert not found, shown(found)


def test_a_waiting_room_has_room_for_long_names(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 7, start=False, names=[*LONG, *LONG])
    page = enter(sitting, 0, new_context(locale="et-EE"))
    page.locator(".page h1").wait_for()
    found = faults(page, "lobby", ODD)
    page = enter(sitting, 3, new_context(locale="tr-TR"))
    page.locator(".page h1").wait_for()
    found |= faults(page, "lobby of a guest", ODD)
    assert not found, shown(found)


@pytest.fixture(scope="module")
def seven(server: Any) -> Iterator[Sitting]:
    yield play_out(server, "wonders", 7, seed=8, names=[*LONG, *LONG])


@pytest.fixture(scope="module")
def duel(server: Any) -> Iterator[Sitting]:
    yield play_out(server, "duel", 2, seed=8, names=LONG[1:])


@pytest.mark.parametrize("game", ["duel", "seven"])
def test_the_end_of_a_game_has_room_for_long_names(
    game: str, request: pytest.FixtureRequest, new_context: Callable[..., Any]
) -> None:
    sitting: Sitting = request.getfixturevalue(game)
    page = enter(sitting, 1, new_context(locale="nb-NO", viewport={"width": 361, "height": 561}))
    page.locator("dialog .scores").wait_for()
    page.locator("dialog .curve").wait_for()
    found = faults(page, f"result of {game}", ODD[:5], "dialog")
    page.locator("dialog .btn.round").first.click()
    page.locator("dialog").wait_for(state="detached")
    found |= faults(page, f"end of {game}", ODD, ".tablepage")
    assert not found, shown(found)


@pytest.mark.parametrize(
    ("game", "route"),
    [
        ("seven", "/replay/14"),
        ("duel", "/replay/60"),
        *(
            pytest.param(game, route, marks=pytest.mark.slow)
            for game, route in [
                *(("seven", f"/replay/{at}") for at in (0, 60, 9999)),
                *(("duel", f"/replay/{at}") for at in (0, 14, 9999)),
                ("seven", "/analysis"),
                ("duel", "/analysis"),
            ]
        ),
    ],
)
def test_replays_and_analyses_have_room_for_long_names(
    game: str, route: str, request: pytest.FixtureRequest, new_context: Callable[..., Any]
) -> None:
    sitting: Sitting = request.getfixturevalue(game)
    page = enter(sitting, 1, new_context(locale="et-EE"), route)
    within = ".page" if route == "/analysis" else ".tablepage"
    page.locator(f"{within} h1").wait_for()
    page.wait_for_load_state("networkidle")
    found = faults(page, f"{game}{route}", ODD, within)
    assert not found, shown(found)
