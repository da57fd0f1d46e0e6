"""A number that stands before a plural has plural forms, so that nobody reads "1 days", and ratings are plain numbers.

The English texts are read: a translation has the same entry with the forms of its own language (test_catalogs.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from mirabilia.locales import percent, rating, signed, text
from mirabilia.locales.catalogs import BY_CODE, ORIGINAL, Text, all_texts
from mirabilia.locales.examples import example_args

# A placeholder, perhaps "of {all}" or an adjective, and a word that ends like a plural: "{n}~of {all}~symbols".
COUNTED = re.compile(r"\{(\w+)\}[\u00a0 ](?:of[\u00a0 ]\{(\w+)\}[\u00a0 ])?(?:[a-z]+[\u00a0 ])?([a-z]{2,}s)\b")
UNITS = {"ms"}
ORDINALS = {"stage", "turn", "line", "age"}  # "that stage~2 needs" counts nothing
# Numbers that are never one, so that their text needs no plural forms.
NEVER_ONE = {
    "effect.duel.progress_from_box": "draws three tokens",
    "terminal.short.box": "draws three tokens",
    "study.reason.leaves_symbol": "the reason is given from four symbols on",
    "table.wonder_progress": "every wonder has two stages or more",
    "track.ahead": "points are 0, 2, 5 or 10",
    "track.behind": "points are 0, 2, 5 or 10",
    "study.costs_line": "a kind of mistake is named once it was made twice",
    "study.symbols": "six symbols win",
    "terminal.narrow": "tables are 80 or 100 columns wide",
    "doctor.size": "no terminal has one column or row",
    "dataset.done": "a position takes more than a byte",
}


def uncounted(entry: Text) -> Iterator[str]:
    """The placeholders of a text that stand before a plural, though another number or none chooses its form."""
    args = example_args(ORIGINAL, entry.placeholders)
    for found in COUNTED.finditer(entry.forms[-1]):
        number = found[2] or found[1]
        is_number = number not in ORDINALS and str(args[number]).replace(".", "").isdigit()
        if is_number and found[3] not in UNITS and number != entry.count:
            yield number


def test_a_number_before_a_plural_has_plural_forms() -> None:
    found = {key: numbers for key, entry in all_texts(ORIGINAL).items() if (numbers := list(uncounted(entry)))}
    assert not found.keys() - NEVER_ONE, {key: found[key] for key in found.keys() - NEVER_ONE}
    assert found.keys() == NEVER_ONE.keys(), f"no longer needed: {NEVER_ONE.keys() - found.keys()}"


@pytest.mark.parametrize(
    ("form", "numbers"),
    [
        ("{n} days in a row", ["n"]),
        ("{n}\u00a0of {all}\u00a0games", ["all"]),
        ("{number} different symbols", ["number"]),
        ("{player} builds {card}.", []),
        ("search, {n}\u00a0ms", []),
        ("games: {n}", []),
    ],
)
def test_a_number_before_a_plural_is_found(form: str, numbers: list[str]) -> None:
    assert list(uncounted(Text((form,)))) == numbers


@pytest.mark.parametrize("lang", BY_CODE)
def test_ratings_have_no_separators_and_a_true_minus(lang: str) -> None:
    assert rating(1204) == "+1204" and rating(-1204.4) == "−1204" and rating(-0.2) == "0"
    assert "−" in signed(lang, -5) and "-" not in percent(lang, -0.12)
    shown = text(lang, "puzzle.moved", rating=str(1512), change=signed(lang, -8))
    assert "1512" in shown and "−8" in shown
