"""What moves on the table: coins fly, cards turn, hands slide; as fast as the viewer wants, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import mirabilia
from page_players import wait_for_turn
from page_tables import MOMENTS, Sitting, enter, sit_down

# Counts every coin that takes off and remembers its number and how long it flies.
WATCH = """() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.className === 'flight') window.flights.push({ coins: this.textContent, time: options.duration });
    return animate.call(this, frames, options);
  };
}"""


def one_turn(sitting: Sitting, seed: int) -> list[int]:
    """Everybody sells a card; the coins each gets."""
    game = mirabilia.new_game("wonders", players=3, seed=seed)
    for seat in game.seats:
        sitting.play(seat, next(option.text for option in game.options(seat) if option.action == "discard"), 0)
    return [3, 3, 3]


@pytest.mark.parametrize(
    ("speed", "motion", "time"),
    [
        ("fast", "no-preference", 300),
        ("slow", "no-preference", 1100),
        ("off", "no-preference", 0),
        ("slow", "reduce", 0),
    ],
)
def test_coins_fly_as_fast_as_wanted(
    speed: str, motion: str, time: int, new_context: Callable[..., Any], server: Any
) -> None:
    sitting = sit_down(server, "wonders", 3, seed=7)
    page = enter(sitting, 0, new_context(reduced_motion=motion), speed=speed)
    wait_for_turn(page)
    page.evaluate(WATCH)
    coins = one_turn(sitting, 7)
    page.wait_for_function("() => document.querySelector('.tablepage').dataset.moves === '3'")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    flights = page.evaluate("window.flights")
    if not time:
        assert flights == [] and page.locator(".flight").count() == 0
        assert page.locator(".hand .card").first.evaluate("card => getComputedStyle(card).animationDuration") == "0s"
        return
    assert [int(flight["coins"]) for flight in flights] == coins
    assert {flight["time"] for flight in flights} == {time}
    page.keyboard.press("Escape")  # any key ends them
    page.wait_for_function("() => document.querySelectorAll('.flight').length === 0")


def test_a_coin_goes_to_the_neighbour_who_is_paid(new_context: Callable[..., Any], server: Any) -> None:
    sitting, buyer = MOMENTS["split"].table(server)
    game, _, moves = MOMENTS["split"].reach()
    page = enter(sitting, buyer, new_context(reduced_motion="no-preference"), speed="slow")
    wait_for_turn(page)
    page.evaluate(WATCH)
    priced = [option for option in game.options(buyer) if option.action == "build" and sum(option.as_dict()["pay"])]
    option = priced[0]
    left, right = option.as_dict()["pay"]
    at = len(game.moves)
    sitting.play(buyer, option.text, at)
    for seat in game.to_act:
        if seat != buyer:
            sitting.play(seat, next(o.text for o in game.options(seat) if o.action == "discard"), at)
    page.wait_for_function(f"() => Number(document.querySelector('.tablepage').dataset.moves) > {at}")
    page.wait_for_function("() => window.flights.length > 0")
    assert moves
    flown = [int(flight["coins"]) for flight in page.evaluate("window.flights")]
    for paid in (left, right):
        if paid:
            assert paid in flown


def test_a_card_that_is_uncovered_turns_over(new_context: Callable[..., Any], server: Any) -> None:
    sitting, seat = MOMENTS["turn"].table(server)
    game, _, _ = MOMENTS["turn"].reach()
    page = enter(sitting, 1 - seat, new_context(reduced_motion="no-preference"), speed="slow")
    page.locator(".pyramid").wait_for()
    assert page.locator(".slot.turned").count() == 0
    for _ in range(8):
        before = {slot["slot"] for slot in game.view(None)["layout"] if not slot["card"]}
        who = game.to_act[0]
        option = next(option for option in game.options(who) if option.action == "discard")
        at = len(game.moves)
        game.play(who, option)
        sitting.play(who, option.text, at)
        page.wait_for_function(f"() => document.querySelector('.tablepage').dataset.moves === '{at + 1}'")
        up = [slot for slot in game.view(None)["layout"] if slot["card"] and slot["slot"] in before]
        assert page.locator(".slot.turned").count() == len(up)
        if up:
            style = "card => [getComputedStyle(card).animationName, getComputedStyle(card).animationDuration]"
            name, duration = page.locator(".slot.turned .card").first.evaluate(style)
            assert name == "turncard" and float(duration.removesuffix("s")) > 0.5
            return
    raise AssertionError("no card was uncovered")


def test_a_new_hand_slides_in_from_where_it_comes(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 3, seed=7)
    page = enter(sitting, 0, new_context(reduced_motion="no-preference"), speed="slow")
    wait_for_turn(page)
    one_turn(sitting, 7)
    page.wait_for_function("() => document.querySelector('.tablepage').dataset.moves === '3'")
    first = page.locator(".hand .card").first
    assert page.locator(".hand").get_attribute("data-pass") == "left"
    # hands go left in the first age, so mine comes from the right
    name, start = first.evaluate(
        "card => [getComputedStyle(card).animationName, getComputedStyle(card).getPropertyValue('--from')]"
    )
    assert (name, start) == ("deal", "180px")
