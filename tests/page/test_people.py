"""People at one table: chat, clocks, somebody late or away, a bot in their place, a rematch, watchers, closing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from mirabilia.locales import text
from page_players import Player, facts, wait_for_change, wait_for_turn
from page_tables import NAMES, Person, enter, play_out, sit_down
from page_tests import serious, start_page, table_id

ANNA_BEGINS = 4  # a seed of Duel with which seat 0 has the first pick


def open_chat(page: Any, name: str = "Chat") -> None:
    page.get_by_role("button", name=name, exact=True).first.click()
    page.locator("dialog .chat .phrases button").first.wait_for()


def test_phrases_are_read_in_ones_own_language_and_free_text_as_it_was_written(
    new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "duel", chat="free", seed=ANNA_BEGINS)
    anna, boris = enter(sitting, 0, new_context()), enter(sitting, 1, new_context(locale="ru-RU"))
    open_chat(anna)
    anna.locator(".phrases button", has_text=text("en", "phrase.good_luck")).click()
    # whoever has the chat closed sees it at Anna's seat for a moment
    boris.locator(".bubble", has_text=text("ru", "phrase.good_luck")).wait_for()
    open_chat(boris, text("ru", "panel.chat"))
    assert boris.locator(".chat .logline").all_text_contents() == ["Anna: " + text("ru", "phrase.good_luck")]
    boris.locator(".chat input[type=text]").fill("Привет <b>всем</b>")
    boris.keyboard.press("Enter")
    anna.locator(".chat .logline", has_text="Boris: Привет <b>всем</b>").wait_for()
    assert anna.locator(".chat .logline").count() == 2
    # and a muted person is not heard
    anna.get_by_label(text("en", "chat.mute", player="Boris")).check()
    assert anna.locator(".chat .logline").count() == 1
    boris.locator(".phrases button").first.click()
    boris.locator(".chat .logline").nth(2).wait_for()
    assert anna.locator(".chat .logline").count() == 1


def test_a_table_with_phrases_only_has_no_line_to_write_in_and_one_without_chat_no_button(
    new_context: Callable[..., Any], server: Any
) -> None:
    page = enter(sit_down(server, "duel", chat="phrases"), 0, new_context())
    open_chat(page)
    assert page.locator(".chat input[type=text]").count() == 0
    quiet = enter(sit_down(server, "duel", chat="off"), 0, new_context())
    quiet.get_by_role("button", name="Log", exact=True).wait_for()
    assert quiet.get_by_role("button", name="Chat", exact=True).count() == 0


def seconds(words: str) -> int:
    minutes, rest = re.fullmatch(r"(\d+):(\d\d)", words.strip()).groups()  # type: ignore[union-attr]
    return int(minutes) * 60 + int(rest)


def test_the_clock_of_whoever_is_to_move_runs_and_the_other_stands(
    new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "duel", clock="fast", seed=ANNA_BEGINS)
    page = enter(sitting, 0, new_context())
    mine, other = page.locator(".duelcity.own .clock"), page.locator(".duelcity.foe .clock")
    mine.wait_for()
    before = seconds(mine.inner_text())
    assert 0 < before <= 300 and seconds(other.inner_text()) == 300
    page.wait_for_function(
        "(before) => document.querySelector('.duelcity.own .clock').textContent.trim() !== before",
        arg=mine.inner_text().strip(),
    )
    assert seconds(mine.inner_text()) < before
    assert seconds(other.inner_text()) == 300
    now = facts(page)
    page.locator("button.draftpick").first.click()
    wait_for_change(page, now)
    stands = seconds(mine.inner_text())
    page.wait_for_function("() => document.querySelector('.duelcity.foe .clock').textContent.trim() !== '5:00'")
    assert seconds(mine.inner_text()) == stands


def test_seven_wonders_gives_each_decision_its_time_and_days_are_told_in_days(
    new_context: Callable[..., Any], server: Any
) -> None:
    page = enter(sit_down(server, "wonders", 3, clock="fast"), 0, new_context())
    page.locator(".clock").first.wait_for()
    assert page.locator(".clock").count() == 3
    assert all(0 <= seconds(words) <= 30 for words in page.locator(".clock").all_inner_texts())
    days = enter(sit_down(server, "wonders", 3, clock="days"), 0, new_context())
    days.locator(".clock").first.wait_for()
    assert text("en", "clock.days", n=2) in days.locator(".clock").first.inner_text()  # 2 days 23 h and more
    none = enter(sit_down(server, "wonders", 3), 0, new_context())
    none.locator(".hand .card").first.wait_for()
    assert none.locator(".clock").count() == 0


def test_somebody_away_can_be_helped_out_replaced_and_come_back(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "duel", seed=ANNA_BEGINS, takeover="beginner")
    anna = enter(sitting, 0, new_context())
    wait_for_turn(anna)
    before = facts(anna)
    anna.locator("button.draftpick").first.click()
    wait_for_change(anna, before)
    trouble = anna.locator(".trouble")
    trouble.get_by_text(text("en", "table.not_here", player="Boris")).wait_for()
    # one decision by a bot: Boris drafts two wonders in a row, a bot takes the first
    before = facts(anna)
    trouble.get_by_role("button", name=text("en", "table.late_bot_moves")).click()
    wait_for_change(anna, before)
    assert sitting.facts()["table"]["moves"] == 2
    assert sitting.facts()["table"]["seats"][1]["driver"] == "person"
    # a bot until Boris returns
    trouble.get_by_role("button", name=text("en", "table.late_replace")).click()
    asked = anna.locator("dialog", has_text=text("en", "table.replace_sure", player="Boris"))
    asked.locator(".btn.main").click()
    told = text("en", "table.bot_named", level=text("en", "level.beginner"))
    anna.locator(f".duelcity.foe .icon[aria-label='{told}']").wait_for()
    wait_for_turn(anna)
    assert trouble.count() == 0
    assert (
        sitting.facts()["table"]["seats"][1] | {"driver": "bot", "kind": "person", "level": "beginner"}
        == (sitting.facts()["table"]["seats"][1])
    )
    # Boris comes back
    boris = enter(sitting, 1, new_context())
    boris.locator(".trouble", has_text=text("en", "table.bot_for_you")).wait_for()
    assert boris.locator("button.draftpick").count() == 0  # nothing to decide while the bot plays
    boris.get_by_role("button", name=text("en", "table.return")).click()
    boris.locator(".trouble").wait_for(state="detached")
    assert sitting.facts()["table"]["seats"][1]["driver"] == "person"
    for page in (anna, boris):
        now = facts(page)
        if wait_for_turn(page, timeout=60_000) == "playing" and now["owes"] == "yes":
            Player(page, seed=1).decide()
            wait_for_change(page, now)


def test_leaving_gives_the_seat_to_a_bot_and_the_way_back_stays_open(
    new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "wonders", 3, seed=2)
    page = enter(sitting, 0, new_context())
    wait_for_turn(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=text("en", "menu.leave")).click()
    page.locator("dialog .btn.main").click()
    # One stays, looks on and may come back at any time.
    page.get_by_text(text("en", "table.bot_for_you")).wait_for()
    left = sitting.facts()["table"]["seats"][0]
    assert (left["driver"], left["given_up"]) == ("bot", False)
    page.get_by_role("button", name=text("en", "table.return")).click()
    page.get_by_text(text("en", "table.bot_for_you")).wait_for(state="detached")
    assert sitting.facts()["table"]["seats"][0]["driver"] == "person"


def test_the_seat_of_somebody_who_left_goes_to_whoever_the_host_invites(
    new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "wonders", 3, seed=2)
    page = enter(sitting, 0, new_context())
    wait_for_turn(page)
    sitting.people[1].command(sitting.id, "leave", give_up=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=text("en", "table.offer_seat")).click()
    page.locator(".leaver", has_text=text("en", "table.seat_offered", player=NAMES[1])).wait_for()
    watcher = Person(server, "Hilja")
    watcher.call("POST", "/join", {"secret": sitting.links["invite"], "name": "Hilja"})
    page.locator(".leaver").wait_for(state="detached")
    seat = sitting.facts()["table"]["seats"][1]
    assert (seat["name"], seat["driver"]) == ("Hilja", "person")


def test_somebody_who_watches_sits_down_on_an_offered_seat(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 3, seed=2)
    watcher = new_context().new_page()
    start_page(watcher, server, f"#/watch/{sitting.links['watch']}")
    watcher.locator(".watching").wait_for()
    assert watcher.locator(".trouble").count() == 0
    sitting.people[1].command(sitting.id, "leave", give_up=True)
    sitting.people[0].command(sitting.id, "offer_seat", seat=1)
    watcher.locator(".trouble", has_text=text("en", "event.offered", player=NAMES[1])).wait_for()
    watcher.get_by_role("button", name=text("en", "join.sit")).click()
    watcher.wait_for_function("() => location.hash.startsWith('#/table/')")
    watcher.locator(".watching").wait_for(state="detached")
    watcher.locator(".hand .card").first.wait_for()
    seat = sitting.facts()["table"]["seats"][1]
    assert seat["driver"] == "person" and seat["name"] != NAMES[1] and not seat["offered"]


def test_somebody_late_can_also_be_given_more_time(new_context: Callable[..., Any], server: Any) -> None:
    """No clock runs out while a test waits, so the server's word that it has is put into its messages here."""
    sitting = sit_down(server, "wonders", 3, clock="days", seed=3)
    others = [enter(sitting, seat, new_context()) for seat in (1, 2)]
    context = new_context()
    sitting.people[0].lend(context)
    page = context.new_page()
    sent: list[dict[str, Any]] = []

    def between(route: Any) -> None:
        there = route.connect_to_server()

        def forth(message: Any) -> None:
            sent.append(json.loads(message))
            if sent[-1]["type"] != "late":
                there.send(message)

        def back(message: Any) -> None:
            told = json.loads(message)
            if told.get("state"):
                told["state"]["table"]["seats"][1]["late"] = True
            route.send(json.dumps(told))

        route.on_message(forth)
        there.on_message(back)

    page.route_web_socket(re.compile("/ws/v1/"), between)
    start_page(page, server, f"#/table/{sitting.id}")
    page.locator(".trouble", has_text=text("en", "event.time_out", player="Boris")).wait_for()
    for page_of_other in others:
        page_of_other.locator(".hand .card").first.wait_for()
    offered = page.locator(".trouble .btn").all_inner_texts()
    assert offered == [
        text("en", key) for key in ("table.nudge", "table.late_wait", "table.late_bot_moves", "table.late_replace")
    ]
    page.get_by_role("button", name=text("en", "table.late_wait")).click()
    page.wait_for_function("() => document.querySelector('.trouble')")
    late = [message for message in sent if message["type"] == "late"]
    assert [(message["seat"], message["choice"]) for message in late] == [(1, "wait")]
    page.get_by_role("button", name=text("en", "table.nudge")).click()
    others[0].locator(".notice", has_text=text("en", "event.nudged", player="Boris", by="Anna")).wait_for()


