"""Chat: quick phrases that every reader sees in the own language, and free text where the table allows it."""

from __future__ import annotations

import unicodedata

from mirabilia.server.refusals import Refusal

MAX_TEXT = 300

# Keys only; the words are in the locales.
PHRASES = (
    "hello", "good_luck", "good_game", "thanks", "well_played", "oops", "wow", "your_turn", "thinking", "one_moment",
    "back_soon", "back_again", "sorry", "another_game", "must_go", "yes", "no", "please_wait",
)  # fmt: skip


def checked_phrase(phrase: str) -> str:
    """The phrase, if there is one of this name."""
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


def checked_name(name: str) -> str:
    """A nickname: one line, 1 to 24 characters."""
    try:
        plain = checked_text(name[:400])
    except Refusal:
        raise Refusal("bad_request", where="name", fault="empty") from None
    if len(plain) > MAX_NAME:
        raise Refusal("too_long", limit=MAX_NAME)
    return plain
