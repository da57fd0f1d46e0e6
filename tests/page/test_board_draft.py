"""The draft of boards in 7 Wonders, on windows of every kind: every side in reach, and who took what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mirabilia.locales import text
from page_players import Finger, facts, wait_for_change, wait_for_turn
from page_tables import NAMES, enter, sit_down
from page_tests import PHONE, two_pictures

# What a finger could not hit: too small, or covered once it has been brought into sight; or words that are cut.
OUT_OF_REACH = """() => [...document.querySelectorAll('.boardpick button')].flatMap((button) => {
  button.scrollIntoView({block: 'nearest', inline: 'nearest'});
  const {x, y, width, height, right, bottom} = button.getBoundingClientRect();
  const corners = [[x + 4, y + 4], [right - 4, bottom - 4]];
  const hit = corners.every(([a, b]) => button.contains(document.elementFromPoint(a, b)));
  const whole = button.scrollWidth <= button.clientWidth + 1 && button.scrollHeight <= button.clientHeight + 1;
  return hit && whole && width >= 44 && height >= 44 ? [] : [[button.innerText, x, y, width, height]];
})"""
CUT = """() => [...document.querySelectorAll('.choice h2, .choice .why, .tablepage h1')].flatMap((line) => {
  const {top, bottom, width} = line.getBoundingClientRect();
  const seen = top >= 0 && bottom <= innerHeight && line.scrollWidth <= line.clientWidth + 1;
  return seen || !width ? [] : [line.innerText];
})"""
SIZES = [(320, 568), (390, 664), (667, 375), (844, 390), (768, 1024), (1366, 650)]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_every_side_is_in_reach_and_the_log_says_who_took_it(
    width: int, height: int, language: str, new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "wonders", 3, seed=4, boards="draft", edition=2)
    view = sitting.facts()["view"]
    first = view["draft"]["first"]
    second, third = (first + 1) % 3, (first + 2) % 3
    size = {**PHONE, "viewport": {"width": width, "height": height}}
    page = enter(sitting, second, new_context(locale={"en": "en-GB", "ru": "ru-RU"}[language], **size))
    finger = Finger(page)
    page.get_by_text(text(language, "question.wonders.board_waiting", player=NAMES[first])).first.wait_for()
    wanted = view["cities"][second]["board"]
    sitting.play(first, f"board {wanted} B", 0)
    wait_for_turn(page)
    page.wait_for_function("() => document.querySelectorAll('.boardpick button').length === 12")
    two_pictures(page)
    before = facts(page)
    assert page.evaluate(OUT_OF_REACH) == []
    assert page.evaluate(CUT) == []
    finger.press(".boardpick button", 0)
    wait_for_change(page, before)
    cities = sitting.facts()["view"]["cities"]
    sitting.play(third, f"board {cities[third]['board']} A", 2)
    page.locator(".hand .card").first.wait_for()
    page.keyboard.press("l")
    told = [line.strip() for line in page.locator("ol.log .logline.move").all_inner_texts()]
    named = [
        text(
            language, "log.wonders.board", player=NAMES[seat], wonder=wonder, side=text(language, f"new.boards_{side}")
        )
        for seat, wonder, side in (
            (first, text(language, f"wonders.wonder.{wanted}"), "night"),
            (second, text(language, f"wonders.wonder.{cities[second]['board']}"), "day"),
            (third, text(language, f"wonders.wonder.{cities[third]['board']}"), "day"),
        )
    ]
    swapped = text(language, "log.wonders.board_swap", player=NAMES[first], other=NAMES[second])
    assert [line for line in told if line in named] == named
    assert told[:2] == [named[0], swapped]
