"""The two lessons, played by what they ask for: nothing else can be done, and they end with a score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from mirabilia.locales import text
from mirabilia.study.games import study_of
from page_tests import PHONE, start_page

# What the lesson says now, and where its ring is; null while the game moves by itself.
SAID = """() => {
  if (document.querySelector('[data-status=over]')) return {step: 'over'};
  const sheet = document.querySelector('.lessonsheet');
  if (!sheet?.dataset.step) return null;
  const box = (element) => element.getBoundingClientRect();
  const ring = document.querySelector('.shades > b');
  const around = ring?.checkVisibility() ? box(ring) : null;
  const covered = around && !(box(sheet).left >= around.right || box(sheet).right <= around.left
    || box(sheet).top >= around.bottom || box(sheet).bottom <= around.top);
  return {
    step: sheet.dataset.step, words: sheet.querySelector('p').innerText, covered: Boolean(covered),
    reads: sheet.querySelector('.btn.main') !== null, warned: document.querySelectorAll('dialog[open]').length,
    at: around && [(around.left + around.right) / 2, (around.top + around.bottom) / 2],
  };
}"""


LEFT = 5  # steps after which the pupil goes away for a while


def next_words(page: Any, before: dict[str, Any] | None, timeout: float = 30_000) -> dict[str, Any]:
    """Waits until the lesson says something else."""
    ready = f"""(words) => {{
      const now = ({SAID})();
      return now && now.words !== words && (now.reads || now.at || now.step === 'over') ? now : null;
    }}"""
    return page.wait_for_function(ready, arg=before["words"] if before else "", timeout=timeout).json_value()


def follow(page: Any, now: dict[str, Any]) -> dict[str, Any]:
    """Does what is asked for, and waits for what is said then; a ring may just have moved, so it is tried again."""
    while True:
        if now["reads"]:
            page.locator(".lessonsheet .btn.main").click()
            return next_words(page, now)
        page.touchscreen.tap(*now["at"])
        try:
            return next_words(page, now, timeout=5000)
        except PlaywrightTimeoutError:
            again = next_words(page, None)
            if again["words"] != now["words"]:
                return again
            now = again


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_a_lesson_is_played_by_what_it_asks_for(game: str, new_context: Callable[..., Any], server: Any) -> None:
    page = new_context(**PHONE).new_page()
    start_page(page, server, f"#/lesson/{game}")
    met: list[str] = []
    now = next_words(page, None)
    while now["step"] != "over":
        assert not now["covered"], f"{now['step']}: the words lie over what they are about"
        assert not now["warned"], f"{now['step']}: a lesson never warns"
        if now["step"] not in met:
            met.append(now["step"])
            if len(met) == LEFT:  # it can be left and continued
                page.reload()
                now = next_words(page, None)
                assert now["step"] == met[-1]
        now = follow(page, now)
    assert met == [step.name for step in study_of(game).LESSON.steps]
    page.locator(".result").wait_for()
    assert page.locator(".result").get_by_text(text("en", f"lesson.{game}.end")).count()
    page.get_by_role("button", name=text("en", "coach.play")).click()
    page.wait_for_function("() => document.querySelector('.tablepage')?.dataset.status === 'playing'")


def test_only_what_is_asked_for_can_be_done(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    start_page(page, server, "#/lesson/duel")
    for _ in range(2):
        now = next_words(page, None)
        page.locator(".lessonsheet .btn.main").click()
        page.wait_for_function(f"(words) => ({SAID})()?.words !== words", arg=now["words"])
    assert page.evaluate(SAID)["step"] == "goods"
    cards = page.locator(".pyramid button[data-card]")
    for number in range(cards.count()):  # by keyboard or a screen reader, where no shade is in the way
        cards.nth(number).dispatch_event("click")
        page.keyboard.press("d")
        page.keyboard.press("w")
    assert page.evaluate("() => document.querySelector('.tablepage').dataset.moves") == "0"
    page.get_by_role("button", name=text("en", "coach.show")).click()
    page.wait_for_function("() => Number(document.querySelector('.tablepage').dataset.moves) >= 1")
