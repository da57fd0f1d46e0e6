"""Around a table: links, two languages, reloads, second tabs, lost connections, a killed server, refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mirabilia.locales import name_of, text
from page_players import Finger, Player, facts, wait_for_change, wait_for_turn
from page_tables import MOMENTS, enter, sit_down
from page_tests import PHONE, Server, open_game, serious, start_page, table_id


def next_to_play(players: list[Player]) -> Player:
    """Whoever is asked for a decision; an update may still be on its way to both."""
    for _ in range(900):
        for player in players:
            if facts(player.page).get("owes") == "yes":
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked for a decision")


def test_two_browsers_play_each_other_by_an_invite_in_two_languages(
    new_context: Callable[..., Any], server: Any
) -> None:
    anna, oleg = new_context().new_page(), new_context(locale="ru-RU", **PHONE).new_page()
    start_page(anna, server, "#/new/duel")
    anna.get_by_label("Your name").fill("Anna")
    anna.locator("form .btn.main").click()
    link = anna.locator(".lobbylink input").input_value()
    assert "/#/join/" in link
    start_page(oleg, server, link.removeprefix(server.url))
    oleg.locator("form input[type=text]").fill("Олег")
    oleg.locator("form .btn.main").click()
    anna.locator(".lobbyseats b", has_text="Олег").wait_for()
    anna.locator(".lobbystart").click()
    players = [Player(anna, seed=1), Finger(oleg, seed=2)]
    for page in (anna, oleg):
        page.locator(".tablepage").wait_for()
    assert anna.evaluate("document.documentElement.lang") == "en"
    assert oleg.evaluate("document.documentElement.lang") == "ru"
    for _ in range(14):
        player = next_to_play(players)
        before = facts(player.page)
        player.decide()
        wait_for_change(player.page, before)
    moves = {facts(page)["moves"] for page in (anna, oleg)}
    anna.wait_for_function(f"() => document.querySelector('.tablepage').dataset.moves >= {max(map(int, moves))}")
    assert int(facts(anna)["moves"]) >= 10
    # switching in the middle of a game
    oleg.get_by_role("button", name="Меню").click()
    assert oleg.get_by_text("Anna").count() > 0


def test_a_second_tab_shows_the_same_table_and_can_move(new_context: Callable[..., Any], server: Any) -> None:
    context = new_context()
    first = context.new_page()
    table = open_game(first, server, "wonders", players=3)
    second = context.new_page()
    second.goto(f"{server.url}#/table/{table}")
    second.locator(".hand button.card").first.wait_for()
    before = facts(first)
    Player(second, seed=1).decide()
    wait_for_change(second, before)  # where the question might come whether the move is meant
    wait_for_change(first, before)
    wait_for_turn(first)
    assert facts(first)["moves"] == facts(second)["moves"] != "0"


def test_a_dropped_connection_comes_back_by_itself(new_context: Callable[..., Any], server: Any, watched: Any) -> None:
    watched.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket"]
    context = new_context()
    page = context.new_page()
    page.add_init_script(
        "const Real = WebSocket; window.sockets = [];"
        "window.WebSocket = class extends Real { constructor(...a) { super(...a); window.sockets.push(this); } }"
    )
    open_game(page, server, "duel")
    context.set_offline(True)
    page.evaluate("window.sockets.at(-1).close()")
    page.locator(".lostline").wait_for()
    context.set_offline(False)
    page.locator(".lostline").wait_for(state="detached")
    wait_for_turn(page)
    before = facts(page)
    Player(page, seed=2).decide()
    wait_for_change(page, before)


def test_without_a_connection_the_last_table_is_shown_after_a_reload_and_listed_at_home(
    new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    watched.expected += ["ERR_INTERNET_DISCONNECTED", "WebSocket", "net::ERR_"]
    context = new_context()
    page = context.new_page()
    start_page(page, server)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => undefined)")
    open_game(page, server, "duel")
    wait_for_turn(page)
    start_page(page, server)  # the home page learns of the game
    page.locator(".mygames a").first.click()
    wait_for_turn(page)
    before = facts(page)
    context.set_offline(True)
    page.reload()
    page.locator(".lostline").wait_for()
    assert facts(page) == before
    page.goto(server.url)
    page.locator(".warnline").wait_for()
    page.locator(".mygames a").first.click()
    page.locator(".lostline").wait_for()
    assert facts(page) == before
    context.set_offline(False)
    page.locator(".lostline").wait_for(state="detached")
    Player(page, seed=2).decide()
    wait_for_change(page, before)


def test_a_killed_server_comes_back_with_the_same_game(
    tmp_path: Path, new_context: Callable[..., Any], watched: Any
) -> None:
    own = Server(tmp_path)
    own.start()
    try:
        watched.host = f"127.0.0.1:{own.port}"
        watched.expected += ["net::ERR_", "WebSocket"]  # refused, reset or empty: which one depends on the moment
        page = new_context().new_page()
        open_game(page, own, "duel")
        player = Player(page, seed=3)
        for _ in range(3):
            wait_for_turn(page)
            before = facts(page)
            player.decide()
            wait_for_change(page, before)
        wait_for_turn(page)
        kept = facts(page)
        own.kill()
        page.locator(".lostline").wait_for()
        own.start()
        page.locator(".lostline").wait_for(state="detached", timeout=30_000)
        assert facts(page)["moves"] == kept["moves"]
        player.decide()
        wait_for_change(page, kept)
    finally:
        own.stop()


@pytest.mark.parametrize(
    ("route", "words"),
    [
        ("#/join/wrongwrongwrong", "This link is wrong"),
        ("#/watch/wrongwrongwrong", "This link is wrong"),
        ("#/seat/cut", "This link is wrong"),
        ("#/table/nosuchtable1", "There is no such table"),
        ("#/nothing/here", "There is nothing at this address"),
    ],
)
def test_wrong_addresses_say_so_and_lead_on(
    route: str, words: str, new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    watched.expected += ["400", "403", "404", "WebSocket"]
    page = new_context().new_page()
    start_page(page, server, route)
    page.get_by_text(words).wait_for()
    page.goto(server.url + "#/")
    page.locator(".bigchoice").first.wait_for()


def test_a_wrong_path_is_told_to_people_as_a_page(new_context: Callable[..., Any], server: Any, watched: Any) -> None:
    watched.expected += ["404"]
    page = new_context().new_page()
    page.goto(server.url + "no/such/thing")
    page.get_by_text("There is nothing at this address").wait_for()
    page.locator("a").click()
    page.locator(".bigchoice").first.wait_for()


@pytest.mark.parametrize(("begun", "code"), [(False, "table_full"), (True, "already_started")])
def test_a_full_table_and_one_that_has_begun_say_so_and_lead_on(
    begun: bool, code: str, new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    watched.expected += ["409"]
    sitting = sit_down(server, "duel", start=begun)
    late = new_context(locale="et-EE").new_page()
    start_page(late, server, f"#/join/{sitting.links['invite']}")
    late.locator("form .btn.main").click()
    alert = late.locator("[role=alert]")
    alert.wait_for()
    assert alert.inner_text().strip() == text("et", f"error.{code}")
    late.locator("main a[href='#/']").click()
    late.locator(".bigchoice").first.wait_for()


def test_a_refused_move_restores_the_table(new_context: Callable[..., Any], server: Any, watched: Any) -> None:
    page = new_context().new_page()
    table = open_game(page, server, "wonders", players=3)
    before = facts(page)
    answer = page.request.post(
        f"{server.url}api/v1/tables/{table}/commands",
        data={"type": "play", "id": "a1", "at": 0, "move": "build Palace"},
        headers={"origin": server.url.rstrip("/")},
    )
    assert answer.status >= 400
    assert answer.json()["code"] == "illegal_move"
    assert facts(page) == before
    assert table_id(page) == table


def test_a_hidden_choice_survives_a_reload_and_can_be_taken_back(new_context: Callable[..., Any], server: Any) -> None:
    host, friend = new_context().new_page(), new_context().new_page()
    start_page(host, server, "#/new/wonders")
    host.locator("form .seg button").nth(1).click()  # three players
    host.locator("form .btn.main").click()
    link = host.locator(".lobbylink input").input_value()
    start_page(friend, server, link.removeprefix(server.url))
    friend.locator("form .btn.main").click()
    friend.locator(".lobbyseats").wait_for()
    host.locator(".lobbystart").click()
    wait_for_turn(host)
    before = facts(host)
    Player(host, seed=1).decide()
    wait_for_change(host, before)
    assert facts(host)["chosen"] == "1" and facts(host)["moves"] == "0"
    host.reload()
    host.locator(".chosenline").wait_for()
    assert facts(host)["chosen"] == "1"
    assert host.locator(".hand .chosen").count() == 1
    assert friend.locator(".chosenline").count() == 0
    host.keyboard.press("u")
    host.locator(".chosenline").wait_for(state="detached")
    assert facts(host)["chosen"] == "0"
    Player(host, seed=2).decide()
    wait_for_turn(friend)
    Player(friend, seed=3).decide()
    host.wait_for_function("() => Number(document.querySelector('.tablepage').dataset.moves) > 0")


@pytest.mark.parametrize(("kind", "thing"), [("duel", ".pyramid button.card"), ("wonders", ".hand button.card")])
def test_an_open_tip_and_a_tip_in_a_dialog_have_no_serious_findings(
    kind: str, thing: str, new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "wonders", 3, seed=3) if kind == "wonders" else MOMENTS["turn"].table(server)[0]
    page = enter(sitting, 0, new_context())
    page.locator(thing).first.wait_for()
    page.locator(thing).first.hover()
    page.locator(".tip").wait_for()
    assert serious(page) == []
    page.keyboard.press("c")
    page.locator("dialog .chainnode").first.hover()
    page.locator(".tip").wait_for()
    assert serious(page) == []


def test_a_hand_that_comes_back_is_marked_and_told_before(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 3, seed=3)
    page = enter(sitting, 0, new_context())
    first: list[str] = []
    for turn in range(1, 7):
        page.wait_for_function(f"() => document.querySelector('.tablepage')?.dataset.moves === '{3 * (turn - 1)}'")
        hand = page.locator(".hand .card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
        assert len(hand) == 8 - turn
        first = first or hand
        assert page.locator(".hand .seenmark").count() == (len(hand) if turn > 3 else 0)
        tip = page.locator(".topbar .pill[data-tip]").first.get_attribute("data-tip")
        known = tip.partition(text("en", "seen.next", turn=turn - 2, cards="?").partition("?")[0])[1]
        assert bool(known) == (3 <= turn <= 5)  # after the last turn of an age no hand goes on
        if turn == 3:
            assert all(name_of("en", "wonders", "card", card) in tip for card in first)
        for seat in range(3):
            state = sitting.people[seat].call("GET", f"/tables/{sitting.id}/state")["state"]
            sitting.play(seat, state["options"][-1]["text"], 3 * (turn - 1))


def test_a_dialog_keeps_focus_and_presses_away_from_the_table(new_context: Callable[..., Any], server: Any) -> None:
    sitting, seat = MOMENTS["turn"].table(server)
    page = enter(sitting, seat, new_context(**PHONE), confirm="always")
    inside = "() => Boolean(document.activeElement.closest('dialog'))"
    card = page.locator(".pyramid button.card").first
    name = card.get_attribute("data-card")
    card.tap()
    for action in (".act-build", ".act-discard"):
        if page.locator(action).is_enabled():
            break
    page.locator(action).focus()
    page.keyboard.press("Enter")
    asked = page.get_by_role("dialog")
    asked.get_by_role("button", name=text("en", "common.ok")).and_(page.locator(":focus")).wait_for()
    assert serious(page) == []
    for key in ["Tab"] * 5 + ["Shift+Tab"] * 5:
        page.keyboard.press(key)
        # Out of the window, to the browser itself, is the only other way, as with the browser's own dialogs.
        assert page.evaluate(inside) or page.evaluate("() => document.activeElement === document.body"), key
    page.locator(".topbar button").first.evaluate("(button) => button.focus()")
    assert page.evaluate(inside)
    page.keyboard.press("Escape")
    asked.wait_for(state="detached")
    page.locator(f"{action}:focus").wait_for()
    page.keyboard.press("Enter")
    asked.wait_for()
    # A press beside it meets the dialog's shade, not the card of which a part lies there, and closes it.
    x, y = page.evaluate(
        """() => {
          const box = document.querySelector('dialog').getBoundingClientRect();
          const beside = (x, y) => x < box.left || x > box.right || y < box.top || y > box.bottom;
          for (const each of document.querySelectorAll('.pyramid button.card:not(.selected)')) {
            const {left, top, width, height} = each.getBoundingClientRect();
            for (let part = 0.05; part < 1; part += 0.1) {
              const [x, y] = [left + width / 2, top + part * height];
              if (beside(x, y)) return [x, y];
            }
          }
        }"""
    )
    page.touchscreen.tap(x, y)
    asked.wait_for(state="detached")
    assert card.get_attribute("aria-pressed") == "true"
    assert page.locator(".pyramid button.card.selected").count() == 1
    # The same press takes up the card that lies there once no dialog is open.
    page.touchscreen.tap(x, y)
    page.locator(f".pyramid button.card.selected:not([data-card='{name}'])").wait_for()
