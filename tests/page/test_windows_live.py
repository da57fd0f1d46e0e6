"""Windows of real tables: what only a server brings to a table has its place in small and low windows as well.

Somebody who is away, a coach, a replay, a puzzle and the result of a finished game stand in rows and dialogs of their
own; `walk.js` looks for the same faults as in the walk through positions (test_windows.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mirabilia.locales import text
from page_tables import MOMENTS, NAMES, Moment, Sitting, enter, play_out
from page_tests import start_page, two_pictures

WALK = (Path(__file__).parent / "walk.js").read_text(encoding="utf-8")
WINDOWS = [(360, 560), (390, 664), (640, 320), (844, 390), (1024, 600), (1366, 650), (1920, 950)]


def faults(page: Any, windows: list[tuple[int, int]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        two_pictures(page)
        told = page.evaluate(WALK, {"fits": True})
        if told:
            found[f"{width}x{height}"] = told
    return found


def shown(found: dict[str, list[str]]) -> str:
    return json.dumps(found, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("kind", ["hand", "Free City"])
def test_somebody_away_leaves_room_for_a_decision(kind: str, new_context: Callable[..., Any], server: Any) -> None:
    sitting, seat = MOMENTS[kind].table(server)
    page = enter(sitting, seat, new_context(locale="ru-RU"))
    page.locator(".trouble").wait_for()
    found = faults(page, WINDOWS)
    assert not found, shown(found)
    page.set_viewport_size({"width": 360, "height": 560})
    page.locator(".trouble .btn").click()  # on a phone the ways are a tap away
    assert page.locator("dialog .offer .btn").count() >= 3


def test_six_who_are_away_leave_room_for_the_last_decision_at_any_size_of_the_table(
    new_context: Callable[..., Any], server: Any
) -> None:
    """Seven people, full cities, and the largest size a viewer can wish for."""
    last = Moment("wonders", 5, lambda game, seat: (view := game.view(seat))["age"] == 3 and view["turn"] == 6, 7)
    sitting, seat = last.table(server)
    for size in (100, 200):
        page = enter(sitting, seat, new_context(), zoom=size)
        page.locator(".trouble").wait_for()
        found = faults(page, WINDOWS)
        assert not found, shown(found)
    # Where far seats have no place any more, every city is two taps away.
    page.set_viewport_size({"width": 640, "height": 320})
    page.locator(".neighbour .seatglyph").first.click()
    for name in NAMES:
        page.locator("dialog").get_by_role("button", name=text("en", "table.open_city", player=name)).click()
        page.locator("dialog h2", has_text=name).wait_for()
        assert page.evaluate(WALK, {"fits": False, "within": "dialog"}) == []


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_what_a_lesson_says_is_whole_in_every_window(game: str, new_context: Callable[..., Any], server: Any) -> None:
    page = new_context(locale="et-EE").new_page()
    start_page(page, server, f"#/lesson/{game}")
    page.locator(".lessonsheet .btn.main").click()
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        two_pictures(page)
        told = page.evaluate(WALK, {"fits": True, "within": ".lessonsheet"})
        if told:
            found[f"{width}x{height}"] = told
    assert not found, shown(found)


@pytest.fixture(scope="module")
def seven(server: Any) -> Sitting:
    return play_out(server, "wonders", 7, seed=6)


def test_a_replay_has_its_controls_in_every_window(seven: Sitting, new_context: Callable[..., Any]) -> None:
    page = enter(seven, 0, new_context(locale="tr-TR"), "/replay/20")
    page.locator(".replaybar").wait_for()
    page.locator(".strip .event").first.wait_for()
    # There is nothing to decide: in the smallest ones the page may be longer.
    found = faults(page, [size for size in WINDOWS if size not in ((360, 560), (640, 320))])
    assert not found, shown(found)


def test_a_finished_game_of_seven_has_no_empty_hand(seven: Sitting, new_context: Callable[..., Any]) -> None:
    page = enter(seven, 0, new_context(locale="nb-NO"))
    page.locator(".result .scores").wait_for()
    page.locator(".side .btn.round").first.click()
    page.locator(".result").wait_for(state="detached")
    found = faults(page, WINDOWS)
    assert not found, shown(found)
    page.set_viewport_size({"width": 640, "height": 320})
    page.locator(".resultbar button").last.click()
    page.locator("dialog .scores").wait_for()
    # points are seen without scrolling, beside what one can do next
    for part in ("dialog .scores tbody tr", "dialog .afterwards .btn"):
        box = page.locator(part).first.bounding_box()
        assert box["y"] + box["height"] < 320


def test_what_somebody_says_is_a_bubble_at_their_seat(new_context: Callable[..., Any], server: Any) -> None:
    context = new_context(viewport={"width": 1920, "height": 950})
    sitting, seat = MOMENTS["turn"].table(server)
    page = enter(sitting, seat, context)
    page.locator(".pyramid").wait_for()
    sitting.people[1 - seat].command(sitting.id, "chat", phrase="good_luck")
    # Both in one look, because a bubble goes again by itself.
    found = page.wait_for_function(
        """(disc) => {
          const middle = (element) => {
            const box = element?.getBoundingClientRect();
            return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
          };
          const bubble = middle(document.querySelector(".bubble")), seat = middle(document.querySelector(disc));
          return bubble && seat && [bubble, seat];
        }""",
        arg=f"[data-seat='{1 - seat}'] .seatdisc",
    ).json_value()
    (x, y), (seat_x, seat_y) = found
    assert abs(x - seat_x) < 300 and abs(y - seat_y) < 120


def test_a_puzzle_has_no_empty_row_for_what_happened(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context(locale="tr-TR").new_page()
    start_page(page, server, "#/puzzles")
    page.locator(".page .btn.main").first.click()
    page.locator(".tablepage .coach").wait_for()
    found = faults(page, WINDOWS[1:])
    assert not found, shown(found)
    assert page.locator(".strip, .side").count() == 0


@pytest.mark.parametrize("name", ["wonders-bd6f2a78", "wonders-b994ef3a"])
def test_the_costs_of_a_puzzle_stay_clear_of_prices_in_the_narrowest_window(
    name: str, new_context: Callable[..., Any], server: Any
) -> None:
    """Seven cards, two goods bought from two sides; six cards, one of which costs seven goods."""
    page = new_context(viewport={"width": 320, "height": 640}).new_page()
    start_page(page, server, f"#/puzzles/{name}")
    page.locator(".tablepage .coach").wait_for()
    assert page.evaluate(WALK, {"fits": False}) == []
    assert page.get_by_label(text("en", "table.away")).count() == 0  # nobody is waited for, so nobody is missing


@pytest.mark.parametrize("name", ["duel-e64c7421", "duel-9c38828d", "duel-d6ddddd8"])
def test_words_above_a_table_leave_its_cards_readable(name: str, new_context: Callable[..., Any], server: Any) -> None:
    """Layouts of seven and six rows, and many discarded cards to choose from, below a question of two lines."""
    page = new_context(locale="tr-TR").new_page()
    start_page(page, server, f"#/puzzles/{name}")
    page.locator(".tablepage .coach").wait_for()
    found = faults(page, [(360, 640), (412, 680), (390, 664), (480, 640)])
    assert not found, shown(found)


def test_the_bar_holds_a_hint_and_the_call_to_choose(new_context: Callable[..., Any], server: Any) -> None:
    """Against bots everyone always waits for the one person, and the bar has a button more."""
    page = new_context().new_page()
    start_page(page, server)
    page.get_by_role("button", name="Play against bots", exact=True).first.click()
    page.locator(".topbar .waiting.lastone").wait_for()
    page.get_by_role("button", name="Hint").wait_for()
    found = faults(page, WINDOWS)
    assert not found, shown(found)


def test_a_window_that_grows_gives_back_what_a_small_one_took(new_context: Callable[..., Any], server: Any) -> None:
    given_up = "() => [...document.querySelectorAll('[data-squeeze]')].map((area) => area.className)"
    four = play_out(server, "wonders", 4, seed=6)
    page = enter(four, 0, new_context(viewport={"width": 1920, "height": 950}), "/replay/60")
    page.locator(".neighbour").first.wait_for()
    at_first = page.evaluate(given_up)
    for width, height in [(1000, 620), (390, 664), (1536, 730), (1920, 950)]:
        page.set_viewport_size({"width": width, "height": height})
        two_pictures(page)
    assert page.evaluate(given_up) == at_first
