"""What a match shows: numbers that agree with the games, as data, table and a page that fetches nothing."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from bot_scripts import command
from mirabilia.arena.match import Match, run_match
from mirabilia.arena.page import html_page
from mirabilia.arena.plots import Interval, interval_plot, stacked_bars
from mirabilia.arena.report import make_report
from mirabilia.arena.results import Forfeit
from mirabilia.arena.settings import Entrant, Settings
from mirabilia.arena.sprt import Sprt
from mirabilia.arena.table import show
from mirabilia.locales import text as words
from mirabilia.locales.catalogs import BY_CODE

MIRABILIA = [sys.executable, "-c", "from mirabilia.cli import main; raise SystemExit(main())"]
NASTY = '<script>alert("x")</script>'


@pytest.fixture(scope="module")
def match() -> Match:
    entrants = [
        Entrant("one", "random"),
        Entrant(NASTY, "random"),
        Entrant("broken", f"cmd:{command('illegal', 20)}"),
    ]
    return run_match(Settings(game="duel", players=2, entrants=entrants), 10)


@pytest.fixture(scope="module")
def report(match: Match) -> dict[str, Any]:
    return make_report(match)


def test_the_report_is_json_and_adds_up(match: Match, report: dict[str, Any]) -> None:
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    assert report["games"] == len(match.results) == 30
    assert report["finished"]
    assert sum(bot["seats"] for bot in report["bots"]) == 60
    assert sum(bot["wins"] for bot in report["bots"]) == pytest.approx(30)
    assert sum(report["kinds"].values()) == 30
    assert report["kinds"]["forfeit"] == len(report["forfeits"]) == 20
    for bot in report["bots"]:
        assert bot["win_share"]["low"] <= bot["win_share"]["share"] <= bot["win_share"]["high"]
        assert bot["wins"] / bot["seats"] == pytest.approx(bot["win_share"]["share"], abs=1e-6)
        if bot["points"]:
            parts = sum(value for category, value in bot["points"].items() if category != "total")
            assert parts == pytest.approx(bot["points"]["total"], abs=0.1)
    assert report["bots"][2]["forfeits"] == {"illegal": 20}
    assert report["forfeits_in_all"] == 20
    assert report["bots"][2]["elo"]["elo"] == min(bot["elo"]["elo"] for bot in report["bots"])
    assert len(report["pairings"]) == 3


def test_the_same_match_has_the_same_report(match: Match, report: dict[str, Any]) -> None:
    assert make_report(match) == report


def test_a_match_without_games_can_be_shown_too() -> None:
    entrants = [Entrant("a", "random"), Entrant("b", "random")]
    empty = Match(Settings(game="duel", players=2, entrants=entrants), 10, Sprt(0, 30))
    report = make_report(empty)
    json.dumps(report, allow_nan=False)
    html_page(report)
    show(report, Console(file=io.StringIO()))


def test_the_table_names_everybody(report: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    show(report, Console(width=120, highlight=False))
    shown = capsys.readouterr().out
    assert "one" in shown and "broken" in shown and "illegal" in shown


class Page(HTMLParser):
    """Collects everything a page could fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        fetching = ("src", "href", "xlink:href", "action", "data", "srcset", "poster")
        self.addresses += [value or "" for name, value in attrs if name in fetching]


def test_the_page_fetches_nothing_and_runs_nothing(report: dict[str, Any]) -> None:
    text = html_page(report)
    page = Page()
    page.feed(text)
    assert page.addresses == []
    assert not {"script", "link", "img", "iframe", "object", "embed"} & set(page.tags)
    assert page.tags.count("svg") == 4
    assert not re.search(r"https?:|//[a-z]|url\(|@import", text)
    assert NASTY not in text and "&lt;script&gt;" in text


def test_the_page_has_all_plots_and_tables(report: dict[str, Any]) -> None:
    text = html_page(report)
    for heading in ("Rating ladder", "Score categories", "Kinds of victory", "Win rates by wonder built", "Forfeits"):
        assert f"<h2>{heading}</h2>" in text
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ElementTree.fromstring(svg)  # well formed


