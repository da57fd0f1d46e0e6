"""The report: every text of every language with examples, and counts that agree with the catalogs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from locales.sources import ROOT
from mirabilia.locales.catalogs import BY_CODE, ORIGINAL, PLACEHOLDER, all_texts
from mirabilia.locales.report import PLACES, book, places, shown, standings


@pytest.mark.parametrize("lang", BY_CODE)
def test_every_text_is_in_the_book_with_its_examples(lang: str) -> None:
    made = book(lang, {"home.title": ["home"]})
    assert re.findall(r"^\| `([^`]+)` \|", made, re.MULTILINE) == [key for _, _, keys in places(lang) for key in keys]
    assert sum(len(keys) for _, _, keys in places(lang)) == len(all_texts(lang))
    assert "| home |" in made
    assert not [key for key in all_texts(lang) for form in shown(lang, key) if PLACEHOLDER.search(form)]


def test_no_place_is_left_over() -> None:
    assert set(PLACES) <= {start for start, _, _ in places(ORIGINAL)}


def test_most_placeholders_have_an_example() -> None:
    named = [key for key, entry in all_texts(ORIGINAL).items() if entry.placeholders]
    without = [key for key in named if any("‹" in form for form in shown(ORIGINAL, key))]
    assert len(without) < len(named) / 10, f"no example in mirabilia.locales.examples: {without}"


def test_counts() -> None:
    by_code = {each.code: each for each in standings()}
    assert list(by_code) == list(BY_CODE)
    assert all(each.missing == 0 and each.entries == len(all_texts(code)) for code, each in by_code.items())
    assert by_code["en"].longer == 1
    assert all(0.7 < each.longer < 1.4 for each in by_code.values())


def test_forms_are_shown_once_each() -> None:
    assert len(shown("ru", "good.count.coins")) == 3
    assert len(shown("tr", "good.count.coins")) == 1
    assert len(shown("en", "good.count.coins")) == 2


def test_the_book_says_of_every_text_where_it_appears(tmp_path: Path) -> None:
    script = ROOT / "scripts" / "make-language-book"
    subprocess.run([sys.executable, str(script), "--texts", "--to", str(tmp_path)], check=True, capture_output=True)
    for lang in BY_CODE:
        made = (tmp_path / f"{lang}.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| `([^`]+)` \|.*\| ([^|]*) \|$", made, re.MULTILINE)
        assert len(rows) == len(all_texts(lang))
        assert not [key for key, where in rows if not where.strip()]
