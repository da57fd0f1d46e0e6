"""The file of plural forms: every counted text with 1, 2, 5, 11, 21 and 102, for a person to read.

    python tests/locales/plural_forms.py     writes tests/locales/plurals/<language>.txt anew

Read the difference before committing it: that is what the files are for.
"""

from __future__ import annotations

from pathlib import Path

from mirabilia.locales import text
from mirabilia.locales.catalogs import BY_CODE, all_texts
from mirabilia.locales.examples import COUNTS, example_args

FOLDER = Path(__file__).parent / "plurals"


def plural_forms(lang: str) -> str:
    """All counted texts of a language, each number on a line; non-breaking spaces are shown as they are."""
    lines = []
    for key, entry in all_texts(lang).items():
        if entry.count is None:
            continue
        lines.append(key)
        args = example_args(lang, entry.placeholders)
        lines += [f"  {text(lang, key, **args | {entry.count: number})}" for number in COUNTS]
    return "\n".join(lines) + "\n"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for lang in BY_CODE:
        (FOLDER / f"{lang}.txt").write_text(plural_forms(lang), encoding="utf-8")


if __name__ == "__main__":
    main()
