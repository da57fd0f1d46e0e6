"""The texts of Mirabilia in five languages: `text("et", "log.duel.draft", player="Mari", wonder="Sfinks")`.

Everything below the page carries keys and arguments; words are made here (for the command line) or on the page, from
the same catalogs (`build.py` turns them into JSON).
"""

from __future__ import annotations

from mirabilia.locales.catalogs import (
    BY_CODE,
    DEFAULT_COUNT,
    DOMAINS,
    LANGUAGES,
    ORIGINAL,
    Language,
    Text,
    all_texts,
    fill,
    plural_index,
)
from mirabilia.locales.writing import all_of, day, number, one_of, percent, rating, signed

__all__ = [
    "DOMAINS",
    "LANGUAGES",
    "Language",
    "Text",
    "all_of",
    "day",
    "has_text",
    "match_language",
    "name_of",
    "number",
    "one_of",
    "percent",
    "rating",
    "signed",
    "text",
]


def has_text(lang: str, key: str) -> bool:
    """Whether the language itself has a text for the key."""
    return key in all_texts(lang)


def text(lang: str, key: str, /, **args: object) -> str:
    """The text of a key, filled in; in the right plural form where the text has several.

    Falls back to English; `KeyError` if there is none either.

    >>> text("en", "good.count.ore", n=2)
    '2\\xa0ore'
    >>> text("ru", "good.count.coins", n=5)
    '5\\xa0монет'
    """
    if lang not in BY_CODE or not has_text(lang, key):
        lang = ORIGINAL
    entry = all_texts(lang)[key]
    form = entry.forms[0]
    if entry.count is not None:
        counted = args.get(entry.count, args.get(DEFAULT_COUNT))
        if isinstance(counted, int):
            form = entry.forms[plural_index(lang, counted)]
    written = {name: number(lang, each) if isinstance(each, int | float) else each for name, each in args.items()}
    return fill(form, written)


def name_of(lang: str, game: str, what: str, name: str) -> str:
    """The name of a thing of the catalog; as the catalog has it where no text names it yet.

    >>> name_of("et", "wonders", "card", "Sawmill")
    'Saeveski'
    """
    key = f"{game}.{what}.{name}"
    return text(lang, key) if has_text(ORIGINAL, key) else name


def match_language(*wanted: str) -> str:
    """The first of the wanted languages that exists here, by their tags ("nn-NO" finds Norwegian); else English.

    >>> match_language("de-AT", "nn-NO")
    'nb'
    """
    for tag in wanted:
        code = tag.replace("_", "-").split("-")[0].lower()
        code = "nb" if code in ("no", "nn") else code
        if code in BY_CODE:
            return code
    return ORIGINAL
