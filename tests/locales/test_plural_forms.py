"""Every counted text with 1, 2, 5, 11, 21 and 102 is the one a person has read."""

from __future__ import annotations

import pytest

from locales.plural_forms import FOLDER, plural_forms
from mirabilia.locales import text
from mirabilia.locales.catalogs import BY_CODE


@pytest.mark.parametrize("lang", BY_CODE)
def test_plural_forms_are_those_that_were_read(lang: str) -> None:
    kept = (FOLDER / f"{lang}.txt").read_text(encoding="utf-8")
    assert plural_forms(lang) == kept, "read the difference, then: python tests/locales/plural_forms.py"


@pytest.mark.parametrize(
    ("number", "coins"), [(1, "монета"), (2, "монеты"), (5, "монет"), (11, "монет"), (21, "монета"), (102, "монеты")]
)
def test_the_hard_numbers_of_russian(number: int, coins: str) -> None:
    assert text("ru", "good.count.coins", n=number) == f"{number}\u00a0{coins}"
