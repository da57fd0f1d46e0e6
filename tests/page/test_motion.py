"""What moves on the table: coins fly, cards turn, hands slide; as fast as the viewer wants, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import mirabilia
from page_players import wait_for_turn
from page_tables import MOMENTS, Moment, Sitting, enter, play_out, sit_down
from page_tests import two_pictures

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
    two_pictures(page)
    flights = page.evaluate("window.flights")
    if not time:
        assert flights == [] and page.locator(".flight, .flyer").count() == 0
        first = page.locator("#main .hand .card").first
        assert first.evaluate("card => getComputedStyle(card).animationDuration") == "0s"
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
    first = page.locator("#main .hand .card").first
    assert page.locator("#main .hand").get_attribute("data-pass") == "left"
    # hands go left in the first age, so mine comes from the right
    name, start = first.evaluate(
        "card => [getComputedStyle(card).animationName, getComputedStyle(card).getPropertyValue('--from')]"
    )
    assert (name, start) == ("deal", "180px")


# Keeps everything that travels over the table: what it is, and where it ends.
TRAVELS = """() => {
  window.travels = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const made = animate.call(this, frames, options);
    if (this.classList.contains('flyer')) {
      made.pause();
      made.currentTime = options.delay + options.duration * 0.88 || options.duration * 0.88;
      const box = this.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      window.travels.push({ pile: this.classList.contains('handpile'), x, y });
      made.play();
    }
    return made;
  };
}"""
CENTRE = "e => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2] }"


def test_a_card_taken_flies_to_its_city_and_becomes_a_building(new_context: Callable[..., Any], server: Any) -> None:
    sitting, seat = MOMENTS["turn"].table(server)
    game, _, _ = MOMENTS["turn"].reach()
    page = enter(sitting, 1 - seat, new_context(reduced_motion="no-preference"), speed="slow")
    page.locator(".pyramid").wait_for()
    page.evaluate(TRAVELS)
    option = next(option for option in game.options(seat) if option.action == "build")
    at = len(game.moves)
    sitting.play(seat, option.text, at)
    page.wait_for_function("() => window.travels.length > 0")
    tile = page.locator(f".cityland.evening [data-tile='{option.as_dict()['card']}']")
    x, y = tile.evaluate(CENTRE)
    flown = page.evaluate("window.travels")
    assert len(flown) == 1
    assert abs(flown[0]["x"] - x) < 3 and abs(flown[0]["y"] - y) < 3
    page.keyboard.press("Shift")  # any key ends it
    page.wait_for_function("() => document.querySelectorAll('.flyer').length === 0")
    assert tile.evaluate("tile => getComputedStyle(tile).opacity") == "1"


def test_hands_go_round_the_table(new_context: Callable[..., Any], server: Any) -> None:
    sitting = sit_down(server, "wonders", 3, seed=7)
    page = enter(sitting, 0, new_context(reduced_motion="no-preference"), speed="slow")
    wait_for_turn(page)
    page.evaluate(TRAVELS)
    one_turn(sitting, 7)
    page.wait_for_function("() => window.travels.filter((each) => each.pile).length === 3")
    # seat 0 sits between 2 (left) and 1 (right); hands go left, so one of them ends at each of the three
    places = [page.locator(place).evaluate(CENTRE) for place in ("#main .hand", ".neighbour.left", ".neighbour.right")]
    piles = [each for each in page.evaluate("window.travels") if each["pile"]]
    for x, y in places:
        assert any(abs(pile["x"] - x) < 3 and abs(pile["y"] - y) < 3 for pile in piles), (piles, places)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_conflicts_of_an_age_are_a_scene_that_any_key_ends(
    motion: str, new_context: Callable[..., Any], server: Any
) -> None:
    last = Moment("wonders", 7, lambda game, seat: game.view(seat)["turn"] == 6, 3)
    game, _, _ = last.reach()
    sitting, _ = last.table(server)
    page = enter(sitting, 0, new_context(reduced_motion=motion), speed="slow")
    wait_for_turn(page)
    # A scene that lasts until somebody ends it, however slow the machine is.
    page.evaluate(
        "() => { const soon = setTimeout; window.setTimeout = (f, ms, ...r) => soon(f, ms > 2000 ? 1e6 : ms, ...r) }"
    )
    at = len(game.moves)
    moved = [(seat, game.options(seat)[0]) for seat in game.to_act]
    for seat, option in moved:
        game.play(seat, option)
        sitting.play(seat, option.text, at)
    page.wait_for_function(f"() => Number(document.querySelector('.tablepage').dataset.moves) === {len(game.moves)}")
    if motion == "reduce":
        assert page.locator(".war-scene").count() == 0
    else:
        scene = page.locator(".war-scene")
        scene.wait_for()
        # The player's two conflicts are drawn, the left one first; the bar below tells the third.
        left, right, other = sorted(
            (event for event in game.log(0) if event["event"] == "conflict"),
            key=lambda event: (0 not in (event["city"], event["other"]), event["other"] != 0),
        )
        shields = "all => all.map((one) => parseInt(one.getAttribute('aria-label')))"
        assert scene.locator(".front").count() == 2
        assert scene.locator(".warshield").evaluate_all(shields) == [*left["shields"], *right["shields"]]
        told = re.findall(r"\d+", scene.locator(".elsewhere li").inner_text())
        assert [int(number) for number in told[:2]] == [*other["shields"]]
        assert not page.locator("#main .hand").is_visible()
        page.keyboard.press("Shift")
        scene.wait_for(state="detached")
    assert page.locator("#main .hand .card").count() == 7


def test_stones_fall_once_and_only_for_a_victory_of_ones_own(new_context: Callable[..., Any], server: Any) -> None:
    sitting = play_out(server, "duel", seed=5)
    result = sitting.facts()["view"]["result"]
    (winner,) = result["winners"]
    page = enter(sitting, winner, new_context(reduced_motion="no-preference", accept_downloads=True), speed="slow")
    page.locator(".confetti i").first.wait_for(state="attached")
    page.keyboard.press("Shift")
    page.locator(".confetti").wait_for(state="detached")
    if result["kind"] == "civilian":
        assert page.locator(".decided").count() == 1
    # The picture is made here and saved.
    with page.expect_download() as saved:
        page.locator(".afterwards button", has_text="Picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.reload()
    page.locator(".result").wait_for()
    assert page.locator(".confetti").count() == 0
    other = enter(sitting, 1 - winner, new_context(reduced_motion="no-preference"), speed="slow")
    other.locator(".result").wait_for()
    assert other.locator(".confetti").count() == 0
