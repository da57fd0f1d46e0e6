"""Chat: quick phrases that readers see in their own language, and free text where the table allows it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from mirabilia.server.refusals import Refusal

MAX_TEXT = 300

# Keys only; the words are in the locales.
PHRASES = (
    "hello", "good_luck", "good_game", "thanks", "well_played", "oops", "wow", "your_turn", "thinking", "one_moment",
    "back_soon", "back_again", "sorry", "another_game", "must_go", "yes", "no", "please_wait",
)  # fmt: skip


def checked_phrase(phrase: str) -> str:
    """The phrase of this name, if it exists."""
    if phrase not in PHRASES:
        raise Refusal("unknown_phrase", phrase=phrase)
    return phrase


def checked_text(text: str) -> str:
    """Free text on one line, without control characters (they could reorder what others read)."""
    plain = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    plain = "".join(c for c in plain if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn") or c == "\u200d")
    plain = " ".join(plain.split())
    if not plain:
        raise Refusal("bad_request", where="text", fault="empty")
    if len(plain) > MAX_TEXT:
        raise Refusal("too_long", limit=MAX_TEXT)
    return plain


MAX_NAME = 24
MAX_MARKS = 2  # accents on one letter; more would cover the lines above and below
BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters and symbols by category, but invisible


def checked_name(name: str) -> str:
    """A nickname: one line of 1 to 24 characters, not all invisible."""
    try:
        plain = checked_text(unicodedata.normalize("NFC", name[:400]))
    except Refusal:
        raise Refusal("bad_request", where="name", fault="empty") from None
    kept: list[str] = []
    marks = 0
    for place, letter in enumerate(plain):
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        joins = letter != "\u200d" or (_is_picture(plain, place - 1) and _is_picture(plain, place + 1))
        if marks <= MAX_MARKS and letter not in BLANK and joins:
            kept.append(letter)
    plain = " ".join("".join(kept).split())
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in plain):
        raise Refusal("bad_request", where="name", fault="empty")
    if len(plain) > MAX_NAME:
        raise Refusal("too_long", limit=MAX_NAME)
    return plain


def _is_picture(text: str, place: int) -> bool:
    """Whether an emoji stands there, or the sign that makes the one before it colourful."""
    return 0 <= place < len(text) and unicodedata.category(text[place]) in ("So", "Sk", "Mn")


def distinct_name(name: str, others: Sequence[str]) -> str:
    """The name, with a number if someone at the table already has it."""

    def skeleton(text: str) -> str:
        return unicodedata.normalize("NFKC", text).casefold().replace(" ", "")

    taken = {skeleton(other) for other in others if other}
    found, number = name, 1
    while skeleton(found) in taken:
        number += 1
        found = f"{name[: MAX_NAME - 1 - len(str(number))]} {number}"
    return found
