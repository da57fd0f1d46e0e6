"""Phrases that sound translated (banned.toml) occur in no English text, no page of the docs and no docstring listed."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from locales.sources import ROOT, SOURCE
from locales.test_literals import TWO_WORDS, literals
from mirabilia.locales.catalogs import ORIGINAL, PLACEHOLDER, all_texts

PHRASES: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "banned.toml").read_text(encoding="utf-8"))[
    "phrase"
]
# The changelog keeps its wording: it is history.
PAGES = sorted(
    page.relative_to(ROOT).as_posix()
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"))
)


def breaches(words: str) -> Iterator[tuple[str, str]]:
    """Each banned phrase in some words, and what to write instead."""
    for phrase in PHRASES:
        if match := re.search(phrase["pattern"], words, re.IGNORECASE):
            yield match[0], phrase["better"]


def paragraphs(markdown: str) -> Iterator[str]:
    """The prose of a page, a paragraph, list item or row at a time; without code."""
    plain = re.sub(r"^```.*?^```", "", markdown, flags=re.DOTALL | re.MULTILINE)
    for block in re.split(r"\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) ?)", plain):
        yield re.sub(r"`[^`]*`", "", " ".join(block.split())).replace("\u00a0", " ")


def test_no_english_text_has_a_banned_phrase() -> None:
    found = [
        f"{key}: {phrase!r} in {form!r}; better: {better}"
        for key, entry in all_texts(ORIGINAL).items()
        for form in entry.forms
        for phrase, better in breaches(PLACEHOLDER.sub("{}", form).replace("\u00a0", " "))
    ]
    assert not found, "\n  " + "\n  ".join(found)


@pytest.mark.parametrize("page", PAGES)
def test_no_page_has_a_banned_phrase(page: str) -> None:
    found = [
        f"{phrase!r} in {words[:120]!r}; better: {better}"
        for words in paragraphs((ROOT / page).read_text(encoding="utf-8"))
        for phrase, better in breaches(words)
    ]
    assert not found, "\n  " + "\n  ".join(found)


# Packages whose docstrings hold the list; a package that is brought in line joins them.
PACKAGES = ("arena", "dataset", "game", "locales", "protocol", "record")


@pytest.mark.parametrize("package", PACKAGES)
def test_no_docstring_has_a_banned_phrase(package: str) -> None:
    found = []
    for path in sorted((SOURCE / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                for words in paragraphs(ast.get_docstring(node) or ""):
                    found += [f"{path.name}: {phrase!r}; better: {better}" for phrase, better in breaches(words)]
    assert not found, "\n  " + "\n  ".join(found)


def test_no_message_in_code_has_a_banned_phrase() -> None:
    """What the library says about a fault, descriptions of fields and figures, help of scripts: all English texts."""
    sources = [*SOURCE.rglob("*.py"), *(path for path in (ROOT / "scripts").iterdir() if path.is_file())]
    found = [
        f"{path.relative_to(ROOT)}:{line}: {phrase!r} in {words[:80]!r}; better: {better}"
        for path in sorted(sources)
        if path.suffix == ".py" or path.read_bytes().startswith((b"#!/usr/bin/env python", b'"""'))
        for line, words, _ in literals(ast.parse(path.read_text(encoding="utf-8")))
        if TWO_WORDS.search(words)
        for phrase, better in breaches(words)
    ]
    assert not found, "\n  " + "\n  ".join(found)


@pytest.mark.parametrize(
    ("words", "caught"),
    [
        ("A guild in the own city.", True),
        ("This is no record.", True),
        ("There is no record.", False),
        ("At once {} coins for each card.", True),
        ("{} coins at once for each card.", False),
        ("Who asks often keeps a judge.", True),
        ("Who wants to start?", False),
        ("The file has 1.4 MB.", True),
        ("It waits so long as nobody moves.", False),
    ],
)
def test_phrases_are_caught(words: str, caught: bool) -> None:
    assert bool(list(breaches(words))) is caught
