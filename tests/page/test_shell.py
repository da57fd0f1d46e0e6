"""The page as a whole: size, hosts, security headers, every screen in both themes, score pad, words, message types."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from mirabilia.locales.build import bundle
from mirabilia.locales.catalogs import DOMAINS
from page_tests import PHONE, ROOT, open_game, serious, start_page

SCREENS = [
    *("", "#/new/duel", "#/new/wonders", "#/rules/duel", "#/rules/wonders", "#/rules/symbols", "#/rules/cards-duel"),
    *(
        "#/rules/chains-wonders",
        "#/pad/wonders",
        "#/pad/duel",
        "#/import",
        "#/lesson/duel",
        "#/join/wrongwrong1",
        "#/statistics",
    ),
]


def test_first_load_is_small_and_asks_no_other_host(new_context: Callable[..., Any], server: Any) -> None:
    """What really travels, packed as the server sends it; nothing is asked for twice."""
    page = new_context(service_workers="block").new_page()
    loaded: list[tuple[str, int]] = []

    def measure(request: Any) -> None:
        if not request.url.endswith(".woff2") and "/api/" not in request.url:
            loaded.append((request.url, request.sizes()["responseBodySize"]))

    page.on("requestfinished", measure)
    start_page(page, server)
    page.locator(".bigchoice").first.wait_for()
    assert 50 * 1024 < sum(size for _, size in loaded) < 250 * 1024, loaded
    assert len({url for url, _ in loaded}) == len(loaded), loaded


def test_name_and_progress_are_seen_before_styles_and_scripts_are_here(
    new_context: Callable[..., Any], server: Any
) -> None:
    context = new_context(service_workers="block")
    held: list[Any] = []
    holding = True

    def hold(route: Any) -> None:
        if holding:
            held.append(route)
        else:
            route.continue_()

    context.route(re.compile(r"/assets/.*\.(css|js)$"), hold)
    page = context.new_page()
    page.goto(server.url, wait_until="commit")
    painted = "() => performance.getEntriesByName('first-contentful-paint').length > 0"
    page.wait_for_function(painted)
    assert page.locator(".firstpaint svg").is_visible() and page.locator(".firstpaint progress").is_visible()
    assert page.evaluate("() => document.styleSheets.length") == 0
    holding = False
    for route in held:
        route.continue_()
    page.locator(".bigchoice").first.wait_for()
    assert not page.locator(".firstpaint").count()


def test_what_the_home_page_could_not_get_is_asked_for_again(
    new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    """The answers that list levels and name the device fail at first; both come without a reload."""
    watched.expected += ["503", "ERR_FAILED"]
    context = new_context(service_workers="block")
    asked: dict[str, int] = {}

    def refuse_at_first(route: Any) -> None:
        part = route.request.url.rsplit("/", 1)[-1]
        asked[part] = asked.get(part, 0) + 1
        if asked[part] > 2:
            route.continue_()
        elif part == "me":
            route.fulfill(status=503, body="{}", content_type="application/json")
        else:
            route.abort()

    context.route(re.compile(r"/api/v1/(me|choices)$"), refuse_at_first)
    page = context.new_page()
    page.goto(server.url)
    page.locator(".bigchoice select").nth(1).wait_for()
    page.wait_for_function("() => document.querySelector('.bigchoice input').value !== ''")
    page.locator(".warnline").wait_for(state="detached")
    assert asked["choices"] == 3 and asked["me"] >= 3


def test_playing_offline_is_offered_only_with_an_engine(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context(service_workers="block").new_page()
    start_page(page, server)
    page.locator(".waysin").wait_for()
    with_engine = (ROOT / "src/mirabilia/server/static/engine/contents.json").exists()
    assert page.get_by_role("button", name="Play offline").count() == with_engine


def test_the_policy_allows_nothing_inline(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    policy = page.goto(server.url).headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert "script-src 'self'" in policy and "style-src 'self'" in policy
    page.locator(".bigchoice").first.wait_for()
    assert page.locator("script:not([src]), style").count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_screen_has_no_serious_findings(
    theme: str, new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    watched.expected += ["403"]
    page = new_context(color_scheme=theme).new_page()
    start_page(page, server)
    faults = {}
    for route in SCREENS:
        page.goto(server.url + route)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(150)
        found = serious(page)
        if found:
            faults[route] = found
    assert not faults, json.dumps(faults, indent=1)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_panels_of_a_table_have_no_serious_findings(theme: str, new_context: Callable[..., Any], server: Any) -> None:
    page = new_context(color_scheme=theme).new_page()
    open_game(page, server, "duel")
    faults = {}
    for panel in ("Log", "Chat", "Chains", "Discard pile", "Help and keys", "Menu", "Settings"):
        page.get_by_role("button", name=panel, exact=True).first.click()
        page.locator("dialog").wait_for()
        found = serious(page, "document.querySelector('dialog')")
        if found:
            faults[panel] = found
        page.locator("dialog .btn.round").first.click()
        page.locator("dialog").wait_for(state="detached")
    assert not faults, json.dumps(faults, indent=1)


@pytest.mark.parametrize("width", [390, 320])
def test_screens_do_not_scroll_sideways_on_a_phone(
    width: int, new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    watched.expected += ["403"]
    page = new_context(**{**PHONE, "viewport": {"width": width, "height": 844}}, locale="ru-RU").new_page()
    start_page(page, server)
    for route in SCREENS:
        page.goto(server.url + route)
        page.locator("h1").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, route


def test_from_opening_to_the_first_hand_in_three_clicks(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context(**PHONE).new_page()
    start_page(page, server)
    page.locator(".bigchoice").nth(1).get_by_role("button").tap()  # the one click
    page.locator(".hand button.card").first.wait_for()


def test_every_text_the_page_asks_for_exists() -> None:
    words = bundle("en", DOMAINS)
    asked: set[str] = set()
    for file in [*(ROOT / "web/src").rglob("*.ts"), *(ROOT / "web/src").rglob("*.tsx")]:
        text = file.read_text(encoding="utf-8")
        asked |= set(re.findall(r'\bt\(\s*"([a-z_]+\.[A-Za-z0-9_.]+)"', text))
    assert len(asked) > 200
    assert sorted(asked - set(words)) == []


def test_lock_file_names_no_address() -> None:
    lock = (ROOT / "web/package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock and "://" not in lock
    pins = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    for version in {**pins["dependencies"], **pins["devDependencies"]}.values():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
