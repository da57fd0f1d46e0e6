"""Text made ready to be searched: what is typed on any keyboard finds what is written with a language's own letters.

The page has the same in `web/src/app/fold.ts`; `tests/locales/folding.json` holds the cases both must pass.
"""

from __future__ import annotations

import re
import unicodedata

# Letters that are not a plain letter with a mark.
_PLAIN = str.maketrans({"ı": "i", "ø": "o", "æ": "ae", "ё": "е", "’": "'"})


def fold(lang: str, text: str) -> str:
    """The text in small plain letters, by the rules of its language: Turkish I is ı, Russian й stays й.

    >>> fold("tr", "İnşaatçılar Loncası"), fold("ru", "Ёлка"), fold("nb", "Vaakttårn")
    ('insaatcilar loncasi', 'елка', 'vakttarn')
    """
    if lang == "tr":
        text = text.replace("İ", "i").replace("I", "ı")
    small = text.lower().translate(_PLAIN)
    plain = "".join(_without_marks(letter) for letter in unicodedata.normalize("NFC", small))
    if lang == "nb":  # before å there was aa, and people without the key still write it
        plain = plain.replace("aa", "a")
    return re.sub(r"[\s\u00a0-]+", " ", plain).strip()


def _without_marks(letter: str) -> str:
    """A Latin letter without its marks; Cyrillic ones are letters of their own."""
    if not unicodedata.name(letter, "").startswith("LATIN"):
        return letter
    return "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))


def found(lang: str, query: str, text: str) -> bool:
    """Whether all words of a query stand somewhere in the text."""
    folded = fold(lang, text)
    return all(word in folded for word in fold(lang, query).split(" "))
