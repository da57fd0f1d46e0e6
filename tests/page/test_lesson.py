"""The two lessons: every step comes up, and they end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from mirabilia.locales import text
from mirabilia.locales.build import bundle
from mirabilia.locales.catalogs import DOMAINS
from page_players import Player, facts, wait_for_change, wait_for_turn
from page_tests import start_page


def read_on(page: Any, said: list[str]) -> None:
    """Reads what the coach has to say now, until it waits for a deed or for the game."""
    while True:
        more = page.locator(".coach .btn.main")
        waits = page.locator(".coach .trynow").count() > 0
        if not more.count() and not waits:
            return
        words = page.locator(".coach p").inner_text()
        if waits:
            words = words.removesuffix(text("en", "coach.try")).strip()
            if words not in said:
                said.append(words)
            return
        assert words not in said, "the coach says nothing twice"
        said.append(words)
        more.click()
        page.wait_for_function("(words) => document.querySelector('.coach p')?.innerText !== words", arg=words)


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_a_lesson_tells_all_its_steps_and_ends_after_one_age(
    game: str, new_context: Callable[..., Any], server: Any
) -> None:
    steps = {key for key in bundle("en", DOMAINS) if re.fullmatch(rf"lesson\.{game}\.\d\d", key)}
    assert len(steps) > 12
    page = new_context().new_page()
    start_page(page, server, f"#/lesson/{game}")
    page.get_by_role("button", name=text("en", "coach.begin")).click()
    page.locator(".coach").wait_for()
    said: list[str] = []
    player = Player(page, seed=2)
    for decision in range(60):
        assert wait_for_turn(page) == "playing", "the lesson ends before the game does"
        read_on(page, said)
        cards = page.locator(".hand button.card, .pyramid button.card")
        asked = page.locator(".choice").count()  # a question lies over the cards
        for number in range(0 if asked else min(cards.count(), 4)):
            cards.nth(number).click()
            read_on(page, said)
        if page.locator(".coach", has_text=text("en", "coach.done")).count():
            break
        before = facts(page)
        if decision == 3:  # a lesson can be left and taken up again
            page.reload()
            page.locator(".coach").wait_for()
            wait_for_turn(page)
        player.decide()
        wait_for_change(page, before)
    assert sorted(said) == sorted(text("en", key) for key in steps)
    assert decision < 45
    page.get_by_role("button", name=text("en", "coach.again")).click()
    page.get_by_role("button", name=text("en", "coach.begin")).wait_for()
