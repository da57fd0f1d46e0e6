"""Looking back at a finished game: the analysis from the result to its end, the curve by mouse, keys and taps, mistakes
tried again, playing on from the middle."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from mirabilia.locales import text
from mirabilia.study.puzzles import all_puzzles
from page_tables import Person, Sitting, enter, play_out
from page_tests import DESKTOP, PHONE, serious, start_page


@pytest.fixture(scope="module")
def duel(server: Any) -> Sitting:
    return play_out(server, "duel", seed=5)


@pytest.fixture(scope="module")
def wonders(server: Any) -> Sitting:
    return play_out(server, "wonders", 4, seed=5)


@pytest.fixture(params=["duel", "wonders"])
def finished(request: pytest.FixtureRequest) -> Iterator[Sitting]:
    yield request.getfixturevalue(request.param)


def analysis_of(sitting: Sitting) -> dict[str, Any]:
    """What the server says: the page must show this."""
    answer = sitting.people[0].call("POST", f"/tables/{sitting.id}/analyse", {"depth": "quick"})
    while answer["state"] != "done":
        assert answer["state"] != "failed", answer
        time.sleep(0.2)  # asking as fast as one can is what the server cuts off
        answer = sitting.people[0].call("GET", f"/tables/{sitting.id}/analysis?depth=quick")
    found: dict[str, Any] = answer["analysis"]
    return found


def somebody(analysis: dict[str, Any]) -> int:
    """The seat with the most to learn."""
    seats = range(analysis["players"])
    return max(seats, key=lambda seat: len(blamed(analysis, seat)))


def now(page: Any) -> int:
    """The decision the page shows."""
    return int(page.locator(".studypage").get_attribute("data-now"))


def blamed(analysis: dict[str, Any], seat: int = 0) -> list[dict[str, Any]]:
    labels = ("slip", "mistake", "blunder")
    return [moment for moment in analysis["moments"] if moment["seat"] == seat and moment["label"] in labels]


def fits(page: Any) -> None:
    """Nothing has to be scrolled sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_result_leads_to_the_analysis_which_is_shown_when_it_is_made(
    finished: Sitting, new_context: Callable[..., Any]
) -> None:
    page = enter(finished, 0, new_context())
    page.locator(".result").get_by_role("link", name=text("en", "study.analyse")).click()
    page.locator(".studypage").wait_for(timeout=120_000)
    analysis = analysis_of(finished)
    own = analysis["summaries"][0]
    card = page.locator(".summarycard").first
    assert abs(int(card.locator(".big").inner_text()) - own["accuracy"]) <= 0.5
    marked = [moment for moment in analysis["moments"] if moment["seat"] == 0 and moment["label"]]
    assert page.locator(".momentline[aria-pressed]").count() == len(marked)
    assert page.locator(".swings .momentline").count() == len(own["swings"])
    assert page.locator(".curvemark").count() == len(marked)
    rows = page.locator(".curvebox tbody tr")
    assert rows.count() == len(analysis["moments"])
    fits(page)
    assert serious(page) == []


def test_the_result_tells_the_turning_points_of_an_analysed_game(
    finished: Sitting, new_context: Callable[..., Any]
) -> None:
    analysis = analysis_of(finished)
    seat = somebody(analysis)
    swings = analysis["summaries"][seat]["swings"]
    page = enter(finished, seat, new_context())
    points = page.locator(".result .turning li")
    points.first.wait_for()
    assert points.count() == len(swings)
    gained = [text.startswith("+") for text in points.locator(".labeltag").all_inner_texts()]
    assert gained == [swing["change"] > 0 for swing in swings]
    assert serious(page) == []
    decided = [place for place, swing in enumerate(swings) if swing["by"] != "luck"]
    place = decided[0] if decided else 0
    points.nth(place).get_by_role("link").click()
    page.locator(f".studypage[data-now='{min(swings[place]['number'], len(analysis['moments']) - 1)}']").wait_for()
    if decided:
        page.locator(".likethis").click()
        page.locator(".trying").wait_for()  # a puzzle of that kind, or any other if there is none
        assert "#/puzzles/" in page.url