def test_a_rematch_begins_when_both_want_it_with_the_seats_moved_on(
    new_context: Callable[..., Any], server: Any
) -> None:
    sitting = play_out(server, "duel", seed=ANNA_BEGINS)
    anna, boris = enter(sitting, 0, new_context()), enter(sitting, 1, new_context())
    for page in (anna, boris):
        page.locator(".result .scores").wait_for()
    anna.locator(".result").get_by_role("button", name=text("en", "over.rematch")).click()
    anna.locator(".lobbyseats").wait_for()
    assert text("en", "lobby.not_yet") in anna.locator(".lobbyseats li").filter(has_text="Boris").inner_text()
    boris.locator(".result").get_by_role("button", name=text("en", "over.rematch")).click()
    for page in (anna, boris):
        page.locator("button.draftpick, span.draftpick").first.wait_for()
        assert facts(page)["status"] == "playing" and facts(page)["moves"] == "0"
    assert anna.url == boris.url and sitting.id not in anna.url
    assert {facts(page)["owes"] for page in (anna, boris)} == {"yes", "no"}
    assert facts(boris)["owes"] == "yes"  # who was second begins now


def test_who_watches_is_named_says_so_and_sees_from_any_side(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "duel", seed=2)
    anna = enter(sitting, 0, new_context())
    zoe = Person(server, "Zoe")
    zoe.call("POST", "/me", {"name": "Zoe"})
    context = new_context()
    zoe.lend(context)
    page = context.new_page()
    start_page(page, server, f"#/watch/{sitting.links['watch']}")
    page.get_by_text(text("en", "table.you_watch")).wait_for()
    assert page.locator(".duelcity.own").get_attribute("aria-label") == "Anna"
    page.locator(".watching select").select_option("1")
    page.locator(".duelcity.own[aria-label=Boris]").wait_for()
    anna.get_by_role("button", name=text("en", "panel.menu"), exact=True).click()
    anna.locator("dialog .watchers", has_text="Zoe").wait_for()


