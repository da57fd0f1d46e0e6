"""Whole games through the page: by mouse, by keyboard alone, on a phone and in text mode, against bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mirabilia
from page_players import Finger, Keyboard, Player, Reader
from page_tables import enter, sit_down
from page_tests import PHONE, open_game, record_of

GAMES = ["duel", "wonders"]


def check_prices(player: Player, text: str) -> None:
    """What the buttons said is what the engine took, decision by decision."""
    record = mirabilia.read_record(text)
    game = mirabilia.from_deal(record.deal)
    shown = iter(player.shown)
    compared = 0
    for seat, move in record.moves:
        if seat == 0:
            option = game.find_option(0, move).as_dict()
            if option["action"] in ("build", "wonder", "stage", "discard") and "city" not in option:
                action, card, price = next(shown)
                assert (action.replace("free", "free_build"), card) == (option["action"], option["card"])
                if option["action"] == "discard":
                    paid = option.get("gain", 3)
                else:
                    paid = option["price"] if game.name == "duel" else sum(option["pay"]) + option.get("bank", 0)
                assert price == paid, (move, price, paid)
                compared += 1
            elif option["action"] == "free_build":
                assert next(shown)[0] == "free"
        game.play(seat, move)
    assert compared > 5


@pytest.mark.parametrize("game", GAMES)
def test_mouse_plays_a_whole_game_and_pays_what_was_shown(
    game: str, new_context: Callable[..., Any], server: Any
) -> None:
    page = new_context().new_page()
    open_game(page, server, game, players=4)
    player = Player(page, seed=3)
    assert player.play_to_the_end() > 15
    page.locator(".result .scores").wait_for()
    assert page.locator(".result .scores td.total").count() == (2 if game == "duel" else 4)
    check_prices(player, record_of(page, server))


@pytest.mark.parametrize("game", GAMES)
def test_keyboard_alone_plays_a_whole_game(game: str, new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    open_game(page, server, game, players=4)
    Keyboard(page, seed=4).play_to_the_end()
    page.locator(".result .scores").wait_for()
    page.keyboard.press("Escape")
    page.locator(".result").wait_for(state="detached")


@pytest.mark.parametrize(("game", "width", "height"), [("duel", 390, 664), ("wonders", 844, 390)])
def test_phone_plays_a_whole_game_without_scrolling(
    game: str, width: int, height: int, new_context: Callable[..., Any], server: Any
) -> None:
    finger_plays(game, width, height, new_context, server)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "width", "height"), [("wonders", 390, 664), ("duel", 844, 390), ("wonders", 360, 560)]
)
def test_phones_held_either_way_play_whole_games(
    game: str, width: int, height: int, new_context: Callable[..., Any], server: Any
) -> None:
    finger_plays(game, width, height, new_context, server)


def finger_plays(game: str, width: int, height: int, new_context: Callable[..., Any], server: Any) -> None:
    """A whole game by taps in a window of this size; the page never gets longer than the window."""
    page = new_context(**{**PHONE, "viewport": {"width": width, "height": height}}).new_page()
    open_game(page, server, game, players=4)
    Finger(page, seed=5).play_to_the_end()
    page.locator(".result .scores").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")


@pytest.mark.parametrize("game", GAMES)
def test_text_mode_plays_a_whole_game(game: str, new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    open_game(page, server, game, players=3, text_mode=True)
    Reader(page, seed=6).play_to_the_end()


def test_what_is_typed_outlasts_news_from_the_table(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 3)
    page = enter(sitting, 0, new_context(), textMode=True)
    page.locator(".optionlist button").first.wait_for()
    line = page.locator("form input[type=text]")
    line.fill("2")
    # The same person chooses on another device; that is news here.
    first = page.locator(".optionlist button").first.get_attribute("data-move")
    sitting.play(0, first or "", 0)
    chosen = page.locator(".textpage[data-chosen='1'] section strong").first
    chosen.wait_for()
    said = chosen.inner_text()
    assert line.input_value() == "2"
    assert line.evaluate("line => line === document.activeElement")
    page.keyboard.press("Enter")
    page.wait_for_function("(said) => document.querySelector('section strong')?.innerText !== said", arg=said)


def test_two_players_and_the_free_city(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    open_game(page, server, "wonders", players=2)
    Player(page, seed=7).play_to_the_end()
    page.locator(".result .scores").wait_for()
