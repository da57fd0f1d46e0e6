"""A reload in the middle of any kind of choice comes back to the same table with the same question open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mirabilia.locales import text
from page_players import Player, facts, wait_for_change, wait_for_turn
from page_tables import MOMENTS, Moment, enter

# Where the answers stand on the screen, and the question's words (a key of the locale files).
SHOWN = {
    "draft": ("button.draftpick", "question.duel.draft"),
    "turn": (".pyramid button.card", "question.duel.turn"),
    "token": (".choice .tokenpick", "question.duel.token"),
    "library": (".choice .tokenpick", "question.duel.library"),
    "destroy brown": (".choice .card", "question.duel.destroy.brown"),
    "destroy grey": (".choice .card", "question.duel.destroy.grey"),
    "revive": (".choice .card", "question.duel.revive"),
    "starter": (".choice .choicelist button", "question.duel.starter"),
    "hand": (".hand button.card", "question.wonders.choose"),
    "split": (".hand button.card", "question.wonders.choose"),
    "seventh": (".hand button.card", "question.wonders.seventh"),
    "Halikarnassos": (".choice .card", "question.wonders.revive"),
    "Olympia": (".hand button.card", "question.wonders.choose"),
    "Free City": (".hand button.card", "question.wonders.free_city"),
}
FACTS = ("status", "moves", "options", "chosen", "phase", "owes")


def question(page: Any, selector: str) -> dict[str, Any]:
    """What is asked, as the screen has it."""
    return {
        "facts": {name: facts(page)[name] for name in FACTS},
        "words": page.locator(".choice h2, .draft h2, .actions .prompt").all_inner_texts(),
        "answers": page.locator(selector).all_inner_texts(),
        "acts": page.locator(".actbuttons .btn, .splits button").all_inner_texts(),
        "taken": page.locator(".card.selected").evaluate_all("cards => cards.map((card) => card.dataset.card)"),
        "split": page.locator(".splits .on").all_inner_texts(),
    }


def open_moment(moment: Moment, new_context: Callable[..., Any], server: Any) -> tuple[Any, Any, int]:
    """A browser in the seat that is asked."""
    sitting, seat = moment.table(server)
    page = enter(sitting, seat, new_context())
    wait_for_turn(page)
    return page, sitting, seat


def reload(page: Any) -> None:
    page.reload()
    wait_for_turn(page)


@pytest.mark.parametrize("kind", MOMENTS)
def test_a_reload_comes_back_to_the_same_question(kind: str, new_context: Callable[..., Any], server: Any) -> None:
    page, sitting, seat = open_moment(MOMENTS[kind], new_context, server)
    selector, key = SHOWN[kind]
    before = question(page, selector)
    assert before["facts"]["owes"] == "yes" and before["answers"]
    assert text("en", key) in before["words"]
    reload(page)
    assert page.url.endswith(sitting.id)
    assert question(page, selector) == before
    # and the question can be answered
    now = facts(page)
    Player(page, seed=1).decide()
    wait_for_change(page, now)
    state = sitting.people[seat].call("GET", f"/tables/{sitting.id}/state")["state"]
    assert state["table"]["moves"] > int(now["moves"]) or state["view"]["choices"]


@pytest.mark.parametrize("kind", ["turn", "seventh", "Olympia", "Free City"])
def test_a_card_taken_up_is_still_taken_up_after_a_reload(
    kind: str, new_context: Callable[..., Any], server: Any
) -> None:
    page, _, _ = open_moment(MOMENTS[kind], new_context, server)
    selector = SHOWN[kind][0]
    action = ".act-free" if kind == "Olympia" else ".act-build"
    for number in range(page.locator(selector).count()):
        page.locator(selector).nth(number).click()
        if page.locator(action).count() and page.locator(action).is_enabled():
            break
    before = question(page, selector)
    assert len(before["taken"]) == 1 and before["acts"]
    reload(page)
    page.locator(".card.selected").wait_for()
    assert question(page, selector) == before
    now = facts(page)
    page.locator(action).click()
    wait_for_change(page, now)
    page.reload()
    page.locator(".tablepage").wait_for()
    assert page.locator(".card.selected").count() == 0


def test_a_chosen_split_of_the_price_survives_a_reload(new_context: Callable[..., Any], server: Any) -> None:
    page, sitting, seat = open_moment(MOMENTS["split"], new_context, server)
    cards = page.locator(".hand button.card")
    for number in range(cards.count()):
        cards.nth(number).click()
        if page.locator(".splits").count():
            break
    ways = page.locator(".splits").first.locator("button")
    assert ways.count() > 1
    ways.last.click()
    price = [int(n) for n in ways.last.locator(".coin text").all_text_contents()]
    before = question(page, ".hand button.card")
    reload(page)
    page.locator(".splits").first.wait_for()
    assert question(page, ".hand button.card") == before
    now = facts(page)
    page.locator(".act-build").click()
    wait_for_change(page, now)
    state = sitting.people[seat].call("GET", f"/tables/{sitting.id}/state")["state"]
    assert state["view"]["choices"][0]["pay"] == price


def test_an_open_confirmation_does_not_lose_the_card(new_context: Callable[..., Any], server: Any) -> None:
    sitting, seat = MOMENTS["turn"].table(server)
    page = enter(sitting, seat, new_context(), confirm="always")
    wait_for_turn(page)
    page.locator(".pyramid button.card").first.click()
    page.locator(".act-discard").click()
    page.locator("dialog").wait_for()
    taken = question(page, ".pyramid button.card")["taken"]
    reload(page)
    page.locator(".card.selected").wait_for()
    assert question(page, ".pyramid button.card")["taken"] == taken
    assert facts(page)["moves"] == str(sitting.facts()["table"]["moves"])