def test_the_curve_is_walked_by_mouse_and_keys_and_each_moment_has_an_address(
    finished: Sitting, new_context: Callable[..., Any]
) -> None:
    analysis = analysis_of(finished)
    own = [moment["number"] for moment in analysis["moments"] if moment["seat"] == 0]
    page = enter(finished, 0, new_context(), "/analysis/0")
    page.locator(".studypage").wait_for()
    plot = page.locator(".curveplot")
    box = plot.bounding_box()
    plot.click(position={"x": box["width"] * 0.5, "y": box["height"] * 0.4})
    middle = now(page)
    last = len(analysis["moments"])
    assert middle in own and abs(middle / last - 0.5) < 0.1
    page.wait_for_function(f"() => location.hash.endsWith('/analysis/{middle}')")
    plot.press("ArrowRight")
    after = own[own.index(middle) + 1]
    assert now(page) == after
    plot.press("Home")
    assert now(page) == own[0]
    plot.press("End")
    assert now(page) == own[-1]
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    assert now(page) == own[-2]
    # what is said of the moment is what the analysis says
    moment = analysis["moments"][own[-2]]
    shown = page.locator(".judged .chance").all_inner_texts()
    assert all(
        abs(int(words[:-1]) - 100 * each["chance"]) <= 0.5 for words, each in zip(shown, moment["best"], strict=True)
    )


def test_a_phone_shows_one_moment_at_a_time_with_both_buttons_in_reach(
    finished: Sitting, new_context: Callable[..., Any]
) -> None:
    analysis = analysis_of(finished)
    seat = somebody(analysis)
    marked = [moment["number"] for moment in analysis["moments"] if moment["seat"] == seat and moment["label"]]
    page = enter(finished, seat, new_context(**PHONE, locale="et-EE"), "/analysis/0")
    page.locator(".studypage").wait_for()
    fits(page)
    about = page.locator(".summarycard[aria-pressed=true] .who > *")  # the name and the mistakes of the one looked at
    assert all(each.evaluate("words => words.scrollWidth <= words.clientWidth") for each in about.all())
    forward = page.get_by_role("button", name=text("et", "study.next_marked"))
    forward.tap()
    assert now(page) == next(number for number in marked if number > 0)
    plot = page.locator(".curveplot")
    box = plot.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.7, box["y"] + 60)
    assert abs(now(page) / len(analysis["moments"]) - 0.65) < 0.15
    moment = analysis["moments"][now(page)]
    main = {moment["best"][0]["move"], moment["played"]}
    assert page.locator(".judged:visible").count() == len(main)
    if len(moment["best"]) > len(main):
        page.locator(".moreoptions summary").tap()
        assert page.locator(".judged:visible").count() == len(moment["best"])
    fits(page)
    for button in page.locator(".studyacts .btn").all():
        place = button.bounding_box()
        assert place["y"] > 844 * 0.8 and place["y"] + place["height"] <= 844 and place["height"] >= 44
    assert serious(page) == []


def test_a_mistake_is_tried_again_until_something_good_is_found(duel: Sitting, new_context: Callable[..., Any]) -> None:
    analysis = analysis_of(duel)
    moment = max(blamed(analysis), key=lambda each: each["loss"])
    page = enter(duel, 0, new_context(), f"/analysis/{moment['number']}", textMode=True)
    page.locator(".studyacts .btn.main").click()
    coach = page.locator(".trying")
    coach.wait_for()
    assert page.locator(".judged, .marktag").count() == 0  # nothing tells the answer
    page.locator(f"button[data-move='{moment['played']}']").click()
    page.locator(".trying.again").wait_for()
    page.locator(f"button[data-move='{moment['best'][0]['move']}']").click()
    page.locator(".trying.done").wait_for()
    assert text("en", "study.try.found").split(":")[0] in coach.inner_text()
    page.keyboard.press("Escape")
    page.locator(".studypage").wait_for()
    assert now(page) == moment["number"]