def test_a_watcher_sees_the_open_table_and_decides_nothing(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 3, seed=4)
    page = new_context().new_page()
    start_page(page, server, f"#/watch/{sitting.links['watch']}")
    page.locator(".tablepage").wait_for()
    page.locator(".wcity").wait_for()
    assert page.locator(".hand .card").count() == 0
    assert facts(page)["owes"] == "no" and page.locator(".actbuttons").count() == 0
    for seat in range(3):
        option = sitting.people[seat].call("GET", f"/tables/{sitting.id}/state")["state"]["options"][0]
        sitting.play(seat, option["text"], 0)
    page.wait_for_function("() => Number(document.querySelector('.tablepage').dataset.moves) > 0")


def test_live_points_are_shown_to_whom_the_table_allows(new_context: Callable[..., Any], server: Any) -> None:
    shown = {}
    for choice in ("open", "own", "hidden"):
        page = enter(sit_down(server, "wonders", 4, live_score=choice, seed=6), 0, new_context())
        page.locator(".hand .card").first.wait_for()
        shown[choice] = [
            page.locator(f"{place} .laurel[aria-label$='point'], {place} .laurel[aria-label$='points']").count()
            for place in (".makes", ".neighbour.left", ".neighbour.right", ".far")
        ]
    assert shown == {"open": [1, 1, 1, 1], "own": [1, 0, 0, 0], "hidden": [0, 0, 0, 0]}


