"""Log and strip in words, in each viewer's language; a change of language in the middle of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import mirabilia
from mirabilia.locales import name_of, text
from page_players import facts, wait_for_turn
from page_tables import MOMENTS, NAMES, Moment, enter, phase, sit_down

LANGUAGES = {"en": "en-GB", "et": "et-EE", "ru": "ru-RU", "tr": "tr-TR", "nb": "nb-NO"}
KEY = re.compile(r"\b(log|event|option|question|table|move|phrase|reason|effect)\.[a-z_]+|\{[a-z_]+\}")


def patient(context: Any) -> Any:
    """Messages that go by themselves stay a hundred times as long, however slow the machine is."""
    context.add_init_script(
        "const soon = setTimeout; window.setTimeout = (f, ms, ...rest) => soon(f, ms > 2000 ? ms * 100 : ms, ...rest)"
    )
    return context


def open_log(page: Any) -> list[str]:
    page.keyboard.press("l")
    page.locator("dialog .log .logline").first.wait_for()
    return page.locator("dialog .log .logline").all_inner_texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_tells_a_first_turn_in_whole_sentences(
    language: str, new_context: Callable[..., Any], server: Any
) -> None:
    """Three cities, three kinds of decision: built, sold, built for coins."""
    sitting = sit_down(server, "wonders", 3, seed=22)
    game = mirabilia.new_game("wonders", players=3, seed=22)
    wanted = []
    for seat, action in enumerate(("build", "discard", "build")):
        options = [option for option in game.options(seat) if option.action == action]
        option = next((o for o in options if seat != 2 or o.as_dict().get("bank")), options[0])
        facts_of = option.as_dict()
        card = name_of(language, "wonders", "card", facts_of["card"])
        paid = sum(facts_of.get("pay") or ()) + (facts_of.get("bank") or 0)
        key = "discard" if action == "discard" else "build_paid" if paid else "build"
        wanted.append(
            text(
                language,
                f"log.wonders.{key}",
                player=NAMES[seat],
                **({"n": 3} if key == "discard" else {"card": card, **({"n": paid} if paid else {})}),
            )
        )
        sitting.play(seat, option.text, 0)
    page = enter(sitting, 0, new_context(locale=LANGUAGES[language]))
    wait_for_turn(page)
    lines = [line.strip() for line in open_log(page)]
    assert [line for line in wanted if line not in lines] == []
    assert not [line for line in lines if KEY.search(line)]


def test_the_log_of_a_whole_duel_has_no_gap_and_filters_mine(new_context: Callable[..., Any], server: Any) -> None:
    sitting, seat = Moment("duel", 110, phase("starter")).table(server)
    page = enter(sitting, seat, new_context(locale="ru-RU"))
    wait_for_turn(page)
    lines = open_log(page)
    moves = sitting.facts()["table"]["moves"]
    assert len(lines) >= moves
    assert not [line for line in lines if KEY.search(line) or not line.strip()]
    page.locator("dialog .seg button").nth(1).click()
    mine = page.locator("dialog .log .logline:not(.turn)").all_inner_texts()
    # What others did to me does not always name me: the pawn that an opponent moves, what I paid to somebody's
    # Economy, my wonder that leaves the game. The rules' own events say which of it there was.
    me, foe = NAMES[seat], NAMES[1 - seat]
    game, _, _ = Moment("duel", 110, phase("starter")).reach()
    done_to_me = set()
    for event in game.log(seat):
        if event["event"] == "pawn" and event["city"] != seat:
            done_to_me.add(text("ru", "log.duel.pawn", player=foe, n=abs(event["end"] - event["start"])))
        if event["event"] == "paid" and event["city"] == seat and event.get("to") == 1 - seat:
            token = name_of("ru", "duel", "token", "Economy")
            done_to_me.add(text("ru", "log.duel.economy", player=foe, n=event["coins"], token=token))
        if event["event"] == "withdrawn" and event["city"] == seat:
            wonder = name_of("ru", "duel", "wonder", event["wonder"])
            done_to_me.add(text("ru", "log.duel.last_wonder", wonder=wonder))
    assert done_to_me
    assert [line.strip() for line in mine] == [
        line.strip() for line in lines if me in line or line.strip() in done_to_me
    ]
    assert 0 < len(mine) < len(lines)


def test_a_move_of_the_other_is_told_above_the_cards(new_context: Callable[..., Any], server: Any) -> None:
    sitting, seat = MOMENTS["turn"].table(server)
    watcher = 1 - seat
    page = enter(sitting, watcher, patient(new_context(locale="nb-NO")))
    page.locator(".pyramid").wait_for()
    game, _, _ = MOMENTS["turn"].reach()
    option = next(option for option in game.options(seat) if option.action == "discard")
    sitting.play(seat, option.text, len(game.moves))
    card = name_of("nb", "duel", "card", option.as_dict()["card"])
    told = text("nb", "log.duel.discard", player=NAMES[seat], card=card, n=option.as_dict()["gain"])
    strip = page.locator(".strip", has_text=told)
    strip.wait_for()
    strip.get_by_role("button").click()
    page.locator("dialog .logline", has_text=told).wait_for()


def test_a_reveal_of_seven_wonders_is_told_for_every_city(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 4, seed=3)
    page = enter(sitting, 0, patient(new_context()))
    wait_for_turn(page)
    game = mirabilia.new_game("wonders", players=4, seed=3)
    for seat in game.seats:
        sitting.play(seat, next(option.text for option in game.options(seat) if option.action == "discard"), 0)
    page.locator(".strip .event").first.wait_for()
    shown = page.locator(".strip .event .seatdisc [aria-label]").evaluate_all(
        "signs => signs.map((sign) => sign.getAttribute('aria-label'))"
    )
    assert shown == [NAMES[1], NAMES[3], NAMES[2]]  # what the others did, neighbours first
    told = open_log(page)
    for name in NAMES[:4]:
        assert sum(line.startswith(name) and "3" in line for line in map(str.strip, told)) == 1, told


def test_a_change_of_language_keeps_the_card_taken_up_and_rewords_everything(
    new_context: Callable[..., Any], server: Any
) -> None:
    sitting, seat = MOMENTS["split"].table(server)
    page = enter(sitting, seat, new_context())
    wait_for_turn(page)
    card = page.locator(".hand button.card").first
    name = card.get_attribute("data-card")
    card.click()
    before = facts(page)
    seen = set()
    for language in ("tr", "et", "ru", "nb", "en"):
        page.locator(".topbar .btn.round").nth(-2).click()
        page.locator("dialog select").first.select_option(language)
        page.wait_for_function(f"() => document.documentElement.lang === '{language}'")
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
        assert page.locator(".acthead h2").inner_text() == name_of(language, "wonders", "card", name)
        assert page.locator(".act-discard span").first.inner_text() == text(language, "action.discard")
        assert page.locator(".card.selected").get_attribute("data-card") == name
        lines = open_log(page)
        assert not [line for line in lines if KEY.search(line)]
        seen.add(lines[-1])
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
    assert len(seen) == 5  # the log as well is worded anew
    assert facts(page) == before
    # the choice is kept for the next visit
    page.reload()
    wait_for_turn(page)
    assert page.evaluate("document.documentElement.lang") == "en"
