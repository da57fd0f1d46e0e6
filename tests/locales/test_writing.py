"""Lists, numbers and percentages are written as the language writes them, and the pseudo language keeps the rest."""

from __future__ import annotations

import pytest

from mirabilia.locales import all_of, number, one_of, percent, signed, text
from mirabilia.locales.build import bundle
from mirabilia.locales.catalogs import BY_CODE, FIRST_DOMAINS, ORIGINAL, PLACEHOLDER
from mirabilia.locales.pseudo import pseudo, pseudo_bundle


@pytest.mark.parametrize(
    ("lang", "both", "either"),
    [
        ("en", "a, b and c", "a, b or c"),
        ("et", "a, b ja c", "a, b või c"),
        ("ru", "a, b и c", "a, b или c"),
        ("tr", "a, b ve c", "a, b veya c"),
        ("nb", "a, b og c", "a, b eller c"),
    ],
)
def test_lists(lang: str, both: str, either: str) -> None:
    assert all_of(lang, ["a", "b", "c"]) == both
    assert one_of(lang, ["a", "b", "c"]) == either
    assert all_of(lang, ["a"]) == one_of(lang, ["a"]) == "a"
    assert all_of(lang, []) == ""


@pytest.mark.parametrize(
    ("lang", "whole"), [("en", "45%"), ("et", "45%"), ("ru", "45~%"), ("tr", "%45"), ("nb", "45~%")]
)
def test_percentages(lang: str, whole: str) -> None:
    assert percent(lang, 0.45).replace("\u00a0", "~") == whole
    assert percent(lang, 0.455, 1).replace("\u00a0", "~") == whole.replace("45", "45.5" if lang == "en" else "45,5")


@pytest.mark.parametrize("lang", BY_CODE)
def test_negative_numbers_have_a_true_minus(lang: str) -> None:
    assert number(lang, -3) == "−3" and signed(lang, -3) == "−3" and signed(lang, 3) == "+3" and signed(lang, 0) == "0"


def test_numbers_in_texts_are_the_language_s() -> None:
    assert text("en", "count.points", n=1234) == "1,234\u00a0points"
    assert text("ru", "count.points", n=1234) == "1\u00a0234\u00a0очка"


def test_pseudo_keeps_placeholders_and_is_a_third_longer() -> None:
    for key, entry in bundle(ORIGINAL, FIRST_DOMAINS).items():
        for form in [entry] if isinstance(entry, str) else entry.values():
            made = pseudo(form)
            assert PLACEHOLDER.findall(made) == PLACEHOLDER.findall(form), key
            assert len(made) >= 1.3 * len(form), key


def test_pseudo_bundle_keeps_keys_and_what_is_counted() -> None:
    plain = bundle(ORIGINAL, FIRST_DOMAINS)
    made = pseudo_bundle(plain)
    assert list(made) == list(plain)
    assert made["good.count.coins"]["by"] == "n"
    assert made["common.cancel"].startswith("[Çáñçél ")