def test_all_my_mistakes_in_a_row_with_the_picture_of_the_table(
    wonders: Sitting, new_context: Callable[..., Any]
) -> None:
    analysis = analysis_of(wonders)
    seat = somebody(analysis)
    mistakes = blamed(analysis, seat)
    page = enter(wonders, seat, new_context(), "/analysis")
    page.locator(".learn").click()
    for place, _ in enumerate(mistakes):
        page.locator(".topbar .pill", has_text=text("en", "study.of", n=place + 1, all=len(mistakes))).wait_for()
        page.get_by_role("button", name=text("en", "study.try.show")).click()
        page.locator(".trying.done").wait_for()
        following = page.get_by_role("button", name=text("en", "study.try.next"))
        assert following.count() == (1 if place + 1 < len(mistakes) else 0)
        if following.count():
            following.click()


def test_playing_on_from_the_middle(finished: Sitting, new_context: Callable[..., Any]) -> None:
    analysis = analysis_of(finished)
    own = [moment["number"] for moment in analysis["moments"] if moment["seat"] == 0]
    page = enter(finished, 0, new_context(), f"/analysis/{own[len(own) // 2]}")
    page.locator(".studyacts .btn").nth(1).click()
    page.get_by_role("button", name=text("en", "study.go_on.begin"), exact=True).click()
    page.wait_for_function(f"() => location.hash.startsWith('#/table/') && !location.hash.includes('{finished.id}')")
    page.locator("[data-status=playing]").wait_for()
    table = page.url.split("/table/")[1].split("/")[0]
    facts = finished.people[0].call("GET", f"/tables/{table}")
    assert facts["you"] == 0 and facts["table"]["options"]["went_on"]


def test_somebody_with_the_link_sees_the_analysis_too(
    duel: Sitting, new_context: Callable[..., Any], server: Any
) -> None:
    analysis_of(duel)
    page = enter(duel, 0, new_context(), "/replay/3")
    page.locator(".replaybar").get_by_role("link", name=text("en", "study.analyse")).click()
    page.locator(".studypage").wait_for()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name=text("en", "study.share")).click()
    page.get_by_text(text("en", "common.copied")).wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert duel.links["watch"] in link
    other = new_context().new_page()
    other.goto(link)
    other.locator(".studypage").wait_for()
    assert now(other) == now(page)


def begin(server: Any, context: Any, **wish: Any) -> tuple[Person, str, Any]:
    """A Duel against a bot at which a person is to choose, in a browser."""
    anna = Person(server, "Anna")
    body = {
        "game": "duel",
        "name": "Anna",
        "seats": ["me", {"kind": "bot", "level": "random"}],
        "seed": 1,
        "start": True,
    }
    table = anna.call("POST", "/tables", {**body, **wish})["table"]["id"]
    anna.lend(context)
    page = context.new_page()
    start_page(page, server, f"#/table/{table}")
    page.locator("[data-owes=yes]").wait_for()
    return anna, table, page


IN_REACH = """() => [...document.querySelectorAll('button.draftpick')].findIndex((pick) => {
  const { left, top, width, height } = pick.getBoundingClientRect();
  return pick.contains(document.elementFromPoint(left + width / 2, top + height / 2));
})"""


