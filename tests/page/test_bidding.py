"""Bidding for the first turn of Duel, on windows of every kind: all bids in sight, and who paid what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mirabilia.locales import text
from page_players import Finger, facts, wait_for_change, wait_for_turn
from page_tables import NAMES, enter, sit_down
from page_tests import PHONE, two_pictures

# What a finger could not hit: too small, outside of the window or of its list, or covered.
OUT_OF_REACH = """() => [...document.querySelectorAll('.choicelist button')].flatMap((button) => {
  const {x, y, width, height, right, bottom} = button.getBoundingClientRect();
  const corners = [[x + 4, y + 4], [right - 4, bottom - 4]];
  const hit = corners.every(([a, b]) => button.contains(document.elementFromPoint(a, b)));
  return hit && width >= 44 && height >= 44 ? [] : [[button.innerText, x, y, width, height]];
})"""
# Lines of text that are not wholly seen.
CUT = """() => [...document.querySelectorAll('.choice h2, .choice .why, .tablepage h1')].flatMap((line) => {
  const {top, bottom} = line.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight && line.scrollWidth <= line.clientWidth + 1 ? [] : [line.innerText];
})"""


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("width", "height"), [(320, 568), (390, 664), (667, 375), (844, 390), (768, 1024), (1366, 650)]
)
def test_all_bids_are_in_reach_and_the_log_says_who_paid(
    width: int, height: int, language: str, new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "duel", seed=2, bidding=True)
    opener = sitting.facts()["view"]["first_player"]
    size = {**PHONE, "viewport": {"width": width, "height": height}}
    page = enter(sitting, opener, new_context(locale={"en": "en-GB", "ru": "ru-RU"}[language], **size))
    finger = Finger(page)

    def asked(bids: int) -> dict[str, str]:
        """The question is there with so many answers, all of it in sight; what the table says of itself."""
        wait_for_turn(page)
        page.wait_for_function(f"() => document.querySelectorAll('.choicelist button').length === {bids}")
        two_pictures(page)
        assert page.evaluate(OUT_OF_REACH) == []
        assert page.evaluate(CUT) == []
        return facts(page)

    before = asked(8)
    assert page.locator(".choice h2").inner_text() == text(language, "question.duel.bid_opening")
    finger.press(".choicelist button", 0)
    wait_for_change(page, before)
    sitting.play(1 - opener, "bid 1", 1)
    before = asked(7)
    finger.press(".choicelist button", 5)
    wait_for_change(page, before)
    sitting.play(1 - opener, "pass", 3)
    page.locator("button.draftpick").first.wait_for()
    page.keyboard.press("l")
    told = page.locator("ol.log .logline.move").all_inner_texts()
    names = NAMES[opener], NAMES[1 - opener]
    assert [line.strip() for line in told] == [
        text(language, "log.duel.bid", player=names[0], n=0),
        text(language, "log.duel.bid", player=names[1], n=1),
        text(language, "log.duel.bid", player=names[0], n=7),
        text(language, "log.duel.passed", player=names[1]),
        text(language, "log.duel.bid_paid", player=names[0], n=7),
    ]
