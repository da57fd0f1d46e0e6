"""Searching by words: case and marks are folded as each language has it, the same in Python and on the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mirabilia.locales.catalogs import BY_CODE, texts
from mirabilia.locales.folding import fold, found

CASES = json.loads((Path(__file__).parent / "folding.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("lang", "query", "text", "expected"), CASES)
def test_what_is_found(lang: str, query: str, text: str, expected: bool) -> None:
    assert found(lang, query, text) is expected


@pytest.mark.parametrize("lang", BY_CODE)
def test_every_name_is_found_by_itself_in_any_case(lang: str) -> None:
    for key, entry in texts(lang, "names").items():
        if ".card." in key:
            name = entry.forms[0]
            shouted = name.replace("i", "İ").upper() if lang == "tr" else name.upper()
            assert found(lang, name, name) and found(lang, shouted, name), name
            assert fold(lang, fold(lang, name)) == fold(lang, name)


@pytest.mark.parametrize("lang", ["en", "et", "tr", "nb"])
def test_every_name_can_be_typed_on_a_plain_keyboard(lang: str) -> None:
    for key, entry in texts(lang, "names").items():
        if ".card." in key:
            assert fold(lang, entry.forms[0]).isascii(), entry.forms[0]
