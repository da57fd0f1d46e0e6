"""The glossary is kept: words a language must use and must not use, and the printed words we knowingly leave."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from locales.sources import SOURCE
from mirabilia.locales.catalogs import BY_CODE, PLACEHOLDER, all_texts

GLOSSARY = tomllib.loads((SOURCE / "locales" / "glossary.toml").read_text(encoding="utf-8"))
TERMS: list[dict[str, Any]] = GLOSSARY["term"]
DEPARTURES: list[dict[str, str]] = GLOSSARY["departure"]


def named(term: dict[str, Any]) -> str:
    return f"{term['lang']}-{term['thing']}"


def spaced(text: str) -> str:
    """A text as the patterns are written: ordinary spaces, nameless placeholders."""
    return PLACEHOLDER.sub("{}", text).replace("\u00a0", " ")


def breaches(term: dict[str, Any], texts: dict[str, tuple[str, ...]]) -> list[str]:
    """Where texts break a term: a word to avoid, or the word that is missing."""
    found = []
    for pattern in term["avoid"]:
        for key, forms in texts.items():
            if key not in term.get("except", ()):
                found += [
                    f"{key}: {form!r} has {pattern}"
                    for form in forms
                    if re.search(pattern, spaced(form), re.IGNORECASE)
                ]
    for key in term.get("in", ()):
        # A key that is gone needs its line in the glossary changed too.
        assert key in texts, f"the glossary speaks of {key}, which does not exist"
        found += [
            f"{key}: {form!r} lacks {term['use']}"
            for form in texts[key]
            if not re.search(term["use"], spaced(form), re.IGNORECASE)
        ]
    return found


@pytest.mark.parametrize("term", TERMS, ids=named)
def test_a_language_uses_its_own_words(term: dict[str, Any]) -> None:
    assert term["reason"] and term["lang"] in BY_CODE
    found = breaches(term, {key: text.forms for key, text in all_texts(term["lang"]).items()})
    assert not found, f"{term['thing']}: {term['reason']}\n  " + "\n  ".join(found)


@pytest.mark.parametrize("term", TERMS, ids=named)
def test_exceptions_are_needed(term: dict[str, Any]) -> None:
    texts = all_texts(term["lang"])
    for key in term.get("except", ()):
        forms = " ".join(spaced(form) for form in texts[key].forms)
        assert any(re.search(pattern, forms, re.IGNORECASE) for pattern in term["avoid"]), f"{key} needs no exception"


def test_the_checker_finds_a_wrong_word() -> None:
    term = {"thing": "to build", "use": "inşa", "avoid": [r"\bkur\w*"], "in": ["a"], "except": ["c"]}
    texts = {"a": ("Yapıyı kur",), "b": ("inşa et",), "c": ("bir şehir kur",)}
    assert len(breaches(term, texts)) == 2
    assert not breaches(term, texts | {"a": ("Yapıyı inşa et",)})


@pytest.mark.parametrize("lang", BY_CODE)
def test_every_language_has_terms(lang: str) -> None:
    assert sum(term["lang"] == lang for term in TERMS) >= 5


@pytest.mark.parametrize("departure", DEPARTURES, ids=lambda each: f"{each['lang']}-{each['key']}")
def test_departures_from_print_are_as_the_glossary_says(departure: dict[str, str]) -> None:
    (ours,) = all_texts(departure["lang"])[departure["key"]].forms
    assert spaced(ours) == departure["ours"]
    assert departure["printed"] != departure["ours"] and departure["reason"]