def test_a_table_the_host_closes_says_so_to_everybody_and_its_link_too(
    new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    watched.expected += ["409", "403"]
    sitting = sit_down(server, "wonders", 3, start=False)
    anna, boris = enter(sitting, 0, new_context()), enter(sitting, 1, new_context())
    boris.locator(".lobbyseats").wait_for()
    sitting.people[0].command(sitting.id, "start")
    for page in (anna, boris):
        page.locator(".hand .card").first.wait_for()
    anna.get_by_role("button", name="Menu").click()
    anna.get_by_role("button", name=text("en", "lobby.close")).click()
    anna.locator("dialog .btn.main").click()
    for page in (anna, boris):
        page.locator(".resultbar", has_text=text("en", "event.closed")).wait_for()
        assert page.locator(".resultbar a[href='#/']").count() == 1
        assert page.locator(".actbuttons").count() == 0
    late = new_context(locale="nb-NO").new_page()
    start_page(late, server, f"#/join/{sitting.links['invite']}")
    late.locator("form .btn.main, [role=alert]").first.wait_for()
    if late.locator("form .btn.main").count():
        late.locator("form .btn.main").click()
    alert = late.locator("[role=alert]")
    alert.wait_for()
    assert alert.inner_text().strip() in {text("nb", "error.table_closed"), text("nb", "error.bad_link")}
    late.locator("main a[href='#/']").click()
    late.locator(".bigchoice").first.wait_for()


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_the_style_and_the_time_of_a_bot_are_chosen_and_told(
    game: str, new_context: Callable[..., Any], server: Any
) -> None:
    page = new_context().new_page()
    start_page(page, server, f"#/new/{game}")
    seat = page.locator(".seatwishes li").nth(1)
    seat.locator("select").first.select_option("master")
    assert text("en", "takes.seconds", seconds=2 if game == "duel" else 2.5) in seat.inner_text().lower()
    seat.locator("select").first.select_option("easy")
    assert text("en", "takes.no_time") in seat.inner_text().lower()
    seat.locator(".botstyle").select_option("scholar")
    page.locator("form details summary").click()
    page.get_by_label(text("en", "new.bot_pace")).select_option(text("en", "new.bot_pace_seconds", seconds=0.5))
    page.locator("form .btn.main").click()
    seated = page.locator(".lobbyseats li").nth(1)
    words = text("en", "table.level_style", level=text("en", "level.easy"), style=text("en", "style.scholar"))
    seated.filter(has_text=words).wait_for()
    assert serious(page) == []
    seated.locator(".botstyle").select_option("general")
    words = text("en", "table.level_style", level=text("en", "level.easy"), style=text("en", "style.general"))
    seated.filter(has_text=words).wait_for()
    seated.locator("select").first.select_option("beginner")  # another strength, the same style
    words = text("en", "table.level_style", level=text("en", "level.beginner"), style=text("en", "style.general"))
    seated.filter(has_text=words).wait_for()
    page.locator(".lobbystart").click()
    page.locator(".tablepage").wait_for()
    told = text("en", "table.bot_named", level=words)
    page.locator(f'.cityhead .who[data-tip="text:{told}"]').wait_for()
    page.locator('[data-seat="1"] .cityhead .seatglyph').first.click()
    page.locator("dialog p", has_text=told).wait_for()
    table = page.request.get(f"{server.url}api/v1/tables/{table_id(page)}").json()["table"]
    assert (table["seats"][1]["style"], table["options"]["bot_pace_ms"]) == ("general", 500)
    # and changed in the middle of the game
    page.locator("dialog .btn.round").first.click()
    page.get_by_role("button", name="Menu").click()
    pace = page.get_by_label(text("en", "new.bot_pace"))
    assert pace.locator("option:checked").inner_text() == text("en", "new.bot_pace_seconds", seconds=0.5)
    pace.select_option(text("en", "new.bot_pace_none"))
    for _ in range(50):
        table = page.request.get(f"{server.url}api/v1/tables/{table_id(page)}").json()["table"]
        if table["options"]["bot_pace_ms"] == 0:
            break
        page.wait_for_timeout(100)
    assert table["options"]["bot_pace_ms"] == 0


def test_the_home_page_tells_how_long_bots_of_a_level_think(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    start_page(page, server)
    for number, seconds in ((0, 2), (1, 2.5)):
        card = page.locator(".bigchoice").nth(number)
        card.locator("select").last.select_option("master")
        card.get_by_text(text("en", "takes.seconds", seconds=seconds)).wait_for()
        card.locator("select").last.select_option("easy")
        card.get_by_text(text("en", "takes.no_time")).wait_for()
