"""The score pad: sums, ties, saving as text and as a picture, without a connection."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mirabilia
from mirabilia.locales import text
from page_tests import start_page

SYMBOLS = ("compass", "gear", "tablet", "any")
ROWS = {
    "wonders": ("military", "treasury", "wonder", "civilian", "commerce", "guilds", "science"),
    "duel": ("military", "civilian", "science", "commerce", "guilds", "wonders", "progress", "treasury"),
}


def cell(page: Any, game: str, category: str, player: int) -> Any:
    return page.locator(".pad tbody tr").nth(ROWS[game].index(category)).locator("td").nth(player)


def put(page: Any, game: str, player: int, **points: int) -> None:
    for category, n in points.items():
        cell(page, game, category, player).locator("input").fill(str(n))


def put_science(page: Any, player: int, counts: tuple[int, ...]) -> None:
    for symbol, n in zip(SYMBOLS, counts, strict=True):
        field = cell(page, "wonders", "science", player).locator("label", has=page.locator(f"use[href='#i-{symbol}']"))
        field.locator("input").fill(str(n))


def totals(page: Any) -> list[int]:
    return [int(words) for words in page.locator("[data-total]").all_inner_texts()]


def test_science_counts_wild_symbols_in_the_best_way(new_context: Callable[..., Any], server: Any) -> None:
    page = new_context().new_page()
    start_page(page, server, "#/pad/wonders")
    for counts, points in (
        ((3, 0, 0, 0), 9),
        ((1, 1, 1, 0), 10),
        ((3, 2, 1, 0), 21),
        ((3, 2, 1, 1), 31),  # a second set beats a fourth compass
        ((4, 0, 0, 1), 25),
        ((2, 2, 2, 2), 38),
        ((0, 0, 0, 3), 10),
    ):
        best = max(science(*(a + b for a, b in zip(counts[:3], wild, strict=True))) for wild in spread(counts[3]))
        assert best == points, counts  # this table is right
        put_science(page, 0, counts)
        assert totals(page)[0] == points, counts


def science(*counts: int) -> int:
    return sum(n * n for n in counts) + 7 * min(counts)


def spread(n: int) -> list[tuple[int, int, int]]:
    return [(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)]


@pytest.mark.parametrize("game", ["wonders", "duel"])
def test_the_pad_gives_the_totals_of_a_real_game(game: str, new_context: Callable[..., Any], server: Any) -> None:
    played, rng = mirabilia.new_game(game, seed=8, **({"players": 4} if game == "wonders" else {})), random.Random(8)
    while not played.over:
        seat = played.to_act[0]
        played.play(seat, rng.choice(played.options(seat)))
    result = played.result.as_dict()
    page = new_context().new_page()
    start_page(page, server, f"#/pad/{game}")
    if game == "wonders":
        page.get_by_role("button", name=text("en", "pad.add")).click()
    assert page.locator("[data-total]").count() == len(result["scores"])
    for player, score in enumerate(result["scores"]):
        plain = {name: n for name, n in score.items() if name in ROWS[game] and name != "treasury"}
        if game == "wonders":
            symbols = played.view(None)["cities"][player]["symbols"]
            put_science(page, player, tuple(symbols.get(symbol, 0) for symbol in SYMBOLS))
            plain.pop("science")
        put(page, game, player, **plain, treasury=played.view(None)["cities"][player]["coins"])
    assert totals(page) == [score["total"] for score in result["scores"]]
    if result["kind"] == "civilian":
        crowned = [n for n in range(len(result["scores"])) if page.locator("tfoot td").nth(n).locator(".icon").count()]
        assert crowned == result["winners"]


def test_equal_points_are_decided_by_coins_and_in_duel_by_blue_cards(
    new_context: Callable[..., Any], server: Any
) -> None:
    page = new_context().new_page()
    start_page(page, server, "#/pad/wonders")
    put(page, "wonders", 0, civilian=10, treasury=4)
    put(page, "wonders", 1, civilian=10, treasury=5)
    assert totals(page)[:2] == [11, 11]
    lead = page.locator("p.lead")
    assert lead.inner_text() == text("en", "pad.winner", players="Player 2")
    put(page, "wonders", 0, treasury=5)
    assert lead.inner_text() == text("en", "pad.shared", players="Player 1 and Player 2")
    page.goto(server.url + "#/pad/duel")
    page.locator("[data-total='1']").wait_for()
    assert page.locator("[data-total]").count() == 2  # not as many as the other pad had
    put(page, "duel", 0, civilian=4, science=6)
    put(page, "duel", 1, civilian=6, science=4)
    assert lead.inner_text() == text("en", "pad.winner", players="Player 2")
    page.get_by_role("button", name=text("en", "result.kind.military")).click()
    assert lead.inner_text() == text("en", "pad.winner", players="Player 1")


def test_the_sheet_is_kept_and_saved_as_text_and_as_a_picture(
    new_context: Callable[..., Any], server: Any, tmp_path: Path
) -> None:
    page = new_context().new_page()
    start_page(page, server, "#/pad/wonders")
    page.locator(".pad thead input").first.fill("Õie")
    put(page, "wonders", 0, civilian=12, military=-3, treasury=7)
    page.reload()
    page.locator(".pad").wait_for()
    assert totals(page)[0] == 11
    with page.expect_download() as saved:
        page.get_by_role("button", name=text("en", "pad.text")).click()
    saved.value.save_as(tmp_path / "score.txt")
    words = (tmp_path / "score.txt").read_text(encoding="utf-8")
    assert "Õie: 11" in words and text("en", "pad.winner", players="Õie") in words
    with page.expect_download() as saved:
        page.get_by_role("button", name=text("en", "pad.picture")).click()
    saved.value.save_as(tmp_path / "score.png")
    picture = (tmp_path / "score.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert width >= 600 and height >= 400
    assert len(picture) > 5_000  # something is drawn on it


def test_the_pad_works_without_a_connection(new_context: Callable[..., Any], server: Any, watched: Any) -> None:
    watched.expected += ["ERR_INTERNET_DISCONNECTED", "ERR_FAILED"]
    context = new_context()
    page = context.new_page()
    start_page(page, server)
    page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
    context.set_offline(True)
    page.goto(server.url + "#/pad/duel")
    page.reload()
    page.locator("table.pad").wait_for()
    put(page, "duel", 1, civilian=9, treasury=11)
    assert totals(page) == [0, 12]
    context.set_offline(False)
