"""Several people on one device: a cover lies over the table while the device goes from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mirabilia.locales import text
from page_players import Player, facts
from page_tests import start_page


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_two_people_play_on_one_device_and_nobody_sees_the_others_hand(
    game: str, new_context: Callable[..., Any], server: Any
) -> None:
    page = new_context().new_page()
    start_page(page, server, f"#/new/{game}")
    page.locator("form input[type=text]").first.fill("Anna")
    if game == "wonders":
        page.locator("form .seg button").nth(1).click()  # three players; the third is a bot
    page.locator(".seatwishes select").first.select_option("here")
    page.locator(".seatwishes input").first.fill("Boris")
    page.locator("form button[type=submit]").click()
    page.get_by_role("button", name="Start").click()
    player = Player(page, seed=3)
    seen: list[str] = []
    hands: list[list[str]] = []
    for _ in range(6):
        here = page.locator(".cover button")
        here.wait_for()
        assert page.locator(".hand, .tablepage").count() == 0, "nothing of the table under the cover"
        label = here.inner_text().strip()
        seen.append(next(name for name in ("Anna", "Boris") if label == text("en", "hot.here", player=name)))
        here.click()
        page.locator(".tablepage[data-owes=yes]").wait_for()
        hands.append([card.get_attribute("data-card") or "" for card in page.locator(".hand button.card").all()])
        while page.locator(".tablepage[data-owes=yes]").count():
            before = facts(page)
            player.decide()
            page.wait_for_function(
                "moves => document.querySelector('.cover') || "
                "document.querySelector('.tablepage')?.dataset.moves !== moves",
                arg=before["moves"],
            )
            if page.locator(".cover").count():
                break
    assert {"Anna", "Boris"} == set(seen)
    if game == "wonders":
        assert seen == ["Anna", "Boris"] * 3
        assert not set(hands[0]) & set(hands[1]) or hands[0] != hands[1]