@pytest.mark.parametrize("lang", BY_CODE)
def test_page_and_table_speak_the_language(report: dict[str, Any], lang: str) -> None:
    page, table = html_page(report, lang), io.StringIO()
    show(report, Console(file=table, width=200, highlight=False), lang)
    for key in ("arena.ladder", "arena.categories", "arena.kinds", "arena.marks.duel", "arena.forfeits"):
        assert f"<h2>{words(lang, key)}</h2>" in page
    assert f'<html lang="{lang}">' in page
    assert words(lang, "arena.column.against") in table.getvalue()
    shown = re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL) + table.getvalue()
    assert not re.search(r"\b(arena|category|result|count)\.[a-z]", shown), "a key instead of its text"
    if lang != "en":
        assert not re.search(r"\b(seats|wins|share|games|deals|civilian|military|treasury|total|mean)\b", shown)


def test_plots_hold_their_numbers_inside() -> None:
    rows = [Interval("a & b", 10.0, -500.0, 400.0, "ten"), Interval("c", 10.0, 10.0, 10.0, "ten")]
    for text in (
        interval_plot(rows, "t", reference=0),
        interval_plot([], "none"),
        stacked_bars([("a", [1.0, 0.0, 3.0]), ("b", [0.0, 0.0, -2.0])], ["x", "y", "z"], "t"),
        stacked_bars([], [], "none"),
    ):
        for element in ElementTree.fromstring(text).iter():
            for name in ("x", "x1", "x2", "cx"):
                if name in element.attrib:
                    assert -1 <= float(element.attrib[name]) <= 761
            assert float(element.attrib.get("width", 0)) >= 0


def test_boards_are_counted_in_7_wonders() -> None:
    entrants = [Entrant("a", "random"), Entrant("b", "random")]
    match = run_match(Settings(game="wonders", players=3, entrants=entrants, mode="gauntlet"), 6)
    report = make_report(match)
    assert report["games"] == 6
    assert report["fair_share"] == pytest.approx(1 / 3, abs=1e-6)
    assert [bot["seats"] for bot in report["bots"]] == [6, 12]
    assert all(re.fullmatch(r"\w+ [AB]", mark["name"]) for mark in report["marks"])
    assert sum(mark["win_share"]["games"] for mark in report["marks"]) == 18
    assert "Win rates by board" in html_page(report)


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = [*MIRABILIA, "arena", *arguments]
    return subprocess.run(line, capture_output=True, text=True, timeout=120, cwd=folder)


def test_the_command_plays_shows_and_writes(tmp_path: Path) -> None:
    done = run(
        "--bots",
        "random,random",
        "--games",
        "4",
        "--jobs",
        "0",
        "--json",
        "r.json",
        "--html",
        "r.html",
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "4 games, deals: 2" in done.stdout.replace("\u00a0", " ")
    assert json.loads((tmp_path / "r.json").read_text())["games"] == 4
    assert (tmp_path / "r.html").read_text().startswith("<!doctype html>")
    assert len(list(tmp_path.glob("arena-duel-*.jsonl"))) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--bots", "random"], "at least two"),
        (["--bots", "random,grandmother"], "grandmother"),
        (["--bots", "random,random", "--limits", "simulations=0"], "above zero"),
        (["--bots", "random,random", "--limits", "hours=2"], "limits are"),
        (["--bots", "random,random", "--sprt", "30", "0"], "below"),
        (["--bots", "random,random", "--players", "3"], "players"),
        (["--bots", "random", "--bot", "cmd:no-such-command-anywhere"], "cannot be started"),
        (["--bots", "random,random", "--challenger", "nobody"], "nobody"),
        (["--bots", "random,random", "--html", "no/folder/x.html"], "folder"),
    ],
)
def test_senseless_commands_are_one_clear_line(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mirabilia.cli import main

    monkeypatch.chdir(tmp_path)
    assert main(["arena", *arguments]) == 2
    errors = capsys.readouterr().err
    assert words in errors
    assert len(errors.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_all_forfeits_are_counted_however_many_are_listed(match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    games = {
        index: msgspec.structs.replace(match.results[-1], index=index, forfeit=Forfeit(0, "illegal"), kind="forfeit")
        for index in range(72)
    }
    report = make_report(Match(match.settings, 72, games=games))
    assert report["forfeits_in_all"] == 72 and len(report["forfeits"]) == 50
    show(report, Console(width=200), "en")
    assert re.search(r"\b67\b", capsys.readouterr().out)
