"""The review of all texts (docs/languages/review.tsv): each of its rows was taken, reworded, done in code or declined.

A row that was taken or reworded holds the text that stands in the catalog, so that a later hand does not undo it
unseen. Whoever rewrites such a text on purpose writes the new one into the row, with a note; a text that is gone is
marked `gone`.
"""

from __future__ import annotations

import csv
import re
from collections import Counter

import pytest

from locales.sources import ROOT
from mirabilia.locales.catalogs import BY_CODE, all_texts

with (ROOT / "docs" / "languages" / "review.tsv").open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.DictReader(_file, delimiter="\t", quoting=csv.QUOTE_NONE))


def shown(lang: str, key: str) -> str:
    """The forms of a text as the table writes them: equal ones once, ~ for the space that does not break."""
    return " ‖ ".join(dict.fromkeys(all_texts(lang)[key].forms)).replace("\u00a0", "~")


@pytest.mark.parametrize("lang", BY_CODE)
def test_each_text_is_what_its_row_says(lang: str) -> None:
    found = []
    for row in ROWS:
        if row["language"] != lang:
            continue
        if row["done"] == "gone":
            if row["key"] in all_texts(lang):
                found.append(f"{row['row']}: {row['key']} exists")
        elif (shown(lang, row["key"]) == row["text"]) == (row["done"] == "declined"):
            found.append(f"{row['row']} ({row['done']}): {shown(lang, row['key'])!r}, the row has {row['text']!r}")
    assert not found, "\n  " + "\n  ".join(found)


def test_no_row_of_the_review_is_left_out() -> None:
    numbers: dict[str, list[int]] = {lang: [] for lang in BY_CODE}
    for row in ROWS:
        match = re.fullmatch(r"([a-z]{2})(\d+)", row["row"])
        assert match and match[1] == row["language"]
        numbers[match[1]].append(int(match[2]))
    counts = {"en": 100, "et": 85, "ru": 69, "tr": 93, "nb": 116}
    assert numbers == {lang: list(range(1, count + 1)) for lang, count in counts.items()}
    assert Counter(row["class"] for row in ROWS) == {"A": 40, "B": 209, "C": 214}


def test_whatever_was_not_simply_taken_has_a_reason() -> None:
    assert {row["done"] for row in ROWS} <= {"taken", "reworded", "code", "declined", "gone"}
    assert all(row["note"] for row in ROWS if row["done"] != "taken")
