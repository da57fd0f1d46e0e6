"""After a game: the result, its curve, replays with slider, viewpoints and links, records out and in, statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mirabilia
from mirabilia.locales import name_of, text
from page_players import facts
from page_tables import NAMES, Sitting, enter, play_out
from page_tests import serious, start_page


@pytest.fixture(scope="module")
def duel(server: Any) -> Sitting:
    return play_out(server, "duel", seed=5)


@pytest.fixture(scope="module")
def wonders(server: Any) -> Sitting:
    return play_out(server, "wonders", 3, seed=5)


@pytest.fixture(params=["duel", "wonders"])
def finished(request: pytest.FixtureRequest) -> Iterator[Sitting]:
    yield request.getfixturevalue(request.param)


def record_text(sitting: Sitting) -> str:
    person = sitting.people[0]
    with person.opener.open(f"{person.server.url}api/v1/tables/{sitting.id}/record") as answer:
        return answer.read().decode()


def positions(sitting: Sitting) -> list[Any]:
    """The game before each move and at its end."""
    return [game.copy() for game in mirabilia.read_record(record_text(sitting)).steps()]


def events_of(sitting: Sitting, kind: str) -> list[dict[str, Any]]:
    """What the table told of this kind."""
    answer = sitting.people[0].call("GET", f"/tables/{sitting.id}/events?after=0&limit=500")
    return [event for event in answer["events"] if event["kind"] == kind]


def at(page: Any, number: int) -> None:
    """Waits until the replay shows this position."""
    page.wait_for_function(
        """(number) => location.hash.endsWith('/replay/' + number)
          && document.querySelector('.replaybar input[type=range]')?.value === number""",
        arg=str(number),
    )


def test_the_result_has_the_scores_and_the_curve_of_the_game(
    finished: Sitting, new_context: Callable[..., Any]
) -> None:
    page = enter(finished, 0, new_context())
    page.locator(".result .scores").wait_for()
    games = positions(finished)
    result = games[-1].result.as_dict()
    totals = sorted((score["total"] for score in result["scores"]), reverse=True)
    shown = [int(words) for words in page.locator(".result .scores td.total").all_inner_texts()]
    assert sorted(shown, reverse=True) == totals
    assert page.locator(".result thead th.winner").count() == len(result["winners"])
    page.locator(".result .curve path.line").first.wait_for()
    lines = page.locator(".result .curve path.line")
    assert lines.count() == len(result["scores"])
    steps = lines.first.get_attribute("d").count("L") + 1
    assert steps == len(games)  # one point of the line for each position
    # the line really rises and falls with the points: first and last height differ for a seat that gained points
    heights = lines.first.evaluate(
        "line => [line.getPointAtLength(0).y, line.getPointAtLength(line.getTotalLength()).y]"
    )
    assert heights[0] > heights[1]


def test_the_slider_the_keys_and_a_link_lead_to_the_same_moment(
    finished: Sitting, new_context: Callable[..., Any], server: Any
) -> None:
    page = enter(finished, 0, new_context(), "/replay/0")
    games = positions(finished)
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    at(page, len(games) - 1)
    assert facts(page)["status"] == "over"
    middle = len(games) // 2
    page.locator(".replaybar input[type=range]").fill(str(middle))
    at(page, middle)
    coins = page.locator(".duelcity .cityhead .purse .coin text, .wcity .makes .purse .coin text").first
    seat = 0
    assert int(coins.text_content()) == games[middle].view(None)["cities"][seat]["coins"]
    # somebody who has not played opens the link to this moment
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=text("en", "replay.link")).click()
    page.get_by_text(text("en", "common.copied")).wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert finished.links["watch"] in link
    other = new_context().new_page()
    start_page(other, server, link.removeprefix(server.url))
    at(other, middle)
    words = page.locator(".replaybar [role=status]").inner_text()
    assert words and other.locator(".replaybar [role=status]").inner_text() == words
    page.keyboard.press("Home")
    at(page, 0)


def test_a_replay_goes_by_turns_and_its_log_leads_to_each_moment(
    finished: Sitting, new_context: Callable[..., Any]
) -> None:
    page = enter(finished, 0, new_context(viewport={"width": 1700, "height": 900}), "/replay/0")
    moves = mirabilia.read_record(record_text(finished)).moves
    at(page, 0)
    lines = page.locator(".side .log .logline:has(.logjump)")
    lines.first.wait_for()
    # A turn is over when the next move is somebody else's, or when all have chosen.
    if finished.facts()["table"]["game"] == "duel":
        ends = [n + 1 for n in range(len(moves)) if n + 1 == len(moves) or moves[n + 1][0] != moves[n][0]]
    else:
        ends = [event["data"]["number"] + event["data"]["moves"] for event in events_of(finished, "turn")]
    page.get_by_role("button", name=text("en", "replay.turn_on")).click()
    at(page, ends[0])
    page.keyboard.press("PageDown")
    at(page, ends[1])
    page.get_by_role("button", name=text("en", "replay.turn_back")).click()
    at(page, ends[0])
    line = lines.nth(lines.count() // 2)
    line.locator(".logjump").click()
    page.locator(".side .logline.now").first.wait_for()
    assert line.evaluate("line => line.classList.contains('now')")
    told = line.inner_text().strip()
    words = page.locator(".replaybar [role=status]").inner_text()
    assert told in words or page.locator(".side .logline.now.turn").count()


@pytest.mark.parametrize("window", [(390, 664), (360, 560), (320, 640), (844, 390)])
def test_the_controls_of_a_replay_fit_on_a_phone_and_a_row_tells_of_its_moment(
    window: tuple[int, int], finished: Sitting, new_context: Callable[..., Any]
) -> None:
    size = {"width": window[0], "height": window[1]}
    page = enter(finished, 0, new_context(viewport=size, has_touch=True, is_mobile=True), "/replay/20")
    at(page, 20)
    # The row above the cards tells of it, or else the line between the controls.
    page.wait_for_function(
        """() => [...document.querySelectorAll('.strip .event, .replaybar [role=status]')].some((each) => {
          const box = each.getBoundingClientRect();
          const told = each.textContent.trim() && box.width >= 40 && box.height >= 14;
          return told && box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
        })"""
    )
    for words in page.locator(".strip, .replaybar [role=status]").all_inner_texts():
        assert text("en", "event.over") not in words
    outside = page.evaluate(
        """() => [...document.querySelectorAll('.replaybar :is(button, a, select, input)')].filter((each) => {
          const box = each.getBoundingClientRect();
          return box.width < 25 || box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
        }).map((each) => each.outerHTML.slice(0, 80))"""
    )
    assert outside == []


@pytest.mark.parametrize("asked", ["9999", "nonsense"])
def test_a_link_to_a_moment_that_never_was_opens_the_nearest(
    asked: str, duel: Sitting, new_context: Callable[..., Any]
) -> None:
    page = enter(duel, 0, new_context(), f"/replay/{asked}")
    at(page, len(positions(duel)) - 1 if asked == "9999" else 0)


def test_the_commitment_to_the_deal_can_be_checked(finished: Sitting, new_context: Callable[..., Any]) -> None:
    page = enter(finished, 0, new_context())
    page.locator(".result .fair summary").click()
    committed = mirabilia.read_record(record_text(finished)).tags["commitment"]
    assert page.locator(".result .fair code").inner_text() == committed
    page.locator(".result .fair button").click()
    page.locator(".result .fair [role=status]", has_text=text("en", "fair.kept")).wait_for()


def test_the_last_and_next_move_are_told_in_words(duel: Sitting, new_context: Callable[..., Any]) -> None:
    page = enter(duel, 0, new_context(locale="et-EE"), "/replay/1")
    at(page, 1)
    moves = mirabilia.read_record(record_text(duel)).moves
    last, following = (
        text("et", "log.duel.draft", player=NAMES[seat], wonder=name_of("et", "duel", "wonder", move[len("draft ") :]))
        for seat, move in moves[:2]
    )
    expected = f"{last} {text('et', 'replay.next', move=following)}"
    assert page.locator(".replaybar [role=status]").inner_text() == expected


def test_each_seats_view_hides_what_it_could_not_see_and_everything_open_hides_nothing(
    wonders: Sitting, new_context: Callable[..., Any]
) -> None:
    page = enter(wonders, 0, new_context(), "/replay/6")
    at(page, 6)
    game = positions(wonders)[6]
    hands = game.snapshot()["hands"]
    choose = page.locator(".replaybar select")
    for seat in range(3):
        choose.select_option(str(seat))
        page.locator(f".hand .card[data-card='{hands[seat][0]}']").first.wait_for()
        assert page.locator(".hand .card").evaluate_all("cards => cards.map((c) => c.dataset.card)") == hands[seat]
        assert page.locator(".allhands").count() == 0
    choose.select_option("-1")
    page.locator(".allhands").wait_for()
    for seat in range(3):
        names = page.locator(f".allhands [data-seat='{seat}'] .tile").evaluate_all(
            "tiles => tiles.map((tile) => tile.dataset.tip.split(':')[2])"
        )
        assert names == hands[seat]


def test_everything_open_turns_up_the_cards_of_the_pyramid(duel: Sitting, new_context: Callable[..., Any]) -> None:
    page = enter(duel, 0, new_context(), "/replay/8")
    at(page, 8)
    layout = positions(duel)[8].snapshot()["layout"]
    hidden = sum(not slot["up"] for slot in layout)
    assert page.locator(".pyramid .card.back").count() == hidden > 0
    page.locator(".replaybar select").select_option("-1")
    page.locator(".pyramid .card.down").first.wait_for()
    assert page.locator(".pyramid .card.back").count() == 0
    assert page.locator(".pyramid .card.down").count() == hidden


def test_a_replay_of_duel_shows_what_each_player_would_have_paid(
    duel: Sitting, new_context: Callable[..., Any]
) -> None:
    number = 12
    page = enter(duel, 0, new_context(), f"/replay/{number}")
    at(page, number)
    page.locator(".pyramid .card.open .foeprice").first.wait_for()
    game = positions(duel)[number]
    foe = {quote.as_dict().get("card"): quote.as_dict()["price"] for quote in game.quotes(1)}
    shown = page.locator(".pyramid .card.open").evaluate_all(
        "cards => cards.map((c) => [c.dataset.card, Number(c.querySelector('.foeprice b')?.textContent ?? 0)])"
    )
    assert any(price for _, price in shown) and all(price == foe[card] for card, price in shown)
    assert page.locator(".pyramid .card.open .foeprice").count() == len(shown)


def test_a_record_goes_out_and_comes_in_again(
    finished: Sitting, new_context: Callable[..., Any], server: Any, tmp_path: Path
) -> None:
    page = enter(finished, 0, new_context())
    page.locator(".result .scores").wait_for()
    with page.expect_download() as download:
        # By the keyboard: while a result still grows (its curve, its turning points), places on it may not keep.
        page.locator(".result").get_by_role("button", name=text("en", "replay.export")).press("Enter")
    file = tmp_path / "record.txt"
    download.value.save_as(file)
    assert file.read_text(encoding="utf-8") == record_text(finished)
    other = new_context().new_page()
    start_page(other, server, "#/import")
    other.locator("input[type=file]").set_input_files(file)
    other.wait_for_function("() => document.querySelector('textarea').value.length > 20")
    other.locator("form .btn.main").click()
    at(other, 0)
    other.keyboard.press("End")
    moves = len(mirabilia.read_record(file.read_text(encoding="utf-8")).moves)
    at(other, moves)
    assert facts(other)["status"] == "over"
    assert other.get_by_text("Anna").count() > 0  # names travel with the record


@pytest.mark.parametrize("language", ["en-GB", "tr-TR"])
def test_a_damaged_record_is_refused_with_the_line_that_is_wrong(
    language: str, duel: Sitting, new_context: Callable[..., Any], server: Any, watched: Any
) -> None:
    watched.expected += ["400", "422"]
    page = new_context(locale=language).new_page()
    start_page(page, server, "#/import")
    lines = record_text(duel).rstrip("\n").split("\n")
    damaged = {
        "not a record": "this is no record",
        "a move that is not possible": "\n".join([*lines[:-6], lines[-1], *lines[-6:]]),
        "cut off": "\n".join(lines[: len(lines) // 2]),
    }
    told = set()
    for record in damaged.values():
        page.locator("textarea").fill(record)
        page.locator("form .btn.main").click()
        page.locator("[role=alert]").wait_for()
        words = page.locator("[role=alert]").inner_text().strip()
        assert words and "error." not in words and "{" not in words
        told.add(words)
        page.locator("textarea").fill("")
        assert page.locator("form .btn.main").is_disabled()
    assert len(told) == 3
    assert any(any(c.isdigit() for c in words) for words in told)  # the line's number
    page.locator("textarea").fill(record_text(duel))
    page.locator("form .btn.main").click()
    at(page, 0)


def test_statistics_count_what_was_played(new_context: Callable[..., Any], server: Any, duel: Sitting) -> None:
    page = enter(duel, 0, new_context())
    page.locator(".result .scores").wait_for()
    page.goto(server.url + "#/statistics")
    panel = page.locator(".stats[data-game=duel]")
    panel.wait_for()
    assert text("en", "stats.played", n=1) in panel.inner_text()
    game = positions(duel)[-1]
    score = game.result.as_dict()["scores"][0]
    shown = panel.locator(".means li b").all_inner_texts()
    assert shown[-1] == str(score["total"])
    assert [int(words) for words in shown[:-1]] == [
        score[name]
        for name in ("military", "civilian", "science", "commerce", "guilds", "wonders", "progress", "treasury")
    ]
    won = int(0 in game.result.winners)
    assert text("en", "stats.won_of", won=won, played=1) in panel.inner_text()
    assert page.locator(".stats[data-game=wonders]").count() == 0
    stranger = new_context().new_page()
    start_page(stranger, server, "#/statistics")
    stranger.get_by_text(text("en", "stats.none")).wait_for()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_screens_after_a_game_have_no_serious_findings(
    theme: str, finished: Sitting, new_context: Callable[..., Any], server: Any
) -> None:
    page = enter(finished, 0, new_context(color_scheme=theme))
    page.locator(".result .curve").wait_for()
    faults = {"result": serious(page)}
    page.goto(f"{server.url}#/table/{finished.id}/replay/15")
    at(page, 15)
    page.locator(".replaybar select").select_option("-1")
    page.locator(".allhands, .card.down").first.wait_for()
    faults["replay"] = serious(page)
    page.goto(server.url + "#/statistics")
    page.locator(".stats").first.wait_for()
    faults["statistics"] = serious(page)
    assert {screen: found for screen, found in faults.items() if found} == {}