@pytest.mark.parametrize("kind", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_is_told_and_explained_and_counted(
    kind: dict[str, Any], new_context: Callable[..., Any], server: Any
) -> None:
    anna, table, page = begin(server, new_context(**kind, locale="et-EE"), hints="on")
    assert page.locator(".hintbox").count() == 0
    page.keyboard.press("h")
    page.locator(".hintbox").wait_for()
    fits(page)
    page.locator(".hintbox").get_by_role("button", name=text("et", "hint.why")).click()
    page.locator(".hintbox ol li").nth(2).wait_for()
    assert anna.call("GET", f"/tables/{table}")["table"]["seats"][0]["hints"] == 2
    assert serious(page) == []
    # The hint was for this question alone. Its box may lie over one of the wonders, but never over what it points at.
    page.locator("button.draftpick").nth(page.evaluate(IN_REACH)).click()
    page.locator(".hintbox").wait_for(state="detached")


def test_a_table_without_hints_has_no_button(new_context: Callable[..., Any], server: Any) -> None:
    _, _, page = begin(server, new_context(), hints="off")
    assert page.locator(".hintbutton").count() == 0


def test_a_gentle_table_asks_before_a_big_mistake(new_context: Callable[..., Any], server: Any) -> None:
    anna, table, page = begin(server, new_context(), hints="gentle")
    warned = {"move": "", "before": 0.5, "after": 0.2, "better": "", "reason": None}
    page.route(f"**/tables/{table}/check", lambda route: route.fulfill(json={"warned": warned}))
    page.locator("button.draftpick").first.click()
    page.locator(".hintbox").get_by_role("button", name=text("en", "hint.choose")).click()
    before = anna.call("GET", f"/tables/{table}")["table"]["moves"]
    assert page.locator(f"[data-moves='{before}']").count() == 1
    page.locator("button.draftpick").first.click()
    page.locator(".hintbox").get_by_role("button", name=text("en", "hint.anyway")).click()
    page.locator(f"[data-moves]:not([data-moves='{before}'])").wait_for()


def on_puzzle(page: Any, server: Any, name: str, **settings: Any) -> None:
    start_page(page, server, f"#/puzzles/{name}", **settings)
    page.locator(".trying").wait_for()


def test_puzzles_are_listed_by_theme_with_that_of_the_day(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    start_page(page, server, "#/")
    page.get_by_role("link", name=text("en", "puzzle.title")).click()
    page.locator(".puzzlegame").first.wait_for()
    assert serious(page) == []
    fits(page)
    page.locator(".puzzlegame[data-game=duel] .btn.main").click()
    page.locator(".trying").wait_for()
    assert page.url.endswith("/day")


@pytest.mark.parametrize(("kind", "lang"), [(DESKTOP, "en"), (PHONE, "ru")], ids=["desktop", "phone"])
def test_a_puzzle_is_solved_after_a_wrong_try_and_only_the_first_counts(
    kind: dict[str, Any], lang: str, new_context: Callable[..., Any], server: Any
) -> None:
    puzzle = all_puzzles("duel")[0]
    page = new_context(**kind, locale=lang).new_page()
    on_puzzle(page, server, puzzle.name, textMode=True)
    page.locator(f"button[data-move='{puzzle.tries[-1].move}']").click()
    page.locator(".trying.again").wait_for()
    page.locator(f"button[data-move='{puzzle.answer}']").click()
    page.locator(".trying.done").wait_for()
    kept = page.evaluate("JSON.parse(localStorage.getItem('mirabilia.puzzles'))")
    assert kept["done"] == {puzzle.name: False} and kept["streak"] == 0 and kept["rating"] < 1200
    fits(page)


@pytest.mark.parametrize("size", [(360, 640), (390, 664), (844, 390), (1366, 650)])
def test_a_puzzle_shows_its_table_beside_its_words_and_cuts_no_button(
    size: tuple[int, int], new_context: Callable[..., Any], server: Any
) -> None:
    puzzle = all_puzzles("duel")[0]
    page = new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 900).new_page()
    on_puzzle(page, server, puzzle.name)
    page.locator(".pyramid .card").first.wait_for()
    cut = page.evaluate("""() => {
      const box = document.querySelector('.coach').getBoundingClientRect();
      const shown = [...document.querySelectorAll('.coach .btn')].map((button) => button.getBoundingClientRect());
      const cards = [...document.querySelectorAll('.pyramid button[data-card]')].map((card) =>
        card.getBoundingClientRect());
      return {
        buttons: shown.filter((button) => button.bottom > box.bottom || button.top < box.top || button.height < 36),
        covered: cards.filter((card) => card.top < box.bottom && card.bottom > box.top
          && card.left < box.right && card.right > box.left),
      };
    }""")
    assert cut == {"buttons": [], "covered": []}


def test_a_puzzle_solved_at_once_moves_rating_and_streak_and_leads_to_the_next(
    new_context: Callable[..., Any], server: Any
) -> None:
    puzzle = next(each for each in all_puzzles("duel") if each.answer.startswith("discard"))
    page = new_context().new_page()
    on_puzzle(page, server, puzzle.name)
    page.locator(f".pyramid .card.open[data-card='{puzzle.answer.removeprefix('discard ')}']").click()
    page.keyboard.press("d")
    page.locator(".trying.done").wait_for()
    kept = page.evaluate("JSON.parse(localStorage.getItem('mirabilia.puzzles'))")
    assert kept["done"] == {puzzle.name: True} and kept["streak"] == 1 and kept["rating"] > 1200
    assert f"+{round(kept['rating']) - 1200}" in page.locator(".topbar, .tools, body").first.inner_text()
    assert serious(page) == []
    page.locator(".trying .btn.main").click()
    page.wait_for_function(f"() => location.hash.startsWith('#/puzzles/') && !location.hash.includes('{puzzle.name}')")


@pytest.fixture(scope="module")
def friends(server: Any) -> Sitting:
    """Two people who have played twice, and one of them once more against a bot."""
    sitting = play_out(server, "duel", seed=6)
    anna, boris = sitting.people
    following = anna.command(sitting.id, "rematch")["data"]["table"]
    boris.command(sitting.id, "rematch")
    to_the_end([anna, boris], following)
    analysis_of(Sitting(sitting.people, following))
    bot = {"kind": "bot", "level": "random"}
    alone = {"game": "duel", "name": "Anna", "seats": ["me", bot], "seed": 2, "start": True}
    to_the_end([anna], anna.call("POST", "/tables", alone)["table"]["id"])
    return Sitting(sitting.people, following, sitting.links)


def to_the_end(people: list[Person], table: str) -> None:
    while True:
        for person in people:
            told = person.call("GET", f"/tables/{table}/state")["state"]
            if told["table"]["status"] == "over":
                return
            if told["options"]:
                person.command(table, "play", at=told["table"]["moves"], move=told["options"][0]["text"])


@pytest.mark.parametrize(("kind", "lang"), [(DESKTOP, "en"), (PHONE, "tr")], ids=["desktop", "phone"])
def test_statistics_are_filtered_and_stand_beside_bots_of_a_level(
    kind: dict[str, Any], lang: str, friends: Sitting, new_context: Callable[..., Any], server: Any
) -> None:
    context = new_context(**kind, locale=lang)
    friends.people[0].lend(context)
    page = context.new_page()
    start_page(page, server, "#/statistics")
    heading = page.locator("#study-stats")

    def of_games(n: int) -> None:
        heading.filter(has_text=text(lang, "study.stats", n=n)).wait_for()

    of_games(3)
    page.locator(".wongame, .lostgame").wait_for()  # the one game that was analysed
    fits(page)
    assert serious(page) == []
    # A label is found by how it begins: "With" ends others.
    labels = page.locator("label")
    company = labels.filter(has_text=re.compile(f"^{text(lang, 'study.stats.company')}")).locator("select")
    beside = labels.filter(has_text=re.compile(f"^{text(lang, 'study.stats.beside')}")).locator("select")
    columns = page.locator("table.points thead th")
    assert columns.count() == 4
    company.select_option("without")
    of_games(2)
    assert columns.count() == 5 and beside.count() == 0  # beside what is usual; there is no bot to compare with
    company.select_option("with")
    of_games(1)
    beside.select_option("random")
    told = friends.people[0].call("GET", "/me/study?game=duel&bots=with")["beside_bots"]["duel"]["random"]
    total = next(each for each in told if each["category"] == "total")
    shown = page.locator("table.points .totals td").all_inner_texts()
    assert [int(shown[0]), int(shown[2])] == [total["mine"], total["others"]]
    fits(page)
    assert "bots=with" in page.get_by_role("link", name="CSV").get_attribute("href")
    page.get_by_label(text(lang, "study.stats.span")).select_option("7")
    page.get_by_role("button", name=text(lang, "study.stats.reset")).click()
    of_games(3)


def test_friends_who_played_again_have_their_ladder_at_the_result(
    friends: Sitting, new_context: Callable[..., Any]
) -> None:
    page = enter(friends, 1, new_context())
    page.locator(".ladder summary").click()
    names = page.locator(".ladder tbody th")
    names.nth(1).wait_for()
    rungs = friends.people[1].call("GET", f"/tables/{friends.id}/ladder")["rungs"]
    assert names.all_inner_texts() == [rung["name"] for rung in rungs]
    fits(page)
    assert serious(page) == []
